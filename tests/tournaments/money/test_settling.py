"""Settling up: nothing is lost, nothing is paid twice, and what is paid stays paid."""

import datetime as dt
import hashlib
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from uuid import uuid4

import pytest

from lhombre_club.refusal import Refusal
from scoring.payments import reference
from tests import make
from tournaments.models import Event, Payment, Season, Seat, Table
from tournaments.money.domain import (
    CASH,
    agree_on_unit,
    basis,
    played,
    settle_up,
    shares,
    shares_of,
    tick,
)
from tournaments.money.queries import money
from tournaments.money.reasons import MoneyReason
from tournaments.penalties.domain.penalties import (
    Movement,
    Penalty,
    enter_by_hand,
    from_everybody,
    penalise,
)

pytestmark = pytest.mark.django_db
SOLO = {"declarer": 1, "contract": "solo", "outcome": "won"}
ACTOR = "system:test"


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=1, rounds=2, deals=8, unit=Decimal("0.50"))


@pytest.fixture
def table(event):
    return Table.objects.get(round__event=event, round__number=1)


def owed(scope):
    return {share.name or share.key: share.money for share in shares(scope)}


def paid_up(scope):
    """What each has after all payments of the newest settling were made; kroner."""
    settling = settle_up(scope=scope, actor=ACTOR)
    left = {share.key: share.money for share in shares(scope)}
    for payment in Payment.objects.all():
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
    return settling, left


def test_an_evening_is_settled_in_whole_kroner_that_sum_to_nothing(event, table):
    make.enter(table, 1, SOLO)
    make.enter(table, 2, {**SOLO, "contract": "spil"})
    assert list(owed(event).values()) == [-2, 4, 0, -2]  # -2, 4, -0.5, -1.5
    settling, left = paid_up(event)
    assert settling.fewest
    assert settling.payments.count() == 2
    told = [payment.reference for payment in settling.payments.all()]
    assert sorted(told) == [reference(make.EVENING, number) for number in (1, 2)]
    assert not any(left.values())


def test_without_a_price_nothing_is_settled(event, table):
    agree_on_unit(event=event, unit=None, actor=ACTOR)
    make.enter(table, 1, SOLO)
    with pytest.raises(Refusal) as refused:
        settle_up(scope=event, actor=ACTOR)
    assert refused.value.reason is MoneyReason.NOT_FOR_MONEY
    assert money(event).shares == ()


def test_a_penalty_costs_no_money_but_an_entry_by_hand_does(event, table):
    make.enter(table, 1, SOLO)
    before = owed(event)
    penalty = Penalty(id=uuid4(), seat=1, points=4, reason="Late")
    penalise(table=table, penalty=penalty, actor=ACTOR)
    assert owed(event) == before
    amounts = from_everybody(players=4, each=2, to=None)
    movement = Movement(id=uuid4(), amounts=amounts, cash=8, reason="9 matadors")
    enter_by_hand(table=table, movement=movement, actor=ACTOR)
    after = owed(event)
    assert after.pop(CASH) == 4
    assert after == {name: amount - 1 for name, amount in before.items()}


def test_what_is_left_in_a_pot_is_shared_by_its_table(club):
    event = make.make_released_event(
        club, tables=1, deals=8, ruleset="lomber", accounting="pott", unit=Decimal(1)
    )
    table = Table.objects.get(round__event=event)
    make.enter(table, 1, {"passed": True})
    assert list(owed(event).values()) == [0, 0, 0, 0]
    make.enter(table, 2, {**SOLO, "outcome": "won", "declarer": 0})
    assert sum(owed(event).values()) == 0
    assert max(owed(event).values()) > 0


def test_what_is_paid_is_taken_into_account_when_results_change(event, table):
    make.enter(table, 1, SOLO)
    settling = settle_up(scope=event, actor=ACTOR)
    first = settling.payments.all()[0]
    tick(payment=first, actor=ACTOR)
    make.enter(table, 1, {**SOLO, "outcome": "bet"}, base=1)
    assert money(event).outdated
    _, left = paid_up(event)
    assert not any(left.values())
    assert Payment.objects.filter(pk=first.pk, paid_at__isnull=False).exists()
    assert not money(event).outdated


