"""Tables written as files that a spreadsheet opens; no word in them is ever a formula."""

import csv
import datetime as dt
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final
from xml.etree import ElementTree as ET  # written, never read
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from django.utils.formats import get_format

from lhombre_club.tables.reading import Cell, PageTable

LONGEST_TITLE: Final = 31
"""Of a sheet in a spreadsheet."""
WIDTH_OF_DAY: Final = 12
"""Letters."""
FORBIDDEN: Final = re.compile(r"[\[\]:*?/\\'’]")
"""What the name of a sheet must not hold."""
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""With these a word begins that a spreadsheet works out."""

ODS: Final = "application/vnd.oasis.opendocument.spreadsheet"
ODF: Final = {
    f"xmlns:{name}": f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"
    for name in ("office", "table", "text")
}
MANIFEST: Final = f"""<?xml version="1.0" encoding="UTF-8"?>
<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" m:version="1.3">
<m:file-entry m:full-path="/" m:version="1.3" m:media-type="{ODS}"/>
<m:file-entry m:full-path="content.xml" m:media-type="text/xml"/>
</m:manifest>"""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file."""

    ending: str
    content_type: str
    written: Callable[[Sequence[PageTable]], bytes]
    """Returns the file of some tables, of which there is at least one."""


def _csv(tables: Sequence[PageTable]) -> bytes:
    """Write them below one another, with a semicolon, as a Danish spreadsheet reads it."""
    text = io.StringIO()
    written = csv.writer(text, delimiter=";")
    for number, table in enumerate(tables):
        if number:
            written.writerow(())
        if len(tables) > 1:
            written.writerow((_defused(table.title),))
        written.writerows([_defused(cell) for cell in row] for row in table.rows)
    return text.getvalue().encode("utf-8-sig")


def _defused(cell: Cell) -> str:
    if isinstance(cell, Decimal):
        return str(cell).replace(".", get_format("DECIMAL_SEPARATOR"))
    if isinstance(cell, (int, dt.date)):
        return str(cell)
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def _xlsx(tables: Sequence[PageTable]) -> bytes:
    from openpyxl import Workbook  # noqa: PLC0415 -- 27 MB that a club seldom needs
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415
    from openpyxl.styles import Font  # noqa: PLC0415
    from openpyxl.utils import get_column_letter  # noqa: PLC0415

    book, bold = Workbook(write_only=True), Font(bold=True)
    for title, table in zip(_titles(tables), tables, strict=True):
        sheet = book.create_sheet(title)
        sheet.freeze_panes = f"A{table.head + 1}" if table.head else None
        for column in _of_days(table):
            sheet.column_dimensions[get_column_letter(column)].width = WIDTH_OF_DAY
        for number, row in enumerate(table.rows):
            cells: list[Any] = []
            for cell in row:
                made: Any = cell if cell != "" else None
                if number < table.head or (isinstance(cell, str) and cell.startswith("=")):
                    made = WriteOnlyCell(sheet, value=made)
                    made.data_type = "s" if isinstance(cell, str) else made.data_type
                    if number < table.head:
                        made.font = bold
                cells.append(made)
            sheet.append(cells)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _of_days(table: PageTable) -> set[int]:
    """Return the columns, from 1, in which a day stands: where it has no room it is not shown."""
    return {
        column
        for row in table.rows
        for column, cell in enumerate(row, 1)
        if isinstance(cell, dt.date)
    }


def _ods(tables: Sequence[PageTable]) -> bytes:
    """Write the few parts that the format asks for; a library took sixty times as long."""
    root = ET.Element("office:document-content", {**ODF, "office:version": "1.3"})
    book = ET.SubElement(ET.SubElement(root, "office:body"), "office:spreadsheet")
    for title, table in zip(_titles(tables), tables, strict=True):
        sheet = ET.SubElement(book, "table:table", {"table:name": title})
        for row in table.rows:
            line = ET.SubElement(sheet, "table:table-row")
            for cell in row:
                _add(line, cell)
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as parts:
        parts.writestr("mimetype", ODS, compress_type=ZIP_STORED)  # the first, and as it is
        parts.writestr("content.xml", ET.tostring(root, "utf-8", xml_declaration=True))
        parts.writestr("META-INF/manifest.xml", MANIFEST)
    return file.getvalue()


def _add(line: ET.Element, cell: Cell) -> None:
    made = ET.SubElement(line, "table:table-cell")
    if cell == "":
        return
    if isinstance(cell, str):
        made.set("office:value-type", "string")
    elif isinstance(cell, dt.date):
        made.set("office:value-type", "date")
        made.set("office:date-value", str(cell))
    else:
        made.set("office:value-type", "float")
        made.set("office:value", str(cell))
    ET.SubElement(made, "text:p").text = str(cell)


def _titles(tables: Sequence[PageTable]) -> list[str]:
    """Return a name for each sheet, no two alike."""
    titles: list[str] = []
    for number, table in enumerate(tables, start=1):
        title = " ".join(FORBIDDEN.sub(" ", table.title).split())[:LONGEST_TITLE].strip()
        taken = {each.casefold() for each in titles}
        if not title or title.casefold() in taken:
            title = f"{title[: LONGEST_TITLE - 5]} {number}".strip()
        titles.append(title)
    return titles


KINDS: Final = {
    kind.ending: kind
    for kind in (
        Kind("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", _xlsx),
        Kind("ods", ODS, _ods),
        Kind("csv", "text/csv; charset=utf-8", _csv),
    )
}
