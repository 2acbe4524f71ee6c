"""What the pages of the cash book and of the dues say."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from django.utils import timezone

from lhombre_club.members.models import Club, Membership, Person
from lhombre_club.members.queries import members
from tournaments.book.actors import people as people_of
from tournaments.cash.domain.owing import Owing, owing
from tournaments.cash.queries.book import Movement, accounts, standing, year_of
from tournaments.cash.queries.years import states_of
from tournaments.cash.words import figure, money, receipt_words, typed, voucher_words
from tournaments.models import CashAccount, CashCount, HalfSeason, Voucher
from tournaments.words.figures import moment

MOST_SHOWN: Final = 200
"""Vouchers of a page; the year's report has all of them."""


@dataclass(frozen=True, slots=True)
class VoucherLine:
    """A voucher, or one posting of it where there are several, as a row of a table."""

    voucher: Voucher
    number: str
    date: dt.date
    text: str
    payee: str
    payer: str
    amount: str
    receipts: Sequence[tuple[UUID, str]]
    """Key of each, and how it is called."""
    state: str
    """``voided``, ``voids`` or nothing."""


@dataclass(frozen=True, slots=True)
class AccountLine:
    """An account over a year."""

    account: CashAccount
    opening: str
    debit: str
    credit: str
    closing: str


@dataclass(frozen=True, slots=True)
class OwingLine:
    """What one owes for a half."""

    person: UUID
    name: str
    status: str
    due: str
    paid: str
    owed: str
    owes: int
    """Øre; more than nothing where something is to be paid."""
    typed: str
    """What is owed, or was paid too much, as it stands in the field."""
    reason: str
    waiver: Any
    is_gone: bool = False
    """Forgotten: no status says any more what is owed."""
    mates: Sequence["Mate"] = ()
    """The others of the household who owe something too."""


@dataclass(frozen=True, slots=True)
class Mate:
    """Somebody of the same household, who may be paid for at once."""

    value: str
    """Who, and what is owed, as the form sends it."""
    name: str
    owed: str


def lines(vouchers: Iterable[Voucher]) -> list[VoucherLine]:
    """Return a line for each posting."""
    return [
        VoucherLine(
            voucher=voucher,
            number=voucher_words(voucher),
            date=voucher.date,
            text=voucher.text,
            payee=posting.payee.name,
            payer=posting.payer.name,
            amount=figure(posting.amount),
            receipts=[(each.pk, receipt_words(each)) for each in voucher.receipts.all()],
            state=_state(voucher),
        )
        for voucher in vouchers
        for posting in voucher.postings.all()
    ]


def _state(voucher: Voucher) -> str:
    if getattr(voucher, "voided", None):
        return "voided"
    return "voids" if getattr(voucher, "voids", None) else ""


def boxes(club: Club) -> list[tuple[CashAccount, str]]:
    """Return what lies in each cash box and bank today."""
    now = standing(club, timezone.localdate())
    return [(each, money(now.get(each.pk, 0))) for each in accounts(club) if each.holds_money]


@dataclass(frozen=True, slots=True)
class Report:
    """A year of the book: every account, and the sums, of which each side is the other's."""

    rows: Sequence[AccountLine]
    total: AccountLine | None
    surplus: str
    """What was earned more than was spent; empty where it was less."""
    deficit: str


def report(club: Club, year: int) -> Report:
    """Return every account over a year, and what its income and expense have left."""
    found = year_of(club, year)
    rows = [
        AccountLine(
            each.account,
            figure(each.opening),
            figure(each.debit),
            figure(each.credit),
            figure(each.closing),
        )
        for each in found
    ]
    left = -sum(each.closing for each in found if each.is_of_the_year)
    return Report(
        rows=rows,
        total=_total(found) if found else None,
        surplus=money(left) if left >= 0 else "",
        deficit=money(-left) if left < 0 else "",
    )


