"""What the page of an evening's fee and prizes says."""

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from math import lcm
from typing import Final
from uuid import UUID

from lhombre_club.members.models import Person
from lhombre_club.web.shown_first import mark
from tournaments.cash.domain.evenings import Prize, planned
from tournaments.cash.forms import MOST_PRIZES
from tournaments.cash.queries.evenings import in_pool
from tournaments.cash.words import figure, money
from tournaments.models import CashAccount, EveningPrize, Event, Round
from tournaments.standings.pages.standings import rank
from tournaments.standings.queries.standings import standings

PARTS: Final = (50, 30, 20)
"""Of the pool, as it is parted beforehand; who share a place share what its prizes are together."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who may get a prize."""

    key: UUID
    name: str
    person: Person | None
    place: int | None
    """None where there is none yet."""
    rank: str
    """The place as it is shown; empty where there is none yet."""

    @property
    def words(self) -> str:
        """Who it is, and how the standings have him, if he shares a place."""
        return f"{self.rank} {self.name}" if self.rank.startswith("=") else self.name

    def shares_with(self, other: "Player") -> bool:
        """Whether both have the same place."""
        return self.place is not None and self.place == other.place


def in_standing(event: Event) -> list[Player]:
    """Return who plays in an event, as the standings are now, or else by number."""
    rows = list(event.participants.select_related("person"))
    placed = {}
    if event.rounds.filter(state__in=Round.SHOWN).exists():
        placed = {row.participant: row for row in standings(event).rows}
    order = {key: at for at, key in enumerate(placed)}
    rows.sort(key=lambda each: (order.get(each.pk, len(order)), each.number))
    found = ((each, placed.get(each.pk)) for each in rows)
    return [
        Player(
            each.pk, each.name, each.person, row.place if row else None, rank(row) if row else ""
        )
        for each, row in found
    ]


def beforehand(players: Sequence[Player]) -> list[tuple[UUID, int]]:
    """Return who gets the first prizes as the standings are now, and how many parts of the pool.

    All who share a place are among them, for the same parts; nobody of it, if those are too many.
    Who has no place yet is not among them.
    """
    found: list[tuple[UUID, Fraction]] = []
    placed = [each for each in players if each.place]
    for _place, some in groupby(placed, key=lambda each: each.place):
        sharing, at = list(some), len(found)
        if at >= len(PARTS) or at + len(sharing) > MOST_PRIZES:
            break
        part = Fraction(sum(PARTS[at : at + len(sharing)]), len(sharing))
        found += [(each.key, part) for each in sharing]
    whole = lcm(*(part.denominator for _key, part in found))
    return [(key, int(part * whole)) for key, part in found]


def otherwise(event: Event, prizes: Sequence[EveningPrize]) -> str:
    """Return who stands now in the places of which the prizes were given to others; else nothing.

    Prizes of money alone are by place, where there are any: one in kind is for the last as well.
    """
    by_place = [each for each in prizes if each.amount] or list(prizes)
    if not by_place or not event.rounds.filter(state__in=Round.SHOWN).exists():
        return ""
    now = [each for each in in_standing(event) if each.place is not None]
    who = {each.person.pk if each.person else each.name: each for each in now}
    got = [who.get(each.person_id or each.name) for each in by_place]
    theirs = [each.place for each in got if each]
    shared = [one.place == other.place for one, other in pairwise(by_place)]
    share = [bool(one and other and one.shares_with(other)) for one, other in pairwise(got)]
    if theirs == [each.place for each in now][: len(got)] and shared == share:
        return ""
    return "; ".join(f"{each.rank} {each.name}" for each in now[: len(got)])


def prize_numbers(prizes: Sequence[EveningPrize]) -> list[str]:
    """Return the number of each prize, with an equals sign where several have it."""
    several = Counter(each.place for each in prizes)
    return [f"={each.place}" if several[each.place] > 1 else str(each.place) for each in prizes]


def prize_lines(prizes: Sequence[EveningPrize]) -> list[tuple[str, str, str, str]]:
    """Return number, name, kroner and what in kind of each prize."""
    numbers = prize_numbers(prizes)
    return [
        (number, each.name, figure(each.amount), each.kind)
        for number, each in zip(numbers, prizes, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class PrizePreview:
    """What giving the prizes would do."""

    rows: Sequence[tuple[str, str, str, str]]
    """As they are shown when they are given."""
    total: str
    left: str
    """What would remain in the pool."""
    seen: str
    """By what just this is known again when it is confirmed."""


def prize_preview(
    event: Event, prizes: Sequence[Prize], date: dt.date, box: CashAccount
) -> PrizePreview:
    """Return who would get what. Raises Refusal where the prizes could not be given so."""
    rows = planned(event, prizes, date)
    total = sum(each.amount for each in rows)
    lines = prize_lines(rows)
    return PrizePreview(
        rows=lines,
        total=money(total),
        left=money(in_pool(event) - total),
        seen=mark([lines, date, box.pk]),
    )
