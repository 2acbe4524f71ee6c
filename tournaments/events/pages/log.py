"""The journal of an event in words: when, what, who, why, and where it is seen."""

import datetime as dt
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Final
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import RuleSet
from tournaments.book.actors import TAKEN, USER, said_name
from tournaments.book.verbs import AT_DEAL, VERBS, Verb
from tournaments.corrections.pages.corrected import place_of, version_words
from tournaments.events.queries.log import CHANGED, ENTERED, Deed, EventLog
from tournaments.models import (
    Correction,
    Event,
    Flag,
    Protest,
    Table,
    TableEntry,
    TrayItem,
)
from tournaments.review.domain.verification import block_from
from tournaments.review.pages.rounds import noted_by, who
from tournaments.words.bonuses import bonus_reason
from tournaments.words.figures import in_runs, kroner, per_point, short

OF_REVISIONS: Final[Mapping[str, Verb]] = {
    ENTERED: Verb(gettext_lazy("Entered: deals %(deals)s."), "account"),
    CHANGED: Verb(gettext_lazy("Deal %(deals)s was entered again: %(was)s → %(now)s."), "account"),
}
OTHER: Final = Verb(gettext_lazy("Something else was done: %(verb)s."), "event")
"""A deed that another version of the program has noted."""
KNOWN: Final[Mapping[str, Verb]] = {**VERBS, **OF_REVISIONS}
OF_A_TABLE: Final = frozenset(
    {"table", "account", "which-line", "second", "recap", "entries", "photos"}
)
"""Pages of a table; where the table is no more, the event is shown."""
PLAYERS: Final = ("player", "other")
"""Facts that are numbers of participants."""
AFTER_PLACE: Final = {"name": ": ", "minutes": ": ", "after": " ", "kind": " "}
"""Facts before which a table is named that is no more, and what stands between."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeedLine:
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


def lines(event: Event, journal: EventLog) -> list[DeedLine]:
    """Return the journal in words, the newest first."""
    ruleset = RuleSet.from_json(event.ruleset)
    return [_Told(event, journal, deed, ruleset).line() for deed in reversed(journal.deeds)]


@dataclass(frozen=True, slots=True)
class _Told:
    event: Event
    journal: EventLog
    deed: Deed
    ruleset: RuleSet

    def line(self) -> DeedLine:
        deed = self.deed
        return DeedLine(
            at=deed.at,
            since=deed.since if deed.since and _minute(deed.since) != _minute(deed.at) else None,
            where=_where(deed),
            says=str(self._verb.says) % self._facts(),
            who=self._who(),
            why=_why(deed),
            address=self._address(),
        )

    @property
    def _verb(self) -> Verb:
        return KNOWN.get(self.deed.verb, OTHER)

    def _facts(self) -> Mapping[str, Any]:
        deed = self.deed
        words = {name: "" if fact is None else str(fact) for name, fact in deed.facts.items()}
        if isinstance(minutes := deed.facts.get("minutes"), int):
            words["minutes"] = f"{minutes:+d}"
        if deed.verb == TAKEN:
            words["name"] = said_name(words["name"])
        words |= self._amounts()
        if isinstance(deed.about, Flag):
            words["kind"] = deed.about.says
        if deed.table is None and deed.facts.get("table"):
            place = "/".join(words[each] for each in AT_DEAL if each in words)
            for name in AFTER_PLACE.keys() & words.keys():
                words[name] = f"{place}{AFTER_PLACE[name]}{words[name]}"
        return words | {
            "verb": deed.verb,
            "names": self._names(),
            "reader": self._reader(),
            "block": self._block(),
            "deals": in_runs(deed.deals),
            "was": self._record(deed.was),
            "now": self._record(deed.now),
        }

    def _amounts(self) -> Mapping[str, str]:
        """Return the facts that are kroner; what cannot be read stays as it was noted."""
        facts, words = self.deed.facts, {}
        with suppress(InvalidOperation):
            if "unit" in facts:
                words["unit"] = per_point(Decimal(str(facts["unit"] or 0)))
            if "each" in facts:
                words["each"] = kroner(Decimal(str(facts["each"])), oere=self.event.has_oere)
        return words

    def _names(self) -> str:
        known, facts = self.journal.players, self.deed.facts
        numbers = [facts[each] for each in PLAYERS if each in facts]
        return _(" and ").join(short(known[each]) for each in numbers if each in known)

    def _reader(self) -> str:
        """Return who read the sheet against, for the beginning of a sentence."""
        seat, last = self.deed.facts.get("seat"), self.deed.facts.get("last")
        names = self._sitters(last if isinstance(last, int) else 0)
        if isinstance(seat, int) and 0 <= seat < len(names):
            return short(names[seat])
        return _("A player")

    def _block(self) -> str:
        """Return the deals that were confirmed together; as it was noted where that is no deal."""
        last = self.deed.facts.get("last")
        return in_runs(range(block_from(last), last + 1)) if isinstance(last, int) else str(last)

    def _record(self, record: Mapping[str, Any] | None) -> str:
        names = self._sitters(self.deed.deals[0] if self.deed.deals else 0)
        return version_words(record, "", names, ruleset=self.ruleset)

    def _sitters(self, deal: int) -> tuple[str, ...]:
        """Return who plays a deal at the table, by seat; 0: the whole round."""
        table = self.deed.table
        names = self.journal.seats.get(table.pk) if table else None
        return names.at(deal) if names else ()

    def _who(self) -> str:
        deed, people = self.deed, self.journal.people
        device = self.journal.called(deed)
        player = deed.about.participant if isinstance(deed.about, Protest) else None
        if player is not None and deed.verb in {"protest.made", "protest.added"}:
            director = people.get(deed.actor) if deed.actor.startswith(USER) else None
            return noted_by(player.name, director)
        return who(deed.actor, {**people, deed.actor: device} if device else people)

    def _address(self) -> str:
        deed, page = self.deed, self._verb.page
        if page == "correction" and isinstance(deed.about, Correction):
            return reverse("tournaments:correction", args=[deed.about.pk])
        if page == "money":
            return reverse("tournaments:money", args=["event", self.event.pk])
        if page in OF_A_TABLE or page == "round-checks":
            return _of_table(page, deed.table) or reverse("tournaments:event", args=[self.event.pk])
        known = "corrections" if page == "correction" else page
        return reverse(f"tournaments:{known}", args=[self.event.pk])


def _minute(at: dt.datetime) -> dt.datetime:
    """Return a moment as the journal shows it."""
    return at.replace(second=0, microsecond=0)


def _of_table(page: str, table: Table | None) -> str:
    if table is None or table.round.replaced_at:
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
        return place_of(deed.table, deed.deals[0])
    return _("Round %(round)d, table %(table)d") % facts


def _why(deed: Deed) -> str:
    """Return what whoever did it had to say."""
    match deed.about:
        case Protest() as protest:
            return protest.answer if deed.verb == "protest.answered" else protest.words
        case Flag() as flag:
            return flag.reason if deed.verb == "flag.cleared" else flag.words
        case TableEntry() as entry:
            return entry.withdrawn_reason if deed.verb == "entry.withdrawn" else entry.reason
        case TrayItem() as item:
            return "" if deed.verb == "tray.received" else item.reason
        case Correction() as decided:
            return decided.reason
        case _:
            said = str(deed.facts.get("reason") or "")
            return bonus_reason(said) if deed.verb.startswith("bonus.") else said
