"""From raw JSON to a result record, or to everything that is wrong with it."""

from rules.contracts import ContractTerms
from rules.errors import Code, Complaint, RefusedError, quoted
from rules.fields import Fields
from rules.judging import (
    Frame,
    judge_abandoned,
    judge_ending,
    judge_outcome,
    judge_tout,
    judge_tricks,
    judge_trump,
)
from rules.record import Game, ResultRecord
from rules.ruleset import RuleSet
from rules.rulesets import RULESETS
from rules.seats import PAIRED_PLAYERS, dealt_in

IGNORED_KEYS = ("round", "table")
"""Allowed in every record, and not looked at."""
FRAME_KEYS = ("ruleset", "players", "dealer", "passed")
GAME_KEYS = (
    "declarer", "contract", "trump", "tricks", "outcome", "abandoned", "tout", "pairs", "options",
)  # fmt: skip
FOREIGN_KEYS = (
    "tourne", "extra_card", "joined", "first_five", "nolo", "spadille_in_talon", "peeked",
)  # fmt: skip
"""Of contracts and rule sets that are not published here. With one that is, its field comes."""
KEYS = (*FRAME_KEYS, *GAME_KEYS, *FOREIGN_KEYS)


def read_result(data: object, ruleset: RuleSet, players: int | None = None) -> ResultRecord:
    """Read one result (``docs/record.md``) as ``ruleset`` allows it.

    ``players`` is how many sit at the table; then the record may leave that out, but not differ.
    Raises ``RefusedError`` with every complaint, by key in the order of ``KEYS``, and nothing
    else, whatever ``data`` is. A check runs when all that it depends on is sound by itself.
    """
    fields = Fields(data, "result")
    fields.allow_only((*KEYS, *IGNORED_KEYS))
    _read_ruleset(fields, ruleset)
    table = read_players(fields, ruleset, players)
    dealer = _read_dealer(fields, table or max(ruleset.players))
    passed = fields.flag("passed")
    game: Game | None = None
    pairs = False
    options: tuple[tuple[str, bool], ...] = ()
    if passed:
        _nothing_below(fields)
    else:
        pairs = read_pairs(fields, table)
        game = _read_game(fields, ruleset, table, dealer, pairs=pairs)
        options = read_options(fields, ruleset)
        _refuse_foreign(fields)
    if fields.complaints or table is None or dealer is None:
        raise RefusedError(sorted(fields.complaints, key=_place))
    return ResultRecord(players=table, dealer=dealer, game=game, pairs=pairs, options=options)


def ruleset_of(data: object, default: str | None = None) -> RuleSet:
    """The published rule set that a record names, or else the ``default`` one.

    Raises ``RefusedError`` if there is none of that name, or no name.
    """
    fields = Fields(data, "record")
    if default is None:
        fields.require("ruleset")
    name = fields.text("ruleset") if "ruleset" in fields.data else default
    if name is not None and name not in RULESETS:
        choice = ", ".join(RULESETS)
        message = f"There is no rule set {quoted(name)} here: use one of {choice}."
        fields.complain(Code.RULESET_UNKNOWN, "ruleset", message)
    if name is None or fields.complaints:
        raise RefusedError(fields.complaints)
    return RULESETS[name]


def _place(complaint: Complaint) -> int:
    return KEYS.index(complaint.field) if complaint.field in KEYS else len(KEYS)


def _read_ruleset(fields: Fields, ruleset: RuleSet) -> None:
    name = fields.text("ruleset")
    if name is not None and name != ruleset.id:
        message = f"This is played by the rule set {ruleset.id}, not by {quoted(name)}."
        fields.complain(Code.RULESET_UNKNOWN, "ruleset", message)


def read_players(fields: Fields, ruleset: RuleSet, table: int | None) -> int | None:
    """How many sit at the table; where that is known, the record need not say it."""
    if table is None:
        fields.require("players")
    elif "players" not in fields.data:
        return table
    players = fields.whole("players")
    if players is None:
        return None
    allowed = ruleset.players if table is None else (table,)
    if players in allowed:
        return players
    choice = " or ".join(str(number) for number in allowed)
    message = f"There are {choice} at the table, not {quoted(players)}."
    fields.complain(Code.PLAYERS_INVALID, "players", message)
    return None


def _read_seat(fields: Fields, key: str, players: int, code: Code) -> int | None:
    fields.require(key)
    seat = fields.whole(key)
    if seat is None or 0 <= seat < players:
        return seat
    message = f"There is no seat {quoted(seat)} at the table: seats are 0 to {players - 1}."
    fields.complain(code, key, message)
    return None


