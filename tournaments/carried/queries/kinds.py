"""Which rows a file holds, part by part; what every model of the program is to it.

A row is written by the names of its columns. A key of another row stands under the name of what it
leads to, and says which part that is in; keys that only this database knows are left out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from django.db.models import Field, Model, Q, QuerySet

from lhombre_club.members.models import (
    Answer,
    Attendance,
    Club,
    ListTaken,
    MemberNote,
    OwnField,
    PastMembership,
    SeatingWish,
    UnionFigures,
)
from tournaments import models
from tournaments.carried.queries.shapes import SHAPES
from tournaments.carried.queries.terms import ID, Schema, Term, term

PEOPLE: Final = "people"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a part."""

    name: str
    attname: str
    """Under which the row keeps it."""
    term: Term
    refers: str = ""
    """The part in which the row is that it leads to; empty: to none."""
    may_miss: bool = False
    """A file of an older program may not have it: it then is as usual."""
    usual: Callable[[], Any] = lambda: None
    """What stands there then."""


@dataclass(frozen=True)
class Kind:
    """A part: the rows of one model."""

    name: str
    model: Any
    ways: tuple[str, ...]
    """From a row to what the file is about; more than one: by any of them.

    A column that is the first of them is not written: the file is about one.
    """
    but: frozenset[str] = frozenset()
    """Columns that are not written."""
    many: str = ""
    """A column that leads to many participants."""
    natural: tuple[str, ...] = ()
    """What a club has once, whatever its key."""
    order: tuple[str, ...] = field(default=("pk",))

    def rows(self, owner: Model) -> QuerySet[Any]:
        """Return the rows of an event or a club, those too that no page shows any more."""
        own = Q()
        for way in self.ways:
            own |= Q(**{way: owner.pk})
        return self.model._base_manager.filter(own).order_by(*self.order)  # type: ignore[no-any-return]  # noqa: SLF001

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns as they are written, in the order of the model."""
        return tuple(self._columns())

    @cached_property
    def has_key(self) -> bool:
        """Whether its rows have a key that holds anywhere."""
        return any(each.name == "id" for each in self.columns)

    def _columns(self) -> Iterator[Column]:
        shapes = SHAPES.get(self.name, {})
        for each in self.model._meta.concrete_fields:  # noqa: SLF001 -- documented
            if each.name in self.but | {self.ways[0]} or each.get_internal_type() == "BigAutoField":
                continue
            yield Column(
                each.name,
                each.attname,
                term(each, shapes.get(each.name)),
                _part_of(each),
                may_miss=not each.primary_key and (each.has_default() or each.null),
                usual=each.get_default,
            )


def _part_of(field: "Field[Any, Any]") -> str:
    """Return the part in which what a column leads to stands."""
    if field.related_model is None:
        return ""
    model: Any = field.related_model
    return PARTS_OF[model._meta.object_name]  # noqa: SLF001 -- documented


PARTS_OF: Final = {
    "Person": PEOPLE,
    "Season": "seasons",
    "Event": "events",
    "Team": "teams",
    "Participant": "participants",
    "Round": "rounds",
    "Match": "matches",
    "Table": "tables",
    "Correction": "corrections",
    "Settling": "settlings",
    "SeasonDraw": "season_draws",
    "PastEvening": "past_evenings",
    "CashAccount": "cash_accounts",
    "Voucher": "vouchers",
    "HalfSeason": "half_seasons",
}
AT_TABLE: Final = ("table__round__event",)
ITS_SEASON: Final = Kind(
    "seasons",
    models.Season,
    ("events",),
    but=frozenset({"champion", "champion_name", "champion_why", "club"}),
    natural=("name",),
)
"""The season of an event: none, or one."""
EVENT: Final = Kind("event", models.Event, ("pk",), but=frozenset({"club", "epoch"}))
"""The event itself: one row."""
OF_EVENT: Final = (
    Kind("teams", models.Team, ("event",)),
    Kind("participants", models.Participant, ("event",), order=("number", "pk")),
    Kind("wishes", models.Wish, ("event",)),
    Kind("league", models.League, ("event",)),
    Kind("folders", models.FolderPlan, ("event",)),
    Kind("rounds", models.Round, ("event",), order=("number", "pk")),
    Kind("matches", models.Match, ("round__event",), order=("round__number", "number", "pk")),
    Kind("tables", models.Table, ("round__event",), order=("round__number", "number", "pk")),
    Kind("seats", models.Seat, ("round__event",), order=("table_id", "seat")),
    Kind("corrections", models.Correction, ("event",), order=("created_at", "pk")),
    Kind("results", models.Revision, AT_TABLE, order=("table_id", "deal", "number")),
    Kind("entries", models.TableEntry, AT_TABLE, order=("created_at", "pk")),
    Kind("side_bonuses", models.SideBonus, ("event",), many="payers", order=("created_at", "pk")),
    Kind("stated_totals", models.StatedTotal, AT_TABLE, order=("table_id", "deal")),
    Kind("second_entries", models.SecondEntry, AT_TABLE, order=("table_id", "deal")),
    Kind("confirmations", models.Confirmation, AT_TABLE, order=("table_id", "deal")),
    Kind("flags", models.Flag, AT_TABLE, order=("created_at", "pk")),
    Kind("protests", models.Protest, AT_TABLE, order=("created_at", "pk")),
    Kind("tray", models.TrayItem, ("event",), order=("received_at", "pk")),
    Kind("photos", models.SheetPhoto, ("event",), order=("created_at", "pk")),
    Kind(
        "settlings",
        models.Settling,
        ("event", "table__round__event"),
        but=frozenset({"season"}),
        order=("created_at", "pk"),
    ),
    Kind("payments", models.Payment, ("settling__event", "settling__table__round__event")),
    Kind("screen", models.Screen, ("event",)),
    Kind("deeds", models.Activity, ("event",), order=("at", "pk")),
    Kind("seals", models.Seal, ("event",), order=("number",)),
)
"""In this order they are stored: what a row leads to comes before it, or in the same deed."""
_OF_CLUB: Final = (
    Kind("seasons", models.Season, ("club",), natural=("name",), order=("name", "pk")),
    Kind("season_draws", models.SeasonDraw, ("season__club",), natural=("season",)),
    Kind(
        "season_places",
        models.SeasonPlace,
        ("draw__season__club",),
        natural=("draw", "number"),
        order=("draw_id", "number"),
    ),
    Kind(
        "past_evenings",
        models.PastEvening,
        ("season__club",),
        natural=("season", "date", "name"),
        order=("date", "name", "pk"),
    ),
    Kind(
        "past_results",
        models.PastResult,
        ("evening__season__club",),
        natural=("evening", "person", "name"),
        order=("evening_id", "pk"),
    ),
    Kind(
        "drawn_evenings",
        models.DrawnEvening,
        ("draw__season__club",),
        natural=("draw", "number"),
        order=("draw_id", "number"),
    ),
    Kind(
        "settlings",
        models.Settling,
        ("season__club",),
        but=frozenset({"table"}),
        order=("created_at", "pk"),
    ),
    Kind("payments", models.Payment, ("settling__season__club",)),
    Kind("presets", models.ClubPreset, ("club",), natural=("name",), order=("place", "name")),
    Kind("own_rules", models.OwnRules, ("club",), natural=("slug", "version")),
    Kind("honours", models.Honour, ("club",), natural=("year", "title", "name")),
    Kind("calendar", models.PlannedEvening, ("club",), natural=("date", "name")),
    Kind("penalty_reasons", models.PenaltyReason, ("club",), natural=("text",)),
    Kind("deleted_events", models.DeletedEvent, ("club",)),
    Kind("seating_wishes", SeatingWish, ("club",), natural=("one", "other")),
    Kind(
        "past_memberships",
        PastMembership,
        ("club",),
        natural=("person", "until"),
        order=("until", "pk"),
    ),
    Kind("union_figures", UnionFigures, ("club",), natural=("club",)),
    Kind("own_fields", OwnField, ("club",), natural=("label",), order=("made_at", "pk")),
    Kind("member_notes", MemberNote, ("club",), order=("until", "pk")),
    Kind("attendance", Attendance, ("club",), natural=("person", "date"), order=("date", "pk")),
    Kind("answers", Answer, ("club",), natural=("person", "date"), order=("date", "pk")),
    Kind("lists_taken", ListTaken, ("club",), order=("at", "pk")),
)
OF_CASH: Final = (
    Kind("cash_accounts", models.CashAccount, ("club",), natural=("key",), order=("place", "pk")),
    Kind("vouchers", models.Voucher, ("club",), order=("year", "number")),
    Kind(
        "cash_postings",
        models.CashPosting,
        ("voucher__club",),
        order=("voucher__year", "voucher__number", "number"),
    ),
    Kind("voided_vouchers", models.VoidedVoucher, ("by__club",)),
    Kind("cash_receipts", models.Receipt, ("club",), order=("year", "number")),
    Kind("half_seasons", models.HalfSeason, ("club",), natural=("name",)),
    Kind("dues_rates", models.DuesRate, ("half__club",), natural=("half", "status")),
    Kind("waivers", models.Waiver, ("half__club",), natural=("half", "person")),
    Kind("dues_payments", models.DuesPayment, ("half__club",)),
    Kind("cash_years", models.YearState, ("club",), order=("year", "number")),
    Kind("cash_counts", models.CashCount, ("club",), order=("at", "pk")),
    Kind("statement_lines", models.StatementLine, ("club",), natural=("digest",)),
    Kind("evening_pools", models.EveningPool, ("club",)),
    Kind("evening_prizes", models.EveningPrize, ("club",)),
)
"""A club's own money. Two books of one club that both went on are not made one: it is refused."""
OF_CLUB: Final = (*_OF_CLUB, *OF_CASH)
CLUB: Final = Kind("club", Club, ("pk",), but=frozenset({"created_at"}))
LEFT_OUT: Final[Mapping[str, str]] = {
    "BarredDevice": "devices are of the computer that they came to",
    "TableLease": "devices are of the computer that they came to",
    "EntryLink": "its secret opens a table of this computer",
    "Counted": "worked out from the results, and again where they are taken in",
    "CountedGames": "worked out from the results",
    "CountedMeeting": "worked out from the results",
    "CountedPair": "worked out from the results",
    "CountedPlayer": "worked out from the results",
    "Rating": "worked out from the results",
    "Forgotten": "a file that was made before is not taken in where it is known",
    "ClubWriter": "the part of writers names those who are named by a row",
    "Merge": "it is undone where it was done",
    "Letter": "a letter goes from the computer on which it was written, and not from two",
    "KeptFor": "how long the club of this computer keeps what, a director of it has chosen",
}
"""The models of an event that no file holds, each with the reason."""


