"""A table's score sheet as values for paper: to be written on, or as it was entered."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, zip_longest
from typing import Any, Final

import segno
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from rules import CardLine, Outcome, RuleSet, dealt_in
from scoring.rasle import SITTER_PAYS
from scoring.sequence import opening
from tournaments.book.accounts import deals_at
from tournaments.papers.score_sheet import grid
from tournaments.papers.score_sheet.columns import (
    ASIDE,
    Column,
    Texts,
    in_rows,
    name_fit,
    placed,
)
from tournaments.papers.score_sheet.grid import EXTRAS, POINT, mm
from tournaments.sheets.explaining import entry_head, opening_words
from tournaments.sheets.queries import Sheet, SheetLine
from tournaments.sheets.results import result_text, tricks_text, unsettled
from tournaments.words import wording
from tournaments.words.deals import SUIT_NAMES
from tournaments.words.figures import short, signed

MOST_CARDS: Final = 12
"""Letters of laid and turned cards that their box has room for with spaces between."""
LARGE_PAGE: Final = 20
"""Deals to a page in large print."""
QUIET: Final = 2
"""Empty modules around a QR code; the paper around it gives the rest."""


CODE: Final = 23
"""Width of the code on a score sheet, in millimetres."""
SEAT: Final = Fraction(13, 2) * POINT
SEAT_LARGE: Final = 8 * POINT
"""Size of the seat's name above its column."""


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above a seat's column."""

    seat: str
    name: str
    left: str
    width: str
    x: str
    """Where the seat is written."""
    size: str
    """Of its letters; lengths are text in millimetres."""
    name_size: str
    """In points of type, so that all of the name is read."""
    name_step: str


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code, to be drawn with a dashed stroke one module wide for each of its lines.

    A stroke for each run of dark modules takes more than twice as much of a paper.
    """

    size: int
    """Modules across, with the quiet ones."""
    lines: tuple[tuple[str, str], ...]
    """SVG paths, and how many modules are dark, light, dark … on each."""

    @property
    def scale(self) -> str:
        """By how much a module is drawn on a score sheet, to be CODE millimetres wide."""
        return f"{CODE / self.size:.5f}"


@dataclass(frozen=True, slots=True)
class Worth:
    """One contract of the crib."""

    contract: str
    values: str
    """Points when it is won, bet or kodille, as the account pays them."""


def fixed_columns(sheet: Sheet) -> dict[str, int]:
    """Return the columns left of the seats, with the boxes that the rules want."""
    rules = sheet.ruleset
    wanted = {
        "cards": bool(rules.tourne_cards),
        "tricks": any(terms.kodille_per_trick for terms in rules.played),
        "pot": sheet.keeps_pot,
    }
    extras = [kind for kind, is_wanted in wanted.items() if is_wanted]
    return grid.fixed_columns(folders=sheet.has_folders, extras=extras)


def headings(sheet: Sheet, stand_ins: Mapping[int, str], *, large: bool = False) -> list[Head]:
    """Return what stands above each seat's column; ``stand_ins`` say who sits for whom, by seat."""
    fixed, size = fixed_columns(sheet), SEAT_LARGE if large else SEAT
    width = grid.seat_width(sheet.players, fixed)
    return [
        Head(
            _seat(seat),
            name,
            mm(left),
            mm(width),
            mm(left + ASIDE),
            mm(size),
            *map(mm, name_fit(name, width, large=large)),
        )
        for seat, own in enumerate(sheet.names)
        for name in [stand_ins.get(seat) or short(own)]
        for left in [sum(fixed.values()) + width * seat]
    ]


def ruling(sheet: Sheet, *, filled: bool, large: bool = False) -> grid.Grid:
    """Return the ruled lines; a sitter-out who may pay keeps room for it in his cell."""
    sheet = _shown(sheet, filled=filled)
    return grid.grid(
        players=sheet.players,
        sitters=[_idle(sheet, line) for line in sheet.lines],
        trumps=[_trump(line) if filled else "" for line in sheet.lines],
        narrow=filled or sheet.in_pairs or sheet.rules[SITTER_PAYS],
        columns=fixed_columns(sheet),
        tallest=grid.LARGE_ROW if large else grid.TALLEST_ROW,
        opens=_opens(sheet),
        beside=len(_beside(sheet)),
    )


def halves(sheet: Sheet) -> list[Sheet]:
    """Return the sheet in parts of twenty deals, for large print: a page for each."""
    starts = range(0, len(sheet.lines), LARGE_PAGE)
    return [replace(sheet, lines=sheet.lines[start : start + LARGE_PAGE]) for start in starts]


