"""The journal of an event in words: when, what, who, why, and where it is seen."""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.domain.accounts import names_at
from tournaments.domain.queries.journal import Deed, Journal
from tournaments.interfaces.effects import record_words
from tournaments.interfaces.journal_words import OF_A_TABLE, OTHER, WORDS, Word
from tournaments.interfaces.paper_words import short
from tournaments.interfaces.rounds import who
from tournaments.models import (
    Correction,
    Event,
    Flag,
    Protest,
    Revision,
    Table,
    TableEntry,
    TrayItem,
)

NUMBER = re.compile(r"\d+")
IN_A_ROUND = re.compile(r"(?P<round>\d+)(?:: (?P<why>.*))?$")
A_MINUTE = dt.timedelta(minutes=1)
BY_NUMBER = ("participant.", "players.", "wish.", "seat.", "strength.")
"""Verbs whose subject names participants by their numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One deed in words."""

    at: dt.datetime
    since: dt.datetime | None
    """Of deals that were entered one after the other: when the first was."""
    where: str
    """Empty: the whole event."""
    says: str
    who: str
    why: str
    """In the words of whoever did it; empty: nothing had to be said."""
    address: str


def lines(event: Event, journal: Journal) -> list[Line]:
    """Return the journal in words, the newest first."""
    return [_Told(event, journal, deed).line() for deed in reversed(journal.deeds)]


@dataclass(frozen=True, slots=True)
class Corrected:
    """One deal of a correction, before and after."""

    where: str
    was: str
    now: str
    address: str


def corrected(correction: Correction) -> list[Corrected]:
    """Return the deals that a correction changed, in words."""
    made = correction.revisions.select_related("table__round").order_by("table", "deal")
    tables = {line.table for line in made}
    stood = {
        (each.table_id, each.deal, each.number): each
        for each in Revision.objects.filter(table__in=tables)
    }
    names = {table.pk: names_at(table) for table in tables}
    return [
        Corrected(
            where=_deal(line.table, line.deal),
            was=_version(stood.get((line.table_id, line.deal, line.number - 1)), names),
            now=_version(line, names),
            address=reverse("tournaments:account", args=[line.table_id]),
        )
        for line in made
    ]


def _version(line: Revision | None, names: Mapping[UUID, Sequence[str]]) -> str:
    return (
        _result(line.record, line.ruling, names[line.table_id]) if line else _result(None, "", ())
    )


def _result(record: Mapping[str, Any] | None, ruling: str, names: Sequence[str]) -> str:
    if record and names:
        return record_words(record, names)
    return str(Revision.Ruling(ruling).label) if ruling else _("no result")


@dataclass(frozen=True, slots=True)
class _Told:
    event: Event
    journal: Journal
    deed: Deed

    def line(self) -> Line:
        deed = self.deed
        return Line(
            at=deed.at,
            since=deed.since if deed.since and deed.at - deed.since >= A_MINUTE else None,
            where=_where(deed),
            says=str(self._word.says) % self._facts(),
            who=self._who(),
            why=_why(deed),
            address=self._address(),
        )

    @property
    def _word(self) -> Word:
        return WORDS.get(self.deed.verb, OTHER)

    def _facts(self) -> Mapping[str, Any]:
        deed = self.deed
        numbers = [int(number) for number in NUMBER.findall(deed.subject)]
        return {
            "verb": deed.verb,
            "said": deed.subject,
            "round": deed.subject.partition(":")[0],
            "last": str(numbers[-1]) if numbers else "",
            "names": self._names(numbers) if deed.verb.startswith(BY_NUMBER) else "",
            "deals": _runs(deed.deals),
            "kind": deed.about.get_kind_display() if isinstance(deed.about, Flag) else deed.subject,
            "was": self._record(deed.was),
            "now": self._record(deed.now),
        }

    def _names(self, numbers: Sequence[int]) -> str:
        """Return the players of a subject such as ``7 after 1`` or ``2: 7, 9``."""
        swap = self.deed.verb == "players.swapped"
        told = numbers[1:] if swap else numbers[:2] if "," in self.deed.subject else numbers[:1]
        if self.deed.verb == "seat.kept":
            told = numbers[:1]
        known = self.journal.players
        return _(" and ").join(short(known[each]) for each in told if each in known)

    def _record(self, record: Mapping[str, Any] | None) -> str:
        table = self.deed.table
        return _result(record, "", self.journal.seats.get(table.pk, ()) if table else ())

    def _who(self) -> str:
        deed = self.deed
        player = deed.about.participant if isinstance(deed.about, Protest) else None
        if player is not None and deed.verb == "protest.made":
            return player.name
        return who(deed.actor, self.journal.people)

    def _address(self) -> str:
        deed, page = self.deed, self._word.page
        if page == "correction" and isinstance(deed.about, Correction):
            return reverse("tournaments:correction", args=[deed.about.pk])
        if page == "money":
            return reverse("tournaments:money", args=["event", self.event.pk])
        if page in OF_A_TABLE or page == "round-checks":
            return _of_table(page, deed.table) or reverse("tournaments:event", args=[self.event.pk])
        known = "corrections" if page == "correction" else page
        return reverse(f"tournaments:{known}", args=[self.event.pk])


def _of_table(page: str, table: Table | None) -> str:
    if table is None:
        return ""
    key: UUID = table.round_id if page == "round-checks" else table.pk
    return reverse(f"tournaments:{page}", args=[key])


def _where(deed: Deed) -> str:
    """Return such as: Round 1, table 3, deal 7."""
    if isinstance(deed.about, TrayItem):
        item = deed.about
        facts = {"round": item.round_number, "table": item.table_number, "deal": item.deal}
        return _("Round %(round)d, table %(table)d, deal %(deal)d") % facts
    if deed.table is None:
        return ""
    facts = {"round": deed.table.round.number, "table": deed.table.number}
    if len(deed.deals) == 1 and deed.since is None and not deed.was and not deed.now:
        return _deal(deed.table, deed.deals[0])
    return _("Round %(round)d, table %(table)d") % facts


def _deal(table: Table, deal: int) -> str:
    facts = {"round": table.round.number, "table": table.number, "deal": deal}
    return _("Round %(round)d, table %(table)d, deal %(deal)d") % facts


def _why(deed: Deed) -> str:
    """Return what whoever did it had to say."""
    match deed.about:
        case Protest() as protest:
            return protest.answer if deed.verb == "protest.answered" else protest.words
        case Flag() as flag:
            return flag.reason if deed.verb == "flag.cleared" else flag.words
        case TableEntry() as entry:
            return entry.withdrawn_reason if deed.verb == "entry.withdrawn" else entry.reason
        case Correction() | TrayItem() as decided:
            return decided.reason
        case _:
            return _said(deed)


def _said(deed: Deed) -> str:
    """Return the reason that stands in the log itself."""
    if deed.verb == "round.reopened" and (found := IN_A_ROUND.match(deed.subject)):
        return found["why"] or ""
    return deed.subject if deed.was or deed.now else ""


def _runs(deals: Sequence[int]) -> str:
    """Return deals as one writes them: 1–10, 12."""
    ends = [0, *(place for place, (a, b) in enumerate(pairwise(deals), 1) if b != a + 1)]
    parts = [deals[start:end] for start, end in pairwise([*ends, len(deals)]) if deals]
    return ", ".join(f"{part[0]}–{part[-1]}" if len(part) > 1 else str(part[0]) for part in parts)
