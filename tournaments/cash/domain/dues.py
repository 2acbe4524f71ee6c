"""Dues: what a half of a season costs whom, who is let off, and who has paid."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from lhombre_club.members.models import Club, Person
from lhombre_club.refusal import Refusal
from scoring.ledger import Moved
from tournaments.cash.domain.book import DUES, NewReceipt, NewVoucher, account, hold, post
from tournaments.cash.domain.owing import owed_by
from tournaments.cash.reasons import CashReason
from tournaments.models import CashAccount, DuesPayment, DuesRate, HalfSeason, Voucher, Waiver


@dataclass(frozen=True, slots=True, kw_only=True)
class Half:
    """What is said of a half of a season."""

    name: str
    begins: dt.date
    ends: dt.date
    due: dt.date
    is_free: bool
    rates: Mapping[str, int]
    """Øre by status; a status without a rate owes nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paid:
    """That somebody has paid: øre, on a day, into an account of the club."""

    person: Person
    amount: int
    date: dt.date
    into: CashAccount


@transaction.atomic
def keep_half(*, club: Club, said: Half, half: HalfSeason | None, actor: str) -> HalfSeason:
    """Make a half, or change it where ``half`` is one. Raises Refusal where its name is taken."""
    del actor  # what was paid stands in the book
    hold(club)
    others = HalfSeason.objects.filter(club=club, name=said.name)
    if others.exclude(pk__in=[half.pk] if half else []).exists():
        raise Refusal(CashReason.NAME_TAKEN)
    kept = half or HalfSeason(club=club)
    kept.name, kept.begins, kept.ends, kept.due = said.name, said.begins, said.ends, said.due
    kept.is_free = said.is_free
    kept.save()
    kept.rates.exclude(status__in=list(said.rates)).delete()
    for status, amount in said.rates.items():
        DuesRate.objects.update_or_create(half=kept, status=status, defaults={"amount": amount})
    return kept


@transaction.atomic
def waive(*, half: HalfSeason, person: Person, amount: int, reason: str, actor: str) -> Waiver:
    """Let somebody owe ``amount`` øre for a half, whatever the status says."""
    said = {"amount": amount, "reason": reason, "actor": actor}
    row, _made = Waiver.objects.update_or_create(half=half, person=person, defaults=said)
    return row


def end_waiver(*, waiver: Waiver, actor: str) -> None:
    """Let somebody owe again what the status says."""
    del actor
    waiver.delete()


@transaction.atomic
def pay_dues(*, half: HalfSeason, paid: Paid, owed: int, actor: str) -> Voucher:
    """Book what somebody has paid of a half's dues, with a receipt.

    ``owed`` is what he who pays owed in the list that was looked at. Raises Refusal where that is
    otherwise by now, since another has ticked it off.
    """
    hold(half.club)
    if owed_by(half, paid.person.pk) != owed:
        raise Refusal(CashReason.PAID)
    return book_dues(half=half, paid=paid, actor=actor)


@transaction.atomic
def book_dues(*, half: HalfSeason, paid: Paid, actor: str) -> Voucher:
    """Book what somebody has paid of a half's dues, whatever is owed, with a receipt."""
    name = paid.person.full_name
    says = _("Dues, %(half)s: %(name)s") % {"half": half.name, "name": name}
    move = Moved(str(account(half.club, DUES).pk), str(paid.into.pk), paid.amount)
    voucher = NewVoucher(
        date=paid.date,
        text=says[:200],
        moves=[move],
        receipt=NewReceipt(name=name, person=paid.person),
    )
    made = post(club=half.club, voucher=voucher, actor=actor)
    DuesPayment.objects.create(half=half, person=paid.person, voucher=made, amount=paid.amount)
    return made
