"""Who paid a player, and whom he paid, by the transfers of his tables' accounts."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.sheets.hands import Sitting


@dataclass(frozen=True, slots=True)
class Between:
    """What has gone between a player and one other, over all their deals; points."""

    name: str
    paid: int
    """To the other."""
    got: int
    """From the other."""

    @property
    def net(self) -> int:
        """What the player has won from the other; less than nothing where he has lost."""
        return self.got - self.paid


def opponents(sittings: Sequence[Sitting]) -> list[Between]:
    """Return what went between a player and each who paid him or was paid, the worst first.

    A name is whose chair it is, also while a substitute plays on it: that one's points are the
    chair's, as in the standings, so that the pages of the two say the same. What goes into a pot,
    or comes from one, is between nobody.
    """
    paid: Counter[str] = Counter()
    got: Counter[str] = Counter()
    for sitting in sittings:
        names = [sitter.player for sitter in sitting.sheet.names.sitters]
        for line in sitting.sheet.lines:
            for each in line.transfers:
                if each.payer == sitting.seat and each.payee is not None:
                    paid[names[each.payee]] += each.amount
                elif each.payee == sitting.seat and each.payer is not None:
                    got[names[each.payer]] += each.amount
    found = [Between(name, paid[name], got[name]) for name in sorted(paid | got)]
    return sorted(found, key=lambda each: each.net)
