"""What a paper of an event is about, read as the rows say it, to tell whether it has changed.

No paper is built for this: that takes a hundred times as long. What a kind of paper shows is
said in ``papers.content``; a test changes each thing and holds that no change is missed.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable
from enum import Enum, auto, unique
from functools import cached_property
from typing import Any, Final, TypeVar
from uuid import UUID

from django.db.models import Count, F, Model, Q, QuerySet

from lhombre_club.members.models import Answer, Attendance, Membership
from tournaments.models import (
    EntryLink,
    EveningPrize,
    Event,
    Match,
    Participant,
    Payment,
    Revision,
    Round,
    Seat,
    Settling,
    SideBonus,
    Table,
    TableEntry,
)
from tournaments.review.domain.rounds import has_use_for_codes


@unique
class Contents(Enum):
    """What a paper shows beside the event itself, its rules and its folders."""

    DRAW = auto()
    """From what, for how many rounds and at which tables the event is drawn; lots decide places."""
    PLAYERS = auto()
    """Who plays; on the paper of a round those who play in it."""
    NAMES = auto()
    """What everybody is called who plays, or plays for another."""
    TABLES = auto()
    """Which tables there are."""
    SEATS = auto()
    """Who sits where; on the paper of a round or a table there only."""
    CODES = auto()
    """The codes that open the tables' entry pages."""
    LASTING_CODES = auto()
    """The same on what nobody is to write on: such a code may have expired."""
    RESULTS = auto()
    """What was entered."""
    ROUNDS = auto()
    """Whether each round is provisional, or closed, and whether the event was broken off."""
    MONEY = auto()
    """Settlings, the season's as well, payments and side bonuses."""
    PAYMENTS = auto()
    """What is paid of the event itself; where nothing is, what says why."""
    PRIZES = auto()
    """Who got which prize of the evening, in money or in kind."""
    MATCHES = auto()
    """Who meets whom, in rounds that are not released too."""
    MEMBERS = auto()
    """The club's members, with telephone and e-mail."""
    ATTENDANCE = auto()


EVERYTHING: Final = frozenset(Contents)
UNSEEN: Final = frozenset(
    {
        "abandoned",
        "archived_at",
        "created_at",
        "epoch",
        "protest_minutes",
        "provisional_by_itself",
        "ruleset",
        "season_id",
        "since_draw",
        "version",
    }
)
"""Fields of an event that no paper shows, or one of these parts; the rule set has its digest."""
OF_DRAW: Final = ("planned_rounds", "seed", "tables_of")
"""Fields of an event that ``Contents.DRAW`` is."""
OF_SEAT: Final = (
    *("round__number", "round__date", "table__number", "table__first_dealer"),
    *("seat", "participant", "participant__name", "substitute_name", "substitute_from"),
    *("substitute__first_name", "substitute__last_name"),
)
ROUND, TABLE, HELPER = map(OF_SEAT.index, ("round__number", "table__number", "substitute_name"))
FOLDERS: Final = (
    "folders",
    "first",
    "together",
    "step",
    "reshuffled_after",
    "round_deals",
    "copies",
    "from_round",
    "before",
)

Row = tuple[Any, ...]
Tables = dict[tuple[str, str], list[Row]]
"""Rows by the keys of their round and table."""
AnyModel = TypeVar("AnyModel", bound=Model)


