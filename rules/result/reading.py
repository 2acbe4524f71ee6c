"""From raw JSON to a result record, or to everything that is wrong with it."""

from dataclasses import replace

from rules.contracts import ContractTerms
from rules.errors import Code, Complaint, RefusedError, quoted
from rules.fields import Fields
from rules.result.joining import judge_joined
from rules.result.judging import (
    Frame,
    judge_ending,
    judge_nolo,
    judge_outcome,
    judge_tout,
    judge_tricks,
)
from rules.result.record import GAME_KEYS, KEYS, NO_CARDS, Game, ResultRecord, Tourne, game_of
from rules.result.saying import read_said
from rules.result.tourne import tourne_value
from rules.ruleset import OptionValue, RuleSet, as_played
from rules.rulesets import RULESETS
from rules.seats import PAIRED_PLAYERS, dealt_in, fourth

IGNORED_KEYS = ("round", "table")
"""Allowed in every record, and not looked at."""
ALLOWED = frozenset((*KEYS, *IGNORED_KEYS))


def read_result(data: object, ruleset: RuleSet, players: int | None = None) -> ResultRecord:
    """Read one result (``docs/record.md``) as ``ruleset`` allows it.

    ``players`` is how many sit at the table; then the record may leave that out, but not differ.
    Raises ``RefusedError`` with every complaint, by key in the order of ``KEYS``, and nothing
    else, whatever ``data`` is. A check runs when all that it depends on is sound by itself.

    >>> dlu = RULESETS["dlu"]
    >>> read_result({"dealer": 2, "passed": True}, dlu, players=3)
    ResultRecord(players=3, dealer=2, game=None, pairs=False, options=())
    >>> read_result({"dealer": 4, "passed": True}, dlu, players=3)
    Traceback (most recent call last):
    rules.errors.RefusedError: There is no seat 4 at the table: seats are 0 to 2.
    """
    fields = Fields(data, "result")
    fields.allow_only(ALLOWED)
    _read_ruleset(fields, ruleset)
    table = read_players(fields, ruleset, players)
    dealer = _read_dealer(fields, table or max(ruleset.players))
    passed = fields.flag("passed")
    game: Game | None = None
    options = () if passed else read_options(fields, ruleset)
    pairs = not passed and read_pairs(fields, table)
    misfits = any(each.code is Code.PLAYERS_INVALID for each in fields.complaints)
    frame = Frame(
        ruleset=ruleset.changed(dict(options)),
        players=None if misfits else table,
        dealer=dealer,
        declarer=None,
        terms=None,
        pairs=pairs,
    )
    if passed:
        _nothing_below(fields)
    else:
        frame = _read_frame(fields, frame)
        game = _read_game(fields, frame)
    if fields.complaints or table is None or dealer is None:
        raise RefusedError(sorted(fields.complaints, key=_place))
    return ResultRecord(players=table, dealer=dealer, game=game, pairs=frame.pairs, options=options)


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
    for key in GAME_KEYS:
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


def _read_frame(fields: Fields, frame: Frame) -> Frame:
    """``frame`` with the contract, the declarer and who joined him."""
    terms = _read_contract(fields, frame.ruleset)
    declarer = _read_declarer(fields, frame, terms)
    nolo, spadille = _read_mort(fields, frame.ruleset, terms)
    if terms is not None:
        terms = as_played(frame.ruleset, terms, nolo=nolo, spadille_in_talon=spadille)
    frame = Frame(
        ruleset=frame.ruleset,
        players=frame.players,
        dealer=frame.dealer,
        declarer=declarer,
        terms=terms,
        pairs=frame.pairs,
        nolo=nolo,
        spadille_in_talon=spadille,
    )
    joined = judge_joined(fields, frame)
    return replace(frame, joined=joined) if joined else frame


def _read_declarer(fields: Fields, frame: Frame, terms: ContractTerms | None) -> int | None:
    players, dealer = frame.players, frame.dealer
    seat = _read_seat(fields, "declarer", frame.most, Code.DECLARER_INVALID)
    if seat is None or players is None or dealer is None:
        return seat
    if (
        terms is not None
        and terms.by_sitter
        and not (frame.pairs and seat in fourth(players, dealer))
    ):
        if seat in fourth(players, dealer):
            return seat
        message = f"Seat {seat} was dealt cards, and a {terms.contract} is for who was not."
        fields.complain(Code.DECLARER_MUST_SIT_OUT, "declarer", message)
        return None
    if seat in dealt_in(players, dealer):
        return seat
    message = f"Seat {seat} sits out when seat {dealer} deals, and cannot be declarer."
    fields.complain(Code.DECLARER_SITS_OUT, "declarer", message)
    return None


