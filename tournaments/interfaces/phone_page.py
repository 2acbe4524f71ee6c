"""What the phone's page can say of a deal beside who, what and how: chips, each with its keys."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules import score_card
from tournaments.domain.queries.sheets import Sheet
from tournaments.interfaces import grammar, grammar_extras, wording

RANKS: tuple[tuple[str, Promise | str], ...] = (
    ("e", _("ace")),
    ("k", _("king")),
    ("d", _("queen")),
    ("b", _("knave")),
    *((rank, rank) for rank in "765432"),
)
SUITS = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}


@dataclass(frozen=True, slots=True)
class Chip:
    """One thing to tap: what it says, and what it adds to the typed word."""

    keys: str
    label: Promise | str
    suit: str = ""
    """A suit to draw before the label."""

    @property
    def spoken(self) -> Promise | str:
        """What the suit is called, for who does not see it."""
        return SUITS.get(self.suit, "")


@dataclass(frozen=True, slots=True)
class Group:
    """Chips for what some contracts alone can have."""

    name: str
    """The part of the word it fills: ``tricks``, ``extra``, ``laid``, ``turned`` or ``tout``."""
    needs: str
    """The key of a contract’s line in the score card that says whether it has this."""
    title: Promise
    chips: tuple[Chip, ...]


def groups(sheet: Sheet) -> tuple[Group, ...]:
    """Return what there is more to say under the rule set, in the order of the typed word."""
    card = score_card(sheet.ruleset)
    laid = [
        Chip(grammar_extras.card_keys(each["card"]), _rank(each["card"]), each["card"][0])
        for each in card["tourne_cards"]
    ]
    every = (
        Group("tricks", "per_trick", _("Tricks of a kodille"), tuple(_digits())),
        Group("extra", "extra_card", _("Bought"), (Chip("e", _("an extra card")),)),
        Group("laid", "by_cards", _("Cards laid"), tuple(laid)),
        Group("suit", "by_cards", _("Cards turned: suit, then rank"), _suits()),
        Group("rank", "by_cards", _("Rank"), tuple(Chip(keys, label) for keys, label in RANKS)),
        Group("tout", "tout", _("Tout"), _touts()),
    )
    return tuple(group for group in every if any(line[group.needs] for line in _lines(sheet)))


def _lines(sheet: Sheet) -> list[dict[str, object]]:
    return [dict(line) for line in score_card(sheet.ruleset)["contracts"]]


def _digits() -> list[Chip]:
    return [Chip(str(tricks), str(tricks)) for tricks in range(2, grammar_extras.TRICKS + 1)]


def _suits() -> tuple[Chip, ...]:
    return tuple(Chip(keys, "", suit) for keys, suit in grammar_extras.SUITS.items())


def _touts() -> tuple[Chip, ...]:
    return tuple(Chip(keys, wording.TOUTS[state]) for keys, state in grammar.TOUTS.items())


def _rank(card: str) -> Promise | str:
    return dict(RANKS)[grammar_extras.card_keys(card)[1]]
