"""What has to be settled in kroner: of each chair of a table, and of each side bonus."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.db.models import Q, QuerySet

from scoring.domain import Total
from tournaments.models import Event, Participant, Season, Seat, SideBonus, TableEntry

CASH: Final = "cash"
"""Key of the club's cash box, to which entries by hand may owe."""


@dataclass(frozen=True, slots=True)
class Stake:
    """What one has won or lost at one table, or by a side bonus."""

    key: str
    name: str
    points: Fraction
    """Deviation from the mean of the table; nothing of a side bonus."""
    exact: Fraction
    """Kroner, before rounding."""


def key_of(participant: Participant) -> str:
    """Return by what he is known through all events: his person, or himself without one."""
    return str(participant.person_id or participant.pk)


def table_stakes(
    chairs: Sequence[Seat], found: Iterable[Total], entries: Iterable[TableEntry]
) -> list[Stake]:
    """Return what each chair of one table has beside the mean, and what its cash box has.

    Nobody has anything where nothing is played for money.
    """
    unit = Fraction(chairs[0].round.event.unit or 0)
    if not unit:
        return []
    played, by_hand = _moved(chairs, found, entries)
    mean = Fraction(sum(played.values()), len(chairs))
    stakes = []
    for seat in chairs:
        points = played[seat.seat] - mean + by_hand[seat.seat]
        stakes.append(Stake(key_of(seat.participant), seat.participant.name, points, points * unit))
    if cash := -sum(by_hand):
        stakes.append(Stake(CASH, "", Fraction(cash), cash * unit))
    return stakes


def pot_of(chairs: Sequence[Seat], found: Iterable[Total], entries: Iterable[TableEntry]) -> int:
    """Return what lies in the pot of one table, points: what the deals took from all together."""
    played, _by_hand = _moved(chairs, found, entries)
    return -sum(played.values())


def _moved(
    chairs: Sequence[Seat], found: Iterable[Total], entries: Iterable[TableEntry]
) -> tuple[Mapping[int, int], Sequence[int]]:
    """Return what the deals and what the entries by hand moved, by seat."""
    by_seat = {total.seat: total.points - total.penalties for total in found}
    by_hand = [0] * len(chairs)
    for entry in entries:
        by_hand = [has + more for has, more in zip(by_hand, entry.amounts, strict=True)]
    played = {seat.seat: by_seat.get(seat.seat, 0) - by_hand[seat.seat] for seat in chairs}
    return played, by_hand


def side_bonuses(scope: Event | Season) -> QuerySet[SideBonus]:
    """Return the side bonuses that count where something is played for money; two queries.

    They come with their event, who gets them and who pays.
    """
    of = Q(event=scope) if isinstance(scope, Event) else Q(event__season=scope)
    counting = SideBonus.objects.filter(of, withdrawn_at=None, event__unit__isnull=False)
    return counting.select_related("event", "winner").prefetch_related("payers")


def bonuses_changed(scope: Event | Season, moment: dt.datetime) -> bool:
    """Return whether a side bonus was given or taken away after ``moment``; one query."""
    of = Q(event=scope) if isinstance(scope, Event) else Q(event__season=scope)
    since = Q(created_at__gt=moment) | Q(withdrawn_at__gt=moment)
    return SideBonus.objects.filter(of, since).exists()


def bonus_stakes(bonuses: Iterable[SideBonus]) -> Iterator[Stake]:
    """Return what each pays and gets by the side bonuses; it sums to nothing."""
    for bonus in bonuses:
        payers = bonus.payers.all()
        for one, kroner in [(bonus.winner, bonus.each * len(payers))] + [
            (payer, -bonus.each) for payer in payers
        ]:
            yield Stake(key_of(one), one.name, Fraction(0), Fraction(kroner))
