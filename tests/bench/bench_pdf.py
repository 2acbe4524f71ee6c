"""The score sheet against a plain WeasyPrint table of the same data, and what much paper takes.

``python -m tests.bench.bench_pdf``. A filled sheet of four players and forty deals is made in turn
with a plain table of what stands on it, in the same process; the ratios are medians over the
rounds. Then ten sheets in one file, against ten plain tables in one document; what a further sheet
in a file costs in memory, in processes of their own; what two processes make in the time of one;
and how long two warm workers take for all papers of a round of a hundred tables.
"""

import html
import os
import pickle
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from django.db import connections

import tests.bench.database as bench
from lhombre_club.printing import Paper, registry, renderer
from rules import RULESETS
from tests import make
from tournaments.events.domain.demo_results import results
from tournaments.models import Event, Table
from tournaments.papers import asking
from tournaments.sheets.queries import Sheet, sheet
from tournaments.words import wording

ROUNDS, ROUNDS_OF_TEN, ROUNDS_OF_TWO = 15, 5, 5
TABLES = 10
EACH = 40
"""Sheets that a process makes where two are compared with one."""
FEW, MANY = 1, 101
"""Sheets in a file, where memory is compared."""
HUNDRED = 100
KINDS = {"filled": asking.Kind.FILLED_SHEET, "to be written on": asking.Kind.SCORE_SHEET}
PLAIN_STYLE = """
    @page { size: A4; margin: 12mm }
    body { font-family: "DejaVu Sans"; font-size: 7.5pt }
    table { border-collapse: collapse; width: 100% }
    td { border: .4pt solid; padding: .5mm 1mm; text-align: right }
    section + section { break-before: page }
"""


def said(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


# --- the same data, twice -------------------------------------------------------------------


def played() -> list[Table]:
    """Tables of four with every deal entered."""
    event = make.make_released_event(make.make_club(), tables=TABLES, language="da")
    tables = list(Table.objects.filter(round__event=event).order_by("number"))
    for table in tables:
        records = results(
            str(table.number), ruleset=RULESETS["dlu"], players=4, deals=40, first_dealer=0
        )
        for deal, record in enumerate(records, start=1):
            make.enter(table, deal, record)
    return tables


def of(tables: Sequence[Table], kind: str) -> list[Paper]:
    """The product's own papers."""
    return [registry.build(kind, {"table": str(table.pk)}) for table in tables]


def together(made: Sequence[Paper]) -> Paper:
    """The papers in one file."""
    return replace(made[0], then=tuple(made[1:]))


def cells(entered: Sheet) -> Iterator[Sequence[object]]:
    """A line of the plain table for each deal, and one for the totals."""
    for line in entered.lines:
        record = line.record or {}
        declarer, contract = record.get("declarer"), record.get("contract")
        yield (
            line.deal,
            wording.seat_initial(line.dealer),
            "" if declarer is None else wording.seat_initial(declarer),
            wording.CONTRACTS[contract] if contract else wording.PASSED,
            record.get("outcome", ""),
            *(line.changes or ()),
            *(line.balances or ()),
        )
    yield (*[""] * 9, *entered.totals)


def section(entered: Sheet) -> str:
    """The plain sheet: a heading, the names, a table with a cell for everything."""
    event = entered.table.round.event
    heads = ("Giv", "Giver", "Fører", "Melding", "Resultat", *"NVSØ", *"NVSØ")
    rows = (
        "".join(f"<td>{html.escape(str(cell))}</td>" for cell in line)
        for line in (heads, *cells(entered))
    )
    above = f"<h1>{event.name}</h1><p>{event.date}</p><p>{' · '.join(entered.names)}</p>"
    return f"<section>{above}<table><tr>{'<tr>'.join(rows)}</table></section>"


def plain(sections: Sequence[str]) -> bytes:
    """What anybody would write first: an automatic table with collapsed borders."""
    from weasyprint import HTML  # noqa: PLC0415 -- as the product, when it is first needed

    style = f"<!doctype html><style>{PLAIN_STYLE}</style>"
    pdf: bytes = HTML(string=f"{style}{''.join(sections)}").write_pdf()
    return pdf


# --- against the plain table ----------------------------------------------------------------


def taken(measured: Callable[[], object]) -> float:
    start = time.perf_counter()
    measured()
    return time.perf_counter() - start


def ratio(
    slow: Callable[[int], object], fast: Callable[[int], object], rounds: int
) -> tuple[float, float, float]:
    """Median seconds of both, and the median of how many times as fast the second is."""
    slow(0)
    fast(0)
    pairs = [(taken(partial(slow, turn)), taken(partial(fast, turn))) for turn in range(rounds)]
    return (
        statistics.median(one for one, _ in pairs),
        statistics.median(other for _, other in pairs),
        statistics.median(one / other for one, other in pairs),
    )


def compared(sections: list[str], made: dict[str, list[Paper]]) -> None:
    for name, each in made.items():
        one_beside_plain(name, each, sections)
        ten_beside_plain(name, together(each), sections)


def one_beside_plain(name: str, made: list[Paper], sections: list[str]) -> None:
    slow, fast, times = ratio(
        lambda turn: plain([sections[turn % TABLES]]),
        lambda turn: renderer.render(made[turn % TABLES]),
        ROUNDS,
    )
    size = max(len(renderer.render(paper)) for paper in made) / 1024
    said(
        f"a sheet {name}: {1000 * fast:.1f} ms, {times:.1f} x as fast as the plain table "
        f"({1000 * slow:.0f} ms); at most {size:.1f} KiB"
    )


def ten_beside_plain(name: str, ten: Paper, sections: list[str]) -> None:
    slow, fast, times = ratio(
        lambda _: plain(sections), lambda _: renderer.render(ten), ROUNDS_OF_TEN
    )
    said(
        f"ten in a file, {name}: {100 * fast:.1f} ms each, {times:.1f} x as fast as the plain "
        f"tables ({100 * slow:.0f} ms each)"
    )


# --- memory, and two processes --------------------------------------------------------------


def peak_of(paper: Paper) -> float:
    """MiB that a fresh process has needed when it has rendered the paper."""
    with tempfile.NamedTemporaryFile(suffix=".paper") as file:
        file.write(pickle.dumps(paper))
        file.flush()
        command = [sys.executable, "-m", "tests.bench.bench_pdf", file.name]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout)


