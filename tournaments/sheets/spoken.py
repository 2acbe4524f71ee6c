"""What a script needs to read the keys of a result as they are typed, and to say them in words."""

from collections.abc import Mapping

from rules import score_card
from tournaments.sheets.queries import Sheet
from tournaments.typed import extras, grammar
from tournaments.typed.reasons import KeysReason
from tournaments.words import deals, wording

Json = Mapping[str, object]


def grammar_of(sheet: Sheet) -> Json:
    """Return what ``Grammar`` of entry/keys.js reads by: expressions, keys and refusals."""
    contracts = grammar.contract_keys(sheet.ruleset)
    plain = grammar.PLAIN_CONTRACT
    return {
        # Python and the browser name groups differently; the rest is the same expression.
        "pattern": grammar.pattern(sheet.players).replace("(?P<", "(?<"),
        "extras": extras.PATTERN.replace("(?P<", "(?<"),
        "players": sheet.players,
        "seat_keys": grammar.seat_keys(sheet.players),
        "contract_keys": contracts,
        "in_spades": grammar.in_spades(sheet.ruleset),
        "plain_contract": plain if plain in contracts.values() else None,
        "by_sitter": [
            line["id"] for line in score_card(sheet.ruleset)["contracts"] if line["by_sitter"]
        ],
        "outcomes": grammar.OUTCOMES,
        "touts": grammar.TOUTS,
        "sentences": {each.value: str(each.sentence) for each in KeysReason},
    }


def names_of(sheet: Sheet) -> Json:
    """Return the fragments of which ``say`` of entry/said.js makes its words."""
    return {
        "passed": str(wording.PASSED),
        "games": {
            line["id"]: wording.contract(line["id"], sheet.ruleset)
            for line in sheet.card["contracts"]
        },
        "outcomes": {key: str(word) for key, word in wording.OUTCOMES.items()},
        "touts": {key: str(word) for key, word in wording.TOUTS.items()},
        "suits": deals.SUITS,
        "ranks": {key: str(word) for key, word in deals.RANKS.items()},
        "words": {key: str(word) for key, word in deals.WORDS.items()},
    }
