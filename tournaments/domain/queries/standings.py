"""Who leads: a player is the sum of his seats, placed by the event's metrics in their order."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from scoring.domain import Total, totals
from scoring.standings import DEFAULT_CHAIN, METRICS, Line, Metric, Placing, rank
from tournaments.models import Event, Participant, Round, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One player's place and the figures that gave it."""

    place: int
    """From 1; after a shared place as many are left out as share it."""
    shared: bool
    participant: UUID
    number: int
    """Place in the draw."""
    name: str
    points: int
    won: int
    """Games won as declarer."""
    kodille: int
    highest: int
    """Value of the highest contract won as declarer, points per opponent."""
    deals: int
    """Deals in which cards were held."""
    rounds: tuple[int | None, ...]
    """Points in each released round, in order; None where the player had no seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The standings of an event at one version of it."""

    tag: str
    """ETag of what these standings are shown as; see ``standings_etag``."""
    rounds: tuple[int, ...]
    """Numbers of the released rounds."""
    tie_chain: tuple[str, ...]
    """Keys of the metrics, the first that counts first."""
    rows: tuple[Row, ...]


def standings_etag(event: Event) -> str:
    """Return the ETag of what can be seen of ``event``, with its quotation marks.

    It is made of the event's own row. The epoch changes when a backup is restored, so that no
    tag of a lost future matches.
    """
    return f'"{event.epoch.hex}-{event.version}"'


def metrics_of(event: Event) -> tuple[Metric, ...]:
    """Return what orders the standings of ``event``."""
    return tuple(METRICS[key] for key in event.tie_chain or DEFAULT_CHAIN)


def standings(event: Event) -> Standings:
    """Return the standings; four queries, however many play.

    The event's row is read first, so that standings are never older than their tag says.
    """
    event = Event.objects.get(pk=event.pk)
    players = {str(player.pk): player for player in event.participants.all()}
    seats = list(
        Seat.objects.filter(round__event=event, round__state=Round.State.RELEASED)
        .order_by("round__number")
        .values_list("participant_id", "round__number", "table_id", "seat")
    )
    stored = totals({str(table) for _, _, table, _ in seats})
    rounds = tuple(dict.fromkeys(number for _, number, _, _ in seats))
    held: dict[str, dict[int, Total]] = defaultdict(dict)
    for player, number, table, seat in seats:
        there = {total.seat: total for total in stored.get(str(table), ())}
        held[str(player)][number] = there.get(seat, Total(seat))
    metrics = metrics_of(event)
    placings = rank([_line(key, held[key]) for key in players], metrics)
    return Standings(
        tag=standings_etag(event),
        rounds=rounds,
        tie_chain=tuple(metric.key for metric in metrics),
        rows=tuple(
            _row(placing, players[placing.line.key], held[placing.line.key], rounds)
            for placing in placings
        ),
    )


def _line(key: str, held: Mapping[int, Total]) -> Line:
    seats = held.values()
    return Line(
        key=key,
        points=sum(total.points for total in seats),
        won=sum(total.won for total in seats),
        kodille=sum(total.kodille for total in seats),
        highest=max((total.highest for total in seats), default=0),
        deals=sum(total.deals for total in seats),
    )


def _row(
    placing: Placing, player: Participant, held: Mapping[int, Total], rounds: tuple[int, ...]
) -> Row:
    line = placing.line
    return Row(
        place=placing.rank,
        shared=placing.shared,
        participant=player.pk,
        number=player.number,
        name=player.name,
        points=line.points,
        won=line.won,
        kodille=line.kodille,
        highest=line.highest,
        deals=line.deals,
        rounds=tuple(held[number].points if number in held else None for number in rounds),
    )
