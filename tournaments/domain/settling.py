"""Settling up: who pays whom after a table, an evening or a season, and what was paid.

Deals and entries by hand are settled; penalties cost places, not money. What is left in a pot
belongs to its table in equal parts, as a deviation from the mean says.
"""

import datetime as dt
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final, TypeAlias
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from lhombre_club.members.models import Club
from scoring.domain import Total, totals
from scoring.money import kroner
from scoring.payments import payments, reference
from tournaments.domain.activity import note, raise_version
from tournaments.models import Event, Payment, Season, Seat, Settling, Table, TableEntry

CASH: Final = "cash"
"""Key of the club's cash box, to which entries by hand may owe."""
WHOLE_KRONE: Final = Fraction(1)

Scope: TypeAlias = Table | Event | Season


class NotForMoneyError(Exception):
    """No kroner a point were agreed on. Nothing was stored."""


class SettledAboveError(Exception):
    """It is settled already as a part of an evening or a season. Nothing was stored."""


class PaidError(Exception):
    """The payment is ticked off already, or is not. Nothing was stored."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one player has won or lost."""

    key: str
    """A person's id, or a participant's without one; ``CASH`` for the cash box."""
    name: str
    """Empty for the cash box."""
    points: Fraction
    """Deviation from the mean of his tables."""
    exact: Fraction
    """Kroner, before rounding."""
    money: int
    """Whole kroner."""


@dataclass(frozen=True, slots=True)
class _Stake:
    """What one chair of one table has won or lost."""

    key: str
    name: str
    points: Fraction
    unit: Fraction


@dataclass(frozen=True, slots=True)
class Paid:
    """What one has paid already (more than nothing), or been paid."""

    name: str
    amount: int
    """Kroner."""


@dataclass(frozen=True, slots=True)
class Played:
    """All that is settled up, by book where it belongs to a table."""

    chairs: tuple[Seat, ...]
    """With their participants, rounds and events."""
    totals: Mapping[str, Sequence[Total]]
    entries: Mapping[str, Sequence[TableEntry]]
    """Those by hand that count; no penalties."""


def shares(scope: Scope) -> tuple[Share, ...]:
    """Return what each player of ``scope`` has won or lost, in the order of the draw.

    The kroner sum to nothing. Raises NotForMoneyError.
    """
    return shares_of(played(scope))


def shares_of(played: Played) -> tuple[Share, ...]:
    """Return the shares in what was played; no query. Raises NotForMoneyError."""
    names: dict[str, str] = {}
    points: dict[str, Fraction] = defaultdict(Fraction)
    exact: dict[str, Fraction] = defaultdict(Fraction)
    stakes = _stakes(played)
    if not any(stake.unit for stake in stakes):
        raise NotForMoneyError
    for stake in stakes:
        if stake.unit:
            names.setdefault(stake.key, stake.name)
            points[stake.key] += stake.points
            exact[stake.key] += stake.points * stake.unit
    money = kroner(list(exact.values()), WHOLE_KRONE)
    return tuple(
        Share(key, names[key], points[key], exact[key], amount)
        for key, amount in zip(exact, money, strict=True)
    )


def paid(scope: Scope) -> dict[str, Paid]:
    """Return what each has paid (more) or been paid (less) already within ``scope``, by key."""
    done: dict[str, Paid] = {}
    for payment in Payment.objects.filter(_within(scope), paid_at__isnull=False):
        for key, name, amount in (
            (payment.payer, payment.payer_name, payment.amount),
            (payment.payee, payment.payee_name, -payment.amount),
        ):
            before = done[key].amount if key in done else 0
            done[key] = Paid(name, before + amount)
    return done


