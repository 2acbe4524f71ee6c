"""One result beside its rows by bare ``sqlite3``: ``python -m tests.bench.bench_result``.

No web server: ``enter_result`` stores each deal of several sheets, and what it has written is
written again by statements of its own words into a copy of the database, deal by deal in turns.
Both end with the same rows. Told is how many times as long it takes as they do, and how many
queries it needs. On SQLite alone.
"""

import random
import shutil
import statistics
import sys
import time
import uuid
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

import tests.bench.database as bench
from rules import dealt_in
from tests import make
from tournaments.book.results import NewResult, enter_result
from tournaments.models import Table

SHEETS, PLAYERS, DEALS = 10, 4, 40
WRITES = ("INSERT", "UPDATE")
WRITTEN = (
    "tournaments_revision",
    "tournaments_seal",
    "tournaments_event",
    "scoring_journalentry",
    "scoring_seattotal",
)


def records(seed: int) -> list[dict[str, Any]]:
    """A sheet: mostly games, now and then all pass."""
    chance = random.Random(seed)  # noqa: S311 -- it is no secret
    found: list[dict[str, Any]] = []
    for deal in range(DEALS):
        game = {
            "declarer": chance.choice(dealt_in(PLAYERS, deal % PLAYERS)),
            "contract": chance.choice(("spil", "solo")),
            "outcome": chance.choice(("won", "won", "bet")),
        }
        found.append(chance.choice((game, game, game, {"passed": True})))
    return found


def timed(deed: Callable[[], object]) -> float:
    """What it took, in milliseconds."""
    started = time.perf_counter()
    deed()
    return (time.perf_counter() - started) * 1000


def replay(bare: Any, statements: list[tuple[str, Any]]) -> None:
    """Write the rows in one transaction."""
    bare.execute("BEGIN IMMEDIATE")
    for sql, params in statements:
        bare.execute(sql, params).fetchall()
    bare.execute("COMMIT")


def measured(bare: Any) -> tuple[list[float], list[float], list[int]]:
    """Save all the sheets; return what each deal took us and ``bare``, and the queries."""
    ours, theirs, queries = [], [], []
    asked: list[tuple[str, Any]] = []

    def keep(execute: Any, sql: str, params: Any, *more: Any) -> Any:
        asked.append((sql.replace("%s", "?"), params))
        return execute(sql, params, *more)

    tables = Table.objects.select_related("round__event").order_by("number")
    with connection.execute_wrapper(keep):
        for seed, table in enumerate(list(tables)):
            for deal, record in enumerate(records(seed), start=1):
                asked.clear()
                entry = NewResult(id=uuid.uuid4(), deal=deal, base=0, record=record)
                save = partial(enter_result, table=table, entry=entry, actor="bench")
                ours.append(timed(save))
                queries.append(sum(not sql.startswith("BEGIN") for sql, _ in asked))
                written = [(sql, params) for sql, params in asked if sql.startswith(WRITES)]
                theirs.append(timed(partial(replay, bare, written)))
    return ours, theirs, queries


def rows(bare: Any) -> list[Any]:
    """All that was written."""
    return [bare.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall() for name in WRITTEN]


def main() -> None:
    """Print the figures."""
    import sqlite3  # noqa: PLC0415 -- the one that is chosen before Django

    if connection.vendor != "sqlite":
        sys.exit("The rows of bare sqlite3 are written on SQLite.")
    with bench.scratch_database():
        make.make_released_event(make.make_club(), tables=SHEETS)
        there = Path(str(connection.settings_dict["NAME"]))
        connection.close()  # what is in the write-ahead log goes into the file
        copy = there.with_name("bare.sqlite3")
        shutil.copy(there, copy)
        with closing(sqlite3.connect(copy, isolation_level=None)) as bare:
            bare.executescript(str(settings.SQLITE_OPTIONS["init_command"]))
            ours, theirs, queries = measured(bare)
            with closing(sqlite3.connect(there)) as own:
                if rows(own) != rows(bare):
                    sys.exit("They have not written the same rows.")
    us, them = statistics.median(ours), statistics.median(theirs)
    sys.stdout.write(
        f"{len(ours)} results: {max(queries)} queries at the most; median {us:.2f} ms, "
        f"bare sqlite3 {them:.3f} ms: {us / them:.1f} x\n"
    )


if __name__ == "__main__":
    main()
