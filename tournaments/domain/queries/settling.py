"""How far the settling up of a table, an evening or a season is."""

from dataclasses import dataclass
from typing import Final

from tournaments.domain.settling import NotForMoneyError, Scope, Share, basis, shares
from tournaments.models import Event, Payment, Season, Settling, Table

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
    """Results have changed since it was settled."""

    @property
    def open(self) -> int:
        """Kroner that are not paid yet."""
        return sum(each.amount for each in self.payments if each.paid_at is None)


def money(scope: Scope) -> Money:
    """Return how the money of ``scope`` stands; five queries, however many play."""
    try:
        parts = shares(scope)
    except NotForMoneyError:
        parts = ()
    settlings = Settling.objects.filter(**{OPTIONAL[type(scope)]: scope})
    every = list(settlings.prefetch_related("payments"))
    newest = every[0] if every else None
    return Money(
        shares=parts,
        settling=newest,
        payments=tuple(payment for each in every for payment in each.payments.all()),
        outdated=newest is not None and newest.basis != basis(parts),
    )
