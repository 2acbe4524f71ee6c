"""The one way to write a result."""

import uuid

import pytest
from django.db import IntegrityError, connection, transaction

from lhombre_club.refusal import Refusal
from rules import Code
from scoring.domain import reconcile, totals
from scoring.models import JournalEntry
from tests import make
from tests.tournaments.conftest import WON
from tournaments.book import results
from tournaments.book.reasons import BookReason
from tournaments.book.results import RefusedError, StaleError
from tournaments.models import Event, Revision, Round, Table

pytestmark = pytest.mark.django_db
BET = {**WON, "outcome": "bet"}


def points(table):
    return [total.points for total in totals([table.book]).get(table.book, ())]


def test_a_result_is_stored_accounted_and_shown_to_all(table, enter):
    before = Event.objects.get().version
    stored = enter(1, WON)
    assert not stored.replayed
    revision = Revision.objects.get()
    assert (revision.number, revision.deal, revision.actor) == (1, 1, "user:tester")
    assert revision.record == {"dealer": 0, **WON}
    assert points(table) == [-1, 2, 0, -1]
    assert Event.objects.get().version == before + 1


def test_the_dealer_goes_round_from_the_first_one(table, enter):
    Table.objects.update(first_dealer=3)
    assert enter(1, {"passed": True}).revision.record == {"dealer": 3, "passed": True}
    assert enter(6, {"passed": True}).revision.record == {"dealer": 0, "passed": True}


def test_a_record_may_name_the_dealer_but_no_other(enter):
    assert enter(2, {"dealer": 1, "passed": True}).revision.number == 1
    with pytest.raises(RefusedError) as caught:
        enter(3, {"dealer": 1, "passed": True})
    assert [complaint.code for complaint in caught.value.complaints] == [Code.DEALER_INVALID]


def test_a_correction_is_a_new_version(table, enter):
    enter(1, WON)
    enter(1, BET, reason="misread")
    assert [r.number for r in Revision.objects.order_by("number")] == [1, 2]
    assert points(table) == [1, -2, 0, 1]
    kinds = list(JournalEntry.objects.values_list("kind", "reason"))
    assert kinds == [("deal", "entered"), ("reversal", "misread"), ("deal", "misread")]


def test_corrected_and_corrected_back_is_as_before(table, enter):
    for deal in (1, 2, 3, 5):
        enter(deal, WON)
    before = totals([table.book])
    enter(2, {"passed": True})
    assert totals([table.book]) != before
    enter(2, WON)
    assert totals([table.book]) == before
    assert Revision.objects.filter(deal=2).count() == 3


def test_a_result_can_be_withdrawn_and_entered_again(table, enter):
    enter(1, WON)
    enter(1, None)
    assert points(table) == [0, 0, 0, 0]
    assert Revision.objects.get(number=2).record is None
    enter(1, BET)
    assert points(table) == [1, -2, 0, 1]


def test_the_same_id_again_stores_nothing(table, enter):
    result_id = uuid.uuid4()
    first = enter(1, WON, result_id=result_id, base=0)
    version = Event.objects.get().version
    again = enter(1, WON, result_id=result_id, base=0)
    assert again.replayed
    assert again.revision == first.revision
    assert Revision.objects.count() == JournalEntry.objects.count() == 1
    assert Event.objects.get().version == version


def test_a_replay_is_known_even_after_a_correction(enter):
    result_id = uuid.uuid4()
    enter(1, WON, result_id=result_id, base=0)
    enter(1, BET)
    assert enter(1, WON, result_id=result_id, base=0).replayed


@pytest.mark.parametrize(
    "other",
    (
        {"record": BET},
        {"deal": 2},
        {"base": 1},
        {"reason": "why not"},
    ),
    ids=lambda other: next(iter(other)),
)
def test_one_id_cannot_carry_two_results(enter, other):
    result_id = uuid.uuid4()
    enter(1, WON, result_id=result_id, base=0)
    same = {"deal": 1, "record": WON, "base": 0, "result_id": result_id}
    with pytest.raises(Refusal) as refused:
        enter(**{**same, **other})
    assert refused.value.reason is BookReason.ID_REUSED
    assert Revision.objects.count() == 1


def test_one_id_cannot_be_used_at_two_tables(club, enter):
    other = Table.objects.get(round__event=make.make_released_event(make.make_club("B"), tables=1))
    result_id = uuid.uuid4()
    enter(1, WON, result_id=result_id)
    with pytest.raises(Refusal) as refused:
        enter(1, WON, result_id=result_id, at=other)
    assert refused.value.reason is BookReason.ID_REUSED


