"""What a page shows in its tables stands in the file, and nothing in it is ever worked out."""

import csv
import datetime as dt
import io
from decimal import Decimal
from threading import Semaphore

import pytest
from django.urls import reverse
from django.utils import translation
from odfdo import Document
from openpyxl import load_workbook

from lhombre_club.members.models import Attendance, Membership, Person
from lhombre_club.tables.reading import PageTable, read
from lhombre_club.tables.writing import KINDS
from tests import make

PAGE = """<html><head><title>Stilling – Klubaften</title></head><body><h2>Alle</h2>
<table><thead><tr><th rowspan="2">Navn</th><th colspan="2">Runder</th></tr>
<tr><th>1</th><th>2</th></tr></thead><tbody>
<tr><th>Åse <span data-aside><span aria-hidden="true">↑2</span>
  <span class="visually-hidden">2 pladser op</span></span> <i data-aside="again">16</i></th>
  <td>+16\x07</td><td>−1.250</td></tr>
<tr><th><a href="/p/">Bo</a></th><td><svg class="suit suit--H"><path/></svg> 4</td>
<td><input value="0,25"><button>Gem</button></td></tr>
</tbody></table></body></html>"""
BEGIN = ["=", "+", "-", "@", "\t", "\r", "=+", "=-", "=@", "+-", "-+", "@=", "=1+1", "-1+1", "+1+1"]
WORDS = (
    *(f"{begin}cmd|' /C calc'!A0" for begin in BEGIN),
    *(f'{begin}HYPERLINK("http://club.example";"Agnes")' for begin in BEGIN),
    *(f"{begin}SUM(A1:A9)" for begin in BEGIN),
    *("Åse Bæk", "♠ 4", "a;b", 'a"b', "línan", "Ὀδυσσεύς", "𝄞", "x" * 3000),
)
"""Words with which a spreadsheet would begin to reckon, and such as break a file."""


def sheets(kind: str, file: bytes) -> list[list[list[object]]]:
    """Read a file back with what others read it with; an empty cell is None."""
    if kind == "csv":
        text = file.decode("utf-8-sig")
        return [
            [[cell or None for cell in row] for row in csv.reader(io.StringIO(text), delimiter=";")]
        ]
    if kind == "xlsx":
        book = load_workbook(io.BytesIO(file))
        assert all(
            cell.data_type != "f" for sheet in book for row in sheet.iter_rows() for cell in row
        )
        return [[list(row) for row in sheet.iter_rows(values_only=True)] for sheet in book]
    book = Document(io.BytesIO(file))
    assert not [
        cell for sheet in book.body.tables for cell in sheet.get_cells(flat=True) if cell.formula
    ]
    return [[list(row) for row in sheet.get_values()] for sheet in book.body.tables]


def test_what_an_eye_reads_is_what_is_taken():
    with translation.override("da"):
        title, (table,) = read(PAGE.encode())
    assert title == "Stilling – Klubaften"
    assert table == PageTable(
        "Alle",
        2,
        (
            ("Navn", "Runder", "", "Bemærkning"),
            ("", 1, 2, ""),
            ("Åse", 16, -1250, "2 pladser op"),
            ("Bo", "♥ 4", Decimal("0.25"), ""),
        ),
    )


def test_a_form_in_a_cell_is_not_taken():
    deed = '<form>Kroner <input name="amount" value="250"><button>Gem</button></form>'
    page = f"""<form><h2>Kontingent</h2><table>
    <tr><th>Bo</th><td><details><summary>Har betalt</summary>{deed}</details></td></tr>
    <tr><th><details><summary>Solo</summary>fordi</details></th><td>5 {deed}</td></tr>
    <tr><th>Åse</th><td><input name="paid" value="100"></td></tr></table></form>"""
    _title, (table,) = read(page.encode())
    assert table.title == "Kontingent"
    assert table.rows == (("Bo", ""), ("Solo fordi", 5), ("Åse", 100))


@pytest.mark.parametrize("kind", KINDS)
def test_a_word_stays_a_word_and_a_number_a_number(kind):
    table = PageTable("Navne/points: [1]", 1, (("Navn", "Points"), *((word, -3) for word in WORDS)))
    (rows,) = sheets(kind, KINDS[kind].written([table]))
    assert len(rows) == len(WORDS) + 1
    for word, (read_back, points) in zip(WORDS, rows[1:], strict=True):
        if kind == "csv":
            assert points == "-3"
            assert read_back == (f"'{word}" if word[0] in "=+-@\t\r" else word)
        else:
            assert points == -3
            assert str(read_back).split() == word.split()  # XML ends a line in one way


@pytest.mark.parametrize("kind", KINDS)
def test_a_shared_place_is_no_formula_and_needs_no_mark_against_one(kind):
    _title, (table,) = read(b"<table><tr><td>=12</td><td>1</td><td>=1+1</td></tr></table>")
    assert table.rows == (("12=", 1, "=1+1"),)
    (((place, *_),),) = sheets(kind, KINDS[kind].written([table]))
    assert place == "12="