class Content:
    """The rows of one event, each read once, however many papers ask for them."""

    def __init__(self, event: UUID, *, codes_of: dt.datetime, tables: Collection[str] = ()) -> None:
        """With ``tables`` seats, codes and results are read of these alone.

        Codes that have ended are those that had at ``codes_of``.
        """
        self._event = event
        self._codes_of = codes_of
        self._alone = tables

    def of(
        self, shown: Collection[Contents], *, round_: str | None = None, table: str | None = None
    ) -> list[Any]:
        """Return all that a paper shows, of one round or one table where that is what it is of."""
        found: list[Any] = [self._own]
        for each in sorted(shown, key=lambda each: each.value):
            rows = getattr(self, f"_{each.name.lower()}")
            if each is Contents.PLAYERS and round_ is not None:
                rows = self._players_of(round_)
            by_table = isinstance(rows, dict)
            found.append(_of(rows, round_=round_, table=table) if by_table else rows)
        return found

    def uses_code(self, table: str | None) -> bool:
        """Return whether the code of a table is of any use now."""
        return table in self._with_use

    @cached_property
    def _with_use(self) -> frozenset[str]:
        rows = self._at(Table.objects.filter(round__event=self._event), "pk")
        tables = list(rows.select_related("round__event").defer("round__event__ruleset"))
        rounds = {table.round_id: table.round for table in tables}
        on = {pk for pk, round_ in rounds.items() if has_use_for_codes(round_)}
        return frozenset(str(table.pk) for table in tables if table.round_id in on)

    @cached_property
    def _own(self) -> Row:
        """The event, its club and its folders."""
        return self._event_row[len(OF_DRAW) :]

    @cached_property
    def _draw(self) -> Row:
        return self._event_row[: len(OF_DRAW)]

    @cached_property
    def _event_row(self) -> Row:
        fields = [field.attname for field in Event._meta.concrete_fields]  # noqa: SLF001
        seen = [name for name in fields if name not in UNSEEN.union(OF_DRAW)]
        others = ("club__name", "club__words", *(f"folder_plan__{name}" for name in FOLDERS))
        rows = Event.objects.filter(pk=self._event).values_list(*OF_DRAW, *seen, *others)
        return rows.first() or ()

    @cached_property
    def _everybody(self) -> list[Participant]:
        rows = Participant.objects.filter(event=self._event).select_related("team")
        return list(rows.order_by("number"))

    @cached_property
    def _players(self) -> list[Row]:
        return [(*_told(one), one.from_round, one.to_round) for one in self._everybody]

    def _players_of(self, round_: str) -> list[Row]:
        numbers = (rows[0][ROUND] for (key, _table), rows in self._seats.items() if key == round_)
        number = next(numbers, 0)
        return [_told(one) for one in self._everybody if one.plays_in(number)]

    @cached_property
    def _names(self) -> list[str]:
        helpers = {row[HELPER] for rows in self._seats.values() for row in rows}
        return [*(one.name for one in self._everybody if one.plays), *sorted(helpers)]

    @cached_property
    def _tables(self) -> Tables:
        return {key: [(rows[0][TABLE],)] for key, rows in self._seats.items()}

    @cached_property
    def _seats(self) -> Tables:
        rows = self._at(Seat.objects.filter(round__event=self._event), "table")
        shown = rows.filter(round__state__in=Round.SHOWN).order_by("table__number", "seat")
        return _by_table(shown, OF_SEAT)

    @cached_property
    def _codes(self) -> Tables:
        """Codes that no longer open anything; a new one is made when the paper is."""
        return self._links(Q(revoked_at__lte=self._codes_of) | Q(expires_at__lte=self._codes_of))

    @cached_property
    def _lasting_codes(self) -> Tables:
        """Codes that were revoked; one that has only expired does not change."""
        return self._links(Q(revoked_at__lte=self._codes_of))

    def _links(self, dead: Q) -> Tables:
        rows = self._at(EntryLink.objects.filter(dead, table__round__event=self._event), "table")
        return _by_table(rows.order_by("created_at"), ("pk",))

    @cached_property
    def _results(self) -> Tables:
        """How many versions and decisions there are: none of them is ever changed or deleted."""
        of_event = {"table__round__event": self._event}
        entered = self._at(Revision.objects.filter(**of_event), "table")
        decided = self._at(TableEntry.objects.filter(**of_event), "table")
        found: Tables = defaultdict(list)
        for rows in (
            _counted(entered, Count("pk")),
            _counted(decided, Count("pk")),
            _counted(decided, Count("withdrawn_at")),
        ):
            for key, rows_of_table in rows.items():
                found[key].extend(rows_of_table)
        return found

    @cached_property
    def _rounds(self) -> list[Row]:
        rows = Round.objects.filter(event=self._event).order_by("number")
        return list(rows.values_list("number", "state", "event__abandoned"))

    @cached_property
    def _money(self) -> list[Row]:
        own = Q(event=self._event) | Q(season__events=self._event)
        settled = Settling.objects.filter(own).order_by("created_at")
        bonuses = SideBonus.objects.filter(event=self._event).order_by("created_at")
        return [
            *bonuses.values_list("pk", "withdrawn_at"),
            *settled.values_list("pk", "season__name"),
            *self._paid,
        ]

    @cached_property
    def _paid(self) -> list[Row]:
        rows = Payment.objects.filter(settling__event=self._event).order_by("pk")
        names = ("payer_name", "payee_name")
        return list(rows.values_list("reference", *names, "amount", "paid_at"))

    @cached_property
    def _payments(self) -> list[Any]:
        return self._paid or [*self._money, *sorted(self._results.items())]

    @cached_property
    def _prizes(self) -> list[Row]:
        rows = EveningPrize.objects.filter(event=self._event, voucher__voided=None)
        return list(rows.order_by("pk").values_list("place", "name", "amount", "kind"))

    @cached_property
    def _matches(self) -> list[Row]:
        rows = Match.objects.filter(round__event=self._event)
        ordered = rows.order_by("round__number", "number", "tables__number")
        return list(
            ordered.values_list("round__number", "round__date", "home", "away", "tables__number")
        )

    @cached_property
    def _members(self) -> list[Row]:
        rows = Membership.objects.filter(club__events=self._event).order_by("pk")
        names = ("first_name", "last_name", "phone", "email")
        ways = ("number", "status", "left_on", *(f"person__{name}" for name in names))
        return list(rows.values_list(*ways))

    @cached_property
    def _attendance(self) -> list[Row]:
        here = Attendance.objects.filter(club__events=self._event, date=F("club__events__date"))
        said = Answer.objects.filter(club__events=self._event, date=F("club__events__date"))
        return [
            *here.order_by("person").values_list("person", "state"),
            *said.order_by("person").values_list("person", "said"),
        ]

    def _at(self, rows: QuerySet[AnyModel], table: str) -> QuerySet[AnyModel]:
        return rows.filter(**{f"{table}__in": self._alone}) if self._alone else rows


def _told(player: Participant) -> Row:
    """Return what a paper can tell of somebody, but for the rounds in which that one plays."""
    own, team = (player.pk, player.number, player.name, player.place_in_team), player.team
    return (*own, *((team.number, team.name, team.division, team.handicap) if team else ()))


def _by_table(rows: QuerySet[Any], *fields: Iterable[str]) -> Tables:
    """Return rows by their round and table."""
    found: Tables = defaultdict(list)
    names = [name for each in fields for name in each]
    for round_, table, *values in rows.values_list("table__round", "table", *names):
        found[str(round_), str(table)].append(tuple(values))
    return found


def _counted(rows: QuerySet[Any], count: Count) -> Tables:
    keys = rows.order_by().values("table__round", "table").annotate(count=count)
    found: Tables = defaultdict(list)
    for round_, table, number in keys.values_list("table__round", "table", "count"):
        found[str(round_), str(table)].append((number,))
    return found


def _of(rows: Tables, *, round_: str | None, table: str | None) -> list[Any]:
    """Return the rows of one table, of one round, or all, in an order that does not change."""
    return [
        (key, values)
        for key, values in sorted(rows.items())
        if round_ in {None, key[0]} and table in {None, key[1]}
    ]
