"""Penalties, entries by hand and stakes: stored once, posted, withdrawn, or refused by name."""

import uuid

import pytest
from django.db import IntegrityError, connection
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from lhombre_club.refusal import Refusal
from scoring.domain import tally, totals
from scoring.models import JournalEntry
from scoring.sequence import KINDS
from tests import make
from tests.sizes import examples
from tournaments.book.accounts import stored_account
from tournaments.book.activity import note
from tournaments.book.proving.ledger_check import check_event
from tournaments.book.proving.seals import broken
from tournaments.book.results import NewResult, enter_result
from tournaments.models import Activity, Event, Round, Table, TableEntry
from tournaments.penalties.domain import penalties as entries
from tournaments.penalties.domain.penalties import (
    LONGEST_NAME,
    LONGEST_REASON,
    MOST_POINTS,
    Movement,
    Penalty,
    enter_by_hand,
    from_everybody,
    penalise,
    transfer,
    withdraw_entry,
)
from tournaments.penalties.reasons import DecisionReason

PASSED = {"passed": True}
MOVES = (enter_by_hand, transfer)


def fine(table, seat=1, points=2, **kwargs):
    values = {"id": uuid.uuid4(), "reason": "Melding uden behov", **kwargs}
    penalty = Penalty(seat=seat, points=points, **values)
    return penalise(table=table, penalty=penalty, actor="user:director")


def move(table, amounts=(-2, 6, -2, -2), deed=enter_by_hand, **kwargs):
    values = {"id": uuid.uuid4(), "reason": "9 matadorer", **kwargs}
    movement = Movement(amounts=tuple(amounts), **values)
    return deed(table=table, movement=movement, actor="user:director")


def points(table):
    return [(total.points, total.penalties) for total in totals([table.book])[table.book]]


def refusal(refused, *args, **kwargs):
    """The reason for which it is refused; nothing may be stored."""
    before = (TableEntry.objects.count(), JournalEntry.objects.count(), Activity.objects.count())
    with pytest.raises(Refusal) as caught:
        refused(*args, **kwargs)
    now = (TableEntry.objects.count(), JournalEntry.objects.count(), Activity.objects.count())
    assert now == before
    return caught.value.reason


def test_a_penalty_is_lost_to_nobody(event, table):
    stored = fine(table, decided_by="Agnes Bak", deal=3)
    assert not stored.replayed
    assert stored.entry.amounts == [0, -2, 0, 0]
    row = JournalEntry.objects.get()
    assert (row.kind, row.deal, row.revision) == ("penalty", 3, stored.entry.pk)
    assert (row.seats, row.penalties) == ((0, -2, 0, 0, 0), 2)
    assert (row.reason, row.actor) == ("Melding uden behov", "user:director")
    assert points(table) == [(0, 0), (-2, -2), (0, 0), (0, 0)]
    assert check_event(event) == []


def test_a_warning_costs_nothing_and_stands_in_the_journal(event, table):
    fine(table, points=0)
    assert JournalEntry.objects.get().seats == (0, 0, 0, 0, 0)
    assert points(table) == [(0, 0)] * 4
    assert check_event(event) == []


def test_nine_matadors_are_paid_by_everybody(event, table):
    move(table, from_everybody(players=4, each=2, to=1))
    assert [has for has, _ in points(table)] == [-2, 6, -2, -2]
    assert JournalEntry.objects.get().cash == 0
    assert check_event(event) == []


@pytest.mark.parametrize("deed", MOVES)
def test_the_cash_box_takes_and_gives(event, table, deed):
    move(table, from_everybody(players=4, each=2, to=None), deed, cash=8)
    move(table, (0, 0, 5, 0), deed, cash=-5)
    assert [row.cash for row in JournalEntry.objects.order_by("id")] == [8, -5]
    assert [has for has, _ in points(table)] == [-2, -2, 3, -2]
    assert check_event(event) == []


@pytest.mark.parametrize(("deed", "kind"), ((enter_by_hand, "hand"), (transfer, "transfer")))
def test_each_deed_has_its_own_kind(table, deed, kind):
    assert move(table, deed=deed).entry.kind == kind
    assert Activity.objects.latest("at").verb == f"entry.{kind}"


def test_a_deal_leaves_what_was_decided_where_it_is(event, table, enter):
    fine(table)
    enter(1, {"declarer": 1, "contract": "solo", "outcome": "won"})
    assert points(table) == [(-3, 0), (4, -2), (0, 0), (-3, 0)]
    enter(1, None)
    assert points(table) == [(0, 0), (-2, -2), (0, 0), (0, 0)]
    assert JournalEntry.objects.filter(kind="penalty").count() == 1
    assert check_event(event) == []


