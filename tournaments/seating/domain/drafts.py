"""A draw of the rounds to come: all that it depends on, and what it makes of the evening."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from lhombre_club.refusal import Refusal
from tournaments.plans import Coming, Cost, FieldError, Plan, Wishes, costs, plan_rest
from tournaments.plans.layout import THREES_AND_FOURS, layout
from tournaments.plans.plan import Byes, Rounds
from tournaments.seating.domain.evening import EveningField, RoundField
from tournaments.seating.domain.facts import Drawn
from tournaments.seating.reasons import SeatingReason


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
    looser: int | None


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


def draft(
    field: EveningField,
    tables_of: Iterable[int],
    seed: int,
    *,
    first: int = 1,
    standing: tuple[int, ...] = (),
    looser: int | None = None,
) -> Draft:
    """Plan the rounds from ``first`` that are not begun.

    ``standing``: everybody's place, by which the last round is drawn; ``looser``: see ``Wishes``.
    Refused for NO_ROUND_LEFT, NOBODY_LEFT where too few play in a round, NO_PLAN where too many.
    """
    open_, coming = field.open(first), field.coming(first)
    if not open_:
        raise Refusal(SeatingReason.NO_ROUND_LEFT)
    sizes = _sizes_for(tuple(tables_of), open_, coming)
    standing = standing if open_[-1].number == field.rounds[-1].number else ()
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
        looser=looser,
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
    if not all_have_tables(coming, sizes):
        sizes = tuple(sorted({*sizes, *THREES_AND_FOURS}))
    for one, round_ in zip(open_, coming, strict=True):
        if not all_have_tables((round_,), sizes):
            raise nobody_left(one, round_)
    return sizes


def nobody_left(one: RoundField, round_: Coming) -> Refusal:
    """Return that too few play in a round."""
    players = len(round_.players)
    return Refusal(SeatingReason.NOBODY_LEFT, number=one.number, players=players)


def all_have_tables(coming: Iterable[Coming], sizes: tuple[int, ...]) -> bool:
    """Whether there is a table of those sizes in each of the rounds."""
    return all(one.locked or layout(len(one.free), sizes).sizes for one in coming)


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
            looser=question.looser,
        ),
        byes=question.byes,
    )
