"""How a season was played: contracts, players and records, counted of what everybody may see."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.formats import date_format

from lhombre_club.members.models import Club
from tournaments.figures.counted import Own, Tally, by_contract, by_sitter
from tournaments.figures.pages import Award, Line, contract_lines, heads, player_lines, records
from tournaments.figures.queries import Played, played
from tournaments.models import Event
from tournaments.papers.documents.document import Values
from tournaments.words import wording
from tournaments.years.queries import Key, names_of


@dataclass(frozen=True, slots=True)
class Figures:
    """What the evenings of one rule set come to: points of two do not compare."""

    rules: str
    """Empty where the season has no other."""
    deals: int
    outcomes: Sequence[str]
    """How games ended, and their touts where one was announced: columns of both tables."""
    contracts: Sequence[Line]
    players: Sequence[Line]
    records: Sequence[Award]
    had_help: bool


def figures_of(club: Club, events: Iterable[Event]) -> Values:
    """Return the figures of a season, for each rule set by which it was played."""
    by_rules: defaultdict[str, list[tuple[Event, Played]]] = defaultdict(list)
    for event in events:
        found = played(event)
        if found.deals:
            by_rules[found.ruleset.id].append((event, found))
    several = len(by_rules) > 1
    return {"figures": [_figures(club, some, named=several) for some in by_rules.values()]}


def _figures(club: Club, some: Sequence[tuple[Event, Played]], *, named: bool) -> Figures:
    ruleset = some[-1][1].ruleset
    contracts = defaultdict[str, Tally](Tally)
    players = defaultdict[Key, Own](Own)
    for _event, found in some:
        for contract, tally in by_contract(found).items():
            contracts[contract].outcomes += tally.outcomes
            contracts[contract].points += tally.points
            contracts[contract].touts += tally.touts
        for (person, name), own in by_sitter(found).items():
            players[person or name].plus(own)
    shown = [(_named(event), found) for event, found in some if found.tells_all]
    return Figures(
        rules=wording.title(ruleset) if named else "",
        deals=sum(len(found.deals) for _event, found in some),
        outcomes=heads(players.values()),
        contracts=contract_lines(contracts, ruleset),
        players=_narrow(player_lines(players, names_of(club, players))),
        records=records(shown),
        had_help=any(found.had_help for _event, found in some),
    )


def _named(event: Event) -> str:
    return f"{event.name}, {date_format(event.date, 'MONTH_DAY_FORMAT')}"


def _narrow(lines: Iterable[Line]) -> list[Line]:
    """Return lines of players with their points, deals and own games: what a small page holds."""
    return [Line(each.name, "", (each.cells[0], *each.cells[5:])) for each in lines]
