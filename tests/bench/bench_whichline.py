"""How often the helper names the line that is wrong: ``python -m tests.bench.bench_whichline``.

Sheets of 40 deals at a table of four, after the simulation of ``research/features.md``, 5.1. The
paper is right and states a subtotal every ten deals (also tried: every twenty, and at the end
alone); one thing went wrong when it was entered, or two did. Which it is, of a hundred:

* 40 the outcome, 24 the seat, 24 the contract: any other that the rules accept there. These are
  the three things that are typed for every game, and the outcome is a key pressed most often.
* 12 something else, in equal parts: a tout forgotten, added or turned round; a game entered as
  passed or a pass as a game; two neighbouring lines swapped; a dealer forgotten from some line
  on; a line skipped; a line typed twice.

A mistake that cannot happen to the line drawn is drawn anew, and so is one that no subtotal
shows; of these is told how many there were, since sums cannot see them.

Results come from two mixes, so that the helper is not only tried on what it assumes: that of 5.1,
which it does assume, under the Union's rules; and that of the made-up evenings of
``tournaments.events.domain.demo_results``, under four rule sets. Mistakes are also tried in equal
parts.

**First** is the first line that the answer names, in the order in which it is shown. Lines that
are equally likely are shown from the top of the sheet down, which knows nothing of the truth, so
a tie of two counts once in two. ``worst`` counts a tie as lost. A line counts once, however many
changes to it are named; for the mistakes that move lines it is the line at which they begin.

Times are of the processor, as ratios to reading and settling the same sheet in the same run.
"""

import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

from rules import RULESETS, RuleSet, dealt_in, read_result, settle
from scoring.kind import AccountRules
from scoring.sequence import account_rules, fold
from scoring.whichline import Answer, Kind, Sheet, Stated, which_line
from tests.scoring.whichline.mistakes import make_mistake
from tournaments.events.domain.demo_results import results

SHEETS = 400
DEALS, PLAYERS = 40, 4
OTHERS = (Kind.TOUT, Kind.PASSED, Kind.SWAPPED, Kind.DEALER, Kind.SKIPPED, Kind.DOUBLED)
MIX = {Kind.OUTCOME: 40, Kind.SEAT: 24, Kind.CONTRACT: 24, **dict.fromkeys(OTHERS, 2)}
EQUAL = dict.fromkeys(MIX, 1)
TEN, TWENTY, END = range(10, DEALS + 1, 10), range(20, DEALS + 1, 20), (DEALS,)
WORTH = {
    "spil": 56, "bedre_spil": 6, "tourne": 9, "koebe_nolo": 9, "tourne_respekt": 4, "solo": 9,
    "solo_spar": 3, "ren_nolo": 3, "nolo_ouvert": 1,
}  # fmt: skip
"""62 of a hundred games worth 1, 18 worth 2, 13 worth 3, 6 worth 4, 1 ouvert (5.1)."""
RASLE = account_rules(players=PLAYERS)
OUTCOMES = {"won": 62, "bet": 23, "kodille": 15}
PASSED = 0.08
Records = Mapping[int, Mapping[str, Any]]


def assumed(chance: Random, ruleset: RuleSet) -> Iterator[dict[str, Any]]:
    """The mix of 5.1."""
    for deal in range(DEALS):
        dealer = deal % PLAYERS
        if chance.random() < PASSED:
            yield {"dealer": dealer, "passed": True}
            continue
        seat = chance.choice(dealt_in(PLAYERS, dealer))
        (contract,) = chance.choices(list(WORTH), list(WORTH.values()))
        (outcome,) = chance.choices(list(OUTCOMES), list(OUTCOMES.values()))
        yield {"dealer": dealer, "declarer": seat, "contract": contract, "outcome": outcome}


def made_up(chance: Random, ruleset: RuleSet) -> Iterator[dict[str, Any]]:
    """Those of a made-up evening that say their price: a kodille by the trick does not."""
    deals = results(
        f"{chance.random()}", ruleset=ruleset, players=PLAYERS, deals=DEALS, first_dealer=0
    )
    for record in deals:
        terms = ruleset.terms(record.get("contract", ""))
        if terms and terms.by_cards:
            record["tourne"] = {"laid": [chance.choice(["SA", "HA", "DA"])], "turned": ["C5"]}
            record.pop("trump", None)
        if terms and terms.kodille_per_trick and record["outcome"] == "kodille":
            record["outcome"] = "bet"
        yield record


@dataclass
class Case:
    """What is tried."""

    name: str
    ruleset: RuleSet
    deals: Callable[[Random, RuleSet], Iterator[dict[str, Any]]] = assumed
    mix: Mapping[Kind, int] = field(default_factory=lambda: MIX)
    ends: tuple[int, ...] | range = TEN
    mistakes: int = 1
    rules: AccountRules = RASLE


@dataclass
class Tried:
    """How it went."""

    ranks: list[int] = field(default_factory=list)
    """Place of the true line, as shown; 0: not named."""
    worst: list[int] = field(default_factory=list)
    """The same, with every tie lost."""
    lines: list[int] = field(default_factory=list)
    """How many lines were named."""
    verdicts: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    settling: list[float] = field(default_factory=list)
    unseen: int = 0


