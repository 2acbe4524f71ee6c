"""What a club has never seen more of on one evening, from what was kept of each.

Kept is what everybody may see of an event, and anew after each change (``tournaments.years``).
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Any, Final
from uuid import UUID

from django.db.models import F, Max, OuterRef, QuerySet, Subquery
from django.db.models.expressions import Combinable

from tournaments.models import Counted, CountedPlayer, Event, Round

LEAST: Final = 20
"""Evenings; what has not been so for fewer is no news."""
YEAR: Final = dt.timedelta(days=365)
MOST_NAMED: Final = 3


@unique
class Kind(StrEnum):
    """What is compared."""

    EVENING = "evening"
    """Points of one player in all."""
    ROUND = "round"
    """What the deals of one round moved for one player."""
    DEAL = "deal"
    """What one deal did."""
    RUN = "run"
    """Games that one player won in a row as declarer."""
    KODILLE = "kodille"
    """Games that one player lost so."""
    PLAYERS = "players"
    """How many played, as the list of events counts them: a substitute is not one more."""


OWN: Final[Mapping[Kind, tuple[str, ...]]] = {
    Kind.EVENING: ("points", "defended", "out", "beside"),
    Kind.ROUND: ("best_round",),
    Kind.DEAL: ("best_deal",),
    Kind.RUN: ("run",),
    Kind.KODILLE: ("kodille",),
}
"""What a player has of each: the sum of these of what is kept of him."""


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening, and the most that it saw of each."""

    event: UUID
    name: str
    date: dt.date
    most: Mapping[Kind, int]


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose a figure is."""

    person: UUID | None
    name: str
    """In the event; empty of who was deleted since."""


@dataclass(frozen=True, slots=True)
class Record:
    """The most of something."""

    kind: Kind
    figure: int
    evening: Evening
    """The first that saw so much."""
    holders: tuple[Holder, ...]
    """Nobody's own where it is how many played."""
    since: Evening | None = None
    """The last evening before that saw as much; None: none has."""


def records(counted: QuerySet[Counted]) -> list[Record]:
    """Return the records of some evenings; two queries, however many they are."""
    found = _evenings(counted)
    best: list[tuple[Kind, Evening]] = []
    for kind in Kind:
        first = max(found, key=lambda each: each.most[kind], default=None)
        if first and first.most[kind] > 0:
            best.append((kind, first))
    return list(_with_holders(best))


def news_of(event: Event) -> list[Record]:
    """Return in what an event saw more than any of its club for a year and many evenings.

    Only once every planned round is played and the event is counted as it stands; at most five
    queries.
    """
    own = Counted.objects.filter(event=event.pk, version=event.version).first()
    if own is None or not _is_played(event):
        return []
    alike = Counted.objects.filter(event__club=event.club_id, rules=own.rules, deals__gt=0)
    found = _evenings(alike)
    place = next((at for at, each in enumerate(found) if each.event == event.pk), None)
    if place is None:
        return []
    now, before = found[place], found[:place]
    since = {kind: _since(kind, now, before) for kind in Kind if now.most[kind] > 0}
    fresh = [(kind, now) for kind, at in since.items() if _is_news(at, now, before)]
    return [
        Record(each.kind, each.figure, now, each.holders, before[at] if at is not None else None)
        for each in _with_holders(fresh)
        for at in [since[each.kind]]
    ]


def _since(kind: Kind, now: Evening, before: Sequence[Evening]) -> int | None:
    """Return which of the evenings before saw as much last."""
    as_much = (at for at, each in enumerate(before) if each.most[kind] >= now.most[kind])
    return max(as_much, default=None)


def _is_news(at: int | None, now: Evening, before: Sequence[Evening]) -> bool:
    if at is None:
        return len(before) >= LEAST
    return len(before) - at > LEAST and now.date - before[at].date >= YEAR


def _is_played(event: Event) -> bool:
    states = list(event.rounds.values_list("state", flat=True))
    over = {Round.State.PROVISIONAL, Round.State.FINAL}
    return event.abandoned or (len(states) >= event.planned_rounds and set(states) <= over)


def _evenings(counted: QuerySet[Counted]) -> list[Evening]:
    """Return the evenings in order of play; one query."""
    played = Event.objects.filter(pk=OuterRef("event")).annotate(players=Event.count_players())
    most = {f"most_{kind}": Max(_own(kind, "players__")) for kind in OWN}
    ordered = counted.order_by("event__date", "event__created_at", "pk")
    rows: Iterable[Mapping[str, Any]] = ordered.values(
        "event", "event__name", "event__date"
    ).annotate(**most, most_players=Subquery(played.values("players")))
    return [
        Evening(
            row["event"],
            row["event__name"],
            row["event__date"],
            {kind: row[f"most_{kind}"] or 0 for kind in Kind},
        )
        for row in rows
    ]


def _own(kind: Kind, way: str = "") -> Combinable:
    """Return what a player has of something, from a model that reaches him by ``way``."""
    first, *rest = (F(f"{way}{each}") for each in OWN[kind])
    found: Combinable = first
    for each in rest:
        found += each
    return found


def _with_holders(best: Sequence[tuple[Kind, Evening]]) -> Iterable[Record]:
    """Yield the records with whose they are; one query."""
    events = {evening.event for _kind, evening in best}
    rows = CountedPlayer.objects.filter(counted__in=events, held__gt=0).order_by("pk")
    figures = {f"own_{kind}": _own(kind) for kind in OWN}
    columns = ("counted", "person", "name")
    players: list[Any] = list(rows.values(*columns, **figures)) if events else []
    for kind, evening in best:
        figure = evening.most[kind]
        holders = [
            Holder(row["person"], row["name"])
            for row in players
            if row["counted"] == evening.event and row.get(f"own_{kind}") == figure
        ]
        yield Record(kind, figure, evening, tuple(holders))
