"""An evening as its seating sees it: who plays in which round, what is played, what stands.

Players are numbered from 0 here, in the order of their numbers in the draw; a new one is last.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from statistics import mean
from uuid import UUID

from lhombre_club.members.models import Person
from lhombre_club.members.queries import wishes_among
from lhombre_club.printing.registry import hash_of
from lhombre_club.refusal import Refusal
from tournaments.book.begun import has_begun
from tournaments.book.names import named_apart
from tournaments.models import Event, Participant, Round, Seat, Table, Wish
from tournaments.plans import Coming, Wishes
from tournaments.plans.costs import ANY_SEAT
from tournaments.plans.plan import Byes, Rounds
from tournaments.plans.plan import Round as Tables
from tournaments.plans.plan import Table as Players
from tournaments.seating.reasons import SeatingReason


@dataclass(frozen=True, slots=True)
class TableField:
    """A table of a round."""

    id: UUID
    number: int
    locked: bool
    players: Players
    """By seat."""
    first_dealer: int = 0
    """The seat that deals first."""
    entered: bool = False
    """Something stands at it, as ``book.begun.has_begun`` says."""


@dataclass(frozen=True, slots=True)
class RoundField:
    """A round, which need not be drawn yet."""

    number: int
    id: UUID | None = None
    state: str = Round.State.DRAFT
    begun: bool = False
    """Something stands at one of its tables, or it is closed."""
    tables: tuple[TableField, ...] = ()

    @property
    def seated(self) -> Tables:
        """The players of each table, table 1 first; none where there is no such number."""
        found = {table.number - 1: table.players for table in self.tables}
        return tuple(found.get(at, ()) for at in range(max(found, default=-1) + 1))


@dataclass(frozen=True, slots=True)
class EveningField:
    """Who plays in an event, in which rounds, and how they sit."""

    event: Event
    participants: tuple[Participant, ...]
    rounds: tuple[RoundField, ...]
    """All that are planned, drawn or not."""
    wishes: tuple[Wish, ...] = ()
    has_stand_ins: bool = False
    """Whether somebody plays on the chair of another, whom the plan does not know."""

    def index(self, participant: Participant) -> int:
        """Return a participant's number here."""
        return next(n for n, one in enumerate(self.participants) if one.pk == participant.pk)

    def round(self, number: int) -> RoundField:
        """Return a round by its number; refused for NO_SUCH_ROUND."""
        for one in self.rounds:
            if one.number == number:
                return one
        raise Refusal(SeatingReason.NO_SUCH_ROUND, number=number)

    def players(self, number: int) -> tuple[int, ...]:
        """Return who plays in a round: who has come by then and has not left before."""
        return tuple(
            n
            for n, one in enumerate(self.participants)
            if one.from_round <= number and (one.to_round is None or number <= one.to_round)
        )

    def byes(self, number: int) -> tuple[int, ...]:
        """Return who plays in a round and has no seat in it."""
        seated = {player for table in self.round(number).tables for player in table.players}
        return tuple(player for player in self.players(number) if player not in seated)

    def open(self, first: int = 1) -> tuple[RoundField, ...]:
        """Return the rounds from ``first`` that are not begun."""
        return tuple(one for one in self.rounds if not one.begun and one.number >= first)

    def expect_open(self, number: int) -> None:
        """Refuse for NO_ROUND_LEFT, NO_SUCH_ROUND or BEGUN where it is not to come."""
        if not self.open():
            raise Refusal(SeatingReason.NO_ROUND_LEFT)
        if self.round(number).begun:
            raise Refusal(SeatingReason.BEGUN, number=number)

    def coming(self, first: int = 1) -> tuple[Coming, ...]:
        """Return what the draw may plan; a lock holds while all of a table's players play."""
        made = []
        for one in self.open(first):
            players = self.players(one.number)
            made.append(
                Coming(
                    players,
                    tuple(
                        (table.number - 1, table.players)
                        for table in one.tables
                        if table.locked and set(players).issuperset(table.players)
                    ),
                )
            )
        return tuple(made)

    def left_alone(self, first: int = 1) -> tuple[Rounds, Byes]:
        """Return the rounds that the draw leaves alone, with who sits out."""
        planned = {one.number for one in self.open(first)}
        left = [one for one in self.rounds if one.number not in planned]
        return tuple(one.seated for one in left), tuple(self.byes(one.number) for one in left)

    def whole(self) -> tuple[Rounds, Byes]:
        """Return all rounds as they are drawn, with who sits out."""
        drawn = [one for one in self.rounds if one.tables]
        return tuple(one.seated for one in drawn), tuple(self.byes(one.number) for one in drawn)

    @property
    def mark(self) -> str:
        """Who sits where, as one word by which a plan that was shown is known again."""
        return hash_of(
            [
                [one.number, table.number, table.first_dealer, self._keys(table.players)]
                for one in self.rounds
                for table in one.tables
            ]
        )

    def expect_seen(self, seen: str | None) -> None:
        """Refuse for STALE where the plan with the mark ``seen`` is not this one; None: any."""
        if seen not in {None, self.mark}:
            raise Refusal(SeatingReason.STALE)

    def names(self, players: Iterable[int]) -> tuple[str, ...]:
        """Return the names of players."""
        return tuple(self.participants[player].name for player in players)

    def asked(self, standing: tuple[int, ...] = ()) -> Wishes:
        """Return the wishes; who has no strength counts as of the middle."""
        at = {participant.pk: n for n, participant in enumerate(self.participants)}
        pairs: dict[str, set[tuple[int, int]]] = defaultdict(set)
        for wish in self.wishes:
            one, other = sorted((at[wish.one_id], at[wish.other_id]))
            pairs[wish.kind].add((one, other))
        given = [one.strength for one in self.participants if one.strength is not None]
        middle = round(mean(given)) if given else 0
        return Wishes(
            apart=frozenset(pairs[Wish.Kind.APART]),
            together=frozenset(pairs[Wish.Kind.TOGETHER]),
            first_round=frozenset(pairs[Wish.Kind.FIRST_ROUND]),
            seats={
                n: (one.own_table - 1, ANY_SEAT if one.own_seat is None else one.own_seat)
                for n, one in enumerate(self.participants)
                if one.own_table is not None
            },
            strength=tuple(
                middle if one.strength is None else one.strength for one in self.participants
            )
            if given
            else (),
            standing=standing,
        )

    def joined(self, people: Iterable[Person], from_round: int) -> "EveningField":
        """Return the evening with new participants, who are not stored.

        Who had one of their names alone is told apart from now on.
        What they wish on every evening, of each other or of those who play, is a wish of this one.
        """
        last = max((one.number for one in self.participants), default=0)
        new = tuple(
            Participant(
                event=self.event,
                person=person,
                number=number,
                name=person.name,
                from_round=from_round,
            )
            for number, person in enumerate(people, start=last + 1)
        )
        everybody = named_apart(self.event, (*self.participants, *new))
        changed = replace(self, participants=everybody)
        return replace(changed, wishes=(*self.wishes, *changed.standing_wishes(new)))

    def standing_wishes(self, of: Iterable[Participant]) -> list[Wish]:
        """Return the wishes of the club that some of the participants have, not stored."""
        new = {one.person_id for one in of}
        known = {one.person_id: one for one in self.participants if one.person_id}
        made = []
        for kept in wishes_among(self.event.club, known) if new else ():
            if new.intersection((kept.one_id, kept.other_id)):
                pair = (known[kept.one_id], known[kept.other_id])
                one, other = sorted(pair, key=lambda each: each.number)
                made.append(Wish(event=self.event, one=one, other=other, kind=kept.kind))
        return made

    def returned(self, participant: Participant, from_round: int) -> "EveningField":
        """Return the evening with somebody who plays to its end again; nothing is stored.

        Who has played in it already has only been away; he counts from where he began.
        """
        here = self.index(participant)
        changed = copy(self.participants[here])
        changed.to_round = None
        if self.last_played(here) == 0:
            changed.from_round = from_round
        return self._with(here, changed)

    def without(self, participant: Participant, after_round: int) -> "EveningField":
        """Return the evening without somebody in its later rounds; nothing is stored.

        Refused for WITHIN, WITHIN_LAST or PLAYED where he has a seat in a later one that is begun.
        """
        here = self.index(participant)
        played = self.last_played(here)
        if played > after_round:
            raise Refusal(self._stays(played), number=played)
        changed = copy(self.participants[here])
        changed.to_round = after_round
        return self._with(here, changed)

    def _stays(self, number: int) -> SeatingReason:
        """Return why somebody does not leave a round that is begun with him."""
        if self.round(number).state == Round.State.FINAL:
            return SeatingReason.PLAYED
        is_last = number >= self.event.planned_rounds
        return SeatingReason.WITHIN_LAST if is_last else SeatingReason.WITHIN

    def first_changed(self, after: "EveningField") -> int | None:
        """Return the first round to come in which others play afterwards; None: in none."""
        return next(
            (
                one.number
                for one in self.open()
                if self.players(one.number) != after.players(one.number)
            ),
            None,
        )

    def last_played(self, player: int) -> int:
        """Return the last begun round in which somebody has a seat; 0 for none."""
        return max(
            (
                one.number
                for one in self.rounds
                if one.begun and any(player in table.players for table in one.tables)
            ),
            default=0,
        )

    def _keys(self, players: Iterable[int]) -> list[str]:
        return [str(self.participants[player].pk) for player in players]

    def _with(self, at: int, changed: Participant) -> "EveningField":
        return replace(
            self, participants=(*self.participants[:at], changed, *self.participants[at + 1 :])
        )


