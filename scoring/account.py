"""A whole table as JSON: read, accounted, answered. Used by ``python -m scoring account``."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from fractions import Fraction
from typing import Any, Final

from rules import Json, RefusedError, RuleSet, Settlement, read_result, ruleset_of, settle
from rules.errors import quoted
from rules.fields import Fields
from rules.jsonlines import parse_line
from rules.result import IGNORED_KEYS, read_options, read_pairs, read_players
from scoring.kind import AccountRules, Choice, Flag, Kind, Setting, Value, Whole
from scoring.ledger import NOTHING
from scoring.money import deviations, kroner
from scoring.payments import payments
from scoring.rasle import SITTER_PAYS
from scoring.sequence import KINDS, SETTINGS, account_rules, fold, opening

KEYS = (
    "ruleset", "players", "accounting", *SETTINGS, "start", "unit", "first_dealer", "pairs",
    "options", "deals",
)  # fmt: skip
HIGHEST_START = 10**9
UNIT = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")
TYPED: Final[Mapping[type[Setting[Any]], Callable[[Fields, str], Value]]] = {
    Flag: Fields.flag,
    Whole: Fields.whole,
    Choice: Fields.text,
}
"""How the value of such a setting is read from JSON."""


@unique
class AccountCode(StrEnum):
    """Why a table was refused, beside the codes of ``rules``."""

    ACCOUNTING_UNKNOWN = "accounting_unknown"
    """No accounting of that name."""
    ACCOUNTING_NOT_ALLOWED = "accounting_not_allowed"
    """Not with this rule set."""
    SETTING_INVALID = "setting_invalid"
    """A setting that is out of range, or does not go with the accounting."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that is wrong with a table."""

    code: str
    field: str
    message: str
    deal: int | None = None
    """Counted from 1; None for the table itself."""

    def to_json(self) -> dict[str, Json]:
        """As the command prints it."""
        return {
            "code": self.code,
            "field": self.field,
            "message": self.message,
            "deal": self.deal,
        }


class TableRefusedError(ValueError):
    """A table that cannot be accounted, with everything that is wrong."""

    def __init__(self, troubles: Sequence[Trouble]) -> None:
        self.troubles = tuple(troubles)
        super().__init__(" ".join(trouble.message for trouble in self.troubles))


@dataclass(frozen=True, slots=True)
class ReadTable:
    """A table as it was read."""

    rules: AccountRules
    start: int
    """What each seat begins with, points."""
    unit: Fraction | None
    """Kroner a point; None: not played for money."""
    settlements: tuple[Settlement, ...]


def answer(line: bytes) -> dict[str, Json]:
    """The account of one line, or everything that is wrong with it."""
    try:
        table = read_table(parse_line(line))
    except RefusedError as refused:
        return _refusal(_troubles(refused))
    except TableRefusedError as refused:
        return _refusal(refused.troubles)
    return account(table)


def account(table: ReadTable) -> dict[str, Json]:
    """The table's account, deal by deal, and what it comes to."""
    players = table.rules.players
    antes = opening(table.rules)
    deals = fold(table.rules, enumerate(table.settlements, start=1))
    lines: list[Json] = []
    after, pot = NOTHING, 0
    if antes is not None:
        after, pot = antes.seats, antes.pot
        lines.append({"ante": True, "changes": list(after[:players]), "pot": pot})
    for deal in deals:
        after, pot = deal.balances, deal.pot
        lines.append({"changes": list(deal.entry.seats[:players]), "pot": pot})
    balances = [table.start + balance for balance in after[:players]]
    apart = deviations(balances)
    answered: dict[str, Json] = {
        "ok": True,
        "deals": lines,
        "balances": [*balances],
        "pot": pot,
        "deviation": [exact(part) for part in apart],
    }
    if table.unit is not None:
        money = kroner(apart, table.unit)
        answered["money"] = list(money)
        answered["payments"] = [
            {"from": payment.payer, "to": payment.payee, "amount": payment.amount}
            for payment in payments(money).payments
        ]
    return answered


def exact(number: Fraction) -> str:
    """The number as a decimal that ends, or else as a fraction.

    >>> exact(Fraction(-49, 4)), exact(Fraction(-49, 3)), exact(Fraction(7))
    ('-12.25', '-49/3', '7')
    """
    hundredths = number * 100
    if hundredths.denominator > 1:
        return str(number)
    whole, part = divmod(abs(hundredths.numerator), 100)
    decimals = f".{part:02}".rstrip("0").rstrip(".")
    return f"{'-' if number < 0 else ''}{whole}{decimals}"


def read_table(data: object) -> ReadTable:
    """Read one table. Raises ``RefusedError`` or ``TableRefusedError`` with all that is wrong."""
    ruleset = ruleset_of(data)
    reading = _TableReading(data, ruleset)
    table = reading.table()
    if reading.troubles or table is None:
        raise TableRefusedError(reading.troubles)
    return table