@pytest.mark.parametrize("base", (0, 2))
def test_who_did_not_see_the_standing_version_is_shown_both(enter, base):
    standing = enter(1, WON).revision
    with pytest.raises(StaleError) as caught:
        enter(1, BET, base=base)
    assert caught.value.current == standing
    assert caught.value.entry.record == BET
    assert Revision.objects.count() == 1


def test_the_first_version_has_nothing_before_it(enter):
    with pytest.raises(StaleError) as caught:
        enter(1, WON, base=1)
    assert caught.value.current is None


def test_a_refused_result_says_who_deals_and_who_sits_out(table, enter):
    with pytest.raises(RefusedError) as caught:
        enter(3, {"declarer": 0, "contract": "spil", "outcome": "won"})
    error = caught.value
    assert [complaint.code for complaint in error.complaints] == [Code.DECLARER_SITS_OUT]
    assert (error.facts["dealer"], error.facts["sitters"]) == ("Birte Nr3", "Agnes Nr1")
    assert Revision.objects.count() == JournalEntry.objects.count() == 0


@pytest.mark.parametrize(
    ("key", "value"),
    (("ruleset", "dlu"), ("players", 4), ("pairs", True), ("options", {"spadille_must_bid": True})),
)
def test_what_the_event_decides_is_not_entered(enter, key, value):
    with pytest.raises(RefusedError) as caught:
        enter(1, {**WON, key: value})
    code = Code.OPTION_UNKNOWN if key == "options" else Code.MALFORMED
    assert [(c.code, c.field) for c in caught.value.complaints] == [(code, key)]


@pytest.mark.parametrize("deal", (0, 41))
def test_a_deal_that_is_not_on_the_sheet(enter, deal):
    with pytest.raises(Refusal) as refused:
        enter(deal, WON)
    assert refused.value.reason is BookReason.NO_SUCH_DEAL
    assert refused.value.facts["deals"] == 40


def test_a_round_that_is_not_released_takes_no_result(enter):
    Round.objects.update(state=Round.State.DRAFT)
    with pytest.raises(Refusal) as refused:
        enter(1, WON)
    assert refused.value.reason is BookReason.NOT_OPEN
    assert Revision.objects.count() == 0


def test_a_table_of_three_has_thirty_deals_and_nobody_sits_out(club, enter):
    event = make.make_released_event(make.make_club("Tre"), tables=1, players=3)
    table = Table.objects.get(round__event=event)
    enter(30, {"declarer": 0, "contract": "solo", "outcome": "won"}, at=table)
    assert points(table) == [6, -3, -3]
    with pytest.raises(Refusal) as refused:
        enter(31, {"passed": True}, at=table)
    assert refused.value.reason is BookReason.NO_SUCH_DEAL


def test_later_deals_are_entered_before_earlier_ones(table, enter):
    enter(3, {**WON, "declarer": 2})
    enter(1, WON)
    assert points(table) == [-1, 1, 2, -2]
    assert [row.kind for row in JournalEntry.objects.all()] == ["deal", "deal"]


@pytest.mark.parametrize("entered", (1, 3))
def test_the_number_of_queries_does_not_grow(enter, django_assert_num_queries, entered):
    for deal in range(1, entered + 1):
        enter(deal, {"passed": True})
    held = connection.features.has_select_for_update  # by a query of its own, on PostgreSQL
    with django_assert_num_queries(9 + held):  # with a savepoint that only a test needs
        enter(39, {"passed": True}, base=0)


def test_who_loses_a_race_in_the_database_looks_again(enter, monkeypatch):
    result_id = uuid.uuid4()
    races = iter([True])

    def lose_once(**kwargs):
        if next(races, False):
            raise IntegrityError("somebody else was first")
        return reconcile(**kwargs)

    monkeypatch.setattr(results, "reconcile", lose_once)
    assert not enter(1, WON, result_id=result_id, base=0).replayed
    assert Revision.objects.count() == JournalEntry.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_nobody_can_wrap_it_so_that_stored_is_not_committed(enter):
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        enter(1, WON, base=0)


def test_what_the_database_refuses_twice_is_not_hidden(enter, monkeypatch):
    def refuse(**_kwargs):
        raise IntegrityError("no")

    monkeypatch.setattr(results, "reconcile", refuse)
    with pytest.raises(IntegrityError):
        enter(1, WON)
    assert not Revision.objects.exists()


def test_a_table_that_was_drawn_anew_takes_no_result(table, enter):
    gone = Table(pk=uuid.uuid4(), round=table.round)
    with pytest.raises(Refusal) as refused:
        enter(1, WON, at=gone, base=0)
    assert refused.value.reason is BookReason.NOT_OPEN
