"""Another draw asks about swaps made by hand, and can be taken back while nothing has begun."""

import re

import pytest
from django.urls import reverse

from lhombre_club.printing.domain.asking import note_opened
from lhombre_club.printing.models import Job
from tests import make
from tests.refused import refused_for
from tests.tournaments.seating.seating import ACTOR, at_table, begin, evening, free, player, seats
from tournaments.models import Activity, Event, Round, Table
from tournaments.papers import asking
from tournaments.seating.domain.again import HandSwap, lost_swaps, swaps_of, undo_draw
from tournaments.seating.domain.drawing import choose, draw_rest, lock_table
from tournaments.seating.domain.evening import read
from tournaments.seating.domain.players import join, set_rounds, withdraw
from tournaments.seating.domain.released import release_rounds
from tournaments.seating.domain.swaps import swap_players
from tournaments.seating.reasons import SeatingReason

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english(director_client):
    director_client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def event(club):
    return evening(club, 12)


def swapped(event, number=1):
    """The first at table 1 and the first at table 2 change places."""
    one, other = at_table(event, number, 1)[0], at_table(event, number, 2)[0]
    round_ = event.rounds.get(number=number)
    swap_players(round_=round_, one=one, other=other, actor=ACTOR)
    return HandSwap(number, one.number, other.number)


def again(event):
    return Event.objects.get(pk=event.pk)


def released(event, number=1):
    """A round is shown to the room, and its sheets are printed."""
    round_ = event.rounds.get(number=number)
    release_rounds(event=event, only=round_, actor=ACTOR)
    asking.ask_for_round(round_=round_, kind=asking.Kind.SCORE_SHEET, actor=ACTOR)
    for job in Job.objects.all():
        note_opened(job)


def shown_now(event):
    """The numbers of the rounds that are released."""
    found = event.rounds.filter(state=Round.State.RELEASED)
    return list(found.values_list("number", flat=True))


def seen_in(shown):
    return re.findall(r'name="seen" value="([^"]+)"', shown)[0]


def at(name, event):
    return reverse(f"tournaments:{name}", args=[event.pk])


class TestSwaps:
    def test_one_is_kept_until_its_round_is_drawn_anew(self, event):
        first, second = swapped(event), swapped(event, 2)
        assert swaps_of(again(event)) == [first, second]
        draw_rest(event=event, actor=ACTOR, seed=5, first=2)
        assert swaps_of(again(event)) == [first]

    def test_the_same_two_again_are_as_before(self, event):
        swap = swapped(event)
        one, other = player(event, swap.one), player(event, swap.other)
        swap_players(round_=event.rounds.get(number=1), one=other, other=one, actor=ACTOR)
        assert swaps_of(again(event)) == []

    def test_one_between_locked_tables_is_not_lost(self, event):
        swap = swapped(event)
        assert lost_swaps(read(again(event))) == [swap]
        for table in Table.objects.filter(round__event=event, round__number=1, number__lte=2):
            lock_table(table=table, locked=True, actor=ACTOR)
        assert lost_swaps(read(again(event))) == []
        draw_rest(event=event, actor=ACTOR, seed=5)
        assert swaps_of(again(event)) == [swap]

    def test_one_in_a_round_that_has_begun_is_not_lost(self, event):
        swapped(event)
        begin(event)
        assert lost_swaps(read(again(event))) == []

    def test_an_event_from_before_has_none(self, event):
        Event.objects.update(since_draw={})
        assert swaps_of(again(event)) == []
        with refused_for(SeatingReason.NO_UNDO):
            undo_draw(event=event, actor=ACTOR)


