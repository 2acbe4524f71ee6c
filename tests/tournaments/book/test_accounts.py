"""A table's account holds its antes, its deals and what was decided beside them."""

import uuid

import pytest

from rules import RULESETS
from scoring.domain import audit, totals
from scoring.mixed import POT_CAP
from scoring.models import JournalEntry
from scoring.pott import ANTE
from scoring.rasle import SITTER_PAYS
from tests import make
from tournaments.book.accounts import Frame, locked_tables, moved, stored_account
from tournaments.models import Table, TableEntry

WON = {"declarer": 1, "contract": "spil", "trump": "H", "outcome": "won"}
PASSED = {"passed": True}


@pytest.fixture
def event(club):
    """A released table of three that plays pott-lomber, and an ante of three bits."""
    lomber = RULESETS["lomber"]
    event = make.make_released_event(club, tables=1, players=3, accounting="pott", ante=3)
    event.ruleset, event.ruleset_digest = lomber.to_json(), lomber.digest
    event.save()
    return event


def decide(table, kind="penalty", amounts=(-2, 0, 0), **kwargs):
    """A decision in the table's book, whose account is not yet posted again."""
    return TableEntry.objects.create(
        id=uuid.uuid4(), table=table, kind=kind, amounts=list(amounts), reason="decided", **kwargs
    )


def kinds():
    return [row.kind for row in JournalEntry.objects.order_by("id")]


def test_the_event_says_how_the_account_is_kept(event, table):
    event.pot_cap, event.sitter_pays = 50, True
    event.save()
    table = Table.objects.select_related("round__event").get(pk=table.pk)
    rules = Frame.of(table, players=3).rules
    assert (rules.kind.key, rules[ANTE], rules[POT_CAP]) == ("pott", 3, 50)
    assert rules[SITTER_PAYS]


def test_the_antes_are_posted_with_the_first_deal(table, enter):
    assert stored_account(table).opening is None
    assert enter(2, PASSED).first_change == 2
    assert sorted(kinds()) == ["ante", "deal"]
    ante = JournalEntry.objects.get(kind="ante")
    assert (ante.seats, ante.pot, ante.revision) == ((-3, -3, -3, 0, 0), 9, table.pk)
    enter(3, WON)
    assert kinds().count("ante") == 1


def test_they_go_with_the_last_deal(table, enter):
    enter(1, PASSED)
    enter(1, None)
    assert sorted(kinds()) == ["ante", "deal", "reversal", "reversal"]
    assert [total.points for total in totals([table.book])[table.book]] == [0, 0, 0]


def test_a_corrected_deal_changes_what_a_later_one_paid(table, enter):
    """With a pot that holds less everybody antes again first (seed 004, Pott)."""
    solo = {**WON, "contract": "solo", "trump": "C"}
    enter(5, {**solo, "outcome": "kodille"})
    for deal in (6, 7, 8, 9):
        enter(deal, solo)
    assert JournalEntry.objects.get(deal=9).seats == (0, 2, 0, 0, 0)
    assert enter(5, solo, reason="misread").first_change == 5
    rows = JournalEntry.objects.filter(deal=9, reason="misread")
    assert [row.kind for row in rows] == ["reversal", "deal"]
    assert rows[1].seats == (-3, -1, -3, 0, 0)
    assert not JournalEntry.objects.filter(deal=8, kind="reversal").exists()
    (locked,) = locked_tables(table.round.event)
    assert audit({table.book: stored_account(locked)}) == []


@pytest.mark.parametrize(
    ("kind", "penalties", "cash"), (("penalty", 2, 0), ("hand", 0, 2), ("transfer", 0, 2))
)
def test_a_decision_is_posted_from_its_own_account(table, enter, kind, penalties, cash):
    made = decide(table, kind)
    enter(1, PASSED)
    row = JournalEntry.objects.get(kind=kind)
    assert (row.seats, row.penalties, row.cash) == ((-2, 0, 0, 0, 0), penalties, cash)
    assert (row.revision, row.reason) == (made.pk, "decided")


def test_a_withdrawn_decision_does_not_count(table):
    made = decide(table)
    assert len(stored_account(table).others) == 1
    made.withdrawn_at = made.created_at
    made.save()
    assert stored_account(table).others == ()


@pytest.mark.parametrize(
    ("kind", "amounts"),
    (
        ("penalty", [1, 0, 0]),
        ("hand", [1, 0]),
        ("hand", [1, 0, 0, 0]),
        ("hand", ["1", 0, 0]),
        ("hand", [True, 0, 0]),
        ("transfer", {"0": 1}),
        ("deal", [0, 0, 0]),
    ),
)
def test_a_decision_that_cannot_be_is_an_error(table, kind, amounts):
    TableEntry.objects.create(
        id=uuid.uuid4(), table=table, kind=kind, amounts=amounts, reason="decided"
    )
    with pytest.raises(ValueError, match=r"entry|move|kind"):
        stored_account(table)


def test_the_seats_may_settle_among_themselves():
    assert moved("hand", [3, -1, -2]).cash == 0


@pytest.mark.parametrize("decisions", (1, 3))
def test_the_number_of_queries_does_not_grow(event, table, django_assert_num_queries, decisions):
    for _ in range(decisions):
        decide(table)
    with django_assert_num_queries(5):
        (locked,) = locked_tables(event)
        assert len(stored_account(locked).others) == decisions
