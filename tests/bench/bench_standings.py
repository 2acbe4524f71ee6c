"""Standings of 400 players: stored totals against SQL over the journal.

``python -m tests.bench.bench_standings``. An event of five rounds at a hundred tables, 20,000
deals; at one table in five a deal was corrected. The same standings are made from the totals
stored for each seat, and by SQL alone: points summed over the journal, and what breaks ties
counted over the results in force. That both say the same is checked first. Points without what
breaks ties are measured too. All is taken in turn in one run; ratios are medians over the rounds.
"""

import statistics
import sys
import time
import uuid
from collections.abc import Callable, Iterable
from typing import Any

from django.db import connection

import tests.bench.database as bench
from rules import RULESETS, read_result, settle
from scoring.domain import Account, Posting, reconcile
from scoring.sequence import account_rules, fold
from scoring.standings import Order, Ranked, StandingsLine, ranked
from tests.make import make_club, make_released_event
from tournaments.events.domain.demo_results import results
from tournaments.models import Event, Revision, Table
from tournaments.standings.queries.standings import standings

ROUNDS = 9
TABLES, EVENT_ROUNDS, DEALS, PLAYERS = 100, 5, 40, 4
CORRECTED = 5
"""One table in so many had its fifth deal corrected."""
DLU = RULESETS["dlu"]
DIGEST = DLU.digest
RULES = account_rules(players=PLAYERS)
CHAIN = Order()
POINTS = Order(("points",))


def played() -> Event:
    """An event with its results, its journal and its totals."""
    event = make_released_event(
        make_club(), tables=TABLES, rounds=EVENT_ROUNDS, players=PLAYERS, deals=DEALS
    )
    for number, table in enumerate(Table.objects.filter(round__event=event)):
        records = list(deals_of(f"{number}"))
        kept = write(table, {deal: (1, record) for deal, record in enumerate(records, 1)}, {})
        if number % CORRECTED == 0:
            other = list(deals_of(f"corrected {number}"))[4]
            write(table, {5: (2, other)}, kept)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # a club's database has had time to know its own tables
    return event


def deals_of(seed: str) -> Iterable[dict[str, Any]]:
    return results(seed, ruleset=DLU, players=PLAYERS, deals=DEALS, first_dealer=0)


def write(table, records, kept):
    """Store versions of results beside those ``kept``, and post what counts then."""
    made = [
        Revision(id=uuid.uuid4(), table=table, deal=deal, number=number, record=record, actor="x")
        for deal, (number, record) in records.items()
    ]
    Revision.objects.bulk_create(made)
    kept = kept | {revision.deal: revision for revision in made}
    results_in_force = [
        read_result(kept[deal].record, DLU, players=PLAYERS) for deal in sorted(kept)
    ]
    accounts = fold(RULES, enumerate((settle(one, DLU) for one in results_in_force), 1))
    postings = tuple(
        Posting(account.deal, kept[account.deal].pk, DIGEST, account.settlement,
                worth(result), account.entry)
        for result, account in zip(results_in_force, accounts, strict=True)
    )  # fmt: skip
    reconcile(book=table.book, should_be=Account(PLAYERS, postings), reason="", actor="x")
    return kept


def worth(result):
    terms = DLU.terms(result.game.contract) if result.game else None
    return terms.won if terms else 0


# --- the two ways ---------------------------------------------------------------------------


def dashed(column: str) -> str:
    """A table's id as the journal names its book; SQLite keeps ids without dashes."""
    if connection.vendor != "sqlite":
        return f"CAST({column} AS text)"
    cuts = ((1, 8), (9, 4), (13, 4), (17, 4), (21, 12))
    return " || '-' || ".join(f"substr({column}, {start}, {length})" for start, length in cuts)


FROM_TOTALS = f"""
    SELECT s.participant_id, SUM(o.points), SUM(o.won), SUM(o.kodille), MAX(o.highest), SUM(o.deals)
    FROM tournaments_seat s
    JOIN tournaments_round r ON r.id = s.round_id AND r.event_id = %s
    JOIN scoring_seattotal o ON o.book = {dashed("s.table_id")} AND o.seat = s.seat
    GROUP BY s.participant_id"""

BOOKS = f"""
    books AS (
        SELECT t.id, SUM(j.seat0) AS s0, SUM(j.seat1) AS s1, SUM(j.seat2) AS s2, SUM(j.seat3) AS s3
        FROM tournaments_table t
        JOIN tournaments_round r ON r.id = t.round_id AND r.event_id = %s
        JOIN scoring_journalentry j ON j.book = {dashed("t.id")}
        GROUP BY t.id
    ),
    moved AS (
        SELECT s.participant_id, s.table_id, s.seat,
               CASE s.seat WHEN 0 THEN s0 WHEN 1 THEN s1 WHEN 2 THEN s2 ELSE s3 END AS points
        FROM books JOIN tournaments_seat s ON s.table_id = books.id
    )"""

POINTS_BY_SQL = f"""
    WITH {BOOKS}
    SELECT participant_id, SUM(points) AS points FROM moved
    GROUP BY participant_id ORDER BY points DESC"""

VALUES = " ".join(f"WHEN '{one.contract}' THEN {one.won}" for one in DLU.contracts)


