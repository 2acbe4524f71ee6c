"""Taking a club in: what is here already stays as it is, what is not is made, events and all."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID, uuid4

from django.db import transaction

from lhombre_club.members.domain import clubs, record
from lhombre_club.members.models import Club, Membership, ShownAs
from lhombre_club.prepared import insert
from lhombre_club.refusal import Refusal
from rules import RuleSet
from scoring.sequence import KINDS
from tournaments.carried.domain import people
from tournaments.carried.domain.comparing import Way
from tournaments.carried.domain.events import (
    KEYS_OF_PEOPLE,
    EventPlan,
    Keys,
    plan_event,
    take_event,
    told_as_refusals,
)
from tournaments.carried.domain.people import Met
from tournaments.carried.domain.sense import FEWEST, LANGUAGES, MOST, WRONG
from tournaments.carried.queries.kinds import OF_CLUB, PEOPLE, Kind
from tournaments.carried.queries.reading import Carried, event_in
from tournaments.carried.queries.schema import CLUB_WRITERS, OWN_OF_MEMBER
from tournaments.carried.reasons import CarriedReason
from tournaments.models import ClubWriter, Event

AFTER_EVENTS: Final = frozenset({"drawn_evenings", "evening_pools", "evening_prizes"})
"""They lead to events, which come first."""
AT_ONCE: Final = 500
"""Keys that are asked about together."""
OWN_FIELDS: Final = "own_fields"
WISHES: Final = "seating_wishes"


@dataclass(frozen=True, slots=True)
class ClubPlan:
    """What taking in a club would do."""

    people: Sequence[Met]
    rows: Mapping[str, tuple[int, int]]
    """By part, how many rows are made and how many are here already."""
    events: Sequence[EventPlan]
    takes_settings: bool
    """The club here is empty: it gets the words and choices of the file."""
    name: str
    """What it is called from then on."""


def plan_club(club: Club, carried: Carried) -> ClubPlan:
    """Return what ``take_club`` would do. Refused where it would refuse before it writes."""
    _expect_sense(carried)
    met = people.meet(club, carried.parts[PEOPLE], {})
    events = []
    for name in carried.events:
        with event_in(carried, name) as event:
            events.append(plan_event(club, event))
    rows = {}
    keys = Rows(club, met)
    for kind in OF_CLUB:
        placed = keys.places(kind, carried.values[kind.name])
        here = sum(each.is_here for each in placed)
        rows[kind.name] = (len(placed) - here, here)
    is_empty = _is_empty(club)
    name = _name(club, carried.values["club"][0]["name"]) if is_empty else club.name
    return ClubPlan(met, rows, events, is_empty, name)


@transaction.atomic
def take_club(*, club: Club, carried: Carried, actor: str) -> list[Event]:
    """Make what the file has and the club has not; return the events that were taken in.

    Refused as ``take_event`` is, with nothing stored; an event that is here as it is in the file
    stays.
    """
    record.lock(club)
    plan = plan_club(club, carried)
    people.make(club, plan.people, actor)
    if plan.takes_settings:
        clubs.rename_club(club=club, name=plan.name, actor=actor)
        _take_settings(club, carried.values["club"][0], actor)
    keys = Rows(club, plan.people)
    with told_as_refusals(club.name):
        for kind in OF_CLUB:
            if kind.name not in AFTER_EVENTS:
                keys.store(kind, carried.values[kind.name])
    for writer in carried.parts[CLUB_WRITERS]:
        said = {"defaults": {"name": writer["name"]}}
        ClubWriter.objects.get_or_create(club=club, actor=writer["actor"], **said)
    _fill_own(club, plan, keys.known[OWN_FIELDS], actor)
    events = list(_take_events(club, carried, plan, actor))
    with told_as_refusals(club.name):
        for kind in OF_CLUB:
            if kind.name in AFTER_EVENTS:
                keys.store(kind, carried.values[kind.name])
    return events


def _fill_own(club: Club, plan: ClubPlan, fields: Mapping[UUID, UUID], actor: str) -> None:
    """Let new members have what the file keeps of them in the club's own fields."""
    told = {each.key: each.row.get(OWN_OF_MEMBER) for each in plan.people if each.joins}
    for member in Membership.objects.filter(club=club, person__in=told):
        own = told[member.person_id] or {}
        member.own = {
            str(fields[UUID(key)]): text for key, text in own.items() if UUID(key) in fields
        }
        if member.own:
            record.save(member, actor)


def _take_events(club: Club, carried: Carried, plan: ClubPlan, actor: str) -> Iterator[Event]:
    known = {each.row["id"]: each.key for each in plan.people}
    for name, each in zip(carried.events, plan.events, strict=True):
        if each.way is Way.SAME:
            continue
        with event_in(carried, name) as event:
            yield take_event(club=club, carried=event, actor=actor, known=known)


def _is_empty(club: Club) -> bool:
    return not club.memberships.exists() and not Event.objects.filter(club=club).exists()


