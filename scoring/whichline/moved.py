"""Mistakes that move lines: swapped, skipped, doubled, and the deal gone round wrongly."""

from collections.abc import Iterator

from rules import Json
from scoring.whichline.candidates import Candidate, Entered, Lines
from scoring.whichline.courses import Course
from scoring.whichline.lines import PaperLine
from scoring.whichline.values import Kind

MOST_EMPTY = 2
"""In so many empty lines a skipped one is looked for; with more the sheet is not all entered."""


def of_moves(entered: Entered) -> Iterator[Candidate]:
    """Every single mistake that moves lines."""
    yield from _swapped(entered)
    yield from _dealers(entered)
    yield from _skipped(entered)
    yield from _doubled(entered)


def _swapped(entered: Entered) -> Iterator[Candidate]:
    for deal in range(1, min(entered.last, entered.sheet.deals - 1) + 1):
        first, second = entered.line(deal), entered.line(deal + 1)
        if _content(first) == _content(second):
            continue
        now = entered.reader.moved(second, entered.dealer(deal))
        then = entered.reader.moved(first, entered.dealer(deal + 1))
        if now is not None and then is not None:
            follow = (then, *entered.lines[deal + 1 :])
            yield Candidate(Kind.SWAPPED, deal, first, (now,), follow, entered.course, width=2)


def _dealers(entered: Entered) -> Iterator[Candidate]:
    """From a game on, as far as the rules accept every line with the other dealer."""
    players = entered.sheet.rules.players
    for by in (1, players - 1):
        lines = list(entered.lines)
        starts = []
        for deal in range(len(lines), 0, -1):
            line = lines[deal - 1]
            if line is None:
                continue
            turned = entered.reader.moved(line, (line.result.dealer + by) % players)
            if turned is None:
                break
            lines[deal - 1] = turned
            if line.result.game is not None:
                starts.append(deal)
        course = entered.course_of(lines)
        for deal in starts:
            yield _tail(entered, Kind.DEALER, deal, (lines[deal - 1],), lines, course)


def _skipped(entered: Entered) -> Iterator[Candidate]:
    """A line is missing, and what follows it up to an empty line stands one too high."""
    empty = [deal for deal in range(1, entered.last + 1) if entered.line(deal) is None]
    empty += [deal for deal in range(entered.last + 1, entered.sheet.deals + 1)
              if entered.line(deal) is None][:1]  # fmt: skip
    for gap in empty[:MOST_EMPTY]:
        lines: list[PaperLine | None] = list(entered.lines)
        starts = [gap]
        for deal in range(gap, 1, -1):
            lower = entered.reader.moved(entered.line(deal - 1), entered.sheet.dealer(deal))
            if lower is None:
                break
            lines[deal - 1] = lower
            starts.append(deal - 1)
        course = entered.course_of(lines)
        for deal in starts:
            for choices in _any_line(entered, deal):
                yield _tail(entered, Kind.SKIPPED, deal, choices, lines, course)


def _doubled(entered: Entered) -> Iterator[Candidate]:
    """A line says the same as the one above it, and what follows stands one too low."""
    for deal in range(2, entered.last + 1):
        line = entered.line(deal)
        if line is None or _content(line) != _content(entered.line(deal - 1)):
            continue
        end = deal
        while end < len(entered.lines) and entered.line(end + 1) is not None:
            end += 1
        lines: list[PaperLine | None] = list(entered.lines)
        for row in range(deal, end):
            lines[row - 1] = entered.reader.moved(entered.line(row + 1), entered.sheet.dealer(row))
        lines[end - 1] = None
        if None not in lines[deal - 1 : end - 1]:
            yield from _without(entered, deal, end, lines)


def _without(
    entered: Entered, deal: int, end: int, lines: list[PaperLine | None]
) -> Iterator[Candidate]:
    """The line in ``deal`` is one too much; if the sheet is full, its last had no room."""
    last: list[PaperLine | None] = [None]
    if end == len(entered.lines):
        last += [line for lines in _any_line(entered, end) for line in lines]
    for line in last:
        lines[end - 1] = line
        course = entered.course_of(lines)
        yield Candidate(
            Kind.DOUBLED, deal, entered.line(deal), (lines[deal - 1],), tuple(lines[deal:]),
            course, weighed=end - deal,
        )  # fmt: skip


def _any_line(entered: Entered, deal: int) -> Iterator[tuple[PaperLine, ...]]:
    """What might stand in a line of which nothing is known; games of equal worth together."""
    dealer = entered.sheet.dealer(deal)
    yield from entered.reader.games(dealer)
    yield from ((one,) for one in [entered.reader.passed(dealer)] if one is not None)


def _tail(
    entered: Entered,
    kind: Kind,
    deal: int,
    choices: Lines,
    lines: list[PaperLine | None],
    course: Course,
) -> Candidate:
    follow = tuple(lines[deal:])
    return Candidate(kind, deal, entered.line(deal), choices, follow, course)


def _content(line: PaperLine | None) -> dict[str, Json] | None:
    """The record but for who dealt."""
    if line is None:
        return None
    return {key: value for key, value in line.record.items() if key != "dealer"}
