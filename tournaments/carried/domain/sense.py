"""What no schema can say of an event: rules that there are, results by them, chairs at tables.

What is settled is proved elsewhere; here is what a page would otherwise stumble over.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final
from uuid import UUID

from django.conf import settings

from lhombre_club.refusal import Refusal
from rules import RefusedError, RuleSet
from scoring.kind import AccountRules
from scoring.sequence import KINDS, SETTINGS, account_rules
from tournaments.book.accounts import OWN_COLUMNS, Frame
from tournaments.book.changes import Rules
from tournaments.book.verbs import VERBS
from tournaments.carried.reasons import CarriedReason
from tournaments.folders.domain import FolderSet
from tournaments.models import Correction, Event, Round

Values = Mapping[str, Any]
Parts = Mapping[str, Sequence[Values]]
FEWEST: Final = 3
MOST: Final = 5
"""Chairs at a table."""
WRONG: Final = (ValueError, TypeError, KeyError, ArithmeticError, RefusedError)
LANGUAGES: Final = {code for code, _name in settings.LANGUAGES}


def expect_sense(parts: Parts) -> None:
    """Refuse for SENSELESS what is in the file of an event and can be in no event."""
    event = Sense(parts)
    for part, judged in JUDGED.items():
        for at, row in enumerate(parts[part], start=1):
            try:
                fits = judged(event, row)
            except WRONG as error:
                raise Refusal(CarriedReason.SENSELESS, part=f"{part}.json", row=at) from error
            if not fits:
                raise Refusal(CarriedReason.SENSELESS, part=f"{part}.json", row=at)


class Sense:
    """The parts of a file, as they are asked about each other."""

    def __init__(self, parts: Parts) -> None:
        """Ask about ``parts``, which fit their schemas."""
        self.parts = parts
        self.event = parts["event"][0]
        self.rounds = {row["id"]: row for row in parts["rounds"]}
        self.tables = {row["id"]: row for row in parts["tables"]}
        self._next: dict[tuple[UUID, int], int] = defaultdict(lambda: 1)

    @cached_property
    def chairs(self) -> Mapping[UUID, set[int]]:
        """The seats at each table."""
        found: dict[UUID, set[int]] = defaultdict(set)
        for row in self.parts["seats"]:
            found[row["table_id"]].add(row["seat"])
        return found

    def players(self, row: Values) -> int:
        """Return how many sit at the table of a row."""
        return len(self.chairs[row["table_id"]])

    @cached_property
    def by_rules(self) -> Sequence[tuple[RuleSet, AccountRules]]:
        """What it was played by: as it is now, and as it was before each correction."""
        before = [
            Rules.from_json(row["before"][side])
            for row in self.parts["corrections"]
            if row["kind"] == Correction.Kind.RULES
            for side in ("was", "is")
        ]
        own = [(RuleSet.from_json(self.event["ruleset"]), account(self.event))]
        return own + [
            (each.ruleset, account_rules(players=4, accounting=each.accounting, **each.settings))
            for each in before
        ]

    def can_be_read(self, row: Values) -> bool:
        """Whether a record is a result by any of the rules that the event had."""
        return row["record"] is None or any(
            self._is_result(ruleset, rules, row) for ruleset, rules in self.by_rules
        )

    def _is_result(self, ruleset: RuleSet, rules: AccountRules, row: Values) -> bool:
        frame = Frame(
            table=row["table_id"],
            ruleset=ruleset,
            digest="",
            rules=rules,
            players=self.players(row),
            deals=0,
            first_dealer=0,
            pairs=self.event["kind"] != Event.Kind.INDIVIDUAL,
        )
        try:
            frame.settle(row["record"])
        except WRONG:
            return False
        return True

    def is_next(self, row: Values) -> bool:
        """Whether a result is the version after the one before it."""
        key = row["table_id"], row["deal"]
        self._next[key] += 1
        return bool(row["number"] == self._next[key] - 1)


def account(event: Values) -> AccountRules:
    """Return how an event keeps its account. Raises ValueError where it cannot."""
    said = event["account_settings"] | {key: event[key] for key in OWN_COLUMNS}
    kept = {key: said.get(key, one.default) for key, one in SETTINGS.items()}
    if strange := event["account_settings"].keys() - SETTINGS.keys():
        raise ValueError(strange)
    return account_rules(players=4, accounting=event["accounting"], **kept)


def _event(_sense: Sense, row: Values) -> bool:
    rules = RuleSet.from_json(row["ruleset"])
    account(row)
    right = rules.digest == row["ruleset_digest"] and row["language"] in LANGUAGES
    return right and KINDS[row["accounting"]].goes_with(rules) and (row["unit"] or 1) > 0


def _table(sense: Sense, row: Values) -> bool:
    chairs = sense.chairs[row["id"]]
    fits = chairs == set(range(len(chairs))) and FEWEST <= len(chairs) <= MOST
    return fits and row["first_dealer"] < len(chairs)


def _seat(sense: Sense, row: Values) -> bool:
    return bool(sense.tables[row["table_id"]]["round_id"] == row["round_id"])


def _result(sense: Sense, row: Values) -> bool:
    return sense.is_next(row) and sense.can_be_read(row)


def _entry(sense: Sense, row: Values) -> bool:
    players = sense.players(row)
    return len(row["amounts"]) == players and (row["seat"] is None or row["seat"] < players)


def _deed(_sense: Sense, row: Values) -> bool:
    return row["verb"] in VERBS and set(VERBS[row["verb"]].facts) <= row["facts"].keys()


def _correction(_sense: Sense, row: Values) -> bool:
    if row["kind"] == Correction.Kind.RULES:
        return all(Rules.from_json(row["before"][side]) for side in ("was", "is"))
    if row["kind"] == Correction.Kind.SEATS:
        chairs = [*row["before"]["was"].items(), *row["before"]["is"].items()]
        return all(
            isinstance(name, str) and _are_keys(chair, who, *([helper] if helper else []))
            for chair, (who, helper, name) in chairs
        )
    return True


def _are_keys(*told: str) -> bool:
    """Raise ValueError where one is none."""
    return [str(UUID(each)) for each in told] == list(told)


def _folders(_sense: Sense, row: Values) -> bool:
    for each in (*row["before"], row):
        FolderSet.before(each).settings.rules(1)
    return True


def _stated(sense: Sense, row: Values) -> bool:
    return len(row["balances"]) == sense.players(row)


def _confirmation(sense: Sense, row: Values) -> bool:
    return bool(row["seat"] < sense.players(row))


def _round(_sense: Sense, row: Values) -> bool:
    """A round that was put aside is shown to nobody."""
    return row["replaced_at"] is None or row["state"] == Round.State.DRAFT


def _posting(_sense: Sense, row: Values) -> bool:
    return bool(sum(row["seats"]) + row["pot"] + row["penalties"] + row["cash"] == 0)


JUDGED: Final[Mapping[str, Callable[[Sense, Values], bool]]] = {
    "event": _event,
    "rounds": _round,
    "seats": _seat,
    "tables": _table,
    "corrections": _correction,
    "results": _result,
    "entries": _entry,
    "stated_totals": _stated,
    "second_entries": Sense.can_be_read,
    "confirmations": _confirmation,
    "folders": _folders,
    "deeds": _deed,
    "postings": _posting,
}
"""In this order: what is asked later relies on what was asked before."""
