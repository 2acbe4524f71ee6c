"""An open book, and how to book into it."""

import datetime as dt
from typing import Any

from lhombre_club.members.models import Club
from scoring.ledger import Moved
from tournaments.cash.domain import dues, evenings, statement
from tournaments.cash.domain.book import (
    NewReceipt,
    NewVoucher,
    open_book,
    post,
    rename_account,
    void,
)
from tournaments.cash.domain.closing import close_year
from tournaments.cash.domain.counting import count
from tournaments.models import CashAccount, HalfSeason, Voucher

ACTOR = "system:test"
DAY = dt.date(2026, 11, 21)
FIRST = dt.date(2026, 1, 1)


def opened(
    club: Club, cash: int = 0, bank: int = 0, *, date: dt.date = FIRST
) -> dict[str, CashAccount]:
    """Open the book of a club."""
    open_book(club=club, date=date, cash=cash, bank=bank, actor=ACTOR)
    return {each.key: each for each in CashAccount.objects.filter(club=club)}


def booked(
    payer: CashAccount, payee: CashAccount, amount: int, *, receipt: str = "", **more: Any
) -> Voucher:
    """Book a voucher of one move."""
    said = NewVoucher(
        date=more.get("date", DAY),
        text=more.get("text", "Kaffe"),
        moves=[Moved(str(payer.pk), str(payee.pk), amount)],
        receipts=[NewReceipt(name=receipt)] if receipt else (),
    )
    return post(club=more.get("club", payer.club), voucher=said, actor=ACTOR)


def half_of(club: Club, **more: Any) -> HalfSeason:
    """A half that is not over, which costs members something."""
    today = dt.date.today()  # noqa: DTZ011 -- a day of the club's own clock
    said = {
        "name": "Efterår",
        "begins": today - dt.timedelta(days=60),
        "ends": today + dt.timedelta(days=60),
        "due": today,
        "is_free": False,
        "rates": {"active": 200_00, "passive": 100_00},
        **more,
    }
    return dues.keep_half(club=club, said=dues.Half(**said), half=None, actor=ACTOR)


def everything(club: Club, words: str = "Kaffe") -> dict[str, CashAccount]:
    """Open the book, and leave a row of every kind in it; ``words`` stand in each text."""
    accounts = opened(club, cash=100_00)
    close_year(club=club, year=2025, actor=ACTOR)
    for each in accounts.values():
        rename_account(account=each, name=f"{words} {each.key}", actor=ACTOR)
    accounts = {each.key: each for each in CashAccount.objects.filter(club=club)}
    wrong = booked(accounts["dues"], accounts["cash"], 5_00, receipt=words, text=words)
    void(voucher=wrong, date=DAY, reason=words, actor=ACTOR)
    half = half_of(club, name=words)
    one, other = (each.person for each in club.memberships.select_related("person")[:2])
    paid = dues.Paid(person=one, amount=220_00, date=DAY, into=accounts["cash"])
    dues.book_dues(half=half, paid=paid, actor=ACTOR)
    much = dues.Paid(person=one, amount=20_00, date=DAY, into=accounts["cash"])
    dues.give_back(half=half, back=much, actor=ACTOR)
    dues.waive(half=half, person=other, amount=50_00, reason=words, actor=ACTOR)
    count(box=accounts["cash"], date=DAY, counted=7_00, reason=words, actor=ACTOR)
    line = statement.read(f"{DAY:%d-%m-%Y};{words};-75,00")[0]
    statement.take(bank=accounts["bank"], lines={line: accounts["room"]}, actor=ACTOR)
    event = club.events.all()[0]
    come = evenings.Entrance(fee=20_00, stake=30_00, payers=4, date=DAY, into=accounts["cash"])
    evenings.take_entrance(event=event, entrance=come, actor=ACTOR)
    prizes = [
        evenings.Prize(name=one.full_name, person=one, part=2, kind=words),
        evenings.Prize(name=other.full_name, person=other, part=1),
    ]
    box = accounts["cash"]
    evenings.give_prizes(event=event, prizes=prizes, date=DAY, box=box, actor=ACTOR)
    return accounts
