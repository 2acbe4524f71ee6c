"""``./club test`` and ``./club check``: every check and every test, with one closing line.

Words for pytest (``./club test tests/rules -k spadille``) leave out the checks and the coverage
report: then only those tests run, on every database that answers.
"""

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from tests import coverage_gate, services
from tests.report import Tally, read_junit

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "var" / "tests"
PYTHON_FILES = ("rules", "scoring", "tournaments", "lhombre_club", "tests", "manage.py")


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


@dataclass(frozen=True)
class Check:
    """One linter or check: a command that ends with 0 when all is well."""

    name: str
    command: tuple[str, ...]
    environment: dict[str, str] = field(default_factory=dict)


def module(*words: str) -> tuple[str, ...]:
    return (sys.executable, "-m", *words)


def manage(*words: str) -> tuple[str, ...]:
    return (sys.executable, "manage.py", *words)


# A grown-up installation, so that Django's own checks of a deployment have nothing to say.
DEPLOYED = {
    "SITE_TLS": "1",
    "SECRET_KEY": "for the checks only: nothing is signed with this key, which is long enough",
    "LHOMBRE_VAR": str(OUT / "deployed"),
    "DJANGO_SETTINGS_MODULE": "lhombre_club.settings",
}
CHECKS = (
    Check("mypy", module("mypy", *PYTHON_FILES)),
    Check("ruff", module("ruff", "check", ".")),
    Check("ruff format", module("ruff", "format", "--check", ".")),
    Check("import-linter", (str(Path(sys.executable).parent / "lint-imports"), "--no-cache")),
    Check("djlint", module("djlint", "--quiet", "--lint", "templates")),
    Check("djlint format", module("djlint", "--check", "templates")),
    Check("shellcheck", ("shellcheck", "club", ".ci/run")),
    Check(
        "django check",
        manage("check", "--deploy", "--fail-level", "WARNING"),
        DEPLOYED,
    ),
    Check("migrations", manage("makemigrations", "--check", "--dry-run"), DEPLOYED),
    Check(
        "API schema",
        manage("spectacular", "--validate", "--fail-on-warn", "--file", os.devnull),
        DEPLOYED,
    ),
)


def run_check(check: Check, *, strict: bool) -> Tally:
    """Run one check; a tool that is not there counts as skipped, and under strict as failed."""
    started = time.monotonic()
    try:
        done = subprocess.run(
            check.command,
            cwd=ROOT,
            env={**os.environ, **check.environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        say(f"SKIPPED {check.name}: {check.command[0]} is not installed")
        return Tally(failed=1) if strict else Tally(skipped=1)
    taken = f"{time.monotonic() - started:.1f} s"
    if done.returncode == 0:
        say(f"ok      {check.name} ({taken})")
        return Tally(passed=1)
    say(f"FAILED  {check.name} ({taken})\n{done.stdout.rstrip()}")
    return Tally(failed=1)


def run_checks(*, strict: bool) -> Tally:
    """Run the checks, two at a time."""
    with ThreadPoolExecutor(2) as pool:
        tallies = list(pool.map(lambda check: run_check(check, strict=strict), CHECKS))
    return sum(tallies, Tally())


def run_pytest(name: str, words: list[str], environment: dict[str, str]) -> Tally:
    """Run pytest once and count what its report says."""
    say(f"\n== tests on {name}")
    report = OUT / f"{name}.xml"
    report.unlink(missing_ok=True)
    code = subprocess.run(
        [*module("pytest", "-q", "-rs", "--tb=short", f"--junit-xml={report}", *words)],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        check=False,
    ).returncode
    tally = read_junit(report)
    if code != 0 and tally.failed == 0:
        say(f"FAILED  pytest ended with {code} on {name}")
        return tally + Tally(failed=1)
    return tally


def run_tests(options: argparse.Namespace, words: list[str]) -> Tally:
    """Run the tests on SQLite, and again on each grown-up pair of services that answers."""
    chosen = list(words)
    if options.nightly:
        chosen = ["-m", "", *chosen]
    coverage = OUT / "coverage.json"
    measured = ["--cov", "--cov-branch", "--cov-report=", f"--cov-report=json:{coverage}"]
    spread = ["-n", "auto", "--dist", "worksteal"]
    everything = not words
    tally = run_pytest("sqlite", [*spread, *(measured if everything else []), *chosen], {})
    if everything and tally.failed:
        say("coverage is not judged while tests fail")
    elif everything:
        sentences = coverage_gate.complaints(coverage)
        say("\n".join(sentences) or "coverage holds")
        tally += Tally(failed=len(sentences)) if sentences else Tally(passed=1)
    grown_up = services.environment()
    for sentence in grown_up.missing:
        say(f"{'FAILED ' if options.strict else 'SKIPPED'} {sentence}")
    if grown_up.missing:
        return tally + (Tally(failed=1) if options.strict else Tally(skipped=1))
    narrowed = ["--services-only"] if everything else []
    return tally + run_pytest("postgresql", [*spread, *narrowed, *chosen], grown_up.variables)


def read_arguments() -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(prog="./club test", description=__doc__)
    parser.add_argument("--strict", action="store_true", help="what is skipped has failed")
    parser.add_argument("--nightly", action="store_true", help="the long tests too")
    parser.add_argument("--checks-only", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_known_args()


def main() -> int:
    """Run what was asked for; the closing line counts everything."""
    options, words = read_arguments()
    OUT.mkdir(parents=True, exist_ok=True)
    tally = Tally()
    if not words:
        tally += run_checks(strict=options.strict)
    if not options.checks_only:
        tally += run_tests(options, words)
    failed = tally.failed > 0 or (options.strict and tally.skipped > 0)
    if options.strict and tally.skipped:
        say("FAILED  skipping is not allowed here (--strict); each reason stands above")
    say(f"\n{tally.passed} passed, {tally.failed} failed, {tally.skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
