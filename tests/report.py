"""How many tests passed, failed and were skipped, read from pytest's own report."""

import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Tally:
    """A count of tests and checks."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.passed + other.passed,
            self.failed + other.failed,
            self.skipped + other.skipped,
        )


def read_junit(path: Path) -> Tally:
    """Count what a JUnit report says; nothing where there is none or half of one."""
    try:
        suites = ET.parse(path).getroot().iter("testsuite")  # noqa: S314 -- pytest wrote it
    except (OSError, ET.ParseError):
        return Tally()
    tally = Tally()
    for suite in suites:
        total, failures, errors, skipped = (
            int(suite.get(key, "0")) for key in ("tests", "failures", "errors", "skipped")
        )
        bad = failures + errors
        tally += Tally(max(0, total - bad - skipped), bad, skipped)
    return tally
