"""What everybody has won or lost at a table, in an evening or in a season.

Deals, entries by hand and side bonuses are settled; penalties cost places, not money. What is left
in a pot belongs to its table in equal parts, as a deviation from the mean says.
"""

import datetime as dt
import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import Final, TypeAlias
from uuid import UUID

from django.db.models import Q

from lhombre_club.members.namesakes import told_apart
from scoring.domain import Total, changed_since, totals
from scoring.money import kroner
from tournaments.book import stakes
from tournaments.models import (
    Event,
    Payment,
    Season,
    Seat,
    Settling,
    SideBonus,
    Table,
    TableEntry,
)

CASH: Final = stakes.CASH
"""Key of the club's cash box, to which entries by hand may owe."""
OERE: Final = 100
"""A krone has so many."""

Scope: TypeAlias = Table | Event | Season


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
    money: Decimal
    """Kroner, rounded."""
    smallest: int = Event.Smallest.KRONE
    """Øre that they are rounded to."""

    @property
    def has_oere(self) -> bool:
        """Whether amounts beside it are written with their øre, as some have any."""
        return self.smallest < Event.Smallest.KRONE


@dataclass(frozen=True, slots=True)
class Paid:
    """What one has paid already (more than nothing), or been paid."""

    name: str
    amount: Decimal
    """Kroner."""


@dataclass(frozen=True, slots=True)
class Played:
    """All that is settled up, by book where it belongs to a table."""

    chairs: tuple[Seat, ...]
    """With their participants, rounds and events."""
    totals: Mapping[str, Sequence[Total]]
    entries: Mapping[str, Sequence[TableEntry]]
    """Those by hand that count; no penalties."""
    bonuses: Sequence[SideBonus] = ()
    """Those that count."""
    kept: Mapping[str, Decimal] = field(default_factory=dict)
    """Kroner that it was settled for, by key: of those of whom nothing has changed since."""
    evenings: Mapping[UUID, Mapping[str, Decimal]] = field(default_factory=dict)
    """The same of each evening of a season that was settled by itself and is as it was then."""

    def changed_for(self, keys: Collection[str]) -> "Played":
        """Return the same where something changes for some."""
        return replace(self, kept={key: had for key, had in self.kept.items() if key not in keys})

    def at(self, events: Collection[Event]) -> "Played":
        """Return what was played at some of the events."""
        some = {event.pk for event in events}
        part = replace(
            self,
            chairs=tuple(seat for seat in self.chairs if seat.round.event_id in some),
            bonuses=[bonus for bonus in self.bonuses if bonus.event_id in some],
            evenings={key: had for key, had in self.evenings.items() if key in some},
        )
        return replace(part, kept=of_evenings(part))


def shares(scope: Scope) -> tuple[Share, ...]:
    """Return what each player of ``scope`` has won or lost, in the order of the seating.

    The kroner sum to nothing. Nobody has a share where nothing is played for money.
    """
    return shares_of(played(scope))


def shares_of(played: Played, smallest: int | None = None) -> tuple[Share, ...]:
    """Return the shares in what was played, rounded to ``smallest`` or as was agreed.

    No query, unless a season has two of one name.
    """
    names: dict[str, str] = {}
    points: dict[str, Fraction] = defaultdict(Fraction)
    exact: dict[str, Fraction] = defaultdict(Fraction)
    for stake in _stakes(played):
        names.setdefault(stake.key, stake.name)
        points[stake.key] += stake.points
        exact[stake.key] += stake.exact
    if played.chairs:
        names = told_apart(played.chairs[0].round.event.club_id, names)
    smallest = finest(played) if smallest is None else smallest
    kept = [_coins(played.kept.get(key), smallest) for key in exact]
    money = kroner(list(exact.values()), Fraction(1), Fraction(smallest, OERE), kept)
    return tuple(
        Share(key, names[key], points[key], exact[key], Decimal(amount * smallest) / OERE, smallest)
        for key, amount in zip(exact, money, strict=True)
    )


def _coins(amount: Decimal | None, smallest: int) -> int | None:
    """Return an amount counted in the smallest one; None where it is not made of such."""
    if amount is None:
        return None
    coins = amount * OERE / smallest
    return int(coins) if coins == int(coins) else None


def basis(parts: Sequence[Share]) -> str:
    """Return a digest of what was settled, which tells whether results changed afterwards.

    Whole kroner are not said, since that was the only way before there was a choice.
    """
    told = [f"{part.key}:{part.exact}" for part in parts]
    rounded = {f"{part.smallest} øre" for part in parts if part.smallest != Event.Smallest.KRONE}
    return hashlib.sha256(";".join([*told, *rounded]).encode()).hexdigest()


def finest(played: Played) -> int:
    """Return what the money is rounded to, øre: the finest of what the evenings have agreed on."""
    events = [seat.round.event for seat in played.chairs]
    return min((each.smallest for each in events if each.unit), default=Event.Smallest.KRONE)


def moved(payments: Iterable[Payment]) -> dict[str, Paid]:
    """Return what each pays (more) or is paid (less), by key."""
    done: dict[str, Paid] = {}
    for payment in payments:
        for key, name, amount in (
            (payment.payer, payment.payer_name, payment.amount),
            (payment.payee, payment.payee_name, -payment.amount),
        ):
            before = done[key].amount if key in done else Decimal(0)
            done[key] = Paid(name, before + amount)
    return done


def played(scope: Scope) -> Played:
    """Return what was played in ``scope``; six queries, nine where it was settled.

    Of a season one more, and another where evenings were settled by themselves.
    """
    asked = Seat.objects.filter(tables_of(scope, "table__"))
    chairs = tuple(asked.select_related("participant", "table", "round__event"))
    bonuses = () if isinstance(scope, Table) else tuple(stakes.side_bonuses(scope))
    books = {str(seat.table_id) for seat in chairs}
    found = Played(chairs, totals(books), _entries(scope), bonuses)
    if isinstance(scope, Season):
        found = replace(found, evenings=_evenings(scope, found))
    return replace(found, kept=_kept(scope, found))


