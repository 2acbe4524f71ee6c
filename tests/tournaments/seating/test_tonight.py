"""Who is marked at the check-in after the release goes into the running evening."""

import datetime as dt
import html
import re

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from lhombre_club.members.models import Attendance
from lhombre_club.members.queries import attendance, evening
from tests import make
from tests.tournaments.played import make_pairs_or_teams
from tests.tournaments.seating.seating import ACTOR, begin, preset, seats
from tournaments.events.domain.events import make_event
from tournaments.events.domain.putting_away import archive_event
from tournaments.events.pages.again import gathered
from tournaments.models import Event, Round, Seat, Table
from tournaments.seating.domain.options import plan_after_join
from tournaments.seating.domain.players import come_back, join, withdraw
from tournaments.seating.domain.released import release_rounds
from tournaments.seating.pages.ways import also_costs
from tournaments.seating.queries.leaving import Until, left_early
from tournaments.seating.queries.tonight import plays_too, tonight_of
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches
from tournaments.teams.domain.substitutes import set_substitute

pytestmark = pytest.mark.django_db
TONIGHT = reverse("members:tonight")
NEW = reverse("tournaments:event-new")
FORM = {
    "name": "Begyndere",
    "date": evening().isoformat(),
    "rounds": "1",
    "deals": "12",
    "ruleset": "dlu",
    "accounting": "rasle",
}


@pytest.fixture(autouse=True)
def in_english(director_client):
    director_client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def people(club):
    return make.make_members(club, 16)


@pytest.fixture
def event(club, people):
    """Twelve are here and play, released and begun; four more members are not."""
    mark(club, people[:12])
    event = make_event(
        club=club,
        name="Klubaften",
        date=evening(),
        people=people[:12],
        actor=ACTOR,
        preset=preset(),
    )
    begin(event)
    release_rounds(event=event, actor=ACTOR)
    return event


def mark(club, people, state=Attendance.State.HERE):
    for person in people:
        Attendance.objects.create(club=club, person=person, date=evening(), state=state)


def page(client, address=TONIGHT):
    return client.get(address).content.decode()


