"""What the standings of an event are made from: who sits where, and in whose place."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from tournaments.models import Event, Participant, Round, Seat, Team


@dataclass(frozen=True, slots=True)
class StandIn:
    """Somebody who played in the place of a player in one round."""

    name: str
    player: str
    """Name of whose place it is."""
    round: int
    since: int = 1
    """Number of the first deal that he played there."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat at a table of a shown round."""

    participant: str
    round: int
    table: str
    seat: int
    substitute: str
    """Key of who played in the place, or his name if that is all; empty: the participant."""
    sits: str = ""
    """Name of who played in the place; empty: the participant."""
    since: int = 1
    """Number of the first deal that he played there; the participant played those before it."""


@dataclass(frozen=True, slots=True)
class Field:
    """Everything that the standings of an event are made from."""

    event: Event
    players: Mapping[str, Participant]
    teams: Mapping[str, Team]
    chairs: tuple[Chair, ...]

    def until(self, last: int | None) -> "Field":
        """Return it as it was when the round with the number ``last`` was over; None: as it is."""
        shown = (chair for chair in self.chairs if last is None or chair.round <= last)
        return replace(self, chairs=tuple(shown))

    @property
    def books(self) -> frozenset[str]:
        """The tables whose totals are wanted."""
        return frozenset(chair.table for chair in self.chairs)

    @property
    def rounds(self) -> tuple[int, ...]:
        """Numbers of the shown rounds, in order."""
        return tuple(dict.fromkeys(chair.round for chair in self.chairs))

    @property
    def stand_ins(self) -> Mapping[str, tuple[StandIn, ...]]:
        """Who played in whose place in the order of the rounds, by the key of player and team."""
        found: dict[str, tuple[StandIn, ...]] = defaultdict(tuple)
        for chair in self.chairs:
            if chair.sits:
                own = self.players[chair.participant]
                for key in (chair.participant, str(own.team_id)):
                    found[key] += (StandIn(chair.sits, own.name, chair.round, chair.since),)
        return found


def field_of(event: Event) -> Field:
    """Return who plays where; three queries."""
    event = Event.objects.select_related("folder_plan").get(pk=event.pk)
    players = {str(player.pk): player for player in event.participants.select_related("team")}
    seats: Iterable[tuple[UUID, int, UUID, int, UUID | None, str, int]] = (
        Seat.objects.filter(round__event=event, round__state__in=Round.SHOWN)
        .order_by("round__number", "table__number", "seat")
        .values_list(
            *("participant", "round__number", "table", "seat"),
            *("substitute_id", "substitute_name", "substitute_from"),
        )
    )
    chairs = tuple(
        Chair(str(player), number, str(table), seat, str(substitute or name), name, since)
        for player, number, table, seat, substitute, name, since in seats
    )
    teams = {str(player.team_id): player.team for player in players.values() if player.team}
    seated = {chair.participant for chair in chairs}
    players = {key: one for key, one in players.items() if one.plays or key in seated}
    return Field(event, players, teams, chairs)
