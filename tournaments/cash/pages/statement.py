"""What the page of a bank's statement says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.utils.translation import gettext as _

from lhombre_club.members.models import Club
from lhombre_club.refusal import Refusal
from tournaments.cash.domain.statement import Candidate, Line, candidates, taken
from tournaments.cash.words import figure, money
from tournaments.models import StatementLine


@dataclass(frozen=True, slots=True)
class StatementRow:
    """A line of a statement, and what it may be."""

    line: Line
    amount: str
    taken: StatementLine | None
    """It is in the book already."""
    choices: Sequence[tuple[str, str]]
    """Value and words of whose dues it may be."""
    chosen: str
    """A value of these, the key of an account, or nothing."""
    refused: str = ""
    """Why it cannot be booked as it was chosen."""

    @property
    def money(self) -> str:
        """The amount as it stands in a sentence."""
        return money(self.line.amount)


@dataclass(frozen=True, slots=True)
class Answered:
    """What was chosen of the lines of a statement and why some cannot be booked, by digest."""

    chosen: Mapping[str, str]
    refused: Mapping[str, Refusal]


def statement_lines(
    club: Club, lines: Sequence[Line], answered: Answered | None = None
) -> list[StatementRow]:
    """Return what a statement would do, with what is chosen beforehand or was ``answered``."""
    rows = _matched(club, lines)
    if answered is None:
        return rows
    return [
        replace(
            row,
            chosen=answered.chosen.get(key := row.line.digest, ""),
            refused=str(answered.refused.get(key, "")),
        )
        for row in rows
    ]


def _matched(club: Club, lines: Sequence[Line]) -> list[StatementRow]:
    there, found = taken(club, lines), candidates(club, lines)
    left: dict[tuple[UUID, UUID], int] = {}
    rows = []
    for line in lines:
        some = found.get(line.digest, [])
        for each in some:
            for who, owed in each.parts.items():
                left.setdefault((each.half.pk, who), owed)
        chosen = next((each for each in some if each.is_sure and _fits(each, line, left)), None)
        if chosen and line.digest not in there:
            for who, amount in _pays(chosen, line).items():
                left[chosen.half.pk, who] -= amount
        rows.append(
            StatementRow(
                line=line,
                amount=figure(line.amount),
                taken=there.get(line.digest),
                choices=[(_value(each), _candidate(each)) for each in some],
                chosen=_value(chosen) if chosen else "",
            )
        )
    return rows


def _fits(each: Candidate, line: Line, left: Mapping[tuple[UUID, UUID], int]) -> bool:
    """Whether they still owe so much for that half, after the lines before."""
    return all(left[each.half.pk, who] >= much for who, much in _pays(each, line).items())


def _pays(each: Candidate, line: Line) -> Mapping[UUID, int]:
    """Return what a line pays for each: all that a household owes, and what came for one."""
    return each.parts if len(each.parts) > 1 else dict.fromkeys(each.parts, line.amount)


def _value(each: Candidate) -> str:
    return " ".join(map(str, [each.half.pk, *each.parts]))


def _candidate(each: Candidate) -> str:
    words = {"name": each.name, "half": each.half.name, "owed": money(each.owed)}
    if len(each.parts) > 1:
        return _("Dues of %(name)s, %(half)s (together they owe %(owed)s)") % words
    return _("Dues of %(name)s, %(half)s (owes %(owed)s)") % words
