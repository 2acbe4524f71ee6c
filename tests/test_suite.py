"""The suite's own counting: a gate that cannot close is no gate."""

import argparse
import json
import subprocess

import pytest

from tests import __main__ as suite
from tests import coverage_gate, services
from tests.report import Tally, read_junit


@pytest.fixture
def said(monkeypatch):
    lines: list[str] = []
    monkeypatch.setattr(suite, "say", lines.append)
    return lines


def test_a_report_is_counted(tmp_path):
    path = tmp_path / "report.xml"
    path.write_text(
        '<testsuites><testsuite tests="10" failures="1" errors="2" skipped="3"/></testsuites>'
    )
    assert read_junit(path) == Tally(passed=4, failed=3, skipped=3)


@pytest.mark.parametrize("text", ("", "<testsuites>"))
def test_half_a_report_counts_nothing(tmp_path, text):
    path = tmp_path / "report.xml"
    assert read_junit(path) == Tally()
    path.write_text(text)
    assert read_junit(path) == Tally()


@pytest.mark.parametrize(
    ("word", "strict", "tally"),
    (
        ("true", False, Tally(passed=1)),
        ("false", False, Tally(failed=1)),
        ("no-such-tool", False, Tally(skipped=1)),
        ("no-such-tool", True, Tally(failed=1)),
    ),
)
def test_a_check_passes_fails_or_is_not_there(said, word, strict, tally):
    assert suite.run_check(suite.Check("one", (word,)), strict=strict) == tally
    assert len(said) == 1


@pytest.mark.parametrize(("code", "failed"), ((0, 0), (5, 1)))
@pytest.mark.usefixtures("said")
def test_a_run_that_leaves_no_report_has_failed(monkeypatch, tmp_path, code, failed):
    monkeypatch.setattr(suite, "OUT", tmp_path)
    monkeypatch.setattr(suite, "module", lambda *_words: ("sh", "-c", f"exit {code}"))
    assert suite.run_pytest("one", [], {}) == Tally(failed=failed)


@pytest.mark.parametrize(
    ("strict", "tally", "status", "last"),
    (
        (False, Tally(3, 0, 1), 0, "3 passed, 0 failed, 1 skipped"),
        (True, Tally(3, 0, 1), 1, "3 passed, 0 failed, 1 skipped"),
        (True, Tally(3, 0, 0), 0, "3 passed, 0 failed, 0 skipped"),
        (False, Tally(3, 1, 0), 1, "3 passed, 1 failed, 0 skipped"),
    ),
)
def test_the_closing_line_and_the_status(monkeypatch, said, strict, tally, status, last):
    options = argparse.Namespace(strict=strict, nightly=False, checks_only=False)
    monkeypatch.setattr(suite, "read_arguments", lambda: (options, []))
    monkeypatch.setattr(suite, "run_checks", lambda **_options: Tally())
    monkeypatch.setattr(suite, "run_tests", lambda _options, _words: tally)
    assert suite.main() == status
    assert said[-1].strip() == last


@pytest.mark.parametrize(("strict", "tally"), ((True, Tally(2, 1, 0)), (False, Tally(2, 0, 1))))
@pytest.mark.usefixtures("said")
def test_services_that_do_not_answer_are_skipped_or_under_strict_failed(monkeypatch, strict, tally):
    monkeypatch.setattr(suite, "run_pytest", lambda *_words: Tally(passed=1))
    monkeypatch.setattr(coverage_gate, "complaints", lambda _path: [])
    monkeypatch.setattr(services, "environment", lambda: services.Services(missing=("no",)))
    options = argparse.Namespace(strict=strict, nightly=True)
    assert suite.run_tests(options, []) == tally


def test_services_that_are_not_there_are_named(monkeypatch):
    monkeypatch.setenv("TEST_DATABASE_URL", "postgres://nobody@127.0.0.1:1/none")
    monkeypatch.setenv("TEST_REDIS_URL", "redis://127.0.0.1:1")
    found = services.environment()
    assert found.variables == {}
    assert [sentence.split(":")[0] for sentence in found.missing] == [
        "tests on PostgreSQL",
        "tests on Redis",
    ]


def test_the_second_run_has_all_that_reaches_a_service_and_nothing_else():
    done = subprocess.run(
        [
            *suite.module("pytest", "-n0", "-q", "--collect-only", "--services-only"),
            *("tests/rules/test_cards.py", "tests/browser/test_live.py"),  # none of these
            *(
                "tests/browser/test_evening.py",
                "tests/members/test_people.py",
                "tests/test_boot.py",
            ),
        ],
        cwd=suite.ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    kept = {line.partition("::")[0] for line in done.stdout.splitlines() if "::" in line}
    assert {path.rpartition("/")[2] for path in kept} == {
        "test_evening.py",
        "test_people.py",
        "test_boot.py",
    }


# --- coverage -----------------------------------------------------------------------------


def file(missing_lines=(), missing_branches=(), *, of=100):
    return {
        "missing_lines": list(missing_lines),
        "missing_branches": [list(branch) for branch in missing_branches],
        "summary": {
            "num_statements": of,
            "covered_lines": of - len(missing_lines),
            "num_branches": of,
            "covered_branches": of - len(missing_branches),
        },
    }


def complaints(tmp_path, files):
    path = tmp_path / "coverage.json"
    path.write_text(json.dumps({"files": files}))
    return coverage_gate.complaints(path)


def test_a_kernel_must_be_reached_everywhere(tmp_path):
    said = complaints(
        tmp_path, {"rules/a.py": file(), "scoring/b.py": file([7], [(3, 5)]), "rules/c.py": file()}
    )
    assert said == ["FAILED  coverage: scoring/b.py never ran 7, 3→5"]


def test_another_part_must_be_reached_nearly_everywhere(tmp_path):
    nine, eleven = range(1, 10), range(1, 12)
    assert complaints(tmp_path, {"tournaments/a.py": file(nine)}) == []
    said = complaints(tmp_path, {"tournaments/a.py": file(eleven), "lhombre_club/b.py": file()})
    assert len(said) == 1
    assert said[0].startswith("FAILED  coverage: tournaments 94.5 % < 95 %. tournaments/a.py: 1, 2")


def test_many_places_are_not_all_named(tmp_path):
    said = complaints(tmp_path, {"rules/a.py": file(range(1, 21))})
    assert said[0].endswith("11, 12 and 8 more")


def test_no_report_is_a_complaint_and_an_empty_part_is_none(tmp_path):
    assert len(coverage_gate.complaints(tmp_path / "none.json")) == 1
    assert complaints(tmp_path, {"tournaments/__init__.py": file(of=0)}) == []
