"""Antes, penalties, entries by hand and stakes: posted, reversed and proved like the deals."""

import uuid
from dataclasses import replace

import pytest
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.domain import Account, Opening, OtherPosting, audit, reconcile, tally, totals
from scoring.domain.audit import Fault
from scoring.domain.journal import standing
from scoring.ledger import Entry
from scoring.models import JournalEntry
from tests.scoring.test_reconcile import BOOK, Results, any_posting, make_posting
from tests.sizes import examples

TABLE = uuid.UUID(int=1)
ANTES = Opening(TABLE, "digest", Entry((-2, -2, -2, -2, 0), 8))


def make_other(kind="penalty", number=2, **kwargs):
    """A penalty of 3 to the seat 0, nine matadors paid to seat 1, or a stake sent to seat 2."""
    entries = {
        "penalty": Entry((-3, 0, 0, 0, 0), penalties=3),
        "hand": Entry((-2, 6, -2, -2, 0)),
        "transfer": Entry((0, 0, 10, 0, 0), cash=-10),
    }
    values = {
        "kind": kind,
        "source": uuid.UUID(int=number),
        "deal": 0,
        "ruleset_digest": "digest",
        "entry": entries.get(kind),
        "reason": "decided",
    }
    return OtherPosting(**{**values, **kwargs})


def post(*others, deals=(), opening=None, reason="entered"):
    should_be = Account(4, tuple(deals), opening, others)
    changed = reconcile(book=BOOK, should_be=should_be, reason=reason, actor="user:x")
    assert audit({BOOK: should_be}) == []
    return changed


@pytest.mark.parametrize(
    ("kind", "entry"),
    (
        ("penalty", Entry((3, 0, 0, 0, 0), penalties=-3)),
        ("penalty", Entry((-3, 0, 0, 0, 0), pot=3)),
        ("penalty", Entry((-3, 0, 0, 0, 0), cash=3)),
        ("hand", Entry((-3, 0, 0, 0, 0), pot=3)),
        ("transfer", Entry((-3, 0, 0, 0, 0), penalties=3)),
        ("deal", Entry((-3, 3, 0, 0, 0))),
        ("reversal", Entry((-3, 3, 0, 0, 0))),
    ),
)
def test_a_kind_touches_its_own_accounts_only(kind, entry):
    with pytest.raises(ValueError, match=kind):
        make_other(kind, entry=entry)


@pytest.mark.parametrize("kind", ("penalty", "hand", "transfer"))
def test_each_kind_has_a_right_form(kind):
    assert make_other(kind).kind == kind


def test_nobody_pays_for_an_empty_chair():
    five = Entry((0, 0, 0, 0, -1), penalties=1)
    with pytest.raises(ValueError, match="where 4 sit"):
        Account(4, others=(make_other(entry=five),))
    with pytest.raises(ValueError, match="where 3 sit"):
        Account(3, opening=ANTES)
    assert Account(5, others=(make_other(entry=five),)).dues()


