"""Who sits on a chair in which deal: whose place it is, or whoever plays for him."""

from collections.abc import Iterable
from typing import Final, NamedTuple, Self

from django.utils.translation import gettext as _

SITTER: Final = ("participant__name", "substitute_name", "substitute_from")
"""Columns of a seat in a query, which make a ``Sitter``."""


class Sitter(NamedTuple):
    """Who sits on one chair in a round."""

    player: str
    """Name of whose place it is."""
    substitute: str = ""
    """Name of who plays for him; empty: nobody does."""
    since: int = 1
    """Number of the first deal that the substitute plays."""

    @property
    def comes_late(self) -> bool:
        """Whether both have played: the substitute came after the first deal."""
        return bool(self.substitute) and self.since > 1

    def at(self, deal: int) -> str:
        """Return who plays a deal; 0: the whole round."""
        if not deal:
            return str(self)
        return self.substitute if self.is_substituted(deal) else self.player

    def is_substituted(self, deal: int) -> bool:
        """Whether the substitute plays a deal."""
        return bool(self.substitute) and deal >= self.since

    def __str__(self) -> str:
        """Name who plays the round: both, where both do."""
        if not self.comes_late:
            return self.substitute or self.player
        return _("%(player)s, from deal %(deal)d %(substitute)s") % {
            "player": self.player,
            "deal": self.since,
            "substitute": self.substitute,
        }


class Names(tuple[str, ...]):  # noqa: SLOT001 -- a tuple has no slots for what it is made of
    """Who sits at a table, by seat, as it is said of the whole round."""

    sitters: tuple[Sitter, ...]

    def __new__(cls, sitters: Iterable[Sitter]) -> Self:
        """Name those who sit there."""
        known = tuple(sitters)
        names = super().__new__(cls, map(str, known))
        names.sitters = known
        return names

    def at(self, deal: int) -> tuple[str, ...]:
        """Return who plays a deal, by seat; 0: the whole round."""
        return tuple(sitter.at(deal) for sitter in self.sitters)
