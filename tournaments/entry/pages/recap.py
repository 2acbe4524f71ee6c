"""The recap of a table in words."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.entry.queries import recap
from tournaments.models import Protest, Round
from tournaments.sheets.explaining import words
from tournaments.sheets.queries import Sheet, SheetLine
from tournaments.words.figures import signed


def recap_page(sheet: Sheet) -> dict[str, Any]:
    """Return what the page shows of a sheet."""
    found = recap(sheet)
    return {
        "until": found.until,
        "receives_protests": found.receives_protests,
        "asks_to_confirm": found.asks_to_confirm,
        "ante": sheet.rules.kind.ante(sheet.rules),
        "keeps_pot": sheet.keeps_pot,
        "when_to_protest": _when_to_protest(sheet.table.round),
        "totals": _totals(sheet),
        "about_all": found.protests.get(0),
        "blocks": [
            {
                "first": block.first,
                "last": block.last,
                "is_in": block.is_in,
                "confirmed_by": (
                    "" if block.confirmed_by is None else sheet.names[block.confirmed_by]
                ),
                "lines": [
                    _line(line, sheet, found.protests.get(line.deal))
                    for line in block.lines
                    if line.revision
                ],
            }
            for block in found.blocks
            if any(line.revision for line in block.lines)
        ],
    }


def _line(line: SheetLine, sheet: Sheet, protest: Protest | None) -> dict[str, Any]:
    return {
        "deal": line.deal,
        "what": _what(line, sheet),
        "balances": _balances(line, sheet),
        "protest": protest,
    }


def _balances(line: SheetLine, sheet: Sheet) -> list[tuple[str, str]]:
    """Return who has what after the deal, and the pot where the account has one."""
    if line.balances is None:
        return []
    names, points = list(sheet.names), list(line.balances)
    if sheet.keeps_pot:
        names.append(_("Pot"))
        points.append(sheet.staked - sum(points))
    return list(zip(names, map(signed, points), strict=True))


def _what(line: SheetLine, sheet: Sheet) -> str:
    """Return what was played, with what it moved the declarer’s balance, if all passed each."""
    said = words(line, sheet)
    if line.changes is None or line.settlement is None:
        return said
    if line.settlement.passed:
        cost = line.changes[0]  # the same for everybody
        return f"{said}, {signed(cost)}" if cost else said
    return f"{said}, {signed(line.changes[line.settlement.declarers[0].seat])}"


def _totals(sheet: Sheet) -> list[tuple[str, str]]:
    """Return what each seat has after all deals, and the pot, each with its heading."""
    headings, points = list(sheet.names), list(sheet.totals)
    if sheet.keeps_pot:
        headings.append(_("Pot"))
        points.append(sheet.staked - sum(points))
    return [(name, signed(each)) for name, each in zip(headings, points, strict=True)]


def _when_to_protest(round_: Round) -> str:
    """Return when something can be said against a deal, before it can; else nothing."""
    minutes = round_.event.protest_minutes
    if round_.state != Round.State.RELEASED:
        return ""
    if not minutes:
        return _("Is a deal wrong? Tell the director.")
    if round_.event.provisional_by_itself:
        frame = ngettext(
            "Is a deal wrong? You can protest here for %(minutes)s minute, as soon as every sheet "
            "of the round is in. Until then, tell the director.",
            "Is a deal wrong? You can protest here for %(minutes)s minutes, as soon as every sheet "
            "of the round is in. Until then, tell the director.",
            minutes,
        )
    else:
        frame = ngettext(
            "Is a deal wrong? You can protest here for %(minutes)s minute, when the director has "
            "opened the round for protests. Until then, tell the director.",
            "Is a deal wrong? You can protest here for %(minutes)s minutes, when the director has "
            "opened the round for protests. Until then, tell the director.",
            minutes,
        )
    return frame % {"minutes": minutes}