def whole(key: str) -> str:
    """A number of a result record, in the dialect of the database."""
    if connection.vendor == "sqlite":
        return f"json_extract(record, '$.{key}')"
    return f"CAST(record ->> '{key}' AS integer)"


FIGURES_BY_SQL = f"""
    WITH {BOOKS},
    games AS (
        SELECT v.table_id, {whole("dealer")} AS dealer, {whole("declarer")} AS declarer,
               record ->> 'outcome' AS outcome,
               CASE record ->> 'contract' {VALUES} END AS worth
        FROM tournaments_table t
        JOIN tournaments_round r ON r.id = t.round_id AND r.event_id = %s
        JOIN tournaments_revision v ON v.table_id = t.id
        WHERE v.record IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM tournaments_revision later WHERE later.table_id = v.table_id
            AND later.deal = v.deal AND later.number > v.number)
    ),
    declared AS (
        SELECT table_id, declarer,
               SUM(CASE WHEN outcome = 'won' THEN 1 ELSE 0 END) AS won,
               SUM(CASE WHEN outcome = 'kodille' THEN 1 ELSE 0 END) AS kodille,
               MAX(CASE WHEN outcome = 'won' THEN worth ELSE 0 END) AS highest
        FROM games GROUP BY table_id, declarer
    ),
    dealt AS (
        SELECT table_id, SUM(CASE dealer WHEN 2 THEN 0 ELSE 1 END) AS d0,
               SUM(CASE dealer WHEN 3 THEN 0 ELSE 1 END) AS d1,
               SUM(CASE dealer WHEN 0 THEN 0 ELSE 1 END) AS d2,
               SUM(CASE dealer WHEN 1 THEN 0 ELSE 1 END) AS d3
        FROM games GROUP BY table_id
    )
    SELECT m.participant_id, SUM(m.points) AS points, COALESCE(SUM(won), 0) AS won,
           COALESCE(SUM(kodille), 0) AS kodille, COALESCE(MAX(highest), 0) AS highest,
           SUM(CASE m.seat WHEN 0 THEN d0 WHEN 1 THEN d1 WHEN 2 THEN d2 ELSE d3 END) AS deals
    FROM moved m
    JOIN dealt ON dealt.table_id = m.table_id
    LEFT JOIN declared ON declared.table_id = m.table_id AND declared.declarer = m.seat
    GROUP BY m.participant_id
    ORDER BY points DESC, won DESC, kodille, highest DESC"""


def by_sql(query: str, event: Event):
    key = event.pk.hex if connection.vendor == "sqlite" else event.pk
    with connection.cursor() as cursor:
        cursor.execute(query, [key] * query.count("event_id = %s"))
        return cursor.fetchall()


def from_totals(event: Event, order: Order = CHAIN) -> Ranked:
    """The stored totals of each player's seats, placed by the kernel."""
    return ranked(
        [
            StandingsLine(
                key=key, points=points, won=won, kodille=kodille, highest=highest, deals=deals
            )
            for key, points, won, kodille, highest, deals in by_sql(FROM_TOTALS, event)
        ],
        order,
    )


# --- measuring ------------------------------------------------------------------------------


def compared(event: Event) -> None:
    """Both ways say the same, or there is nothing to measure."""
    lines = [placing.line for placing in from_totals(event).placings]
    counted = {
        str(uuid.UUID(str(key))): tuple(figures) for key, *figures in by_sql(FIGURES_BY_SQL, event)
    }
    points = {str(uuid.UUID(str(key))): total for key, total in by_sql(POINTS_BY_SQL, event)}
    for line in lines:
        key = str(uuid.UUID(str(line.key)))
        figures = (line.points, line.won, line.kodille, line.highest, line.deals)
        if counted[key] != figures or points[key] != line.points:
            raise AssertionError(line.key)
    if len(lines) != TABLES * PLAYERS or [row.points for row in standings(event).rows] != [
        line.points for line in lines
    ]:
        raise AssertionError("the page says something else")


def taken(measured: Callable[[], object]) -> float:
    start = time.perf_counter()
    measured()
    return time.perf_counter() - start


def main() -> None:
    with bench.scratch_database():
        event = played()
        compared(event)
        measures: dict[str, Callable[[], object]] = {
            "from totals": lambda: from_totals(event),
            "by SQL": lambda: by_sql(FIGURES_BY_SQL, event),
            "points from totals": lambda: from_totals(event, POINTS),
            "points by SQL": lambda: by_sql(POINTS_BY_SQL, event),
            "the page's query": lambda: standings(event),
        }
        times: dict[str, list[float]] = {name: [] for name in measures}
        for _ in range(ROUNDS):
            for name, measured in measures.items():
                times[name].append(taken(measured))
    for name, seconds in times.items():
        sys.stdout.write(f"{name:20} {1000 * statistics.median(seconds):9.1f} ms\n")
    for fast, slow in (("from totals", "by SQL"), ("points from totals", "points by SQL"),
                       ("the page's query", "by SQL")):  # fmt: skip
        ratio = statistics.median(b / a for a, b in zip(times[fast], times[slow], strict=True))
        sys.stdout.write(f"{fast} is {ratio:.1f} x as fast as {slow} ({connection.vendor})\n")


if __name__ == "__main__":
    main()