def render_alone(path: Path) -> None:
    """Render a stored paper, and say how much memory was needed at most."""
    renderer.render(pickle.loads(path.read_bytes()))  # noqa: S301 -- written by peak_of
    said(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.2f}")


def remembered(made: dict[str, list[Paper]]) -> None:
    for name, each in made.items():
        few, many = (
            peak_of(together([each[n % TABLES] for n in range(count)])) for count in (FEW, MANY)
        )
        said(
            f"memory, {name}: {few:.0f} MiB for {FEW}, {many:.0f} MiB for {MANY} in one file: "
            f"{(many - few) / (MANY - FEW):.2f} MiB for each further sheet"
        )


def workers(count: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(count, mp_context=get_context("fork"), initializer=warm)


def warm() -> None:
    connections.close_all()  # the parent's are not to be shared
    renderer.warm()


def rendered(paper: Paper) -> int:
    return len(renderer.render(paper))


def made_of(request: tuple[str, dict[str, Any]]) -> tuple[int, int]:
    """Build and render a paper as a worker does; return its bytes, and this process's peak."""
    size = len(renderer.render(registry.build(*request)))
    return size, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def two_beside_one(made: list[Paper]) -> None:
    work = [made[n % TABLES] for n in range(EACH)]
    with workers(1) as one, workers(2) as two:
        for pool in (one, two):
            list(pool.map(rendered, work[:4]))
        pairs = [
            (
                taken(lambda: list(one.map(rendered, work))),
                taken(lambda: list(two.map(rendered, work))),
            )
            for _ in range(ROUNDS_OF_TWO)
        ]
    times = statistics.median(alone / both for alone, both in pairs)
    rate = EACH / statistics.median(both for _, both in pairs)
    said(f"two processes: {rate:.0f} sheets/s, {times:.2f} x one ({os.cpu_count()} cores)")


def hundred_tables() -> None:
    event = make.make_released_event(
        make.make_club("Klub Hundrede"), tables=HUNDRED, rounds=4, language="da"
    )
    work = list(requests(event))
    with workers(2) as pool:
        list(pool.map(made_of, work[:4]))
        start = time.perf_counter()
        done = list(pool.map(made_of, work))
        seconds = time.perf_counter() - start
    said(
        f"all papers of a round of {HUNDRED} tables by two warm workers: {seconds:.1f} s, "
        f"{len(work)} files, {sum(size for size, _ in done) / 1024**2:.1f} MiB; "
        f"a worker needs {max(peak for _, peak in done) / 1024:.0f} MiB at most"
    )


def requests(event: Event) -> Iterator[tuple[str, dict[str, Any]]]:
    """Slips, cards and plan first, since they take longest, then the sheets."""
    round_ = event.rounds.get(number=1)
    for kind in (asking.Kind.SEAT_SLIPS, asking.Kind.TABLE_CARDS, asking.Kind.ROUND_PLAN):
        yield kind, {"event": str(event.pk), "round": str(round_.pk)}
    for table in round_.tables.order_by("number"):
        yield asking.Kind.SCORE_SHEET, {"table": str(table.pk), "event": str(event.pk)}


def main() -> None:
    if len(sys.argv) > 1:
        render_alone(Path(sys.argv[1]))
        return
    with bench.scratch_database():
        tables = played()
        sections = [section(sheet(table)) for table in tables]
        made = {name: of(tables, kind) for name, kind in KINDS.items()}
        compared(sections, made)
        remembered(made)
        two_beside_one(made["filled"])
        hundred_tables()


if __name__ == "__main__":
    main()