def columns(sheet: Sheet, *, filled: bool, large: bool = False) -> list[Column]:
    """Return every column; without ``filled`` only what is known before the first card."""
    sheet = _shown(sheet, filled=filled)
    plays = _plays(sheet) if filled else {}
    fixed = fixed_columns(sheet)
    folders = [str(line.folder) for line in sheet.lines if line.folder is not None]
    known = [
        _texts("deal", sheet, [str(line.deal) for line in sheet.lines]),
        *([_texts("folder", sheet, folders)] if folders else []),
        _texts("dealer", sheet, [_initial(line.dealer) for line in sheet.lines]),
        _texts("declarer", sheet, plays.get("declarer", ())),
        _texts("contract", sheet, plays.get("contract", ())),
        _texts("result", sheet, plays.get("result", ()), list(_labels(sheet))),
        *(_texts(kind, sheet, plays.get(kind, ())) for kind in EXTRAS if kind in fixed),
    ]
    seats = [
        _account(sheet, seat) if filled else [_texts("balance", sheet, (), _begins(sheet))]
        for seat in range(sheet.players)
    ]
    every = [*known, *(column for seat in seats for column in seat)]
    return placed(every, fixed, players=sheet.players, large=large)


def rows(columns: Sequence[Column]) -> list[tuple[str, ...]]:
    """Return the same line by line, for who has it read aloud; a sum stands in its own line."""
    cells = [
        [line or total for line, total in zip_longest(*_lines(column), fillvalue="")]
        for column in columns
    ]
    return list(zip_longest(*cells, fillvalue=""))


def _lines(column: Column) -> tuple[list[str], list[str]]:
    return column.text.split("\n"), column.strong.split("\n")


def crib(sheet: Sheet) -> list[Worth]:
    """Return what each contract is worth in this account, in the order of the printed table.

    A tout stands last, where one can be announced: what it pays beside the game.
    """
    card = sheet.card
    worths = [
        Worth(
            contract=capfirst(wording.contract(line["id"], sheet.ruleset)),
            values=_("by its cards") if line["by_cards"] else _values(line),
        )
        for line in card["contracts"]
    ]
    if any(line["tout"] for line in card["contracts"]):
        tout = " ".join(signed(card["tout"][end]) for end in ("made", "failed"))
        worths.append(Worth(capfirst(_("tout")), tout))
    return worths


def _values(line: CardLine) -> str:
    asked = (Outcome.WON, Outcome.BET, Outcome.KODILLE)
    return " ".join(signed(line["values"][each]) for each in asked if each in line["values"])


def qr_code(address: str) -> Code:
    """Return ``address`` as a QR code that survives a coffee stain (error level M)."""
    matrix = segno.make(address, error="m", micro=False).matrix
    lines = tuple(
        (f"M{QUIET} {y + QUIET}.5h{len(line)}", _dashes(line)) for y, line in enumerate(matrix)
    )
    return Code(size=len(matrix) + 2 * QUIET, lines=lines)


def _dashes(line: Sequence[int]) -> str:
    """Return how many modules stand together, dark and light in turn; dark ones begin."""
    runs = [len(list(run)) for _dark, run in groupby(line)]
    return " ".join(map(str, runs if line[0] else [0, *runs]))


def _plays(sheet: Sheet) -> dict[str, list[str]]:
    """Return who declared, what, and how it went, by the kind of column."""
    apart = "tricks" in fixed_columns(sheet)
    lines = [(line, line.record or {}) for line in sheet.lines]
    return {
        "declarer": [_initial(r["declarer"]) if "declarer" in r else "" for _line, r in lines],
        "contract": [_contract(line, sheet.ruleset) for line in sheet.lines],
        "result": [result_text(line, tricks=not apart) for line in sheet.lines],
        "cards": [_cards(record) for _line, record in lines],
        "tricks": [tricks_text(record) for _line, record in lines],
        "pot": ["" if line.pot is None else signed(line.pot) for line in sheet.lines],
    }


def _contract(line: SheetLine, ruleset: RuleSet) -> str:
    contract = (line.record or {}).get("contract")
    passed = line.settlement is not None and line.settlement.passed
    if contract:
        return capfirst(wording.contract(contract, ruleset))
    return capfirst(str(wording.PASSED) if passed else unsettled(line))


def _cards(record: Mapping[str, Any]) -> str:
    """Return what was laid and turned for a tourné, such as ``SA HA / K7``."""
    tourne: Mapping[str, Any] = record.get("tourne") or {}
    laid, turned = (
        " ".join(str(SUIT_NAMES[card[0]])[0].upper() + card[1:] for card in tourne.get(key) or ())
        for key in ("laid", "turned")
    )
    both = f"{laid} / {turned}" if laid else ""
    return both if len(both) <= MOST_CARDS else both.replace(" ", "")