def _read_dealer(fields: Fields, players: int) -> int | None:
    return _read_seat(fields, "dealer", players, Code.DEALER_INVALID)


def _nothing_below(fields: Fields) -> None:
    for key in (*GAME_KEYS, *FOREIGN_KEYS):
        if fields.data.get(key, False) is not False and fields.data[key] != []:
            fields.malformed(key, f"All passed, so there is no {key}: leave it out.")


def read_pairs(fields: Fields, players: int | None) -> bool:
    """Whether the seats opposite each other are partners."""
    pairs = fields.flag("pairs")
    if pairs and players not in {None, PAIRED_PLAYERS}:
        message = f"Pairs are four at a table, and this one has {players}."
        fields.complain(Code.PLAYERS_INVALID, "players", message)
        return False
    return pairs


def _read_declarer(
    fields: Fields, players: int | None, most: int, dealer: int | None
) -> int | None:
    seat = _read_seat(fields, "declarer", players or most, Code.DECLARER_INVALID)
    if seat is None or players is None or dealer is None or seat in dealt_in(players, dealer):
        return seat
    message = f"Seat {seat} sits out when seat {dealer} deals, and cannot be declarer."
    fields.complain(Code.DECLARER_SITS_OUT, "declarer", message)
    return None


def _read_contract(fields: Fields, ruleset: RuleSet) -> ContractTerms | None:
    fields.require("contract")
    name = fields.text("contract")
    terms = None if name is None else ruleset.terms(name)
    if name is not None and terms is None:
        choice = ", ".join(terms.contract for terms in ruleset.contracts)
        message = f"{quoted(name)} is not a contract of these rules: use one of {choice}."
        fields.complain(Code.CONTRACT_UNKNOWN, "contract", message)
    return terms


def _read_game(
    fields: Fields, ruleset: RuleSet, players: int | None, dealer: int | None, *, pairs: bool
) -> Game | None:
    declarer = _read_declarer(fields, players, max(ruleset.players), dealer)
    terms = _read_contract(fields, ruleset)
    frame = Frame(players=players, dealer=dealer, declarer=declarer, terms=terms, pairs=pairs)
    judge_ending(fields)
    trump = judge_trump(fields, terms)
    tricks = judge_tricks(fields, frame)
    outcome = judge_outcome(fields, terms)
    abandoned = judge_abandoned(fields, terms)
    tout = judge_tout(fields, frame, tricks, outcome)
    if declarer is None or terms is None:
        return None
    return Game(
        declarer=declarer,
        contract=terms.contract,
        trump=trump,
        tricks=tricks,
        outcome=outcome,
        abandoned=abandoned,
        tout=tout,
    )


def read_options(fields: Fields, ruleset: RuleSet) -> tuple[tuple[str, bool], ...]:
    """Options for this deal alone; those of today concern the auction and change no price."""
    options = fields.data.get("options", {})
    if not isinstance(options, dict):
        fields.malformed("options", "The options of a deal are an object such as {…}.")
        return ()
    chosen = []
    for name, value in options.items():
        if name not in ruleset.options:
            message = f"{quoted(name)} is not an option of these rules."
            fields.complain(Code.OPTION_UNKNOWN, "options", message)
        elif not isinstance(value, bool):
            fields.malformed("options", f"The option {name} is true or false.")
        else:
            chosen.append((name, value))
    return tuple(chosen)


def _refuse_foreign(fields: Fields) -> None:
    """Refuse, each by its name, the keys of rule sets and contracts that are not published here."""
    if "tourne" in fields.data:
        fields.malformed("tourne", "These rules do not write down the cards of a tourné.")
    if "first_five" in fields.data:
        message = "The first five tricks are not played for in these rules."
        fields.complain(Code.FIRST_FIVE_NOT_ALLOWED, "first_five", message)
    for key in ("nolo", "spadille_in_talon"):
        if fields.flag(key):
            fields.malformed(key, f"The key {key} is for a mort only.")
    if fields.flag("extra_card"):
        message = "These rules sell no extra card."
        fields.complain(Code.EXTRA_CARD_NOT_ALLOWED, "extra_card", message)
    if fields.items("joined"):
        message = "Nobody may join the declarer in these rules."
        fields.complain(Code.JOIN_NOT_ALLOWED, "joined", message)
    if fields.items("peeked"):
        message = "Nobody may look and then stay out in these rules."
        fields.complain(Code.PEEK_NOT_ALLOWED, "peeked", message)
