"""What each run leaves out, and that what one leaves out another has."""

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from tests import choosing
from tests.__main__ import ROOT, environment
from tests.sizes import Run


def item(*markers: str, site: str = "") -> Any:
    """A test as pytest knows it."""
    called = {"callspec": SimpleNamespace(params={"site": site})} if site else {}
    return SimpleNamespace(
        get_closest_marker=lambda name: name if name in markers else None, **called
    )


ITEMS = {
    "plain": item(),
    "strict": item("strict"),
    "nightly": item("nightly"),
    "page": item("browser", "commit"),
    "more of a page": item("browser"),
    "spool": item(site="spool"),
    "redis": item(site="redis"),
}


@pytest.mark.parametrize(
    ("run", "second", "chosen"),
    (
        (Run.COMMIT, False, {"plain", "spool", "page"}),
        (Run.STRICT, False, set(ITEMS) - {"nightly", "redis"}),
        (Run.STRICT, True, set(ITEMS) - {"nightly"}),
        (Run.NIGHTLY, False, set(ITEMS)),
        (Run.NIGHTLY, True, set(ITEMS)),
    ),
)
def test_a_longer_run_has_what_a_shorter_one_has_and_more(monkeypatch, run, second, chosen):
    monkeypatch.setattr(choosing, "RUN", run)
    monkeypatch.setattr(choosing, "SECOND", second)
    assert {name for name, each in ITEMS.items() if choosing.in_time(each)} == chosen


@pytest.mark.strict
def test_the_second_run_has_all_that_reaches_a_service_and_nothing_else():
    words = (
        *(
            "--services-only",
            "tests/rules/test_cards.py",
            "tests/browser/pages/test_live.py",
        ),  # not one
        *(
            "tests/browser/test_evening.py",
            "tests/members/test_people.py",
            "tests/running/test_boot.py",
        ),
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n0", "-q", "--collect-only", *words],
        cwd=ROOT,
        env=environment(Run.NIGHTLY),
        capture_output=True,
        text=True,
        check=True,
    )
    kept = {line.partition("::")[0] for line in done.stdout.splitlines() if "::" in line}
    assert {path.rpartition("/")[2] for path in kept} == {
        *("test_evening.py", "test_people.py", "test_boot.py"),
    }


def test_every_path_that_is_named_is_there():
    named = [
        word.removeprefix("--ignore=").partition("::")[0]
        for words in (choosing.kernels(), *map(choosing.on_services, Run))
        for word in words
    ]
    assert [path for path in named if path[:2] != "--" and not (ROOT / path).exists()] == []


@pytest.mark.parametrize(
    ("path", "room"),
    (
        ("tests/rules/naive/test_a.py", "rules"),
        ("rules/cards.py", "rules"),
        ("tests/tournaments/book/test_a.py", "tournaments"),
        ("tournaments/plans/plan.py", "tournaments/plans"),
        ("tests/tournaments/plans/test_a.py", "tournaments/plans"),
        ("tests/running/test_boot.py", "tests"),
    ),
)
def test_a_test_lies_in_a_room(path, room):
    assert choosing.room_of(path) == room


def test_no_room_has_more_tests_than_its_budget(request):
    """Counts what this run has collected; a run of a few files is within any budget."""
    assert choosing.over_budget(each.nodeid for each in request.session.items) == {}


def test_a_room_that_is_too_full_is_named():
    most = choosing.BUDGET["printing"]
    ids = [f"tests/printing/test_a.py::test[{number}]" for number in range(most + 1)]
    assert choosing.over_budget(ids[1:]) == {}
    assert choosing.over_budget(ids) == {"printing": most + 1}
