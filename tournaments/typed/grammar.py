"""How a deal is typed: one short word, ended by its outcome, so that no Enter is needed.

A word is ``seat [contract [extras]] [tout] outcome``, or ``0`` when all passed::

    0      all passed
    2+     West won a spil               (a spil needs no contract key)
    36-    South, solo, bet
    1.+    North won a spil, tout made   (``..`` is tout failed; ``,`` counts as ``.``)
    nlx    North, solo, kodille          (letters, for a keyboard without a number pad)
    wl+    West, solo                    (as ``vl+``: the letters of Danish and of English)
    143*   North, købe-nolo, three tricks (``extras`` has all that may stand there)

No complete word is the beginning of another, so the page sends a word the moment it is
complete. Upper case and spaces do not matter. Which contract has which key is the rule set's:
``rules.score_card``; from the tenth on a contract has two keys, ``01`` and so forth. What the
words mean for the account is not known here.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from lhombre_club.refusal import Refusal
from rules import (
    Aim,
    RefusedError,
    RuleSet,
    Suit,
    dealt_in,
    playing,
    read_result,
    score_card,
    settle,
)
from tournaments.typed import extras as grammar_extras
from tournaments.typed.reasons import KeysReason

LONGEST_LINE = 60
"""Keys of one deal: nobody types more by intent."""
SEAT_LETTERS = ("nvsøf", "nwsef")
"""Nord, vest, syd, øst and the fifth, in playing order; and the same in English.

Both are read whatever the reader's language: a sheet may be headed in the other one.
"""
PLAIN_CONTRACT = "spil"
"""What is meant when no contract is typed, where the rule set has it."""
OUTCOMES = {
    "+": "won", "v": "won", "=": "won",
    "-": "bet",
    "*": "kodille", "x": "kodille",
    "/": "remis", "u": "remis",
}  # fmt: skip
TOUTS = {".": "made", "..": "failed"}
_OUTCOME_KEYS = {"won": "+", "bet": "-", "kodille": "*", "remis": "/"}
_TOUT_KEYS = {state: keys for keys, state in TOUTS.items()}


def normalise(text: str) -> str:
    """Return the word without spaces, in lower case, with ``.`` for ``,``."""
    return "".join(text.split()).lower().replace(",", ".")


def seat_keys(players: int) -> str:
    """Return the keys of the seats: all digits, then all letters, each in playing order.

    The place of a key, modulo ``players``, is its seat.
    """
    return "".join(keys[:players] for keys in ("12345", *SEAT_LETTERS))


def pattern(players: int) -> str:
    """Return the one expression of the grammar, for ``players`` at the table.

    It matches a normalised word in whole, and also each beginning of one. The word is complete
    when group ``passed`` or ``outcome`` took part. A group ``jump`` is the page's own
    ``17:``, and ``deal`` its number. Groups are named as Python names them.
    """
    return (
        r"(?P<passed>0)"
        rf"|(?P<seat>[{seat_keys(players)}])"
        r"(?:(?P<contract>0[0-9]?|[1-9a-twyzæøå])(?P<extras>[0-9a-twyzæøå]*))?"
        r"(?P<tout>\.\.?)?(?P<outcome>[-+*/=vxu])?"
        r"|(?P<deal>[1-9][0-9]?)(?P<jump>:)?"
    )


@lru_cache(maxsize=64)
def contract_keys(ruleset: RuleSet) -> Mapping[str, str]:
    """Return key → contract id, digits and letters together, in the score card's order."""
    return {
        key: line["id"]
        for line in score_card(ruleset)["contracts"]
        for key in (line["digit"], line["letter"])
        if key
    }


@lru_cache(maxsize=64)
def in_spades(ruleset: RuleSet) -> Mapping[str, str]:
    """Return contract → the one that its name is for when spades are typed as its trump."""
    lines = score_card(ruleset)["contracts"]
    return {line["id"]: line["in_spades"] for line in lines if line["in_spades"]}


def parse(
    text: str, *, dealer: int, names: Sequence[str], ruleset: RuleSet, pairs: bool
) -> dict[str, object]:
    """Return the result record (without rule set and players) that a word says.

    ``pairs``: seats opposite each other are partners, so that others play when somebody declares.
    ``names`` are those at the seats, whom a refusal may name. Refused is a word that cannot be
    read, or contradicts itself. Whether the rules allow the result, such as a tout in a nolo, is
    for ``rules`` to say.
    """
    word, players = normalise(text), len(names)
    match = re.fullmatch(pattern(players), word)
    if match is None or (match["deal"] and not match["seat"]):
        raise _unreadable(word, players)
    if match["passed"]:
        return {"dealer": dealer, "passed": True}
    seat = seat_keys(players).index(match["seat"]) % players
    by_sitter = _is_by_sitter(match["contract"], ruleset)
    if seat not in dealt_in(players, dealer) and not by_sitter:
        facts = {"typed": word, "seat": names[seat], "dealer": names[dealer]}
        raise Refusal(KeysReason.SITS_OUT, field="declarer", **facts)
    contract = _contract(match["contract"], word, ruleset)
    if not match["outcome"]:
        raise Refusal(KeysReason.OUTCOME_MISSING, field="outcome", typed=word)
    record: dict[str, object] = {
        "dealer": dealer,
        "declarer": seat,
        "contract": contract,
        "outcome": OUTCOMES[match["outcome"]],
    }
    if match["tout"]:
        record["tout"] = TOUTS[match["tout"]]
    if match["extras"]:
        _add_extras(record, match["extras"], players=players, ruleset=ruleset, pairs=pairs)
    return record


