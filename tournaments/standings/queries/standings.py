"""Who leads: a player is the sum of his seats, placed by the event's metrics in their order."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from uuid import UUID

from scoring.domain import Total, totals
from scoring.kind import Pays
from scoring.rasle import SITTER_PAYS
from scoring.standings import (
    DEFAULT_CHAIN,
    Comparison,
    Evidence,
    Order,
    Ranked,
    StandingsLine,
    at_table,
    below,
    by_place,
    by_team,
    divisions,
    draw_lots,
    mutual_results,
    ranked,
)
from tournaments.book.accounts import rules_of
from tournaments.folders.queries.secret import totals_shown
from tournaments.models import Event, Participant, Team
from tournaments.standings.queries.field import Chair, Field, StandIn, field_of

Stored = Mapping[str, Sequence[Total]]
"""Totals of the seats of each table, by book."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One place, and the figures that gave it: of a player, a pair or a team."""

    place: int | None
    """From 1; after a shared place as many are left out as share it. None: too few deals."""
    shared: bool
    participant: UUID
    """Whose row it is; in a table of teams the team's id."""
    number: int
    """Place in the draw."""
    name: str
    points: int
    """All that was played, penalties and a team's handicap included."""
    compared: Fraction
    """The points as the event compares them."""
    penalties: int
    handicap: int
    """Of a team; a player has none."""
    won: int
    """Games won as declarer."""
    kodille: int
    highest: int
    """Value of the highest contract won as declarer, points per opponent."""
    deals: int
    """Deals in which cards were held."""
    rounds: tuple[int | None, ...]
    """Points in each released round without its penalties, in order; None where there was no seat
    or nothing is played.

    With the penalties and the handicap they add up to ``points``.
    """
    decided_by: str | None
    """Key of the metric that put it behind the row before; None where both share a place."""
    before: int | None = None
    """Place before the round ``Standings.since``; None where there was none, or nobody asked."""
    stand_ins: tuple[StandIn, ...] = ()
    """Who played in his place, or in that of one of the pair or team; ``points`` has it all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The standings of an event at one version of it."""

    tag: str
    """ETag of what these standings are shown as; see ``standings_etag``."""
    rounds: tuple[int, ...]
    """Numbers of the released rounds."""
    tie_chain: tuple[str, ...]
    """Keys of the metrics as they were compared, the first that counts first."""
    comparison: Comparison
    mixed_sizes: bool
    """Points of tables of different sizes were compared as they are."""
    rows: tuple[Row, ...]
    """The players, those with too few deals last."""
    teams: tuple[Row, ...] = ()
    """The pairs or teams, where the event has any."""
    kind: str = Event.Kind.INDIVIDUAL
    """Whether these are pairs or teams."""
    team_divisions: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)
    """Those of each division placed by themselves, where the event has any; by name."""
    since: int | None = None
    """The last round of which anything was played, where one was played before it."""
    min_deals: int = 0
    """So many deals a player must have to be placed; 0: any that is counted is enough."""
    left_out: int = 0
    """How many results are not counted, since somebody has still to play their cards."""
    frozen: int | None = None
    """Number of the round after which nothing is counted; None: everything is."""


def standings_etag(event: Event) -> str:
    """Return the ETag of what can be seen of ``event``, with its quotation marks.

    It is made of the event's own row. The epoch changes when a backup is restored, so that no
    tag of a lost future matches.
    """
    return f'"{event.epoch.hex}-{event.version}"'


def order_of(event: Event) -> Order:
    """Return what orders the standings of ``event``."""
    return Order(tuple(event.tie_chain or DEFAULT_CHAIN), Comparison(event.comparison))


def standings(event: Event, *, moves: bool = False) -> Standings:
    """Return the standings by every result, for directors; four queries, however many play.

    The event's row is read first, so that standings are never older than their tag says. With
    ``moves`` they say who stood where before the last round.
    """
    found = field_of(event)
    stored = totals(found.books)
    return _since(found, stored) if moves else placed(found, stored)