class TestLate:
    def test_the_one_button_is_not_for_a_second_event(self, director_client, club, people, event):
        mark(club, people[12:14])
        shown = page(director_client)
        assert "Close the check-in and make the event" not in shown
        assert "2 more make" not in shown
        for person in people[12:14]:
            assert f"<strong>{person.full_name}</strong> is not in it yet." in shown
            assert f'value="{person.pk}"' in shown
        assert "from round 1" not in shown
        assert "from round 2" in shown

    def test_he_is_shown_in_the_plan_and_then_plays(self, director_client, club, people, event):
        mark(club, people[12:13])
        sent = {"person": str(people[12].pk), "from_round": "2"}
        at = reverse("tournaments:participants", args=[event.pk])
        before = seats(event)
        shown = director_client.post(at, sent).content.decode()
        assert "Nothing is stored yet" in shown
        assert people[12].name in shown
        assert seats(event) == before
        director_client.post(at, {**sent, "name": "", "sure": "1"})
        assert event.participants.get(person=people[12]).from_round == 2
        assert seats(event, 1) == {key: who for key, who in before.items() if key[0] == 1}
        assert Event.objects.count() == 1
        assert "Everybody who is here plays in it." in page(director_client)

    def test_who_has_left_is_not_simply_here(self, director_client, club, people, event):
        gone = event.participants.get(person=people[0])
        says = "plays no more after round 1"
        assert says not in page(director_client)
        withdraw(participant=gone, after_round=1, actor=ACTOR)
        shown = page(director_client)
        assert shown.count(says) == 1
        assert says in shown.partition(f'id="person-{people[0].pk}"')[2].partition("</button>")[0]
        make_event(club=club, name="Two", date=evening(), people=people[:4], actor=ACTOR)
        assert says not in page(director_client)  # there he plays on

    def test_who_went_home_from_an_event_that_is_over_is_not_said_to_be_new(
        self, director_client, club, people, event
    ):
        gone = event.participants.get(person=people[0])
        withdraw(participant=gone, after_round=1, actor=ACTOR)
        second = make_event(club=club, name="Two", date=evening(), people=people[1:9], actor=ACTOR)
        Round.objects.filter(event=event).update(state=Round.State.FINAL)
        shown = page(director_client)
        name = people[0].full_name
        assert f"<strong>{name}</strong> went home after round 1 of another event." in shown
        assert f"<strong>{name}</strong> is not in it yet." not in shown
        release_rounds(event=second, actor=ACTOR)
        for table in Table.objects.filter(round__event=second):
            make.enter(table, 1, {"passed": True})
        shown = page(director_client)
        told = shown.partition("Here and not in the event:")[2].partition("</p>")[0]
        assert people[9].listed in told
        assert name not in told

    def test_who_comes_back_for_the_next_event_is_counted_again(
        self, director_client, club, people, event, time_machine
    ):
        gone = event.participants.get(person=people[0])
        withdraw(participant=gone, after_round=1, actor=ACTOR)
        now = timezone.now()
        Round.objects.filter(event=event).update(state=Round.State.FINAL, closed_at=now)
        assert left_early(club, evening()) == {people[0].pk: Until(1)}
        assert people[0] not in gathered(club).here
        time_machine.move_to(now + dt.timedelta(minutes=1))
        for state in ("back", "here"):  # once to take the tick away, once to set it
            director_client.post(reverse("members:tonight-mark"), {state: str(people[0].pk)})
        assert left_early(club, evening()) == {}
        assert people[0] in gathered(club).here

    def test_who_is_let_in_is_here_and_who_never_played_is_not(self, club, people, event):
        late, found, free, stranger = people[12], people[13], people[14], make.make_person("Eva")
        mark(club, [late], Attendance.State.LATE)
        mark(club, [free], Attendance.State.FREE)
        for person in (late, found, free, stranger):
            join(event=event, person=person, from_round=2, actor=ACTOR)
        states = attendance(club, evening()).states
        assert [states.get(each.pk) for each in (late, found, free, stranger)] == [
            *("late", "here", "here", None)
        ]
        gone = event.participants.get(person=found)
        withdraw(participant=gone, after_round=0, actor=ACTOR)
        assert attendance(club, evening()).states[found.pk] == "away"
        come_back(participant=gone, from_round=2, actor=ACTOR)
        assert attendance(club, evening()).states[found.pk] == "here"
        make_event(club=club, name="Two", date=evening(), people=people[12:16], actor=ACTOR)
        withdraw(participant=gone, after_round=0, actor=ACTOR)
        assert attendance(club, evening()).states[found.pk] == "here"  # there he plays

    def test_who_comes_later_is_let_in_after_the_next_round_unless_one_chooses(
        self, director_client, club, people
    ):
        named = {"name": "Klubaften", "date": evening(), "preset": preset()}
        event = make_event(club=club, people=people[:12], actor=ACTOR, **named)
        mark(club, [people[12]])
        mark(club, [people[13]], Attendance.State.LATE)
        shown = page(director_client)
        for person, chosen in ((people[12], []), (people[13], ["2"])):
            form = shown.partition(f'id="from-{event.pk}-{person.pk}"')[2].partition("</select>")[0]
            assert re.findall(r'value="(\d)" selected', form) == chosen

    def test_an_event_of_another_day_marks_nobody(self, club, people, event):
        Event.objects.filter(pk=event.pk).update(date=make.EVENING - dt.timedelta(days=700))
        event.refresh_from_db()
        join(event=event, person=people[12], from_round=2, actor=ACTOR)
        assert not Attendance.objects.filter(person=people[12]).exists()

    def test_marking_brings_the_offer_at_once(self, director_client, people, event):
        said = {"here": str(people[12].pk)}
        address = reverse("members:tonight-mark")
        shown = director_client.post(address, said, headers={"HX-Request": "true"})
        fragment = shown.content.decode()
        assert 'id="presence-running" hx-swap-oob="true"' in fragment
        assert f"<strong>{people[12].full_name}</strong> is not in it yet." in fragment

    def test_once_every_round_has_begun_it_says_so(self, director_client, club, people, event):
        make.enter(event.rounds.get(number=2).tables.first(), 1, {"passed": True})
        mark(club, people[12:13])
        assert "Every round has begun" in page(director_client)

    def test_who_goes_and_is_seated_is_named(self, director_client, club, people, event):
        one = event.participants.get(person=people[3])
        sent = {"away": str(people[3].pk)}
        address = reverse("members:tonight-mark")
        shown = director_client.post(address, sent, headers={"HX-Request": "true"})
        says = f"<strong>{html.escape(one.name)}</strong> left after round 1 and is still"
        told = shown.content.decode()
        assert says in told
        row = told.partition(f'id="row-{people[3].pk}"')[2].partition("presence__more")[0]
        assert "played until round 1, has left" in row
        assert "not tonight" not in row
        assert reverse("tournaments:participant", args=[event.pk, one.pk]) in page(director_client)
        withdraw(participant=one, after_round=1, actor=ACTOR)
        assert says not in page(director_client)

    def test_who_goes_after_a_round_has_played_tonight(self, director_client, club, people, event):
        Attendance.objects.filter(person=people[0]).update(state=Attendance.State.AWAY)
        withdraw(participant=event.participants.get(person=people[0]), after_round=1, actor=ACTOR)
        told = page(director_client)
        row = told.split(f"row-{people[0].pk}")[1].split("presence__more")[0]
        assert "played until round 1, has left" in row
        assert "not tonight" not in row

    def test_who_played_to_the_end_is_not_one_who_did_not_play(
        self, director_client, club, people, event
    ):
        instead = event.participants.get(person=people[1])
        set_substitute(
            seat=Seat.objects.get(participant=instead, round__number=1),
            person=None,
            name="Gæst",
            actor=ACTOR,
        )
        event.rounds.update(state=Round.State.FINAL)
        Attendance.objects.filter(person__in=people[:2]).update(state=Attendance.State.AWAY)
        told = page(director_client)
        rows = [told.split(f"row-{one.pk}")[1].split("presence__more")[0] for one in people[:2]]
        assert "played until round 1, has left" in rows[0]
        assert "not tonight" in rows[1]

    def test_who_never_came_and_comes_after_all_is_offered(
        self, director_client, club, people, event
    ):
        late = event.participants.create(person=people[13], number=13, name="Niels", to_round=0)
        mark(club, people[13:14])
        assert tonight_of(club, evening()).arrived == (people[13],)
        sent = {"person": str(people[13].pk), "name": "", "from_round": "2", "sure": "1"}
        director_client.post(reverse("tournaments:participants", args=[event.pk]), sent)
        late.refresh_from_db()
        assert (late.from_round, late.to_round) == (2, None)

    def test_pairs_and_teams_are_not_joined(self, director_client, club, people, event):
        Event.objects.update(kind=Event.Kind.TEAMS)
        mark(club, people[12:13])
        assert "The teams stay as they were" in page(director_client)

    def test_who_is_missing_in_a_match_needs_a_substitute(self, director_client, club):
        pairs = make_pairs_or_teams(club, "pairs", 2, deals=4, name="Makker", date=evening())
        draw_matches(event=pairs, settings=LeagueSettings(times=2), actor=ACTOR)
        chairs = Seat.objects.filter(participant=pairs.participants.all()[0])
        first, second = chairs.order_by("round__number")
        assert "Find a substitute" not in page(director_client)
        mark(club, [first.participant.person], Attendance.State.AWAY)
        shown = page(director_client)
        assert "nobody plays instead in round 1." in shown
        assert f"{reverse('tournaments:round-matches', args=[first.round_id])}#subst" in shown
        assert reverse("tournaments:round-matches", args=[second.round_id]) not in shown
        set_substitute(seat=first, person=None, name="Gæst", later=True, actor=ACTOR)
        assert "Find a substitute" not in page(director_client)

    def test_an_evening_that_is_over_is_named_and_not_to_be_made(
        self, director_client, club, people, event
    ):
        event.rounds.update(state=Round.State.FINAL)
        told = page(director_client)
        assert f"<strong>{event.name}</strong> is over." in told
        assert f'href="{reverse("tournaments:standings", args=[event.pk])}"' in told
        assert "Close the check-in and make the event" not in told
        assert "One more event" in told
        make_event(club=club, name="Two", date=evening(), people=people[:12], actor=ACTOR)
        told = page(director_client)
        assert f"<strong>{event.name}</strong> is over." in told
        assert "To Two" in told

    def test_an_archived_evening_is_not_told_as_over(self, director_client, event):
        event.rounds.update(state=Round.State.FINAL)
        archive_event(event=event, actor=ACTOR)
        assert "is over" not in page(director_client)


