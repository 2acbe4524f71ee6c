"""A season's table: the evenings of a club counted together, by person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from lhombre_club.members.models import Person
from scoring.domain import totals
from scoring.standings import Evening, Line, Order, SeasonRules, by_player, season
from scoring.standings import Season as Table
from tournaments.domain.queries.standings import Field, field_of, lines_of, order_of
from tournaments.models import Event, Round, Season


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonTable:
    """The table of a season, and what everybody did himself."""

    season: Season
    evenings: tuple[Event, ...]
    """Those that the room has seen, in order."""
    table: Table
    """Placed as its newest evening places its players. Keys are persons, or participants where
    there is none."""
    names: Mapping[str, str]
    own: tuple[Line, ...]
    """What each did himself, also as a substitute for others."""


def season_table(of: Season) -> SeasonTable:
    """Return the table of a season; five queries for each evening and two more."""
    shown = of.events.filter(rounds__state__in=Round.SHOWN).distinct()
    events = tuple(shown.order_by("date", "created_at"))
    names: dict[str, str] = {}
    evenings: list[Evening] = []
    for event in events:
        found = field_of(event)
        people = {key: str(who.person_id or who.pk) for key, who in found.players.items()}
        names |= {people[key]: who.name for key, who in found.players.items()}
        evenings.append(Evening(str(event.pk), _lines(found, people), abandoned=event.abandoned))
    every = [line for evening in evenings for line in evening.lines]
    names |= _others({line.player for line in every} - names.keys() - {""})
    rules = SeasonRules(
        of=of.planned,
        best=of.best,
        min_deals=of.min_deals,
        counts_abandoned=of.counts_abandoned,
    )
    return SeasonTable(
        season=of,
        evenings=events,
        table=season(evenings, rules, order_of(events[-1]) if events else Order()),
        names=names,
        own=tuple(sorted(by_player(every), key=lambda line: -line.deals)),
    )


def _lines(found: Field, people: Mapping[str, str]) -> tuple[Line, ...]:
    """Return the lines of one evening, by person, with their handicaps."""
    tables = lines_of(found, totals(found.books))
    lines: list[Line] = []
    given: set[str] = set()
    for line in (line for _, seats in tables for line in seats):
        once = 0 if line.key in given else found.players[line.key].handicap
        given.add(line.key)
        lines.append(replace(line, key=people[line.key], handicap=once))
    return tuple(lines)


def _others(keys: Sequence[str] | set[str]) -> dict[str, str]:
    """Return the names of people who only played in the place of others."""
    ids = [key for key in keys if _is_id(key)]
    known = {str(person.pk): person.name for person in Person.objects.filter(pk__in=ids)}
    return {key: known.get(key, key) for key in keys}


def _is_id(key: str) -> bool:
    try:
        UUID(key)
    except ValueError:
        return False
    return True
