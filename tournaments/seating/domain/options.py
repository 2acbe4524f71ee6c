"""Ways to seat an evening, each with what it costs; nothing here is stored."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from lhombre_club.members.models import Person
from lhombre_club.members.queries import free
from lhombre_club.refusal import Refusal
from rules import RuleSet
from tournaments.models import Event, Participant
from tournaments.plans import Coming, Cost, FieldError, Name, Plan, Wishes, costs, plan_rest, total
from tournaments.plans.layout import FULL, THREES_AND_FOURS, layout
from tournaments.plans.plan import Byes, Rounds
from tournaments.review.queries.rounds import Meetings
from tournaments.seating.domain.evening import EveningField, RoundField, read
from tournaments.seating.domain.facts import Dealt, Drawn, dealt_of, meetings_of
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
class Question:
    """All that a plan depends on, so that a plan that was shown is the one that is taken."""

    kept: Rounds
    byes: Byes
    coming: tuple[Coming, ...]
    seed: int
    tables_of: tuple[int, ...]
    apart: frozenset[tuple[int, int]]
    together: frozenset[tuple[int, int]]
    first_round: frozenset[tuple[int, int]]
    seats: tuple[tuple[int, tuple[int, int]], ...]
    strength: tuple[int, ...]
    standing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """The rounds of an evening with those that a draw makes of the coming ones."""

    field: EveningField
    plan: Plan
    """The rounds drawn."""
    numbers: tuple[int, ...]
    """Theirs."""
    coming: tuple[Coming, ...]
    """What they were drawn from."""
    standing: tuple[int, ...] = ()
    """Places by which the last round was drawn; empty: none."""

    def out(self, at: int) -> tuple[int, ...]:
        """Return who sits out the round drawn at this place."""
        return self.plan.byes[at] if self.plan.byes else ()

    @property
    def drawn(self) -> Drawn:
        """All rounds of the evening, by their numbers."""
        found = {one.number: one.seated for one in self.field.rounds}
        found.update(zip(self.numbers, self.plan.rounds, strict=True))
        return found

    def whole(self) -> tuple[Rounds, Byes]:
        """Return all rounds of the evening in their order, with who sits out."""
        byes = {one.number: self.field.byes(one.number) for one in self.field.rounds}
        byes.update((number, self.out(at)) for at, number in enumerate(self.numbers))
        return tuple(self.drawn.values()), tuple(byes.values())

    def costs(self, substitutes: int = 0) -> tuple[Cost, ...]:
        """Return what the whole evening costs."""
        rounds, byes = self.whole()
        return costs(rounds, self.field.asked(self.standing), byes, substitutes)


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
    plan: Plan
    reason: Name | None = None
    """The cost that puts it behind the cheapest; None: it is the cheapest, or costs the same."""
    fewer: "Option | None" = None
    """Of the same people at other tables: what is known to repeat fewer meetings."""
    unwished: int | None = None
    """How many meetings are repeated where nobody's wish counts, if those are fewer."""

    @property
    def tables(self) -> Mapping[int, int]:
        """How many tables of each size the first of the rounds has, the largest first."""
        return self.sizes(0)

    @property
    def byes(self) -> tuple[tuple[str, ...], ...]:
        """Who sits out, round by round."""
        return tuple(one.byes for one in self.rounds)

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
        if _all_have_tables(coming, sizes):
            found.append(_option(key, sizes, draft(field, sizes, event.seed)))
    spare = free_people(field)
    taken = spare[: -len(coming[0].free) % FULL]
    if taken:
        fuller = field.joined(taken, field.open()[0].number)
        if _all_have_tables(fuller.coming(), THREES_AND_FOURS):
            drawn = draft(fuller, THREES_AND_FOURS, event.seed)
            found.append(_option(FILLED, THREES_AND_FOURS, drawn, taken))
    if not found:
        raise _nobody_left(field.open()[0], coming[0])
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
    """Return the evening with a person who comes now, or comes back; nothing is stored."""
    known = next((one for one in field.participants if one.person_id == person.pk), None)
    if known is None:
        return field.joined([person], from_round)
    return field.returned(known, from_round)