def _total(found: Sequence[Movement]) -> AccountLine:
    return AccountLine(
        found[0].account,
        figure(sum(each.opening for each in found)) or "0",
        figure(sum(each.debit for each in found)) or "0",
        figure(sum(each.credit for each in found)) or "0",
        figure(sum(each.closing for each in found)) or "0",
    )


def owing_lines(half: HalfSeason) -> list[OwingLine]:
    """Return who owes what for a half, in the order of their names, those who owe first."""
    found = owing(half)
    labels = dict(Membership.Status.choices)
    rows = members(half.club)
    known = {row.person_id: row.person.listed for row in rows}
    homes = {row.person_id: row.household.casefold() for row in rows if row.household}
    missing = [key for key in found if key not in known]
    known |= {person.pk: person.full_name for person in Person.objects.filter(pk__in=missing)}
    order = {key: place for place, key in enumerate(known)}
    shown = sorted(found.values(), key=lambda each: (each.owed <= 0, order.get(each.person, 0)))
    lines = [
        replace(
            _owing(each, known.get(each.person, ""), str(labels.get(each.status, ""))),
            is_gone=each.person in missing,
        )
        for each in shown
        if each.due or each.paid or each.waiver
    ]
    return [replace(line, mates=_mates(line, lines, homes)) for line in lines]


def _mates(
    line: OwingLine, lines: Sequence[OwingLine], homes: Mapping[UUID, str]
) -> Sequence[Mate]:
    home = homes.get(line.person)
    others = (each for each in lines if home and each is not line and each.owes > 0)
    return [
        Mate(f"{each.person} {each.owes}", each.name, money(each.owes))
        for each in others
        if homes.get(each.person) == home
    ]


def _owing(each: Owing, name: str, status: str) -> OwingLine:
    return OwingLine(
        person=each.person,
        name=name,
        status=status,
        due=figure(each.due),
        paid=figure(each.paid),
        owed=figure(each.owed),
        owes=each.owed,
        typed=typed(abs(each.owed)),
        reason=each.waiver.reason if each.waiver else "",
        waiver=each.waiver,
    )


def owed_in_all(rows: Sequence[OwingLine]) -> str:
    """Return what is still to be paid; empty where that is nothing."""
    owed = sum(each.owes for each in rows if each.owes > 0)
    return money(owed) if owed else ""


def written_by(voucher: Voucher) -> tuple[str, str]:
    """Return who booked it, and when."""
    return people_of([voucher.actor], club=voucher.club_id).get(voucher.actor, ""), moment(
        voucher.created_at
    )


def rates(half: HalfSeason) -> list[tuple[str, str]]:
    """Return what a half costs by status."""
    found = dict(half.rates.values_list("status", "amount"))
    return [
        (str(label), money(found[status]))
        for status, label in Membership.Status.choices
        if status in found
    ]


@dataclass(frozen=True, slots=True)
class CountLine:
    """What was counted, and what the book said."""

    date: dt.date
    account: str
    counted: str
    booked: str
    difference: str
    reason: str
    by: str


def counts(club: Club, year: int | None = None) -> list[CountLine]:
    """Return what was counted, of a year or the last of all, the newest first."""
    rows = CashCount.objects.filter(club=club).select_related("account")
    some = list(rows.filter(date__year=year) if year else rows[:MOST_SHOWN])
    names = people_of((each.actor for each in some), club=club.pk)
    return [
        CountLine(
            date=each.date,
            account=each.account.name,
            counted=figure(each.counted) or "0",
            booked=figure(each.booked) or "0",
            difference=figure(each.counted - each.booked),
            reason=each.reason,
            by=names.get(each.actor, ""),
        )
        for each in some
    ]


def year_states(club: Club, year: int) -> list[tuple[bool, str, str]]:
    """Return whether a year was closed or opened again, by whom and when, the last at the end."""
    rows = states_of(club, year)
    names = people_of((each.actor for each in rows), club=club.pk)
    return [(each.is_closed, names.get(each.actor, ""), moment(each.at)) for each in rows]
