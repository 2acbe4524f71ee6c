"""A long paper in parts, each of which a worker lays out well within its time limit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from lhombre_club.printing.registry import Paper

MOST_LINES: Final = 200
"""Lines of a list, or cards, that a part has at most.

A line takes about ten milliseconds to lay out and a card with a code up to twenty-five, on a slow
computer five times that: half of the soft time limit of fifty seconds. A list is never cut, so
the longest list of the longest paper is what a part takes at worst.
"""
PAGES: Final = "pages"
"""Under this name a paper has its cards, a sequence for each page: see ``print/cards.html``."""


def parts_of(paper: Paper) -> list[Paper]:
    """Return the paper in parts; one where it is short enough to be laid out at once.

    What a program reads aloud stays whole: its headings and tables hang together.
    """
    if paper.tagged:
        return [paper]
    groups: list[list[Paper]] = []
    left = 0
    for piece in _pieces(paper):
        lines = _lines(piece.context)
        if not groups or lines > left:
            groups.append([])
            left = MOST_LINES
        groups[-1].append(piece)
        left -= lines
    if len(groups) == 1:
        return [paper]
    return [replace(first, then=tuple(rest)) for first, *rest in groups]


def _pieces(paper: Paper) -> Iterator[Paper]:
    """Return what can be laid out by itself: each list, and cards page by page."""
    alone = replace(paper, then=())
    pages = paper.context.get(PAGES)
    if paper.copies == 1 and isinstance(pages, Sequence) and _lines(paper.context) > MOST_LINES:
        for page in _slices(pages):
            yield replace(alone, context={**paper.context, PAGES: page})
    else:
        yield alone
    for part in paper.then:
        yield from _pieces(part)


def _slices(pages: Sequence[Any]) -> Iterator[list[Any]]:
    """Return as many pages at a time as have room for MOST_LINES cards."""
    taken: list[Any] = []
    for page in pages:
        if taken and sum(map(len, taken)) + len(page) > MOST_LINES:
            yield taken
            taken = []
        taken.append(page)
    if taken:
        yield taken


def _lines(context: Mapping[str, Any]) -> int:
    """Return how many lines or cards a paper has, as far as its values show it."""
    return sum(
        sum(map(len, value)) if name == PAGES else len(value)
        for name, value in context.items()
        if isinstance(value, list | tuple | range)
    )
