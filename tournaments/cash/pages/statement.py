"""What the page of a bank's statement says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from lhombre_club.members.models import Club
from lhombre_club.refusal import Refusal
from tournaments.cash.domain.statement import (
    Candidate,
    Line,
    Match,
    candidates,
    matches,
    taken,
)
from tournaments.cash.words import figure, money, voucher_words
from tournaments.models import StatementLine

BY_HAND: Final = "voucher"
"""With the voucher’s key: a line was booked by hand already."""


@dataclass(frozen=True, slots=True)
class StatementRow:
    """A line of a statement, and what it may be."""

    line: Line
    amount: str
    taken: StatementLine | None
    """It is in the book already."""
    choices: Sequence[tuple[str, str]]
    """Value and words of the vouchers, and of the dues, that it may be."""
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
    by_hand = matches(club, [line for line in lines if line.digest not in there])
    left: dict[tuple[UUID, UUID], int] = {}
    used: set[UUID] = set()
    rows = []
    for line in lines:
        some, same = found.get(line.digest, []), by_hand.get(line.digest, [])
        row = StatementRow(
            line=line,
            amount=figure(line.amount),
            taken=there.get(line.digest),
            choices=[*map(_as_booked, same), *((_value(each), _candidate(each)) for each in some)],
            chosen="",
        )
        if not row.taken:
            row = replace(row, chosen=_booked(same, used) or _owed(some, line, left))
        rows.append(row)
    return rows


def _booked(same: Sequence[Match], used: set[UUID]) -> str:
    """Return as what of all that was booked by hand a line is chosen; each is chosen once."""
    for each in same:
        key = each.booked.voucher.pk
        if each.is_sure and key not in used:
            used.add(key)
            return _as_booked(each)[0]
    return ""


def _owed(some: Sequence[Candidate], line: Line, left: dict[tuple[UUID, UUID], int]) -> str:
    """Return as whose dues a line is chosen, and take it off what is ``left`` of theirs."""
    for each in some:
        for who, owed in each.parts.items():
            left.setdefault((each.half.pk, who), owed)
    chosen = next((each for each in some if each.is_sure and _fits(each, line, left)), None)
    if chosen is None:
        return ""
    for who, amount in _pays(chosen, line).items():
        left[chosen.half.pk, who] -= amount
    return _value(chosen)


def _as_booked(each: Match) -> tuple[str, str]:
    """Return value and words of what was booked by hand."""
    voucher = each.booked.voucher
    words = {
        "voucher": voucher_words(voucher),
        "date": date_format(voucher.date, "DATE_FORMAT"),
        "where": each.booked.where,
        "text": voucher.text,
    }
    says = _("Already booked: %(voucher)s, %(date)s, %(where)s (%(text)s)")
    return f"{BY_HAND} {voucher.pk}", says % words


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