class TestTwoEvents:
    def test_who_plays_already_is_asked_about(self, director_client, club, people, event):
        mark(club, people[12:])
        shown = page(director_client, NEW)
        assert "12 of those who are here play in Klubaften tonight" in shown
        assert "4 are marked as here tonight:" in shown
        assert "2 pairs: 1 table in each round." in shown
        assert "Too few: it takes at least 8." in shown
        director_client.post(NEW, FORM)
        made = Event.objects.get(name="Begyndere")
        assert {one.person for one in made.participants.all()} == set(people[12:])

    def test_an_archived_event_holds_nobody(self, director_client, club, people, event):
        archive_event(event=event, actor=ACTOR)
        told = page(director_client, NEW)
        assert "of those who are here" not in told
        assert tonight_of(club, evening()).running == ()

    def test_who_went_home_is_not_in_the_next_one(self, director_client, club, people, event):
        gone = event.participants.get(person=people[0])
        withdraw(participant=gone, after_round=1, actor=ACTOR)
        event.rounds.update(state=Round.State.FINAL)
        assert "11 are marked as here tonight:" in page(director_client, NEW)
        archive_event(event=event, actor=ACTOR)  # the first page counts anew, and as the others do
        assert count(director_client)[0] == "11"
        assert "11 are marked as here." in page(director_client, reverse("tournaments:home"))
        director_client.post(NEW, FORM)
        made = Event.objects.get(name="Begyndere")
        assert {one.person for one in made.participants.all()} == set(people[1:12])

    def test_where_all_play_already_there_is_no_button_until_it_is_asked_for(
        self, director_client, people, event
    ):
        shown = page(director_client, NEW)
        assert "Draw the seats" not in shown
        assert director_client.post(NEW, FORM).status_code == 400
        assert Event.objects.count() == 1
        shown = page(director_client, f"{NEW}?who=all")
        assert "in two events at the same time" in shown
        assert "Draw the seats" in shown
        director_client.post(NEW, {**FORM, "who": "all"})
        assert Event.objects.get(name="Begyndere").participants.count() == 12

    def test_with_a_third_event_the_number_is_said(self, director_client, club, people, event):
        make_event(club=club, name="Begyndere", date=evening(), people=people[:8], actor=ACTOR)
        shown = page(director_client, f"{NEW}?who=all")
        assert "in up to 3 events at the same time" in shown
        assert "in two events" not in shown

    def test_the_plan_with_him_counts_as_the_page_does(self, director_client, people, event):
        sent = {"person": str(people[12].pk), "from_round": "2", "at": "0"}
        at = reverse("tournaments:participants", args=[event.pk])
        shown = html.unescape(director_client.post(at, sent).content.decode())
        plan = plan_after_join(event, people[12], 2)
        with override("en"):
            told = also_costs(plan.costs)
        assert any("sits at a table of three" in line for line in told)
        (moved,) = re.findall(
            r"(\d+) of the 12 who keep a seat sit at another table than now", shown
        )
        assert 1 < int(moved) <= 12
        assert all(line in shown for line in told)

    def test_the_plan_with_him_says_that_he_plays_elsewhere(
        self, director_client, club, people, event
    ):
        other = make_event(
            club=club, name="Begyndere", date=evening(), people=people[12:], actor=ACTOR
        )
        assert plays_too(people[12], event) == [other]
        sent = {"person": str(people[12].pk), "from_round": "2"}
        at = reverse("tournaments:participants", args=[event.pk])
        shown = director_client.post(at, sent).content.decode()
        assert f"{people[12].name} plays in Begyndere too, on the same day." in shown


def test_nothing_is_asked_of_the_other_club(club, event):
    assert tonight_of(make.make_club("B"), evening()).running == ()
    assert [one.event for one in tonight_of(club, evening()).running] == [event]


def count(client):
    """The large figure of the check-in, and what stands beside it."""
    told = page(client).partition('id="presence-count"')[2].partition("</p>")[0]
    return re.sub(r"<[^>]+>|\s+", " ", told.partition(">")[2]).split()


def test_the_count_is_of_those_who_are_still_here(director_client, people, event):
    assert count(director_client) == ["12", "here."]
    gone = event.participants.get(person=people[0])
    withdraw(participant=gone, after_round=1, actor=ACTOR)
    assert count(director_client) == ["11", "still", "here."]
    event.rounds.update(state=Round.State.FINAL)
    assert count(director_client)[3:] == ["1", "more", "makes", "3", "full", "tables."]


def test_with_two_events_nobody_is_said_to_play_in_both(director_client, club, people, event):
    mark(club, people[12:])
    make_event(club=club, name="Two", date=evening(), people=people[12:], actor=ACTOR)
    told = page(director_client)
    assert "plays in it" not in told
    assert told.count("Everybody who is here plays in one of these events.") == 2