def standings_shown(event: Event, *, moves: bool = False) -> Standings:
    """Return the same for everybody: without what is secret.

    With folders five queries more.
    """
    every = field_of(event)
    last = None if every.event.abandoned else every.event.frozen_after
    found = every.until(last)
    shown = totals_shown(found.event, found.books)
    table = _since(found, shown.totals) if moves else placed(found, shown.totals)
    frozen = last if found.rounds != every.rounds else None
    return replace(table, left_out=shown.left_out, frozen=frozen)


def placed(found: Field, stored: Stored) -> Standings:
    """Return the standings of a field from what its tables' accounts say; no query."""
    tables = lines_of(found, stored)
    by_round: dict[str, dict[int, int]] = defaultdict(dict)
    for number, seats in _begun(tables):
        for line in seats:
            by_round[line.key][number] = by_round[line.key].get(number, 0) + line.played
    empty = (StandingsLine(key=key) for key in found.players)
    own = by_place([*empty, *(line for _, seats in tables for line in seats)])
    met = [seats for _, seats in tables]
    table = _ranked(found, own, met)
    teams = _Teams.of(found, tables)
    return Standings(
        tag=standings_etag(found.event),
        rounds=found.rounds,
        tie_chain=table.chain,
        comparison=table.comparison,
        mixed_sizes=table.mixed_sizes,
        rows=_rows(table, found, found.players, by_round),
        teams=teams.rows(teams.lines) if found.teams else (),
        kind=found.event.kind,
        min_deals=found.event.min_deals,
        team_divisions={name: teams.rows(part) for name, part in teams.divisions().items()},
    )


def _begun(
    tables: Iterable[tuple[int, tuple[StandingsLine, ...]]],
) -> Iterator[tuple[int, tuple[StandingsLine, ...]]]:
    """Yield the tables at which anything was played: at no other has anybody points, nor none."""
    for number, lines in tables:
        if any(line.deals or line.played for line in lines):
            yield number, lines


def _since(found: Field, stored: Stored) -> Standings:
    """Return the same, and who stood where before the last round that is begun; no query."""
    now = placed(found, stored)
    begun = {
        chair.round
        for chair in found.chairs
        if any(total.deals for total in stored.get(chair.table, ()))
    }
    *earlier, last = sorted(begun) or [0]
    if not earlier:
        return now
    then = placed(found.until(last - 1), stored)
    return replace(
        now,
        since=last,
        rows=_moved(now.rows, then.rows),
        teams=_moved(now.teams, then.teams),
        team_divisions={
            name: _moved(rows, then.team_divisions.get(name, ()))
            for name, rows in now.team_divisions.items()
        },
    )


def _moved(now: Sequence[Row], then: Sequence[Row]) -> tuple[Row, ...]:
    places = {row.participant: row.place for row in then}
    return tuple(replace(row, before=places.get(row.participant)) for row in now)


def lines_of(found: Field, stored: Stored) -> list[tuple[int, tuple[StandingsLine, ...]]]:
    """Return the lines of each table with the number of its round, in order."""
    seated: dict[str, list[Chair]] = defaultdict(list)
    for chair in found.chairs:
        seated[chair.table].append(chair)
    return [
        (chairs[0].round, _table_lines(found.event, chairs, stored.get(table, ())))
        for table, chairs in seated.items()
    ]


def _table_lines(
    event: Event, chairs: Sequence[Chair], stored: Iterable[Total]
) -> tuple[StandingsLine, ...]:
    there = {total.seat: total for total in stored}
    lines = [_line(chair, there.get(chair.seat, Total(chair.seat))) for chair in chairs]
    return at_table(lines, opponents=opponents(event, len(chairs)))


def opponents(event: Event, players: int) -> int:
    """Return with how many a declarer settles at a table of ``players``."""
    rules = rules_of(event, players)
    if rules.kind.pays is Pays.POT:
        return 1
    pairs = event.kind != Event.Kind.INDIVIDUAL
    return players - 1 if rules[SITTER_PAYS] and not pairs else 2


