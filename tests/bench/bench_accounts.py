"""Settling an event of 20,000 deals again by the kernels: ``python -m tests.bench.bench_accounts``.

Its 500 tables of 40 deals are settled from what was entered: the stored records are read, settled,
folded into accounts and counted seat by seat. The anchor is ``settle`` alone over the same results
as values. Results are of two kinds: as a club writes them (how the game ended), and as simulated
play gives them (every trick counted). All is taken in turn in one run, in time of the processor;
ratios are medians over the rounds. No database is used.
"""

import statistics
import sys
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import tests.bench.database  # noqa: F401 -- makes Django ready, for scoring.domain
from rules import RULESETS, ResultRecord, Settlement, check, read_result, settle, simulate
from scoring.domain import Account, Posting, tally
from scoring.kind import AccountRules
from scoring.sequence import account_rules, fold
from tournaments.book import accounts
from tournaments.book.accounts import Frame
from tournaments.events.domain.demo_results import results

ROUNDS = 9
TABLES, DEALS, PLAYERS = 500, 40, 4
DLU = RULESETS["dlu"]
DIGEST = DLU.digest
REVISION = uuid.UUID(int=0)
Records = list[list[dict[str, Any]]]
"""Stored results, table by table."""


def written() -> Records:
    return [
        list(results(f"{n}", ruleset=DLU, players=PLAYERS, deals=DEALS, first_dealer=0))
        for n in range(TABLES)
    ]


def played() -> Records:
    deals: Iterator[dict[str, Any]] = simulate(DLU, seed=7, deals=TABLES * DEALS, players=PLAYERS)
    return [
        [check(deal, DLU).deal.result().to_json() for deal in islice(deals, DEALS)]
        for _ in range(TABLES)
    ]


def read(tables: Records) -> Iterator[list[ResultRecord]]:
    return ([read_result(record, DLU, PLAYERS) for record in table] for table in tables)


def settled(tables: Iterable[list[ResultRecord]]) -> int:
    return sum(settle(record, DLU) is not None for table in tables for record in table)


def folded(tables: Iterable[list[ResultRecord]], rules: AccountRules) -> int:
    return sum(
        len(fold(rules, enumerate((settle(record, DLU) for record in table), 1)))
        for table in tables
    )


def counted(tables: Iterable[list[ResultRecord]], rules: AccountRules) -> int:
    """Accounts of all tables from results as values, and what each seat has."""
    return tallied(([(record, settle(record, DLU)) for record in table] for table in tables), rules)


def as_the_program(stored: Records, rules: AccountRules, *, forgetful: bool = False) -> int:
    """The same from what is stored, by the program's own frame, which knows a result again."""
    frame = Frame(REVISION, DLU, DIGEST, rules, PLAYERS, DEALS, first_dealer=0)
    if forgetful:
        accounts._settled.cache_clear()
    return tallied(([frame.settle(record) for record in table] for table in stored), rules)


def tallied(tables: Iterable[list[tuple[ResultRecord, Settlement]]], rules: AccountRules) -> int:
    seats = 0
    for table in tables:
        deals = fold(rules, enumerate((settlement for _, settlement in table), 1))
        postings = tuple(
            Posting(deal.deal, REVISION, DIGEST, deal.settlement, worth(record), deal.entry)
            for (record, _), deal in zip(table, deals, strict=True)
        )
        seats += len(tally(Account(PLAYERS, postings)))
    return seats


def worth(record: ResultRecord) -> int:
    terms = DLU.terms(record.game.contract) if record.game else None
    return terms.won if terms else 0


def taken(measured: Callable[[], object]) -> float:
    start = time.process_time()
    measured()
    return time.process_time() - start


def measure(kind: str, stored: Records) -> None:
    values = list(read(stored))
    rules = account_rules(players=PLAYERS, accounting="rasle")
    measures: dict[str, Callable[[], object]] = {
        "settle alone": lambda: settled(values),
        "read": lambda: sum(map(len, read(stored))),
        "settle, fold": lambda: folded(values, rules),
        "settle, fold, tally": lambda: counted(values, rules),
        "read, settle": lambda: settled(read(stored)),
        "read, settle, fold, tally": lambda: counted(read(stored), rules),
        "the program, at first": lambda: as_the_program(stored, rules, forgetful=True),
        "the program": lambda: as_the_program(stored, rules),
    }
    times: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(ROUNDS):
        for name, measured in measures.items():
            times[name].append(taken(measured))
    sys.stdout.write(f"{TABLES * DEALS:,} results as {kind}\n")
    for name, seconds in times.items():
        ratios = [
            statistics.median(a / b for a, b in zip(seconds, times[anchor], strict=True))
            for anchor in ("settle alone", "read, settle")
        ]
        sys.stdout.write(
            f"  {name:26} {1e6 * statistics.median(seconds) / TABLES / DEALS:7.2f} us a deal"
            f"  {ratios[0]:6.2f} x settle alone  {ratios[1]:5.2f} x read and settle\n"
        )


def main() -> None:
    measure("a club writes them", written())
    measure("simulated play gives them", played())


if __name__ == "__main__":
    main()
