"""What the phone's page can say of a deal beside who, what and how: chips, each with its keys."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules import score_card
from tournaments.entry.queries import recap
from tournaments.models import Event
from tournaments.sheets.queries import Sheet
from tournaments.typed import extras as grammar_extras
from tournaments.typed import grammar
from tournaments.words import wording
from tournaments.words.deals import SUIT_NAMES, WORDS

RANKS: tuple[tuple[str, Promise | str], ...] = (
    ("e", _("ace")),
    ("k", _("king")),
    ("d", _("queen")),
    ("b", _("knave")),
    *((rank, rank) for rank in "765432"),
)


@dataclass(frozen=True, slots=True)
class Chip:
    """One thing to tap: what it says, and what it adds to the typed word."""

    keys: str
    label: Promise | str
    suit: str = ""
    """A suit to draw before the label."""
    needs: str = ""
    """As of its group, where not all of its chips need the same."""

    @property
    def spoken(self) -> Promise | str:
        """What the suit is called, for who does not see it."""
        return SUIT_NAMES.get(self.suit, "")


@dataclass(frozen=True, slots=True)
class Group:
    """Chips for what some contracts alone can have."""

    name: str
    """The part of the word it fills, as the page’s script calls it."""
    needs: str
    """The key of a contract’s line in the score card that says whether it has this; empty: all
    have it, ``trumps``: those whose trump is neither always the same nor told by cards."""
    title: Promise
    chips: tuple[Chip, ...]


FLAGS = (
    Chip("g", WORDS["given_up"], needs="may_abandon"),
    Chip("n", _("played as a nolo"), needs="as_nolo"),
    Chip("b", _("bought again"), needs="buys_again"),
    Chip("i", _("spadille was in the talon"), needs="by_sitter"),
)


def groups(sheet: Sheet) -> tuple[Group, ...]:
    """Return what there is more to say under the rule set, without who joined; the rarest last."""
    card = score_card(sheet.ruleset, sheet.players)
    can = {key for line in card["contracts"] for key, has in line.items() if has} | {"", "trumps"}
    laid = tuple(
        Chip(grammar_extras.card_keys(each["card"]), _rank(each["card"]), each["card"][0])
        for each in card["tourne_cards"]
    )
    looked = tuple(Chip(f"p{seat + 1}", name) for seat, name in enumerate(sheet.names))
    flags = tuple(chip for chip in FLAGS if chip.needs in can)
    every = (
        Group("peeked", "peek", _("Looked and stayed out"), looked),
        Group("extra", "extra_card", _("Bought"), (Chip("e", _("an extra card")),)),
        Group("laid", "by_cards", _("Cards laid"), laid),
        Group("suit", "by_cards", _("Cards turned: suit, then rank"), _suits()),
        Group("rank", "by_cards", _("Rank"), tuple(Chip(keys, label) for keys, label in RANKS)),
        Group("tout", "tout", _("Tout"), _touts()),
        Group("first", "first_five", _("The first five tricks"), _first_five()),
        Group("flags", "", _("Besides"), flags),
        Group("trump", "trumps", _("Trump"), _suits()),
        Group(
            "tricks",
            "",
            _("Tricks: the declarer’s, then the next players’. The last one’s are worked out."),
            _digits(),
        ),
    )
    return tuple(group for group in every if group.chips and group.needs in can)


def unconfirmed(sheet: Sheet) -> list[dict[str, int]]:
    """Return the deals that another player has not confirmed, where the event asks for it."""
    if sheet.table.round.event.verification != Event.Verification.CONFIRMED:
        return []
    return [
        {"first": block.first, "last": block.last}
        for block in recap(sheet).blocks
        if block.confirmed_by is None
    ]


def _digits() -> tuple[Chip, ...]:
    return tuple(Chip(str(tricks), str(tricks)) for tricks in range(grammar_extras.TRICKS + 1))


def _suits() -> tuple[Chip, ...]:
    return tuple(Chip(keys, "", suit) for keys, suit in grammar_extras.SUITS.items())


def _touts() -> tuple[Chip, ...]:
    return tuple(Chip(keys, wording.TOUTS[state]) for keys, state in grammar.TOUTS.items())


def _first_five() -> tuple[Chip, ...]:
    return (Chip("f", _("made")), Chip("ff", _("not made")))


def _rank(card: str) -> Promise | str:
    return dict(RANKS)[grammar_extras.card_keys(card)[1]]
