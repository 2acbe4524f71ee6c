"""How a deal went, as a line of a sheet says it."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from rules import Outcome, Tout
from tournaments.models import Revision
from tournaments.sheets.queries import SheetLine
from tournaments.words import wording
from tournaments.words.deals import WORDS
from tournaments.words.figures import signed

TOUTS: Final = {Tout.MADE: f"T{signed(1)[0]}", Tout.FAILED: f"T{signed(-1)[0]}"}
"""How a tout is written beside the result; the foot of the sheet explains it."""


def result_text(line: SheetLine, *, tricks: bool = True) -> str:
    """Return how a deal went, the declarer's tricks first, and how a tout went: "won 5–2–2 T−"."""
    if line.record is None or line.settlement is None:
        return ""
    if line.settlement.passed:
        return ""
    said = [_outcome(line.record, line.settlement.declarers[0].outcome)]
    if tricks and (taken := tricks_text(line.record)):
        said.append(taken)
    if line.record.get("tout"):
        said.append(TOUTS[line.record["tout"]])
    return " ".join(said)


def unsettled(line: SheetLine) -> str:
    """Return why a deal that something was entered of has no result; empty: none was entered."""
    if line.settlement is not None or not line.revision:
        return ""
    return str(Revision.Ruling(line.ruling).label) if line.ruling else _("taken back")


def _outcome(record: dict[str, Any], outcome: Outcome) -> str:
    return str(WORDS["given_up"] if record.get("abandoned") else wording.OUTCOMES[outcome])


def tricks_text(record: Mapping[str, Any]) -> str:
    """Return the declarer's tricks and then the defenders', as far as they were counted."""
    tricks: list[int | None] = record.get("tricks") or []
    if not tricks:
        return ""
    declarer: int = record["declarer"]
    defenders = [n for seat, n in enumerate(tricks) if seat != declarer and n is not None]
    return "–".join(str(n) for n in (tricks[declarer], *defenders))
