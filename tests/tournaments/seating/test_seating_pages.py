"""The plan's page: ways to choose from, swaps, locks, releases; and who comes and goes."""

import pytest
from django.urls import reverse

from lhombre_club.members.models import Attendance, Person
from lhombre_club.members.queries import evening
from lhombre_club.printing.models import Job
from tests import make
from tournaments.events.domain.events import make_event
from tournaments.models import Event, Participant, Round, Seat, Table, Wish
from tournaments.seating.domain.released import release_rounds

pytestmark = pytest.mark.django_db
ACTOR = "system:test"
LEAVES = {"do": "leave", "after_round": "1"}


@pytest.fixture(autouse=True)
def in_english(director_client):
    director_client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def people(club) -> list[Person]:
    return make.make_members(club, 14)


@pytest.fixture
def event(club, people) -> Event:
    """Eleven players, two rounds as a draft; the twelfth member is free."""
    Attendance.objects.create(
        club=club, person=people[11], date=evening(), state=Attendance.State.FREE
    )
    return make_event(club=club, name="Klubaften", date=evening(), people=people[:11], actor=ACTOR)


def at(name: str, event: Event, *more: object) -> str:
    return reverse(f"tournaments:{name}", args=[event.pk, *more])


def page(client, name: str, event: Event, *more: object, **asked: object) -> str:
    return str(client.get(at(name, event, *more), asked).content.decode())


def pair(event: Event) -> dict[str, str]:
    """Two of different tables of the first round."""
    seats = Seat.objects.filter(round__event=event, round__number=1, seat=0)
    one, other = seats.order_by("table__number")[:2]
    return {"round": "1", "one": str(one.participant_id), "other": str(other.participant_id)}


def tables(event: Event, number: int = 1) -> dict[str, int]:
    rows = Seat.objects.filter(round__event=event, round__number=number)
    return {str(seat.participant_id): seat.table.number for seat in rows.select_related("table")}


def begin(event: Event) -> None:
    """Release the first round, and enter a deal in it."""
    first = event.rounds.get(number=1)
    release_rounds(event=event, actor=ACTOR, only=first)
    make.enter(first.tables.all()[0], 1, {"passed": True})


class TestWays:
    def test_they_stand_side_by_side_and_one_is_taken(self, director_client, event):
        shown = page(director_client, "seating", event)
        assert "11 players: which way?" in shown
        assert "2 tables of four, 1 table of three" in shown
        assert "Substitutes who play: Laurits" in shown
        assert "3 players sit each round out, in turn." in shown
        assert shown.count("this is the plan below") == 1
        director_client.post(at("choose", event), {"key": "filled"})
        assert event.participants.count() == 12
        assert event.rounds.get(number=1).tables.count() == 3
        assert "which way?" not in page(director_client, "seating", event)

    def test_one_that_is_gone_gets_a_sentence(self, director_client, event):
        answer = director_client.post(at("choose", event), {"key": "king"}, follow=True)
        assert "Choose again" in answer.content.decode()

    def test_a_draw_leaves_locked_tables_and_what_was_played(self, director_client, event):
        locked = Table.objects.get(round__event=event, round__number=1, number=1)
        before = tables(event)
        director_client.post(at("lock", event, locked.pk), {"locked": "yes"})
        assert 'aria-pressed="true"' in page(director_client, "seating", event)
        kept = {player for player, table in before.items() if table == 1}
        drawn = []
        for _draw in range(5):  # one of them alone may be the plan that was there
            director_client.post(at("draw", event))
            drawn.append(tables(event))
            assert {player for player, table in drawn[-1].items() if table == 1} == kept
        assert any(plan != before for plan in drawn)
        director_client.post(at("lock", event, locked.pk), {"locked": "no"})
        assert not Table.objects.filter(locked=True).exists()
        begin(event)
        before = tables(event)
        assert "by the standings" in page(director_client, "seating", event)
        director_client.post(at("draw", event), {"by": "standing"})
        assert tables(event) == before


