"""What a deal says, in words: the one way in which pages, sentences and the phone say it.

The phone says deals that are not sent yet by the same fragments (``static/entry/said.js``).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from rules import RefusedError, RuleSet, read_result, settle
from tournaments.words import wording
from tournaments.words.figures import short

AS_TEXT = "\N{VARIATION SELECTOR-15}"
"""After a suit: it is a letter of the sentence, and not a picture."""
SUITS: Mapping[str, str] = {
    "S": f"\N{BLACK SPADE SUIT}{AS_TEXT}",
    "H": f"\N{BLACK HEART SUIT}{AS_TEXT}",
    "D": f"\N{BLACK DIAMOND SUIT}{AS_TEXT}",
    "C": f"\N{BLACK CLUB SUIT}{AS_TEXT}",
}
SUIT_NAMES: Mapping[str, Promise] = {
    "S": gettext_lazy("spades"),
    "H": gettext_lazy("hearts"),
    "D": gettext_lazy("diamonds"),
    "C": gettext_lazy("clubs"),
}
"""For papers, whose typefaces have no suits, and for being read aloud."""
RANKS: Mapping[str, Promise] = {
    "A": gettext_lazy("ace"),
    "K": gettext_lazy("king"),
    "Q": gettext_lazy("queen"),
    "J": gettext_lazy("knave"),
}
"""Those that are no number."""
WORDS: Mapping[str, Promise] = {
    "and": gettext_lazy(" and "),
    "given_up": gettext_lazy("given up"),
    "tricks": gettext_lazy("tricks: %(each)s"),
    "extra_card": gettext_lazy("with an extra card"),
    "extra_card_of": gettext_lazy("%(name)s with an extra card"),
    "gave_up": gettext_lazy("%(name)s gave up"),
    "looked": gettext_lazy("%(name)s looked and stayed out"),
    "laid": gettext_lazy("laid %(cards)s"),
    "turned": gettext_lazy("turned %(cards)s"),
    "bought_again": gettext_lazy("bought again"),
    "nolo": gettext_lazy("played as a nolo"),
    "spadille_in_talon": gettext_lazy("spadille was in the talon"),
    "first_made": gettext_lazy("first five tricks made"),
    "first_failed": gettext_lazy("first five tricks not made"),
}
BETWEEN_TRICKS: Final = "–\N{WORD JOINER}"
"""A dash at which no line ends."""
BOUND: Final = "\N{NO-BREAK SPACE}"
"""Between a suit and its rank."""
FLAGS = ("bought_again", "nolo", "spadille_in_talon")


def record_words(
    record: Mapping[str, Any], names: Sequence[str], outcome: str = "", *, ruleset: RuleSet
) -> str:
    """Return what a stored record says, such as: Alma: solo ♦, won, 5–2–2.

    ``outcome`` is how it ended, where the rules were asked already; they are, where the record has
    only the tricks.
    """
    if record.get("passed"):
        return capfirst(str(wording.PASSED))
    seats = [record["declarer"], *(each["seat"] for each in record.get("joined", ()))]
    who = str(WORDS["and"]).join(short(names[seat]) for seat in seats)
    return f"{who}: {', '.join(_said(record, names, outcome, ruleset))}"


def card_words(card: str) -> str:
    """Return a card as it is said: its suit drawn, and its rank, such as ♦ queen."""
    return f"{SUITS[card[0]]}{BOUND}{RANKS.get(card[1:], card[1:])}"


def card_name(card: str) -> str:
    """Return a card in words alone, such as queen of diamonds."""
    facts = {"rank": RANKS.get(card[1:], card[1:]), "suit": SUIT_NAMES[card[0]]}
    return gettext("%(rank)s of %(suit)s") % facts


def _said(
    record: Mapping[str, Any], names: Sequence[str], outcome: str, ruleset: RuleSet
) -> Iterator[str]:
    """Return what was played, how it ended, and everything beside that."""
    game = wording.contract(record["contract"], ruleset)
    trump = record.get("trump")
    yield f"{game} {SUITS[trump]}" if trump else game
    for key, cards in (record.get("tourne") or {}).items():
        yield str(WORDS[key]) % {"cards": ", ".join(card_words(card) for card in cards)}
    if record.get("abandoned"):
        yield str(WORDS["given_up"])
    elif ended := outcome or record.get("outcome") or _ended(record, len(names), ruleset):
        yield str(wording.OUTCOMES[ended])
    yield from _tricks(record, names)
    if record.get("extra_card"):
        yield str(WORDS["extra_card"])
    yield from _others(record, names)
    yield from (str(WORDS[flag]) for flag in FLAGS if record.get(flag))
    if record.get("first_five"):
        yield str(WORDS[f"first_{record['first_five']}"])
    if record.get("tout"):
        yield str(wording.TOUTS[record["tout"]])


def _ended(record: Mapping[str, Any], players: int, ruleset: RuleSet) -> str:
    """Return how tricks say that it ended; nothing where the rules know no such result.

    Whose partner sits out, where pairs play, has no tricks: the event knows that, the record not.
    """
    for frame in ({}, {"pairs": True}):
        try:
            read = read_result({**record, "ruleset": ruleset.id, **frame}, ruleset, players)
        except RefusedError:
            continue
        return str(settle(read, ruleset).declarers[0].outcome)
    return ""


def _tricks(record: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    """Return the tricks: in playing order from the declarer on, or of each who joined."""
    taken: Sequence[int | None] = record.get("tricks") or ()
    declarer: int = record["declarer"]
    joined = [each["seat"] for each in record.get("joined", ())]
    if joined and taken:
        own = [(seat, taken[seat]) for seat in (declarer, *joined)]
        each = ", ".join(f"{short(names[seat])} {n}" for seat, n in own if n is not None)
        yield str(WORDS["tricks"]) % {"each": each}
        return
    order = sorted(range(len(taken)), key=lambda seat: (seat - declarer) % len(taken))
    counted = [str(taken[seat]) for seat in order if taken[seat] is not None]
    if counted:
        several = len(counted) > 1
        yield (
            BETWEEN_TRICKS.join(counted) if several else str(WORDS["tricks"]) % {"each": counted[0]}
        )


def _others(record: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    """Return what is said of those beside the declarer."""
    for each in record.get("joined", ()):
        name = {"name": short(names[each["seat"]])}
        if each.get("extra_card"):
            yield str(WORDS["extra_card_of"]) % name
        if each.get("abandoned"):
            yield str(WORDS["gave_up"]) % name
    for seat in record.get("peeked", ()):
        yield str(WORDS["looked"]) % {"name": short(names[seat])}
