"""Words of every kind that the grammar reads, to try a card, a page or a phone against."""

import itertools
import re

from lhombre_club.refusal import Refusal
from rules import RULESETS, RefusedError, RuleSet, derive, read_result
from tournaments.typed import grammar
from tournaments.typed.extras import FLAGS, SUITS

SEATS = "1234"


def wide(name: str) -> RuleSet:
    """A rule set with everything that a club may switch on."""
    rules = RULESETS[name]
    flags = [each for each in rules.options if isinstance(getattr(rules, each), bool)]
    return derive(rules, f"{name}-wide", **dict.fromkeys(flags, True))


_FIRST = (wide("familie"), RULESETS["hoem"])
EACH = (*_FIRST, *(rules for rules in RULESETS.values() if rules not in _FIRST))
"""Every rule set, and one in which everything is switched on; those with most to say first."""


def shape(keys: str) -> str:
    """Return what kind of words an example stands for: of any numbers, seats and cards."""
    if keys.startswith("c"):
        return "cards"
    return re.sub(r"^(j|p)[0-9](e?)[0-9]?", r"\1\2", re.sub(r"^[0-9]+$", "tricks", keys))


def probes() -> dict[str, list[str]]:
    """Return kind → words between contract and outcome, of everything the grammar reads."""
    joined = [f"j{seat}{more}" for seat in "1234" for more in ("", "1", "e1", "e", "g")]
    cards = [f"c{suit}{rank}tk5" for suit, rank in ("se", "hb", "r7")]
    words = [
        *SUITS,
        "0",
        "2",
        "53",
        "e",
        *FLAGS,
        "f",
        "ff",
        *cards,
        *(f"p{seat}" for seat in "1234"),
    ]
    found: dict[str, list[str]] = {}
    for word in [*words, *joined]:
        found.setdefault(shape(word), []).append(word)
        if word.startswith("j"):
            found[shape(word)].append(f"0{word}")
    return found


def is_read(word: str, rules: RuleSet, *, dealer: int) -> bool:
    """Whether grammar and rules both take a word at a table of four."""
    try:
        record = grammar.parse(word, dealer=dealer, names=SEATS, ruleset=rules, pairs=False)
        read_result({**record, "ruleset": rules.id}, rules, 4)
    except (Refusal, RefusedError):
        return False
    return True


def one_of(kind: str, rules: RuleSet, *, dealer: int) -> str | None:
    """Return a word that has this kind of extras; None where the rule set takes none."""
    keys = {contract: key for key, contract in grammar.contract_keys(rules).items()}.values()
    tried = itertools.product(probes()[kind], SEATS, keys, ("", *grammar.TOUTS), "+-*")
    words = (f"{seat}{key}{extras}{tout}{end}" for extras, seat, key, tout, end in tried)
    return next((word for word in words if is_read(word, rules, dealer=dealer)), None)