@pytest.mark.django_db
class TestReconcile:
    def test_each_row_names_where_it_comes_from(self):
        post(make_other(deal=4), opening=ANTES, deals=[make_posting(1, 0)])
        rows = [
            (row.kind, row.deal, row.revision, row.reason, row.penalties)
            for row in JournalEntry.objects.order_by("kind")
        ]
        first = make_posting(1, 0).revision
        assert rows == [
            ("ante", 0, TABLE, "entered", 0),
            ("deal", 1, first, "entered", 0),
            ("penalty", 4, uuid.UUID(int=2), "decided", 3),
        ]
        assert {row.ruleset_digest for row in standing(BOOK)} == {"digest"}

    def test_what_is_right_is_left_alone(self):
        others = [make_other(), make_other("hand", 3), make_other("transfer", 4)]
        assert post(*others) is None
        post(*others, deals=[make_posting(1, 0)])
        assert JournalEntry.objects.count() == 4

    def test_what_is_withdrawn_is_reversed_for_its_own_reason(self):
        post(make_other(), make_other("hand", 3))
        assert post(make_other("hand", 3), reason="a mistake") is None
        (reversal,) = JournalEntry.objects.filter(kind="reversal")
        assert reversal.reverses == JournalEntry.objects.get(kind="penalty")
        assert reversal.reason == "a mistake"
        assert (reversal.seat0, reversal.penalties) == (3, -3)
        assert [row.kind for row in standing(BOOK)] == ["hand"]

    @pytest.mark.parametrize(
        "change",
        (
            {"deal": 3},
            {"entry": Entry((0, -3, 0, 0, 0), penalties=3)},
            {"ruleset_digest": "other"},
            {"reason": "other"},
        ),
    )
    def test_what_differs_is_reversed_and_posted_anew(self, change):
        post(make_other())
        post(replace(make_other(), **change))
        assert [row.kind for row in JournalEntry.objects.order_by("id")] == [
            "penalty",
            "reversal",
            "penalty",
        ]

    def test_other_antes_change_every_balance(self):
        deals = [make_posting(2, 1), make_posting(3, 2)]
        assert post(opening=ANTES, deals=deals) == 2
        dearer = replace(ANTES, entry=Entry((-3, -3, -3, -3, 0), 12))
        assert post(opening=dearer, deals=deals) == 2
        assert post(deals=deals) == 2
        assert JournalEntry.objects.filter(kind="reversal").count() == 2

    def test_the_figures_of_a_seat_hold_all_and_name_the_penalties(self):
        post(
            *(make_other(), make_other(number=5), make_other("hand", 3)),
            opening=ANTES,
            deals=[make_posting(1, 0, 3)],
        )
        figures = [(total.points, total.penalties) for total in totals([BOOK])[BOOK]]
        assert figures == [(-8 + 6 - 2, -6), (2 - 1, 0), (-4, 0), (-7, 0)]
        rows = standing(BOOK)
        assert sum(row.penalties for row in rows) == 6
        assert sum(row.pot for row in rows) == 8
        assert sum(sum(row.seats) for row in rows) == -14

    @pytest.mark.parametrize("others", (1, 3))
    def test_the_number_of_queries_does_not_grow(self, django_assert_num_queries, others):
        decided = tuple(make_other(number=number) for number in range(2, 2 + others))
        should_be = Account(4, (), ANTES, decided)
        with django_assert_num_queries(3):
            reconcile(book=BOOK, should_be=should_be, reason="", actor="user:x")
        with django_assert_num_queries(2):
            assert audit({BOOK: should_be}) == []


