"""A list of members as a spreadsheet has it: read as it is typed, and hostile ones refused."""

import datetime as dt
import io
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.urls import reverse
from openpyxl import Workbook

from lhombre_club.members.importing import file, spreadsheet
from lhombre_club.members.models import Membership
from lhombre_club.refusal import Refusal
from tests import make
from tests.members.test_pages import accept, upload

pytestmark = pytest.mark.django_db
HEAD = ["number", "first name", "last name", "e-mail", "phone"]
ROWS = [[7, "Ærø", "Bæk", "ae@club.example", 12345678], ["08", "Bo; Ib", 'Holm "H"', "", "+45 1"]]
ODS = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    "<table:table>{}</table:table><table:table><table:table-row><table:table-cell><text:p>no"
    "</text:p></table:table-cell></table:table-row></table:table>"
    "</office:spreadsheet></office:body></office:document-content>"
)


def xlsx(rows) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    book.create_sheet("other").append(["not", "read"])
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


def packed(**parts) -> bytes:
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(f"{name}.xml", text)
    return made.getvalue()


def ods(rows: str) -> bytes:
    return packed(content=ODS.format(rows))


def cell(text: str, more: str = "") -> str:
    return f"<table:table-cell {more}><text:p>{text}</text:p></table:table-cell>"


def line(*cells: str, more: str = "") -> str:
    return f"<table:table-row {more}>{''.join(cells)}</table:table-row>"


def lines(data: bytes) -> list[list[str]]:
    return [list(row.cells) for row in file.rows(file.decode(data), ";")]


def test_what_stands_in_the_first_sheet_is_read():
    assert lines(xlsx([HEAD, *ROWS])) == [
        HEAD,
        ["7", "Ærø", "Bæk", "ae@club.example", "12345678"],
        ["08", "Bo; Ib", 'Holm "H"', "", "+45 1"],
    ]
    date = dt.datetime(2020, 1, 31)  # noqa: DTZ001 -- as a spreadsheet has it
    assert lines(xlsx([[None, 2.0, 2.5, date, None]])) == [["", "2", "2.5", "2020-01-31"]]


def test_so_it_is_of_open_documents():
    date = cell("31. jan", 'office:date-value="2020-01-31T00:00:00"')
    twice = cell("a", 'table:number-columns-repeated="2"')
    data = ods(line(cell("Ærø<text:span> Bæk</text:span>"), date, twice) + line(cell("b")))
    assert lines(data) == [["Ærø Bæk", "2020-01-31", "a", "a"], ["b", "", "", ""]]


def test_a_list_that_the_program_gave_out_is_taken_in_again(director_client, club):
    make.make_members(club, 8)
    for kind in ("xlsx", "ods"):
        given = director_client.get(reverse("members:list"), {"whole": "on", "tables": kind})
        assert given.status_code == 200
        shown = upload(director_client, given.content, f"members.{kind}").content.decode()
        assert "0 new, 0 changed, 8 unchanged, 0 with errors." in " ".join(shown.split())


def test_it_goes_all_the_way(director_client, club):
    accept(director_client, upload(director_client, xlsx([HEAD, *ROWS]), "members.xlsx"))
    found = Membership.objects.filter(club=club).select_related("person")
    assert {(row.number, row.person.full_name) for row in found} >= {("7", "Ærø Bæk")}


def test_empty_lines_and_columns_without_end_are_nothing():
    many = 'table:number-rows-repeated="1048576"'
    wide = cell("", 'table:number-columns-repeated="16384"')
    assert lines(ods(line(cell("a"), wide) + line(wide, more=many) + line(cell("b")))) == [
        ["a"],
        ["b"],
    ]


def test_the_same_line_without_end_is_a_list_that_is_too_long():
    many = 'table:number-rows-repeated="1048576"'
    with pytest.raises(Refusal, match="5"):
        lines(ods(line(cell("a"), more=many)))


BOMB = (
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    + "".join(
        f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    + "]><x>&i;</x>"
)


@pytest.mark.parametrize(
    "data",
    (
        b"PK\x03\x04",
        b"PK\x03\x04 and more",
        packed(nothing="<x/>"),
        packed(content="<x"),
        packed(content=BOMB),
        ods(line(cell("a", 'table:number-columns-repeated="many"'))),
        packed(content="x" * (spreadsheet.MOST_UNPACKED + 1)),
        xlsx([HEAD])[:-40],
        xlsx([HEAD])[:2000],
    ),
    ids=("head", "noise", "no book", "no xml", "bomb", "no number", "large", "cut", "short"),
)
def test_what_is_none_gets_a_sentence(director_client, data):
    answer = upload(director_client, data, "members.xlsx")
    assert answer.status_code == 200
    assert "This is a spreadsheet that cannot be read here." in answer.content.decode()
