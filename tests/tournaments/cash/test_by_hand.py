"""What was ticked off by hand and comes again as a line of the bank's statement: booked once."""

import datetime as dt

import pytest
from django.urls import reverse

from tests import make
from tests.refused import refused_for
from tests.tournaments.cash.books import ACTOR, DAY, booked, half_of
from tournaments.cash.domain import dues
from tournaments.cash.domain.book import void
from tournaments.cash.domain.owing import owed_by
from tournaments.cash.domain.statement import read, take
from tournaments.cash.pages.statement import statement_lines
from tournaments.cash.reasons import CashReason
from tournaments.models import StatementLine, Voucher

pytestmark = pytest.mark.django_db
THERE = reverse("tournaments:cash-statement")


@pytest.fixture
def agnes(club):
    return make.make_members(club, 2)[0]


@pytest.fixture
def ticked(club, cash, agnes):
    """Agnes has paid one half, which was ticked off; she owes another of the same amount."""
    half_of(club, name="Forår")
    paid = dues.Paid(person=agnes, amount=200_00, date=DAY, into=cash["bank"])
    return dues.book_dues(half=half_of(club), paid=paid, actor=ACTOR)


def line(text="Agnes Nr1", amount="200", days=2):
    return f"{DAY + dt.timedelta(days):%d-%m-%Y};{text};{amount}"


def chosen(club, *lines):
    """The words of what is chosen of each line; nothing where it is left."""
    rows = statement_lines(club, read("\n".join(lines)))
    return [dict(row.choices).get(row.chosen, "") for row in rows]


@pytest.mark.parametrize(
    ("said", "is_same"),
    (
        ({}, True), ({"days": -7}, True), ({"text": "kontingent 101"}, True), ({"days": 8}, False),
        ({"amount": "201"}, False), ({"text": "Overførsel"}, False), ({"text": "Aksel Nr2"}, False),
    ),
)  # fmt: skip
def test_amount_payer_and_a_near_day_make_it_the_same(club, ticked, said, is_same):
    (words,) = chosen(club, line(**said))
    assert (str(ticked) in words) == is_same


def test_it_is_chosen_for_one_line_and_never_when_void(club, ticked):
    first, second = chosen(club, line(), line(days=3))
    assert str(ticked) in first
    assert "Forår" in second
    void(voucher=ticked, date=ticked.date, reason="fejl", actor=ACTOR)
    assert str(ticked) not in chosen(club, line())[0]


def test_what_was_given_back_and_what_has_no_payer_is_offered(club, cash, ticked, agnes):
    half = ticked.dues.get().half
    more = dues.Paid(person=agnes, amount=50_00, date=DAY, into=cash["bank"])
    dues.book_dues(half=half, paid=more, actor=ACTOR)
    back = dues.give_back(half=half, back=more, actor=ACTOR)
    coffee = booked(cash["bank"], cash["room"], 75_00)
    rows = statement_lines(club, read(f"{line(amount='-50')}\n{line('REMA', '-75')}"))
    assert str(back) in dict(rows[0].choices)[rows[0].chosen]
    ((value, words),) = rows[1].choices
    assert (value, rows[1].chosen) == (f"voucher {coffee.pk}", "")
    assert str(coffee) in words


def test_a_line_that_was_booked_by_hand_is_known_from_then_on(english, club, cash, ticked):
    pasted = line()
    page = english.post(THERE, {"bank": cash["bank"].pk, "lines": pasted}).content.decode()
    assert f'value="voucher {ticked.pk}" selected' in page
    name = f"line-{read(pasted)[0].digest}"
    said = {"bank": cash["bank"].pk, "lines": pasted, "sure": "1"}
    english.post(THERE, {**said, name: "voucher nothing"})
    assert StatementLine.objects.count() == 0
    english.post(THERE, {**said, name: f"voucher {ticked.pk}"})
    assert Voucher.objects.count() == 1
    assert StatementLine.objects.get().voucher == ticked
    assert statement_lines(club, read(pasted))[0].taken
    assert ticked.pk not in {row.pk for row in Voucher.objects.filter(line=None)}


def test_the_reader_may_choose_otherwise(club, cash, ticked, agnes):
    (one,) = read(line())
    half = half_of(club, name="Vinter")
    take(bank=cash["bank"], lines={one: (half, agnes)}, actor=ACTOR)
    assert owed_by(half, agnes.pk) == 0


def test_two_lines_are_not_the_same_voucher(cash, ticked):
    lines = read(f"{line()}\n{line(days=3)}")
    with refused_for(CashReason.MATCHED):
        take(bank=cash["bank"], lines=dict.fromkeys(lines, ticked), actor=ACTOR)
    assert StatementLine.objects.count() == 0
