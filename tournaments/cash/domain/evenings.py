"""What an evening costs each, and its prizes: all that was paid for them is paid out."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from lhombre_club.members.models import Person
from lhombre_club.refusal import Refusal
from scoring.ledger import Moved
from tournaments.cash.domain.amounts import shares
from tournaments.cash.domain.book import (
    FEES,
    PRIZES,
    NewVoucher,
    account,
    expect_begun,
    expect_open,
    hold,
    post,
    void,
)
from tournaments.cash.queries.evenings import in_pool, pool_of, prizes_of
from tournaments.cash.reasons import CashReason
from tournaments.models import CashAccount, EveningPool, EveningPrize, Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrance:
    """What each has paid for an evening; amounts in øre."""

    fee: int
    """The club keeps it."""
    stake: int
    """It is paid out again."""
    payers: int
    date: dt.date
    into: CashAccount


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """Who gets what part of the pool, or something in kind."""

    name: str
    person: Person | None
    part: int
    """Of all parts; 0: no money."""
    kind: str = ""
    shares: bool = False
    """It has the number of the prize before: both share a place."""


@transaction.atomic
def take_entrance(*, event: Event, entrance: Entrance, actor: str) -> EveningPool:
    """Book what came in at the door of an evening.

    Raises Refusal where it is booked already; its voucher is voided to do it again.
    """
    hold(event.club)
    if pool_of(event) is not None:
        raise Refusal(CashReason.ENTRANCE_BOOKED)
    box = str(entrance.into.pk)
    each = ((FEES, entrance.fee), (PRIZES, entrance.stake))
    moves = [
        Moved(str(account(event.club, key).pk), box, amount * entrance.payers)
        for key, amount in each
        if amount * entrance.payers
    ]
    if not moves:
        raise Refusal(CashReason.NOTHING)
    says = _("Entrance, %(event)s: %(count)d players") % {
        "event": event.name,
        "count": entrance.payers,
    }
    voucher = NewVoucher(date=entrance.date, text=says[:200], moves=moves)
    return EveningPool.objects.create(
        club=event.club,
        event=event,
        fee=entrance.fee,
        stake=entrance.stake,
        payers=entrance.payers,
        voucher=post(club=event.club, voucher=voucher, actor=actor),
    )


@transaction.atomic
def give_prizes(
    *, event: Event, prizes: Sequence[Prize], date: dt.date, box: CashAccount, actor: str
) -> list[EveningPrize]:
    """Pay the whole pool of an evening out as prizes, by their parts, and note those in kind.

    Raises Refusal for what ``planned`` refuses.
    """
    hold(event.club)
    rows = planned(event, prizes, date)
    if money := sum(each.amount for each in rows):
        says = _("Prizes, %(event)s") % {"event": event.name}
        move = Moved(str(box.pk), str(account(event.club, PRIZES).pk), money)
        paid = NewVoucher(date=date, text=says[:200], moves=[move])
        voucher = post(club=event.club, voucher=paid, actor=actor)
        for each in rows:
            each.voucher = voucher if each.amount else None
    return EveningPrize.objects.bulk_create(rows)


def planned(event: Event, prizes: Sequence[Prize], date: dt.date) -> list[EveningPrize]:
    """Return what each would get of the pool, without giving it.

    Raises Refusal where prizes are given already, where the pool has money and nobody a part of
    it, where it has none and somebody has, and for a day on which nothing can be paid.
    """
    if prizes_of(event):
        raise Refusal(CashReason.PRIZES_GIVEN)
    money = in_pool(event)
    parts = [each.part for each in prizes]
    if bool(money) != any(parts):
        raise Refusal(CashReason.NO_PARTS if money else CashReason.NO_POOL)
    if money:
        expect_begun(event.club, date)
        expect_open(event.club, date)
    amounts = shares(money, parts) if money else [0 for _each in prizes]
    return [
        EveningPrize(
            club=event.club,
            event=event,
            place=number,
            person=each.person,
            name=each.name,
            amount=amount,
            kind=each.kind,
        )
        for number, each, amount in zip(_numbers(prizes), prizes, amounts, strict=True)
    ]


def _numbers(prizes: Sequence[Prize]) -> list[int]:
    """Return the number of each prize; after a shared one as many are left out as share it."""
    found: list[int] = []
    for at, each in enumerate(prizes, 1):
        found.append(found[-1] if found and each.shares else at)
    return found


@transaction.atomic
def take_prizes_back(*, event: Event, date: dt.date, reason: str, actor: str) -> None:
    """Let an evening have no prizes; what was paid for them is voided."""
    hold(event.club)
    given = prizes_of(event)
    paid = {each.voucher.pk: each.voucher for each in given if each.voucher}
    for voucher in paid.values():
        void(voucher=voucher, date=date, reason=reason, actor=actor)
    EveningPrize.objects.filter(pk__in=[each.pk for each in given]).delete()
