"""How far the settling up of a table, an evening or a season is."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain
from typing import Final

from django.db.models import Q

from tournaments.book.stakes import bonus_stakes, side_bonuses
from tournaments.folders.queries.secret import secret_of
from tournaments.models import Event, Payment, Season, Settling, SideBonus, Table
from tournaments.money.domain import (
    Played,
    Scope,
    Share,
    basis,
    finest,
    of_evenings,
    played,
    pots,
    settled_above,
    shares_of,
    within,
)
from tournaments.review.queries.provisional import Doubts, doubts
from tournaments.review.queries.rounds import rounds

OPTIONAL: Final = {Table: "table", Event: "event", Season: "season"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """What everybody has won or lost, and who pays whom."""

    shares: tuple[Share, ...]
    """Empty where nothing is played for money."""
    settling: Settling | None
    """The newest; None: nothing is settled yet."""
    payments: tuple[Payment, ...]
    outdated: bool
    """Results have changed since it was settled, and it is to be settled again here."""
    is_again: bool
    """It was settled up again, or is to be: amounts of the settling before are kept."""
    bonuses: tuple[SideBonus, ...]
    """Those that count; they are in the shares."""
    pots: tuple[int, ...] = ()
    """What lies in the pot of each table, points; less than nothing where it lacks some."""
    above: Event | Season | None = None
    """The evening or season that is settled as a whole, and this with it."""
    alone: tuple[Event, ...] = ()
    """Of a season: its evenings that were settled up by themselves."""
    changed: tuple[Event, ...] = ()
    """Those of them of which results have come or changed since."""
    keeps_evenings: bool = False
    """Amounts are kept of what evenings were settled for by themselves."""
    apart: Decimal = Decimal(0)
    """Kroner at the most that it makes for one player that they were rounded one by one."""

    @property
    def has_oere(self) -> bool:
        """Whether amounts are written with their øre."""
        return any(share.has_oere for share in self.shares)

    @property
    def side(self) -> Mapping[str, int]:
        """Kroner that each has won or lost by side bonuses, by key."""
        found: dict[str, int] = defaultdict(int)
        for stake in bonus_stakes(self.bonuses):
            found[stake.key] += int(stake.exact)
        return found

    @property
    def open(self) -> Decimal:
        """Kroner that are not paid yet."""
        return sum((each.amount for each in self.payments if each.paid_at is None), Decimal(0))


def money(scope: Scope) -> Money:
    """Return how the money of ``scope`` stands; fourteen queries at most, however many play."""
    found = played(scope)
    parts = shares_of(found)
    settlings = Settling.objects.filter(**{OPTIONAL[type(scope)]: scope})
    every = list(settlings.prefetch_related("payments"))
    newest = every[0] if every else None
    above = settled_above(scope)
    alone = _settled_alone(scope) if isinstance(scope, Season) else ()
    still = tuple(event for event in alone if event.pk in found.evenings)
    had = of_evenings(found)
    outdated = newest is not None and above is None and newest.basis != basis(parts)
    return Money(
        shares=parts,
        settling=newest,
        payments=tuple(payment for each in every for payment in each.payments.all()),
        outdated=outdated,
        is_again=outdated or len(every) > 1,
        bonuses=tuple(found.bonuses),
        pots=pots(found),
        above=above,
        alone=alone,
        changed=tuple(event for event in alone if event not in still),
        keeps_evenings=any(share.money == had.get(share.key) for share in parts),
        apart=rounded_apart(found, still),
    )


def is_for_money(event: Event) -> bool:
    """Whether anything of an event is to be settled up, or was; four queries at most."""
    return (
        bool(event.unit)
        or side_bonuses(event).exists()
        or event.settlings.exists()
        or settled_above(event) is not None
    )


def settled_with(event: Event) -> tuple[Event | Season, Money]:
    """Return what an event was settled up with, itself or its season, and how its money stands.

    Sixteen queries at most.
    """
    scope = settled_above(event) or event
    return scope, money(scope)


def unpaid_by_itself(event: Event) -> int:
    """Return how many payments of an event are not ticked off that its season's list has not.

    One query.
    """
    return Payment.objects.filter(within(event), paid_at=None).count()


def doubts_of(scope: Scope) -> Doubts:
    """Return what may still change the results that are settled; three queries.

    Of an event three more, by which the deals are counted that are not entered.
    """
    match scope:
        case Table():
            return doubts(Q(tables=scope), Q(table=scope))
        case Event():
            found = doubts(Q(event=scope), Q(table__round__event=scope))
            return replace(found, missing=_missing(scope), ahead=secret_of(scope).left_out)
        case Season():
            return doubts(Q(event__season=scope), Q(table__round__event__season=scope))


def _missing(event: Event) -> int:
    if event.abandoned:
        return 0
    played = [one for one in rounds(event, named=False) if one.is_released and not one.is_final]
    return sum(one.deals - one.entered for one in played)


def rounded_apart(played: Played, alone: Sequence[Event]) -> Decimal:
    """Return how much the rounding of evenings, each by itself, makes for one player at the most.

    Kroner, beside their rounding together. A season that is settled up evens it out, since it asks
    for what its evenings have not. ``alone`` are those that were settled up by themselves, and are
    as they were then. Who played at no others has there what the season says.
    """
    if not alone:
        return Decimal(0)
    only_there = of_evenings(played)
    season = {share.key: share.money for share in shares_of(played) if share.key in only_there}
    one_by_one: dict[str, Decimal] = defaultdict(Decimal)
    for share in chain.from_iterable(shares_of(played.at([event])) for event in alone):
        one_by_one[share.key] += share.money
    together = shares_of(played.at(alone), finest(played))
    money = {share.key: share.money for share in together} | season
    return max((abs(had - one_by_one[key]) for key, had in money.items()), default=Decimal(0))


def _settled_alone(season: Season) -> tuple[Event, ...]:
    """Return the evenings of a season that have a settling of their own; one query."""
    return tuple(season.events.filter(settlings__isnull=False).distinct().order_by("date", "name"))
