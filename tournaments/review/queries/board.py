"""The director's board of a round: sheets in, missing or doubtful, and how long it takes."""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Final
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from tournaments.book.actors import said_name
from tournaments.models import (
    Activity,
    Event,
    Flag,
    Protest,
    Revision,
    Round,
    Screen,
    Table,
    TableLease,
)
from tournaments.review.domain.verification import RELATED, Gap, gaps
from tournaments.review.queries.rounds import RoundState, TableState

SILENT: Final = dt.timedelta(minutes=10)
"""After which a device that keeps a table, and neither enters nor asks, is called silent."""
PACE_FROM: Final = 3
"""Deals from which a pace is worked out."""
COPIED: Final = dt.timedelta(seconds=30)
"""Between two deals: whoever is faster copies a sheet, and nothing is known of how they play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """One table of the board."""

    table: TableState
    extra_minutes: int
    extra_until: dt.datetime | None
    """When they are over, from when they were given; None: none were."""
    last_entry: dt.datetime | None
    """Also of a deal that was entered before; a correction is none, nor what was taken back."""
    corrected: dt.datetime | None
    """When it was last corrected, if nothing was entered since."""
    holder: str
    """Name on the lease while the round is open; empty: nobody keeps the table here."""
    silent_since: dt.datetime | None
    """When the keeper was last seen, if that is too long ago."""
    finish: dt.datetime | None
    """When the last deal comes in at the table's own pace; None: not known, or it is in."""
    flags: int
    protests: int
    protest: UUID | None
    """The first that waits."""
    differing: int
    """Proofs that differ and are not flagged yet."""
    missing: int
    """Proofs that are missing of a sheet that is in."""
    paper_in: bool
    """The paper sheet is in the director's hand, entered or not."""
    lacking: tuple[int, ...]
    """Deals that keep an open round from its end: neither entered nor ruled out."""

    @property
    def is_doubtful(self) -> bool:
        """Whether somebody has to look at it."""
        return bool(self.flags or self.protests or self.differing)

    @property
    def is_in(self) -> bool:
        """Whether nothing is left to do."""
        return self.table.is_complete and not self.is_doubtful and not self.missing


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A round as its director sees it."""

    round: RoundState
    state: str
    """``Round.State``."""
    lines: tuple[TableLine, ...]
    receives_protests: bool
    is_current: bool
    """It is played now, or comes next: the first with a sheet missing."""
    leads: bool
    """What comes next is done in it: it is closed if it is full, else its sheets are entered."""
    is_short: bool
    """It is open with deals missing that do not come any more: the evening was broken off."""

    @property
    def is_live(self) -> bool:
        """Whether it still changes by itself."""
        return self.state in Round.DECIDABLE

    @property
    def is_held(self) -> bool:
        """Whether it has begun and cannot be closed: deals are missing that may still come."""
        begun = self.state == Round.State.RELEASED and self.round.entered > 0
        return begun and not self.round.is_complete and not self.is_short

    @property
    def lacks_few(self) -> bool:
        """Whether the missing deals are worth naming: the most are in."""
        return 2 * self.round.entered >= self.round.deals

    @property
    def sheets_in(self) -> int:
        """How many sheets are entered: they have all their deals."""
        return sum(line.table.is_complete for line in self.lines)

    @property
    def sheets_missing(self) -> int:
        """How many sheets have not."""
        return len(self.lines) - self.sheets_in

    @property
    def papers_in(self) -> int:
        """How many sheets of paper are in the director's hand, entered or not."""
        return sum(line.paper_in for line in self.lines)

    @property
    def counts_papers(self) -> bool:
        """Whether it is said: paper may still come in, or some has."""
        return self.is_live or self.papers_in > 0

    @property
    def doubtful(self) -> int:
        """How many sheets somebody has to look at."""
        return sum(line.is_doubtful for line in self.lines)

    @property
    def open(self) -> int:
        """How many flags and protests are open."""
        return sum(line.flags + line.protests for line in self.lines)

    @property
    def unproved(self) -> int:
        """How many sheets lack a proof that the event asks for."""
        return sum(bool(line.missing) for line in self.lines)

    @property
    def finish(self) -> dt.datetime | None:
        """When the last table is done; None while that is not known of all that play."""
        times = [line.finish for line in self.lines if not line.table.is_complete]
        known = [each for each in times if each]
        return max(known) if known and len(known) == len(times) else None


