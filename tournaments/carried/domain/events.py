"""Taking an event in: as it was, with its keys, its moments and its seals, or not at all."""

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid4

from django.db import DatabaseError, transaction

from lhombre_club.members.domain import record
from lhombre_club.members.models import Club
from lhombre_club.prepared import insert
from lhombre_club.refusal import Refusal
from scoring.domain import FIGURES, CarriedPosting, Total, bring_in, take_away
from tournaments.book.activity import note
from tournaments.book.actors import CARRIED
from tournaments.book.proving.ledger_check import check_event
from tournaments.book.proving.seals import broken
from tournaments.carried.domain import people
from tournaments.carried.domain.comparing import Way, compare
from tournaments.carried.domain.keepsakes import bring_photos, same_basis
from tournaments.carried.domain.people import Met
from tournaments.carried.domain.sense import expect_sense
from tournaments.carried.queries.kinds import EVENT, OF_EVENT, PEOPLE, Kind
from tournaments.carried.queries.reading import POSTINGS, Carried
from tournaments.carried.reasons import CarriedReason
from tournaments.models import (
    BarredDevice,
    Counted,
    EntryLink,
    Event,
    Season,
    Table,
    TableLease,
)

logger = logging.getLogger(__name__)
NOBODY: Final[Mapping[str, UUID]] = {}
PHOTOS: Final = "photos"
KEYS_OF_PEOPLE: Final = ("payer", "payee")
"""Columns of a payment that have the key of a person, or of a participant, as text."""


@dataclass(frozen=True, slots=True)
class EventPlan:
    """What taking in an event would do."""

    name: str
    way: Way
    people: Sequence[Met]
    season: Season | None
    """That of the event, as it is here; None: it is in none, or in a new one."""
    new_season: str
    """Name of the season that is made; empty: none is."""


def plan_event(club: Club, carried: Carried, known: Mapping[str, UUID] = NOBODY) -> EventPlan:
    """Return what ``take_event`` would do. Refused where it would refuse before it writes.

    ``known`` are people of the file of whom is known who they are here.
    """
    values = carried.values
    row = values["event"][0]
    here = Event.objects.filter(pk=row["id"]).first()
    if here is not None and here.club_id != club.pk:
        raise Refusal(CarriedReason.ELSEWHERE, event=row["name"])
    expect_sense({**values, "postings": carried.parts["postings"]})
    way = compare(here, carried) if here else Way.NEW
    met = people.meet(club, carried.parts[PEOPLE], known)
    season = _season_here(club, values["seasons"])
    named = values["seasons"][0]["name"] if values["seasons"] and season is None else ""
    return EventPlan(row["name"], way, met, season, named)


@transaction.atomic
def take_event(
    *, club: Club, carried: Carried, actor: str, known: Mapping[str, UUID] = NOBODY
) -> Event:
    """Make the event of the file here, or let one that is here go on as the file says.

    Afterwards results, account, totals and seals are proved to agree. Refused, with nothing
    stored, for DIFFERS, SAME, ELSEWHERE, SENSELESS and UNPROVED.
    """
    record.lock(club)
    row = carried.values["event"][0]
    here = Event.objects.select_for_update().filter(pk=row["id"], club=club).first()
    plan = plan_event(club, carried, known)
    if plan.way is Way.SAME:
        raise Refusal(CarriedReason.SAME, event=plan.name)
    people.make(club, plan.people, actor)
    season = plan.season or _make_season(club, carried.values["seasons"])
    with told_as_refusals(plan.name):
        if here:
            _clear(here, carried)
        event = _store(club, carried, here, Keys(plan.people, season.pk if season else None))
    same_basis(event, {str(each.key): each.row["id"] for each in plan.people})
    _prove(event)
    writers = {each["actor"]: each["name"] for each in carried.parts["writers"]}
    note(event=event, verb=CARRIED, actor=actor, writers=json.dumps(writers))
    return event


class Keys:
    """What a key of the file is here: people and seasons may be others."""

    def __init__(self, met: Sequence[Met], season: UUID | None) -> None:
        """Know who was met, and the season."""
        self.people = {each.row["id"]: each.key for each in met}
        self.season = season

    def of(self, kind: Kind, row: dict[str, Any]) -> dict[str, Any]:
        """Return a row with the keys that hold here."""
        changed = dict(row)
        for each in kind.columns:
            value = row[each.attname]
            if each.refers == PEOPLE and value is not None:
                changed[each.attname] = self.people[str(value)]
            elif each.refers == "seasons":
                changed[each.attname] = self.season if value is not None else None
        if kind.name == "payments":
            changed |= {name: self.text(row[name]) for name in KEYS_OF_PEOPLE}
        if kind.name == "corrections":
            changed["before"] = self.inside(row["before"])
        return changed

    def text(self, key: str) -> str:
        """Return the key of somebody, as text."""
        return str(self.people.get(key, key))

    def inside(self, told: Any) -> Any:
        """Return JSON with the keys that hold here."""
        if isinstance(told, dict):
            return {name: self.inside(value) for name, value in told.items()}
        if isinstance(told, list):
            return [self.inside(value) for value in told]
        return self.text(told) if isinstance(told, str) else told


