"""From a sheet and the paper's subtotals to the lines that are likeliest wrong."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from scoring.ledger import NOTHING
from scoring.sequence import fold, opening
from scoring.whichline import paper
from scoring.whichline.candidates import Entered
from scoring.whichline.courses import Keeper, Tally
from scoring.whichline.lines import Reader
from scoring.whichline.search import Found, Search
from scoring.whichline.unseen import unseen
from scoring.whichline.values import (
    Answer,
    Checked,
    Sheet,
    Slip,
    Stated,
    Suspect,
    Verdict,
)


def which_line(sheet: Sheet, stated: Sequence[Stated]) -> Answer:
    """Which line of ``sheet`` is wrong, if the paper has these subtotals.

    Raises ``rules.RefusedError`` if the rules do not accept what was entered, and ``ValueError``
    if the subtotals are not those of this sheet: deals that do not ascend or that it lacks, a
    wrong number of seats, or nothing stated at all.
    """
    _judge(sheet, stated)
    keeper, tally = Keeper(sheet.rules), Tally(stated)
    last = stated[-1].deal
    entered = Entered(sheet, Reader(sheet, keeper), keeper, tally, last)
    checked = _checked(entered, stated)
    case = _Case(entered, checked, Search(entered))
    answer = case.answer()
    if answer.verdict is Verdict.LINE:
        answer = case.with_pairs(answer)
    return replace(answer, unseen=unseen(entered, case.search.unseen))


def _judge(sheet: Sheet, stated: Sequence[Stated]) -> None:
    deals = [one.deal for one in stated]
    if not deals or deals != sorted(set(deals)) or deals[0] < 1 or deals[-1] > sheet.deals:
        message = f"subtotals come after deals 1 to {sheet.deals}, ascending, not after {deals}"
        raise ValueError(message)
    if any(len(one.balances) != sheet.rules.players for one in stated):
        message = f"a subtotal has {sheet.rules.players} seats"
        raise ValueError(message)
    if all(amount is None for one in stated for amount in one.balances):
        raise ValueError("nothing is stated")
    if strange := sorted(deal for deal in sheet.records if not 1 <= deal <= sheet.deals):
        message = f"the sheet has deals 1 to {sheet.deals}, and no deal {strange[0]}"
        raise ValueError(message)


def _checked(entered: Entered, stated: Sequence[Stated]) -> tuple[Checked, ...]:
    """Every subtotal beside what was entered, by the account itself."""
    sheet = entered.sheet
    antes = opening(sheet.rules)
    accounts = fold(
        sheet.rules,
        [(deal, line.settlement) for deal, line in enumerate(entered.lines, 1) if line],
    )
    found = []
    for one in stated:
        known = [account.balances for account in accounts if account.deal <= one.deal]
        balances = known[-1] if known else antes.seats if antes else NOTHING
        seats = tuple(sheet.start + points for points in balances[: sheet.rules.players])
        found.append(Checked(one, seats, paper.off(sheet, one)))
    return tuple(found)


class _Case:
    """A sheet beside its paper."""

    def __init__(self, entered: Entered, checked: tuple[Checked, ...], search: Search) -> None:
        self.entered, self.checked, self.search = entered, checked, search
        self.target = entered.tally.stated

    def answer(self) -> Answer:
        """What explains it: first a single mistake, then the paper, then two mistakes."""
        if all(one.agrees for one in self.checked):
            return Answer(verdict=Verdict.AGREES, checked=self.checked)
        if certain := paper.certain(self.checked):
            return self._paper_is_wrong(certain)
        slips = paper.passing(self.checked)
        if found := self.search.single(self.target):
            return self._found(Verdict.LINE, found, slips)
        if slips and self._explain(slips):
            return self._found(Verdict.PAPER, [], slips)
        if slips and (found := self._besides(slips)):
            return self._found(Verdict.PAPER_AND_LINE, found, slips)
        return self._more()

    def _more(self) -> Answer:
        """Several entries of one line; else one column added wrongly, or two mistakes."""
        if found := self.search.whole_line(self.target):
            return self._found(Verdict.LINE, found)
        slips = tuple(slip for slip in paper.carried(self.checked) if self._explain([slip]))
        found, left_out = self._two()
        verdict = Verdict.TWO_LINES if found else Verdict.UNEXPLAINED
        answer = self._found(Verdict.PAPER if slips else verdict, found, slips)
        return replace(answer, left_out=left_out)

    def with_pairs(self, answer: Answer) -> Answer:
        """The same answer, with the two mistakes that explain as much as its single ones."""
        found, _left_out = self._two()
        return replace(answer, pairs=_ranked(found))

    def _two(self) -> tuple[list[Found], int]:
        first = next(one.stated.deal for one in self.checked if not one.agrees)
        return self.search.two(self.target, first)

    def _paper_is_wrong(self, slips: Sequence[Slip]) -> Answer:
        """The sums prove it; for whom, what was entered tells, or a line besides."""
        if len(slips) > paper.MOST_CERTAIN:
            return self._found(Verdict.UNEXPLAINED, [], slips)
        ways = list(paper.by_seat(slips, self.entered.sheet.rules.players))
        for way in ways:
            if self._explain(way):
                return self._found(Verdict.PAPER, [], way)
        found = [found for way in ways for found in self._besides(way)]
        verdict = Verdict.PAPER_AND_LINE if found else Verdict.UNEXPLAINED
        return self._found(verdict, found, slips)

    def _without(self, slips: Sequence[Slip]) -> int:
        """What would be stated without the slips."""
        return self.target - paper.weight(slips, self.checked, self.entered.tally)

    def _explain(self, slips: Sequence[Slip]) -> bool:
        return self._without(slips) == self.entered.total

    def _besides(self, slips: Sequence[Slip]) -> list[Found]:
        """Single mistakes that explain the rest."""
        found = self.search.single(self._without(slips))
        return [replace(one, slips=tuple(slips)) for one in found]

    def _found(
        self, verdict: Verdict, found: Sequence[Found], slips: Sequence[Slip] = ()
    ) -> Answer:
        return Answer(
            verdict=verdict, checked=self.checked, suspects=_ranked(found), slips=tuple(slips)
        )


def _ranked(found: Sequence[Found]) -> tuple[Suspect, ...]:
    """The likeliest lines first, and in each the likeliest change; among equals the upper line."""
    told = _once(found)
    whole = sum((one.likelihood for one in told), Fraction())
    suspects = [Suspect(one.mistakes, one.likelihood / whole, one.slips) for one in told]
    lines: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for suspect in suspects:
        lines[suspect.deals] += suspect.weight
    return tuple(sorted(suspects, key=lambda one: (-lines[one.deals], one.deals, -one.weight)))


def _once(found: Sequence[Found]) -> list[Found]:
    """What leads to the same lines in more ways than one is told once, as the likeliest way."""
    ways: dict[str, list[Found]] = defaultdict(list)
    for one in found:
        changes = [change for mistake in one.mistakes for change in mistake.changes]
        ways[repr((changes, one.slips))].append(one)
    return [
        replace(
            max(same, key=lambda one: one.likelihood),
            likelihood=sum((one.likelihood for one in same), Fraction()),
        )
        for same in ways.values()
    ]
