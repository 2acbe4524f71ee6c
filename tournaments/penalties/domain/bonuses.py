"""Kroner from everybody in the room to one player, once: nine matadors above all."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from lhombre_club.refusal import Refusal
from tournaments.book.accounts import deals_at
from tournaments.book.activity import note, raise_version
from tournaments.models import Event, Participant, Round, Seat, SideBonus
from tournaments.penalties.domain.penalties import said_why
from tournaments.penalties.reasons import BonusReason, DecisionReason

MOST_EACH: Final = 1000
"""Kroner from each; more is a slip of the finger."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """What somebody is to get from everybody else in the room."""

    id: UUID
    """Made by the client before it sends."""
    winner: UUID
    """The participant who gets it."""
    each: int
    """Whole kroner from each of the others."""
    reason: str
    round: int
    """Number of the round in which it was: who was there then, pays."""
    deal: int = 0
    """The deal at the winner's table that it is about; 0: none."""


def rounds_for(event: Event) -> QuerySet[Round]:
    """Return the rounds that may have a bonus: released, or closed and the evening not settled.

    It moves kroner and no place, so what is final is not touched. At most two queries more.
    """
    return event.rounds.filter(state__in=Round.DECIDABLE if is_settled(event) else Round.SHOWN)


def is_settled(event: Event) -> bool:
    """Whether it is settled up, by itself or with its season; at most two queries."""
    season = event.season
    return event.settlings.exists() or (season is not None and season.settlings.exists())


def present(event: Event, number: int) -> QuerySet[Participant]:
    """Return who is there in a round, those who sit it out as well."""
    stays = Q(to_round=None) | Q(to_round__gte=number)
    return event.participants.filter(stays, from_round__lte=number)


@transaction.atomic
def give_bonus(*, event: Event, bonus: Bonus, actor: str) -> SideBonus:
    """Let everybody else who is there pay the winner; sent twice it is stored once.

    Raises Refusal: nothing is played for money, the round is not ``rounds_for``, or he was not
    there.
    """
    said = said_why(bonus.reason)
    if not 1 <= bonus.each <= MOST_EACH:
        raise Refusal(BonusReason.KRONER_INVALID)
    event = Event.objects.select_for_update().get(pk=event.pk)
    wanted = SideBonus(
        id=bonus.id,
        event=event,
        winner_id=bonus.winner,
        each=bonus.each,
        reason=said,
        round=bonus.round,
        deal=bonus.deal,
        actor=actor,
    )
    known = SideBonus.objects.filter(pk=bonus.id).first()
    if known is not None:
        if _content(known) != _content(wanted):
            raise Refusal(DecisionReason.ID_REUSED)
        return known
    if not event.unit:
        raise Refusal(BonusReason.NOT_FOR_MONEY)
    _hold_open(event, bonus.round)
    there = {player.pk: player for player in present(event, bonus.round)}
    if there.pop(bonus.winner, None) is None:
        raise Refusal(BonusReason.NOT_THERE)
    if not there:
        raise Refusal(BonusReason.NOBODY_PAYS)
    wanted.table = _table_of(wanted)
    wanted.save(force_insert=True)
    wanted.payers.set(there.values())
    _tell(wanted, "bonus.given", actor, each=wanted.each)
    return wanted


@transaction.atomic
def withdraw_bonus(*, bonus: SideBonus, actor: str) -> SideBonus:
    """Take a side bonus away; a second time changes nothing.

    Raises Refusal in a round that is closed, once the evening is settled.
    """
    Event.objects.select_for_update().get(pk=bonus.event_id)
    bonus = SideBonus.objects.select_related("event", "winner").get(pk=bonus.pk)
    if bonus.withdrawn_at is None:
        _hold_open(bonus.event, bonus.round)
        bonus.withdrawn_at, bonus.withdrawn_by = timezone.now(), actor
        bonus.save(update_fields=["withdrawn_at", "withdrawn_by"])
        _tell(bonus, "bonus.withdrawn", actor)
    return bonus


def _hold_open(event: Event, number: int) -> None:
    """Let nobody close the round till the commit; raises Refusal where it is too late, or early."""
    if not rounds_for(event).select_for_update(of=("self",)).filter(number=number):
        raise Refusal(BonusReason.NOT_OPEN)


def _table_of(bonus: SideBonus) -> int:
    """Return where the winner sat, 0 if at no table; raises Refusal where no such deal was."""
    seats = Seat.objects.filter(round__event=bonus.event, round__number=bonus.round)
    own = seats.filter(participant=bonus.winner_id).select_related("table").first()
    deals = deals_at(bonus.event, own.table.seats.count()) if own else 0
    if not 0 <= bonus.deal <= deals:
        raise Refusal(DecisionReason.NO_SUCH_DEAL)
    return own.table.number if own else 0


def _content(bonus: SideBonus) -> tuple[object, ...]:
    """What makes two requests the same."""
    return (
        bonus.event_id,
        bonus.winner_id,
        bonus.each,
        bonus.reason,
        bonus.round,
        bonus.deal,
    )


def _tell(bonus: SideBonus, verb: str, actor: str, **facts: int) -> None:
    note(
        event=bonus.event,
        verb=verb,
        actor=actor,
        player=bonus.winner.number,
        reason=bonus.reason,
        **facts,
    )
    raise_version(bonus.event_id)