def stated(records: Records, case: Case) -> list[Stated]:
    """The subtotals of a paper that is right."""
    deals = [
        (deal, settle(read_result(record, case.ruleset, PLAYERS), case.ruleset))
        for deal, record in sorted(records.items())
    ]
    accounts = fold(case.rules, deals)
    found = []
    for end in case.ends:
        (*_, last) = [one for one in accounts if one.deal <= end]
        found.append(Stated(end, last.balances[:PLAYERS]))
    return found


def spoilt(sheet: Sheet, case: Case, chance: Random) -> tuple[Sheet, tuple[int, ...], int]:
    """The sheet with as many mistakes as the case asks for, each of which some subtotal shows.

    Also the lines they are in, and how many were drawn that no subtotal shows.
    """
    lines: list[int] = []
    unseen = 0
    said = stated(sheet.records, case)
    while len(lines) < case.mistakes:
        (kind,) = chance.choices(list(case.mix), list(case.mix.values()))
        made = make_mistake(sheet, kind, chance)
        if made is None or made[1] in lines:
            continue
        after = stated(made[0].records, case)
        if after == said:
            unseen += 1
            continue
        sheet, said = made[0], after
        lines.append(made[1])
    return sheet, tuple(sorted(lines)), unseen


def lines_of(answer: Answer) -> dict[tuple[int, ...], Fraction]:
    """The lines named, in the order shown, with how likely each is."""
    found: dict[tuple[int, ...], Fraction] = {}
    for suspect in answer.suspects:
        deals = tuple(sorted(suspect.deals))
        found[deals] = found.get(deals, Fraction()) + suspect.weight
    return found


def run(case: Case) -> Tried:
    """Try ``SHEETS`` sheets; two mistakes that cancel out are drawn anew."""
    chance, tried = Random(case.name), Tried()  # noqa: S311 -- it must replay
    while len(tried.ranks) < SHEETS:
        right = dict(enumerate(case.deals(chance, case.ruleset), 1))
        whole = Sheet(
            ruleset=case.ruleset, rules=case.rules, first_dealer=0, deals=DEALS, records=right
        )
        entered, deals, unseen = spoilt(whole, case, chance)
        tried.unseen += unseen
        said = stated(right, case)
        start = time.process_time()
        as_entered = stated(entered.records, case)
        settled = time.process_time()
        if as_entered == said:
            continue
        answer = which_line(entered, said)
        tried.times.append(time.process_time() - settled)
        tried.settling.append(settled - start)
        tried.verdicts[answer.verdict] += 1
        _note(tried, lines_of(answer), deals)
    return tried


def _note(tried: Tried, found: dict[tuple[int, ...], Fraction], deals: tuple[int, ...]) -> None:
    tried.lines.append(len(found))
    order = list(found)
    tried.ranks.append(order.index(deals) + 1 if deals in found else 0)
    tied = sum(weight >= found[deals] for weight in found.values()) if deals in found else 0
    tried.worst.append(tied)


def share(ranks: list[int], most: int) -> str:
    return f"{100 * sum(0 < rank <= most for rank in ranks) / len(ranks):5.1f} %"


def show(case: Case, tried: Tried) -> None:
    ratio = statistics.median(a / b for a, b in zip(tried.times, tried.settling, strict=True))
    slowest = sorted(tried.times)[-len(tried.times) // 100]
    verdicts = ", ".join(f"{name} {number}" for name, number in tried.verdicts.most_common())
    sys.stdout.write(
        f"{case.name}\n"
        f"  first {share(tried.ranks, 1)} (worst {share(tried.worst, 1)})   "
        f"among three {share(tried.ranks, 3)} (worst {share(tried.worst, 3)})   "
        f"named {share(tried.ranks, DEALS**2)}   {statistics.mean(tried.lines):.1f} lines\n"
        f"  {1000 * statistics.median(tried.times):.1f} ms a sheet, one in a hundred above "
        f"{1000 * slowest:.1f} ms; {ratio:.0f} x reading and settling it\n"
        f"  {verdicts}; {tried.unseen} more that no subtotal shows\n"
    )


def cases() -> Iterator[Case]:
    dlu, lomber = RULESETS["dlu"], RULESETS["lomber"]
    yield Case("5.1, every ten deals", dlu)
    yield Case("5.1, every twenty deals", dlu, ends=TWENTY)
    yield Case("5.1, at the end alone", dlu, ends=END)
    yield Case("5.1, every ten deals, mistakes in equal parts", dlu, mix=EQUAL)
    yield Case("5.1, every ten deals, two mistakes", dlu, mistakes=2)
    yield Case("5.1, at the end alone, two mistakes", dlu, mistakes=2, ends=END)
    for name in ("dlu", "familie", "hoem", "lomber"):
        ruleset = RULESETS[name]
        rules = account_rules(players=PLAYERS, sitter_pays=ruleset.sitter_pays)
        yield Case(f"{name}, made up, every ten deals", ruleset, made_up, rules=rules)
    for accounting in ("pot", "pott", "mixed"):
        kept = account_rules(players=PLAYERS, accounting=accounting, sitter_pays=True)
        yield Case(f"lomber, {accounting}, every ten deals", lomber, made_up, rules=kept)
        yield Case(f"lomber, {accounting}, two mistakes", lomber, made_up, mistakes=2, rules=kept)


def main() -> None:
    for case in cases():
        show(case, run(case))


if __name__ == "__main__":
    main()