class TestRounds:
    def test_fewer_and_more_are_planned(self, director_client, event):
        director_client.post(at("plan-rounds", event), {"rounds": "1"})
        assert list(event.rounds.values_list("number", flat=True)) == [1]
        first = tables(event)
        director_client.post(at("plan-rounds", event), {"rounds": "3"})
        assert list(event.rounds.values_list("number", flat=True)) == [1, 2, 3]
        assert tables(event) == first
        assert len(tables(event, 3)) == 11

    @pytest.mark.parametrize("rounds", ("", "0", "21", "two", "²", "99999", "01", "1" * 5000))
    def test_a_number_that_cannot_be_gets_a_sentence(self, director_client, event, rounds):
        answer = director_client.post(at("plan-rounds", event), {"rounds": rounds}, follow=True)
        assert "1" in str(next(iter(answer.context["messages"])))
        assert event.rounds.count() == 2

    def test_a_round_that_has_begun_does_not_fall_away(self, director_client, event):
        director_client.post(at("plan-rounds", event), {"rounds": "2"})
        begin(event)
        second = event.rounds.get(number=2)
        release_rounds(event=event, actor=ACTOR, only=second)
        make.enter(second.tables.all()[0], 1, {"passed": True})
        answer = director_client.post(at("plan-rounds", event), {"rounds": "1"}, follow=True)
        assert "2" in str(next(iter(answer.context["messages"])))
        assert event.rounds.count() == 2


class TestSwap:
    def test_one_is_chosen_then_the_other_and_the_cost_comes_before_the_deed(
        self, director_client, event
    ):
        asked = pair(event)
        shown = page(director_client, "seating", event)
        assert f"?round=1&amp;one={asked['one']}#swap" in shown
        shown = page(director_client, "seating", event, round=1, one=asked["one"])
        assert "With whom?" in shown
        assert f"one={asked['one']}&amp;other={asked['other']}#swap" in shown
        before = tables(event)
        shown = page(director_client, "seating", event, **asked)
        assert "change places." in shown
        assert "The plan" in shown
        assert "Let them change places" in shown
        told = page(director_client, "swap", event, **asked)
        assert told.startswith("The plan ")
        assert tables(event) == before
        answer = director_client.post(at("swap", event), asked)
        assert answer.url.endswith("#round-1")
        after = tables(event)
        assert after[asked["one"]] == before[asked["other"]]
        assert after[asked["other"]] == before[asked["one"]]

    def test_who_sits_at_a_locked_table_stays(self, director_client, event):
        asked = pair(event)
        Table.objects.filter(round__event=event).update(locked=True)
        before = tables(event)
        for told in (
            page(director_client, "seating", event, **asked),
            page(director_client, "swap", event, **asked),
            director_client.post(at("swap", event), asked, follow=True).content.decode(),
        ):
            assert "Unlock it first" in told
        assert tables(event) == before

    def test_nobody_moves_in_a_round_that_has_begun(self, director_client, event):
        begin(event)
        asked = pair(event)
        assert 'data-round="1"' not in page(director_client, "seating", event)
        answer = director_client.post(at("swap", event), asked, follow=True)
        assert "has begun" in answer.content.decode()

    @pytest.mark.parametrize(
        "spoilt",
        (
            *({"round": sent} for sent in ("9", "²", "00011", "1" * 5000, "")),
            *({"one": "x"}, {"other": ""}),
        ),
    )
    def test_whoever_is_not_there_is_not_chosen(self, director_client, event, spoilt):
        asked = {**pair(event), **spoilt}
        assert "Let them change places" not in page(director_client, "seating", event, **asked)
        assert director_client.post(at("swap", event), asked).status_code == 404

    def test_the_way_back_is_to_choose_the_same_once_more(self, director_client, event):
        asked = pair(event)
        shown = page(director_client, "seating", event, round=1, one=asked["one"])
        assert 'href="./#round-1"' in shown


class TestRelease:
    def test_it_has_the_sheets_made_and_leads_to_them(self, director_client, event):
        answer = director_client.post(at("release", event), follow=True)
        assert answer.redirect_chain[-1][0] == at("papers", event)
        (told,) = answer.context["messages"]  # it stays while the papers come
        assert str(told) == "The plan is released. Its score sheets come here."
        assert Job.objects.count() == Table.objects.filter(round__event=event).count()
        director_client.post(at("release", event))
        assert Job.objects.count() == Table.objects.filter(round__event=event).count()

    def test_one_round_alone(self, director_client, event):
        director_client.post(at("release", event), {"round": "1"})
        states = dict(event.rounds.values_list("number", "state"))
        assert states == {1: Round.State.RELEASED, 2: Round.State.DRAFT}
        assert Job.objects.count() == 3

    @pytest.mark.parametrize("number", ("7", "0", "x", "²", "01", "00011", "1" * 5000))
    def test_a_round_that_is_not_there_gets_a_sentence(self, director_client, event, number):
        said = number if len(number) < 12 else f"{number[:11]}…"
        answer = director_client.post(at("release", event), {"round": number}, follow=True)
        (told,) = answer.context["messages"]
        assert str(told).startswith(f"There is no round {said} in this event.")
        assert not event.rounds.exclude(state=Round.State.DRAFT).exists()
        assert not Job.objects.exists()

    def test_not_while_somebody_has_a_seat_who_does_not_play(self, director_client, event):
        event.participants.filter(number=1).update(to_round=0)
        answer = director_client.post(at("release", event), follow=True)
        assert "have a seat and do not play" in answer.content.decode()
        assert not event.rounds.filter(state=Round.State.RELEASED).exists()