def held(event: Event) -> Event:
    """Return the event, and let nobody else write in it until the commit; tables come first."""
    list(Table.objects.select_for_update(of=("self",)).filter(round__event=event))
    return Event.objects.select_for_update(of=("self",)).get(pk=event.pk)


def read(event: Event) -> EveningField:
    """Return the evening as it is stored; five queries."""
    participants = tuple(event.participants.select_related("person").order_by("number"))
    at = {participant.pk: n for n, participant in enumerate(participants)}
    seats: dict[UUID, list[int]] = defaultdict(list)
    rows = Seat.objects.filter(round__event=event).order_by("seat")
    has_stand_ins = False
    for table, participant, helper in rows.values_list(
        "table_id", "participant_id", "substitute_name"
    ):
        seats[table].append(at[participant])
        has_stand_ins |= bool(helper)
    tables: dict[UUID, list[TableField]] = defaultdict(list)
    for round_, made in _tables(event, seats):
        tables[round_].append(made)
    found = {
        row.number: RoundField(
            row.number,
            row.pk,
            row.state,
            row.state == Round.State.FINAL or any(one.entered for one in tables[row.pk]),
            tuple(tables[row.pk]),
        )
        for row in event.rounds.all()
    }
    numbers = sorted({*found, *range(1, event.planned_rounds + 1)})
    return EveningField(
        event,
        participants,
        tuple(found.get(number, RoundField(number)) for number in numbers),
        tuple(event.wishes.all()),
        has_stand_ins,
    )


def _tables(event: Event, seats: Mapping[UUID, Sequence[int]]) -> Iterable[tuple[UUID, TableField]]:
    """Return each table after its round's key; ``seats``: the players by the table's."""
    rows = Table.objects.filter(round__event=event).annotate(entered=has_begun())
    for row in rows.order_by("number"):
        yield (
            row.round_id,
            TableField(
                id=row.pk,
                number=row.number,
                locked=row.locked,
                players=tuple(seats.get(row.pk, ())),
                first_dealer=row.first_dealer,
                entered=row.entered,
            ),
        )
