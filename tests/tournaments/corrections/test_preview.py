"""A preview shows what a change would do, to the point, and does nothing."""

import uuid
from dataclasses import replace
from decimal import Decimal

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from lhombre_club.refusal import Refusal
from tests import make
from tests.tournaments.book import potts
from tests.tournaments.book.correcting import DIRECTOR, make_correction
from tests.tournaments.conftest import BET, WON
from tests.tournaments.corrections.previewing import (
    agrees,
    payments_now,
    payments_of,
)
from tournaments.book.begun import USUAL
from tournaments.book.changes import Change, LinesRefusedError, Rules
from tournaments.book.corrections import change_rules, reseat, undo
from tournaments.book.lines import drop_doubled
from tournaments.book.reasons import CorrectionReason
from tournaments.corrections.preview import (
    DealEffect,
    DealState,
    preview,
    preview_reseat,
    preview_rules,
    preview_undo,
)
from tournaments.models import Event, Payment, Round, Seat, Table
from tournaments.money.domain import CASH, settle_up, tick
from tournaments.penalties.domain.penalties import (
    Movement,
    Penalty,
    enter_by_hand,
    of_movement,
    of_penalty,
    penalise,
    withdraw_entry,
)
from tournaments.penalties.domain.preview import preview_decided
from tournaments.penalties.reasons import DecisionReason
from tournaments.review.domain.rounds import close_round

pytestmark = pytest.mark.django_db
PASSED: dict[str, object] = {"passed": True}


def counted():
    return {model: model._default_manager.count() for model in apps.get_models()}


def untouched(ask):
    """What ``ask`` answers, which must have written nothing."""
    before = counted()
    with CaptureQueriesContext(connection) as asked:
        answer = ask()
    assert asked.captured_queries
    for query in asked.captured_queries:
        assert query["sql"].startswith("SELECT "), query
    assert counted() == before
    return answer


