"""A season's table: the evenings of a club counted together, by person."""

import datetime as dt
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final
from uuid import UUID

from django.db.models import Count, F, Q

from lhombre_club.members.models import Membership, Person
from lhombre_club.members.namesakes import told_apart
from lhombre_club.members.shown import by_key
from scoring.domain import tally, totals
from scoring.standings import Evening, Order, SeasonRules, StandingsLine, by_player, season
from scoring.standings import Season as Table
from tournaments.book.accounts import Reading, account_of
from tournaments.folders.queries.secret import NOTHING, secret_of, totals_shown
from tournaments.models import Event, PastEvening, Round, Season
from tournaments.models import Table as OneTable
from tournaments.standings.domain import key_of_past
from tournaments.standings.queries.field import Chair, Field, field_of
from tournaments.standings.queries.standings import Stored, lines_of, order_of

MOST_TO_PUT_IN: Final = 10
"""Evenings; an older one is put into a season from its own page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonEvening:
    """An evening of a season: an event, or one of which only the results were taken in."""

    key: str
    date: dt.date
    name: str
    abandoned: bool = False
    event: Event | None = None
    """None: it has no deals."""


@dataclass(frozen=True, slots=True)
class _Counted:
    """An evening, and what it counts."""

    shown: SeasonEvening
    evening: Evening
    names: Mapping[str, str]
    persons: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonTable:
    """The table of a season, and what everybody did himself."""

    season: Season
    evenings: tuple[SeasonEvening, ...]
    """Those that the room has seen, and the past ones, in order."""
    table: Table
    """Placed as its newest evening places its players. Keys are persons, or participants where
    there is none."""
    names: Mapping[str, str]
    persons: frozenset[str]
    """Keys of those whom the club knows as persons, and who had a place of their own."""
    dealt: frozenset[str]
    """Keys of those of them who had it in an event, and so a page of their own."""
    guests: frozenset[str]
    """Keys of those who are guests of the club by now."""
    has_substitutes: bool
    """Whether anybody played in the place of another."""
    under_way: frozenset[str]
    """Keys of the evenings that count as far as they go: not every planned round is closed."""
    own: tuple[StandingsLine, ...]
    """What each did himself, also as a substitute for others; nothing of past evenings."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The evenings that have deals."""
        return tuple(each.event for each in self.evenings if each.event)

    @property
    def named(self) -> str:
        """Name of whom the director has named champion; empty: nobody."""
        return self.names.get(_champion(self.season), "")


def evenings_to_put_in(of: Season) -> tuple[Event, ...]:
    """Return the newest evenings of the club that belong to no season, ten at most; one query."""
    free = Event.objects.filter(club=of.club_id, season=None, archived_at=None)
    return tuple(free.order_by("-date", "-created_at")[:MOST_TO_PUT_IN])


def season_table(of: Season, *, shown_only: bool = False) -> SeasonTable:
    """Return the table of a season; five queries for each evening and six more.

    Another two where names are alike. With ``shown_only`` for everybody: by the deals that nobody
    has still to play, which takes five queries more for each evening with folders.
    """
    shown = of.events.filter(rounds__state__in=Round.SHOWN).distinct()
    events = tuple(shown.select_related("folder_plan").order_by("date", "created_at"))
    under_way = _under_way(of)
    played = [_of_event(event, under_way, shown_only=shown_only) for event in events]
    past = [_of_past(evening) for evening in of.past.prefetch_related("results")]
    every = sorted([*past, *played], key=lambda each: each.shown.date)
    names: dict[str, str] = {key: name for each in every for key, name in each.names.items()}
    lines = [line for each in played for line in each.evening.lines]
    names |= _others({line.player for line in lines} - names.keys() - {""})
    rules = SeasonRules(
        of=of.planned,
        best=of.best,
        min_deals=of.min_deals,
        counts_abandoned=of.counts_abandoned,
    )
    order = order_of(events[-1]) if events else Order()
    dealt = frozenset[str]().union(*(each.persons for each in played))
    return SeasonTable(
        season=of,
        evenings=tuple(each.shown for each in every),
        table=season([each.evening for each in every], rules, order),
        names=_told(of, names),
        persons=dealt.union(*(each.persons for each in past)),
        dealt=dealt,
        guests=_guests(of),
        under_way=frozenset(each.shown.key for each in played if not each.evening.over),
        has_substitutes=any(line.player and line.deals for line in lines),
        own=tuple(by_player(lines)),
    )


