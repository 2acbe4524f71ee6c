"""``./club test`` and ``./club check``: every check and the tests, with one closing line.

Without more words the tests are those of a commit, on SQLite. ``--strict`` adds what takes longer,
PostgreSQL with Redis, and the coverage of the kernels; ``--nightly`` adds all the rest. Words for
pytest (``./club test tests/rules -k spadille``) leave out the checks and the coverage: then only
those tests run, on the databases of that run.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from tests import choosing, coverage_gate, services
from tests.report import Tally, read_junit
from tests.sizes import Run

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
    **dict.fromkeys(("SITE_TLS", "HSTS_SUBDOMAINS", "HSTS_PRELOAD"), "1"),
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


def collecting(run: Run) -> Check:
    """Return that every test can be collected, which leaves compiled what each process needs.

    Else all of them, which begin together, would compile all of it.
    """
    words = ("--collect-only", "-qq", "rules", "scoring", "tournaments", "lhombre_club", "tests")
    return Check("collecting the tests", module("pytest", *words), environment(run))


MIGRATED = Check("a migrated database", module("tests.migrated"))
"""Else all processes of the tests wait together for the first to make it."""


def run_checks(checks: Iterable[Check], *, strict: bool) -> Tally:
    """Run the checks, two at a time."""
    with ThreadPoolExecutor(2) as pool:
        tallies = list(pool.map(lambda check: run_check(check, strict=strict), checks))
    return sum(tallies, Tally())


AT_ONCE = {"commit": 1.5, "strict": 2, "nightly": 2}
"""Tests for each processor, by the run: a commit waits less for browsers and started programs."""
AT_ONCE_BESIDE = 1
"""Tests for each processor of a run that fills the pauses of another."""
MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes a folder of its own in it
ROOM = 2 * 2**30
"""Bytes; a whole run leaves some hundreds of millions."""


def is_roomy(folder: Path) -> bool:
    """Whether the tests can write there, and start what they have written."""
    if not os.access(folder, os.W_OK | os.X_OK):
        return False
    about = os.statvfs(folder)
    return not about.f_flag & os.ST_NOEXEC and about.f_bavail * about.f_frsize > ROOM


def environment(run: Run) -> dict[str, str]:
    """What pytest finds around it: which run it is, and places for what it writes.

    Without one for what Python has compiled, every process would compile Django again, and there
    are hundreds of them. What the tests write goes to memory where the system has a folder of it:
    nobody keeps it, and a disk takes some milliseconds to be sure of each of their transactions.
    """
    found = {**os.environ, "SUITE": run.name.lower()}
    if "TMPDIR" not in found and is_roomy(MEMORY):
        found["TMPDIR"] = str(MEMORY)
    if found.pop("PYTHONDONTWRITEBYTECODE", ""):
        found["PYTHONPYCACHEPREFIX"] = str(OUT / "compiled")
    return found


def run_pytest(
    name: str, words: list[str], surroundings: dict[str, str], *, beside: bool = False
) -> Tally:
    """Run pytest once and count what its report says.

    ``beside`` another run it takes fewer processes, and says at its end what it has to say.
    """
    report = OUT / f"{name}.xml"
    at_once = AT_ONCE_BESIDE if beside else AT_ONCE[surroundings.get("SUITE", "commit")]
    processes = max(1, round(at_once * (os.cpu_count() or 1)))
    command = [
        *module("pytest", "-q", "-rs", "--tb=short", f"--junit-xml={report}"),
        *("-n", str(processes), "--dist", "worksteal", *words),
    ]
    title = f"\n== tests: {name}"
    if not beside:
        say(title)
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=surroundings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if beside else None,
        stderr=subprocess.STDOUT if beside else None,
        text=True,
        check=False,
    )
    if beside:
        say(f"{title}\n{done.stdout}")
    tally = read_junit(report)
    if done.returncode != 0 and tally.failed == 0:
        say(f"FAILED  pytest ended with {done.returncode}: {name}")
        return tally + Tally(failed=1)
    return tally


def run_measured(words: list[str], run: Run, *, beside: bool = False) -> Tally:
    """Run tests under coverage and judge it: the kernels', and by night the other parts' too."""
    coverage = OUT / "coverage.json"
    measured = ["--cov", "--cov-branch", "--cov-report=", f"--cov-report=json:{coverage}"]
    tally = run_pytest("measured", [*measured, *words], environment(run), beside=beside)
    if tally.failed:
        say("coverage is not judged while tests fail")
        return tally
    sentences = coverage_gate.complaints(coverage, kernels_only=run is not Run.NIGHTLY)
    say("\n".join(sentences) or "coverage holds")
    return tally + (Tally(failed=len(sentences)) if sentences else Tally(passed=1))


def run_on_services(words: list[str], run: Run, *, strict: bool, beside: bool = False) -> Tally:
    """Run tests on PostgreSQL and Redis, where both answer."""
    grown_up = services.environment()
    for sentence in grown_up.missing:
        say(f"{'FAILED ' if strict else 'SKIPPED'} {sentence}")
    if grown_up.missing:
        return Tally(failed=1) if strict else Tally(skipped=1)
    there = {**environment(run), **grown_up.variables}
    return run_pytest("postgresql", words, there, beside=beside)


def run_tests(run: Run, words: list[str], *, strict: bool) -> Tally:
    """Run what belongs to ``run``, or of that what the words name, on its databases."""
    for old in OUT.glob("*.xml"):
        old.unlink()
    if run is Run.STRICT and not words:
        with ThreadPoolExecutor(1) as pool:
            beside = pool.submit(run_beside, run, strict=strict)
            tally = run_pytest("sqlite", choosing.all_but_kernels(), environment(run))
            return tally + beside.result()
    if words or run is Run.COMMIT:
        tally = run_pytest("sqlite", words, environment(run))
    else:
        tally = run_measured([], run)
    if run is Run.COMMIT:
        return tally
    return tally + run_on_services(words or choosing.on_services(run), run, strict=strict)


def run_beside(run: Run, *, strict: bool) -> Tally:
    """Run what is not the longest: a third of that is waiting for a browser or a server."""
    tally = run_measured(choosing.kernels(), run, beside=True)
    return tally + run_on_services(choosing.on_services(run), run, strict=strict, beside=True)


def read_arguments() -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(prog="./club test", description=__doc__)
    parser.add_argument(
        "--strict", action="store_true", help="on both databases; what is skipped has failed"
    )
    parser.add_argument("--nightly", action="store_true", help="every test, in its full size")
    parser.add_argument("--checks-only", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_known_args()


def main() -> int:
    """Run what was asked for; the closing line counts everything."""
    options, words = read_arguments()
    OUT.mkdir(parents=True, exist_ok=True)
    tally = Tally()
    run = Run.NIGHTLY if options.nightly else Run.STRICT if options.strict else Run.COMMIT
    if not words:
        mypy, *others = CHECKS  # what takes longest begins first
        also = () if options.checks_only else (collecting(run), MIGRATED)
        tally += run_checks((mypy, *also, *others), strict=options.strict)
    if not options.checks_only:
        tally += run_tests(run, words, strict=options.strict)
    failed = tally.failed > 0 or (options.strict and tally.skipped > 0)
    if options.strict and tally.skipped:
        say("FAILED  skipping is not allowed here (--strict); each reason stands above")
    say(f"\n{tally.passed} passed, {tally.failed} failed, {tally.skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