def _read_contract(fields: Fields, ruleset: RuleSet) -> ContractTerms | None:
    fields.require("contract")
    name = fields.text("contract")
    terms = None if name is None else ruleset.terms(name)
    if name is not None and terms is None:
        choice = ", ".join(terms.contract for terms in ruleset.played)
        message = f"{quoted(name)} is not a contract of these rules: use one of {choice}."
        fields.complain(Code.CONTRACT_UNKNOWN, "contract", message)
    return terms


def _read_mort(fields: Fields, ruleset: RuleSet, terms: ContractTerms | None) -> tuple[bool, bool]:
    """Whether a mort is played as a nolo, and whether its thirteen cards held spadille."""
    nolo = judge_nolo(fields, ruleset, terms)
    spadille = fields.flag("spadille_in_talon")
    if spadille and terms is not None and not terms.by_sitter:
        fields.malformed("spadille_in_talon", "The key spadille_in_talon is for a mort only.")
    return nolo, spadille


def _read_game(fields: Fields, frame: Frame) -> Game | None:
    terms = frame.terms
    contract = (terms or frame.ruleset.played[0]).contract
    judge_ending(fields)
    tricks = judge_tricks(fields, frame)
    outcome = judge_outcome(fields, frame)
    said = read_said(fields, frame, contract, _read_tourne(fields, frame), tricks, outcome)
    game = game_of(
        said,
        declarer=frame.declarer or 0,
        tricks=tricks,
        outcome=outcome,
        tout=judge_tout(fields, frame, tricks, outcome),
        spadille_in_talon=frame.spadille_in_talon,
    )
    return None if terms is None or frame.declarer is None else game


def _read_tourne(fields: Fields, frame: Frame) -> Tourne:
    """The cards laid and turned, which set the price of a tourné (hoem 7.1)."""
    if frame.terms is None:
        return NO_CARDS
    if not frame.terms.by_cards:
        if "tourne" in fields.data:
            fields.malformed("tourne", "The cards of this game set no price: leave tourne out.")
        return NO_CARDS
    if "tourne" not in fields.data:
        message = 'Write the cards laid and turned: {"laid": ["SA"], "turned": ["C5"]}.'
        fields.complain(Code.TOURNE_REQUIRED, "tourne", message)
        return NO_CARDS
    laid, turned = _read_cards(fields, "laid"), _read_cards(fields, "turned")
    if laid is None or turned is None:
        fields.malformed("tourne", "The key tourne holds two lists of cards, laid and turned.")
        return NO_CARDS
    try:
        tourne_value(frame.ruleset.tourne_cards, laid, turned)
    except ValueError as wrong:
        fields.complain(Code.TOURNE_INVALID, "tourne", str(wrong))
        return NO_CARDS
    trump = fields.data.get("trump")
    named = isinstance(trump, str) and trump in {"S", "H", "D", "C"}
    if named and turned[-1][0] != trump:
        message = f"The card turned last, {turned[-1]}, names another trump."
        fields.complain(Code.TRUMP_CONTRADICTS_TOURNE, "trump", message)
    return Tourne(laid, turned)


def _read_cards(fields: Fields, key: str) -> tuple[str, ...] | None:
    tourne = fields.data.get("tourne")
    if not isinstance(tourne, dict) or set(tourne) != {"laid", "turned"}:
        return None
    cards = tourne[key]
    if not isinstance(cards, list):
        return None
    named = tuple(card for card in cards if isinstance(card, str))
    return named if len(named) == len(cards) else None


def read_options(fields: Fields, ruleset: RuleSet) -> tuple[tuple[str, OptionValue], ...]:
    """Options for this deal alone."""
    options = fields.data.get("options", {})
    if not isinstance(options, dict):
        fields.malformed("options", "The options of a deal are an object such as {…}.")
        return ()
    chosen: list[tuple[str, OptionValue]] = []
    for name, value in options.items():
        if name not in ruleset.options:
            message = f"{quoted(name)} is not an option of these rules."
            fields.complain(Code.OPTION_UNKNOWN, "options", message)
            continue
        try:
            changed = ruleset.changed({name: value})
        except ValueError:
            fields.malformed("options", f"The option {name} cannot be {quoted(value)}.")
        else:
            chosen.append((name, getattr(changed, name)))
    return tuple(chosen)
