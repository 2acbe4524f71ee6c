"""The suite's own counting: a gate that cannot close is no gate."""

import argparse
import json
import tomllib

import pytest

from tests import __main__ as suite
from tests import coverage_gate, services, slowest
from tests.report import Tally, read_junit
from tests.sizes import Run


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


def test_a_run_beside_another_says_at_its_end_what_it_has_said(monkeypatch, tmp_path, said):
    monkeypatch.setattr(suite, "OUT", tmp_path)
    monkeypatch.setattr(suite, "module", lambda *_words: ("sh", "-c", "echo one failed; exit 1"))
    assert suite.run_pytest("one", [], {}, beside=True) == Tally(failed=1)
    assert "== tests: one\none failed" in "".join(said)


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
    monkeypatch.setattr(suite, "run_checks", lambda *_checks, **_options: Tally())
    monkeypatch.setattr(suite, "run_tests", lambda _run, _words, **_options: tally)
    assert suite.main() == status
    assert said[-1].strip() == last


@pytest.fixture
def runs(monkeypatch, tmp_path, said):
    """The runs of pytest that were asked for, by name, each with its words; nothing is run."""
    runs: dict[str, list[str]] = {}

    def run_pytest(name, words, _surroundings, **_options):
        runs[name] = words
        return Tally(passed=1)

    monkeypatch.setattr(suite, "OUT", tmp_path)
    monkeypatch.setattr(suite, "run_pytest", run_pytest)
    monkeypatch.setattr(coverage_gate, "complaints", lambda _path, **_options: [])
    monkeypatch.setattr(services, "environment", services.Services)
    return runs


@pytest.mark.parametrize(
    ("run", "names"),
    (
        (Run.COMMIT, ["sqlite"]),
        (Run.STRICT, ["measured", "sqlite", "postgresql"]),
        (Run.NIGHTLY, ["measured", "postgresql"]),
    ),
)
def test_each_run_has_the_databases_and_the_coverage_that_are_its_own(runs, run, names):
    suite.run_tests(run, [], strict=True)
    assert set(runs) == set(names)


def test_a_strict_run_has_every_folder_of_tests_once_on_sqlite(runs):
    suite.run_tests(Run.STRICT, [], strict=True)
    named = {word for word in runs["measured"] if word.startswith("tests/")}
    ignored = {word.removeprefix("--ignore=") for word in runs["sqlite"] if "=" in word}
    examples = {word for word in runs["measured"] if not word.startswith(("-", "tests/"))}
    others = [word for word in runs["sqlite"] if "=" not in word]
    assert others[0] == "tests"
    assert named | {word for word in examples if "/" in word} == ignored
    everything = tomllib.loads((suite.ROOT / "pyproject.toml").read_text())["tool"]["pytest"]
    paths = everything["ini_options"]["testpaths"]
    assert {*examples, *others} == {*paths, "tournaments/plans"}


def test_some_words_are_run_alone_and_measured_by_nothing(runs):
    suite.run_tests(Run.NIGHTLY, ["-k", "spadille"], strict=False)
    assert runs == {"sqlite": ["-k", "spadille"], "postgresql": ["-k", "spadille"]}


@pytest.mark.parametrize(("strict", "tally"), ((True, Tally(3, 1, 0)), (False, Tally(3, 0, 1))))
@pytest.mark.usefixtures("runs")
def test_services_that_do_not_answer_are_skipped_or_under_strict_failed(monkeypatch, strict, tally):
    monkeypatch.setattr(services, "environment", lambda: services.Services(missing=("no",)))
    assert suite.run_tests(Run.STRICT, [], strict=strict) == tally


def test_what_python_compiles_is_kept_for_the_next_process(monkeypatch):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    found = suite.environment(Run.STRICT)
    assert found["SUITE"] == "strict"
    assert "PYTHONDONTWRITEBYTECODE" not in found
    assert found["PYTHONPYCACHEPREFIX"]


def test_what_the_tests_write_goes_to_memory_where_there_is_room(monkeypatch, tmp_path):
    monkeypatch.delenv("TMPDIR", raising=False)
    monkeypatch.setattr(suite, "ROOM", 0)
    monkeypatch.setattr(suite, "MEMORY", tmp_path)
    assert suite.environment(Run.COMMIT)["TMPDIR"] == str(tmp_path)
    monkeypatch.setenv("TMPDIR", "elsewhere")
    assert suite.environment(Run.COMMIT)["TMPDIR"] == "elsewhere"
    monkeypatch.delenv("TMPDIR")
    for folder, room in ((tmp_path, 2**80), (tmp_path / "none", 0)):
        monkeypatch.setattr(suite, "ROOM", room)
        monkeypatch.setattr(suite, "MEMORY", folder)
        assert "TMPDIR" not in suite.environment(Run.COMMIT)


def test_services_that_are_not_there_are_named(monkeypatch):
    monkeypatch.setenv("TEST_DATABASE_URL", "postgres://nobody@127.0.0.1:1/none")
    monkeypatch.setenv("TEST_REDIS_URL", "redis://127.0.0.1:1")
    found = services.environment()
    assert found.variables == {}
    assert [sentence.split(":")[0] for sentence in found.missing] == [
        "tests on PostgreSQL",
        "tests on Redis",
    ]


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


def complaints(tmp_path, files, **options):
    path = tmp_path / "coverage.json"
    path.write_text(json.dumps({"files": files}))
    return coverage_gate.complaints(path, **options)


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


def test_of_the_kernels_alone_other_parts_are_not_asked(tmp_path):
    files = {"tournaments/a.py": file(range(99)), "tournaments/plans/b.py": file([7])}
    assert complaints(tmp_path, files, kernels_only=True) == [
        "FAILED  coverage: tournaments/plans/b.py never ran 7"
    ]


def test_many_places_are_not_all_named(tmp_path):
    said = complaints(tmp_path, {"rules/a.py": file(range(1, 21))})
    assert said[0].endswith("11, 12 and 8 more")


def test_no_report_is_a_complaint_and_an_empty_part_is_none(tmp_path):
    assert len(coverage_gate.complaints(tmp_path / "none.json")) == 1
    assert complaints(tmp_path, {"tournaments/__init__.py": file(of=0)}) == []


# --- what takes long ----------------------------------------------------------------------


def test_the_slowest_come_first_and_each_room_has_its_sum(tmp_path):
    path = tmp_path / "sqlite.xml"
    path.write_text(
        '<testsuites><testsuite><testcase classname="tests.rules.test_a" name="b" time="0.5"/>'
        '<testcase classname="rules.cards" name="c" time="1.5"/>'
        '<testcase classname="tests.browser.test_d.TestIt" name="e" time="4"/>'
        "</testsuite></testsuites>"
    )
    said = [" ".join(line.split()) for line in slowest.lines(list(slowest.read(path)))]
    assert said == [
        "4.0 s sqlite tests.browser.test_d.TestIt::e",
        "1.5 s sqlite rules.cards::c",
        "0.5 s sqlite tests.rules.test_a::b",
        "",
        "4.0 s 1 tests sqlite browser",
        "2.0 s 2 tests sqlite rules",
        "6.0 s 3 tests in all",
    ]
