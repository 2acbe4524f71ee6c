"""A table's score sheet as values for paper: to be written on, or as it was entered."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final

import segno
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from rules import Outcome, RuleSet, Tout, dealt_in, score_card
from tournaments.domain.accounts import deals_at
from tournaments.domain.queries.sheets import Line, Sheet
from tournaments.interfaces import paper_grid, wording
from tournaments.interfaces.paper_words import short, signed

LARGE_PAGE: Final = 20
"""Deals to a page in large print."""
QUIET: Final = 2
"""Empty modules around a QR code; the paper around it gives the rest."""


TOUTS: Final = {Tout.MADE: f"T{signed(1)[0]}", Tout.FAILED: f"T{signed(-1)[0]}"}
"""How a tout is written beside the result; the foot of the sheet explains it."""


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above a seat's column."""

    seat: str
    name: str


@dataclass(frozen=True, slots=True)
class Run:
    """Lines of one column that look alike."""

    text: str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the sheet, from the first line to the total."""

    kind: str
    """A class of the style sheet."""
    runs: tuple[Run, ...] = ()


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code as an SVG path, to be drawn with a stroke one module wide."""

    size: int
    path: str


@dataclass(frozen=True, slots=True)
class Worth:
    """One contract of the crib."""

    contract: str
    values: str
    """Points per opponent when it is won, bet or kodille."""


def heads(sheet: Sheet) -> list[Head]:
    """Return what stands above each seat's column."""
    return [Head(_seat(seat), short(name)) for seat, name in enumerate(sheet.names)]


def ruling(sheet: Sheet, *, filled: bool, large: bool = False) -> paper_grid.Grid:
    """Return the ruled lines; a sitter-out who may pay keeps room for it in his cell."""
    return paper_grid.grid(
        players=sheet.players,
        sitters=[_idle(sheet, line) for line in sheet.lines],
        trumps=[_trump(line) if filled else "" for line in sheet.lines],
        narrow=filled or sheet.in_pairs or sheet.table.round.event.sitter_pays,
        folders=sheet.has_folders,
        tallest=paper_grid.LARGE_ROW if large else paper_grid.TALLEST_ROW,
    )


def halves(sheet: Sheet) -> list[Sheet]:
    """Return the sheet in parts of twenty deals, for large print: a page for each."""
    starts = range(0, len(sheet.lines), LARGE_PAGE)
    return [replace(sheet, lines=sheet.lines[start : start + LARGE_PAGE]) for start in starts]


def columns(sheet: Sheet, *, filled: bool) -> list[Column]:
    """Return every column; without ``filled`` only what is known before the first card."""
    declarers, contracts, results = _plays(sheet) if filled else ((), (), ())
    folders = [str(line.folder) for line in sheet.lines if line.folder is not None]
    known = [
        _column("deal", sheet, [str(line.deal) for line in sheet.lines]),
        *([_column("folder", sheet, folders)] if folders else []),
        _column("dealer", sheet, [_initial(line.dealer) for line in sheet.lines]),
        _column("declarer", sheet, declarers),
        _column("contract", sheet, contracts),
        _column("result", sheet, results, list(_labels(sheet))),
    ]
    seats = range(sheet.players)
    if filled:
        return [*known, *(column for seat in seats for column in _account(sheet, seat))]
    return [*known, *(Column("balance") for _seat_ in seats)]


def crib(ruleset: RuleSet) -> list[Worth]:
    """Return what each contract is worth, in the order of the printed table."""
    return [
        Worth(
            contract=capfirst(str(wording.CONTRACTS[line["id"]])),
            values=" ".join(
                signed(line["values"][outcome])
                for outcome in (Outcome.WON, Outcome.BET, Outcome.KODILLE)
                if outcome in line["values"]
            ),
        )
        for line in score_card(ruleset)["contracts"]
    ]


def qr_code(address: str) -> Code:
    """Return ``address`` as a QR code that survives a coffee stain (error level M)."""
    matrix = segno.make(address, error="m", micro=False).matrix
    path = "".join(
        f"M{start + QUIET} {y + QUIET}.5h{length}"
        for y, line in enumerate(matrix)
        for start, length in _dark(line)
    )
    return Code(size=len(matrix) + 2 * QUIET, path=path)


