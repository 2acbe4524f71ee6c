"""Counting what lies in a cash box, against what the book says."""

import datetime as dt
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _

from lhombre_club.refusal import Refusal
from scoring.ledger import Moved
from tournaments.cash.domain.book import (
    DIFFERENCES,
    NewVoucher,
    account,
    expect_begun,
    expect_come,
    expect_open,
    hold,
    post,
)
from tournaments.cash.queries.book import standing
from tournaments.cash.reasons import CashReason
from tournaments.models import CashAccount, CashCount
from tournaments.words.figures import kroner


@transaction.atomic
def count(*, box: CashAccount, date: dt.date, counted: int, reason: str, actor: str) -> CashCount:
    """Note what was counted in a cash box, in øre, and post what it differs from the book.

    The book is read as it was at the end of that day. Raises Refusal for a day that is still to
    come, before the book begins or of a closed year, and where there is a difference and no reason.
    """
    expect_come(date)
    hold(box.club)
    expect_begun(box.club, date)
    expect_open(box.club, date, CashReason.COUNT_CLOSED)
    booked = standing(box.club, until=date).get(box.pk, 0)
    voucher = None
    if counted != booked:
        if not reason:
            raise Refusal(
                CashReason.NO_REASON,
                counted=_kroner(counted),
                booked=_kroner(booked),
                difference=_kroner(counted - booked, sign=True),
            )
        says = _("Count of %(account)s: %(reason)s") % {"account": box.name, "reason": reason}
        other = account(box.club, DIFFERENCES)
        more = Moved(str(other.pk), str(box.pk), abs(counted - booked))
        moves = [more if counted > booked else -more]
        new = NewVoucher(date=date, text=says[:200], moves=moves)
        voucher = post(club=box.club, voucher=new, actor=actor)
    return CashCount.objects.create(
        club=box.club,
        account=box,
        date=date,
        counted=counted,
        booked=booked,
        voucher=voucher,
        reason=reason,
        actor=actor,
    )


def _kroner(oere: int, *, sign: bool = False) -> str:
    return kroner(Decimal(oere) / 100, oere=True, sign=sign)
