"""The recap of a table in words."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.entry.pages.link_words import entry_over
from tournaments.entry.queries import Block, Recap, recap
from tournaments.models import Protest, Round
from tournaments.sheets.explaining import beside, words_and_points
from tournaments.sheets.queries import Sheet, SheetLine
from tournaments.words.figures import signed


def recap_page(sheet: Sheet, actor: str, *, directs: bool) -> dict[str, Any]:
    """Return what the page shows ``actor`` of a sheet, who ``directs`` or sits at the table."""
    found = recap(sheet, actor)
    is_over = sheet.table.round.state == Round.State.FINAL and not found.protesting.is_on
    return {
        "until": found.protesting.until,
        "receives_protests": found.protesting.is_on,
        "asks_to_confirm": any(_waits(found, block) for block in found.blocks),
        "ante": sheet.rules.kind.ante(sheet.rules),
        "has_begun": sheet.entered > 0,
        "keeps_pot": sheet.keeps_pot,
        "closed": entry_over(sheet.table.round, directs=directs) if is_over else "",
        "when_to_protest": _when_to_protest(sheet.table.round, directs=directs),
        "entries": _entries(sheet),
        "totals": _with_pot(sheet, [signed(points) for points in sheet.final]),
        "about_all": found.protests.get(0),
        "blocks": _blocks(found, sheet),
    }


def _waits(found: Recap, block: Block) -> bool:
    """Whether another player is asked to confirm these deals."""
    return found.asks_to_confirm and block.is_in and block.confirmed_by is None


def _blocks(found: Recap, sheet: Sheet) -> list[dict[str, Any]]:
    """Return ten deals at a time; folded are those in which nobody has anything to do now."""
    shown = [block for block in found.blocks if any(line.revision for line in block.lines)]
    to_confirm = next((block for block in shown if _waits(found, block)), None)
    return [
        {
            "first": block.first,
            "last": block.last,
            "is_in": block.is_in,
            "is_open": len(shown) == 1 or block is to_confirm or _has_protest(found, block),
            "confirmed_by": (
                "" if block.confirmed_by is None else sheet.names.at(block.last)[block.confirmed_by]
            ),
            "by_keeper": block.by_keeper,
            "is_own": block.is_own,
            "lines": [
                _line(line, sheet, found.protests.get(line.deal))
                for line in block.lines
                if line.revision
            ],
        }
        for block in shown
    ]


def _has_protest(found: Recap, block: Block) -> bool:
    """Whether a deal of the block is protested against, or was."""
    return any(line.deal in found.protests for line in block.lines)


def _line(line: SheetLine, sheet: Sheet, protest: Protest | None) -> dict[str, Any]:
    return {
        "deal": line.deal,
        "what": words_and_points(line, sheet),
        "balances": _balances(line, sheet),
        "protest": protest,
    }


def _balances(line: SheetLine, sheet: Sheet) -> list[tuple[str, str]]:
    """Return who has what after the deal, and the pot where the account has one."""
    if line.balances is None:
        return []
    names, points = list(sheet.names.at(line.deal)), list(line.balances)
    if sheet.keeps_pot:
        names.append(_("Pot"))
        points.append(sheet.staked - sum(points))
    return list(zip(names, map(signed, points), strict=True))


def _entries(sheet: Sheet) -> list[dict[str, Any]]:
    """Return the penalties and what was entered by hand, each as a deal is shown."""
    return [
        {"what": step.said, "balances": _with_pot(sheet, step.balances)}
        for step in beside(sheet)
        if step.concerns
    ]


def _with_pot(sheet: Sheet, balances: Sequence[str]) -> list[tuple[str, str]]:
    """Return what each seat has, and the pot after all deals, each with its heading."""
    named = list(zip(sheet.names, balances, strict=True))
    if not sheet.keeps_pot:
        return named
    return [*named, (_("Pot"), signed(sheet.staked - sum(sheet.totals)))]


def _when_to_protest(round_: Round, *, directs: bool) -> str:
    """Return what can be done about a deal that is wrong while the table enters; else nothing.

    Whoever sees this page may enter there: he directs, at a desk, or holds a link that opens the
    table on a phone.
    """
    if round_.state != Round.State.RELEASED:
        return ""
    if directs:
        mend = _("Is a deal wrong? Open “Enter the sheet” and enter it again.")
        frame = _("Or note a player’s protest at it here.")
    else:
        mend = _("Is a deal wrong? Open “Phone entry”, tap its number at the foot, and mend it.")
        frame = _("Or protest at it, while the round is played: the director then looks into it.")
    return f"{mend} {frame}" if round_.event.protest_minutes else mend
