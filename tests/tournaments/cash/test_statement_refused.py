"""A statement of which some lines cannot be booked: which, why, and all that was chosen stays."""

import datetime as dt

import lxml.html
import pytest
from django.urls import reverse

from tests import make
from tests.tournaments.cash.books import ACTOR, half_of, opened
from tournaments.cash.domain import closing, dues
from tournaments.cash.domain.statement import read
from tournaments.cash.queries.book import balance
from tournaments.models import StatementLine, Voucher

pytestmark = pytest.mark.django_db
PASTED = (
    "Dato;Tekst;Beløb\n31-12-2025;Gebyr & renter;-75,00\n02-01-2026;Nr1, Agnes;200,00\n"
    "03-01-2026;Agnes Nr1;200,00\n04-01-2026;Kaffe;-1.234,50"
)
THERE = reverse("tournaments:cash-statement")


@pytest.fixture
def sent(english):
    """Send what was chosen of each line; the status, and the page that comes."""

    def send(cash, *chosen, pasted=PASTED):
        names = [f"line-{each.digest}" for each in read(pasted)]
        said = {"bank": cash["bank"].pk, "lines": pasted, "sure": "1"}
        answer = english.post(THERE, {**said, **dict(zip(names, chosen, strict=True))})
        page = lxml.html.fromstring(answer.content.decode()) if answer.content else None
        return answer.status_code, page

    return send


def kept(page):
    (form,) = page.xpath("//form[.//select]")
    return [value for name, value in form.form_values() if name.startswith("line-")]


def told(page):
    return [" ".join(each.text_content().split()) for each in page.xpath("//*[@role='alert']//li")]


def test_a_line_of_a_closed_year_is_named_and_every_choice_stays(english, sent, club):
    cash = opened(club)
    (agnes,) = make.make_members(club, 1)
    half = half_of(club)
    closing.close_year(club=club, year=2025, actor=ACTOR)
    room, fees, dues_of = str(cash["room"].pk), str(cash["fees"].pk), f"{half.pk} {agnes.pk}"
    chosen = (room, "", dues_of, fees)
    status, page = sent(cash, *chosen)
    assert status == 409
    assert kept(page) == list(chosen), "what is left and what was matched otherwise, too"
    (line,) = told(page)
    assert line.startswith("Dec. 31, 2025, Gebyr & renter, −75.00\xa0kr".replace("\xa0", " "))
    assert "2025 is closed" in line
    (wrong,) = page.xpath("//select[@aria-invalid]")
    assert "2025 is closed" in page.get_element_by_id(wrong.get("aria-describedby")).text_content()
    assert (Voucher.objects.count(), StatementLine.objects.count()) == (0, 0)
    status, _page = sent(cash, "", *chosen[1:])
    assert (status, StatementLine.objects.count()) == (302, 2)


def test_every_line_that_is_refused_is_named(sent, club):
    """One before the book begins, one whose dues were ticked off meanwhile."""
    cash = opened(club, bank=500_00)
    agnes, aksel = make.make_members(club, 2)
    half = half_of(club)
    paid = dues.Paid(person=aksel, amount=200_00, date=dt.date(2026, 1, 5), into=cash["cash"])
    dues.book_dues(half=half, paid=paid, actor=ACTOR)
    both = f"{half.pk} {agnes.pk} {aksel.pk}"
    status, page = sent(cash, str(cash["room"].pk), both, "", "")
    assert status == 409
    first, second = told(page)
    assert "Dec. 31, 2025, Gebyr" in first
    assert "begins on Jan. 1, 2026" in first
    assert "Jan. 2, 2026, Nr1, Agnes, 200.00 kr" in second
    assert "Somebody else was first" in second
    assert balance(cash["bank"]) == 500_00


def test_what_was_typed_of_the_statement_stays_in_the_form(sent, club):
    cash = opened(club, bank=5_00)
    _status, page = sent(cash, str(cash["room"].pk), "", "", "")
    (form,) = page.xpath("//form[.//select]")
    assert dict(form.form_values())["lines"].strip() == PASTED