def boards(event: Event, plan: Sequence[RoundState], only: UUID | None = None) -> list[Board]:
    """Return the boards of an event's rounds, or of one only.

    At most fourteen queries, however many tables there are.
    """
    at = timezone.now()
    stored = {round_.pk: round_ for round_ in event.rounds.all()}
    wanted = [each for each in plan if only in {None, each.id}]
    facts = _Facts.of([stored[each.id] for each in wanted if each.is_released])
    current = next((each.id for each in plan if not each.is_over), None)
    leading = next((each.id for each in plan if each.waits_for_closing or not each.is_over), None)
    made = []
    for each in wanted:
        round_, until = stored[each.id], each.protests_until
        made.append(
            Board(
                round=each,
                state=round_.state,
                lines=tuple(facts.line(table, round_, at) for table in each.tables),
                receives_protests=until is not None and at < until,
                is_current=each.id == current,
                leads=each.id == leading,
                is_short=event.abandoned
                and round_.state == Round.State.RELEASED
                and not each.is_complete,
            )
        )
    return made


@dataclass(frozen=True, slots=True)
class _Facts:
    """What is known of the tables of some rounds, by table."""

    tables: dict[UUID, Table]
    leases: dict[UUID, TableLease]
    entries: dict[UUID, list[dt.datetime]]
    """When each deal came, in this order."""
    written: dict[UUID, dt.datetime]
    """When anything that was not taken back was last entered, at tables where something stands."""
    corrected: dict[UUID, dt.datetime | None]
    """When anything was corrected; None where something was entered since."""
    played: dict[UUID, list[dt.datetime]]
    """When it was played, as far as known: what waited on a phone says so itself."""
    flags: Counter[UUID]
    protests: dict[UUID, list[UUID]]
    """Those that are open, the first first."""
    gaps: dict[UUID, list[Gap]]
    extra_until: dict[UUID, dt.datetime]
    known: dict[UUID, set[int]]
    """Deals that have a result, or a ruling that leaves nothing to enter."""

    @classmethod
    def of(cls, rounds: Sequence[Round]) -> "_Facts":
        if not rounds:
            return cls({}, {}, {}, {}, {}, {}, Counter(), {}, {}, {}, {})
        tables = list(Table.objects.filter(round__in=rounds).select_related("round__event"))
        entries: dict[UUID, list[dt.datetime]] = defaultdict(list)
        played: dict[UUID, list[dt.datetime]] = defaultdict(list)
        written: dict[UUID, dt.datetime] = {}
        corrected: dict[UUID, dt.datetime | None] = {}
        latest: dict[tuple[UUID, int], tuple[int, bool]] = {}
        times = Revision.objects.filter(table__round__in=rounds).order_by("created_at")
        facts = ("table_id", "created_at", "claimed_at", "number", "deal", "correction")
        counts = ~Q(ruling=Revision.Ruling.NONE) | Q(record__isnull=False)
        rows = times.annotate(counts=counts).values_list(*facts, "counts")
        for table, at, claimed, number, deal, correction, known in rows:
            if correction is None and known:
                written[table] = at
            corrected[table] = None if correction is None else at
            latest[table, deal] = max(latest.get((table, deal), (0, False)), (number, known))
            if number == 1:
                entries[table].append(at)
                played[table].append(min(at, claimed or at))
        flags = Flag.objects.filter(table__round__in=rounds, state=Flag.State.OPEN)
        leases = TableLease.objects.filter(table__round__in=rounds)
        open_flags = list(flags)
        return cls(
            tables={table.pk: table for table in tables},
            leases={lease.table_id: lease for lease in leases},
            entries=entries,
            written=written,
            corrected=corrected,
            played={table: sorted(each) for table, each in played.items()},
            flags=Counter(flag.table_id for flag in open_flags),
            protests=_protests(rounds),
            gaps=_gaps(tables, open_flags),
            extra_until=_extra_until(tables),
            known=_by_table(place for place, (_, known) in latest.items() if known),
        )

    def line(self, state: TableState, round_: Round, at: dt.datetime) -> TableLine:
        """Return the line of a table."""
        table, lease = self.tables.get(state.id), self.leases.get(state.id)
        entries = self.entries.get(state.id, [])
        missed, protests = self.gaps.get(state.id, []), self.protests.get(state.id, ())
        last_entry = self.written.get(state.id) if state.entered else None
        is_open = round_.state == Round.State.RELEASED
        plays = is_open and not state.is_complete
        return TableLine(
            table=state,
            extra_minutes=table.extra_minutes if table and is_open else 0,
            extra_until=self.extra_until.get(state.id),
            last_entry=last_entry,
            corrected=self.corrected.get(state.id),
            holder=said_name(lease.name) if lease and is_open else "",
            silent_since=_silent_since(lease, entries, at) if plays else None,
            finish=_finish(state, self.played.get(state.id, []), table, at)
            if plays and last_entry
            else None,
            flags=self.flags[state.id],
            protests=len(protests),
            protest=next(iter(protests), None),
            differing=sum(gap.differs for gap in missed),
            missing=sum(not gap.differs for gap in missed) if state.is_complete else 0,
            paper_in=bool(table and table.paper_at),
            lacking=self._lacking(state) if plays else (),
        )

    def _lacking(self, state: TableState) -> tuple[int, ...]:
        known = self.known.get(state.id, set())
        return tuple(deal for deal in range(1, state.deals + 1) if deal not in known)


