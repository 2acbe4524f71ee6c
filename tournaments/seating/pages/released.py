"""What the room has seen of a plan, and would have to see anew when the rest is drawn again."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import TypeAlias
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event, Round
from tournaments.papers.queries.opened import Sheets, sheets_of
from tournaments.review.queries.rounds import RoundState, rounds
from tournaments.seating.domain.evening import RoundField
from tournaments.seating.domain.options import RoundPlan

Seen: TypeAlias = RoundState | RoundField | Round
"""A round that the room has seen: by its id and number."""


def taken_back(event: Event, plan: Iterable[RoundPlan]) -> list[str]:
    """Return a few sentences for each released round that another plan makes a draft again."""
    now = {each.number: each for each in rounds(event) if each.is_released}
    changed = [(now[each.number], each) for each in plan if each.number in now]
    sheets = sheets_of(event) if changed else {}
    return [
        sentence
        for before, after in changed
        for sentence in (
            _of_release(before, sheets),
            _of_moves(before, after),
        )
    ]


def drafts_again(event: Event, released: Collection[Seen]) -> list[str]:
    """Return a sentence for each of the released rounds that are drafts again, however seated."""
    sheets = sheets_of(event) if released else {}
    return [_of_release(one, sheets) for one in released]


def gone(event: Event, released: Collection[Seen]) -> list[str]:
    """Return a sentence for each of the released rounds that are no more."""
    sheets = sheets_of(event) if released else {}
    printed = _(
        "Round %(number)d is released and its score sheets were opened for printing. It falls "
        "away, and the sheets lead nowhere."
    )
    unprinted = _("Round %(number)d is released. It falls away.")
    return [
        (printed if _are_printed(one, sheets) else unprinted) % {"number": one.number}
        for one in released
    ]


def _are_printed(one: Seen, sheets: Mapping[UUID, Sheets]) -> bool:
    return one.id is not None and sheets.get(one.id) in {Sheets.CHANGED, Sheets.OPENED}


def _of_release(before: Seen, sheets: Mapping[UUID, Sheets]) -> str:
    if _are_printed(before, sheets):
        says = _(
            "Round %(number)d is released and its score sheets were opened for printing. It "
            "becomes a draft again, to be released anew, with sheets to be printed anew."
        )
    else:
        says = _("Round %(number)d is released. It becomes a draft again, to be released anew.")
    return says % {"number": before.number}


def _of_moves(before: RoundState, after: RoundPlan) -> str:
    names = list(_moved(before, after))
    if not names:
        return _("Nobody moves to another table in round %(number)d.") % {"number": before.number}
    return ngettext(
        "%(count)d player moves in round %(number)d: %(names)s.",
        "%(count)d players move in round %(number)d: %(names)s.",
        len(names),
    ) % {"count": len(names), "number": before.number, "names": ", ".join(names)}


def _moved(before: RoundState, after: RoundPlan) -> Iterable[str]:
    """Name those who played before, and are not at the table where they were; 0 is none."""
    where: dict[str, set[int]] = defaultdict(set)
    for table in before.tables:
        for name in table.names:
            where[name].add(table.number)
    for name in before.byes:
        where[name].add(0)
    for number, names in (*after.tables, (0, after.byes)):
        yield from (name for name in names if name in where and number not in where[name])