def schema_of_row(kind: Kind) -> Schema:
    """Return the JSON Schema of a row of a part."""
    properties: dict[str, Schema] = {each.name: each.term.schema for each in kind.columns}
    if kind.many:
        properties[kind.many] = {"type": "array", "items": ID, "maxItems": 10_000}
    required = [each.name for each in kind.columns if not each.may_miss]
    required += [kind.many] if kind.many else []
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def said(kind: Kind, rows: QuerySet[Any]) -> Iterator[Mapping[str, Any]]:
    """Yield each row as JSON, by the names of its columns."""
    names = [each.attname for each in kind.columns]
    payers = _payers(kind, rows) if kind.many else {}
    for pk, *values in rows.values_list("pk", *names).iterator(chunk_size=2000):
        told = {
            each.name: each.term.said(value)
            for each, value in zip(kind.columns, values, strict=True)
        }
        yield {**told, kind.many: payers.get(pk, [])} if kind.many else told


def _payers(kind: Kind, rows: QuerySet[Any]) -> Mapping[Any, Sequence[str]]:
    found: dict[Any, list[str]] = {}
    through = rows.exclude(**{kind.many: None}).order_by("pk", f"{kind.many}__pk")
    for pk, other in through.values_list("pk", kind.many):
        found.setdefault(pk, []).append(str(other))
    return found