@pytest.mark.django_db
class TestAudit:
    @pytest.mark.parametrize("kind", ("ante", "penalty", "hand", "transfer"))
    @pytest.mark.parametrize(
        ("change", "fault"),
        (
            ("seat0 = seat0 + 1, seat1 = seat1 - 1", Fault.AMOUNTS),
            ("penalties = penalties - 1, cash = cash + 1", Fault.AMOUNTS),
            ("deal = 7", Fault.ORIGIN),
            ("ruleset_digest = 'other'", Fault.ORIGIN),
        ),
    )
    def test_tampering_of_each_kind_is_found(self, kind, change, fault):
        should_be = self.posted()
        tamper(f"UPDATE scoring_journalentry SET {change} WHERE kind = '{kind}'")
        (finding,) = audit({BOOK: should_be})
        assert (finding.fault, finding.deal) == (fault, None)
        assert finding.says.startswith(kind)

    @pytest.mark.parametrize("kind", ("ante", "penalty", "hand", "transfer"))
    def test_a_lost_row_of_each_kind_is_found(self, kind):
        should_be = self.posted()
        tamper(f"DELETE FROM scoring_journalentry WHERE kind = '{kind}'")
        (finding,) = audit({BOOK: should_be})
        assert finding.fault == Fault.MISSING
        assert finding.says.endswith("posted 0 times, should be 1")

    @pytest.mark.parametrize("kind", ("ante", "penalty", "hand", "transfer"))
    def test_a_doubled_row_of_each_kind_is_found(self, kind):
        should_be = self.posted()
        row = JournalEntry.objects.get(kind=kind)
        row.pk, row._state.adding = None, True
        row.save()
        (finding,) = audit({BOOK: should_be})
        assert finding.fault == Fault.SUPERFLUOUS
        assert finding.says.endswith("posted 2 times, should be 1")

    def test_another_reason_is_found(self):
        should_be = self.posted()
        tamper("UPDATE scoring_journalentry SET reason = 'none' WHERE kind = 'penalty'")
        assert [finding.fault for finding in audit({BOOK: should_be})] == [Fault.ORIGIN]

    def test_the_reason_of_the_writing_is_not_what_was_decided(self):
        should_be = self.posted()
        tamper("UPDATE scoring_journalentry SET reason = 'corrected' WHERE kind = 'ante'")
        assert audit({BOOK: should_be}) == []

    def test_a_decision_that_nobody_made_is_found(self):
        should_be = self.posted()
        shown = TABLE.hex if connection.vendor == "sqlite" else str(TABLE)
        tamper(f"UPDATE scoring_journalentry SET revision = '{shown}' WHERE kind = 'hand'")
        assert {finding.fault for finding in audit({BOOK: should_be})} == {
            Fault.SUPERFLUOUS,
            Fault.MISSING,
        }

    @pytest.mark.parametrize("column", ("penalties", "cash"))
    def test_a_reversal_of_other_amounts_is_found(self, column):
        should_be = self.posted()
        less = replace(should_be, others=should_be.others[1:])
        reconcile(book=BOOK, should_be=less, reason="", actor="user:x")
        tamper(
            f"UPDATE scoring_journalentry SET {column} = {column} + 1, seat0 = seat0 - 1 "
            "WHERE kind = 'reversal'"
        )
        assert [finding.fault for finding in audit({BOOK: less})] == [Fault.REVERSAL]

    def test_a_reversal_of_a_reversal_is_found(self):
        post(make_other())
        post()
        (row,) = JournalEntry.objects.filter(kind="reversal")
        again = JournalEntry.objects.get(kind="penalty")
        again.pk, again._state.adding = None, True
        again.kind, again.reverses = JournalEntry.Kind.REVERSAL, row
        again.save()
        assert [finding.fault for finding in audit({BOOK: Account(4)})] == [Fault.REVERSAL]

    def posted(self):
        others = (make_other(), make_other("hand", 3), make_other("transfer", 4))
        post(*others, opening=ANTES, deals=[make_posting(1, 0)])
        return Account(4, (make_posting(1, 0),), ANTES, others)


def tamper(sql):
    with connection.cursor() as cursor:
        cursor.execute(sql)
        assert cursor.rowcount == 1


Seats = st.lists(st.integers(-9, 9), min_size=4, max_size=4)


@st.composite
def decisions(draw):
    """Up to six decisions of any kind, each of its own id."""
    made = []
    for number in sorted(draw(st.sets(st.integers(2, 9), max_size=6))):
        kind = draw(st.sampled_from(["penalty", "hand", "transfer"]))
        points = draw(Seats)
        if kind == "penalty":
            points = [-abs(each) for each in points]
        rest = {"penalties" if kind == "penalty" else "cash": -sum(points)}
        one, two, three, four = points
        entry = Entry((one, two, three, four, 0), **rest)
        made.append(make_other(kind, number, entry=entry, deal=draw(st.integers(0, 12))))
    return tuple(made)


class AnySequence(TestCase):
    """However results and decisions come and go, the journal says what the last state gives."""

    @settings(max_examples=examples(40))
    @given(st.lists(st.tuples(Results, decisions()), min_size=1, max_size=5))
    def test_the_journal_follows(self, states):
        for results, others in states:
            deals = tuple(any_posting(deal, *results[deal]) for deal in sorted(results))
            should_be = Account(4, deals, ANTES if deals else None, others)
            reconcile(book=BOOK, should_be=should_be, reason="", actor="user:x")
            assert audit({BOOK: should_be}) == []
            rows = list(JournalEntry.objects.filter(book=BOOK))
            seats = [sum(row.seats[seat] for row in rows) for seat in range(4)]
            assert seats == [total.points for total in tally(should_be)]
            assert sum(row.penalties for row in rows) == -sum(
                total.penalties for total in tally(should_be)
            )
            held = sum(row.pot + row.penalties + row.cash for row in rows)
            assert sum(seats) + held == 0
