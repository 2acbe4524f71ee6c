"""Keeps how strong everybody was after each evening of a club, as that and those before it tell."""

import datetime as dt
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby
from typing import Final
from uuid import UUID

from django.db import transaction

from lhombre_club.members.models import Club
from tournaments.models import Counted, CountedPair, CountedPlayer, Rating
from tournaments.years.counting import PORTION, SECONDS
from tournaments.years.queries import Key
from tournaments.years.strength import Balance, strengths

WINDOW: Final = dt.timedelta(days=5 * 365)
"""Evenings of so long tell how strong somebody is: who was good once need not be so now."""
METHOD: Final = 1
"""Counted up where strengths are worked out otherwise: all of them are old then."""


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening that is counted, and what its ratings are to be worked out from."""

    pk: UUID
    date: dt.date
    since: int
    """Which of the evenings, in order of play, is the first that tells."""
    is_last: bool
    mark: str
    rated: str
    """The mark with which that was done."""


def rate_on(club: Club, *, seconds: float = SECONDS) -> int:
    """Work out what is old, in order of play, for so long; return how many evenings are left."""
    until = time.monotonic() + seconds
    left = 0
    for evenings in _by_rules(club):
        old = [place for place, each in enumerate(evenings) if each.rated != each.mark]
        told = _Told(evenings)
        while old and time.monotonic() < until:
            place = old.pop(0)
            keep(evenings[place], told.after(place), told)
        left += len(old)
    return left


def _by_rules(club: Club) -> Iterator[list[Evening]]:
    """Yield the evenings of each rule set in order of play; one query."""
    counted = Counted.objects.filter(event__club=club, deals__gt=0)
    ordered = counted.order_by("rules", "event__date", "event__created_at", "pk")
    rows = ordered.values_list("rules", "pk", "event__date", "version", "rated")
    for _rules, found in groupby(rows, key=lambda row: row[0]):
        yield list(_marked([row[1:] for row in found]))


def _marked(rows: list[tuple[UUID, dt.date, int, str]]) -> Iterator[Evening]:
    """Yield each with what changes where one that tells of it is counted anew, comes or goes."""
    digests = [_digest(f"{METHOD} {pk} {date} {version}") for pk, date, version, _rated in rows]
    since = mark = 0
    for place, (pk, date, _version, rated) in enumerate(rows):
        mark += digests[place]
        while rows[since][1] <= date - WINDOW:
            mark -= digests[since]
            since += 1
        is_last = place == len(rows) - 1
        yield Evening(pk, date, since, is_last, f"{mark:x}{'+' if is_last else ''}", rated)


def _digest(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest())


class _Told:
    """What the evenings tell that lie in the window of one of them; it moves on in order."""

    def __init__(self, evenings: list[Evening]) -> None:
        self.evenings = evenings
        self.known: dict[UUID, Balance[Key]] = {}
        self.since = self.until = 0
        self.sum: Balance[Key] = Balance()

    def after(self, place: int) -> Balance[Key]:
        """Return what is told after an evening."""
        since = self.evenings[place].since
        if since >= self.until:
            self.sum, self.since, self.until = Balance(), since, since
        new = [each.pk for each in self.evenings[self.until : place + 1]]
        self.known |= balances(new)
        for pk in new:
            self.sum.take(self.known[pk])
        for each in self.evenings[self.since : since]:
            self.sum.take(self.known.pop(each.pk), -1)
        self.since, self.until = since, place + 1
        return self.sum


def balances(counted: Collection[UUID]) -> Mapping[UUID, Balance[Key]]:
    """Return what each of some evenings tells; three queries."""
    found: defaultdict[UUID, Balance[Key]] = defaultdict(Balance)
    for pk, spread in Counted.objects.filter(pk__in=counted).values_list("pk", "spread"):
        found[pk].spread = spread
    keys: dict[int, Key] = {}
    whose: dict[int, Balance[Key]] = {}
    players = CountedPlayer.objects.filter(counted__in=counted).order_by("pk")
    columns = ("pk", "counted", "person", "name", "gained", "held")
    for pk, evening, person, name, gained, held in players.values_list(*columns):
        keys[pk], whose[pk] = person or name, found[evening]
        whose[pk].gained[keys[pk]] += gained
        if held:
            whose[pk].evenings[keys[pk]] = 1
    pairs = CountedPair.objects.filter(counted__in=counted).order_by("pk")
    for one, other, weight in pairs.values_list("one", "other", "weight"):
        if keys[one] != keys[other]:
            whose[one].weights[frozenset((keys[one], keys[other]))] += weight
    return found


@transaction.atomic
def keep(evening: Evening, told: Balance[Key], window: _Told) -> None:
    """Keep what an evening and those before it tell of who played then, or of everybody."""
    if not Counted.objects.select_for_update().filter(pk=evening.pk).exists():
        return  # it was taken away meanwhile
    played = window.known[evening.pk].evenings
    Rating.objects.filter(counted=evening.pk).delete()
    Rating.objects.bulk_create(
        [
            Rating(
                counted_id=evening.pk,
                person_id=key if isinstance(key, UUID) else None,
                name="" if isinstance(key, UUID) else key,
                points=each.points,
                error=each.error,
                evenings=told.evenings[key],
            )
            for key, each in strengths(told).items()
            if evening.is_last or key in played
        ],
        batch_size=PORTION,
    )
    Counted.objects.filter(pk=evening.pk).update(rated=evening.mark)
