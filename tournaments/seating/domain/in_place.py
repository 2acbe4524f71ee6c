"""Let somebody come to a table that has room, or leave one, while nobody else changes table.

That can be done until something is entered at the table; other tables may play already. Where no
table has room, a new one is made of as few of the others as it takes.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Final
from uuid import uuid4

from django.db import transaction

from lhombre_club.members.models import Person
from lhombre_club.refusal import Refusal
from rules import RuleSet
from tournaments.book.activity import note, raise_version
from tournaments.book.proving.seals import seal
from tournaments.folders.domain import demand_sound
from tournaments.models import Event, Participant, Round
from tournaments.plans.costs import Cost, Name, costs, total
from tournaments.plans.layout import FULL
from tournaments.plans.plan import meetings
from tournaments.seating.domain.dealers import draw_dealers
from tournaments.seating.domain.evening import EveningField, RoundField, TableField, held, read
from tournaments.seating.domain.options import RoundPlan, with_person
from tournaments.seating.domain.players import store_join, store_leave
from tournaments.seating.domain.stored import seat_again
from tournaments.seating.reasons import SeatingReason

MOST_TABLES: Final = 8
"""To make a new table: somebody may be taken from so many, since there are many ways."""
MOST_WAYS: Final = 100
"""So many of them are weighed, of those who have met least."""


@dataclass(frozen=True, slots=True)
class InPlace:
    """An evening in which somebody came or left and nobody else moved; nothing is stored."""

    before: EveningField
    after: EveningField
    tables: tuple[tuple[int, int], ...]
    """The tables that change, each by its round's number and its own; that of who came or left is
    the last of its round."""

    @property
    def rounds(self) -> tuple[RoundPlan, ...]:
        """The rounds that change, as they would be."""
        names = self.after.names
        return tuple(
            RoundPlan(
                number,
                tuple((one.number, names(one.players)) for one in self.after.round(number).tables),
                names(self.after.byes(number)),
            )
            for number in dict(self.tables)
        )

    @property
    def moves(self) -> bool:
        """Whether others move too, to a new table."""
        return len(self.tables) > len(dict(self.tables))

    @property
    def costs(self) -> tuple[Cost, ...]:
        """What the evening would cost; a cost of nothing too."""
        return _costs(self.after)

    @property
    def cost(self) -> int | None:
        """What the evening would cost; None where no draw of the event would seat it like that."""
        sizes = self.before.event.tables_of
        tables = (one for here in self.after.rounds for one in here.tables)
        if not all(here.tables for here in self.after.rounds) or any(
            len(one.players) not in sizes for one in tables
        ):
            return None
        return worth(self.costs)

    def goes_on(self, number: int) -> bool:
        """Whether a round is played already, at other tables than the one that changes."""
        return self.before.round(number).begun


def worth(listed: Iterable[Cost]) -> int:
    """Return what a plan costs, but not that some come to a table again: that is no reason to move.

    It says which of two plans is the better one for those who would have to move.
    """
    return total(cost for cost in listed if cost.name is not Name.SAME_TABLE)


def places(event: Event, person: Person, from_round: int) -> tuple[int, ...]:
    """Return the numbers of the tables of a round at which somebody who comes can sit down."""
    return tuple(plans_to_sit(event, person, from_round))


def plans_to_sit(event: Event, person: Person, from_round: int) -> Mapping[int, InPlace]:
    """Return the evening for each table of a round at which somebody who comes can sit down.

    Where there is none, for a new one.
    """
    field, found = read(event), {}
    tables = field.round(from_round).tables
    for table in tables:
        with suppress(Refusal):
            found[table.number] = _seated(field, person, from_round, table.number)
    if tables and not found:
        with suppress(Refusal):
            found[_next(tables)] = _seated(field, person, from_round, _next(tables))
    return found


def plan_to_sit(event: Event, person: Person, from_round: int, table: int) -> InPlace:
    """Return the evening if somebody sat down at a table, and nobody else moved.

    In later rounds he sits where most is missing, then where he has met fewest. The number after
    the last table is a new one, to which as few move as it takes, so in later rounds without room
    too. Refused for NO_SUCH_ROUND, BEGUN where the round is closed, LOCKED, ENTERED, and NO_ROOM
    where a round has no table for him.
    """
    return _seated(read(event), person, from_round, table)


def plan_to_go_on(participant: Participant, after_round: int) -> InPlace:
    """Return the evening if somebody left, and his tables went on with one fewer.

    Who sat after him there closes up, on another chair. Refused for LOCKED, ENTERED, BEGUN, and
    TOO_FEW where a table would be left too small.
    """
    return _left(read(participant.event), participant, after_round)


@transaction.atomic
def sit_down(
    *,
    event: Event,
    person: Person,
    from_round: int,
    table: int,
    actor: str,
    seen: str | None = None,
) -> Participant:
    """Let somebody play from a round on at a table of it; as ``plan_to_sit`` says, nobody moves.

    Rounds that are not begun are drafts then. Refused for STALE as ``release_rounds`` is, and as
    ``plan_to_sit`` is.
    """
    field = read(held(event))
    field.expect_seen(seen)
    plan = _seated(field, person, from_round, table)
    participant = store_join(plan.after, person, actor)
    _store(plan, participant, actor)
    return participant


@transaction.atomic
def go_on(
    *, participant: Participant, after_round: int, actor: str, seen: str | None = None
) -> Participant:
    """Let somebody leave after a round; 0: he never came. His tables go on with one fewer.

    Rounds that are not begun are drafts then. Refused for STALE as ``release_rounds`` is, and as
    ``plan_to_go_on`` is.
    """
    field = read(held(participant.event))
    field.expect_seen(seen)
    plan = _left(field, participant, after_round)
    left = store_leave(plan.after, participant, actor)
    _store(plan, left, actor)
    return left


def _seated(field: EveningField, person: Person, from_round: int, table: int) -> InPlace:
    if field.round(from_round).state == Round.State.FINAL:
        raise Refusal(SeatingReason.BEGUN, number=from_round)
    after = with_person(field, person, from_round)
    (player,) = (n for n, one in enumerate(after.participants) if one.person_id == person.pk)
    changed: list[tuple[int, int]] = []
    opens = table == _next(field.round(from_round).tables)
    for here in after.rounds:
        meant = here.number == from_round or not here.begun
        seated = any(player in one.players for one in here.tables)
        if not meant or not here.tables or seated or player not in after.players(here.number):
            continue
        wanted = table if here.number == from_round else None
        try:
            chosen = _room(after, here, player, wanted)
        except Refusal:
            if not opens or here.begun:
                raise
            made = _opened(after, here, player)
        else:
            made = (replace(chosen, players=(*chosen.players, player)),)
        after = _with_tables(after, here, made)
        changed += [(here.number, one.number) for one in made]
    if not changed:
        raise Refusal(SeatingReason.NO_ROOM, number=from_round)
    return InPlace(field, after, tuple(changed))


def _room(field: EveningField, here: RoundField, player: int, wanted: int | None) -> TableField:
    """Return the wanted table of a round, or the best one that has room; refused without one."""
    tables = [one for one in here.tables if wanted in {None, one.number}]
    allowed = _sizes(field.event)
    free = [
        one
        for one in tables
        if len(one.players) + 1 in allowed and not one.locked and not one.entered
    ]
    if not free:
        for one in tables if wanted else ():
            _expect_free(here, one)
        raise Refusal(SeatingReason.NO_ROOM, number=here.number)
    met = meetings(field.whole()[0])

    def known(one: TableField) -> int:
        return sum(met[min(player, other), max(player, other)] for other in one.players)

    return min(free, key=lambda one: (len(one.players), known(one), one.number))


def _next(tables: Sequence[TableField]) -> int:
    """Return the number of a new table."""
    return max((one.number for one in tables), default=0) + 1


def _opened(field: EveningField, here: RoundField, player: int) -> tuple[TableField, ...]:
    """Return the tables from which one each moves to a new one, and that as the last.

    Of those who can, at the first tables, they move who cost the evening least. Refused for
    NO_ROOM.
    """
    sizes = set(field.event.tables_of) & set(_sizes(field.event))
    free = [one for one in here.tables if len(one.players) - 1 in sizes and not one.locked]
    met = meetings(field.whole()[0])

    def known(movers: Iterable[tuple[TableField, int]]) -> int:
        new = sorted((player, *(one for _, one in movers)))
        return sum(met[pair] for pair in combinations(new, 2))

    ways = sorted(
        (
            tuple(zip(tables, movers, strict=True))
            for tables in combinations(free[:MOST_TABLES], min(sizes, default=0) - 1)
            for movers in product(*(one.players for one in tables))
        )
        if sizes
        else (),
        key=known,
    )
    if not ways:
        raise Refusal(SeatingReason.NO_ROOM, number=here.number)
    made = (_moved(here, movers, player) for movers in ways[:MOST_WAYS])
    return min(made, key=lambda tables: worth(_costs(_with_tables(field, here, tables))))


def _moved(
    here: RoundField, movers: Iterable[tuple[TableField, int]], player: int
) -> tuple[TableField, ...]:
    """Return the tables without those who move, and the new one with them and a player."""
    who = tuple(one for _, one in movers)
    return (
        *(
            replace(table, players=tuple(each for each in table.players if each != one))
            for table, one in movers
        ),
        TableField(uuid4(), _next(here.tables), locked=False, players=(*who, player)),
    )


def _left(field: EveningField, participant: Participant, after_round: int) -> InPlace:
    if after_round < 0:
        raise Refusal(SeatingReason.NO_SUCH_ROUND, number=after_round)
    player, after, changed = field.index(participant), field, []
    for here in field.rounds:
        if here.number <= after_round:
            continue
        for table in here.tables:
            if player not in table.players:
                continue
            if here.state == Round.State.FINAL:
                raise Refusal(SeatingReason.BEGUN, number=here.number)
            _expect_free(here, table)
            rest = tuple(other for other in table.players if other != player)
            if len(rest) not in _sizes(field.event):
                facts = {"number": here.number, "table": table.number, "players": len(rest)}
                raise Refusal(SeatingReason.TOO_FEW, **facts)
            after = _with_tables(after, here, (replace(table, players=rest),))
            changed.append((here.number, table.number))
    return InPlace(field, after.without(participant, after_round), tuple(changed))


def _expect_free(here: RoundField, table: TableField) -> None:
    """Refuse for LOCKED or ENTERED where the seats of a table stay as they are."""
    if table.locked:
        raise Refusal(SeatingReason.LOCKED, table=table.number)
    if table.entered:
        raise Refusal(SeatingReason.ENTERED, table=table.number, number=here.number)


def _sizes(event: Event) -> tuple[int, ...]:
    """Return how many may sit at a table under the rules of an event; pairs and teams are four."""
    if event.kind != Event.Kind.INDIVIDUAL:
        return (FULL,)
    return tuple(RuleSet.from_json(event.ruleset).players)


def _costs(field: EveningField) -> tuple[Cost, ...]:
    rounds, byes = field.whole()
    return costs(rounds, field.asked(), byes)


def _with_tables(
    field: EveningField, here: RoundField, changed: Iterable[TableField]
) -> EveningField:
    """Return the evening with other players at tables of a round, or with a new table."""
    tables = {one.number: one for one in (*here.tables, *changed)}
    now = replace(here, tables=tuple(tables.values()))
    rounds = (now if one.number == here.number else one for one in field.rounds)
    return replace(field, rounds=tuple(rounds))


def _store(plan: InPlace, participant: Participant, actor: str) -> None:
    """Write the tables that change; the others keep their rows, and so their links."""
    event = plan.after.event
    played = []
    for number in dict(plan.tables):
        round_ = Round.objects.get(event=event, number=number)
        seats = {
            one.number: [plan.after.participants[player] for player in one.players]
            for one in plan.after.round(number).tables
        }
        changed = {table for at, table in plan.tables if at == number}
        made = {table: seats.pop(table) for table in changed}
        seat_again(round_, seats.keys(), made)
        if plan.goes_on(number):
            played.append(round_)
    draw_dealers(event, [number for number, _ in plan.tables], plan.tables)
    if not plan.moves:
        note(event=event, verb="participant.in_place", actor=actor, player=participant.number)
    _go_on(event, played)
    raise_version(event.pk)


def _go_on(event: Event, played: Iterable[Round]) -> None:
    """Let rounds that are played stay released: their other tables must not be closed."""
    rounds = list(played)
    for round_ in rounds:
        round_.save(update_fields=["state", "released_at"])
    if rounds:
        demand_sound(event)
        seal(event.pk, rounds)
