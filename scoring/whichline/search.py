"""Which mistakes explain what is stated: one, or two that are found by meeting in the middle."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import nlargest
from itertools import product
from typing import Final

from scoring.whichline.candidates import Candidate, Entered
from scoring.whichline.lines import PaperLine
from scoring.whichline.moved import of_moves
from scoring.whichline.values import Mistake, Slip

MOST_PAIRS: Final = 20
"""How many pairs of lines are told; the others are only counted."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """Mistakes that explain what is stated."""

    mistakes: tuple[Mistake, ...]
    likelihood: Fraction
    slips: tuple[Slip, ...] = ()


@dataclass(slots=True)
class Search:
    """All single mistakes of a sheet, by what everything would come to."""

    entered: Entered
    singles: list[Candidate] = field(default_factory=list)
    _by_total: dict[int, list[Candidate]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.singles = [*self.entered.of_lines(), *of_moves(self.entered)]
        self._by_total = self._indexed(self.singles)

    @property
    def unseen(self) -> list[Candidate]:
        """The mistakes that change nothing of what is stated."""
        return self._by_total.get(self.entered.total, [])

    def single(self, target: int) -> list[Found]:
        """The single mistakes, each of one kind in one line, that come to ``target``."""
        return self._told(self._by_total.get(target, []))

    def whole_line(self, target: int) -> list[Found]:
        """The lines that come to ``target``, if several entries of one are wrong."""
        return self._told(self._indexed(self.entered.of_whole_lines()).get(target, []))

    def two(self, target: int, until: int) -> tuple[list[Found], int]:
        """Pairs of mistakes that come to ``target``, the likeliest; and how many are left out.

        ``until`` is the first subtotal that disagrees: one of the two is in it.

        For what each first one leaves open, a second is looked up, row by row: the second
        mistakes of a row stand in a table by what they and all that follows come to.
        """
        pairs = [
            (self._likeliest(one) * self._likeliest(two), one, two)
            for one, two in _Pairs(self.entered, self._local()).of(target, until)
        ]
        best = nlargest(MOST_PAIRS, pairs, key=lambda pair: pair[0])
        found = [
            Found((self._mistake(one), self._mistake(two)), likelihood)
            for likelihood, one, two in best
        ]
        return found, len(pairs) - len(found)

    def _indexed(self, candidates: Iterable[Candidate]) -> dict[int, list[Candidate]]:
        by_total: dict[int, list[Candidate]] = defaultdict(list)
        for candidate in candidates:
            by_total[self.entered.effect(candidate, candidate.choices[0])].append(candidate)
        return dict(by_total)

    def _told(self, candidates: Iterable[Candidate]) -> list[Found]:
        found = []
        for candidate in candidates:
            for choice in candidate.choices:
                mistake = self.entered.mistake(candidate, choice)
                likelihood = self.entered.likelihood(candidate, choice)
                found.append(Found((mistake,), likelihood))
        return found

    def _local(self) -> list[Candidate]:
        """Those that leave all other lines as they are, and change something."""
        course, total = self.entered.course, self.entered.total
        unseen = {id(one) for one in self._by_total.get(total, [])}
        return [one for one in self.singles if one.course is course and id(one) not in unseen]

    def _likeliest(self, candidate: Candidate) -> Fraction:
        return max(self.entered.likelihood(candidate, one) for one in candidate.choices)

    def _mistake(self, candidate: Candidate) -> Mistake:
        def likelihood(choice: PaperLine | None) -> Fraction:
            return self.entered.likelihood(candidate, choice)

        return self.entered.mistake(candidate, max(candidate.choices, key=likelihood))


class _Pairs:
    """Pairs of mistakes in different lines, the second looked up by what the first leaves open."""

    def __init__(self, entered: Entered, local: Iterable[Candidate]) -> None:
        self._entered = entered
        groups: dict[tuple[int, int, int], list[Candidate]] = defaultdict(list)
        for one in local:
            groups[one.deal, one.width, id(one.choices[0] and one.choices[0].step)].append(one)
        self._by_deal: dict[int, list[list[Candidate]]] = defaultdict(list)
        for (deal, width, _), equal in groups.items():
            if width == 1:
                self._by_deal[deal].append(equal)
            else:  # what comes after the first line may differ
                self._by_deal[deal] += [[one] for one in equal]
        self._tables: dict[tuple[int, int], dict[int, list[Candidate]]] = {}

    def of(self, target: int, until: int) -> Iterator[tuple[Candidate, Candidate]]:
        """The pairs that come to ``target``, the first not below the line ``until``."""
        for deal, groups in self._by_deal.items():
            if deal > until:
                continue
            for first in groups:
                total, held = self._entered.before[deal]
                added, held = self._entered.started(first[0], first[0].choices[0], held)
                below, left = deal + first[0].width, target - total - added
                for seconds in self._seconds(below, left, held):
                    yield from product(first, seconds)

    def _seconds(self, deal: int, left: int, held: int) -> Iterator[list[Candidate]]:
        """The second mistakes from ``deal`` on that come to what is left."""
        course = self._entered.course
        for number in range(deal, self._entered.last + 1):
            seconds = self._table(number, held).get(left)
            if seconds is not None:
                yield seconds
            added, held = course.after(number, course.steps[number - 1], held)
            left -= added

    def _table(self, deal: int, held: int) -> dict[int, list[Candidate]]:
        key = (deal, held)
        if key not in self._tables:
            table = self._tables[key] = defaultdict(list)
            for equal in self._by_deal.get(deal, ()):
                one = equal[0]
                added, now = self._entered.started(one, one.choices[0], held)
                rest = self._entered.course.rest(deal + one.width, now)
                table[added + rest] += equal
        return self._tables[key]