def _protests(rounds: Sequence[Round]) -> dict[UUID, list[UUID]]:
    """Return the open protests at each table, the first first; one query."""
    waiting = Protest.objects.filter(table__round__in=rounds, state=Protest.State.OPEN)
    found: dict[UUID, list[UUID]] = defaultdict(list)
    for table, protest in waiting.order_by("created_at").values_list("table_id", "pk"):
        found[table].append(protest)
    return found


def _extra_until(tables: Iterable[Table]) -> dict[UUID, dt.datetime]:
    """Return until when the time goes that tables have been given: each time on top of the last.

    The first is on top of what the room's clock still has. Two queries where any table has some,
    and none else.
    """
    at = {(table.round.number, table.number): table for table in tables if table.extra_minutes}
    events = {table.round.event_id for table in at.values()}
    deeds = Activity.objects.filter(event__in=events, verb="time.given") if at else ()
    clocks = Screen.objects.filter(event__in=events) if at else ()
    ends = {each.event_id: each.ends_at for each in clocks}
    until: dict[UUID, dt.datetime] = {}
    had: Counter[UUID] = Counter()
    for deed in deeds:
        table = at.get((deed.facts.get("round"), deed.facts.get("table")))
        if table is None:
            continue
        more = dt.timedelta(minutes=deed.facts["extra"] - had[table.pk])
        clock = ends.get(table.round.event_id) or deed.at
        until[table.pk] = max(until.get(table.pk, clock), deed.at) + more
        had[table.pk] = deed.facts["extra"]
    return until


def _by_table(places: Iterable[tuple[UUID, int]]) -> dict[UUID, set[int]]:
    found: dict[UUID, set[int]] = defaultdict(set)
    for table, deal in places:
        found[table].add(deal)
    return found


def _gaps(tables: Iterable[Table], flags: Iterable[Flag]) -> dict[UUID, list[Gap]]:
    """Return what is not proved at tables that are still looked at, without what is flagged."""
    asked = [
        table
        for table in tables
        if table.round.event.verification != Event.Verification.NONE
        and table.round.state in Round.DECIDABLE
    ]
    if not asked:
        return {}
    flagged = {(flag.table_id, flag.deal, flag.kind) for flag in flags}
    found: dict[UUID, list[Gap]] = defaultdict(list)
    full = Table.objects.filter(pk__in=[table.pk for table in asked])
    for gap in gaps(full.select_related("round__event").prefetch_related(*RELATED)):
        if (gap.table, gap.deal, gap.kind) not in flagged:
            found[gap.table].append(gap)
    return found


def _silent_since(
    lease: TableLease | None, entries: Sequence[dt.datetime], at: dt.datetime
) -> dt.datetime | None:
    """Return when a table's keeper was last seen, if that is too long ago."""
    if lease is None:
        return None
    seen = max([lease.seen_at, *entries[-1:]])
    return seen if at - seen >= SILENT else None


def _finish(
    state: TableState, played: Sequence[dt.datetime], table: Table | None, at: dt.datetime
) -> dt.datetime | None:
    """Return when a table's last deal comes in, if it goes on as it did.

    Its pace is the median of the times between two deals, so that a pause or a hurried minute
    counts for little. The next deal is still to come, however long the pause has been. Time that
    the director has given since the last deal comes on top.
    """
    if len(played) < PACE_FROM:
        return None
    seconds = median((later - earlier).total_seconds() for earlier, later in pairwise(played))
    pace = dt.timedelta(seconds=seconds)
    if pace < COPIED:
        return None
    finish = max(played[-1] + pace, at) + pace * (state.deals - state.entered - 1)
    if table is not None and table.extra_at is not None and table.extra_at > played[-1]:
        finish += dt.timedelta(minutes=table.extra_minutes)
    return finish
