"""Which rounds are played with which folders, and for which others may still be set."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from lhombre_club.members.queries import evening as evening_of
from lhombre_club.refusal import Refusal
from tournaments.book.begun import rounds_begun
from tournaments.folders.domain import (
    Checked,
    Span,
    checked,
    demand_sound,
    evening,
    plan_of,
    sets_of,
)
from tournaments.models import Event, Round


@dataclass(frozen=True, slots=True)
class Starts:
    """The rounds from which on folders can be set."""

    usual: int
    """Unless the director says otherwise."""
    others: tuple[int, ...]
    """Where else a set begins, or one may begin, since nothing is in from there on."""


def starts(event: Event) -> Starts:
    """Return where folders may be set; two queries, and those of a check once a deal is in.

    What is set is gone on with, but on another day than the last deals, and where it does not
    suit the tables that come: then it is the coming round, for which the cards are dealt anew.
    """
    rounds = list(event.rounds.order_by("number"))
    numbers = rounds_begun(event)
    begun = [each for each in rounds if each.number in numbers]
    last = begun[-1].number if begun else 0
    coming = [each for each in rounds if each.number > last]
    drawn = {each.number for each in rounds}
    set_now = {each.from_round for each in sets_of(plan_of(event))} & drawn
    usual = max(set_now, default=1)
    if last >= usual and coming and (_day(coming[0]) != _day(begun[-1]) or not _goes_on(event)):
        usual = coming[0].number
    offered = {*(each.number for each in coming), *(set_now or {1})}
    return Starts(usual, tuple(sorted(offered - {usual})))


def laid_out(event: Event, spans: Iterable[Span]) -> Iterator[Checked]:
    """Yield the movement of each set through its rounds, but of one that suits them no more.

    Of a set whose rounds another has taken over, those of its tables that were left to it.
    """
    for each, until in spans:
        try:
            now = evening(event, each.from_round, until)
            first = each.settings.first if until is None else each.settings.first[: now.tables]
            yield checked(now, replace(each.settings, first=first))
        except Refusal:
            continue


def _day(round_: Round) -> dt.date:
    """Return the evening on which a round is played: today for one that nobody has seen."""
    return round_.date or evening_of(round_.released_at)


def _goes_on(event: Event) -> bool:
    try:
        demand_sound(event)
    except Refusal:
        return False
    return True