@contextmanager
def told_as_refusals(name: str) -> Iterator[None]:
    """Refuse what the database does: a key of another event, or what is there twice."""
    try:
        with transaction.atomic():
            yield
    except ValueError as error:  # a row of the journal that undoes none before it
        raise Refusal(CarriedReason.DAMAGED, part=POSTINGS) from error
    except DatabaseError as error:
        logger.info("A file was not taken in: %s", type(error).__name__)
        raise Refusal(CarriedReason.ELSEWHERE, event=name) from error


def _season_here(club: Club, rows: Sequence[Mapping[str, Any]]) -> Season | None:
    own = Season.objects.filter(club=club)
    for row in rows:
        return own.filter(pk=row["id"]).first() or own.filter(name=row["name"]).first()
    return None


def _make_season(club: Club, rows: Sequence[Mapping[str, Any]]) -> Season | None:
    for row in rows:
        is_taken = Season.objects.filter(pk=row["id"]).exists()
        key = uuid4() if is_taken else row["id"]
        return Season.objects.create(**{**row, "id": key}, club=club)
    return None


def _clear(event: Event, carried: Carried) -> None:
    """Remove an event’s rows: the file has each of them, and they are stored again from it.

    Links, devices and photos of this computer stay with the tables that stay.
    """
    take_away(str(pk) for pk in Table.every.filter(round__event=event).values_list("pk", flat=True))
    Counted.objects.filter(event=event).delete()
    gone = Table.every.filter(round__event=event).exclude(
        pk__in=[row["id"] for row in carried.values["tables"]]
    )
    for model in (EntryLink, TableLease, BarredDevice):
        model.objects.filter(table__in=list(gone)).delete()
    for kind in reversed(OF_EVENT):
        if kind.name == PHOTOS:
            continue
        rows = kind.rows(event)
        if kind.many:
            through = getattr(kind.model, kind.many).through.objects.filter(
                **{f"{kind.model._meta.model_name}__in": rows}  # noqa: SLF001 -- documented
            )
            through._raw_delete(through.db)  # noqa: SLF001 -- as below
        rows.order_by()._raw_delete(rows.db)  # noqa: SLF001 -- past what is written once


def _store(club: Club, carried: Carried, here: Event | None, keys: Keys) -> Event:
    values = carried.values
    row = keys.of(EVENT, values["event"][0])
    row["epoch"] = uuid4()
    if here:  # whoever has looked here looks again
        row["version"] = max(row["version"], here.version) + 1
    event = Event(**row, club=club)
    if here:
        Event.objects.filter(pk=here.pk).update(**row)
    else:
        insert([event], as_told=True)
    for kind in OF_EVENT:
        if kind.name == PHOTOS:
            bring_photos(event, carried)
            continue
        made = [
            kind.model(**keys.of(kind, each), **_event_of(kind, each, event))
            for each in values[kind.name]
        ]
        insert(made, as_told=True)
        for each, told in zip(made, carried.parts[kind.name], strict=True):
            if kind.many:
                getattr(each, kind.many).set(told[kind.many])
    bring_in(_postings(carried), _stated(carried))
    return event


def _event_of(kind: Kind, row: Mapping[str, Any], event: Event) -> dict[str, Any]:
    """Return what a row keeps of its event; a settling of a table keeps nothing."""
    is_tables = row.get("table_id") is not None and kind.name == "settlings"
    return {"event_id": event.pk} if kind.ways[0] == "event" and not is_tables else {}


def _postings(carried: Carried) -> list[CarriedPosting]:
    return [
        CarriedPosting(
            **{
                **row,
                "seats": tuple(row["seats"]),
                "source": UUID(row["source"]),
                "at": datetime.fromisoformat(row["at"]),
            }
        )
        for row in carried.parts["postings"]
    ]


def _stated(carried: Carried) -> list[tuple[str, Total]]:
    return [
        (row["book"], Total(row["seat"], **{name: row[name] for name in FIGURES}))
        for row in carried.parts["totals"]
    ]


def _prove(event: Event) -> None:
    """Refuse unless what is stored now agrees: results, account, stated totals and seals."""
    found = [*check_event(event), *broken(event)]
    for line in found:
        logger.info("A file was not taken in: %s", line)
    if found:
        raise Refusal(
            CarriedReason.UNPROVED, event=event.name, count=len(found), found=tuple(found)
        )