def _line(chair: Chair, total: Total) -> StandingsLine:
    return StandingsLine(
        key=chair.participant,
        player=chair.substitute,
        points=total.points,
        penalties=total.penalties,
        won=total.won,
        kodille=total.kodille,
        highest=total.highest,
        deals=total.deals,
    )


def _ranked(
    found: Field, lines: Sequence[StandingsLine], tables: Iterable[Sequence[StandingsLine]]
) -> Ranked:
    order, tables = order_of(found.event), list(tables)
    begun = {line.key for seats in tables if any(each.deals for each in seats) for line in seats}
    lots = draw_lots((line.key for line in lines), found.event.seed)
    evidence = Evidence(
        mutual_results(tables) if "mutual" in order.chain else {},
        lots if "lot" in order.chain else {},
    )
    return ranked(
        lines,
        order,
        too_few_deals=below(lines, found.event.min_deals)
        | {line.key for line in lines if line.key not in begun},
        evidence=evidence,
    )


@dataclass(frozen=True, slots=True)
class _Teams:
    """The pairs or teams of a field: the sums of their members' seats."""

    field: Field
    lines: tuple[StandingsLine, ...]
    met: Sequence[Sequence[StandingsLine]]
    """The teams of each table."""
    by_round: Mapping[str, Mapping[int, int]]

    @classmethod
    def of(cls, found: Field, tables: Sequence[tuple[int, tuple[StandingsLine, ...]]]) -> "_Teams":
        members = {
            key: str(player.team_id) for key, player in found.players.items() if player.team_id
        }
        given = {key: team.handicap for key, team in found.teams.items()}
        by_round: dict[str, dict[int, int]] = defaultdict(dict)
        by_table = [
            (number, tuple(line for line in by_team(lines, members) if line.sizes))
            for number, lines in tables
        ]
        for number, here in _begun(by_table):
            for line in here:
                by_round[line.key][number] = by_round[line.key].get(number, 0) + line.played
        every = [line for _, lines in tables for line in lines]
        met = [here for _, here in by_table]
        return cls(found, by_team(every, members, given), met, by_round)

    def rows(self, lines: Sequence[StandingsLine]) -> tuple[Row, ...]:
        """Place ``lines`` among themselves."""
        ranked_lines = _ranked(self.field, lines, self.met)
        return _rows(ranked_lines, self.field, self.field.teams, self.by_round)

    def divisions(self) -> Mapping[str, tuple[StandingsLine, ...]]:
        """Return the lines of each division by its name; none where nobody is in one."""
        of = {key: team.division for key, team in self.field.teams.items()}
        found = divisions(self.lines, of) if any(of.values()) else {}
        return dict(sorted(found.items()))


def _rows(
    table: Ranked,
    found: Field,
    whose: Mapping[str, Participant] | Mapping[str, Team],
    by_round: Mapping[str, Mapping[int, int]],
) -> tuple[Row, ...]:
    helped, rounds = found.stand_ins, found.rounds

    def row(line: StandingsLine, place: int | None, *, shared: bool, why: str | None) -> Row:
        own = whose[line.key]
        held = by_round.get(line.key, {})
        return Row(
            place=place,
            shared=shared,
            participant=own.pk,
            number=own.number,
            name=own.name,
            points=line.total,
            compared=_compared(line, table.comparison),
            penalties=line.penalties,
            handicap=line.handicap,
            won=line.won,
            kodille=line.kodille,
            highest=line.highest,
            deals=line.deals,
            rounds=tuple(map(held.get, rounds)),
            decided_by=why,
            stand_ins=helped.get(line.key, ()),
        )

    return (
        *(
            row(each.line, each.rank, shared=each.shared, why=each.decided_by)
            for each in table.placings
        ),
        *(row(line, None, shared=False, why=None) for line in table.too_few_deals),
    )


def _compared(line: StandingsLine, comparison: Comparison) -> Fraction:
    match comparison:
        case Comparison.RAW:
            return Fraction(line.total)
        case Comparison.PER_OPPONENT:
            return line.per_opponent + line.handicap
        case Comparison.PER_ACTIVE_DEAL:
            return line.per_active_deal
