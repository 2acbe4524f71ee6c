"""A deal that was tapped and taken back: its round has not begun, and may be seated otherwise."""

import html

import pytest
from django.urls import reverse
from django.utils.translation import override

from lhombre_club.refusal import Refusal
from tests import make
from tests.tournaments.conftest import WON
from tests.tournaments.seating.seating import ACTOR, at_table, evening, player, seats
from tournaments.book.begun import has_results, rounds_begun
from tournaments.book.changes import Change
from tournaments.book.corrections import correct, undo
from tournaments.book.proving.ledger_check import check_all
from tournaments.book.reasons import BookReason, CorrectionReason
from tournaments.book.results import NewResult, enter_result
from tournaments.models import Protest, Revision, Table
from tournaments.review.pages.finality import how_final
from tournaments.review.queries.rounds import rounds
from tournaments.seating.domain.drawing import draw_rest, lock_table
from tournaments.seating.domain.players import set_rounds, withdraw
from tournaments.seating.domain.released import draw_rounds, release_rounds
from tournaments.seating.domain.swaps import swap_players
from tournaments.seating.queries.joining import next_round, played_until

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english(director_client):
    director_client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def event(club):
    made = evening(club, 12)
    release_rounds(event=made, actor=ACTOR)
    return made


def table_of(event, number, table=1) -> Table:
    return Table.objects.select_related("round__event").get(
        round__event=event, round__number=number, number=table
    )


def stray(event, number=2, table=1) -> Table:
    """Tap a deal at a table of a round, and take it back."""
    here = table_of(event, number, table)
    make.enter(here, 1, WON)
    back = NewResult(id=make.new_id(), deal=1, base=1, record=None)
    enter_result(table=here, entry=back, actor=ACTOR)
    return here


def page(client, name, *args) -> str:
    return html.unescape(client.get(reverse(f"tournaments:{name}", args=args)).text)


def log(client, event) -> str:
    return page(client, "journal", event.pk)


@pytest.mark.parametrize("number", (1, 2))
def test_the_round_has_not_begun(director_client, event, number):
    table = stray(event, number)
    assert rounds_begun(event) == []
    assert next_round(event) == 1
    assert not has_results(event)
    assert not any(played_until(one) for one in at_table(event, number, 1))
    shown = page(director_client, "seating", event.pk)
    assert "begun" not in shown
    assert shown.count("Lock") >= 6
    lock_table(table=table, locked=True, actor=ACTOR)


def test_a_deal_that_stands_or_is_ruled_out_begins_it(event):
    table = stray(event)
    make.enter(table, 2, WON)
    assert rounds_begun(event) == [2]
    assert next_round(event) == 3


@pytest.mark.parametrize("drawn", (draw_rest, draw_rounds))
def test_it_is_drawn_anew_and_nothing_of_it_is_seen_at_the_new_table(director_client, event, drawn):
    old = stray(event)
    was = seats(event)
    drawn(event=event, actor=ACTOR)
    assert seats(event).keys() == was.keys()
    new = table_of(event, 2)
    assert new.pk != old.pk
    assert not new.revisions.exists()
    assert Revision.objects.filter(table=old).count() == 2
    assert check_all() == []
    assert all(one.progress.settled == 0 for one in rounds(event))
    assert director_client.get(reverse("tournaments:table", args=[old.pk])).status_code == 404
    assert "Round 2, table 1" in log(director_client, event)
    release_rounds(event=event, actor=ACTOR)
    make.enter(new, 1, WON)  # as the first version of its deal
    assert check_all() == []
    assert [one.progress.settled for one in rounds(event)] == [0, 1]


def test_who_had_the_old_sheet_open_is_told_that_it_is_no_more(event):
    old = stray(event)
    draw_rest(event=event, actor=ACTOR)
    release_rounds(event=event, actor=ACTOR)
    with pytest.raises(Refusal) as refused:
        make.enter(old, 2, WON)
    assert refused.value.reason is BookReason.NOT_OPEN


def test_two_who_change_places_leave_it_behind(event):
    old = stray(event)
    one, other = at_table(event, 2, 1)[0], at_table(event, 2, 2)[0]
    first = [chair.first_dealer for chair in Table.objects.filter(round__event=event)]
    swap_players(round_=old.round, one=one, other=other, actor=ACTOR)
    assert at_table(event, 2, 1)[0] == other
    assert at_table(event, 2, 2)[0] == one
    assert not table_of(event, 2).revisions.exists()
    assert check_all() == []
    assert len(seats(event)) == 24
    assert [chair.first_dealer for chair in Table.objects.filter(round__event=event)] == first


