"""What a director may change after play, and why it cannot be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext

from lhombre_club.refusal import Refusal
from rules import RuleSet
from scoring.kind import Value
from scoring.sequence import KINDS, SETTINGS
from tournaments.book.accounts import OWN_COLUMNS, columns_of, settings_of
from tournaments.book.reasons import CorrectionReason
from tournaments.models import Event, Revision, Table

RULES: Final = (
    "ruleset", "ruleset_digest", "accounting", *OWN_COLUMNS, "account_settings", "unit",
)  # fmt: skip
"""Fields of an event that decide what a deal moves and what that is worth."""
ALLOWED: Final = {
    Revision.Ruling.DECIDED: True,
    Revision.Ruling.ANNULLED: False,
    Revision.Ruling.NOT_PLAYED: False,
}
"""Whether a ruling goes with a result or without one."""


@dataclass(frozen=True, slots=True)
class LineRefusal:
    """One line that cannot be what it should become."""

    table: Table
    deal: int
    error: Refusal
    anywhere: bool = False
    """Whether the page is about every table, so that this one is named."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """Say why, with the number of the deal."""
        where, facts = gettext("Deal %(deal)d: %(says)s"), {"deal": self.deal}
        if self.anywhere:
            where = gettext("Round %(round)d, table %(table)d, deal %(deal)d: %(says)s")
            facts |= {"round": self.table.round.number, "table": self.table.number}
        return tuple(where % {**facts, "says": says} for says in self.error.sentences)


class LinesRefusedError(Refusal):
    """Lines are stale, or impossible under the rules; all of them are named."""

    def __init__(self, lines: Sequence[LineRefusal]) -> None:
        """Refuse for ``lines``."""
        super().__init__(CorrectionReason.LINES)
        self.lines = tuple(lines)

    @property
    def sentences(self) -> tuple[str, ...]:
        """Everything that is wrong with each line."""
        return tuple(sentence for line in self.lines for sentence in line.sentences)


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

    def to_json(self) -> list[Any]:
        """Return what makes it the same change as another."""
        return [str(self.table.pk), self.deal, self.base, self.record, self.ruling]

    def __post_init__(self) -> None:
        wanted = ALLOWED.get(Revision.Ruling(self.ruling))
        if wanted not in {None, self.record is not None}:
            raise ValueError(f"{self.ruling} does not go with the record {self.record}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What an event is played under and accounted by."""

    ruleset: RuleSet
    accounting: str
    settings: Mapping[str, Value]
    """All that can be chosen about an account, by key."""
    unit: Decimal | None
    """Kroner a point; None: not played for money."""

    @classmethod
    def of(cls, event: Event) -> "Rules":
        """Return the rules that ``event`` has."""
        return cls(
            ruleset=RuleSet.from_json(event.ruleset),
            accounting=event.accounting,
            settings=settings_of(event),
            unit=event.unit,
        )

    def put_on(self, event: Event) -> None:
        """Let ``event`` have these rules; it is not saved."""
        event.ruleset = self.ruleset.to_json()
        event.ruleset_digest = self.ruleset.digest
        event.accounting = self.accounting
        for name, value in columns_of(self.settings).items():
            setattr(event, name, value)
        event.unit = self.unit

    def check(self) -> None:
        """Refuse if they do not go together; the fact ``setting`` names the one that is wrong."""
        if not KINDS[self.accounting].goes_with(self.ruleset):
            raise Refusal(CorrectionReason.RULES_NOT_ALLOWED, setting="accounting")
        for key, value in self.settings.items():
            try:
                SETTINGS[key].read(value)
            except ValueError as error:
                raise Refusal(CorrectionReason.RULES_NOT_ALLOWED, setting=key) from error
        if self.unit is not None and self.unit <= 0:
            raise Refusal(CorrectionReason.RULES_NOT_ALLOWED, setting="unit")

    def to_json(self) -> dict[str, Any]:
        """Return them as a correction keeps them."""
        return {
            "ruleset": self.ruleset.to_json(),
            "ruleset_digest": self.ruleset.digest,
            "accounting": self.accounting,
            **self.settings,
            "unit": None if self.unit is None else str(self.unit.normalize()),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Rules":
        """Read what ``to_json`` wrote; a setting that there was not then is as usual."""
        unit = data["unit"]
        return cls(
            ruleset=RuleSet.from_json(data["ruleset"]),
            accounting=data["accounting"],
            settings={key: data.get(key, one.default) for key, one in SETTINGS.items()},
            unit=None if unit is None else Decimal(unit),
        )
