"""Ways to seat an evening, each with what it costs; nothing here is stored."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from django.db.models import QuerySet

from lhombre_club.members.models import Person
from lhombre_club.members.queries import free
from lhombre_club.refusal import Refusal
from rules import RuleSet
from tournaments.models import Event, Participant, Seat
from tournaments.plans import (
    Cost,
    Name,
    Plan,
    amount,
    total,
)
from tournaments.plans.ghosts import THREE
from tournaments.plans.layout import FULL, THREES_AND_FOURS
from tournaments.plans.plan import repeats
from tournaments.review.queries.rounds import Meetings
from tournaments.seating.domain.drafts import Draft, all_have_tables, draft, nobody_left
from tournaments.seating.domain.evening import EveningField, read
from tournaments.seating.domain.facts import Dealt, Wished, dealt_of, meetings_of, wished_of
from tournaments.seating.reasons import SeatingReason

MOST_OPTIONS: Final = 3
SIZES: Final[Mapping[str, tuple[int, ...]]] = {
    "threes-and-fours": (3, 4),
    "fours": (4,),
    "fours-and-fives": (4, 5),
    "threes-to-fives": (3, 4, 5),
}
FILLED: Final = "filled"
"""Key of the way in which free people fill up the tables of four."""


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """A round as it would be, in names."""

    number: int
    tables: tuple[tuple[int, tuple[str, ...]], ...]
    """Number of each table, with its players in playing order."""
    byes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A way to seat the rounds that are not begun, and what it costs."""

    key: str
    tables_of: tuple[int, ...]
    substitutes: tuple[Person, ...]
    """Free people who would play."""
    rounds: tuple[RoundPlan, ...]
    """Those that would be drawn."""
    deals: Dealt
    """Of the whole evening."""
    meetings: Meetings
    """Of the whole evening."""
    costs: tuple[Cost, ...]
    """Of the whole evening; a cost of nothing too."""
    total: int
    wished: tuple[Wished, ...]
    """Of the whole evening: each wish, and whether it is kept."""
    plan: Plan
    reason: Name | None = None
    """The cost that puts it behind the cheapest; None: it is the cheapest, or costs the same."""
    fewer: "Option | None" = None
    """Of the same people at other tables: what is known to repeat fewer meetings."""
    unwished: int | None = None
    """How many meetings are repeated where nobody's wish counts, if those are fewer."""
    unshared: int | None = None
    """How many are where somebody sits at a table of three more often, if those are fewer."""

    @property
    def tables(self) -> Mapping[int, int]:
        """How many tables of each size the first of the rounds has, the largest first."""
        return self.sizes(0)

    @property
    def byes(self) -> tuple[tuple[str, ...], ...]:
        """Who sits out, round by round."""
        return tuple(one.byes for one in self.rounds)

    @property
    def has_threes(self) -> bool:
        """Whether anybody sits at a table of three."""
        return any(THREE in self.sizes(at) for at in range(len(self.rounds)))

    def sizes(self, at: int) -> Mapping[int, int]:
        """Return how many tables of each size the round at a place has."""
        found = Counter(len(names) for _, names in self.rounds[at].tables)
        return {size: found[size] for size in sorted(found, reverse=True)}


def options(event: Event) -> tuple[Option, ...]:
    """Return up to three ways to seat the rounds that are not begun, the cheapest first.

    None where every round has begun. Refused for NOBODY_LEFT where too few are left for a table.
    """
    field = read(event)
    coming = field.coming()
    if not coming:
        return ()
    found: list[Option] = []
    for key, sizes in _allowed(event).items():
        if all_have_tables(coming, sizes):
            made = _option(key, sizes, draft(field, sizes, event.seed))
            found.append(replace(made, unshared=_repeated_unshared(field, made, sizes)))
    spare = free_people(field)
    taken = spare[: -len(coming[0].free) % FULL]
    if taken:
        fuller = field.joined(taken, field.open()[0].number)
        if all_have_tables(fuller.coming(), THREES_AND_FOURS):
            drawn = draft(fuller, THREES_AND_FOURS, event.seed)
            found.append(_option(FILLED, THREES_AND_FOURS, drawn, taken))
    if not found:
        raise nobody_left(field.open()[0], coming[0])
    return _sorted(_different(found))[:MOST_OPTIONS]


def plan_after_join(event: Event, person: Person, from_round: int) -> Option:
    """Return how the rest would be seated if somebody came now, or came back.

    Refused as ``join`` is.
    """
    field = read(event)
    field.expect_open(from_round)
    changed = with_person(field, person, from_round)
    return _after(changed, field.first_changed(changed) or from_round)


def plan_after_withdraw(participant: Participant, after_round: int) -> Option:
    """Return how the rest would be seated if somebody left after a round.

    Refused as ``withdraw`` is, and for NO_ROUND_LEFT where nothing is to come.
    """
    field = read(participant.event)
    changed = field.without(participant, after_round)
    first = field.first_changed(changed)
    if first is None:
        raise Refusal(SeatingReason.NO_ROUND_LEFT)
    return _after(changed, first)