def test_a_payment_is_ticked_off_once_and_may_be_ticked_on_again(event, table):
    make.enter(table, 1, SOLO)
    payment = settle_up(scope=event, actor=ACTOR).payments.all()[0]
    assert tick(payment=payment, actor=ACTOR).paid_at is not None
    with pytest.raises(Refusal) as refused:
        tick(payment=payment, actor=ACTOR)
    assert refused.value.reason is MoneyReason.TICKED
    assert tick(payment=payment, actor=ACTOR, is_paid=False).paid_at is None


def test_a_table_paid_at_once_is_not_paid_again_after_the_evening(event, table):
    make.enter(table, 1, SOLO)
    for payment in settle_up(scope=table, actor=ACTOR).payments.all():
        tick(payment=payment, actor=ACTOR)
    assert settle_up(scope=event, actor=ACTOR).payments.count() == 0
    other = Table.objects.get(round__event=event, round__number=2)
    make.enter(other, 1, SOLO)
    _, left = paid_up(event)
    assert not any(left.values())


def test_a_season_is_settled_at_once_each_evening_at_its_own_price(club, event, table):
    season = Season.objects.create(club=club, name="2026", planned=2)
    Event.objects.filter(pk=event.pk).update(season=season)
    make.enter(table, 1, SOLO)
    second = make.again(event, date=dt.date(2026, 11, 28), unit=Decimal(1))
    make.enter(Table.objects.get(round__event=second), 1, {**SOLO, "outcome": "bet"})
    assert list(owed(season).values()) == [2, -3, 0, 1]
    _, left = paid_up(season)
    assert not any(left.values())


def test_who_sat_at_another_table_keeps_his_amount_when_a_result_is_corrected(club):
    event = make.make_released_event(club, tables=2, deals=8, unit=Decimal("0.37"))
    one, other = Table.objects.filter(round__event=event).order_by("number")
    make.enter(one, 1, SOLO)
    make.enter(other, 1, {**SOLO, "contract": "spil"})
    settle_up(scope=event, actor=ACTOR)
    names = [seat.participant.name for seat in other.seats.all()]
    had = owed(event)
    moved = set()
    for base, outcome in enumerate(("bet", "kodille", "won", "bet"), start=1):
        record = {**SOLO, "outcome": outcome, "contract": "spil" if base % 2 else "solo"}
        make.enter(one, 1, record, base=base)
        now = owed(event)
        assert sum(now.values()) == 0
        assert [now[name] for name in names] == [had[name] for name in names]
        afresh = {each.name: each.money for each in shares_of(replace(played(event), kept={}))}
        moved |= {name for name in names if afresh[name] != had[name]}
    assert moved
    before = owed(event)
    settle_up(scope=event, actor=ACTOR)
    assert owed(event) == before


def test_the_number_of_queries_does_not_grow(event, table, django_assert_max_num_queries):
    make.enter(table, 1, SOLO)
    settle_up(scope=event, actor=ACTOR)
    with django_assert_max_num_queries(10):
        money(event)


def test_no_two_payments_of_a_day_have_the_same_reference(event):
    for table in Table.objects.filter(round__event=event):
        make.enter(table, 1, SOLO)
        settle_up(scope=table, actor=ACTOR)
    references = list(Payment.objects.values_list("reference", flat=True))
    assert len(set(references)) == len(references) == 4
    assert all(text.startswith("261121-") for text in references)


def test_a_number_is_not_given_again_when_results_change_before_it_was_paid(event, table):
    make.enter(table, 1, SOLO)
    first = settle_up(scope=event, actor=ACTOR).payments.values_list("reference", flat=True)
    given = set(first)
    make.enter(table, 1, {**SOLO, "outcome": "bet"}, base=1)
    again = settle_up(scope=event, actor=ACTOR).payments.values_list("reference", flat=True)
    assert given
    assert again
    assert given.isdisjoint(again)


def test_at_one_table_the_lowest_seat_is_the_first_among_equals_however_they_were_drawn(event):
    table = Table.objects.get(round__event=event, round__number=1)
    make.enter(table, 1, {**SOLO, "contract": "spil"})
    by_seat = table.seats.order_by("seat").values_list("participant__name", flat=True)
    names = list(by_seat)
    for number, chair in enumerate(table.seats.order_by("-seat"), start=101):
        chair.participant.number = number
        chair.participant.save()
    assert [owed(table)[name] for name in names] == [0, 1, 0, -1]  # -0.5, 1, 0, -0.5


