"""A year that the meeting has approved: nothing is booked on its days, until it is opened again."""

import datetime as dt
from typing import Any

import pytest
from django.urls import reverse

from lhombre_club.members.models import SecurityNote
from lhombre_club.refusal import Refusal
from tests import make
from tests.refused import refused_for
from tests.tournaments.cash.books import ACTOR, booked, half_of
from tournaments.cash.domain import book, closing, counting, dues, evenings, statement
from tournaments.cash.queries.book import year_of
from tournaments.cash.queries.years import closed_until
from tournaments.cash.reasons import CashReason
from tournaments.models import CashCount, Voucher, YearState
from tournaments.models.cash import BookedError

pytestmark = pytest.mark.django_db
OLD, NEW = dt.date(2025, 12, 31), dt.date(2026, 1, 1)


@pytest.fixture
def closed(club, cash):
    """2025 is closed; a voucher of that year."""
    old = booked(cash["dues"], cash["cash"], 300, date=OLD)
    closing.close_year(club=club, year=2025, actor=ACTOR)
    return old


def ways(club, cash, old):
    """Every way in which something would be booked on a day of the closed year."""
    event = make.make_released_event(club, tables=1)
    person = club.memberships.all()[0].person
    half, box = half_of(club), cash["cash"]
    paid = dues.Paid(person=person, amount=5_00, date=OLD, into=box)
    (line,) = statement.read(f"{OLD:%d-%m-%Y};Kaffe;-75,00")
    come = evenings.Entrance(fee=20_00, stake=0, payers=4, date=OLD, into=box)
    said: dict[str, Any] = {"date": OLD, "actor": ACTOR}
    yield lambda: counting.count(box=box, counted=300, reason="", **said)
    yield lambda: booked(box, cash["room"], 5, date=OLD)
    yield lambda: booked(box, cash["room"], 5, date=dt.date(2023, 5, 5))
    yield lambda: book.void(voucher=old, reason="fejl", **said)
    yield lambda: counting.count(box=box, counted=7, reason="talt", **said)
    yield lambda: dues.book_dues(half=half, paid=paid, actor=ACTOR)
    yield lambda: statement.take(bank=cash["bank"], lines={line: cash["room"]}, actor=ACTOR)
    yield lambda: evenings.take_entrance(event=event, entrance=come, actor=ACTOR)


def test_nothing_is_booked_there_in_whatever_way(club, cash, closed):
    for way in ways(club, cash, closed):
        with pytest.raises(Refusal) as refused:
            way()
        assert refused.value.reason in {CashReason.YEAR_CLOSED, CashReason.COUNT_CLOSED}
    assert (Voucher.objects.count(), CashCount.objects.count()) == (1, 0)


def test_without_the_protection_each_would_be(club, cash, closed, monkeypatch):
    """The twin."""
    for place in (book, counting):
        monkeypatch.setattr(place, "expect_open", lambda *_given: None)
    for way in ways(club, cash, closed):
        before = Voucher.objects.count() + CashCount.objects.count()
        way()
        assert Voucher.objects.count() + CashCount.objects.count() > before


def test_a_correction_of_an_open_year_names_what_it_corrects_and_the_report_stays(
    club, cash, closed
):
    before = year_of(club, 2025)
    by = book.void(voucher=closed, date=NEW, reason="forkert", actor=ACTOR)
    assert str(closed) in by.text
    assert by.year == 2026
    assert year_of(club, 2025) == before


def test_which_year_is_closed_and_which_opened_again(club, cash, director):
    for year, reason in ((2026, CashReason.YEAR_GOES_ON), (2030, CashReason.YEAR_GOES_ON)):
        with refused_for(reason):
            closing.close_year(club=club, year=year, actor=ACTOR)
    for year in (2023, 2025):
        closing.close_year(club=club, year=year, actor=ACTOR)
    for year in (2025, 2024):
        with refused_for(CashReason.CLOSED_BEFORE):
            closing.close_year(club=club, year=year, actor=ACTOR)
    with refused_for(CashReason.NOT_LAST_CLOSED):
        closing.reopen_year(club=club, year=2023, user=director)
    closing.reopen_year(club=club, year=2025, user=director)
    assert closed_until(club) == 2023
    booked(cash["cash"], cash["room"], 5, date=dt.date(2024, 1, 1))
    assert closed_until(make.make_club("Klub Manille")) == 0


def test_what_was_closed_is_written_once(club, cash, closed):
    with pytest.raises(BookedError):
        YearState.objects.all().delete()
    with pytest.raises(BookedError):
        YearState.objects.get().save()


class TestPages:
    @pytest.fixture
    def page(self, english, club, cash):
        booked(cash["dues"], cash["cash"], 300, date=OLD)

        def said(name="cash-year", year=2025, **typed):
            address = reverse(f"tournaments:{name}", args=[year])
            answer = english.post(address, typed, follow=True) if name != "cash-year" else None
            return (answer or english.get(address)).content.decode()

        return said

    def test_it_says_who_closed_it_and_what_to_do(self, page, director):
        assert "Close the year" in page()
        assert reverse("tournaments:cash-year-close", args=[2026]) not in page(year=2026)
        assert "can be closed from Jan. 1, 2027" in page(year=2026)
        assert "2026 is not over: it can be closed from Jan. 1, 2027" in page(
            "cash-year-close", year=2026
        )
        told = page("cash-year-close")
        assert "2025 is closed." in told
        assert f"Closed by {director.username}" in told
        assert "booked on a day of an open year" in told
        assert "booked on a day of an open year" in page(year=2024)

    def test_opening_it_again_asks_for_the_password_and_leaves_a_trace(self, page, director):
        page("cash-year-close")
        assert "This is not your password." in page("cash-year-reopen", old="no")
        assert YearState.objects.count() == 1
        told = page("cash-year-reopen", old=make.PASSWORD)
        assert f"Opened again by {director.username}" in told
        note = SecurityNote.objects.get(kind=SecurityNote.Kind.YEAR_REOPENED)
        assert note.user == director
        assert "Close the year" in told

    def test_a_form_with_a_day_of_it_says_so_at_the_day(self, page, english, cash):
        page("cash-year-close")
        typed = {
            "date": OLD.isoformat(), "text": "Kaffe", "amount": "5",
            "payer": cash["cash"].pk, "payee": cash["room"].pk,
        }  # fmt: skip
        answer = english.post(reverse("tournaments:cash"), typed)
        assert "2025 is closed" in str(answer.context["form"].errors["date"])
        typed = {"box": cash["cash"].pk, "date": OLD.isoformat(), "counted": "7", "reason": "x"}
        answer = english.post(reverse("tournaments:cash-count"), typed)
        told = str(answer.context["form"].errors["date"])
        assert "2025 is closed: nothing is counted there any more" in told
        old = Voucher.objects.get()
        typed = {"date": OLD.isoformat(), "reason": "x"}
        answer = english.post(reverse("tournaments:voucher-void", args=[old.pk]), typed)
        assert "2025 is closed" in str(answer.context["form"].errors["date"])
