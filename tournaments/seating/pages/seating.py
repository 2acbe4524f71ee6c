"""The seating as a page shows it: chairs to choose, tables to lock, and what a swap costs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import UUID

from django.utils.translation import gettext as _

from lhombre_club.numbers import read_whole
from lhombre_club.refusal import Refusal
from tournaments.models import Event, Participant, Round
from tournaments.seating.domain import swaps
from tournaments.seating.pages import released
from tournaments.seating.pages.words import NAMED, STAGES
from tournaments.seating.queries.joining import substitutes
from tournaments.seating.queries.seating import RoundStage, SeatedRound, SeatedTable, Seating
from tournaments.teams.pages.substitutes import plays
from tournaments.words.wording import seat_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Chair:
    """Somebody's place in a round: a seat at a table, or none."""

    key: UUID
    name: str
    """Whose points they are."""
    address: str
    """Where choosing him leads; empty where nobody moves any more."""
    chosen: bool
    instead: str = ""
    """Who plays for him, in words."""
    seat: int = 0
    deals_first: bool = False

    @property
    def wind(self) -> str:
        """What the seat is called."""
        return seat_name(self.seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTable:
    """A table of a round."""

    id: UUID
    number: int
    locked: bool
    chairs: tuple[Chair, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnRound:
    """A round, as the page shows it."""

    number: int
    stage: RoundStage
    movable: bool
    """Whether anybody may still change places in it."""
    tables: tuple[DrawnTable, ...]
    out: tuple[Chair, ...]
    """Who sits it out."""

    @property
    def is_draft(self) -> bool:
        """Whether it waits to be released."""
        return self.stage is RoundStage.DRAFT

    @property
    def players(self) -> frozenset[UUID]:
        """Who plays in it, with those who sit out."""
        seated = (chair.key for table in self.tables for chair in table.chairs)
        return frozenset((*seated, *(chair.key for chair in self.out)))

    @property
    def state(self) -> str:
        """How far it is, in words."""
        return str(STAGES[self.stage])


@dataclass(frozen=True, slots=True)
class Choice:
    """Who has been chosen to change places in a round."""

    round: Round
    one: Participant
    other: Participant | None = None


def chosen(event: Event, asked: Mapping[str, str]) -> Choice | None:
    """Return who was chosen, from an address or a form; None where it names nobody."""
    number, keys = read_whole(asked.get("round")), (asked.get("one", ""), asked.get("other", ""))
    if number is None:
        return None
    round_ = event.rounds.filter(number=number).first()
    players = {str(player.pk): player for player in event.participants.all()}
    one, other = (players.get(key) for key in keys)
    return Choice(round_, one, None if other == one else other) if round_ and one else None


@dataclass(frozen=True, slots=True)
class Swap:
    """What the page says while two players are being chosen."""

    choice: Choice
    says: tuple[str, ...] = ()
    """What it costs; empty while only one has been chosen."""
    refused: str = ""
    """Why they cannot change places."""

    @property
    def away(self) -> str:
        """Where nobody is chosen any more."""
        return away(self.choice.round.number)

    @property
    def sentence(self) -> str:
        """All of it in one line."""
        return self.refused or " ".join(self.says)


def swap(choice: Choice) -> Swap:
    """Work out what it costs that the chosen two change places, once two are chosen."""
    if choice.other is None:
        return Swap(choice)
    try:
        cost = swaps.swap_cost(round_=choice.round, one=choice.one, other=choice.other)
    except Refusal as refusal:
        return Swap(choice, refused=str(refusal))
    return Swap(choice, (*_costs(cost), *_drafts_again(choice.round)))


def _drafts_again(round_: Round) -> list[str]:
    """Say what the room has seen of a round, which is a draft once two have changed places."""
    is_shown = round_.state == Round.State.RELEASED
    return released.drafts_again(round_.event, [round_] if is_shown else [])


def _costs(swap: swaps.SwapCost) -> Iterable[str]:
    if not swap.difference:
        yield _("The plan becomes neither better nor worse.")
    elif swap.difference < 0:
        yield _("The plan gets better.")
    else:
        yield _("The plan gets worse.")
    for before, after in zip(swap.before, swap.after, strict=True):
        if before.amount != after.amount:
            words = {"what": NAMED[after.name], "now": before.amount, "then": after.amount}
            yield _("%(what)s: %(now)d → %(then)d.") % words


def drawn(event: Event, seating: Seating, choice: Choice | None) -> list[DrawnRound]:
    """The rounds of an event that are drawn, with their chairs."""
    instead = {
        (seat.table_id, seat.participant_id): plays(seat.sitter) for seat in substitutes(event)
    }
    return [
        _Chairs(round_, choice, instead).round()
        for round_ in seating.rounds
        if round_.stage is not RoundStage.PLANNED
    ]


def everybody(rounds: Iterable[DrawnRound]) -> int:
    """Return how many play in any of the rounds that may still be seated otherwise."""
    return len(frozenset[UUID]().union(*(one.players for one in rounds if one.movable)))


class _Chairs:
    """The chairs of one round, and where choosing one of them leads."""

    def __init__(
        self,
        round_: SeatedRound,
        choice: Choice | None,
        instead: Mapping[tuple[UUID, UUID], str],
    ) -> None:
        here = choice if choice and choice.round.number == round_.number else None
        self.drawn = round_
        self.one = here.one.pk if here else None
        self.other = here.other.pk if here and here.other else None
        self.instead = instead

    def round(self) -> DrawnRound:
        """Return the round with them."""
        return DrawnRound(
            number=self.drawn.number,
            stage=self.drawn.stage,
            movable=self.drawn.is_open,
            tables=tuple(self._table(table) for table in self.drawn.tables),
            out=tuple(self._chair(player) for player in self.drawn.byes),
        )

    def _table(self, table: SeatedTable) -> DrawnTable:
        return DrawnTable(
            id=table.id,
            number=table.number,
            locked=table.locked,
            chairs=tuple(
                self._chair(
                    player,
                    seat,
                    deals_first=seat == table.first_dealer,
                    instead=self.instead.get((table.id, player.pk), ""),
                )
                for seat, player in enumerate(table.players)
            ),
        )

    def _chair(
        self, player: Participant, seat: int = 0, *, deals_first: bool = False, instead: str = ""
    ) -> Chair:
        return Chair(
            key=player.pk,
            name=player.name,
            address=self._address(player.pk) if self.drawn.is_open else "",
            chosen=player.pk in {self.one, self.other},
            instead=instead,
            seat=seat,
            deals_first=deals_first,
        )

    def _address(self, key: UUID) -> str:
        if key == self.one:
            return away(self.drawn.number)
        wanted: dict[str, object] = {"round": self.drawn.number, "one": self.one or key}
        if self.one:
            wanted["other"] = key
        return f"?{urlencode(wanted)}#swap"


def away(number: int) -> str:
    """Return the way back to a round, with nobody chosen."""
    return f"./#round-{number}"