class TestAsking:
    @pytest.mark.parametrize("deed", (("draw", {}), ("choose", {"key": "fours"})))
    def test_what_would_be_lost_is_said_and_nothing_is_drawn(self, director_client, club, deed):
        event = evening(club, 11)
        name, sent = deed
        swap = swapped(event)
        before = seats(event)
        shown = director_client.post(at(name, event), sent).content.decode()
        names = [player(event, number).name for number in (swap.one, swap.other)]
        assert f"Round 1, {names[0]} and {names[1]}" in shown
        assert seats(event) == before
        seen = re.search(r'name="seen" value="(\w+)"', shown)
        assert seen
        for key, value in sent.items():
            assert f'name="{key}" value="{value}"' in shown
        answer = director_client.post(at(name, event), {**sent, "seen": seen[1]})
        assert answer.url == at("seating", event)
        assert seats(event) != before

    def test_what_was_not_seen_is_shown_first(self, director_client, event):
        swapped(event)
        shown = director_client.post(at("draw", event)).content.decode()
        seen = re.search(r'name="seen" value="(\w+)"', shown)
        swapped(event, 2)
        before = seats(event)
        answer = director_client.post(at("draw", event), {"seen": seen[1] if seen else ""})
        assert "Round 2" in answer.content.decode()
        assert seats(event) == before

    def test_fewer_rounds_ask_about_the_swaps_of_those_that_go(self, director_client, event):
        swapped(event)
        director_client.post(at("plan-rounds", event), {"rounds": "3"})
        assert again(event).planned_rounds == 3  # more rounds take nothing away
        director_client.post(at("plan-rounds", event), {"rounds": "2"})
        swapped(event, 2)
        shown = director_client.post(at("plan-rounds", event), {"rounds": "1"}).text
        assert "Swaps would be lost" in shown
        assert shown.count("<li>Round 2, ") == 1
        assert "Lock the tables" not in shown
        assert event.rounds.count() == 2
        seen = re.findall(r'name="seen" value="([^"]+)"', shown)[0]
        director_client.post(at("plan-rounds", event), {"rounds": "1", "seen": seen})
        assert event.rounds.count() == 1

    def test_without_swaps_nothing_is_asked(self, director_client, event):
        assert director_client.post(at("draw", event)).url == at("seating", event)

    def test_who_comes_is_shown_with_the_swaps_that_go(self, director_client, club, event):
        swapped(event, 2)
        guest = {"person": "", "name": "Eva Skov", "from_round": "2", "at": "0"}
        shown = director_client.post(at("participants", event), guest).content.decode()
        assert "Swaps made by hand that are lost: round 2," in shown


DEEDS: tuple[tuple[str, dict[str, str]], ...] = (
    ("draw", {}),
    ("draw", {"by": "standing"}),
    ("choose", {"key": "fours"}),
)
PRINTED = "Round 1 is released and its score sheets were opened for printing."


class TestReleased:
    @pytest.mark.parametrize("deed", DEEDS)
    def test_a_round_that_the_room_has_seen_is_not_drawn_anew_unasked(
        self, director_client, club, deed
    ):
        event = evening(club, 11)
        name, sent = deed
        released(event)
        before = seats(event)
        shown = director_client.post(at(name, event), sent).text
        assert f"{PRINTED} It becomes a draft again, to be released anew" in shown
        assert "Round 2 is released" not in shown
        assert "made by hand" not in shown
        assert (seats(event), shown_now(event)) == (before, [1])
        director_client.post(at(name, event), {**sent, "seen": seen_in(shown)})
        assert seats(event) != before
        assert shown_now(event) == []

    def test_one_page_says_both_and_what_was_released_since_is_said_first(
        self, director_client, event
    ):
        swapped(event)
        release_rounds(event=event, only=event.rounds.get(number=1), actor=ACTOR)
        shown = director_client.post(at("draw", event)).text
        assert "Round 1 is released. It becomes a draft again" in shown
        assert shown.count("<li>Round 1, ") == 1
        release_rounds(event=event, actor=ACTOR)
        shown = director_client.post(at("draw", event), {"seen": seen_in(shown)}).text
        assert "Round 2 is released." in shown
        assert shown_now(event) == [1, 2]
        director_client.post(at("draw", event), {"seen": seen_in(shown)})
        assert shown_now(event) == []

    def test_a_round_that_has_begun_is_not_asked_about(self, director_client, event):
        begin(event)
        assert director_client.post(at("draw", event)).url == at("seating", event)
        assert shown_now(event) == [1]

    def test_who_fills_up_the_tables_is_not_taken_back_and_that_is_not_promised(
        self, director_client, club
    ):
        event = evening(club, 11)
        free(club)
        released(event)
        shown = director_client.post(at("choose", event), {"key": "fours"}).text
        assert "The last draw can be taken back" in shown
        shown = director_client.post(at("choose", event), {"key": "filled"}).text
        assert PRINTED in shown
        assert "The last draw can be taken back" not in shown
        director_client.post(at("choose", event), {"key": "filled", "seen": seen_in(shown)})
        assert again(event).participants.count() == 12
        assert "Take the last draw back" not in director_client.get(at("seating", event)).text

    def test_two_change_places_once_it_is_said_that_the_round_was_released(
        self, director_client, event
    ):
        one, other = at_table(event, 1, 1)[0], at_table(event, 1, 2)[0]
        asked = {"round": "1", "one": str(one.pk), "other": str(other.pk)}
        assert "becomes a draft" not in director_client.get(at("seating", event), asked).text
        released(event)
        for name in ("seating", "swap"):
            shown = director_client.get(at(name, event), asked).text
            assert f"{PRINTED} It becomes a draft again" in shown

    def test_fewer_rounds_ask_about_the_released_ones_that_go(self, director_client, event):
        released(event)
        released(event, 2)
        shown = director_client.post(at("plan-rounds", event), {"rounds": "1"}).text
        assert PRINTED not in shown
        assert "opened for printing. It falls away" in shown
        assert "can be taken back" not in shown
        assert event.rounds.count() == 2
        sent = {"rounds": "1", "seen": seen_in(shown)}
        director_client.post(at("plan-rounds", event), sent)
        assert (event.rounds.count(), shown_now(event)) == (1, [1])
        director_client.post(at("plan-rounds", event), {"rounds": "2"})
        assert event.rounds.count() == 2  # more rounds take nothing away

    def test_taken_back_it_is_a_draft_and_that_is_said(self, director_client, event):
        released(event)
        before = seats(event)
        draw_rest(event=event, actor=ACTOR, seed=4)
        shown = director_client.post(at("undraw", event), follow=True).text
        assert "but round 1, which had been released, is a draft: release it anew" in shown
        assert (seats(event), shown_now(event)) == (before, [])

    def test_a_plan_released_since_the_draw_is_not_taken_back_unasked(self, director_client, event):
        draw_rest(event=event, actor=ACTOR, seed=4)
        release_rounds(event=event, actor=ACTOR)
        shown = director_client.post(at("undraw", event)).text
        assert "Round 2 is released. It becomes a draft again" in shown
        assert "Lock the tables" not in shown
        assert shown_now(event) == [1, 2]
        sent = {"seen": seen_in(shown)}
        shown = director_client.post(at("undraw", event), sent, follow=True).text
        assert "but rounds 1, 2, which had been released, are drafts" in shown

    def test_a_plan_kept_before_that_was_written_down_is_taken_back(self, director_client, event):
        draw_rest(event=event, actor=ACTOR, seed=4)
        kept = again(event).since_draw
        for was in kept["before"]["rounds"].values():
            del was["released"]
        Event.objects.update(since_draw=kept)
        shown = director_client.post(at("undraw", event), follow=True).text
        assert "The last draw is taken back. This is the plan as it was." in shown


