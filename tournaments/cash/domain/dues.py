"""Dues: what a half of a season costs whom, who is let off, and who has paid."""

import datetime as dt
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from lhombre_club.club_words.speaking import as_stored
from lhombre_club.members.models import Club, Person
from lhombre_club.refusal import Refusal
from scoring.ledger import Moved
from tournaments.cash.domain.book import DUES, NewReceipt, NewVoucher, account, hold, post
from tournaments.cash.domain.owing import owed_by, owing
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
    """That somebody has paid: øre, on a day, into an account of the club, for others too maybe."""

    person: Person
    amount: int
    date: dt.date
    into: CashAccount
    others: Mapping[Person, int] = field(default_factory=dict)
    """Øre for each of those for whom he has paid besides, as of one household."""

    @property
    def shares(self) -> dict[Person, int]:
        """What was paid for whom."""
        return {self.person: self.amount, **self.others}


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


def keep_owing(*, club: Club, person: Person, actor: str) -> None:
    """Let somebody whose membership is to stand nowhere any more owe what they owe by it now.

    Why they owed otherwise than others was theirs, and stands nowhere any more either.
    """
    with as_stored():
        reason = _("Owed as a member, and forgotten since")
    for half in HalfSeason.objects.filter(club=club, begins__lte=timezone.localdate()):
        each = owing(half, [person.pk])[person.pk]
        if each.due and each.waiver is None:
            waive(half=half, person=person, amount=each.due, reason=reason, actor=actor)
    Waiver.objects.filter(half__club=club, person=person).update(reason=reason)


@transaction.atomic
def end_waiver(*, waiver: Waiver, actor: str) -> None:
    """Let somebody owe again what the status says.

    Who is forgotten has no status any more: they owe nothing more, and what they have paid of what
    they owed then was not too much.
    """
    half, person = waiver.half, waiver.person
    hold(half.club)
    paid = 0 if person.memberships.filter(club=half.club).exists() else _paid(half, person)
    if paid > 0:
        due = min(paid, waiver.amount)
        waive(half=half, person=person, amount=due, reason=waiver.reason, actor=actor)
    else:
        waiver.delete()


@transaction.atomic
def pay_dues(*, half: HalfSeason, paid: Paid, owed: int, actor: str) -> Voucher:
    """Book what somebody has paid of a half's dues, with a receipt for each who has paid by it.

    ``owed`` is what he who pays owed in the list that was looked at; for the others it is what was
    paid for each. Raises Refusal where that is otherwise by now, since another has ticked it off.
    """
    hold(half.club)
    seen = {paid.person.pk: owed, **{each.pk: much for each, much in paid.others.items()}}
    if _owed(half, seen) != seen:
        raise Refusal(CashReason.PAID)
    return book_dues(half=half, paid=paid, actor=actor)


@transaction.atomic
def book_dues(*, half: HalfSeason, paid: Paid, actor: str) -> Voucher:
    """Book what somebody has paid of a half's dues, whatever is owed: one voucher.

    Each for whom it was paid gets a receipt for his own part.
    """
    names = ", ".join(each.full_name for each in paid.shares)
    says = _("Dues, %(half)s: %(name)s") % {"half": half.name, "name": names}
    whole = sum(paid.shares.values())
    voucher = NewVoucher(
        date=paid.date,
        text=says[:200],
        moves=[Moved(str(account(half.club, DUES).pk), str(paid.into.pk), whole)],
        receipts=[
            NewReceipt(name=each.full_name, person=each, amount=amount)
            for each, amount in paid.shares.items()
        ],
    )
    made = post(club=half.club, voucher=voucher, actor=actor)
    DuesPayment.objects.bulk_create(
        DuesPayment(half=half, person=each, voucher=made, amount=amount)
        for each, amount in paid.shares.items()
    )
    return made


@transaction.atomic
def give_back(*, half: HalfSeason, back: Paid, actor: str) -> Voucher:
    """Book that somebody got back what he has paid too much of a half's dues, or some of it.

    It is taken from the account that ``back`` names. Raises Refusal where he has not paid as much
    too much: another has given it back.
    """
    hold(half.club)
    if owed_by(half, back.person.pk) > -back.amount:
        raise Refusal(CashReason.NOT_TOO_MUCH)
    words = {"half": half.name, "name": back.person.full_name}
    says = _("Dues given back, %(half)s: %(name)s") % words
    move = Moved(str(back.into.pk), str(account(half.club, DUES).pk), back.amount)
    voucher = NewVoucher(date=back.date, text=says[:200], moves=[move])
    made = post(club=half.club, voucher=voucher, actor=actor)
    DuesPayment.objects.create(half=half, person=back.person, voucher=made, amount=-back.amount)
    return made


def _paid(half: HalfSeason, person: Person) -> int:
    return owing(half, [person.pk])[person.pk].paid


def _owed(half: HalfSeason, people: Collection[UUID]) -> dict[UUID, int]:
    return {key: each.owed for key, each in owing(half, people).items()}