def _dark(line: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Return where dark modules begin, and how many stand together: a stroke for each run."""
    end = 0
    for dark, run in groupby(line):
        start, end = end, end + len(list(run))
        if dark:
            yield start, end - start


def result_text(line: Line) -> str:
    """Return how a deal went, the declarer's tricks first, and how a tout went: "won 5–2–2 T−"."""
    if line.record is None or line.settlement is None:
        return ""
    if line.settlement.passed:
        return ""
    said = [_outcome(line.record, line.settlement.declarers[0].outcome)]
    tricks = _tricks(line.record)
    if tricks:
        said.append(tricks)
    if line.record.get("tout"):
        said.append(TOUTS[line.record["tout"]])
    return " ".join(said)


def _outcome(record: dict[str, Any], outcome: Outcome) -> str:
    return _("thrown in") if record.get("abandoned") else str(wording.OUTCOMES[outcome])


def _tricks(record: dict[str, Any]) -> str:
    """Return the declarer's tricks and then the defenders', as far as they were counted."""
    tricks: list[int | None] = record.get("tricks") or []
    if not tricks:
        return ""
    declarer: int = record["declarer"]
    defenders = [n for seat, n in enumerate(tricks) if seat != declarer and n is not None]
    return "–".join(str(n) for n in (tricks[declarer], *defenders))


def _plays(sheet: Sheet) -> tuple[list[str], list[str], list[str]]:
    """Who declared, what, and how it went."""
    declarers, contracts, results = [], [], []
    for line in sheet.lines:
        record = line.record or {}
        declarer, contract = record.get("declarer"), record.get("contract")
        passed = line.settlement is not None and line.settlement.passed
        declarers.append("" if declarer is None else _initial(declarer))
        named = wording.CONTRACTS[contract] if contract else (wording.PASSED if passed else "")
        contracts.append(capfirst(str(named)))
        results.append(result_text(line))
    return declarers, contracts, results


def _account(sheet: Sheet, seat: int) -> list[Column]:
    """One seat's points, deal by deal, and what they come to."""
    points, balances = [], []
    for line in sheet.lines:
        gained = line.changes[seat] if line.changes else None
        idle = gained is None or (gained == 0 and seat in _idle(sheet, line))
        points.append("" if gained is None or idle else signed(gained))
        balances.append("" if line.balances is None else signed(line.balances[seat]))
    sums = [_sum(sheet, deal, seat) for deal in paper_grid.sums(len(sheet.lines))]
    return [_column("points", sheet, points), _column("balance", sheet, balances, sums)]


def _sum(sheet: Sheet, deal: int, seat: int) -> str:
    """Return what a seat has after ``deal``; nothing where the block has no result yet."""
    if deal == len(sheet.lines):
        return signed(sheet.totals[seat])
    if all(line.balances is None for line in sheet.lines[deal - paper_grid.BLOCK : deal]):
        return ""
    return signed(next(s.balances[seat] for s in sheet.subtotals if s.deal == deal))


def _labels(sheet: Sheet) -> Iterator[str]:
    deals = deals_at(sheet.table.round.event, sheet.players)
    for row in paper_grid.sums(len(sheet.lines)):
        deal = sheet.lines[row - 1].deal
        yield _("Total") if deal == deals else _("After %(deal)d") % {"deal": deal}


def _column(kind: str, sheet: Sheet, texts: Sequence[str], sums: Sequence[str] = ()) -> Column:
    """Return the texts, with the sums in their rows; lines that look alike are one run."""
    runs: list[Run] = []
    below = iter(sums)
    for row in paper_grid.rows(len(sheet.lines)):
        if row is None:
            runs.append(Run(f"{next(below, '')}\n", strong=True))
        else:
            text = f"{texts[row - 1]}\n" if texts else "\n"
            before = runs.pop().text if runs and not runs[-1].strong else ""
            runs.append(Run(before + text))
    return Column(kind, tuple(runs))


def has_tout(sheet: Sheet) -> bool:
    """Return whether somebody announced a tout."""
    return any((line.record or {}).get("tout") for line in sheet.lines)


def _idle(sheet: Sheet, line: Line) -> list[int]:
    """Return the seats that are dealt no cards: none, one, or two of five."""
    playing = dealt_in(sheet.players, line.dealer)
    return [seat for seat in range(sheet.players) if seat not in playing]


def _trump(line: Line) -> str:
    return str((line.record or {}).get("trump") or "")


def _seat(seat: int) -> str:
    return str(wording.SEATS[seat]) if seat < len(wording.SEATS) else str(seat + 1)


def _initial(seat: int) -> str:
    return wording.seat_initial(seat)
