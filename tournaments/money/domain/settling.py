"""Settling up: who pays whom after a table, an evening or a season, and what was paid."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from lhombre_club.members.models import Club
from lhombre_club.refusal import Refusal
from scoring.payments import Payment as Move
from scoring.payments import payments, reference
from tournaments.book.activity import note, raise_version
from tournaments.models import (
    Event,
    Payment,
    Season,
    Settling,
    Table,
)
from tournaments.money.domain.shares import (
    OERE,
    Paid,
    Scope,
    Share,
    basis,
    moved,
    shares,
    within,
)
from tournaments.money.reasons import MoneyReason


@dataclass(frozen=True, slots=True)
class Owed:
    """Kroner that one owes another, less what was paid already."""

    payer: Share
    payee: Share
    amount: Decimal


def paid(scope: Scope) -> dict[str, Paid]:
    """Return what each has paid (more) or been paid (less) already within ``scope``, by key.

    To a season its evenings' own payments are as good as paid: they stay what they are.
    """
    return moved(Payment.objects.filter(within(scope)).exclude(_replaced(scope)))


def in_hand(scope: Scope) -> list[Payment]:
    """Return the payments that people were told and have not paid, in the order of their numbers.

    It is these that a new settling of ``scope`` takes the place of.
    """
    return list(Payment.objects.filter(_replaced(scope)).order_by("reference"))


def owed(
    parts: Sequence[Share], done: Mapping[str, Paid], told: Sequence[Payment] = ()
) -> tuple[list[Owed], bool]:
    """Return few payments that settle it, and whether it is proved that they are the fewest.

    Of those that people were ``told`` already, the ones that still fit are kept.

    Who has paid and has no share any more gets it back: an entry was withdrawn, a person was
    forgotten.
    """
    own = {part.key for part in parts}
    none = (Fraction(0), Fraction(0), Decimal(0))
    gone = [Share(key, each.name, *none) for key, each in done.items() if key not in own]
    everybody = (*parts, *gone)
    open_ = [part.money + (done[part.key].amount if part.key in done else 0) for part in everybody]
    at = {part.key: place for place, part in enumerate(everybody)}
    before = [
        Move(at[each.payer], at[each.payee], int(each.amount * OERE))
        for each in told
        if each.payer in at and each.payee in at
    ]
    found = payments([int(amount * OERE) for amount in open_], before)
    sides = ((everybody[one.payer], everybody[one.payee], one.amount) for one in found.payments)
    return [Owed(payer, payee, Decimal(much) / OERE) for payer, payee, much in sides], found.fewest


@transaction.atomic
def settle_up(*, scope: Scope, actor: str) -> Settling:
    """Fix who pays whom, less what was paid already, in few payments.

    Payments that still fit are kept, with their numbers. Raises Refusal where nothing is played
    for money, and for a part of what is settled as a whole.
    """
    # First of all: it holds the club's row, and what is deleted below has had its number.
    day = _day_of(scope)
    first = _numbered(_club_of(scope), day)
    if settled_above(scope):
        raise Refusal(MoneyReason.SETTLED_ABOVE)
    # Nobody ticks one off between the question what is paid and the new list.
    list(Payment.objects.filter(within(scope)).select_for_update(of=("self",)))
    parts = shares(scope)
    if not parts:
        raise Refusal(MoneyReason.NOT_FOR_MONEY)
    told = in_hand(scope)
    found, fewest = owed(parts, paid(scope), told)
    kept = _kept(told, found)
    Payment.objects.filter(_replaced(scope)).exclude(pk__in=[each.pk for each in kept]).delete()
    settling = Settling.objects.create(
        table=scope if isinstance(scope, Table) else None,
        event=scope if isinstance(scope, Event) else None,
        season=scope if isinstance(scope, Season) else None,
        fewest=fewest,
        basis=basis(parts),
        actor=actor,
    )
    Payment.objects.filter(pk__in=[each.pk for each in kept]).update(settling=settling)
    same = {_says(each) for each in kept}
    new = (one for one in found if _owes(one) not in same)
    Payment.objects.bulk_create(
        _listed(settling, one, reference(day, number)) for number, one in enumerate(new, first)
    )
    for event in _events(scope):
        note(event=event, verb="money.settled", actor=actor, settling=str(settling.pk))
        raise_version(event.pk)
    return settling


def _kept(told: Iterable[Payment], found: Iterable[Owed]) -> list[Payment]:
    """Return those that were told and stay, one for each that is found."""
    rest = {_owes(one) for one in found}
    kept = []
    for each in told:
        if _says(each) in rest:
            rest.remove(_says(each))
            kept.append(each)
    return kept


def _says(payment: Payment) -> tuple[str, str, Decimal]:
    return payment.payer, payment.payee, payment.amount


def _owes(one: Owed) -> tuple[str, str, Decimal]:
    return one.payer.key, one.payee.key, one.amount


def _listed(settling: Settling, one: Owed, number: str) -> Payment:
    sides = {"payer": one.payer.key, "payer_name": one.payer.name}
    sides |= {"payee": one.payee.key, "payee_name": one.payee.name}
    return Payment(settling=settling, amount=one.amount, reference=number, **sides)


@transaction.atomic
def agree_on_unit(
    *,
    event: Event,
    unit: Decimal | None,
    actor: str,
    start: int | None = None,
    smallest: int | None = None,
) -> Event:
    """Say what a point costs in kroner, what each sheet begins with, and what amounts round to.

    ``unit`` None: nothing is played for money; ``start`` or ``smallest`` None: it stays as it is.
    """
    event.unit = unit
    event.start = event.start if start is None else start
    event.smallest = event.smallest if smallest is None else smallest
    event.save(update_fields=["unit", "start", "smallest"])
    note(event=event, verb="unit.agreed", actor=actor, unit=str(unit or ""))
    raise_version(event.pk)
    return event


@transaction.atomic
def tick(*, payment: Payment, actor: str, is_paid: bool = True) -> Payment:
    """Note that ``payment`` was paid, or that it was not after all.

    Raises Refusal if somebody was first, also with a new settling.
    """
    held = Payment.objects.select_for_update().filter(pk=payment.pk).first()
    if held is None or (held.paid_at is not None) == is_paid:
        raise Refusal(MoneyReason.TICKED)
    held.paid_at = timezone.now() if is_paid else None
    held.paid_by = actor if is_paid else ""
    held.save(update_fields=["paid_at", "paid_by"])
    verb = "payment.paid" if is_paid else "payment.unpaid"
    for event in _events(scope_of(held.settling)[1]):
        note(event=event, verb=verb, actor=actor, reference=held.reference)
        raise_version(event.pk)
    return held


def _replaced(scope: Scope) -> Q:
    """Return the condition that a new settling of ``scope`` takes a payment's place."""
    own = Q(settling__season=scope) if isinstance(scope, Season) else within(scope)
    return own & Q(paid_at__isnull=True)


