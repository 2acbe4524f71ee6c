"""The first sheet of a spreadsheet (XLSX, ODS), as the text of a CSV file."""

import csv
import datetime as dt
import io
import xml.etree.ElementTree as ET  # its parser refuses entities that grow
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final
from zipfile import ZipFile

MOST_UNPACKED: Final = 20_000_000
"""Bytes of all parts together."""
MOST_LINES: Final = 10_000
"""With the empty ones, of which a sheet may have a million."""
MOST_COLUMNS: Final = 100
_TABLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE: Final = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_P: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}p"


class NoSpreadsheetError(ValueError):
    """It cannot be read as one."""


def as_csv(data: bytes) -> str:
    """Return the lines, with semicolons between their cells. Raises NoSpreadsheetError."""
    try:
        with ZipFile(io.BytesIO(data)) as parts:
            _expect_room(parts)
            is_ods = "content.xml" in parts.namelist()
            found = _ods(parts.read("content.xml")) if is_ods else _xlsx(data)
            rows = list(islice(found, MOST_LINES))
    except Exception as error:  # what a broken book does to its reader is not to be foreseen
        raise NoSpreadsheetError(str(error)) from error
    written = io.StringIO()
    head = len(next(filter(None, rows), ()))
    csv.writer(written, delimiter=";").writerows(
        [*row, *[""] * (head - len(row))] if row else row for row in rows
    )
    return written.getvalue()


def _expect_room(parts: ZipFile) -> None:
    """Raise where it is too large; a part that is longer than it says is read no further."""
    if sum(each.file_size for each in parts.infolist()) > MOST_UNPACKED:
        raise NoSpreadsheetError("more than there is room for")


def _xlsx(data: bytes) -> Iterator[list[str]]:
    from openpyxl import load_workbook  # noqa: PLC0415 -- 27 MB that a club seldom needs

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    sheet = book.worksheets[0]
    for row in sheet.iter_rows(max_row=MOST_LINES, max_col=MOST_COLUMNS, values_only=True):
        yield _trimmed(map(_said, row))


def _said(value: object) -> str:
    """Return a cell as it would be typed: a number without .0, a date without its midnight."""
    if value is None:
        return ""
    if isinstance(value, dt.datetime):
        value = value.date()
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)


def _ods(content: bytes) -> Iterator[list[str]]:
    for event, element in ET.iterparse(io.BytesIO(content), ("start", "end")):  # noqa: S314
        if event == "end" and element.tag == f"{_TABLE}table":
            return
        if event == "end" and element.tag == f"{_TABLE}table-row":
            cells = _trimmed(_cells(element))
            yield from [cells] * (_times(element, "rows", MOST_LINES) if cells else 1)
            element.clear()


def _cells(row: ET.Element) -> Iterator[str]:
    for cell in row:
        date = cell.get(f"{_OFFICE}date-value", "")[: len("2026-01-01")]
        text = date or "\n".join("".join(part.itertext()) for part in cell.findall(_P))
        yield from [text] * _times(cell, "columns", MOST_COLUMNS)


def _times(element: ET.Element, what: str, most: int) -> int:
    """How often the same stands there."""
    return min(int(element.get(f"{_TABLE}number-{what}-repeated", "1")), most)


def _trimmed(cells: Iterable[str]) -> list[str]:
    """Return the cells of a line without the empty ones at its end."""
    found = list(islice(cells, MOST_COLUMNS))
    while found and not found[-1].strip():
        found.pop()
    return found
