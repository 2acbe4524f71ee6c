"""The journal is brought to what it should say, by reversing and posting."""

import uuid

import pytest
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from rules import DeclarerResult, Outcome, Settlement
from scoring.domain import Account, Posting, Total, audit, reconcile, tally, totals
from scoring.domain.journal import AccountError, changed_since, standing
from scoring.ledger import Entry
from scoring.models import JournalEntry
from tests.scoring.make import entry_in
from tests.sizes import examples

BOOK = "a table"


def settlement_of(deal, declarer, value, outcome):
    """``declarer`` None: all passed. The sitter-out is the seat opposite the dealer."""
    sitters = ((deal + 1) % 4,)
    if declarer is None:
        return Settlement(sitters=sitters)
    return Settlement(sitters=sitters, declarers=(DeclarerResult(declarer, outcome, value),))


def make_posting(deal, declarer=None, value=1, outcome=Outcome.WON, **kwargs):
    settled = settlement_of(deal, declarer, value, outcome)
    return Posting(
        **{
            "deal": deal,
            "revision": uuid.uuid5(uuid.NAMESPACE_OID, f"{deal} {declarer} {value}"),
            "ruleset_digest": "digest",
            "settlement": settled,
            "worth": abs(value),
            "entry": entry_in("rasle", settled),
            **kwargs,
        }
    )


def account(*postings):
    return Account(players=4, postings=postings)


def post(*postings, reason="entered"):
    return reconcile(book=BOOK, should_be=account(*postings), reason=reason, actor="user:x")


@pytest.mark.django_db
class TestReconcile:
    def test_what_is_new_is_posted(self):
        assert post(make_posting(1, 0), make_posting(2, 1)) == 1
        assert [row.seats for row in standing(BOOK)] == [(2, -1, 0, -1, 0), (-1, 2, -1, 0, 0)]

    def test_a_book_has_changed_since_a_moment_if_anything_was_posted_after_it(self):
        post(make_posting(1, 0))
        moment = timezone.now()
        assert changed_since([BOOK, "other"], moment) == set()
        post(make_posting(1, 0), make_posting(2, 1))
        assert changed_since([BOOK, "other"], moment) == {BOOK}
        assert changed_since(["other"], moment) == set()

    def test_what_is_right_is_left_alone(self):
        first = make_posting(1, 0)
        post(first)
        assert post(first) is None
        assert post(first, make_posting(2, 1)) == 2
        assert JournalEntry.objects.count() == 2

    def test_what_differs_is_reversed_and_posted_anew(self):
        post(make_posting(1, 0), make_posting(2, 1), make_posting(3, 2))
        changed = make_posting(2, 1, -2, Outcome.KODILLE)
        assert post(make_posting(1, 0), changed, make_posting(3, 2), reason="misread") == 2
        rows = JournalEntry.objects.order_by("id")[3:]
        assert [(row.deal, row.kind, row.reason) for row in rows] == [
            (2, "reversal", "misread"),
            (2, "deal", "misread"),
        ]
        assert rows[0].reverses == JournalEntry.objects.filter(deal=2).earliest("id")
        assert rows[0].seats == (1, -2, 1, 0, 0)

    @pytest.mark.parametrize(
        "change", ({"revision": uuid.UUID(int=7)}, {"ruleset_digest": "other"})
    )
    def test_where_it_comes_from_is_part_of_it(self, change):
        post(make_posting(1, 0))
        assert post(make_posting(1, 0, **change)) == 1
        assert JournalEntry.objects.count() == 3

    def test_what_should_not_be_there_is_reversed(self):
        post(make_posting(1, 0), make_posting(2, 1))
        assert post(make_posting(2, 1)) == 1
        assert [row.deal for row in standing(BOOK)] == [2]
        assert totals([BOOK])[BOOK] == tally(account(make_posting(2, 1)))

    def test_other_books_are_not_touched(self):
        post(make_posting(1, 0))
        other = account(make_posting(1, 1))
        reconcile(book="other", should_be=other, reason="", actor="user:x")
        post()
        assert len(standing("other")) == 1
        assert totals(["other"]) == {"other": tally(other)}

    def test_an_account_that_cannot_be_right_is_not_posted(self):
        wrong = make_posting(1, 0, entry=Entry((-2, 1, 0, 1, 0)))
        with pytest.raises(AccountError):
            post(wrong)
        assert not JournalEntry.objects.exists()

    @pytest.mark.parametrize("deals", (1, 3))
    def test_the_number_of_queries_does_not_grow(self, django_assert_num_queries, deals):
        with django_assert_num_queries(3):
            post(*[make_posting(deal, deal % 4) for deal in range(1, deals + 1)])


def test_a_fourth_who_joined_and_gave_up_held_cards():
    gave_up = (DeclarerResult(0, Outcome.WON, 2), DeclarerResult(2, Outcome.BET, -2))
    posting = make_posting(1, settlement=Settlement(sitters=(2,), declarers=gave_up))
    assert [(total.deals, total.declared) for total in tally(account(posting))] == [
        (1, 1), (1, 0), (1, 1), (1, 0),
    ]  # fmt: skip


@pytest.mark.django_db
def test_the_figures_of_a_seat():
    post(
        make_posting(1, 0, 3),
        make_posting(2, 0, 1, worth=4),
        make_posting(4),
        make_posting(5, 0, -2, Outcome.KODILLE),
    )
    assert totals([BOOK])[BOOK] == (
        Total(0, points=4, deals=4, declared=3, won=2, kodille=1, highest=4),
        Total(1, points=-2, deals=3),
        Total(2, points=-1, deals=2),
        Total(3, points=-1, deals=3),
    )


@pytest.mark.django_db
@pytest.mark.parametrize("books", (1, 3))
def test_totals_of_many_books_are_one_query(django_assert_num_queries, books):
    names = [f"table {number}" for number in range(books)]
    for name in names:
        reconcile(book=name, should_be=account(make_posting(1, 0)), reason="", actor="user:x")
    with django_assert_num_queries(1):
        assert len(totals(names)) == books


def any_posting(deal, turn, value):
    """The posting of a deal that one of the three who hold cards plays, or nobody."""
    declarer = None if turn is None else (deal + 2 + turn) % 4
    return make_posting(deal, declarer, value, Outcome.WON if value > 0 else Outcome.BET)


Results = st.dictionaries(
    st.integers(1, 12),
    st.tuples(st.none() | st.integers(0, 2), st.sampled_from([-6, -3, -2, -1, 1, 2, 3, 4])),
    max_size=12,
)


class AnySequence(TestCase):
    """However the results come and go, the journal says what the last state gives."""

    @settings(max_examples=examples(40))
    @given(st.lists(Results, min_size=1, max_size=6))
    def test_the_journal_follows(self, states):
        for state in states:
            should_be = account(*[any_posting(deal, *state[deal]) for deal in sorted(state)])
            reconcile(book=BOOK, should_be=should_be, reason="", actor="user:x")
            assert audit({BOOK: should_be}) == []
            amounts = [row.seats for row in JournalEntry.objects.filter(book=BOOK)]
            sums = [sum(column) for column in zip(*amounts, strict=True)] or [0] * 5
            assert sums[:4] == [total.points for total in tally(should_be)]
            assert sum(sums) == 0