def _evenings(season: Season, found: Played) -> dict[UUID, dict[str, Decimal]]:
    """Return what each evening was settled for by itself that is as it was then; two queries."""
    own = Settling.objects.filter(event__season=season).order_by("created_at")
    newest = {each.event_id: each.basis for each in own}
    events = {seat.round.event_id: seat.round.event for seat in found.chairs}
    parts = {key: shares_of(found.at([event])) for key, event in events.items() if key in newest}
    still = {key: own for key, own in parts.items() if newest[key] == basis(own)}
    if not still:
        return {}
    payments: dict[UUID | None, list[Payment]] = defaultdict(list)
    of = Q(settling__event__in=still) | Q(settling__table__round__event__in=still)
    for each in Payment.objects.filter(of).select_related("settling__table__round"):
        table = each.settling.table
        payments[table.round.event_id if table else each.settling.event_id].append(each)
    none = Paid("", Decimal(0))
    done = {key: moved(payments[key]) for key in still}
    return {
        key: {share.key: -done[key].get(share.key, none).amount for share in own}
        for key, own in still.items()
    }


def of_evenings(found: Played) -> dict[str, Decimal]:
    """Return what those have by their evenings who played at no other for money.

    Only evenings count that were settled by themselves and are as they were then.
    """
    others = [
        seat
        for seat in found.chairs
        if seat.round.event.unit and seat.round.event_id not in found.evenings
    ]
    bonuses = [bonus for bonus in found.bonuses if bonus.event_id not in found.evenings]
    apart = {stakes.key_of(seat.participant) for seat in others}
    apart |= {stake.key for stake in stakes.bonus_stakes(bonuses)} | ({CASH} if others else set())
    together: dict[str, Decimal] = defaultdict(Decimal)
    for had in found.evenings.values():
        for key, amount in had.items():
            together[key] += amount
    return {key: amount for key, amount in together.items() if key not in apart}


def _kept(scope: Scope, found: Played) -> dict[str, Decimal]:
    """Return what ``scope`` was settled for, of those alone of whom nothing has changed since.

    Of a season the others have what its evenings come to. One query where it was never settled,
    else four.
    """
    newest, chairs, by_evenings = scope.settlings.first(), found.chairs, of_evenings(found)
    if newest is None:
        return by_evenings
    books = changed_since({str(seat.table_id) for seat in chairs}, newest.created_at)
    touched = {stakes.key_of(seat.participant) for seat in chairs if str(seat.table_id) in books}
    if not isinstance(scope, Table) and stakes.bonuses_changed(scope, newest.created_at):
        return by_evenings
    done = moved(Payment.objects.filter(within(scope)))
    everybody = {stakes.key_of(seat.participant) for seat in chairs} | done.keys()
    none = Paid("", Decimal(0))
    return by_evenings | {key: -done.get(key, none).amount for key in everybody - touched}


def _stakes(played: Played) -> list[stakes.Stake]:
    """Return every chair of every table that was played at, its cash box, and the bonuses."""
    at_tables = (
        stakes.table_stakes(chairs, played.totals.get(book, ()), played.entries.get(book, ()))
        for book, chairs in _by_table(played).items()
    )
    return [*chain.from_iterable(at_tables), *stakes.bonus_stakes(played.bonuses)]


def pots(played: Played) -> tuple[int, ...]:
    """Return what lies in the pot of each table, points; less than nothing where it lacks some.

    Only of tables that are played for money.
    """
    return tuple(
        stakes.pot_of(chairs, played.totals.get(book, ()), played.entries.get(book, ()))
        for book, chairs in _by_table(played).items()
        if chairs[0].round.event.unit
    )


def _by_table(played: Played) -> Mapping[str, Sequence[Seat]]:
    """Return the chairs of each table, by its book."""
    seats: dict[str, list[Seat]] = defaultdict(list)
    for seat in sorted(played.chairs, key=_in_order):
        seats[str(seat.table_id)].append(seat)
    return seats


def _in_order(seat: Seat) -> tuple[dt.date, int, int, int]:
    """Return the place of a chair in the seating, as it hangs on the wall: the first among equals.

    At one table that is the lowest seat, as on its paper (rules.md, 6).
    """
    return (seat.round.event.date, seat.round.number, seat.table.number, seat.seat)


def _entries(scope: Scope) -> Mapping[str, list[TableEntry]]:
    """Return the entries by hand that count, by table."""
    found: dict[str, list[TableEntry]] = defaultdict(list)
    counting = TableEntry.objects.filter(tables_of(scope, "table__"), withdrawn_at=None)
    for entry in counting.exclude(kind=TableEntry.Kind.PENALTY):
        found[str(entry.table_id)].append(entry)
    return found


def tables_of(scope: Scope, path: str) -> Q:
    """Return the condition that a table, reached by ``path``, belongs to ``scope``."""
    match scope:
        case Table():
            return Q(**{f"{path}pk": scope.pk})
        case Event():
            return Q(**{f"{path}round__event": scope})
        case Season():
            return Q(**{f"{path}round__event__season": scope})


def within(scope: Scope) -> Q:
    """Return the condition that a payment was made for ``scope`` or a part of it."""
    match scope:
        case Table():
            return Q(settling__table=scope)
        case Event():
            return Q(settling__event=scope) | tables_of(scope, "settling__table__")
        case Season():
            parts = Q(settling__event__season=scope) | tables_of(scope, "settling__table__")
            return Q(settling__season=scope) | parts