class TestUndo:
    def test_seed_seats_dealers_locks_and_swaps_come_back(self, director_client, event):
        Event.objects.update(deals_per_round=10)
        event = draw_rest(event=again(event), actor=ACTOR, seed=3)
        swap = swapped(event)
        lock_table(table=event.rounds.get(number=2).tables.get(number=3), locked=True, actor=ACTOR)

        def state():
            tables = Table.objects.filter(round__event=event).order_by("round", "number")
            return (
                seats(event), again(event).seed, swaps_of(again(event)),
                list(tables.values_list("number", "locked", "first_dealer")),
            )  # fmt: skip

        before = state()
        assert before[2] == [swap]
        draw_rest(event=event, actor=ACTOR, seed=4)
        assert state() != before
        page = director_client.get(at("seating", event)).content.decode()
        assert "Take the last draw back" in page
        director_client.post(at("undraw", event))
        assert state() == before
        assert Activity.objects.filter(event=event, verb="draw.undone").exists()
        page = director_client.get(at("seating", event)).content.decode()
        assert "Take the last draw back" not in page

    def test_a_way_that_was_chosen_is_taken_back_too(self, club):
        event = evening(club, 11)
        before = seats(event)
        choose(event=event, key="fours", actor=ACTOR)
        undo_draw(event=event, actor=ACTOR)
        assert seats(event) == before
        assert again(event).tables_of == [3, 4]

    def test_swaps_made_since_are_asked_about(self, director_client, event):
        draw_rest(event=event, actor=ACTOR, seed=4)
        swapped(event)
        now = seats(event)
        shown = director_client.post(at("undraw", event)).content.decode()
        assert "Swaps would be lost" in shown
        assert seats(event) == now

    def test_not_once_a_round_has_begun(self, event):
        draw_rest(event=event, actor=ACTOR, seed=4)
        begin(event)
        with refused_for(SeatingReason.NO_UNDO):
            undo_draw(event=event, actor=ACTOR)

    def test_the_rest_alone_is_taken_back_where_the_first_round_is_played(self, event):
        begin(event)
        before = seats(event)
        draw_rest(event=event, actor=ACTOR, seed=4)
        assert seats(event) != before
        undo_draw(event=event, actor=ACTOR)
        assert seats(event) == before

    @pytest.mark.parametrize("meanwhile", ("join", "withdraw", "fewer"))
    def test_not_once_others_play(self, event, meanwhile):
        draw_rest(event=event, actor=ACTOR, seed=4)
        if meanwhile == "join":
            join(event=event, person=make.make_person("Ny"), from_round=2, actor=ACTOR)
        elif meanwhile == "withdraw":
            withdraw(participant=player(event, 1), after_round=1, actor=ACTOR)
        else:
            set_rounds(event=event, rounds=1, actor=ACTOR)
        with refused_for(SeatingReason.NO_UNDO):
            undo_draw(event=event, actor=ACTOR)
