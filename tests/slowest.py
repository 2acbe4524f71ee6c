"""The thirty slowest tests of the last run, and the seconds of each room.

``python -m tests.slowest`` reads the reports that ``./club test`` has left.
"""

import sys
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.__main__ import OUT
from tests.choosing import room_of

SHOWN = 30


@dataclass(frozen=True, order=True)
class Timed:
    """A test and the seconds that it took, with what was made for it."""

    seconds: float
    run: str
    """The report it stands in."""
    module: str
    name: str


def read(path: Path) -> Iterator[Timed]:
    """Yield what a JUnit report says of each test."""
    for case in ET.parse(path).getroot().iter("testcase"):  # noqa: S314 -- pytest wrote it
        told = case.attrib
        yield Timed(float(told["time"]), path.stem, told["classname"], told["name"])


def lines(found: list[Timed]) -> Iterator[str]:
    """Yield the slowest tests, then each run's rooms with their sums and numbers of tests."""
    for one in sorted(found, reverse=True)[:SHOWN]:
        yield f"{one.seconds:8.1f} s  {one.run}  {one.module}::{one.name}"
    seconds: defaultdict[tuple[str, str], float] = defaultdict(float)
    number: Counter[tuple[str, str]] = Counter()
    for one in found:
        room = one.run, room_of(one.module.replace(".", "/") + "/")
        seconds[room] += one.seconds
        number[room] += 1
    yield ""
    for room, total in sorted(seconds.items(), key=lambda item: -item[1]):
        yield f"{total:8.1f} s  {number[room]:6} tests  {'  '.join(room)}"
    yield f"{sum(one.seconds for one in found):8.1f} s  {len(found):6} tests  in all"


def main() -> None:
    """Print what the reports say."""
    found = [timed for path in sorted(OUT.glob("*.xml")) for timed in read(path)]
    for line in lines(found):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