def owing(parts: Sequence[Share], done: Mapping[str, Paid]) -> list[tuple[Share, int]]:
    """Return what each still has to get, kroner; who owes has less than nothing.

    Who has paid and has no share any more gets it back: an entry was withdrawn, a person was
    forgotten.
    """
    own = {part.key for part in parts}
    nothing = Fraction(0)
    gone = [
        Share(key, each.name, nothing, nothing, 0) for key, each in done.items() if key not in own
    ]
    return [
        (part, part.money + (done[part.key].amount if part.key in done else 0))
        for part in (*parts, *gone)
    ]


def basis(parts: Iterable[Share]) -> str:
    """Return a digest of what was settled, which tells whether results changed afterwards."""
    told = ";".join(f"{part.key}:{part.exact}" for part in parts)
    return hashlib.sha256(told.encode()).hexdigest()


@transaction.atomic
def settle_up(*, scope: Scope, actor: str) -> Settling:
    """Fix who pays whom, less what was paid already, in the fewest payments that were found.

    Raises NotForMoneyError, and SettledAboveError for a part of what is settled as a whole.
    """
    # First of all: it holds the club's row, and what is deleted below has had its number.
    day = _day_of(scope)
    first = _numbered(_club_of(scope), day)
    if _settled_above(scope):
        raise SettledAboveError
    # Nobody ticks one off between the question what is paid and the new list.
    list(Payment.objects.filter(_within(scope)).select_for_update(of=("self",)))
    parts = shares(scope)
    open_ = owing(parts, paid(scope))
    found = payments([amount for _, amount in open_])
    Payment.objects.filter(_within(scope), paid_at__isnull=True).delete()
    settling = Settling.objects.create(
        table=scope if isinstance(scope, Table) else None,
        event=scope if isinstance(scope, Event) else None,
        season=scope if isinstance(scope, Season) else None,
        fewest=found.fewest,
        basis=basis(parts),
        actor=actor,
    )
    Payment.objects.bulk_create(
        Payment(
            settling=settling,
            payer=open_[each.payer][0].key,
            payer_name=open_[each.payer][0].name,
            payee=open_[each.payee][0].key,
            payee_name=open_[each.payee][0].name,
            amount=each.amount,
            reference=reference(day, number),
        )
        for number, each in enumerate(found.payments, start=first)
    )
    for event in _events(scope):
        note(event=event, verb="money.settled", actor=actor, subject=str(settling.pk))
        raise_version(event.pk)
    return settling


@transaction.atomic
def agree_on_unit(
    *, event: Event, unit: Decimal | None, actor: str, start: int | None = None
) -> Event:
    """Say what a point costs in kroner, and what each sheet begins with.

    ``unit`` None: nothing is played for money; ``start`` None: the stake stays as it is.
    """
    event.unit = unit
    event.start = event.start if start is None else start
    event.save(update_fields=["unit", "start"])
    note(event=event, verb="unit.agreed", actor=actor, subject=str(unit or ""))
    raise_version(event.pk)
    return event


@transaction.atomic
def tick(*, payment: Payment, actor: str, is_paid: bool = True) -> Payment:
    """Note that ``payment`` was paid, or that it was not after all.

    Raises PaidError if somebody was first, also with a new settling.
    """
    held = Payment.objects.select_for_update().filter(pk=payment.pk).first()
    if held is None or (held.paid_at is not None) == is_paid:
        raise PaidError
    held.paid_at = timezone.now() if is_paid else None
    held.paid_by = actor if is_paid else ""
    held.save(update_fields=["paid_at", "paid_by"])
    verb = "payment.paid" if is_paid else "payment.unpaid"
    for event in _events(scope_of(held.settling)[1]):
        note(event=event, verb=verb, actor=actor, subject=held.reference)
        raise_version(event.pk)
    return held


def played(scope: Scope) -> Played:
    """Return what was played in ``scope``; three queries."""
    asked = Seat.objects.filter(_tables_of(scope, "table__"))
    chairs = tuple(asked.select_related("participant", "round__event"))
    return Played(chairs, totals({str(seat.table_id) for seat in chairs}), _entries(scope))


