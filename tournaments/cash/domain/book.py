"""The cash book: vouchers of postings, written once, and the receipts for them.

Its amounts are whole øre. A voucher's numbers, and a receipt's, run from 1 in each year of a club;
the club's row is held meanwhile, so that two who write at once get two numbers that follow.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from lhombre_club.members.models import Club, Person
from lhombre_club.refusal import Refusal
from scoring.ledger import Moved
from tournaments.cash.domain.amounts import MOST
from tournaments.cash.queries.book import BROUGHT, opening
from tournaments.cash.queries.years import closed_until
from tournaments.cash.reasons import CashReason
from tournaments.models import CashAccount, CashPosting, Receipt, VoidedVoucher, Voucher

CASH: Final = "cash"
BANK: Final = "bank"
DUES: Final = "dues"
FEES: Final = "fees"
PRIZES: Final = "prizes"
DIFFERENCES: Final = "differences"
MOST_ACCOUNTS: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class NewReceipt:
    """To whom a receipt is given, and for what of the voucher."""

    name: str
    person: Person | None = None
    amount: int | None = None
    """Øre; None: all of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewVoucher:
    """What is to be booked: at least one move between two accounts."""

    date: dt.date
    text: str
    moves: Sequence[Moved]
    """Between ids of accounts."""
    receipts: Sequence[NewReceipt] = ()


def usual_accounts() -> list[tuple[str, str, bool]]:
    """Return the accounts that a book begins with: key, name in the club's language, money."""
    return [
        (CASH, _("Cash box"), True),
        (BANK, _("Bank"), True),
        (BROUGHT, _("Brought forward"), False),
        (DUES, _("Dues"), False),
        (FEES, _("Evening fees"), False),
        (PRIZES, _("Prizes"), False),
        ("playing", _("Cards and folders"), False),
        ("room", _("Room and coffee"), False),
        (DIFFERENCES, _("Differences of counts"), False),
        ("other", _("Other"), False),
    ]


@transaction.atomic
def open_book(*, club: Club, date: dt.date, cash: int, bank: int, actor: str) -> None:
    """Make the usual accounts, and book what lies in cash box and bank on ``date``, in øre.

    Raises Refusal where the book is open already.
    """
    hold(club)
    if CashAccount.objects.filter(club=club).exists():
        raise Refusal(CashReason.OPEN)
    rows = CashAccount.objects.bulk_create(
        CashAccount(club=club, key=key, name=name, holds_money=holds, place=place)
        for place, (key, name, holds) in enumerate(usual_accounts(), 1)
    )
    made = {each.key: each for each in rows}
    brought = str(made[BROUGHT].pk)
    moves = []
    for key, amount in ((CASH, cash), (BANK, bank)):
        own = str(made[key].pk)
        if amount:
            moved = Moved(brought, own, abs(amount))
            moves.append(moved if amount > 0 else -moved)
    if moves:
        book = NewVoucher(date=date, text=_("The book is opened"), moves=moves)
        post(club=club, voucher=book, actor=actor)


@transaction.atomic
def add_account(*, club: Club, name: str, holds_money: bool, actor: str) -> CashAccount:
    """Add an account of the club's own. Raises Refusal where there is one of its name."""
    del actor  # the vouchers say who moved what
    hold(club)
    own = CashAccount.objects.filter(club=club)
    if not own.exists():
        raise Refusal(CashReason.NOT_OPEN)
    _expect_free(club, name)
    key = uuid4()
    place = (own.aggregate(last=Max("place"))["last"] or 0) + 1
    return CashAccount.objects.create(
        id=key, club=club, key=str(key), name=name, holds_money=holds_money, place=place
    )


@transaction.atomic
def rename_account(*, account: CashAccount, name: str, actor: str) -> None:
    """Call an account otherwise. Raises Refusal where another has the name."""
    del actor
    hold(account.club)
    _expect_free(account.club, name, but=account.pk)
    account.name = name
    account.save(update_fields=["name"])


def account(club: Club, key: str) -> CashAccount:
    """Return the account that the program posts to. Raises Refusal where no book is open."""
    found = CashAccount.objects.filter(club=club, key=key).first()
    if found is None:
        raise Refusal(CashReason.NOT_OPEN)
    return found


@transaction.atomic
def post(*, club: Club, voucher: NewVoucher, actor: str) -> Voucher:
    """Book a voucher, with its receipts.

    Raises Refusal for a day that is still to come, before the book begins or of a closed year, for
    an account of another club, and for an amount that is nobody's; ValueError where nothing moves.
    """
    expect_come(voucher.date)
    expect_begun(club, voucher.date)
    return _post(club, voucher, actor)


def expect_come(date: dt.date) -> None:
    """Raise Refusal for a day that is still to come."""
    if date > timezone.localdate():
        raise Refusal(CashReason.FUTURE)


