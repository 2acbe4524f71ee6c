"""From the bytes of a file to rows of cells, whatever a spreadsheet program made of it."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from lhombre_club.members.importing.spreadsheet import NoSpreadsheetError, as_csv
from lhombre_club.members.reasons import ImportReason
from lhombre_club.refusal import Refusal

MAX_BYTES = 2_000_000
MAX_ROWS = 5_000
DELIMITERS = (";", ",", "\t")

_PACKED, _OLD = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
"""How XLSX and ODS begin; and what spreadsheet programs wrote before 2007."""
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Row:
    """One record of the file. ``line`` counts from 1, where the record starts.

    ``problem`` is a sentence when its quotation marks cannot be read; it has no cells then.
    """

    line: int
    cells: tuple[str, ...]
    problem: str = ""

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing in it, as in the empty lines that programs leave."""
        return not self.problem and not any(cell.strip() for cell in self.cells)


def decode(data: bytes) -> str:
    """The text of a file in UTF-8, with or without a mark, in Windows-1252, or of a spreadsheet.

    Refused for TOO_LARGE, EMPTY, SPREADSHEET, NOT_CSV and LETTERS.
    """
    if len(data) > MAX_BYTES:
        raise Refusal(ImportReason.TOO_LARGE, limit=MAX_BYTES // 1_000_000)
    if not data.strip():
        raise Refusal(ImportReason.EMPTY)
    if data.startswith(_OLD):
        raise Refusal(ImportReason.SPREADSHEET)
    if data.startswith(_PACKED):
        return _unpacked(data)
    if data.startswith(_UTF_16) or b"\0" in data:
        raise Refusal(ImportReason.NOT_CSV)
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Refusal(ImportReason.LETTERS)


def _unpacked(data: bytes) -> str:
    try:
        return as_csv(data)
    except NoSpreadsheetError:
        raise Refusal(ImportReason.SPREADSHEET) from None


def rows(text: str, delimiter: str) -> list[Row]:
    """The records of ``text`` that are not blank.

    Refused for TOO_LONG when there are more than ``MAX_ROWS`` below the header.
    """
    found: list[Row] = []
    for row in _records(text, delimiter):
        if row.is_blank:
            continue
        found.append(row)
        if len(found) > MAX_ROWS + 1:
            raise Refusal(ImportReason.TOO_LONG, limit=MAX_ROWS)
    return found


def _records(text: str, delimiter: str) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            yield Row(line, tuple(next(reader)))
        except StopIteration:
            return
        except csv.Error:
            yield Row(line, (), _quotes(line, reader.line_num))


def _quotes(first: int, last: int) -> str:
    if last > first:
        return _(
            "A quotation mark is opened here and not closed properly; "
            "the lines to %(last)d could not be read."
        ) % {"last": last}
    return _("The quotation marks of this line do not match.")