def settled_above(scope: Scope) -> Event | Season | None:
    """Return what ``scope`` is a part of where that is settled as a whole; two queries at most."""
    if isinstance(scope, Season):
        return None
    event = scope if isinstance(scope, Event) else scope.round.event
    if isinstance(scope, Table) and event.settlings.exists():
        return event
    if event.season_id is None:
        return None
    return Season.objects.filter(pk=event.season_id, settlings__isnull=False).first()


def scope_of(settling: Settling) -> tuple[str, Scope]:
    """Return what was settled: ``table``, ``event`` or ``season``, and which."""
    if settling.table is not None:
        return "table", settling.table
    if settling.event is not None:
        return "event", settling.event
    if settling.season is not None:
        return "season", settling.season
    raise LookupError("a settling of nothing: its constraint is gone")


def _day_of(scope: Scope) -> dt.date:
    """Return the day that stands in the references: that of play, or today's for a season."""
    events = _events(scope)
    return timezone.localdate() if isinstance(scope, Season) else events[0].date


def _club_of(scope: Scope) -> UUID:
    match scope:
        case Table():
            return scope.round.event.club_id
        case Event() | Season():
            return scope.club_id


def of_clubs(clubs: Iterable[Club | UUID]) -> Q:
    """Return the condition that a payment is of one of these clubs."""
    own = list(clubs)
    return (
        Q(settling__table__round__event__club__in=own)
        | Q(settling__event__club__in=own)
        | Q(settling__season__club__in=own)
    )


def _numbered(club: UUID, day: dt.date) -> int:
    """Return the first number that no payment of ``club`` has had on ``day``.

    The club's row is held, so that two who settle at once do not give the same number.
    """
    Club.objects.select_for_update().get(pk=club)
    given = Payment.objects.filter(of_clubs([club]), reference__startswith=f"{day:%y%m%d}-")
    numbers = (int(text.split("-")[1]) for text in given.values_list("reference", flat=True))
    return max(numbers, default=0) + 1


def _events(scope: Scope) -> list[Event]:
    match scope:
        case Table():
            return [scope.round.event]
        case Event():
            return [scope]
        case Season():
            return list(scope.events.all())
