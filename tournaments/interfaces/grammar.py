"""How a deal is typed: one short word, ended by its outcome, so that no Enter is needed.

A word is ``seat [contract] [tout] outcome``, or ``0`` when all passed::

    0      all passed
    2+     West won a spil               (a spil needs no contract key)
    36-    South, solo, bet
    1.+    North won a spil, tout made   (``..`` is tout failed; ``,`` counts as ``.``)
    nlx    North, solo, kodille          (letters, for a keyboard without a number pad)

No complete word is the beginning of another, so the page sends a word the moment it is
complete. Upper case and spaces do not matter. Which contract has which key is the rule set's:
``rules.score_card``. What the words mean for the account is not known here.
"""

import re
from collections.abc import Mapping
from enum import StrEnum

from rules import RuleSet, dealt_in, read_result, score_card, settle

SEAT_LETTERS = "nvsø"
"""North, West, South, East (Danish nord, vest, syd, øst): seats 0, 1, 2, 3 in playing order."""
PLAIN_CONTRACT = "spil"
"""What is meant when no contract is typed, where the rule set has it."""
OUTCOMES = {
    "+": "won", "v": "won", "=": "won",
    "-": "bet",
    "*": "kodille", "x": "kodille",
}  # fmt: skip
TOUTS = {".": "made", "..": "failed"}
_OUTCOME_KEYS = {"won": "+", "bet": "-", "kodille": "*"}
_TOUT_KEYS = {state: keys for keys, state in TOUTS.items()}


class GrammarCode(StrEnum):
    """Why a word is refused; ``interfaces.grammar_sentences`` has a sentence for each."""

    EMPTY = "word_empty"
    SEAT_UNKNOWN = "seat_unknown"
    SITS_OUT = "declarer_sits_out"
    CONTRACT_UNKNOWN = "contract_unknown"
    CONTRACT_MISSING = "contract_missing"
    OUTCOME_MISSING = "outcome_missing"
    UNREADABLE = "word_unreadable"


class GrammarError(ValueError):
    """A word that says no result.

    ``field`` is the part of the record at fault, ``typed`` the keys at fault. ``seat`` and
    ``dealer`` are seat numbers where the sentence should name who sits there, else None.
    """

    def __init__(
        self,
        code: GrammarCode,
        field: str,
        typed: str,
        *,
        seat: int | None = None,
        dealer: int | None = None,
    ) -> None:
        super().__init__(f"{code}: {typed}")
        self.code = code
        self.field = field
        self.typed = typed
        self.seat = seat
        self.dealer = dealer


def normalise(text: str) -> str:
    """Return the word without spaces, in lower case, with ``.`` for ``,``."""
    return "".join(text.split()).lower().replace(",", ".")


def seat_keys(players: int) -> str:
    """Return the keys of the seats: all digits, then all letters, each in playing order."""
    return "12345"[:players] + SEAT_LETTERS[:players]


def pattern(players: int) -> str:
    """Return the one expression of the grammar, for ``players`` at the table.

    It matches a normalised word in whole, and also each beginning of one. The word is complete
    when group ``passed`` or ``outcome`` took part. A group ``jump`` is the page's own
    ``17:``, and ``deal`` its number. Groups are named as Python names them.
    """
    return (
        r"(?P<passed>0)"
        rf"|(?P<seat>[{seat_keys(players)}])"
        r"(?:(?P<contract>[0-9a-uwyzæøå])?(?P<tout>\.\.?)?(?P<outcome>[-+*=vx])?)"
        r"|(?P<deal>[1-9][0-9]?)(?P<jump>:)?"
    )


def contract_keys(ruleset: RuleSet) -> dict[str, str]:
    """Return key → contract id, digits and letters together, in the score card's order."""
    return {
        key: line["id"]
        for line in score_card(ruleset)["contracts"]
        for key in (line["digit"], line["letter"])
        if key
    }


def parse(text: str, *, dealer: int, players: int, ruleset: RuleSet) -> dict[str, object]:
    """Return the result record (without rule set and players) that a word says.

    Raises ``GrammarError`` where the word cannot be read. Whether the rules allow the result,
    such as a tout in a nolo, is for ``rules`` to say.
    """
    word = normalise(text)
    match = re.fullmatch(pattern(players), word)
    if match is None or (match["deal"] and not match["seat"]):
        raise _unreadable(word, players)
    if match["passed"]:
        return {"dealer": dealer, "passed": True}
    seat = _seat(match["seat"])
    if seat not in dealt_in(players, dealer):
        raise GrammarError(GrammarCode.SITS_OUT, "declarer", word, seat=seat, dealer=dealer)
    contract = _contract(match["contract"], word, ruleset)
    if not match["outcome"]:
        raise GrammarError(GrammarCode.OUTCOME_MISSING, "outcome", word)
    record: dict[str, object] = {
        "dealer": dealer,
        "declarer": seat,
        "contract": contract,
        "outcome": OUTCOMES[match["outcome"]],
    }
    if match["tout"]:
        record["tout"] = TOUTS[match["tout"]]
    return record


def print_keys(record: Mapping[str, object], *, ruleset: RuleSet, players: int) -> str:
    """Return the fewest keys that enter this record.

    A record that says more than the grammar can, such as tricks, gives the keys of its outcome.
    Empty where there are none: several declarers, or a game without a key.
    """
    if record.get("passed"):
        return "0"
    read = read_result({**record, "ruleset": ruleset.id}, ruleset, players)
    declarers = settle(read, ruleset).declarers
    contract = str(record["contract"])
    key = _key_of(contract, ruleset)
    outcome = _OUTCOME_KEYS.get(str(declarers[0].outcome), "")
    if len(declarers) != 1 or key is None or not outcome:
        return ""
    tout = _TOUT_KEYS.get(str(record.get("tout")), "")
    return f"{declarers[0].seat + 1}{key}{tout}{outcome}"


def _seat(key: str) -> int:
    return int(key) - 1 if key.isdigit() else SEAT_LETTERS.index(key)


def _contract(key: str | None, word: str, ruleset: RuleSet) -> str:
    known = contract_keys(ruleset)
    if key:
        if key not in known:
            raise GrammarError(GrammarCode.CONTRACT_UNKNOWN, "contract", key)
        return known[key]
    if PLAIN_CONTRACT not in known.values():
        raise GrammarError(GrammarCode.CONTRACT_MISSING, "contract", word)
    return PLAIN_CONTRACT


def _key_of(contract: str, ruleset: RuleSet) -> str | None:
    if contract == PLAIN_CONTRACT:
        return ""
    return next((key for key, known in contract_keys(ruleset).items() if known == contract), None)


def _unreadable(word: str, players: int) -> GrammarError:
    """Return the error for a word that the pattern does not know, by how far it gets."""
    if not word:
        return GrammarError(GrammarCode.EMPTY, "line", word)
    if word[0] not in seat_keys(players) + "0":
        return GrammarError(GrammarCode.SEAT_UNKNOWN, "declarer", word[0])
    return GrammarError(GrammarCode.UNREADABLE, "line", word)
