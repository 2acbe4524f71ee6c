"""The day on which a book begins: what came before stands in what was brought into it."""

import datetime as dt

import pytest
from django.urls import reverse

from tests import make
from tests.refused import refused_for
from tests.tournaments.cash import books
from tests.tournaments.cash.books import ACTOR, FIRST, booked, half_of, opened
from tournaments.cash.domain import book, counting, dues, evenings, statement
from tournaments.cash.queries.book import balance
from tournaments.cash.reasons import CashReason
from tournaments.models import CashCount, StatementLine, Voucher

pytestmark = pytest.mark.django_db
EARLY, OLD = dt.date(2025, 6, 1), dt.date(2025, 12, 31)


@pytest.fixture
def cash(club):
    """The accounts of a book that began with money in the cash box."""
    return opened(club, cash=300_00)


def ways(club, cash, day):
    """Every way in which something would be booked on a day; each is tried once."""
    event = make.make_released_event(club, tables=1)
    person = club.memberships.all()[0].person
    half, box = half_of(club), cash["cash"]
    paid = dues.Paid(person=person, amount=5_00, date=day, into=box)
    (line,) = statement.read(f"{day:%d-%m-%Y};Kaffe;-75,00")
    come = evenings.Entrance(fee=20_00, stake=0, payers=4, date=day, into=box)
    yield lambda: counting.count(box=box, counted=0, reason="", date=day, actor=ACTOR)
    yield lambda: counting.count(box=box, counted=7, reason="talt", date=day, actor=ACTOR)
    yield lambda: booked(box, cash["room"], 5, date=day)
    yield lambda: dues.book_dues(half=half, paid=paid, actor=ACTOR)
    yield lambda: statement.take(bank=cash["bank"], lines={line: cash["room"]}, actor=ACTOR)
    yield lambda: evenings.take_entrance(event=event, entrance=come, actor=ACTOR)


def test_nothing_is_booked_before_it_in_whatever_way(club, cash):
    for way in ways(club, cash, OLD):
        with refused_for(CashReason.BEFORE_BEGUN):
            way()
    assert (Voucher.objects.count(), CashCount.objects.count()) == (1, 0)
    assert not StatementLine.objects.exists()
    booked(cash["cash"], cash["room"], 5, date=FIRST)


def test_without_the_protection_each_would_be(club, cash, monkeypatch):
    """The twin."""
    for place in (book, counting):
        monkeypatch.setattr(place, "expect_begun", lambda *_given: None)
    for way in ways(club, cash, OLD):
        before = Voucher.objects.count() + CashCount.objects.count()
        way()
        assert Voucher.objects.count() + CashCount.objects.count() > before


def test_the_sentence_names_the_day_and_what_to_do(english, club, cash):
    typed = {
        "date": OLD.isoformat(), "text": "Kaffe", "amount": "5",
        "payer": cash["cash"].pk, "payee": cash["room"].pk,
    }  # fmt: skip
    answer = english.post(reverse("tournaments:cash"), typed)
    (says,) = answer.context["form"].errors["date"]
    assert "begins on Jan. 1, 2026" in says
    assert "void voucher 2026-1" in says


def test_a_book_without_an_opening_amount_begins_nowhere(club):
    cash = opened(club)
    booked(cash["cash"], cash["room"], 5, date=EARLY)
    booked(cash["dues"], cash["brought"], 5, date=FIRST, text="Årets overskud")
    booked(cash["cash"], cash["room"], 5, date=EARLY)


@pytest.mark.parametrize(("payer", "payee"), (("brought", "bank"), ("bank", "brought")))
def test_an_opening_that_was_typed_later_is_where_it_begins(club, payer, payee):
    cash = opened(club)
    booked(cash["cash"], cash["room"], 5, date=EARLY)
    booked(cash[payer], cash[payee], 500, date=FIRST)
    booked(cash[payer], cash[payee], 500, date=books.DAY, text="En konto til")
    with refused_for(CashReason.BEFORE_BEGUN):
        booked(cash["cash"], cash["room"], 5, date=OLD)
    booked(cash["cash"], cash["room"], 5, date=FIRST)