def _account(sheet: Sheet, seat: int) -> list[Texts]:
    """One seat's points, deal by deal, and what they come to."""
    points, balances = [], []
    for line in sheet.lines:
        gained = line.changes[seat] if line.changes else None
        idle = gained is None or (gained == 0 and seat in _idle(sheet, line))
        points.append("" if gained is None or idle else signed(gained))
        balances.append("" if line.balances is None else signed(line.balances[seat]))
    begins = [signed(sheet.opening[seat])] if _opens(sheet) else []
    sums = [*begins, *(_sum(sheet, deal, seat) for deal in grid.sums(len(sheet.lines)))]
    moved = [signed(amounts[seat]) if amounts[seat] else "" for _says, amounts in _beside(sheet)]
    total = [signed(sheet.final[seat])] if moved else []
    return [
        _texts("points", sheet, points, [*[""] * len(sums), *moved]),
        _texts("balance", sheet, balances, [*sums, *[""] * len(moved), *total]),
    ]


def _sum(sheet: Sheet, deal: int, seat: int) -> str:
    """Return what a seat has after ``deal``; nothing where a deal before it is still to come."""
    if deal == len(sheet.lines):
        return signed(sheet.totals[seat])
    if any(line.balances is None and not line.ruling for line in sheet.lines[:deal]):
        return ""
    return signed(next(s.balances[seat] for s in sheet.subtotals if s.deal == deal))


def _labels(sheet: Sheet) -> Iterator[str]:
    deals, beside = deals_at(sheet.table.round.event, sheet.players), _beside(sheet)
    if _opens(sheet):
        yield opening_words(sheet)
    for row in grid.sums(len(sheet.lines)):
        deal = sheet.lines[row - 1].deal
        is_all = deal == deals and not beside
        yield _("Total") if is_all else _("After %(deal)d") % {"deal": deal}
    if beside:
        yield from (says for says, _amounts in beside)
        yield _("Total")


def _shown(sheet: Sheet, *, filled: bool) -> Sheet:
    """Return the sheet as it was before play, where it is to be written on."""
    if filled:
        return sheet
    lines = tuple(replace(line, settlement=None) for line in sheet.lines)
    return replace(sheet, lines=lines, entries=())


def _beside(sheet: Sheet) -> list[tuple[str, tuple[int, ...]]]:
    """Return what was moved beside the deals: what it is, and points by seat.

    All penalties of a player are one, and so are all entries by hand, so that they find room.
    """
    heads = {(each.kind, each.seat): entry_head(each, sheet.names) for each in sheet.entries}
    amounts = {
        key: [each.amounts for each in sheet.entries if (each.kind, each.seat) == key]
        for key in heads
    }
    return [(says, tuple(map(sum, zip(*amounts[key], strict=True)))) for key, says in heads.items()]


def _texts(kind: str, sheet: Sheet, lines: Sequence[str], sums: Sequence[str] = ()) -> Texts:
    rows = grid.rows(len(sheet.lines), opens=_opens(sheet), beside=len(_beside(sheet)))
    return in_rows(kind, rows, lines, sums)


def _opens(sheet: Sheet) -> bool:
    """Return whether a line says what everybody begins with: else the deals do not add up."""
    return bool(opening_words(sheet)) and sheet.lines[0].deal == 1


def _begins(sheet: Sheet) -> list[str]:
    """Return what each seat begins with, its ante included, where a line says it."""
    antes = opening(sheet.rules)
    begin = sheet.table.round.event.start + (antes.seats[0] if antes else 0)
    return [signed(begin)] if _opens(sheet) else []


def has_tout(sheet: Sheet) -> bool:
    """Return whether somebody announced a tout."""
    return any((line.record or {}).get("tout") for line in sheet.lines)


def _idle(sheet: Sheet, line: SheetLine) -> list[int]:
    """Return the seats that hold no cards: none, one, or two of five; of pairs, in the end."""
    if line.settlement:
        return list(line.settlement.sitters)
    playing = dealt_in(sheet.players, line.dealer)
    return [seat for seat in range(sheet.players) if seat not in playing]


def _trump(line: SheetLine) -> str:
    return str((line.record or {}).get("trump") or "")


def _seat(seat: int) -> str:
    return str(wording.SEATS[seat]) if seat < len(wording.SEATS) else str(seat + 1)


def _initial(seat: int) -> str:
    return wording.seat_initial(seat)
