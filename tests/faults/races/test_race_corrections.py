"""Two directors at once, or one and a table: one wins, the other is told."""

import uuid
from dataclasses import replace

import pytest

from lhombre_club.refusal import Refusal
from tests import make
from tests.faults.races.test_race import at_once, writer
from tournaments.book.changes import Change, LinesRefusedError, Rules
from tournaments.book.corrections import change_rules, correct
from tournaments.book.proving.ledger_check import check_event
from tournaments.book.reasons import BookReason
from tournaments.book.results import Stored
from tournaments.models import Correction, Event, Round, Table
from tournaments.review.domain.rounds import close_round, reopen_round

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]
PAIRS = 25
PASSED = {"passed": True}


@pytest.fixture
def event():
    return make.make_released_event(make.make_club(), tables=2, deals=PAIRS)


def lines(event, deal, record, bases=(0, 0)):
    """The same deal at both tables."""
    tables = Table.objects.filter(round__event=event)
    return [Change(table, deal, base, record) for table, base in zip(tables, bases, strict=True)]


def corrector(event, changes):
    return lambda: correct(event=event, changes=changes, reason="misread", actor="user:x")


def blind(event, changes):
    """The protection switched off: correct whatever is there, seen or not."""

    def correct_anyway():
        while True:
            bases = [each.table.revisions.filter(deal=each.deal).count() for each in changes]
            pairs = zip(changes, bases, strict=True)
            seen = [replace(each, base=base) for each, base in pairs]
            try:
                return corrector(event, seen)()
            except LinesRefusedError:
                continue

    return correct_anyway


def lost_corrections(event, make_corrector):
    """How many pairs of corrections, in opposite orders of the tables, were both made."""
    lost = 0
    for deal in range(1, PAIRS + 1):
        bet = {"declarer": (deal - 1) % 4, "contract": "solo", "outcome": "bet"}
        outcomes = at_once(
            make_corrector(event, lines(event, deal, PASSED)),
            make_corrector(event, lines(event, deal, bet)[::-1]),
        )
        made = [outcome for outcome in outcomes if isinstance(outcome, Correction)]
        refused = [outcome for outcome in outcomes if isinstance(outcome, LinesRefusedError)]
        assert len(made) + len(refused) == 2, outcomes
        lost += len(made) - 1
    return lost


def test_of_two_corrections_of_the_same_lines_exactly_one_is_made(event):
    assert lost_corrections(event, corrector) == 0
    assert Correction.objects.count() == PAIRS
    assert check_event(event) == []


@pytest.mark.nightly
def test_without_compare_and_set_corrections_are_lost(event):
    assert lost_corrections(event, blind) > 0


@pytest.mark.strict
def test_a_deal_entered_while_the_rules_change_is_settled_by_the_new_ones(event):
    table = Table.objects.filter(round__event=event)[0]
    for deal in range(1, PAIRS + 1):
        seen = Event.objects.get(pk=event.pk)
        now = Rules.of(seen)
        settings = {**now.settings, "sitter_pays": not seen.sitter_pays}
        rules = replace(now, settings=settings)
        solo = {"declarer": deal % 4, "contract": "solo", "outcome": "won"}

        def change(seen=seen, rules=rules):
            return change_rules(event=seen, rules=rules, reason="agreed", actor="user:x")

        stored, made = at_once(writer(table, deal, solo), change)
        assert isinstance(stored, Stored), stored
        assert isinstance(made, Correction), made
        assert check_event(event) == []


@pytest.mark.strict
def test_a_deal_entered_while_the_round_is_closed_is_in_or_refused(event):
    table = Table.objects.filter(round__event=event)[0]
    for deal in range(1, PAIRS + 1):
        outcome, closed = at_once(
            writer(table, deal, PASSED, result_id=uuid.uuid4()),
            lambda: close_round(round_=event.rounds.get(), actor="user:x"),
        )
        assert isinstance(closed, Round), closed
        entered = table.revisions.filter(deal=deal).exists()
        if entered:
            assert isinstance(outcome, Stored), outcome
        else:
            assert isinstance(outcome, Refusal), outcome
            assert outcome.reason is BookReason.NOT_OPEN
        reopen_round(round_=event.rounds.get(), reason="again", actor="user:x")