def test_every_page_hears_of_it(event, table):
    stored = fine(table)
    noted = Activity.objects.get(verb="entry.penalty")
    assert (noted.actor, noted.facts) == ("user:director", {"entry": str(stored.entry.pk)})
    assert Event.objects.get().version == event.version + 1


# --- once -------------------------------------------------------------------------------------


def test_sending_twice_is_the_same_as_once(event, table):
    sent = uuid.uuid4()
    fine(table, id=sent)
    assert fine(table, id=sent, reason=" Melding uden behov ").replayed
    assert TableEntry.objects.count() == JournalEntry.objects.count() == 1
    assert Event.objects.get().version == event.version + 1


@pytest.mark.parametrize(
    "change", ({"seat": 2}, {"points": 3}, {"reason": "x"}, {"deal": 1}, {"decided_by": "x"})
)
def test_one_id_cannot_mean_two_things(table, change):
    sent = uuid.uuid4()
    fine(table, id=sent)
    assert refusal(fine, table, id=sent, **change) == DecisionReason.ID_REUSED


def test_nor_two_kinds_or_tables(club, table):
    sent = uuid.uuid4()
    move(table, id=sent)
    assert refusal(move, table, deed=transfer, id=sent) == DecisionReason.ID_REUSED
    other = make.make_released_event(make.make_club("Klub Basta"), tables=1)
    elsewhere = Table.objects.get(round__event=other)
    assert refusal(move, elsewhere, id=sent) == DecisionReason.ID_REUSED


def test_who_was_crossed_looks_again(table, monkeypatch):
    once = iter([IntegrityError()])

    def crossed(**kwargs):
        for error in once:
            raise error
        return note(**kwargs)

    monkeypatch.setattr(entries, "note", crossed)
    assert not fine(table).replayed
    assert TableEntry.objects.count() == JournalEntry.objects.count() == 1


# --- withdrawn --------------------------------------------------------------------------------


def withdraw(entry, reason="a mistake"):
    return withdraw_entry(entry=entry, reason=reason, actor="user:other")


def test_what_is_withdrawn_is_reversed(event, table):
    stored = fine(table)
    gone = withdraw(stored.entry)
    assert (gone.withdrawn_by, gone.withdrawn_reason) == ("user:other", "a mistake")
    reversal = JournalEntry.objects.get(kind="reversal")
    assert (reversal.reason, reversal.actor) == ("a mistake", "user:other")
    assert points(table) == [(0, 0)] * 4
    assert Activity.objects.latest("at").verb == "entry.withdrawn"
    assert Event.objects.get().version == event.version + 2
    assert check_event(event) == []


def test_withdrawing_twice_is_once(table):
    stored = fine(table)
    first = withdraw(stored.entry)
    again = withdraw(stored.entry, "another reason")
    assert (again.withdrawn_at, again.withdrawn_reason) == (first.withdrawn_at, "a mistake")
    assert JournalEntry.objects.count() == 2


def test_what_was_withdrawn_stays_so_when_it_is_sent_again(table):
    sent = uuid.uuid4()
    withdraw(fine(table, id=sent).entry)
    assert fine(table, id=sent).replayed
    assert points(table) == [(0, 0)] * 4


def test_a_withdrawal_says_why(table):
    entry = fine(table).entry
    assert refusal(withdraw, entry, " ") == DecisionReason.NO_REASON
    assert refusal(withdraw, entry, "x" * (LONGEST_REASON + 1)) == DecisionReason.TEXT_TOO_LONG


# --- refused ----------------------------------------------------------------------------------


@pytest.mark.parametrize("state", (Round.State.DRAFT, Round.State.FINAL))
def test_a_round_that_is_not_open_takes_nothing(table, state):
    entry = fine(table).entry
    Round.objects.update(state=state)
    assert refusal(fine, table) == DecisionReason.NOT_OPEN
    assert refusal(withdraw, entry) == DecisionReason.NOT_OPEN


def test_a_table_that_is_gone_takes_nothing(table):
    gone = Table.objects.get(pk=table.pk)
    table.delete()
    assert refusal(move, gone) == DecisionReason.NOT_OPEN


@pytest.mark.parametrize(
    ("change", "code"),
    (
        ({"reason": " "}, DecisionReason.NO_REASON),
        ({"reason": "x" * (LONGEST_REASON + 1)}, DecisionReason.TEXT_TOO_LONG),
        ({"decided_by": "x" * (LONGEST_NAME + 1)}, DecisionReason.TEXT_TOO_LONG),
        ({"seat": 4}, DecisionReason.NO_SUCH_SEAT),
        ({"seat": -1}, DecisionReason.NO_SUCH_SEAT),
        ({"points": -1}, DecisionReason.POINTS_NEGATIVE),
        ({"points": MOST_POINTS + 1}, DecisionReason.TOO_MANY_POINTS),
        ({"deal": 41}, DecisionReason.NO_SUCH_DEAL),
        ({"deal": -1}, DecisionReason.NO_SUCH_DEAL),
    ),
)
def test_a_penalty_that_cannot_be_is_refused_by_name(table, change, code):
    assert refusal(fine, table, **change) == code