class _TableReading:
    """One table on its way in; what is wrong is gathered."""

    def __init__(self, data: object, ruleset: RuleSet) -> None:
        self.fields = Fields(data, "table")
        self.ruleset = ruleset
        self.settings: list[Trouble] = []
        self.deals: list[Trouble] = []

    @property
    def troubles(self) -> list[Trouble]:
        """All that is wrong: the table's own troubles, then those of its deals."""
        own = [Trouble(c.code, c.field, c.message) for c in self.fields.complaints]
        return [*own, *self.settings, *self.deals]

    def table(self) -> ReadTable | None:
        """The table, if it can be told; it counts only without troubles."""
        fields = self.fields
        fields.allow_only((*KEYS, *IGNORED_KEYS))
        fields.require("accounting", "deals")
        players = read_players(fields, self.ruleset, None)
        kind = self._kind()
        said: dict[str, Value] = {SITTER_PAYS.key: self.ruleset.sitter_pays}
        for setting in SETTINGS.values():
            said |= self._setting(setting, kind)
        start, unit = self._start(), self._unit()
        pairs = read_pairs(fields, players)
        options = read_options(fields, self.ruleset)
        if options:
            self.ruleset = self.ruleset.changed(dict(options))
        if players is None:
            return None
        settlements = self._settlements(players, pairs=pairs)
        if kind is None:
            return None
        rules = account_rules(players=players, accounting=kind.key, **said)
        return ReadTable(rules, start, unit, settlements)

    def _complain(self, code: AccountCode, field: str, message: str) -> None:
        self.settings.append(Trouble(code, field, message))

    def _kind(self) -> Kind | None:
        name = self.fields.text("accounting")
        if name is None:
            return None
        kind = KINDS.get(name)
        if kind is None:
            message = f"{quoted(name)} is not a way to keep an account: use {', '.join(KINDS)}."
            self._complain(AccountCode.ACCOUNTING_UNKNOWN, "accounting", message)
        elif not kind.goes_with(self.ruleset):
            others = " or ".join(one.key for one in KINDS.values() if one.goes_with(self.ruleset))
            message = f"The rule set {self.ruleset.id} keeps no {name} account: use {others}."
            self._complain(AccountCode.ACCOUNTING_NOT_ALLOWED, "accounting", message)
            return None
        return kind

    def _setting(self, setting: Setting[Any], kind: Kind | None) -> dict[str, Value]:
        """What the table says of ``setting``, by its key; nothing where it says nothing."""
        key = setting.key
        if key not in self.fields.data:
            return {}
        if kind and setting is not SITTER_PAYS and setting not in kind.settings:
            kinds = " or ".join(one.key for one in KINDS.values() if setting in one.settings)
            message = f"The setting {key} is for a {kinds} account: leave it out."
            self._complain(AccountCode.SETTING_INVALID, key, message)
            return {}
        before = len(self.fields.complaints)
        value = TYPED[type(setting)](self.fields, key)
        if len(self.fields.complaints) > before:
            return {}
        try:
            return {key: setting.read(value)}
        except ValueError as refused:
            self._complain(AccountCode.SETTING_INVALID, key, str(refused))
            return {}

    def _start(self) -> int:
        start = self.fields.whole("start") or 0
        if abs(start) > HIGHEST_START:
            message = f"The start is at most {HIGHEST_START} points either way."
            self._complain(AccountCode.SETTING_INVALID, "start", message)
            return 0
        return start

    def _unit(self) -> Fraction | None:
        text = self.fields.text("unit")
        if text is None:
            return None
        unit = Fraction(text) if UNIT.fullmatch(text) else Fraction(0)
        if unit == 0:
            message = 'The unit is kroner a point as a text, such as "0.25", and more than 0.'
            self._complain(AccountCode.SETTING_INVALID, "unit", message)
        return unit

    def _first_dealer(self, players: int) -> int:
        seat = self.fields.whole("first_dealer") or 0
        if 0 <= seat < players:
            return seat
        message = f"The first dealer is a seat at the table: 0 to {players - 1}."
        self._complain(AccountCode.SETTING_INVALID, "first_dealer", message)
        return 0

    def _settlements(self, players: int, *, pairs: bool) -> tuple[Settlement, ...]:
        first = self._first_dealer(players)
        settlements = []
        for number, deal in enumerate(self.fields.items("deals") or (), start=1):
            dealer = (first + number - 1) % players
            try:
                record = read_result(_completed(deal, dealer, pairs=pairs), self.ruleset, players)
            except RefusedError as refused:
                self.deals += _troubles(refused, number)
            else:
                settlements.append(settle(record, self.ruleset))
        return tuple(settlements)


def _completed(deal: object, dealer: int, *, pairs: bool) -> object:
    """The deal with what the table says for it."""
    if not isinstance(deal, dict):
        return deal
    paired = {"pairs": True} if pairs and not deal.get("passed") else {}
    return {"dealer": dealer, **deal, **paired}


def _troubles(refused: RefusedError, deal: int | None = None) -> list[Trouble]:
    return [Trouble(c.code, c.field, c.message, deal) for c in refused.complaints]


def _refusal(troubles: Sequence[Trouble]) -> dict[str, Json]:
    return {"ok": False, "errors": [trouble.to_json() for trouble in troubles]}
