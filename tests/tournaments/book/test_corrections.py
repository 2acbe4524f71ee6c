"""Corrections: several lines, seats or rules at once, with a reason, and undone."""

import uuid

import pytest
from django.utils.translation import override

from lhombre_club.refusal import Refusal
from scoring.domain import totals
from scoring.models import JournalEntry
from tests import make
from tests.tournaments.book import potts
from tests.tournaments.book.correcting import DIRECTOR, make_correction, refusals
from tests.tournaments.conftest import BET, WON
from tournaments.book import corrections
from tournaments.book.changes import Change, LinesRefusedError
from tournaments.book.corrections import undo
from tournaments.book.lines import drop_doubled, insert_deal, move_deal, swap_lines
from tournaments.book.proving.ledger_check import check_event
from tournaments.book.proving.seals import broken
from tournaments.book.reasons import BookReason, CorrectionReason
from tournaments.models import Activity, Correction, Event, Revision, Table
from tournaments.sheets.queries import sheet
from tournaments.standings.queries.standings import standings

pytestmark = pytest.mark.django_db
PASSED = {"passed": True}
SOLO = {"contract": "solo", "outcome": "won"}
SITTER_WON = {"declarer": 2, "contract": "spil", "outcome": "won"}
"""Impossible where seat 0 deals."""


def points(table):
    return [total.points for total in totals([table.book]).get(table.book, ())]


def written(table):
    """What counts on the sheet, by deal."""
    return {
        line.deal: {key: value for key, value in line.record.items() if key != "dealer"}
        for line in sheet(table).lines
        if line.record is not None
    }


def test_deal_5_of_a_pott_changes_what_deal_9_paid(club):
    event = potts.make_pott(club)
    table = Table.objects.get(round__event=event)
    lines = sheet(table).lines
    assert tuple(line.pot for line in lines) == potts.POTS_WITH_BET
    assert lines[8].changes == potts.NINTH_WITH_BET
    assert sheet(table).totals == potts.TOTALS_WITH_BET
    assert [row.number for row in standings(event).rows] == [2, 1, 3]
    written_before = JournalEntry.objects.count()

    made = make_correction(event, Change(table, 5, 1, potts.WON))

    lines = sheet(table).lines
    assert tuple(line.pot for line in lines) == potts.POTS_WITH_WIN
    assert lines[8].changes == potts.NINTH_WITH_WIN
    assert sheet(table).totals == potts.TOTALS_WITH_WIN
    assert [row.number for row in standings(event).rows] == [3, 2, 1]
    rows = JournalEntry.objects.order_by("id")[written_before:]
    assert [(row.kind, row.deal, row.seats[:3], row.pot) for row in rows] == [
        ("reversal", 5, (0, 0, 1), -1),
        ("reversal", 9, (-3, 0, 0), 3),
        ("deal", 5, (0, 0, 1), -1),
        ("deal", 9, (1, -2, -2), 3),
    ]
    assert {row.reason for row in rows} == {"misread"}
    assert check_event(event) == []

    undo(correction=made, actor=DIRECTOR)
    assert sheet(table).lines[8].changes == potts.NINTH_WITH_BET
    assert sheet(table).totals == potts.TOTALS_WITH_BET
    assert [row.number for row in standings(event).rows] == [2, 1, 3]
    assert check_event(event) == []


def test_lines_of_several_tables_are_one_correction(two_tables):
    event, one, other = two_tables
    make.enter(one, 1, WON)
    before = Event.objects.get(pk=event.pk).version
    made = make_correction(
        event, Change(other, 2, 0, PASSED), Change(one, 1, 1, BET), Change(one, 2, 0, PASSED)
    )
    lines = {(each.table, each.deal, each.number) for each in made.revisions.all()}
    assert lines == {(one, 1, 2), (one, 2, 1), (other, 2, 1)}
    assert {(line.reason, line.actor) for line in made.revisions.all()} == {("misread", DIRECTOR)}
    assert points(one) == [1, -2, 0, 1]
    assert points(other) == [0, 0, 0, 0]
    assert (made.kind, made.reason, made.actor) == ("deals", "misread", DIRECTOR)
    assert Event.objects.get(pk=event.pk).version == before + 1
    activity = Activity.objects.get(event=event)
    assert (activity.verb, activity.facts) == ("deals.corrected", {"correction": str(made.pk)})
    assert check_event(event) == []