def with_person(field: EveningField, person: Person, from_round: int) -> EveningField:
    """Return the evening with a person who comes now, or comes back; nothing is stored.

    Refused for HELPS where they play for another from that round on.
    """
    helps = _helping(field, from_round).filter(substitute=person)
    if seat := helps.select_related("participant", "round").first():
        facts = {"other": seat.participant.name, "number": seat.round.number}
        raise Refusal(SeatingReason.HELPS, name=person.name, **facts)
    known = next((one for one in field.participants if one.person_id == person.pk), None)
    if known is None:
        return field.joined([person], from_round)
    return field.returned(known, from_round)


def free_people(field: EveningField) -> list[Person]:
    """Return who is here tonight to fill up and does not play in the event.

    Who plays for another in a round that is to come has a chair there already.
    """
    playing = {one.person_id for one in field.participants}
    spare = [one for one in free(field.event.club, field.event.date) if one.pk not in playing]
    helping = set(_helping(field).values_list("substitute", flat=True)) if spare else set()
    return [one for one in spare if one.pk not in helping]


def _helping(field: EveningField, first: int = 1) -> QuerySet[Seat]:
    """Return the chairs of rounds to come, from ``first``, on which somebody of the club helps."""
    coming = [one.number for one in field.open(first)]
    there = Seat.objects.filter(round__event=field.event, round__number__in=coming)
    return there.exclude(substitute=None).order_by("round__number")


def _allowed(event: Event) -> Mapping[str, tuple[int, ...]]:
    """Return the sizes to choose from: those that the rules of the event are played at."""
    allowed = set(RuleSet.from_json(event.ruleset).players)
    return {key: sizes for key, sizes in SIZES.items() if allowed.issuperset(sizes)}


def _after(field: EveningField, first: int) -> Option:
    """Return the rest as it would be drawn, and what is known to repeat fewer meetings."""
    sizes, seed = tuple(field.event.tables_of), field.event.seed
    made = _option("after", sizes, draft(field, sizes, seed, first=first))
    if not made.meetings.repeated:
        return made
    others = [
        _option(key, other, draft(field, other, seed, first=first))
        for key, other in _allowed(field.event).items()
        if sorted(other) != sorted(sizes) and all_have_tables(field.coming(first), other)
    ]
    fewest = min(others, key=lambda one: one.meetings.repeated, default=made)
    return replace(
        made,
        fewer=fewest if fewest.meetings.repeated < made.meetings.repeated else None,
        unwished=_repeated_unwished(field, made, sizes, first),
        unshared=_repeated_unshared(field, made, sizes, first),
    )


def _repeated_unwished(
    field: EveningField, made: Option, sizes: tuple[int, ...], first: int
) -> int | None:
    """Return how many repeats a draw without the wishes has that shares the tables as fairly."""
    if not field.wishes:
        return None
    bare = replace(field, wishes=())
    other = draft(bare, sizes, field.event.seed, first=first, looser=0)
    repeated = repeats(other.drawn.values())
    fair = all(
        amount(other.costs(), name) <= amount(made.costs, name)
        for name in (Name.THREES, Name.BYES_AGAIN)
    )
    return repeated if fair and repeated < made.meetings.repeated else None


def _repeated_unshared(
    field: EveningField, made: Option, sizes: tuple[int, ...], first: int = 1
) -> int | None:
    """Return how many repeats a draw has in which somebody sits at threes more often than here."""
    if made.meetings.are_proved_best or not made.has_threes:
        return None
    other = draft(field, sizes, field.event.seed, first=first, looser=1)
    repeated = repeats(other.drawn.values())
    unfair = amount(other.costs(), Name.THREES) > amount(made.costs, Name.THREES)
    return repeated if unfair and repeated < made.meetings.repeated else None


def _option(
    key: str, sizes: tuple[int, ...], drawn: Draft, people: Iterable[Person] = ()
) -> Option:
    taken = tuple(people)
    listed = drawn.costs(len(taken))
    return Option(
        key=key,
        tables_of=sizes,
        substitutes=taken,
        rounds=tuple(
            RoundPlan(
                number,
                tuple(
                    (place, drawn.field.names(table))
                    for place, table in enumerate(drawn.plan.rounds[at], start=1)
                    if table
                ),
                drawn.field.names(drawn.out(at)),
            )
            for at, number in enumerate(drawn.numbers)
        ),
        deals=dealt_of(drawn.field, drawn.drawn),
        meetings=meetings_of(drawn.field, drawn.drawn),
        costs=listed,
        total=total(listed),
        wished=wished_of(drawn.field, drawn.drawn),
        plan=drawn.plan,
    )


def _different(found: Iterable[Option]) -> list[Option]:
    """Leave out what seats the same people at tables of the same sizes as one before."""
    seen: dict[object, Option] = {}
    for one in found:
        sizes = [sorted(one.sizes(at).items()) for at in range(len(one.rounds))]
        seen.setdefault((str(sizes), tuple(person.pk for person in one.substitutes)), one)
    return list(seen.values())


def _sorted(found: list[Option]) -> tuple[Option, ...]:
    found = sorted(found, key=lambda one: one.total)
    return tuple(replace(one, reason=_reason(one, found[0])) for one in found)


def _reason(one: Option, cheapest: Option) -> Name | None:
    if one.total == cheapest.total:
        return None
    more = {
        mine.name: mine.weighed - its.weighed
        for mine, its in zip(one.costs, cheapest.costs, strict=True)
    }
    return max(more, key=more.__getitem__)