class TestComing:
    def join(self, client, event, **wanted):
        form = {"person": "", "name": "", "from_round": "2", **wanted}
        return client.post(at("participants", event), form)

    def test_a_member_is_shown_in_the_plan_before_he_plays(self, director_client, event, people):
        begin(event)
        assert "Free or late tonight" in page(director_client, "participants", event)
        key = str(people[12].pk)
        shown = self.join(director_client, event, person=key).content.decode()
        assert "Nothing is stored yet" in shown
        assert people[12].name in shown
        assert event.participants.count() == 11
        self.join(director_client, event, person=key, sure="1")
        assert event.participants.get(person=people[12]).from_round == 2
        assert len(tables(event, 1)) == 11
        assert len(tables(event, 2)) == 12

    def test_a_guest_becomes_a_guest_of_the_club(self, director_client, club, event):
        self.join(director_client, event, name="Eva Skov")
        assert not Person.objects.filter(first_name="Eva").exists()
        self.join(director_client, event, name="Eva Skov", sure="1", from_round="1")
        assert event.participants.get(name="Eva Skov").person.memberships.get().club == club

    @pytest.mark.parametrize(
        ("wanted", "says"),
        (
            ({}, "Choose a member"),
            ({"name": "\u202e", "sure": "1"}, "field__error"),
            ({"name": "Eva", "from_round": "9"}, "field__error"),
        ),
    )
    def test_what_cannot_be_is_said_and_nothing_typed_is_lost(
        self, director_client, event, wanted, says
    ):
        answer = self.join(director_client, event, **wanted)
        assert answer.status_code == 400
        assert says in answer.content.decode()
        assert event.participants.count() == 11

    def test_not_into_a_round_that_has_begun(self, director_client, event):
        begin(event)
        answer = self.join(director_client, event, name="Eva", from_round="1")
        assert "has begun" in answer.content.decode()


