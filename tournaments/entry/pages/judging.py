"""What the phone judges a deal by before it is stored: what the rules say, as data.

The tricks of a game and how it then ended are asked of the rules once, for every way in which
nine tricks can be shared; the page looks them up.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules import (
    CARDS,
    TRICKS,
    CardLine,
    RefusedError,
    RuleSet,
    playing,
    read_result,
    score_card,
    settle,
)
from tournaments.book.reasons import COMPLAINTS
from tournaments.sheets.queries import Sheet
from tournaments.typed import extras as grammar_extras

Json = Mapping[str, object]
PLAYERS, DEALER, SITTER = 4, 0, 2
SAID: Mapping[str, Promise] = {
    "contract_missing": _("Which game was it? Tap the contract first."),
    "tricks_required": _(
        "Tap the declarer’s tricks, and then the result again: they belong to it."
    ),
    "extras_unreadable": _("What was tapped beside the game does not go together. Look at it."),
    "outcome_differs": _("This result does not fit the tricks. Tap another, or other tricks."),
    "refused": _("The rules know no such deal. Look at what is tapped under “More”."),
    "word_unreadable": _("The rules know no such deal. Look at what is tapped under “More”."),
    "declarer_sits_out": _("Who sits out cannot be declarer in this game."),
    "declarer_must_sit_out": _("Only who sits out can play this game."),
}
"""What the page says in its own words: of keys and numbers of deals it knows nothing."""


def judging(sheet: Sheet) -> Json:
    """Return what the page’s judge needs: cards, tricks and sentences, by the rules’ own codes."""
    sentences = {code.value: str(text) for code, text in COMPLAINTS.items() if "%" not in str(text)}
    lines = score_card(sheet.ruleset)["contracts"]
    return {
        "tourne_cards": sheet.card["tourne_cards"],
        "by_tricks": endings(sheet.ruleset),
        # As the rules have it: an account may pay all kodilles alike, and they ask all the same.
        "per_trick": [line["id"] for line in lines if line["per_trick"]],
        "sentences": sentences | {code: str(text) for code, text in SAID.items()},
    }


@lru_cache(maxsize=64)
def endings(ruleset: RuleSet) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """Return contract → played plainly or as a nolo → tricks as they are typed → the outcome."""
    return {
        line["id"]: {
            name: dict(_endings(ruleset, line, nolo=name == "nolo"))
            for name in ("plain", "nolo")
            if name == "plain" or line["as_nolo"]
        }
        for line in score_card(ruleset)["contracts"]
    }


def _endings(ruleset: RuleSet, line: CardLine, *, nolo: bool) -> Iterator[tuple[str, str]]:
    declarer = SITTER if line["by_sitter"] else DEALER
    three = {*playing(PLAYERS, DEALER, declarer, pairs=False), declarer}
    seats = sorted(three, key=lambda seat: (seat - declarer) % PLAYERS)
    none = nolo or line["trump"] == "none"
    for digits, taken in _shares(1 if none else len(seats) - 1):
        shared = taken if none else (*taken, TRICKS - sum(taken))
        record: dict[str, object] = {
            "dealer": DEALER,
            "declarer": declarer,
            "contract": line["id"],
            "tricks": grammar_extras.by_seat(list(zip(seats, shared, strict=False)), PLAYERS),
            **({"nolo": True} if nolo else {}),
            **({"tourne": _cards(ruleset)} if line["by_cards"] else {}),
        }
        try:
            settled = settle(read_result(record, ruleset, PLAYERS), ruleset)
        except RefusedError:
            continue
        yield digits, settled.declarers[0].outcome.value


def _shares(numbers: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Return every way in which so many have their tricks, and as it is typed."""
    for taken in product(range(TRICKS + 1), repeat=numbers):
        if sum(taken) <= TRICKS:
            yield "".join(map(str, taken)), taken


def _cards(ruleset: RuleSet) -> Mapping[str, list[str]]:
    """Return cards that can be laid and turned, whatever they are worth."""
    laid = ruleset.tourne_cards[0].card
    return {"laid": [laid], "turned": [next(card for card in CARDS if card != laid)]}