def _name(club: Club, told: str) -> str:
    """Return what an empty club is called: as in the file, unless another here is called so."""
    taken = Club.objects.filter(name=told).exclude(pk=club.pk).exists()
    return club.name if taken or not told.strip() else told


def _take_settings(club: Club, row: Mapping[str, Any], actor: str) -> None:
    clubs.choose_words(club=club, words=row["words"], actor=actor)
    clubs.show_money(club=club, shown=row["shows_money"], actor=actor)
    clubs.show_rating(club=club, shown=row["shows_rating"], actor=actor)
    clubs.show_names(club=club, way=ShownAs(row["shown_as"]), actor=actor)


@dataclass(frozen=True, slots=True)
class Placed:
    """A row of the file, as it stands or will stand here."""

    row: Mapping[str, Any]
    is_here: bool


class Rows:
    """Which row of the file is which here, from part to part."""

    def __init__(self, club: Club, met: Sequence[Met]) -> None:
        """Know the people."""
        self.club = club
        self.keys = Keys(met, None)
        self.known: dict[str, Mapping[UUID, UUID]] = {
            PEOPLE: {UUID(each.row["id"]): each.key for each in met}
        }

    def places(self, kind: Kind, rows: Sequence[Mapping[str, Any]]) -> list[Placed]:
        """Return where the rows of a part stand here; two queries, and one for many."""
        names = [each.attname for each in kind.columns if each.name in kind.natural]
        here = {}
        for pk, *values in kind.rows(self.club).values_list("pk", *names):
            here[pk] = pk
            if names:
                here[tuple(values)] = pk
        taken = _taken(kind, rows)
        placed, keys = [], {}
        for row in rows:
            told = self._with_keys(kind, row)
            key = here.get(row["id"]) or here.get(tuple(told[name] for name in names))
            is_here = key is not None
            keys[row["id"]] = key or (uuid4() if row["id"] in taken else row["id"])
            placed.append(Placed({**told, "id": keys[row["id"]]}, is_here))
        self.known[kind.name] = keys
        return placed

    def store(self, kind: Kind, rows: Sequence[Mapping[str, Any]]) -> None:
        """Store those rows that are not here yet."""
        own = {"club_id": self.club.pk} if kind.ways[0] == "club" else {}
        placed = self.places(kind, rows)
        insert([kind.model(**each.row, **own) for each in placed if not each.is_here], as_told=True)

    def _with_keys(self, kind: Kind, row: Mapping[str, Any]) -> dict[str, Any]:
        told = dict(row)
        for each in kind.columns:
            if each.refers:
                here = self.known.get(each.refers, {})
                told[each.attname] = here.get(told[each.attname], told[each.attname])
        if kind.name == WISHES:
            told["one_id"], told["other_id"] = sorted((told["one_id"], told["other_id"]))
        if kind.name == "payments":
            told |= {name: self.keys.text(told[name]) for name in KEYS_OF_PEOPLE}
        return told


def _taken(kind: Kind, rows: Sequence[Mapping[str, Any]]) -> set[UUID]:
    """Return those keys of the file that are some row's here, of whichever club."""
    keys = [row["id"] for row in rows]
    found: set[UUID] = set()
    for first in range(0, len(keys), AT_ONCE):
        asked = kind.model._base_manager.filter(pk__in=keys[first : first + AT_ONCE])  # noqa: SLF001
        found |= set(asked.order_by().values_list("pk", flat=True))
    return found


# --- what no schema can say ---------------------------------------------------------------


def _expect_sense(carried: Carried) -> None:
    judged: dict[str, Callable[[Mapping[str, Any]], bool]] = {
        "own_rules": _own_rules,
        "presets": _preset,
        "season_draws": _draw,
        "settlings": _settling,
        PEOPLE: _times,
    }
    rows_of = {**carried.values, PEOPLE: carried.parts[PEOPLE]}
    for part, judge in judged.items():
        for at, row in enumerate(rows_of[part], start=1):
            try:
                fits = judge(row)
            except WRONG as error:
                raise Refusal(CarriedReason.SENSELESS, part=f"{part}.json", row=at) from error
            if not fits:
                raise Refusal(CarriedReason.SENSELESS, part=f"{part}.json", row=at)


def _own_rules(row: Mapping[str, Any]) -> bool:
    rules = RuleSet.from_json(row["ruleset"])
    return bool(rules.id == row["slug"] and rules.version == row["version"])


def _preset(row: Mapping[str, Any]) -> bool:
    return row["accounting"] in KINDS and row["language"] in LANGUAGES


def _settling(row: Mapping[str, Any]) -> bool:
    return row["season_id"] is not None


def _times(row: Mapping[str, Any]) -> bool:
    for key in row.get(OWN_OF_MEMBER, {}):
        UUID(key)
    since, left_on = people.times_of(row).values()
    return since is None or left_on is None or since <= left_on


def _draw(row: Mapping[str, Any]) -> bool:
    return all(FEWEST <= len(table) <= MOST for evening in row["evenings"] for table in evening)