@pytest.mark.parametrize(
    ("wrong", "why"),
    (
        ((1, 0, PASSED), CorrectionReason.STALE_LINE),
        ((3, 1, PASSED), CorrectionReason.STALE_LINE),
        ((1, 1, SITTER_WON), BookReason.REFUSED),
        ((41, 0, PASSED), BookReason.NO_SUCH_DEAL),
        ((2, 0, PASSED), CorrectionReason.STALE_LINE),
    ),
    ids=("older", "newer", "impossible", "off the sheet", "twice"),
)
def test_one_wrong_line_refuses_all(event, table, enter, wrong, why):
    enter(1, WON)
    deal, base, record = wrong
    with pytest.raises(LinesRefusedError) as caught:
        make_correction(event, Change(table, 2, 0, PASSED), Change(table, deal, base, record))
    assert refusals(caught) == [(deal, why)]
    assert caught.value.lines[0].table == table
    with override("en"):
        assert str(caught.value).startswith(f"Deal {deal}: ")
    assert Revision.objects.count() == JournalEntry.objects.count() == 1
    assert not Correction.objects.exists()


def test_every_wrong_line_is_named(event, table):
    with pytest.raises(LinesRefusedError) as caught:
        make_correction(event, Change(table, 1, 1, PASSED), Change(table, 5, 0, SITTER_WON))
    assert refusals(caught) == [(1, CorrectionReason.STALE_LINE), (5, BookReason.REFUSED)]


def test_a_table_of_another_event_is_not_open(event):
    other = make.make_released_event(make.make_club("B"), tables=1)
    foreign = Table.objects.get(round__event=other)
    with pytest.raises(LinesRefusedError) as caught:
        make_correction(event, Change(foreign, 1, 0, PASSED))
    assert refusals(caught) == [(1, CorrectionReason.LINE_NOT_OPEN)]


@pytest.mark.parametrize("reason", ("", "  ", "x" * 201))
def test_a_reason_is_required(event, table, reason):
    with pytest.raises(Refusal) as refused:
        make_correction(event, Change(table, 1, 0, PASSED), reason=reason)
    assert refused.value.reason is CorrectionReason.NO_REASON
    assert not Revision.objects.exists()


def test_the_same_id_again_is_the_same_correction(event, table):
    own_id = uuid.uuid4()
    first = make_correction(event, Change(table, 1, 0, PASSED), id=own_id)
    again = make_correction(event, Change(table, 1, 0, PASSED), id=own_id)
    assert first == again
    assert first.pk == own_id
    assert Revision.objects.count() == 1
    with pytest.raises(Refusal) as refused:
        make_correction(event, Change(table, 1, 0, WON), id=own_id)
    assert refused.value.reason is BookReason.SENT_BEFORE


@pytest.mark.parametrize(
    ("record", "ruling"), ((BET, "decided"), (None, "annulled"), (None, "not_played"))
)
def test_a_director_decides(event, table, enter, record, ruling):
    enter(1, WON)
    make_correction(event, Change(table, 1, 1, record, ruling), reason="exposed a card")
    counts = Revision.objects.get(number=2)
    assert (counts.ruling, counts.reason) == (ruling, "exposed a card")
    assert points(table) == ([1, -2, 0, 1] if record else [0, 0, 0, 0])
    assert check_event(event) == []


@pytest.mark.parametrize(
    ("record", "ruling"), ((None, "decided"), (BET, "annulled"), (BET, "not_played"))
)
def test_a_ruling_goes_with_a_result_or_without(table, record, ruling):
    with pytest.raises(ValueError, match=ruling):
        Change(table, 1, 0, record, ruling)