class TestTheWorkedPott:
    @pytest.fixture(autouse=True)
    def played(self, club):
        made = potts.make_pott(club, unit=Decimal(10))
        self.event = Event.objects.get(pk=made.pk)
        self.table = Table.objects.get(round__event=made)
        self.change = Change(self.table, 5, 1, potts.WON)

    def test_before_and_after(self):
        seen = untouched(lambda: preview(self.event, [self.change]))
        (table,) = seen.tables
        assert [each.deal for each in table.deals] == [5, 6, 7, 8, 9]
        assert table.deals[4] == DealEffect(
            9,
            DealState({"dealer": 2, **potts.DEALS[8]}, "", potts.NINTH_WITH_BET, (0, 1, -1), 0),
            DealState({"dealer": 2, **potts.DEALS[8]}, "", potts.NINTH_WITH_WIN, (-2, -1, -1), 4),
        )
        assert (table.totals_before, table.totals_after) == (
            potts.TOTALS_WITH_BET,
            potts.TOTALS_WITH_WIN,
        )
        assert [(was.number, was.place, row.place) for was, row in seen.moves] == [
            (3, 3, 1), (2, 1, 2), (1, 2, 3),
        ]  # fmt: skip
        assert [share.money for share in seen.before.shares] == [0, 10, -10]
        # Beside the mean of -4/3 they have -2/3, 1/3 and 1/3 of 10 kroner.
        assert [share.money for share in seen.after.shares] == [-6, 3, 3]
        assert [(each.payer.name, each.amount) for each in seen.before.payments] == [
            ("Birte Nr3", 10)
        ]
        assert [(each.payee.name, each.amount) for each in seen.after.payments] == [
            ("Aksel Nr2", 3), ("Birte Nr3", 3),
        ]  # fmt: skip

    def test_the_correction_does_what_was_shown(self):
        seen = preview(self.event, [self.change])
        agrees(seen, self.event, after=False)
        made = make_correction(self.event, self.change)
        agrees(seen, self.event, after=True)
        back = untouched(lambda: preview_undo(made))
        assert (back.before, back.after) != (seen.before, seen.after)
        assert back.after.shares == seen.before.shares
        undo(correction=made, actor=DIRECTOR)
        agrees(back, self.event, after=True)
        agrees(seen, self.event, after=False)

    @pytest.mark.parametrize(
        "fields",
        (
            {"settings": {**USUAL, "ante": 3}},
            {"accounting": "mixed"},
            {"unit": None},
            {"unit": Decimal("0.5")},
        ),
        ids=lambda fields: next(iter(fields)),
    )
    def test_other_rules(self, fields):
        rules = replace(Rules.of(self.event), **fields)
        seen = untouched(lambda: preview_rules(self.event, rules))
        agrees(seen, self.event, after=False)
        made = change_rules(event=self.event, rules=rules, reason="agreed", actor=DIRECTOR)
        agrees(seen, self.event, after=True)
        with pytest.raises(Refusal) as refused:
            preview_rules(self.event, rules)
        assert refused.value.reason is CorrectionReason.CHANGED_SINCE
        agrees(preview_undo(made), self.event, after=False)

    def test_what_was_paid_is_not_owed_again(self):
        settle_up(scope=self.event, actor=DIRECTOR)
        tick(payment=Payment.objects.get(), actor=DIRECTOR)
        seen = preview(self.event, [self.change])
        assert payments_of(seen.before) == []
        make_correction(self.event, self.change)
        assert payments_of(seen.after) == payments_now(self.event)

    def test_who_has_paid_and_has_no_share_any_more_gets_it_back(self):
        by_hand = Movement(id=uuid.uuid4(), amounts=(-1, -1, -1), cash=3, reason="coffee")
        coffee = enter_by_hand(table=self.table, movement=by_hand, actor=DIRECTOR)
        settle_up(scope=self.event, actor=DIRECTOR)
        for payment in Payment.objects.all():
            tick(payment=payment, actor=DIRECTOR)
        withdraw_entry(entry=coffee.entry, reason="it was free", actor=DIRECTOR)
        seen = preview(self.event, [self.change])
        back = [each.amount for each in seen.before.payments if each.payer.key == CASH]
        assert sum(back) == 30
        make_correction(self.event, self.change)
        assert payments_of(seen.after) == payments_now(self.event)

    def test_penalties_and_entries_by_hand_stand(self):
        penalty = Penalty(id=uuid.uuid4(), seat=0, points=3, reason="late")
        penalise(table=self.table, penalty=penalty, actor=DIRECTOR)
        by_hand = Movement(id=uuid.uuid4(), amounts=(-1, -1, -1), cash=3, reason="coffee")
        enter_by_hand(table=self.table, movement=by_hand, actor=DIRECTOR)
        seen = preview(self.event, [self.change])
        assert seen.tables[0].totals_before == (-4, 0, -2)
        make_correction(self.event, self.change)
        agrees(seen, self.event, after=True)
        assert payments_of(seen.after) == payments_now(self.event)


def test_one_deal(event, table, enter):
    enter(1, WON)
    seen = untouched(lambda: preview(event, [Change(table, 2, 0, PASSED)]))
    assert [(each.deal, each.before) for each in seen.tables[0].deals] == [(2, None)]
    assert seen.before.shares == seen.before.payments == ()
    enter(2, PASSED)
    agrees(seen, event, after=True)
    gone = preview(event, [Change(table, 1, 1, None)])
    assert [each.after and each.after.balances for each in gone.tables[0].deals] == [
        None,
        (0, 0, 0, 0),
    ]


def test_an_entry_of_the_same_changes_nothing(event, table, enter):
    enter(1, WON)
    seen = preview(event, [Change(table, 1, 1, WON)])
    assert seen.tables[0].deals == ()
    assert seen.moves == ()


def test_a_closed_round_is_corrected(event, table, enter):
    enter(1, WON)
    close_round(round_=event.rounds.get(), actor=DIRECTOR)
    assert preview(event, [Change(table, 2, 0, PASSED)]).tables


def test_seats(club):
    event = make.make_released_event(club, tables=2, rounds=2, unit=Decimal("0.25"))
    one, other = Table.objects.filter(round__event=event, round__number=1)
    make.enter(one, 1, WON)
    make.enter(other, 1, {**BET, "contract": "solo"})
    chair, across = (Seat.objects.get(table=table, seat=1) for table in (one, other))
    chair.substitute = make.make_person("Povl")
    chair.save()
    moves = [(chair, across), (across, chair)]
    seen = untouched(lambda: preview_reseat(moves))
    agrees(seen, event, after=False)
    assert {row.number: (was.points, row.points) for was, row in seen.moves} == {
        2: (2, -6), 6: (-6, 2),
    }  # fmt: skip
    made = reseat(moves=moves, reason="sat wrong", actor=DIRECTOR)
    agrees(seen, event, after=True)
    assert payments_of(seen.after) == payments_now(event)
    back = preview_undo(made)
    undo(correction=made, actor=DIRECTOR)
    agrees(back, event, after=True)


