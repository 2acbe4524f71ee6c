"""The back-test of the playing strength: ``python -m tests.bench.bench_rating [TIMES] [SEASONS]``.

Clubs of several kinds play simulated seasons, and are rated in several ways. Printed are tables for
docs/adr: how well the order of players agrees with the true one, what the predictions are worth,
whether they and what is said to be sure come true, and how two average players fare of whom one
always meets the strong, or always has the same seat.
"""

import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tests.tournaments.years.raters import RATERS, Measured, measure
from tests.tournaments.years.simulated import Setting, luck
from tournaments.years.strength import EVENING

SETTINGS: Final = (
    Setting("usual"),
    Setting("hardly differ", spread=0.05),
    Setting("differ much", spread=0.2),
    Setting("strengths move", drift=0.04),
    Setting("some are bold", bold=0.4),
    Setting("the strong sit apart", apart=True),
    Setting("kept seats", kept_seats=True, forehand=0.2, deals=22),
)
AFTER: Final = (1, 3, 5)
PROGRAM: Final = "linear, five years"


def line(cells: Sequence[object]) -> None:
    sys.stdout.write(f"| {' | '.join(map(str, cells))} |\n")


def table(head: Sequence[object], rows: Iterator[Sequence[object]]) -> None:
    sys.stdout.write("\n")
    line(head)
    line(["---"] * len(head))
    for row in rows:
        line(row)


def by_order(found: Mapping[str, Mapping[str, Measured]]) -> Iterator[Sequence[object]]:
    for setting, ways in found.items():
        yield setting, *(" ".join(_orders(each)) for each in ways.values())


def _orders(found: Measured) -> Iterator[str]:
    return (f"{statistics.mean(found.order[after]):.2f}" for after in AFTER)


def by_loss(found: Mapping[str, Mapping[str, Measured]]) -> Iterator[Sequence[object]]:
    for setting, ways in found.items():
        yield setting, *(f"{each.loss:.4f}" for each in ways.values())


def by_sureness(found: Mapping[str, Mapping[str, Measured]]) -> Iterator[Sequence[object]]:
    for setting, ways in found.items():
        inside = (f"{100 * statistics.mean(ways[PROGRAM].inside[after]):.0f} %" for after in AFTER)
        bins = (
            f"{100 * said:.0f}: {100 * came:.0f} ({many})"
            for said, came, many in ways[PROGRAM].bins()
        )
        yield setting, *inside, ", ".join(bins)


def by_probe(found: Mapping[str, Mapping[str, Measured]]) -> Iterator[Sequence[object]]:
    for setting, ways in found.items():
        for name, each in ways.items():
            if each.probes and "Plackett" not in name:
                yield (
                    setting,
                    name,
                    *(_with_error(probe) for probe in zip(*each.probes, strict=True)),
                )


def _with_error(figures: Sequence[float]) -> str:
    error = statistics.stdev(figures) / len(figures) ** 0.5
    return f"{statistics.mean(figures):+.1f} ± {error:.1f}"


def main() -> None:
    """Print the tables."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    seasons = int(sys.argv[2]) if len(sys.argv) > 2 else max(AFTER)
    found = {
        setting.name: measure(setting, RATERS, seasons=seasons, times=times) for setting in SETTINGS
    }
    chance, usual = luck()[1], SETTINGS[0]
    sys.stdout.write(
        f"{times} clubs of each kind, {usual.members} members of whom {usual.come} come to each of"
        f" {usual.evenings} evenings a season, {usual.rounds} rounds of {usual.deals} deals."
        f" Chance moves {chance:.1f} points in a deal; usual strengths differ by"
        f" {EVENING * usual.spread * chance:.1f} points in forty deals.\n"
    )
    seasons_after = [f"after {after}" for after in AFTER]
    sys.stdout.write("\nAgreement with the true order after 1, 3 and 5 seasons:\n")
    table(["club", *RATERS], by_order(found))
    sys.stdout.write("\nLoss of what is predicted of the next evening:\n")
    table(["club", *RATERS], by_loss(found))
    sys.stdout.write("\nTrue strengths that lie where it says, and predictions that came true:\n")
    table(["club", *seasons_after, "predicted: came true (times)"], by_sureness(found))
    sys.stdout.write("\nTwo average players, in points:\n")
    table(["club", "way", "meets the strong / first seat", "the weak / last seat"], by_probe(found))


if __name__ == "__main__":
    main()
