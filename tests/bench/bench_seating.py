"""Seating plans: time against a calibration loop, repeats against what was measured before.

``python -m tests.bench.bench_seating``. Each plan is made RUNS times, in turn with a loop of
200,000 turns; the ratio is the median over the runs, and a direct case should stay below 1.
Then the same for what a director changes after half of the rounds. Every plan is recounted.
Where CP-SAT is named, its seconds to zero repeats (research/performance.md 1.3, 60 s allowed)
are divided by ours.
"""

import statistics
import sys
import time
from collections.abc import Callable

from tests.tournaments.plans.recounting import check, recount
from tournaments.plans import Coming, Plan, plan, plan_rest

RUNS = 21
TURNS = 200_000
DIRECT = (
    (16, 5), (20, 5), (24, 6), (24, 7), (28, 8), (32, 8), (40, 8), (48, 8), (64, 8), (100, 8),
    (200, 8), (22, 6), (39, 5), (98, 6),
)  # fmt: skip
STORED = ((13, 5), (17, 6), (18, 6), (19, 6), (20, 6), (21, 8), (22, 8), (23, 8), (24, 8))
CP_SAT_SECONDS = {(40, 8): 25, (48, 8): 15, (64, 8): 21}
CHANGED = (
    (28, 6, 3, 1), (32, 6, 3, 2), (40, 6, 3, 2), (40, 8, 4, 3), (64, 6, 3, 4), (100, 8, 4, 5),
    (200, 8, 4, 8),
)  # fmt: skip


def calibration() -> float:
    """Seconds of the loop that other machines are compared by."""
    start = time.perf_counter()
    total = 0
    for turn in range(TURNS):
        total += turn * turn
    return time.perf_counter() - start


def timed(make: Callable[[], Plan]) -> tuple[float, float, Plan]:
    """Median seconds, median ratio to the loop, and the plan."""
    seconds, ratios = [], []
    made = make()
    for _ in range(RUNS):
        loop = calibration()
        start = time.perf_counter()
        made = make()
        seconds.append(time.perf_counter() - start)
        ratios.append(seconds[-1] / loop)
    return statistics.median(seconds), statistics.median(ratios), made


def said(line: str) -> None:
    sys.stdout.write(line + "\n")


def planned(players: int, rounds: int) -> None:
    seconds, ratio, made = timed(lambda: plan(players, rounds, 1, tables_of=(3, 4)))
    check(made, players, rounds, (3, 4))
    faster = CP_SAT_SECONDS.get((players, rounds))
    said(
        f"{players:4} {rounds:2}  {made.repeats:3} at least {made.bound:3}  {seconds * 1e3:8.2f} ms"
        f"  {ratio:6.3f} loops  {made.construction}"
        + (f", CP-SAT takes {faster / seconds:,.0f} times as long" if faster else "")
    )


def changed(players: int, rounds: int, done: int, leave: int) -> None:
    played = plan(players, rounds, 1).rounds[:done]
    coming = (Coming(tuple(range(leave, players))),) * (rounds - done)
    seconds, ratio, made = timed(lambda: plan_rest(played, coming, 1))
    assert made.repeats == recount((*played, *made.rounds), players)
    said(
        f"{players:4} {rounds:2}  {leave} leave after round {done}: {made.repeats} repeats,"
        f" {seconds * 1e3:8.2f} ms  {ratio:6.3f} loops"
    )


def main() -> None:
    """Print the three tables."""
    said("direct")
    for players, rounds in DIRECT:
        planned(players, rounds)
    said("stored")
    for players, rounds in STORED:
        planned(players, rounds)
    said("changed")
    for case in CHANGED:
        changed(*case)


if __name__ == "__main__":
    main()
