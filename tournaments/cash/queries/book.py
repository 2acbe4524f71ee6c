"""What stands in the cash book."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet, Sum

from lhombre_club.members.models import Club
from scoring.ledger import Moved, balances
from tournaments.models import CashAccount, CashPosting, Receipt, Voucher

BROUGHT: Final = "brought"
"""Key of the account of what the club owned when its book was opened."""


@dataclass(frozen=True, slots=True)
class Movement:
    """What an account had on the first day of a year, what came and went, and what it then has.

    All in øre; an account that earns, such as dues, has less than nothing. Income and expense are
    those of the year alone: what they left of the years before is brought forward.
    """

    account: CashAccount
    opening: int
    debit: int
    credit: int

    @property
    def closing(self) -> int:
        """What it has at the end."""
        return self.opening + self.debit - self.credit

    @property
    def is_of_the_year(self) -> bool:
        """Whether it is income or expense, and no money or what is brought forward."""
        return is_of_a_year(self.account)


def is_of_a_year(account: CashAccount) -> bool:
    """Whether an account is income or expense: it begins each year with nothing."""
    return not account.holds_money and account.key != BROUGHT


def accounts(club: Club) -> list[CashAccount]:
    """Return the accounts of a club, in their order; none where no book is open."""
    return list(CashAccount.objects.filter(club=club))


def balance(account: CashAccount) -> int:
    """Return what an account has, in øre."""
    paid = CashPosting.objects.filter(payer=account).aggregate(sum=Sum("amount"))["sum"] or 0
    got = CashPosting.objects.filter(payee=account).aggregate(sum=Sum("amount"))["sum"] or 0
    return int(got - paid)


def standing(club: Club, until: dt.date) -> dict[UUID, int]:
    """Return what each account of a club had at the end of a day, in øre; one query."""
    rows = CashPosting.objects.filter(voucher__club=club, voucher__date__lte=until)
    sums = rows.order_by().values_list("payer", "payee").annotate(sum=Sum("amount"))
    found = balances(Moved(str(payer), str(payee), int(sum_)) for payer, payee, sum_ in sums)
    return {UUID(key): amount for key, amount in found.items()}


def year_of(club: Club, year: int) -> list[Movement]:
    """Return what each account had, got and paid in a year; four queries."""
    rows = CashPosting.objects.filter(voucher__club=club, voucher__year=year).order_by()
    credit = dict(rows.values_list("payer").annotate(sum=Sum("amount")))
    debit = dict(rows.values_list("payee").annotate(sum=Sum("amount")))
    own = accounts(club)
    begins = _brought(own, standing(club, dt.date(year - 1, 12, 31)))
    return [
        Movement(
            each, begins.get(each.pk, 0), int(debit.get(each.pk, 0)), int(credit.get(each.pk, 0))
        )
        for each in own
    ]


def _brought(own: Sequence[CashAccount], before: Mapping[UUID, int]) -> dict[UUID, int]:
    """Return with what a year begins: what income and expense left before is brought forward."""
    found = {each.pk: before.get(each.pk, 0) for each in own if not is_of_a_year(each)}
    left = sum(before.get(each.pk, 0) for each in own if is_of_a_year(each))
    brought = next((each.pk for each in own if each.key == BROUGHT), None)
    if brought is not None:
        found[brought] += left
    return found


def opening(club: Club) -> Voucher | None:
    """Return the voucher with which a book begins: the earliest that brought money into it.

    None where the club had nothing then, or where what was brought is void.
    """
    brought = CashPosting.objects.filter(
        Q(payer__key=BROUGHT, payee__holds_money=True)
        | Q(payee__key=BROUGHT, payer__holds_money=True),
        voucher__club=club,
        voucher__voided=None,
        voucher__voids=None,
    )
    rows = brought.select_related("voucher").order_by("voucher__date", "voucher__number")
    return first.voucher if (first := rows.first()) else None


def vouchers(club: Club) -> QuerySet[Voucher]:
    """Return the vouchers of a club with all that is shown of them."""
    return (
        Voucher.objects.filter(club=club)
        .select_related("voided__by", "voids__voucher")
        .prefetch_related("postings__payer", "postings__payee", "receipts")
    )


def years(club: Club) -> Sequence[int]:
    """Return the years in which something was booked, the last first."""
    own = Voucher.objects.filter(club=club).order_by("-year")
    return list(own.values_list("year", flat=True).distinct())


def found_in(rows: QuerySet[Voucher], words: str) -> QuerySet[Voucher]:
    """Return those vouchers in whose text or receipt the words stand."""
    named = Receipt.objects.filter(name__icontains=words).values("voucher")
    return rows.filter(Q(text__icontains=words) | Q(pk__in=named))