def draft(
    field: EveningField,
    tables_of: Iterable[int],
    seed: int,
    *,
    first: int = 1,
    standing: tuple[int, ...] = (),
) -> Draft:
    """Plan the rounds from ``first`` that are not begun.

    ``standing``: everybody's place, by which the last round is drawn. Refused for NO_ROUND_LEFT,
    for NOBODY_LEFT where too few play in a round for a table, and for NO_PLAN where too many do.
    """
    open_, coming = field.open(first), field.coming(first)
    if not open_:
        raise Refusal(SeatingReason.NO_ROUND_LEFT)
    sizes = _sizes_for(tuple(tables_of), open_, coming)
    last_is_open = open_[-1].number == field.rounds[-1].number
    standing = standing if last_is_open else ()
    asked = field.asked(standing)
    kept, byes = field.left_alone(first)
    question = Question(
        kept=kept,
        byes=byes,
        coming=coming,
        seed=seed,
        tables_of=sizes,
        apart=asked.apart,
        together=asked.together,
        first_round=asked.first_round if open_[0].number == 1 else frozenset(),
        seats=tuple(asked.seats.items()),
        strength=asked.strength,
        standing=asked.standing,
    )
    try:
        made = _answer(question)
    except FieldError as error:
        raise Refusal(SeatingReason.NO_PLAN) from error
    return Draft(field, made, tuple(one.number for one in open_), coming, standing)


def _sizes_for(
    sizes: tuple[int, ...], open_: Sequence[RoundField], coming: Sequence[Coming]
) -> tuple[int, ...]:
    """Return sizes at which everybody has a table; refused for NOBODY_LEFT where there are none."""
    if not _all_have_tables(coming, sizes):
        sizes = tuple(sorted({*sizes, *THREES_AND_FOURS}))
    for one, round_ in zip(open_, coming, strict=True):
        if not _all_have_tables((round_,), sizes):
            raise _nobody_left(one, round_)
    return sizes


def _nobody_left(one: RoundField, round_: Coming) -> Refusal:
    players = len(round_.players)
    return Refusal(SeatingReason.NOBODY_LEFT, number=one.number, players=players)


def free_people(field: EveningField) -> list[Person]:
    """Return who is here tonight to fill up and does not play in the event."""
    playing = {one.person_id for one in field.participants}
    return [one for one in free(field.event.club, field.event.date) if one.pk not in playing]


@lru_cache(maxsize=64)
def _answer(question: Question) -> Plan:
    """Plan; the same question is asked again when its answer is taken, and at each look."""
    return plan_rest(
        question.kept,
        question.coming,
        question.seed,
        tables_of=question.tables_of,
        wishes=Wishes(
            apart=question.apart,
            together=question.together,
            first_round=question.first_round,
            seats=dict(question.seats),
            strength=question.strength,
            standing=question.standing,
        ),
        byes=question.byes,
    )


def _allowed(event: Event) -> Mapping[str, tuple[int, ...]]:
    """Return the sizes to choose from: those that the rules of the event are played at."""
    allowed = set(RuleSet.from_json(event.ruleset).players)
    return {key: sizes for key, sizes in SIZES.items() if allowed.issuperset(sizes)}


def _all_have_tables(coming: Iterable[Coming], sizes: tuple[int, ...]) -> bool:
    return all(one.locked or layout(len(one.free), sizes).sizes for one in coming)


def _after(field: EveningField, first: int) -> Option:
    """Return the rest as it would be drawn, and what is known to repeat fewer meetings."""
    sizes, seed = tuple(field.event.tables_of), field.event.seed
    made = _option("after", sizes, draft(field, sizes, seed, first=first))
    if not made.meetings.repeated:
        return made
    others = [
        _option(key, other, draft(field, other, seed, first=first))
        for key, other in _allowed(field.event).items()
        if sorted(other) != sorted(sizes) and _all_have_tables(field.coming(first), other)
    ]
    fewest = min(others, key=lambda one: one.meetings.repeated, default=made)
    unwished = _repeated_unwished(field, sizes, first)
    now = made.meetings.repeated
    return replace(
        made,
        fewer=fewest if fewest.meetings.repeated < now else None,
        unwished=unwished if unwished < now else None,
    )


def _repeated_unwished(field: EveningField, sizes: tuple[int, ...], first: int) -> int:
    bare = replace(field, wishes=())
    return meetings_of(bare, draft(bare, sizes, field.event.seed, first=first).drawn).repeated


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