def _stakes(played: Played) -> list[_Stake]:
    """Return every chair of every table that was played at, and its cash box."""
    seats: dict[str, list[Seat]] = defaultdict(list)
    # The lowest seat is the first among equals at one table, as on its paper (rules.md, 6).
    one_table = len({seat.table_id for seat in played.chairs}) == 1
    order = (lambda seat: seat.seat) if one_table else _in_order
    for seat in sorted(played.chairs, key=order):
        seats[str(seat.table_id)].append(seat)
    return [
        stake
        for book, chairs in seats.items()
        for stake in _table_stakes(
            chairs, played.totals.get(book, ()), played.entries.get(book, ())
        )
    ]


def _in_order(seat: Seat) -> tuple[dt.date, int, int]:
    return (seat.round.event.date, seat.participant.number, seat.round.number)


def _table_stakes(
    chairs: list[Seat], found: Iterable[Total], entries: Iterable[TableEntry]
) -> list[_Stake]:
    """Return what each chair of one table has beside the mean, and what its cash box has."""
    unit = Fraction(chairs[0].round.event.unit or 0)
    by_seat = {total.seat: total.points - total.penalties for total in found}
    by_hand = [0] * len(chairs)
    for entry in entries:
        by_hand = [has + more for has, more in zip(by_hand, entry.amounts, strict=True)]
    played = {seat.seat: by_seat.get(seat.seat, 0) - by_hand[seat.seat] for seat in chairs}
    mean = Fraction(sum(played.values()), len(chairs))
    stakes = []
    for seat in chairs:
        points = played[seat.seat] - mean + by_hand[seat.seat]
        stakes.append(_Stake(_key(seat), seat.participant.name, points, unit))
    if cash := -sum(by_hand):
        stakes.append(_Stake(CASH, "", Fraction(cash), unit))
    return stakes


def _entries(scope: Scope) -> Mapping[str, list[TableEntry]]:
    """Return the entries by hand that count, by table."""
    found: dict[str, list[TableEntry]] = defaultdict(list)
    counting = TableEntry.objects.filter(_tables_of(scope, "table__"), withdrawn_at=None)
    for entry in counting.exclude(kind=TableEntry.Kind.PENALTY):
        found[str(entry.table_id)].append(entry)
    return found


def _key(seat: Seat) -> str:
    return str(seat.participant.person_id or seat.participant_id)


def _tables_of(scope: Scope, path: str) -> Q:
    """Return the condition that a table, reached by ``path``, belongs to ``scope``."""
    match scope:
        case Table():
            return Q(**{f"{path}pk": scope.pk})
        case Event():
            return Q(**{f"{path}round__event": scope})
        case Season():
            return Q(**{f"{path}round__event__season": scope})


def _within(scope: Scope) -> Q:
    """Return the condition that a payment was made for ``scope`` or a part of it."""
    match scope:
        case Table():
            return Q(settling__table=scope)
        case Event():
            return Q(settling__event=scope) | _tables_of(scope, "settling__table__")
        case Season():
            parts = Q(settling__event__season=scope) | _tables_of(scope, "settling__table__")
            return Q(settling__season=scope) | parts


def _settled_above(scope: Scope) -> bool:
    """Whether what ``scope`` is a part of is settled as a whole."""
    if isinstance(scope, Season):
        return False
    event = scope if isinstance(scope, Event) else scope.round.event
    above = Q(season__isnull=False, season=event.season_id)
    if isinstance(scope, Table):
        above |= Q(event=event)
    return Settling.objects.filter(above).exists()


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


def _numbered(club: UUID, day: dt.date) -> int:
    """Return the first number that no payment of ``club`` has had on ``day``.

    The club's row is held, so that two who settle at once do not give the same number.
    """
    Club.objects.select_for_update().get(pk=club)
    of_club = (
        Q(settling__table__round__event__club=club)
        | Q(settling__event__club=club)
        | Q(settling__season__club=club)
    )
    given = Payment.objects.filter(of_club, reference__startswith=f"{day:%y%m%d}-")
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
