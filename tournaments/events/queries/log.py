"""What was done at an event, the newest last: its log, and the deals as they were entered."""

import datetime as dt
from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final
from uuid import UUID

from tournaments.book.actors import TAKEN, people, said_name
from tournaments.models import (
    Activity,
    Correction,
    Event,
    Flag,
    Protest,
    Revision,
    Seat,
    SheetPhoto,
    Table,
    TableEntry,
    TrayItem,
)
from tournaments.models.sitters import Names, Sitter

ENTERED: Final = "deals.entered"
CHANGED: Final = "deal.changed"
"""Two verbs that the log does not have: revisions are their own log."""
ENDS_A_RUN: Final = (".corrected", ".undone", ".provisional", ".closed", ".reopened")
"""After such a deed the deals of a table begin a line of their own."""
Subject = Protest | Flag | Correction | TrayItem | TableEntry | SheetPhoto


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """One deed, with what it was done to."""

    at: dt.datetime
    verb: str
    actor: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    """As the log has them; of a changed deal the reason."""
    table: Table | None = None
    """With its round; None: not about one table, or about one that is no more."""
    about: Subject | None = None
    """The row that it made or changed, if that is still there."""
    since: dt.datetime | None = None
    """Of a run of deals: when the first was entered."""
    deals: tuple[int, ...] = ()
    was: Mapping[str, Any] | None = None
    now: Mapping[str, Any] | None = None
    """Of a changed deal: its records."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLog:
    """Everything that was done at an event."""

    deeds: tuple[Deed, ...]
    people: Mapping[str, str]
    """Names of the users, by actor."""
    players: Mapping[int, str]
    """Names of the participants, by number."""
    seats: Mapping[UUID, Names]
    """Who sits at each table, by seat."""
    claims: Mapping[str, Sequence["Claim"]] = field(default_factory=dict)
    """What each device was called, by actor, in the order in which that was said."""

    def called(self, deed: Deed) -> str:
        """Return what the device was called that did ``deed``, there and then; empty: nobody said.

        What it was called at the table before counts most, then what it was called anywhere
        before. What was said later counts where it was said at the same table alone: elsewhere
        another may have had the device in his hand.
        """
        claims = self.claims.get(deed.actor, ())
        place = _place_of(deed)
        before = [claim for claim in claims if claim.at <= deed.at]
        here = [claim for claim in before if claim.place == place]
        after = [claim for claim in claims if claim.at > deed.at and claim.place == place]
        told = here[-1:] or before[-1:] or after[:1]
        return told[0].name if told else ""


@dataclass(frozen=True, slots=True)
class Claim:
    """A device took a table over, and was called so."""

    at: dt.datetime
    place: tuple[int, int]
    """Numbers of the round and the table."""
    name: str


def _place_of(deed: Deed) -> tuple[int, int] | None:
    if deed.table is not None:
        return deed.table.round.number, deed.table.number
    facts = deed.facts
    return (facts["round"], facts["table"]) if {"round", "table"} <= facts.keys() else None


def _claims(log: Iterable[Activity]) -> dict[str, list[Claim]]:
    """Return what the devices were called, from the log in order."""
    found: dict[str, list[Claim]] = defaultdict(list)
    for line in log:
        if line.verb == TAKEN and (name := line.facts["name"]):
            place = line.facts.get("round"), line.facts.get("table")
            found[line.actor].append(Claim(line.at, place, said_name(name)))
    return found


def journal(event: Event) -> EventLog:
    """Return the journal of an event; at most twelve queries, however long it is."""
    activities = list(event.activities.order_by("at", "id"))
    tables = {
        table.pk: table for table in Table.every.filter(round__event=event).select_related("round")
    }
    chairs = list(Seat.every.filter(round__event=event).order_by("seat"))
    lines = list(
        Revision.objects.filter(table__in=list(tables)).order_by("created_at", "deal", "number")
    )
    subjects = _Subjects.of(event, tables)
    corrected = _corrected(lines, chairs)
    deeds = [_with_place(subjects.deed(each), corrected, tables) for each in activities]
    deeds += _entries(lines, tables, deeds)
    actors = (actor for deed in deeds for actor in (deed.actor, getattr(deed.about, "owner", "")))
    known = people(actors, event.pk)
    everybody = dict(event.participants.values_list("pk", "name"))
    seats: dict[UUID, list[Sitter]] = defaultdict(list)
    for chair in chairs:
        name = everybody[chair.participant_id]
        seats[chair.table_id].append(Sitter(name, chair.substitute_name, chair.substitute_from))
    return EventLog(
        deeds=tuple(sorted(deeds, key=lambda deed: deed.at)),
        people=known,
        players=dict(event.participants.values_list("number", "name")),
        seats={table: Names(sitters) for table, sitters in seats.items()},
        claims=_claims(activities),
    )


def _corrected(
    lines: Iterable[Revision], chairs: Iterable[Seat]
) -> Callable[[Correction], set[tuple[UUID, int]]]:
    """Return how to ask of a correction for the tables and deals that it changed; 0: chairs."""
    deals: dict[UUID, set[tuple[UUID, int]]] = defaultdict(set)
    for line in lines:
        if line.correction_id:
            deals[line.correction_id].add((line.table_id, line.deal))
    stand = {str(chair.pk): chair.table_id for chair in chairs}

    def places(correction: Correction) -> set[tuple[UUID, int]]:
        moved = correction.before.get("is", {}) if correction.kind == correction.Kind.SEATS else {}
        return deals[correction.pk] | {(stand[key], 0) for key in moved if key in stand}

    return places


def _with_place(
    deed: Deed,
    corrected: Callable[[Correction], set[tuple[UUID, int]]],
    tables: Mapping[UUID, Table],
) -> Deed:
    """Say of a correction at which table it was, if it was at one."""
    places = corrected(deed.about) if isinstance(deed.about, Correction) else set()
    at = {table for table, _deal in places}
    if len(at) != 1:
        return deed
    deals = tuple(sorted(deal for _table, deal in places if deal))
    return replace(deed, table=tables[at.pop()], deals=deals)


@dataclass(frozen=True, slots=True)
class _Subjects:
    """What the log's lines are about."""

    tables: Mapping[str, Table]
    by_place: Mapping[tuple[int, int], Table]
    by_key: Mapping[tuple[str, str], Subject]
    """By the name of the fact that is the key, and the key."""
    at_deal: Mapping[tuple[str, UUID, int, str], Sequence[Protest | Flag]]

    @classmethod
    def of(cls, event: Event, tables: Mapping[UUID, Table]) -> "_Subjects":
        here = {"table__round__event": event}
        at_deal: dict[tuple[str, UUID, int, str], list[Protest | Flag]] = defaultdict(list)
        for protest in Protest.objects.filter(**here).select_related("participant"):
            at_deal["protest", protest.table_id, protest.deal, ""].append(protest)
        for flag in Flag.objects.filter(**here):
            at_deal["flag", flag.table_id, flag.deal, flag.kind].append(flag)
        kept: Mapping[str, Iterable[Subject]] = {
            "correction": event.corrections.all(),
            "item": event.tray.all(),
            "entry": TableEntry.objects.filter(**here),
            "photo": SheetPhoto.objects.filter(**here),
        }
        return cls(
            tables={str(key): table for key, table in tables.items()},
            by_place={
                (table.round.number, table.number): table
                for table in tables.values()
                if table.round.replaced_at is None
            },
            by_key={(kind, str(each.pk)): each for kind, rows in kept.items() for each in rows},
            at_deal=at_deal,
        )

    def deed(self, line: Activity) -> Deed:
        """Return a line of the log with what it is about."""
        deed = Deed(at=line.at, verb=line.verb, actor=line.actor, facts=line.facts)
        if "round" in line.facts and "table" in line.facts:
            return self._at(deed)
        about = next((self.by_key[key] for key in line.facts.items() if key in self.by_key), None)
        table = getattr(about, "table_id", line.facts.get("table_key"))
        return replace(deed, about=about, table=self.tables.get(str(table)))

    def _at(self, deed: Deed) -> Deed:
        facts = deed.facts
        table = self.by_place.get((facts["round"], facts["table"]))
        if table is None:
            return deed
        deal, kind = facts.get("deal") or 0, deed.verb.partition(".")[0]
        rows = self.at_deal.get((kind, table.pk, deal, facts.get("kind") or ""), ())
        before = [row for row in rows if row.created_at <= deed.at]
        return replace(
            deed,
            table=table,
            deals=(deal,) if deal else (),
            about=before[-1] if before else None,
        )


