"""What a director may change after play, and why it cannot be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, TypeAlias

from rules import RuleSet
from scoring.pott import ANTES
from scoring.sequence import Accounting
from tournaments.domain.results import NoSuchDealError, NotOpenError, RefusedError, StaleError
from tournaments.models import Event, Revision, Table

WITH_A_POT: Final = frozenset({Accounting.POTT, Accounting.MIXED})
"""Not every rule set has the pot that these need."""

RULES: Final = ("ruleset", "ruleset_digest", "accounting", "sitter_pays", "ante", "pot_cap", "unit")
"""Fields of an event that decide what a deal moves and what that is worth."""
ALLOWED: Final = {
    Revision.Ruling.DECIDED: True,
    Revision.Ruling.ANNULLED: False,
    Revision.Ruling.NOT_PLAYED: False,
}
"""Whether a ruling goes with a result or without one."""

LineError: TypeAlias = RefusedError | StaleError | NoSuchDealError | NotOpenError


class CorrectionError(Exception):
    """The correction cannot be made. Nothing was stored."""


@dataclass(frozen=True, slots=True)
class LineRefusal:
    """One line that cannot be what it should become."""

    table: Table
    deal: int
    error: LineError


class LinesRefusedError(CorrectionError):
    """Lines are stale, or impossible under the rules; all of them are named."""

    def __init__(self, lines: Sequence[LineRefusal]) -> None:
        super().__init__("; ".join(f"{each.table}, {each.deal}: {each.error}" for each in lines))
        self.lines = tuple(lines)


class ChangedSinceError(CorrectionError):
    """What the correction made does not stand any more, so that it cannot be undone."""

    def __init__(self, kind: str, lines: Sequence[Revision] = ()) -> None:
        super().__init__(", ".join([kind, *map(str, lines)]))
        self.kind = kind
        """``deals``, ``seats`` or ``rules``."""
        self.lines = tuple(lines)
        """The versions that count now where deals were changed since."""


class UndoneError(CorrectionError):
    """It was undone already."""


class NothingChangesError(CorrectionError):
    """There is no line to change, such as when two equal lines are exchanged."""


class NotOneRoundError(CorrectionError):
    """Two chairs of different rounds, or one and the same, cannot be exchanged."""


class RulesNotAllowedError(CorrectionError):
    """The settings do not go together; ``setting`` names the one that is wrong."""

    def __init__(self, setting: str) -> None:
        super().__init__(setting)
        self.setting = setting


@dataclass(frozen=True, slots=True)
class Change:
    """What one deal of one table should become.

    Raises ValueError where ruling and record do not go together.
    """

    table: Table
    deal: int
    """Number on the sheet, from 1."""
    base: int
    """Number of the revision that was seen; 0: none."""
    record: Mapping[str, Any] | None
    """A result record without rule set and players; None: no result."""
    ruling: str = Revision.Ruling.NONE

    def __post_init__(self) -> None:
        wanted = ALLOWED.get(Revision.Ruling(self.ruling))
        if wanted not in {None, self.record is not None}:
            raise ValueError(f"{self.ruling} does not go with the record {self.record}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What an event is played under and accounted by."""

    ruleset: RuleSet
    accounting: str
    sitter_pays: bool
    ante: int
    """Bits that everybody puts into a pott."""
    pot_cap: int | None
    """The most bits that one deal takes from the pot of a mixed account, or adds to it."""
    unit: Decimal | None
    """Kroner a point; None: not played for money."""

    @classmethod
    def of(cls, event: Event) -> "Rules":
        """Return the rules that ``event`` has."""
        return cls.from_json({name: getattr(event, name) for name in RULES})

    def put_on(self, event: Event) -> None:
        """Let ``event`` have these rules; it is not saved."""
        for name, value in self.to_json().items():
            setattr(event, name, value)
        event.unit = self.unit

    def check(self) -> None:
        """Raise RulesNotAllowedError if they do not go together."""
        accounting = Accounting(self.accounting)
        if accounting in WITH_A_POT and not self.ruleset.has_pot:
            raise RulesNotAllowedError("accounting")
        if self.ante not in ANTES:
            raise RulesNotAllowedError("ante")
        if self.pot_cap is not None and self.pot_cap < 0:
            raise RulesNotAllowedError("pot_cap")
        if self.unit is not None and self.unit <= 0:
            raise RulesNotAllowedError("unit")

    def to_json(self) -> dict[str, Any]:
        """Return them as an event and a correction keep them."""
        return {
            "ruleset": self.ruleset.to_json(),
            "ruleset_digest": self.ruleset.digest,
            "accounting": str(self.accounting),
            "sitter_pays": self.sitter_pays,
            "ante": self.ante,
            "pot_cap": self.pot_cap,
            "unit": None if self.unit is None else str(self.unit.normalize()),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Rules":
        """Read what ``to_json`` wrote."""
        unit = data["unit"]
        return cls(
            ruleset=RuleSet.from_json(data["ruleset"]),
            accounting=data["accounting"],
            sitter_pays=data["sitter_pays"],
            ante=data["ante"],
            pot_cap=data["pot_cap"],
            unit=None if unit is None else Decimal(unit),
        )
