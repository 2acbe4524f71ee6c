"""A page read back: its tables as rows of words and numbers."""

import datetime as dt
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Final, TypeAlias

from django.utils.formats import get_format
from django.utils.translation import gettext as _
from lxml import html

from lhombre_club.numbers import number_sent

Cell: TypeAlias = str | int | Decimal | dt.date

ASIDE: Final = "data-aside"
"""Marks what stands in a cell beside its value, such as why somebody lies before another.

Of the value ``again``: what the other cells of the row say too, where they have no room."""
UNSEEN: Final = "visually-hidden"
SUITS: Final = {"suit--S": "♠", "suit--H": "♥", "suit--D": "♦", "suit--C": "♣"}
SKIPPED: Final = frozenset({"button", "script", "style", "svg", "template", "select", "textarea"})
TYPED: Final = frozenset({"text", "number", "date", "time", "email", "tel"})
MOST_DIGITS: Final = 15
"""A longer row of digits is no amount: a spreadsheet would round it."""
NO_WORDS: Final = re.compile(r"[\x00-\x08\x0e-\x1b\x7f\ud800-\udfff\ufffe\uffff]")
"""Signs that no file of ours may hold."""
SHARED: Final = re.compile(r"=(\d+)", re.ASCII)
"""A place that several share, as pages write it."""
WIDEST: Final = 200
"""No cell is taken to be wider or higher."""


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table of a page."""

    title: str
    head: int
    """How many of the rows are its head."""
    rows: tuple[tuple[Cell, ...], ...]
    """All of one width; what has no value is an empty word."""


def read(page: bytes) -> tuple[str, list[PageTable]]:
    """Return the title of a page, and its tables in order.

    Words come without what only a screen reader is told, except where a cell shows no other. What
    is marked as an aside goes to a last column of its own. A form in a cell, and what unfolds to
    one, says what can be done, not what is.
    """
    root = html.document_fromstring(page, parser=html.HTMLParser(encoding="utf-8"))
    title = _tidy(root.findtext(".//title") or "")
    return title, [_table(each) for each in root.iter("table")]


def value(text: str) -> Cell:
    """Return what a word stands for, as the language that is active writes numbers.

    >>> from django.utils import translation
    >>> with translation.override("da"):
    ...     [value(text) for text in ("+16", "−12.345", "0,25", "007", "45 %", "Agnes", "")]
    [16, -12345, Decimal('0.25'), '007', '45 %', 'Agnes', '']
    """
    if not text[-1:].isdecimal() or len(text) > MOST_DIGITS:
        return text
    grouping, point = get_format("THOUSAND_SEPARATOR"), get_format("DECIMAL_SEPARATOR")
    found = _number(grouping, point).fullmatch(text)
    if not found:
        return text
    sign, digits, part = found.groups()
    number = digits.replace(grouping, "")
    minus = "" if sign in {"", "+"} else "-"
    return Decimal(f"{minus}{number}.{part}") if part else int(f"{minus}{number}")


@cache
def _number(grouping: str, point: str) -> re.Pattern[str]:
    whole = rf"\d{{1,3}}(?:{re.escape(grouping)}\d{{3}})+|0|[1-9]\d*"
    return re.compile(rf"([+−-]?)({whole})(?:{re.escape(point)}(\d+))?", re.ASCII)


def _table(table: html.HtmlElement) -> PageTable:
    rows, asides = [], []
    spans: dict[int, int] = {}
    head = 0
    for row in table.iter("tr"):
        rows.append(_row(row, spans))
        aside = (each for each in row.iterdescendants() if each.get(ASIDE) not in {None, "again"})
        asides.append("; ".join(filter(None, map(_said, aside))))
        head += row.getparent().tag == "thead"
    if any(asides):
        named = [
            _("Remark") if number == 0 and head else said for number, said in enumerate(asides)
        ]
        wide = max(map(len, rows))
        rows = [
            [*row, *[""] * (wide - len(row)), said] for row, said in zip(rows, named, strict=True)
        ]
    wide = max(map(len, rows), default=0)
    return PageTable(_title(table), head, tuple((*row, *[""] * (wide - len(row))) for row in rows))


def _row(row: html.HtmlElement, spans: dict[int, int]) -> list[Cell]:
    """Return the cells of a row; ``spans`` says of each column how many rows it is taken yet."""
    cells: list[Cell] = []
    taken = {column for column, left in spans.items() if left}
    for column in taken:
        spans[column] -= 1
    for cell in row.iterchildren("td", "th"):
        while len(cells) in taken:
            cells.append("")
        high, wide = (_span(cell, name) for name in ("rowspan", "colspan"))
        spans.update({len(cells) + column: high - 1 for column in range(wide)})
        cells += [_value(cell), *[""] * (wide - 1)]
    return cells


def _value(cell: html.HtmlElement) -> Cell:
    """Return what a cell stands for: a day, where it shows one that says which, and no more."""
    shown = _shown(cell)
    for each in cell.iterchildren("time"):
        if _shown(each) == shown:
            with suppress(ValueError):
                return dt.date.fromisoformat(each.get("datetime", ""))
    said = shown or _said(cell)
    if place := SHARED.fullmatch(said):
        return f"{place[1]}="  # so no spreadsheet takes it for something to be worked out
    return value(said)


def _span(cell: html.HtmlElement, name: str) -> int:
    said = cell.get(name, "1")
    return min(max(number_sent(said), 1), WIDEST)


def _title(table: html.HtmlElement) -> str:
    """Return what stands above a table: its caption, its region's name or the last heading."""
    for way in (
        "./caption",
        "ancestor::*[@role='region'][1]/@aria-label",
        "preceding::*[self::h1 or self::h2 or self::h3][1]",
    ):
        for found in table.xpath(way):
            if title := _tidy(found) if isinstance(found, str) else _shown(found):
                return title
    return ""


def _shown(element: html.HtmlElement) -> str:
    """Return what an eye reads, without what is marked as an aside."""
    return _tidy(" ".join(_words(element, seen=True)))


def _said(element: html.HtmlElement) -> str:
    """Return what a screen reader says."""
    return _tidy(" ".join(_words(element, seen=False)))


def _words(element: html.HtmlElement, *, seen: bool) -> Iterator[str]:
    if element.text:
        yield element.text
    for child in element:
        if isinstance(child.tag, str) and not _is_left_out(child, seen=seen):
            yield from _of_field(child)
            if child.tag not in SKIPPED:
                yield from _words(child, seen=seen)
        if child.tail:
            yield child.tail


def _is_left_out(element: html.HtmlElement, *, seen: bool) -> bool:
    if element.tag == "form" or (element.tag == "details" and element.find(".//form") is not None):
        return True
    if seen:
        return element.get(ASIDE) is not None or UNSEEN in element.classes
    return bool(element.get("aria-hidden") == "true" and element.tag != "svg")


def _of_field(element: html.HtmlElement) -> Iterator[str]:
    """Return what a suit, a field or a choice shows."""
    if element.tag == "svg":
        yield from (sign for name, sign in SUITS.items() if name in element.classes)
    elif element.tag == "input":
        if element.get("type", "text") in TYPED:
            yield element.get("value", "")
        elif element.get("type") == "checkbox" and element.get("checked") is not None:
            yield "×"
    elif element.tag == "select":
        yield from (each.text or "" for each in element.xpath(".//option[@selected]"))
    elif element.tag == "textarea":
        yield element.text or ""


def _tidy(text: str) -> str:
    return " ".join(NO_WORDS.sub("", text).split())