def _entries(
    lines: Iterable[Revision], tables: Mapping[UUID, Table], log: Sequence[Deed]
) -> list[Deed]:
    """Return the deals as they were entered: in runs, and each that was changed by itself."""
    ends = sorted(deed.at for deed in log if deed.verb.endswith(ENDS_A_RUN))
    counting: dict[tuple[UUID, int], Revision] = {}
    runs: dict[tuple[UUID, str, int], list[Revision]] = defaultdict(list)
    made = []
    for line in lines:
        before = counting.get((line.table_id, line.deal))
        counting[line.table_id, line.deal] = line
        if line.correction_id:
            continue  # the log has it
        if before is None:
            runs[line.table_id, line.actor, bisect(ends, line.created_at)].append(line)
        else:
            made.append(_changed(tables[line.table_id], before, line))
    return made + [_run(tables[table], lines) for (table, _who, _part), lines in runs.items()]


def _run(table: Table, lines: Sequence[Revision]) -> Deed:
    return Deed(
        at=lines[-1].created_at,
        since=lines[0].created_at,
        verb=ENTERED,
        actor=lines[0].actor,
        table=table,
        deals=tuple(sorted(line.deal for line in lines)),
    )


def _changed(table: Table, before: Revision, line: Revision) -> Deed:
    return Deed(
        at=line.created_at,
        verb=CHANGED,
        actor=line.actor,
        facts={"reason": line.reason},
        table=table,
        deals=(line.deal,),
        was=before.record,
        now=line.record,
    )
