"""Errors that the stated subtotals cannot show."""

from collections import defaultdict
from collections.abc import Iterable

from rules import Contract
from scoring.whichline.candidates import Candidate, Entered
from scoring.whichline.values import Blind, Kind, Unseen


def unseen(entered: Entered, candidates: Iterable[Candidate]) -> tuple[Unseen, ...]:
    """What could be wrong without a trace; ``candidates`` change nothing of what is stated."""
    by_kind: dict[Kind, set[int]] = defaultdict(set)
    contracts: dict[int, set[Contract]] = defaultdict(set)
    for one in candidates:
        if one.kind is Kind.CONTRACT:
            contracts[one.deal] |= _contracts(one)
        else:
            by_kind[one.kind].add(one.deal)
    return (
        *_equal_contracts(contracts),
        *(Unseen(Blind.EQUAL, tuple(sorted(by_kind[kind])), kind)
          for kind in Kind if kind in by_kind),
        *_of_the_sheet(entered),
    )  # fmt: skip


def _contracts(candidate: Candidate) -> set[Contract]:
    """What was entered, and what would come to the same."""
    lines = (candidate.before, *candidate.choices)
    return {line.result.game.contract for line in lines if line and line.result.game}


def _equal_contracts(contracts: dict[int, set[Contract]]) -> list[Unseen]:
    groups: dict[tuple[Contract, ...], list[int]] = defaultdict(list)
    for deal, equal in sorted(contracts.items()):
        groups[tuple(one for one in Contract if one in equal)].append(deal)
    return [Unseen(Blind.EQUAL, tuple(deals), Kind.CONTRACT, equal)
            for equal, deals in groups.items()]  # fmt: skip


def _of_the_sheet(entered: Entered) -> Iterable[Unseen]:
    lines = {deal: line for deal, line in enumerate(entered.lines, 1) if line is not None}
    games = {deal: line.result.game for deal, line in lines.items() if line.result.game}
    named = tuple(deal for deal, game in games.items() if game.trump is not None)
    if named:
        yield Unseen(Blind.TRUMP, named)
    after = tuple(deal for deal in lines if deal > entered.last)
    if after:
        yield Unseen(Blind.AFTER, after)
    summed = tuple(deal for deal in lines if deal <= entered.last)
    if len(summed) > 1:
        yield Unseen(Blind.CANCEL, summed)