def expect_begun(club: Club, date: dt.date) -> None:
    """Raise Refusal for a day before the book begins: what was moved then was brought into it."""
    first = opening(club)
    if first is not None and date < first.date:
        begun = date_format(first.date, "DATE_FORMAT")
        raise Refusal(CashReason.BEFORE_BEGUN, date=begun, number=str(first))


def expect_open(club: Club, date: dt.date, reason: CashReason = CashReason.YEAR_CLOSED) -> None:
    """Raise Refusal, for this ``reason``, for a day of a year that is closed."""
    if date.year <= (last := closed_until(club)):
        raise Refusal(reason, year=last)


def _post(club: Club, voucher: NewVoucher, actor: str) -> Voucher:
    if not voucher.moves:
        raise ValueError("a voucher moves something")
    hold(club)
    expect_open(club, voucher.date)
    _expect_own(club, voucher.moves)
    made = Voucher.objects.create(
        club=club,
        year=voucher.date.year,
        number=_next(Voucher, club, voucher.date.year),
        date=voucher.date,
        text=voucher.text,
        actor=actor,
    )
    CashPosting.objects.bulk_create(
        CashPosting(
            voucher=made,
            number=number,
            payer_id=UUID(each.payer),
            payee_id=UUID(each.payee),
            amount=each.amount,
        )
        for number, each in enumerate(voucher.moves, 1)
    )
    _give_receipts(made, voucher)
    return made


def _give_receipts(made: Voucher, voucher: NewVoucher) -> None:
    """Number the receipts of a voucher; together they are for no more than it moves."""
    moved = sum(each.amount for each in voucher.moves)
    amounts = [moved if each.amount is None else each.amount for each in voucher.receipts]
    if sum(amounts) > moved:
        raise ValueError("the receipts are for more than is moved")
    number = _next(Receipt, made.club, made.year)
    Receipt.objects.bulk_create(
        Receipt(
            club=made.club,
            year=made.year,
            number=number + place,
            voucher=made,
            person=each.person,
            name=each.name,
            amount=amount,
        )
        for place, (each, amount) in enumerate(zip(voucher.receipts, amounts, strict=True))
    )


@transaction.atomic
def void(*, voucher: Voucher, date: dt.date, reason: str, actor: str) -> Voucher:
    """Take back all that a voucher moved, by a counter-voucher; return that.

    Its receipts are void from then on. Raises Refusal where it is void already, or voids another,
    and for a day before its own or still to come; what was booked ahead once is voided on its day,
    and so is what was booked on a day before the book begins.
    """
    if date < voucher.date:
        raise Refusal(CashReason.BEFORE, date=date_format(voucher.date, "DATE_FORMAT"))
    if date != voucher.date:
        expect_come(date)
    hold(voucher.club)
    if VoidedVoucher.objects.filter(voucher=voucher).exists():
        raise Refusal(CashReason.VOIDED)
    if VoidedVoucher.objects.filter(by=voucher).exists():
        raise Refusal(CashReason.COUNTER)
    says = _("Voids voucher %(number)s: %(reason)s") % {
        "number": str(voucher),
        "reason": reason,
    }
    back = [-each for each in moves_of(voucher)]
    counter = NewVoucher(date=date, text=says[:200], moves=back)
    by = _post(voucher.club, counter, actor)
    VoidedVoucher.objects.create(voucher=voucher, by=by, reason=reason)
    return by


def moves_of(voucher: Voucher) -> list[Moved]:
    """Return what a voucher moves, in its order."""
    rows = CashPosting.objects.filter(voucher=voucher).order_by("number")
    return [
        Moved(str(payer), str(payee), amount)
        for payer, payee, amount in rows.values_list("payer", "payee", "amount")
    ]


def hold(club: Club) -> None:
    """Let one writer at a time at a club's book; on SQLite the transaction has it already."""
    Club.objects.select_for_update(of=("self",)).get(pk=club.pk)


def _next(kind: type[Voucher] | type[Receipt], club: Club, year: int) -> int:
    last = kind.objects.filter(club=club, year=year).aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def _expect_own(club: Club, moves: Sequence[Moved]) -> None:
    keys = {UUID(key) for each in moves for key in (each.payer, each.payee)}
    if CashAccount.objects.filter(club=club, pk__in=keys).count() != len(keys):
        raise Refusal(CashReason.OTHER_CLUB)
    if any(each.amount > MOST for each in moves):
        raise Refusal(CashReason.TOO_MUCH)


def _expect_free(club: Club, name: str, but: UUID | None = None) -> None:
    if (
        CashAccount.objects.filter(club=club, name=name)
        .exclude(pk__in=[but] if but else [])
        .exists()
    ):
        raise Refusal(CashReason.NAME_TAKEN)