@pytest.mark.parametrize("deed", MOVES)
@pytest.mark.parametrize(
    ("amounts", "cash", "code"),
    (
        ((-2, 1, 0, 0), 0, DecisionReason.UNBALANCED),
        ((-2, 2, 0, 0), 1, DecisionReason.UNBALANCED),
        ((0, 0, 0, 0), 0, DecisionReason.NOTHING_MOVED),
        ((-2, 2, 0), 0, DecisionReason.NO_SUCH_SEAT),
        ((-2, 2, 0, 0, 0), 0, DecisionReason.NO_SUCH_SEAT),
        ((-MOST_POINTS - 1, MOST_POINTS + 1, 0, 0), 0, DecisionReason.TOO_MANY_POINTS),
    ),
)
def test_a_movement_that_cannot_be_is_refused_by_name(table, deed, amounts, cash, code):
    assert refusal(move, table, amounts, deed, cash=cash) == code


@pytest.mark.parametrize(
    "change",
    (
        {"reason": "x" * LONGEST_REASON, "decided_by": "x" * LONGEST_NAME},
        {"points": MOST_POINTS},
        {"deal": 40},
        {"seat": 3},
    ),
)
def test_the_last_that_can_be_is_stored(table, change):
    assert not fine(table, **change).replayed


@pytest.mark.parametrize("before", (1, 3))
def test_the_number_of_queries_does_not_grow(table, enter, django_assert_num_queries, before):
    for deal in range(1, before + 1):
        enter(deal, PASSED)
        fine(table)
    held = connection.features.has_select_for_update  # by a query of its own, on PostgreSQL
    with django_assert_num_queries(16 + held):  # with a savepoint that only a test needs
        fine(table)


# --- whatever happens -------------------------------------------------------------------------

Step = st.one_of(
    st.tuples(st.just("deal"), st.integers(1, 6), st.sampled_from([PASSED, None, "won"])),
    st.tuples(st.just("penalty"), st.integers(0, 3), st.integers(0, 5)),
    st.tuples(st.sampled_from(MOVES), st.lists(st.integers(-9, 9), min_size=4, max_size=4)),
    st.tuples(st.just("withdraw"), st.integers(0, 20)),
)


class AnyEvening(TestCase):
    """Deals, decisions and withdrawals in any order: the account is that of what counts."""

    @settings(max_examples=examples(40))
    @given(st.sampled_from(sorted(KINDS)), st.lists(Step, max_size=15))
    def test_the_account_is_balanced_and_that_of_a_fresh_fold(self, accounting, steps):
        event = make.make_released_event(
            make.make_club(), tables=1, deals=6, accounting=accounting, pot_cap=10
        )
        self.table = Table.objects.select_related("round__event").get(round__event=event)
        self.made: list[TableEntry] = []
        for step in steps:
            self.do(*step)
        assert check_event(event) == []
        assert list(broken(event)) == []
        fresh = stored_account(self.table)
        rows = list(JournalEntry.objects.filter(book=self.table.book))
        for seat, total in enumerate(tally(fresh)):
            assert sum(row.seats[seat] for row in rows) == total.points
        held = sum(row.pot + row.penalties + row.cash for row in rows)
        assert sum(total.points for total in tally(fresh)) + held == 0
        for entry in self.made:
            withdraw_entry(entry=entry, reason="all back", actor="user:tester")
        assert stored_account(self.table).others == ()
        assert check_event(event) == []
        assert list(broken(event)) == []

    def do(self, deed, *args):
        if deed == "deal":
            self.enter(*args)
        elif deed == "penalty":
            self.made.append(fine(self.table, *args).entry)
        elif deed == "withdraw":
            for entry in self.made[args[0] : args[0] + 1]:
                withdraw_entry(entry=entry, reason="withdrawn", actor="user:tester")
        else:
            (amounts,) = args
            if any(amounts):
                self.made.append(move(self.table, amounts, deed, cash=-sum(amounts)).entry)

    def enter(self, deal, record):
        if record == "won":
            record = {"declarer": deal % 4, "contract": "solo", "outcome": "won"}
        base = self.table.revisions.filter(deal=deal).count()
        entry = NewResult(id=uuid.uuid4(), deal=deal, base=base, record=record)
        enter_result(table=self.table, entry=entry, actor="user:tester")