def test_several_lines_of_two_tables(club):
    event = make.make_released_event(club, tables=2)
    one, other = Table.objects.filter(round__event=event)
    for deal in (1, 2, 4):
        make.enter(one, deal, PASSED)
    changes = [*drop_doubled(one, 2), Change(other, 7, 0, None, "not_played")]
    seen = untouched(lambda: preview(event, changes))
    assert [each.table for each in seen.tables] == [one, other]
    make_correction(event, *changes)
    agrees(seen, event, after=True)


def test_what_would_be_refused_is_refused(event, table, enter):
    enter(1, WON)
    with pytest.raises(LinesRefusedError) as caught:
        untouched(lambda: preview(event, [Change(table, 1, 0, BET)]))
    assert caught.value.lines[0].error.reason is CorrectionReason.STALE_LINE
    made = make_correction(event, Change(table, 1, 1, BET))
    undo(correction=made, actor=DIRECTOR)
    with pytest.raises(Refusal) as refused:
        preview_undo(made)
    assert refused.value.reason is CorrectionReason.UNDONE
    Round.objects.update(state=Round.State.DRAFT)
    chair, across = Seat.objects.filter(table=table)[:2]
    with pytest.raises(Refusal) as refused:
        preview_reseat([(chair, across), (across, chair)])
    assert refused.value.reason is CorrectionReason.SEATS_NOT_OPEN


@pytest.mark.parametrize("tables", (1, 3))
def test_the_number_of_queries_does_not_grow(club, django_assert_num_queries, tables):
    event = make.make_released_event(club, tables=tables, unit=Decimal(1))
    changes = []
    for table in Table.objects.filter(round__event=event):
        make.enter(table, 1, WON)
        changes.append(Change(table, 1, 1, BET))
    with django_assert_num_queries(17):
        preview(event, changes)


class TestBesideTheDeals:
    """Penalties and entries by hand."""

    def test_a_penalty_and_its_withdrawal(self, club):
        event = make.make_released_event(club, tables=1, unit=Decimal(1))
        table = Table.objects.get(round__event=event)
        make.enter(table, 1, WON)
        late = Penalty(id=uuid.uuid4(), seat=1, points=3, reason="late")
        seen = untouched(lambda: preview_decided(of_penalty(table, late, DIRECTOR)))
        agrees(seen, event, after=False)
        stored = penalise(table=table, penalty=late, actor=DIRECTOR).entry
        agrees(seen, event, after=True)
        withdraw_entry(entry=stored, reason="was not", actor=DIRECTOR)
        agrees(seen, event, after=False)

    def test_an_entry_by_hand_moves_money(self, club):
        event = make.make_released_event(club, tables=1, unit=Decimal(1))
        table = Table.objects.get(round__event=event)
        nine = Movement(id=uuid.uuid4(), amounts=(-2, 6, -2, -2), reason="9 matadors")
        seen = untouched(lambda: preview_decided(of_movement(table, nine, DIRECTOR)))
        enter_by_hand(table=table, movement=nine, actor=DIRECTOR)
        agrees(seen, event, after=True)
        assert payments_of(seen.after) == payments_now(event)

    def test_what_would_be_refused_is_refused(self, club):
        event = make.make_released_event(club, tables=1)
        table = Table.objects.get(round__event=event)
        late = Penalty(id=uuid.uuid4(), seat=1, points=3, reason="late", deal=41)
        with pytest.raises(Refusal) as refused:
            preview_decided(of_penalty(table, late, DIRECTOR))
        assert refused.value.reason is DecisionReason.NO_SUCH_DEAL
        close_round(round_=table.round, actor=DIRECTOR)
        with pytest.raises(Refusal) as refused:
            preview_decided(of_penalty(table, replace(late, deal=0), DIRECTOR))
        assert refused.value.reason is DecisionReason.NOT_OPEN
