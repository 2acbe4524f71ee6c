"""A copy of a whole life of a club: ``python -m tests.bench.bench_restore``.

Forty championships of four rounds at a hundred tables, 640,000 deals, with their journal, totals
and seals (``--events 4`` makes a tenth). A copy is made, checked and put back as ``./club restore``
does it, with the account proved; the ledger has to be the same, row for row. Each step is said in
seconds of a processor, and compared with reading the file once, as SHA-256 does.
"""

import argparse
import hashlib
import shutil
import sqlite3
import sys
import tempfile
import time
import uuid
from collections.abc import Iterable
from contextlib import closing, contextmanager
from io import StringIO
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction

import tests.bench.database as bench
from lhombre_club.copies import replacing, restoring, shelf
from lhombre_club.copies.making import back_up
from rules import RULESETS, read_result, settle
from scoring.domain import Account, Posting, reconcile
from scoring.sequence import account_rules, fold
from tests import make
from tests.faults.powercuts.state import LEDGER
from tournaments.book.proving.seals import seal
from tournaments.events.domain.demo_results import results
from tournaments.models import Event, Participant, Revision, Table

TABLES, ROUNDS, DEALS, PLAYERS = 100, 4, 40, 4
DLU = RULESETS["dlu"]
RULES = account_rules(players=PLAYERS)
SHEETS = 50
"""So many different sheets are settled; the tables take turns with them."""


def said(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def sheet(seed: int):
    """The records of a sheet, and what each is in the account."""
    records = list(results(f"{seed}", ruleset=DLU, players=PLAYERS, deals=DEALS, first_dealer=0))
    read = [read_result(each, DLU, players=PLAYERS) for each in records]
    return list(zip(records, read, fold(RULES, enumerate((settle(one, DLU) for one in read), 1)),
                    strict=True))  # fmt: skip


def fill(events: int) -> int:
    """Fill the database with so many events; return the number of deals."""
    sheets = [sheet(seed) for seed in range(SHEETS)]
    first = make.make_released_event(make.make_club(), tables=TABLES, rounds=ROUNDS)
    play(first, sheets)
    people = list(first.participants.order_by("number"))
    for _ in range(events - 1):
        play(next_event(first, people), sheets)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return Revision.objects.count()


def next_event(first: Event, people: Iterable[Participant]) -> Event:
    """The same people at another event."""
    event = Event.objects.get(pk=first.pk)
    event.pk, event.version, event._state.adding = uuid.uuid4(), 0, True
    event.save()
    made = Participant.objects.bulk_create(
        Participant(event=event, person_id=one.person_id, number=one.number, name=one.name)
        for one in people
    )
    for turn in range(ROUNDS):
        make.make_round(event, made, turn, TABLES)
    return event


@transaction.atomic
def play(event: Event, sheets) -> None:
    """Enter a whole sheet at each table, posted and sealed."""
    revisions: list[Revision] = []
    for number, table in enumerate(Table.objects.filter(round__event=event)):
        postings = []
        for record, result, account in sheets[number % SHEETS]:
            revision = Revision(
                id=uuid.uuid4(), table=table, deal=account.deal, number=1, record=record, actor="x"
            )
            terms = DLU.terms(result.game.contract) if result.game else None
            worth = terms.won if terms else 0
            settled = account.settlement
            postings.append(
                Posting(account.deal, revision.pk, DLU.digest, settled, worth, account.entry)
            )
            revisions.append(revision)
        account = Account(PLAYERS, tuple(postings))
        reconcile(book=table.book, should_be=account, reason="", actor="x")
    Revision.objects.bulk_create(revisions, batch_size=2000)
    seal(event.pk, revisions)


def ledger_hash(database: Path) -> str:
    """The SHA-256 of every row of the ledger, as the file has it."""
    said = hashlib.sha256()
    with closing(sqlite3.connect(database)) as there:
        for table in LEDGER:
            for row in there.execute(f"SELECT * FROM {table} ORDER BY 1"):
                said.update(repr(row).encode())
    return said.hexdigest()


@contextmanager
def timed(what: str, times: dict[str, float]):
    start = time.process_time()
    yield
    times[what] = time.process_time() - start


def restored(folder: Path) -> dict[str, float]:
    """Copy and put back; return the seconds of each step. Raises if the ledger is another."""
    times: dict[str, float] = {}
    settings.VAR_DIR, database = folder, replacing.place()
    before = ledger_hash(database)
    with timed("copy", times):
        copy = back_up()
    with timed("reading the copy once", times):
        shelf.digest(copy.database)
    connection.close()
    for each in (database, *replacing._beside(database)):
        each.unlink(missing_ok=True)
    with timed("put back, with", times):
        restoring.put_back(copy, lambda: prove(times))
    with timed("the hash of the ledger", times):
        after = ledger_hash(database)
    if before != after:
        raise AssertionError("the ledger is another")
    return times


def prove(times: dict[str, float]) -> None:
    with timed("the proof of the account", times):
        call_command("check_ledger", stdout=StringIO())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=40)
    events = parser.parse_args().events
    with bench.scratch_database(), tempfile.TemporaryDirectory(prefix="lhombre-restore-") as folder:
        place = Path(str(connection.settings_dict["NAME"]))
        deals = fill(events)
        said(f"{deals} deals, {place.stat().st_size / 1e6:.0f} MB")
        replacing.place = lambda: place
        times = restored(Path(folder))
        once = times["reading the copy once"]
        for what, seconds in times.items():
            said(f"{what:28} {seconds:8.1f} s {seconds / once:8.1f} x")
        whole = times["copy"] + times["put back, with"] + times["the hash of the ledger"]
        said(f"{'together':28} {whole:8.1f} s {whole / once:8.1f} x")
        shutil.rmtree(shelf.home())


if __name__ == "__main__":
    main()