class TestLinesInTheWrongPlace:
    """Three games in a row and a gap; the declarers are those that no place forbids."""

    @pytest.fixture(autouse=True)
    def played(self, enter):
        enter(1, {**WON, "contract": "solo"})
        enter(2, BET)
        enter(3, PASSED)
        enter(5, {**WON, "declarer": 0})

    def corrected(self, event, changes):
        make_correction(event, *changes)
        assert check_event(event) == []
        assert list(broken(event)) == []

    def test_a_doubled_deal_is_dropped(self, event, table):
        self.corrected(event, drop_doubled(table, 3))
        assert written(table) == {
            1: {**WON, "contract": "solo"}, 2: BET, 4: {**WON, "declarer": 0},
        }  # fmt: skip
        assert (Revision.objects.get(deal=4).record or {})["dealer"] == 3

    def test_a_skipped_deal_is_put_in(self, event, table):
        self.corrected(event, insert_deal(table, 2, {"declarer": 0, **SOLO}))
        assert written(table) == {
            1: {**WON, "contract": "solo"}, 2: {"declarer": 0, **SOLO}, 3: BET, 4: PASSED,
            6: {**WON, "declarer": 0},
        }  # fmt: skip

    def test_dropped_and_put_in_again_is_as_before(self, event, table):
        before, had = written(table), points(table)
        self.corrected(event, drop_doubled(table, 3))
        self.corrected(event, insert_deal(table, 3, PASSED))
        assert written(table) == before
        assert points(table) == had

    def test_a_deal_moves_on(self, event, table):
        self.corrected(event, move_deal(table, 1, 3))
        assert list(written(table).values())[:3] == [BET, PASSED, {**WON, "contract": "solo"}]

    def test_a_deal_moves_back(self, event, table):
        self.corrected(event, move_deal(table, 3, 1))
        assert list(written(table).values())[:3] == [PASSED, {**WON, "contract": "solo"}, BET]

    def test_two_lines_are_exchanged(self, event, table):
        changes = swap_lines(table, 2, 3)
        assert [change.deal for change in changes] == [2, 3]
        self.corrected(event, changes)
        assert [written(table)[deal] for deal in (2, 3)] == [PASSED, BET]

    def test_a_line_exchanged_with_none_leaves_none(self, event, table):
        self.corrected(event, swap_lines(table, 3, 4))
        assert list(written(table)) == [1, 2, 4, 5]

    def test_lines_that_are_the_same_stay(self, event, table, enter):
        enter(4, PASSED)
        assert swap_lines(table, 3, 4) == []
        with pytest.raises(Refusal) as refused:
            make_correction(event, *swap_lines(table, 3, 4))
        assert refused.value.reason is CorrectionReason.NOTHING_CHANGES

    def test_a_line_that_becomes_impossible_is_refused_by_its_number(self, event, table, enter):
        enter(4, {**SOLO, "declarer": 0})
        with pytest.raises(LinesRefusedError) as caught:
            make_correction(event, *drop_doubled(table, 3))
        assert refusals(caught) == [(3, BookReason.REFUSED)]

    def test_the_last_line_cannot_leave_the_sheet(self, event, table, enter):
        enter(40, PASSED)
        with pytest.raises(LinesRefusedError) as caught:
            make_correction(event, *insert_deal(table, 40))
        assert refusals(caught) == [(41, BookReason.NO_SUCH_DEAL)]

    def test_a_ruling_moves_with_its_line(self, event, table):
        make_correction(event, Change(table, 3, 1, None, "annulled"))
        self.corrected(event, swap_lines(table, 3, 4))
        rulings = {line.deal: line.ruling for line in sheet(table).lines[2:4]}
        assert rulings == {3: "", 4: "annulled"}


class TestUndo:
    """One correction of two lines: a game becomes a bet, and a pass comes in."""

    @pytest.fixture(autouse=True)
    def corrected(self, event, table, enter):
        enter(1, WON)
        self.event, self.table = event, table
        self.made = make_correction(event, Change(table, 1, 1, BET), Change(table, 2, 0, PASSED))

    def test_it_puts_back_what_stood(self):
        undone = undo(correction=self.made, actor="user:other")
        assert written(self.table) == {1: WON}
        assert points(self.table) == [-1, 2, 0, -1]
        assert (undone.undoes, undone.reason, undone.actor) == (self.made, "misread", "user:other")
        assert [line.number for line in undone.revisions.order_by("deal")] == [3, 2]
        assert check_event(self.event) == []
        assert list(broken(self.event)) == []

    def test_an_undo_is_undone(self):
        undone = undo(correction=self.made, actor=DIRECTOR)
        undo(correction=undone, actor=DIRECTOR, reason="it was right")
        assert written(self.table) == {1: BET, 2: PASSED}
        assert points(self.table) == [1, -2, 0, 1]

    def test_only_once(self):
        own_id = uuid.uuid4()
        undone = undo(correction=self.made, actor=DIRECTOR, id=own_id)
        assert undo(correction=self.made, actor=DIRECTOR, id=own_id) == undone
        with pytest.raises(Refusal) as refused:
            undo(correction=self.made, actor=DIRECTOR)
        assert refused.value.reason is CorrectionReason.UNDONE

    def test_not_when_a_line_was_changed_since(self, enter):
        enter(2, WON | {"declarer": 0})
        with pytest.raises(Refusal) as caught:
            undo(correction=self.made, actor=DIRECTOR)
        assert caught.value.reason is CorrectionReason.DEALS_CHANGED_SINCE
        assert caught.value.facts["deals"] == "2"
        assert points(self.table) == [3, -3, -1, 1]

    def test_a_decision_comes_back(self):
        decided = make_correction(self.event, Change(self.table, 1, 2, None, "annulled"))
        changed = make_correction(self.event, Change(self.table, 1, 3, WON))
        undo(correction=changed, actor=DIRECTOR)
        assert Revision.objects.get(deal=1, number=5).ruling == "annulled"
        with pytest.raises(Refusal) as refused:
            undo(correction=decided, actor=DIRECTOR)
        assert refused.value.reason is CorrectionReason.DEALS_CHANGED_SINCE


def test_what_is_stored_is_committed(event, table, monkeypatch):
    """Nothing of a correction stays if its account cannot be written."""

    def refuse(**_kwargs):
        raise RuntimeError("no")

    monkeypatch.setattr(corrections, "reconcile", refuse)
    with pytest.raises(RuntimeError, match="no"):
        make_correction(event, Change(table, 1, 0, PASSED))
    assert not Revision.objects.exists()
    assert not Correction.objects.exists()
