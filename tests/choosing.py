"""Which tests belong to which run, and in which room each lies."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.sizes import RUN, SECOND, Run

HERE = Path(__file__).parent
NEEDS = {"nightly": Run.NIGHTLY, "strict": Run.STRICT}
ALL_OF = {HERE, *(HERE / name for name in ("printing", "running", "faults", "faults/races"))}
"""Where tests start programs or ask servers without a fixture that says so."""
STORED = {"db", "transactional_db", "live_server"}
"""What a test asks for when it reaches the database."""
PURE = ("rules", "scoring", "tournaments/plans")
"""Kernels: their doctests and their tests, by folder, are those that coverage is measured by."""
ALSO_MEASURED = (
    "tests/tournaments/book/test_check_ledger.py",
    *(f"tests/tournaments/carried/test_{name}.py" for name in ("hand_over", "round_trip")),
    "tests/tournaments/kept/test_rewording.py",
    "tests/tournaments/folders/test_pair_evening.py",
    "tests/tournaments/sheets/test_values_printed.py",
)
"""What reaches a kernel where its own tests do not: the audit of the ledger, what is carried and
reworded of it, and the card."""
_EVENINGS = (
    *("api/test_results.py", "book", "cash", "corrections", "money"),
    *("folders/test_folders.py", "review/test_provisional.py", "review/test_proofs.py"),
    *(f"entry/test_{name}.py" for name in ("leases", "said_often")),
    *("events/test_merging.py", "seating/test_players.py", "seating/test_stale_plan.py"),
)
_PROGRAMS = (
    *("alone", "copies", "health_page", "move", "operations_page", "pg_restore", "restore"),
    *("supervisor", "turns", "two_computers"),
)
_FAULTS = (
    *("races", "test_spool.py", "test_worker.py"),
    "test_worker_kills.py::test_whoever_is_killed_each_paper_is_finished_once_and_is_the_right_one",
)
ON_SERVICES = (
    *("browser/test_evening.py", *(f"faults/{name}" for name in _FAULTS), "members", "printing"),
    *(f"running/test_{name}.py" for name in _PROGRAMS),
    *("scoring", *(f"tournaments/{room}" for room in _EVENINGS)),
)
"""The rooms whose deeds CI tries on PostgreSQL too; papers and words are only read from it."""
PAGES = "*pages.py"
"""Of these the tests of pages, which do nothing but those deeds, are tried there by night."""
WITHOUT_SERVICES = ("rules", "tournaments/plans", "mutation")
"""Folders of tests of which no second run need read one."""
BUDGETS = {
    "browser": (39, 203, 468),
    "faults": (65, 103, 154),
    "members": (722, 737, 738),
    "mutation": (14, 14, 35),
    "printing": (126, 126, 126),
    "rules": (4080, 4080, 4080),
    "scoring": (645, 645, 645),
    "strangers": (4, 10, 16),
    "tests": (955, 1048, 1078),
    "tournaments": (3975, 4480, 4735),
    "tournaments/plans": (625, 625, 625),
}
"""At most so many tests of a room are collected in a run for a commit, a strict one and a nightly
one, by the beginning of its path in ``tests/``. The second run of each is within the same."""
BUDGET = {room: numbers[RUN] for room, numbers in BUDGETS.items()}


def in_time(item: pytest.Item) -> bool:
    """Whether a test is for this run, or too long for it.

    Redis is met with PostgreSQL, and a commit has of the browser's tests those that say so.
    """
    if RUN is not Run.NIGHTLY and not SECOND and _site(item) == "redis":
        return False
    if RUN is Run.COMMIT and item.get_closest_marker("browser"):
        return item.get_closest_marker("commit") is not None
    return all(run <= RUN for name, run in NEEDS.items() if item.get_closest_marker(name))


def reaches_a_service(item: pytest.Item) -> bool:
    """Whether a test may come out otherwise there: an evening may, a page's own script cannot."""
    if item.get_closest_marker("browser"):
        return item.get_closest_marker("evening") is not None
    if _site(item) == "spool":
        return False
    stored = not STORED.isdisjoint(getattr(item, "fixturenames", ()))
    return stored or item.get_closest_marker("django_db") is not None or item.path.parent in ALL_OF


def kernels() -> list[str]:
    """Return pytest's words for what coverage is measured by."""
    return [*PURE, *(f"tests/{folder}" for folder in PURE), *ALSO_MEASURED]


def all_but_kernels() -> list[str]:
    """Return pytest's words for the rest."""
    measured = (word for word in kernels() if word.startswith("tests/"))
    others = ("tests", "lhombre_club", "tournaments", "--ignore=tournaments/plans")
    return [*others, *(f"--ignore={path}" for path in measured)]


def on_services(run: Run) -> list[str]:
    """Return pytest's words for the second run: CI's rooms, and by night all but the kernels."""
    if run is not Run.NIGHTLY:
        rooms = (f"tests/{room}" for room in ON_SERVICES)
        return ["--services-only", f"--ignore-glob={PAGES}", *rooms]
    ignored = (f"--ignore=tests/{folder}" for folder in WITHOUT_SERVICES)
    return ["tests", "--services-only", *ignored]


def room_of(path: str) -> str:
    """Return the room of a file of tests, or of a module with doctests."""
    inside = path.removeprefix("tests/")
    fitting = [room for room in BUDGET if inside.startswith(f"{room}/")]
    return max(fitting, key=len, default="tests")


def over_budget(nodes: Iterable[str]) -> dict[str, int]:
    """Return the rooms that have too many tests, each with how many; ``nodes`` are pytest's ids."""
    counts = Counter(room_of(node.partition("::")[0]) for node in nodes)
    return {room: count for room, count in counts.items() if count > BUDGET[room]}


def _site(item: pytest.Item) -> str:
    """What a test of the product's processes has for a broker."""
    return str(item.callspec.params.get("site", "")) if hasattr(item, "callspec") else ""