def test_an_opening_that_is_void_holds_nothing_back_and_is_booked_anew(club, cash):
    opening = Voucher.objects.get()
    book.void(voucher=opening, date=books.DAY, reason="forkert dag", actor=ACTOR)
    booked(cash["brought"], cash["cash"], 200_00, date=EARLY, text="Primo")
    booked(cash["cash"], cash["room"], 5_00, date=OLD)
    with refused_for(CashReason.BEFORE_BEGUN):
        booked(cash["cash"], cash["room"], 5_00, date=EARLY - dt.timedelta(1))
    assert balance(cash["cash"]) == 195_00


def test_the_book_of_another_club_begins_by_itself(club, cash):
    other = opened(make.make_club("Klub Manille"))
    booked(other["cash"], other["room"], 5, date=OLD)


class TestOlderThanTheRule:
    """A book that had such lines before they were refused, or came with them from elsewhere."""

    @pytest.fixture
    def old(self, club, cash, monkeypatch):
        with monkeypatch.context() as patched:
            patched.setattr(book, "expect_begun", lambda *_given: None)
            (line,) = statement.read(f"{OLD:%d-%m-%Y};Kaffe;-75,00")
            statement.take(bank=cash["bank"], lines={line: cash["room"]}, actor=ACTOR)
        return Voucher.objects.get(date=OLD)

    @pytest.mark.parametrize("day", (OLD, FIRST))
    def test_they_are_voided_on_their_own_day_or_later(self, english, cash, old, day):
        address = reverse("tournaments:voucher-void", args=[old.pk])
        english.post(address, {"date": day.isoformat(), "reason": "før bogens første dag"})
        assert old.voided.by.date == day
        assert balance(cash["bank"]) == 0

    def test_they_stand_in_the_book_the_report_and_a_statement(self, english, cash, old):
        for name, args in (("cash", ()), ("cash-year", (2025,)), ("voucher", (old.pk,))):
            answer = english.get(reverse(f"tournaments:{name}", args=args))
            assert str(old) in answer.content.decode()
        said = {"bank": cash["bank"].pk, "lines": f"{OLD:%d-%m-%Y};Kaffe;-75,00"}
        page = english.post(reverse("tournaments:cash-statement"), said).content.decode()
        assert "In the book already:" in page
        booked(cash["cash"], cash["room"], 5, date=FIRST)


class TestPages:
    """What was typed stands there still."""

    @pytest.fixture
    def kept(self, english):
        def ask(name, row, typed, form):
            answer = english.post(reverse(f"tournaments:{name}", args=[row.pk]), typed)
            assert answer.status_code == 400
            page = answer.content.decode()
            assert "The cash book begins on" in page
            assert {key: answer.context[form].data[key] for key in typed} == {
                key: str(value) for key, value in typed.items()
            }
            return page

        return ask

    def test_of_dues(self, kept, club, cash):
        (person,) = make.make_members(club, 1)
        half = half_of(club)
        typed = {
            "person": person.pk, "owed": 200_00, "amount": "120", "date": OLD.isoformat(),
            "into": cash["bank"].pk,
        }  # fmt: skip
        page = kept("dues-pay", half, typed, "again")
        assert 'value="120"' in page
        dues.pay_dues(
            half=half, owed=200_00, actor=ACTOR,
            paid=dues.Paid(person=person, amount=300_00, date=FIRST, into=cash["bank"]),
        )  # fmt: skip
        assert 'value="90"' in kept("dues-back", half, {**typed, "amount": "90"}, "again")

    def test_of_an_evening(self, kept, club, cash):
        event = make.make_released_event(club, tables=1)
        typed = {"fee": "20", "stake": "30", "payers": "4", "into": cash["cash"].pk}
        kept("evening-entrance", event, {**typed, "date": OLD.isoformat()}, "entrance")
        come = evenings.Entrance(fee=0, stake=30_00, payers=4, date=FIRST, into=cash["cash"])
        evenings.take_entrance(event=event, entrance=come, actor=ACTOR)
        winner = event.participants.all()[0].pk
        won = {"winner1": winner, "part1": "2", "kind1": "Vin", "box": cash["cash"].pk}
        kept("evening-prizes", event, {**won, "date": OLD.isoformat()}, "prizes")

    def test_of_a_count(self, english, cash):
        typed = {"box": cash["cash"].pk, "date": OLD.isoformat(), "counted": "7", "reason": "x"}
        answer = english.post(reverse("tournaments:cash-count"), typed)
        assert "begins on" in str(answer.context["form"].errors["date"])