def print_keys(record: Mapping[str, object], *, ruleset: RuleSet, players: int, pairs: bool) -> str:
    """Return the fewest keys that enter this record.

    Tricks that the grammar cannot say are left out, and the outcome stands for them; so are spades
    where a contract of its own is played in them, and the record has another. Empty where
    there are no keys: a game the rule set does not have, or a record that its rules refuse.
    """
    if record.get("passed"):
        return "0"
    frame = {"ruleset": ruleset.id, **({"pairs": True} if pairs else {})}
    try:
        read = read_result({**record, **frame}, ruleset, players)
    except RefusedError:
        return ""
    declarer = settle(read, ruleset).declarers[0]
    game, contract = read.game, str(record["contract"])
    key = _key_of(contract, ruleset)
    if game is None or key is None:
        return ""
    nolo = _is_nolo(contract, ruleset) or game.nolo
    seats = _from(declarer.seat, read.seats, players)
    if game.trump is Suit.SPADES and contract in in_spades(ruleset):
        game = replace(game, trump=None)
    extras = grammar_extras.print_keys(game, seats=seats, nolo=nolo)
    plain = contract == PLAIN_CONTRACT and not extras
    tout = _TOUT_KEYS.get(str(record.get("tout")), "")
    return (
        f"{declarer.seat + 1}{'' if plain else key}{extras}{tout}{_OUTCOME_KEYS[declarer.outcome]}"
    )


def _add_extras(
    record: dict[str, object], extras: str, *, players: int, ruleset: RuleSet, pairs: bool
) -> None:
    """Put into ``record`` what the extras say; refuse if they cannot be read."""
    contract, declarer = str(record["contract"]), int(str(record["declarer"]))
    dealer = int(str(record["dealer"]))
    said = grammar_extras.parse(
        extras,
        declarer=declarer,
        seats=_from(declarer, playing(players, dealer, declarer, pairs=pairs), players),
        nolo=_is_nolo(contract, ruleset) or "n" in extras,
    )
    if said is None:
        raise Refusal(KeysReason.EXTRAS_UNREADABLE, field="line", typed=extras)
    outcome = record["outcome"]
    own = in_spades(ruleset).get(contract)
    if own and said.get("trump") == Suit.SPADES:
        record["contract"] = own
        del said["trump"]  # it follows
    if "tricks" in said:
        said["tricks"] = grammar_extras.by_seat(said["tricks"], players)
    if "tricks" in said or "abandoned" in said:
        del record["outcome"]  # it follows from them
    record.update(said)
    if "outcome" not in record:
        _compare(record, str(outcome), players=players, ruleset=ruleset, pairs=pairs)


def _compare(
    record: Mapping[str, object], outcome: str, *, players: int, ruleset: RuleSet, pairs: bool
) -> None:
    """Refuse if the outcome that was typed is not what the rest of the word says."""
    frame = {"ruleset": ruleset.id, **({"pairs": True} if pairs else {})}
    try:
        read = read_result({**record, **frame}, ruleset, players)
    except RefusedError:
        return  # the rules will say what is wrong, all of it
    if settle(read, ruleset).declarers[0].outcome != outcome:
        raise Refusal(KeysReason.OUTCOME_DIFFERS, field="outcome", typed=_OUTCOME_KEYS[outcome])


def _from(declarer: int, seats: Sequence[int], players: int) -> tuple[int, ...]:
    """Return who plays, the declarer first, in playing order; he plays whoever sat out."""
    return tuple(sorted({*seats, declarer}, key=lambda seat: (seat - declarer) % players))


def _is_nolo(contract: str, ruleset: RuleSet) -> bool:
    terms = ruleset.terms(contract)
    return terms is not None and terms.aim is Aim.NO_TRICKS


def _is_by_sitter(key: str | None, ruleset: RuleSet) -> bool:
    """Whether this is the key of a contract for who was dealt no cards."""
    terms = ruleset.terms(contract_keys(ruleset).get(key or "", ""))
    return terms is not None and terms.by_sitter


def _contract(key: str | None, word: str, ruleset: RuleSet) -> str:
    known = contract_keys(ruleset)
    if key:
        if key not in known:
            raise Refusal(KeysReason.CONTRACT_UNKNOWN, field="contract", typed=key)
        return known[key]
    if PLAIN_CONTRACT not in known.values():
        raise Refusal(KeysReason.CONTRACT_MISSING, field="contract", typed=word)
    return PLAIN_CONTRACT


def _key_of(contract: str, ruleset: RuleSet) -> str | None:
    return next((key for key, known in contract_keys(ruleset).items() if known == contract), None)


def _unreadable(word: str, players: int) -> Refusal:
    """Return the refusal of a word that the pattern does not know, by how far it gets."""
    if not word:
        return Refusal(KeysReason.EMPTY, field="line", typed=word)
    if word[0] not in seat_keys(players) + "0":
        facts = {"typed": word[0], "players": players}
        return Refusal(KeysReason.SEAT_UNKNOWN, field="declarer", **facts)
    return Refusal(KeysReason.UNREADABLE, field="line", typed=word)