@pytest.mark.parametrize("kind", ("xlsx", "ods"))
def test_each_table_has_a_sheet_and_no_two_have_one_name(kind):
    tables = [
        PageTable(title, 0, ((number,),))
        for number, title in enumerate(["", "Alle", "ALLE", "x" * 99])
    ]
    assert sheets(kind, KINDS[kind].written(tables)) == [[[0]], [[1]], [[2]], [[3]]]


@pytest.mark.django_db
class TestPages:
    @pytest.mark.parametrize("kind", KINDS)
    def test_standings_are_taken_by_whoever_may_see_them(self, client, club, kind):
        event = make.make_released_event(club)
        address = reverse("tournaments:public-standings", args=[event.pk])
        page = client.get(address)
        assert f"?tables={kind}" in page.content.decode()
        answer = client.get(address, {"tables": kind})
        assert answer["Content-Type"] == KINDS[kind].content_type
        assert f".{kind}" in answer["Content-Disposition"]
        rows = sheets(kind, answer.content)[0]
        names = {person.name for person in Person.objects.all()}
        assert names <= {str(cell) for row in rows for cell in row}

    def test_who_may_not_see_a_page_does_not_get_its_tables(self, client, club):
        make.make_members(club, 4)
        answer = client.get(reverse("members:list"), {"tables": "csv"})
        assert answer.status_code == 302

    def test_a_director_takes_the_members(self, director_client, club):
        Person.objects.filter(pk=make.make_members(club, 4)[0].pk).update(phone="+45 12 34 56 78")
        answer = director_client.get(reverse("members:list"), {"tables": "csv"})
        assert "'+45 12 34 56 78" in answer.content.decode("utf-8-sig")

    def test_days_of_the_members_pages_are_days(self, director_client, club):
        (person,) = make.make_members(club, 1)
        day = dt.date(2026, 10, 1)
        Membership.objects.filter(person=person).update(since=day, left_on=day)
        Attendance.objects.create(club=club, person=person, date=day, state="here")
        asked = {
            "came": {"first": "2026-09-01", "last": "2026-11-01"},
            "standing": {"date": "2026-10-01"},
            "list": {"who": "left"},
        }
        for name, said in asked.items():
            page = director_client.get(reverse(f"members:{name}"), {**said, "tables": "csv"})
            assert ";2026-10-01" in f";{page.content.decode('utf-8-sig')}".replace("\n", "\n;"), (
                name
            )

    @pytest.mark.parametrize("kind", ("pdf", "", "csv\0"))
    def test_what_there_is_not_is_the_page(self, client, club, kind):
        event = make.make_released_event(club)
        address = reverse("tournaments:public-standings", args=[event.pk])
        assert "<table" in client.get(address, {"tables": kind}).content.decode()

    def test_a_page_without_a_table_offers_nothing_and_stays_a_page(self, client):
        answer = client.get(reverse("members:login"), {"tables": "csv"})
        assert answer["Content-Type"].startswith("text/html")
        assert "tables=xlsx" not in answer.content.decode()

    def test_strangers_have_one_file_at_a_time_made_and_a_director_his_own(
        self, client, director_client, club, monkeypatch
    ):
        monkeypatch.setattr("lhombre_club.tables.PATIENCE", 0)
        monkeypatch.setattr("lhombre_club.tables._turns_of_strangers", Semaphore(0))
        event = make.make_released_event(club)
        address = reverse("tournaments:public-standings", args=[event.pk])
        answer = client.get(address, {"tables": "ods"}, headers={"accept-language": "en"})
        assert answer.status_code == 503
        assert "Ask for it again in a moment" in answer.content.decode()
        assert director_client.get(address, {"tables": "ods"}).status_code == 200
        monkeypatch.setattr("lhombre_club.tables.PATIENCE", 600)
        monkeypatch.setattr("lhombre_club.tables._places_of_strangers", Semaphore(0))
        assert client.get(address, {"tables": "ods"}).status_code == 503  # nobody waits in line


@pytest.mark.parametrize("kind", KINDS)
def test_a_day_is_a_day_in_the_file(kind):
    """As a spreadsheet knows it, which sorts and reckons with it; not the words of the page."""
    page = """<html><body><table><tr><td> <time datetime="2026-11-09">9. november 2026</time> </td>
    <td>til <time datetime="2026-11-09">9. november</time></td><td><time datetime="x">i går</time>
    </td></tr></table></body></html>"""
    _title, (table,) = read(page.encode())
    assert table.rows == ((dt.date(2026, 11, 9), "til 9. november", "i går"),)
    file = KINDS[kind].written([table])
    if kind == "xlsx":
        widths = load_workbook(io.BytesIO(file)).worksheets[0].column_dimensions
        assert widths["A"].width > len("2026-11-09"), "else it is shown as hashes"
    (((day, *words),),) = sheets(kind, file)
    shown = {"csv": "2026-11-09", "xlsx": dt.datetime(2026, 11, 9)}  # noqa: DTZ001 -- a day
    assert day == shown.get(kind, dt.date(2026, 11, 9))
    assert words == ["til 9. november", "i går"]