def test_in_an_evening_the_seating_of_the_first_round_says_who_is_first_among_equals(club):
    event = make.make_released_event(club, tables=2, deals=8, unit=Decimal("0.5"))
    one, other = Table.objects.filter(round__event=event).order_by("number")
    for table in (one, other):
        make.enter(table, 1, {**SOLO, "contract": "spil"})  # -0.5, 1, 0, -0.5 at each
    chairs = Seat.objects.filter(table__in=(one, other)).order_by("table__number", "seat")
    names = [chair.participant.name for chair in chairs]
    for number, chair in enumerate(reversed(chairs), start=101):
        chair.participant.number = number
        chair.participant.save()
    assert list(owed(event)) == names
    assert [owed(event)[name] for name in names] == [0, 1, 0, 0, -1, 1, 0, -1]


def agreed(event, smallest):
    agree_on_unit(event=event, unit=Decimal("0.35"), smallest=smallest, actor=ACTOR)
    return Event.objects.get(pk=event.pk)


@pytest.mark.parametrize(
    ("smallest", "step"), ((100, Decimal(1)), (50, Decimal("0.5")), (1, Decimal("0.01")))
)
def test_amounts_are_multiples_of_the_smallest_and_sum_to_nothing(event, table, smallest, step):
    for deal in range(1, 6):
        told = {**SOLO, "declarer": deal % 4, "outcome": "bet" if deal % 2 else "won"}
        make.enter(table, deal, told)
    event = agreed(event, smallest)
    made = shares(event)
    assert sum(share.money for share in made) == 0
    assert all(share.money % step == 0 for share in made)
    assert all(abs(Fraction(share.money) - share.exact) < Fraction(step) for share in made)
    _, left = paid_up(event)
    assert set(left.values()) == {0}


def test_another_smallest_amount_is_news_and_what_is_paid_counts(event, table):
    make.enter(table, 1, {**SOLO, "outcome": "bet"})
    event = agreed(event, 100)
    for payment in settle_up(scope=event, actor=ACTOR).payments.all():
        tick(payment=payment, actor=ACTOR)
    event = agreed(event, 1)
    assert money(event).outdated
    _, left = paid_up(event)
    assert set(left.values()) == {0}
    assert not money(event).outdated


def test_whole_kroner_are_not_said_so_that_what_was_settled_before_stays_good(event, table):
    make.enter(table, 1, SOLO)
    parts = shares(agreed(event, 100))
    told = ";".join(f"{part.key}:{part.exact}" for part in parts)
    assert basis(parts) == hashlib.sha256(told.encode()).hexdigest()


def test_a_season_is_rounded_as_finely_as_its_finest_evening(club, event, table):
    season = Season.objects.create(club=club, name="Vinter")
    Event.objects.filter(pk=agreed(event, 50).pk).update(season=season)
    other = make.make_released_event(make.make_club("Basta"), tables=1, unit=1, season=season)
    for at in (table, Table.objects.get(round__event=other)):
        make.enter(at, 1, SOLO)
    assert {share.smallest for share in shares(season)} == {50}


def told(scope):
    """The payments that are not paid: who, whom, how much, under which number."""
    rows = Payment.objects.filter(settling__event=scope, paid_at=None)
    return set(rows.values_list("pk", "payer", "payee", "amount", "reference"))


def test_settling_again_with_nothing_changed_keeps_every_payment_and_its_number(event, table):
    make.enter(table, 1, SOLO)
    make.enter(table, 2, {**SOLO, "contract": "spil"})
    settle_up(scope=event, actor=ACTOR)
    first = told(event)
    again = settle_up(scope=event, actor=ACTOR)
    assert told(event) == first
    assert set(again.payments.values_list("pk", flat=True)) == {row[0] for row in first}


def test_a_payment_that_still_fits_is_kept_when_a_deal_is_corrected(club):
    event = make.make_released_event(club, tables=2, deals=8, unit=Decimal(1))
    one, other = Table.objects.filter(round__event=event).order_by("number")
    make.enter(one, 1, SOLO)
    make.enter(other, 1, {**SOLO, "contract": "spil"})
    settle_up(scope=event, actor=ACTOR)
    at_other = {str(seat.participant.person_id) for seat in other.seats.all()}
    kept = {row for row in told(event) if {row[1], row[2]} <= at_other}
    make.enter(one, 1, {**SOLO, "outcome": "bet"}, base=1)
    _, left = paid_up(event)
    assert kept
    assert kept <= told(event)
    assert not any(left.values())
