"""What might be otherwise on a sheet: single mistakes, each with what it would come to."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.whichline.alternatives import alternatives
from scoring.whichline.courses import Course, Keeper, Tally
from scoring.whichline.lines import PaperLine, Reader
from scoring.whichline.priors import odds
from scoring.whichline.values import Change, Kind, Mistake, Record, Sheet

Lines = tuple[PaperLine | None, ...]
"""By row: deal 1 first."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A single mistake. Where several lines of equal worth may be meant, all of them are here."""

    kind: Kind
    deal: int
    """The first line that would be otherwise."""
    before: PaperLine | None
    """The line that was entered too much or otherwise; what ``odds`` compares with."""
    choices: Lines
    """What may be meant; equal in worth."""
    follow: Lines
    """What stands in all lines after it then."""
    course: Course
    """The same in its worth: the one as entered, if nothing but a few lines is otherwise."""
    width: int = 1
    """How many lines stand before ``course`` goes on."""
    weighed: int = 0
    """Which line after ``deal`` is the one that tells how likely it is: 0, or the last for a
    line that had no room."""


@dataclass(slots=True)
class Entered:
    """The sheet as entered, ready to be changed."""

    sheet: Sheet
    reader: Reader
    keeper: Keeper
    tally: Tally
    last: int
    """The last deal that is in a subtotal."""
    lines: Lines = ()
    course: Course = field(init=False)
    before: list[tuple[int, int]] = field(init=False)
    """What the balances come to before each deal, and what the pot holds then; deal 1 at 1."""

    def __post_init__(self) -> None:
        self.lines = tuple(self.reader.entered(deal) for deal in range(1, self.sheet.deals + 1))
        self.course = self.course_of(self.lines)
        start = (self.sheet.start,) * self.sheet.rules.players
        first = self.tally.counted(0, self.keeper.opening)
        first += sum(amount * self.tally.units_from(0, seat) for seat, amount in enumerate(start))
        total, held = first, self.keeper.held
        self.before = [(0, 0), (total, held)]
        for deal, step in enumerate(self.course.steps, 1):
            added, held = self.course.after(deal, step, held)
            total += added
            self.before.append((total, held))

    @property
    def total(self) -> int:
        """What everything comes to as entered."""
        return self.before[-1][0]

    def line(self, deal: int) -> PaperLine | None:
        """What was entered for ``deal``."""
        return self.lines[deal - 1]

    def dealer(self, deal: int) -> int:
        """Who deals: as the line says, or as the deal goes round."""
        line = self.line(deal)
        return self.sheet.dealer(deal) if line is None else line.result.dealer

    def course_of(self, lines: Iterable[PaperLine | None]) -> Course:
        """The course of other lines on this sheet."""
        steps = [None if line is None else line.step for line in lines]
        return Course(steps, self.keeper, self.tally)

    def effect(self, candidate: Candidate, choice: PaperLine | None) -> int:
        """What everything would come to."""
        total, held = self.before[candidate.deal]
        added, held = self.started(candidate, choice, held)
        return total + added + candidate.course.rest(candidate.deal + candidate.width, held)

    def started(self, candidate: Candidate, choice: PaperLine | None, held: int) -> tuple[int, int]:
        """What its own lines add, the pot holding ``held``; and what the pot holds then."""
        total = 0
        for deal, line in enumerate(
            (choice, *candidate.follow[: candidate.width - 1]), candidate.deal
        ):
            step = None if line is None else line.step
            added, held = self.course.after(deal, step, held)
            total += added
        return total, held

    def of_lines(self) -> Iterator[Candidate]:
        """One entry of one line is wrong."""
        for deal in range(1, self.last + 1):
            line = self.line(deal)
            if line is not None:
                yield from self.instead(deal, alternatives(line, self.reader))

    def of_whole_lines(self) -> Iterator[Candidate]:
        """A line is wrong, whatever it says."""
        for deal in range(1, self.last + 1):
            line = self.line(deal)
            if line is not None:
                follow = self.lines[deal:]
                for games in self.reader.games(line.result.dealer):
                    yield Candidate(Kind.LINE, deal, line, games, follow, self.course)

    def instead(self, deal: int, found: Iterable[tuple[Kind, PaperLine]]) -> Iterator[Candidate]:
        """These lines might stand in ``deal``; those equal in worth and kind as one."""
        groups: dict[tuple[Kind, int], list[PaperLine]] = {}
        for kind, line in found:
            groups.setdefault((kind, id(line.step)), []).append(line)
        before, follow = self.line(deal), self.lines[deal:]
        for (kind, _), choices in groups.items():
            yield Candidate(kind, deal, before, tuple(choices), follow, self.course)

    def likelihood(self, candidate: Candidate, choice: PaperLine | None) -> Fraction:
        """How likely it is, beside other mistakes."""
        weighed = (choice, *candidate.follow)[candidate.weighed]
        return odds(candidate.kind, candidate.before, weighed)

    def mistake(self, candidate: Candidate, choice: PaperLine | None) -> Mistake:
        """The mistake, told in records."""
        meant = (choice, *candidate.follow)
        changes = tuple(
            Change(deal, _record(old), _record(new))
            for deal, (old, new) in enumerate(
                zip(self.lines[candidate.deal - 1 :], meant, strict=True), candidate.deal
            )
            if _record(old) != _record(new)
        )
        return Mistake(candidate.kind, changes)


def _record(line: PaperLine | None) -> Record | None:
    return None if line is None else line.record