def test_somebody_is_taken_out(event):
    stray(event)
    withdraw(participant=player(event, 1), after_round=0, actor=ACTOR)
    assert len(seats(event)) == 22
    assert check_all() == []


def test_fewer_rounds_are_planned_and_more_again(event):
    for table in (1, 2):
        stray(event, 2, table)
    set_rounds(event=event, rounds=1, actor=ACTOR)
    assert [one.number for one in rounds(event)] == [1]
    set_rounds(event=event, rounds=2, actor=ACTOR)
    assert [one.number for one in rounds(event)] == [1, 2]
    stray_again = table_of(event, 2)
    release_rounds(event=event, actor=ACTOR)
    stray(event, 2)
    draw_rest(event=event, actor=ACTOR)
    assert table_of(event, 2).pk != stray_again.pk
    assert check_all() == []
    assert Revision.objects.count() == 6


def test_nothing_that_was_taken_back_is_told_as_entered(director_client, event):
    stray(event)
    shown = page(director_client, "event", event.pk)
    assert "last entry" not in shown
    one = at_table(event, 2, 1)[0]
    shown = page(director_client, "participant", event.pk, one.pk)
    assert "is being played" not in shown
    assert "has begun" not in shown


def test_a_stray_deal_of_a_later_round_is_not_told_as_play(event):
    make.enter(table_of(event, 2), 1, WON)
    with override("en"):
        assert how_final(event, rounds(event)) == "provisional"
    make.enter(table_of(event, 1), 1, WON)
    with override("en"):
        assert how_final(event, rounds(event)) == "provisional: round 1 is being played"


def test_seats_of_a_begun_round_lead_to_where_they_are_put_right(director_client, event):
    make.enter(table_of(event, 2), 1, WON)
    fewer = reverse("tournaments:plan-rounds", args=[event.pk])
    shown = html.unescape(director_client.post(fewer, {"rounds": "1"}, follow=True).text)
    seating = reverse("tournaments:seating", args=[event.pk])
    assert f'<a href="{seating}#round-2">Does somebody sit wrongly?</a>' in shown
    for table in (1, 3):
        wrong = reverse("tournaments:wrong-seats", args=[table_of(event, 2, table).pk])
        assert wrong in shown
        assert director_client.get(wrong).status_code == 200
    assert reverse("tournaments:wrong-seats", args=[table_of(event, 1).pk]) not in shown


def test_a_wish_that_is_kept_leads_to_the_seating(director_client, event):
    one, other = player(event, 1), player(event, 2)
    address = reverse("tournaments:participant", args=[event.pk, one.pk])
    sent = {"do": "wish", "kind": "together", "other": str(other.pk)}
    shown = html.unescape(director_client.post(address, sent, follow=True).text)
    assert event.wishes.exists()
    seating = reverse("tournaments:seating", args=[event.pk])
    assert f'It is kept. <a href="{seating}">Seating</a>' in shown


def test_who_opens_a_later_round_is_told_which_is_played(director_client, event):
    says = "Round 1 is being played now, and this is the sheet of round 2."
    first, later = table_of(event, 1), table_of(event, 2)
    for name in ("phone", "table"):
        assert says in page(director_client, name, later.pk)
        assert "is being played now" not in page(director_client, name, first.pk)
    own = reverse("tournaments:phone", args=[later.pk])
    make.enter(later, 1, WON)  # nobody is kept from it, and told once
    assert says not in director_client.get(own).text


def test_a_correction_at_a_table_that_is_no_more_is_shown_and_stays(director_client, event):
    old = table_of(event, 2)
    make.enter(old, 1, WON)
    gone = [Change(old, 1, 1, None)]
    made = correct(event=event, changes=gone, reason="another table", actor=ACTOR)
    draw_rest(event=event, actor=ACTOR)
    assert table_of(event, 2).pk != old.pk
    shown = page(director_client, "correction", made.pk)
    assert "Round 2, table 1" in shown
    assert reverse("tournaments:account", args=[old.pk]) not in shown
    with pytest.raises(Refusal) as refused:
        undo(correction=made, actor=ACTOR)
    assert refused.value.reason is CorrectionReason.CHANGED_SINCE
    assert check_all() == []


def test_a_protest_that_waits_keeps_the_seats(event):
    old = stray(event)
    made = Protest.objects.create(table=old, deal=1, actor="device:x")
    assert rounds_begun(event) == [2]
    made.delete()
    assert rounds_begun(event) == []
