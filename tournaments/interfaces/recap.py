"""The recap of a table in words."""

from typing import Any

from tournaments.domain.queries.recap import recap
from tournaments.domain.queries.sheets import Line, Sheet
from tournaments.interfaces.explaining import words
from tournaments.interfaces.paper_words import signed
from tournaments.models import Protest


def recap_page(sheet: Sheet) -> dict[str, Any]:
    """Return what the page shows of a sheet."""
    found = recap(sheet)
    return {
        "until": found.until,
        "receives_protests": found.receives_protests,
        "asks_to_confirm": found.asks_to_confirm,
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
                    _line(line, sheet, found.protests.get(line.deal)) for line in block.lines
                ],
            }
            for block in found.blocks
        ],
    }


def _line(line: Line, sheet: Sheet, protest: Protest | None) -> dict[str, Any]:
    return {
        "deal": line.deal,
        "what": words(line, sheet) if line.revision else "",
        "balances": [signed(points) for points in line.balances or ()],
        "protest": protest,
    }