def _of_event(event: Event, under_way: Collection[UUID], *, shown_only: bool) -> _Counted:
    found, key = field_of(event), str(event.pk)
    people = {key: str(who.person_id or who.pk) for key, who in found.players.items()}
    won = totals_shown(found.event, found.books).totals if shown_only else totals(found.books)
    lines = tuple(_lines(found, won, people, shown_only=shown_only))
    over = event.abandoned or event.pk not in under_way
    return _Counted(
        SeasonEvening(
            key=key, date=event.date, name=event.name, abandoned=event.abandoned, event=event
        ),
        Evening(key, lines, abandoned=event.abandoned, over=over),
        {people[key]: who.name for key, who in found.players.items()},
        frozenset(people[key] for key, who in found.players.items() if who.person_id),
    )


def _of_past(past: PastEvening) -> _Counted:
    results = {key_of_past(each.person_id, each.name): each for each in past.results.all()}
    lines = tuple(
        StandingsLine(key=key, points=each.points, deals=past.deals, has_games=False)
        for key, each in results.items()
    )
    return _Counted(
        SeasonEvening(key=str(past.pk), date=past.date, name=past.name),
        Evening(str(past.pk), lines),
        {key: each.name for key, each in results.items()},
        frozenset(key for key, each in results.items() if each.person_id),
    )


def _told(of: Season, names: Mapping[str, str]) -> dict[str, str]:
    """Return the names, no two alike, and the champion's, as who asks may read them."""
    key, name = _champion(of), of.champion_name
    if not name:
        return by_key(told_apart(of.club_id, names))
    called_so = (one for one in names if names[one] == name)
    whose = key if key in names else next(called_so, key)
    told = by_key(told_apart(of.club_id, {whose: name, **names}))
    return {key: told[whose], **told}


def _champion(of: Season) -> str:
    """Return by what key he is known whom the director has named; his name, if that is all."""
    return str(of.champion_id or of.champion_name)


def _under_way(of: Season) -> frozenset[UUID]:
    """Return the evenings with a planned round that is not closed, or not drawn yet; one query."""
    every = Count("rounds", filter=Q(rounds__replaced_at=None))
    closed = Count("rounds", filter=Q(rounds__state=Round.State.FINAL))
    counted = of.events.annotate(every=every, closed=closed).order_by()
    open_ = counted.filter(Q(closed__lt=F("every")) | Q(closed__lt=F("planned_rounds")))
    return frozenset(open_.values_list("pk", flat=True))


def _lines(
    found: Field, won: Stored, people: Mapping[str, str], *, shown_only: bool
) -> Iterator[StandingsLine]:
    """Yield the lines of one evening, by person; two of a chair on which one followed another."""
    chairs: dict[str, list[Chair]] = {}
    for chair in found.chairs:
        chairs.setdefault(chair.table, []).append(chair)
    lines = (line for _, seats in lines_of(found, won) for line in seats)
    # Both go table by table.
    for chair, line in zip(chain.from_iterable(chairs.values()), lines, strict=True):
        own = replace(line, key=people[line.key])
        if chair.since > 1:
            secret = secret_of(found.event) if shown_only else NOTHING
            yield from _parted(chair, own, secret.at(UUID(chair.table)))
        else:
            yield own


def _parted(
    chair: Chair, line: StandingsLine, hidden: Collection[int]
) -> tuple[StandingsLine, StandingsLine]:
    """Return what the participant did on a chair before the substitute came, and the rest.

    What the table says of the chair, and its highest game, is with the rest. Four queries.
    """
    table = OneTable.objects.select_related("round__event").get(pk=chair.table)
    read = Reading.of(table).without(hidden)
    deals = [deal for deal in read.lines if deal.revision.deal < chair.since]
    decided = [each for each in read.entries if each.deal and each.deal < chair.since]
    total = tally(account_of(read.frame, deals, decided))[chair.seat]
    figures = ("points", "penalties", "won", "kodille", "deals")
    before = {figure: getattr(total, figure) for figure in figures}
    rest = {figure: getattr(line, figure) - before[figure] for figure in figures}
    return (
        StandingsLine(key=line.key, highest=total.highest, **before),
        replace(line, **rest),
    )


def _others(keys: Sequence[str] | set[str]) -> dict[str, str]:
    """Return the names of people who only played in the place of others."""
    ids = [key for key in keys if _is_id(key)]
    known = {str(person.pk): person.name for person in Person.objects.filter(pk__in=ids)}
    return {key: known.get(key, key) for key in keys}


def _guests(of: Season) -> frozenset[str]:
    guests = Membership.objects.filter(club=of.club_id, status=Membership.Status.GUEST)
    return frozenset(map(str, guests.values_list("person_id", flat=True)))


def _is_id(key: str) -> bool:
    try:
        UUID(key)
    except ValueError:
        return False
    return True