class TestPlayer:
    @pytest.fixture
    def player(self, event: Event) -> Participant:
        return event.participants.get(number=1)

    def say(self, client, player, **said):
        return client.post(at("participant", player.event, player.pk), said)

    def test_who_leaves_is_out_of_the_rounds_to_come_once_it_is_confirmed(
        self, director_client, event, player
    ):
        begin(event)
        before = tables(event, 1)
        shown = self.say(director_client, player, **LEAVES).content.decode()
        assert f"The plan without {player.name}" in shown
        assert len(tables(event, 2)) == 11
        answer = self.say(director_client, player, **LEAVES, sure="1")
        assert answer.url == at("seating", event)
        assert tables(event, 1) == before
        assert str(player.pk) not in tables(event, 2)
        listed = page(director_client, "participants", event)
        assert "leaves after round 1" in listed
        back = {"do": "back", "from_round": "2"}
        shown = self.say(director_client, player, **back).content.decode()
        assert f"The plan with {player.name}" in shown
        self.say(director_client, player, **back, sure="1")
        assert str(player.pk) in tables(event, 2)

    def test_who_is_forgotten_by_the_club_comes_back_too(self, director_client, event, player):
        Participant.objects.filter(pk=player.pk).update(person=None, to_round=0)
        answer = self.say(director_client, player, do="back", from_round="1")
        assert f"The plan with {player.name}" in answer.content.decode()

    def test_after_the_last_round_nothing_is_left_to_seat(self, director_client, event, player):
        begin(event)
        second = event.rounds.get(number=2)
        release_rounds(event=event, actor=ACTOR)
        Seat.objects.filter(round=second, participant=player).delete()
        make.enter(second.tables.all()[0], 1, {"passed": True})
        shown = self.say(director_client, player, **LEAVES).content.decode()
        assert "No round is left" in shown

    def test_not_out_of_a_round_that_is_played(self, director_client, event, player):
        begin(event)
        answer = self.say(director_client, player, do="leave", after_round="0")
        assert answer.status_code == 400
        assert "has begun" in answer.content.decode()
        other = event.participants.exclude(seats__table__revisions__isnull=False).first()
        assert "does not play at all" in page(director_client, "participant", event, other.pk)
        assert "does not play" not in page(director_client, "participant", event, player.pk)

    def test_somebody_else_plays_on_his_chair_and_no_longer(self, director_client, event, player):
        seat = Seat.objects.get(round__number=1, participant=player)
        said = {"do": "substitute", "seat": str(seat.pk), "person": "", "name": "Eva Skov"}
        self.say(director_client, player, **said, later="on")
        assert "Eva Skov plays" in page(director_client, "seating", event)
        shown = page(director_client, "participant", event, player.pk)
        assert "Round 1: Eva Skov plays" in shown
        assert "Round 2: Eva Skov plays" in shown
        self.say(director_client, player, do="himself", which=str(seat.pk))
        seat.refresh_from_db()
        assert seat.substitute_name == ""

    def test_nobody_plays_on_two_chairs(self, director_client, event, player, people):
        seat = Seat.objects.get(round__number=1, participant=player)
        other = Seat.objects.filter(round__number=1).exclude(pk=seat.pk)[0]
        Seat.objects.filter(pk=other.pk).update(substitute=people[12])
        said = {"do": "substitute", "seat": str(seat.pk), "person": str(people[12].pk), "name": ""}
        answer = self.say(director_client, player, **said)
        assert answer.status_code == 400
        assert "plays in round 1 already" in answer.content.decode()

    def test_wishes_are_kept_shown_and_taken_back(self, director_client, event, player):
        other = event.participants.get(number=2)
        self.say(director_client, player, do="wish", kind="apart", other=str(other.pk))
        wish = Wish.objects.get()
        for one, two in ((player, other), (other, player)):
            assert f"{two.name}: not at one table" in page(
                director_client, "participant", event, one.pk
            )
        self.say(director_client, other, do="unwish", which=str(wish.pk))
        assert not Wish.objects.exists()

    def test_a_place_and_a_strength_are_his(self, director_client, event, player):
        self.say(director_client, player, do="place", table="2", seat="1")
        self.say(director_client, player, do="strength", strength="3")
        player.refresh_from_db()
        assert (player.own_table, player.own_seat, player.strength) == (2, 1, 3)
        self.say(director_client, player, do="place", table="", seat="")
        player.refresh_from_db()
        assert (player.own_table, player.own_seat) == (None, None)

    def test_a_seat_without_a_table_gets_a_sentence(self, director_client, event, player):
        answer = self.say(director_client, player, do="place", table="", seat="1")
        assert "This wish cannot be kept" in answer.content.decode()

    def test_nothing_else_can_be_said(self, director_client, event, player):
        assert self.say(director_client, player, do="king").status_code == 404

    @pytest.mark.parametrize(
        ("first", "last", "says"),
        (
            (2, None, "from round 2"),
            (1, 0, "does not play at all"),
            (2, 2, "from round 2"),
            (1, 2, ""),
        ),
    )
    def test_the_list_says_which_rounds_he_plays(
        self, director_client, event, player, first, last, says
    ):
        event.participants.filter(pk=player.pk).update(from_round=first, to_round=last)
        listed = page(director_client, "participants", event)
        line = listed.split(f">{player.name}<", 1)[1].split("</a>", 1)[0]
        assert says in line
        assert ("round" in line) is ("round" in says)


@pytest.mark.parametrize(
    "name",
    ("choose", "swap", "participants", "draw", "release", "lock", "participant", "plan-rounds"),
)
def test_another_clubs_director_finds_and_does_nothing(stranger_client, event, name):
    more = {
        "lock": [Table.objects.filter(round__event=event)[0].pk],
        "participant": [event.participants.all()[0].pk],
    }.get(name, [])
    before = tables(event)
    answer = stranger_client.post(at(name, event, *more), {**pair(event), **LEAVES, "sure": "1"})
    assert answer.status_code == 404
    assert "Agnes" not in answer.content.decode()
    assert tables(event) == before
