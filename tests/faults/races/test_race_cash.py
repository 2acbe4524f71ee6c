"""Treasurers who book at once: each receipt has a number of its own, and none is missing."""

import pytest
from django.db import IntegrityError, connection

from lhombre_club.refusal import Refusal
from tests import make
from tests.faults.races.test_race import at_once
from tests.tournaments.cash.books import ACTOR, DAY, booked, half_of, opened
from tournaments.cash.domain import book, dues
from tournaments.cash.queries.book import balance
from tournaments.models import DuesPayment, Receipt, Voucher

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]
TURNS = 5
WRITERS = 4


@pytest.fixture
def accounts():
    return opened(make.make_club())


def receiving(accounts):
    return lambda: booked(accounts["dues"], accounts["cash"], 100, receipt="Bo")


def numbers(kind):
    return sorted(kind.objects.values_list("number", flat=True))


def test_no_receipt_number_is_given_twice_or_left_out(accounts):
    for _turn in range(TURNS):
        made = at_once(*[receiving(accounts)] * WRITERS)
        assert all(isinstance(each, Voucher) for each in made), made
    for kind in (Voucher, Receipt):
        assert numbers(kind) == list(range(1, TURNS * WRITERS + 1))
    assert balance(accounts["cash"]) == TURNS * WRITERS * 100


def test_without_the_club_held_somebody_loses_the_number(accounts, monkeypatch):
    """The twin. On SQLite a transaction has the whole database, and nobody has to be held."""
    monkeypatch.setattr(book, "hold", lambda _club: None)
    made = [each for _turn in range(TURNS) for each in at_once(*[receiving(accounts)] * WRITERS)]
    lost = any(isinstance(each, IntegrityError) for each in made)
    assert lost is (connection.vendor == "postgresql")


def test_dues_are_ticked_off_by_one_alone_and_a_voucher_is_voided_once(accounts):
    club = accounts["cash"].club
    (person,) = make.make_members(club, 1)
    half = half_of(club)
    paid = dues.Paid(person=person, amount=200_00, date=DAY, into=accounts["cash"])
    ticked = at_once(
        *[lambda: dues.pay_dues(half=half, paid=paid, owed=200_00, actor=ACTOR)] * WRITERS
    )
    assert sum(isinstance(each, Refusal) for each in ticked) == WRITERS - 1, ticked
    voucher = DuesPayment.objects.get().voucher
    voided = at_once(
        *[lambda: book.void(voucher=voucher, date=DAY, reason="x", actor=ACTOR)] * WRITERS
    )
    assert sum(isinstance(each, Refusal) for each in voided) == WRITERS - 1, voided
    assert balance(accounts["cash"]) == 0
