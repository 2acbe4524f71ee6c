"""What a club may choose in a rule set, and where its rules differ from the printed ones.

One table: every option of every published rule set has its words here, and a test holds that.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules import RULESETS, Contract, ContractTerms, Outcome, Respekt, RuleSet, Trump, parent_of
from tournaments.words import wording
from tournaments.words.deals import card_name


@dataclass(frozen=True, slots=True)
class OptionWords:
    """An option in the words of a form."""

    label: Promise
    help: Promise | str = ""
    """What it means, as a sentence; empty where the label says it all."""
    values: Mapping[str, Promise] = field(default_factory=dict)
    """What can be chosen, by the value that the rule set has; empty: it is on or off."""
    needs: str = ""
    """The option without which this one says nothing."""
    void_with: str = ""
    """The option with which this one says nothing: it never comes to it then."""


OPTIONS: Final[Mapping[str, OptionWords]] = {
    "spadille_must_bid": OptionWords(
        _("Who holds spadille must bid"),
        _("Passing is not allowed there while nobody has bid."),
    ),
    "dealer_must_bid": OptionWords(
        _("The dealer must bid after two passes"),
        _("Then no deal is passed out."),
    ),
    "grand": OptionWords(
        _("Grand is played"),
        _("Only the black aces are trumps. The declarer buys at least five, and five tricks win."),
    ),
    "grandissimo": OptionWords(
        _("Grandissimo is played"),
        _("As grand, but the declarer buys nothing."),
    ),
    "kaske": OptionWords(
        _("Kaske is played"),
        _(
            "After three passes a player may take eight cards of the talon. It never comes to that "
            "where the dealer must bid."
        ),
        void_with="dealer_must_bid",
    ),
    "spadille_must_kaske": OptionWords(
        _("Who holds spadille must kaske"),
        _("After three passes, whichever seat has it."),
        needs="kaske",
    ),
    "mort": OptionWords(
        _("Mort is played"),
        _("After three passes the fourth takes the talon and plays against the three others."),
        void_with="dealer_must_bid",
    ),
    "mort_nolo": OptionWords(
        _("A mort may be played as a nolo"),
        _("It is worth the same."),
        needs="mort",
    ),
    "mort_spadille_needs_six": OptionWords(
        _("A mort with spadille needs six tricks"),
        _("If spadille was among the thirteen cards, five tricks are not enough."),
        needs="mort",
    ),
    "several_nolo": OptionWords(
        _("Defenders may join a købe-nolo"),
        _("Each who joins is a declarer too, and settles with everybody."),
    ),
    "fourth_joins_nolo": OptionWords(
        _("Who sits out may join a købe-nolo"),
        _("With four at the table that is then a second declarer, or one who gives up for a bet."),
    ),
    "nolo_extra_card": OptionWords(
        _("An extra card in a købe-nolo"),
        _("The declarer may draw one card more than is laid away, and then plays with open cards."),
    ),
    "nolo_defenders_buy": OptionWords(
        _("The defenders buy in a købe-nolo"),
        _("After the declarer, as in a spil."),
    ),
    "one_four_four": OptionWords(
        _("One trick against four and four"),
        _("What it is for the declarer of a trump game."),
        values={
            Outcome.KODILLE: wording.OUTCOMES[Outcome.KODILLE],
            Outcome.BET: wording.OUTCOMES[Outcome.BET],
            Outcome.WON: wording.OUTCOMES[Outcome.WON],
        },
    ),
    "first_five": OptionWords(
        _("The first five tricks may be announced"),
        _("Taking them is worth one point from each, failing costs as much, beside the game."),
    ),
    "respekt_on": OptionWords(
        _("Tourné-respekt on other cards too"),
        _("Beside both black aces; tick what may be shown."),
        values={
            Respekt.RED_ACES: _("both red aces"),
            Respekt.MIXED_ACES: _("a red and a black ace"),
            Respekt.THREE_ACES: _("three aces"),
            Respekt.SEVEN_OF_DIAMONDS: _("the seven of diamonds"),
        },
    ),
    "nolo_bid_by_cards": OptionWords(
        _("A købe-nolo is overbid by buying more cards"),
        _("Who promises to buy more cards takes it over."),
    ),
    "nolo_buy_again": OptionWords(
        _("A købe-nolo may be bought twice"),
        _("The declarer may buy a second time, and pays each opponent a bet for it."),
    ),
    "spade_solo_above_pure_nolo": OptionWords(
        _("Solo spar beats ren nolo"),
        _("In the bidding; otherwise ren nolo beats solo spar."),
    ),
    "pass_pays": OptionWords(
        _("Everybody pays one when all pass"),
        _("Into the pot, where the account has one."),
    ),
}
"""What can be chosen, by the name that it has in ``rules``; in the order of no rule set."""
FIELDS: Final[Mapping[str, Promise]] = {
    "trump": _("trump"),
    "won": _("won"),
    "bet": _("bet"),
    "kodille": _("kodille beside the bet"),
    "extra_card_loss": _("bet with an extra card"),
    "peek": _("looking at the talon"),
    "least_tricks": _("tricks that win"),
    "letter": _("key"),
    "may_abandon": _("may be given up"),
    "tout": _("tout"),
    "tout_value": _("tout"),
    "three_each": _("three tricks each"),
    "one_four_four": _("one trick against four and four"),
    "sitter_pays": _("who sits out pays too"),
}
"""What else a club’s own rules may change, by the field of the rule set or of a contract."""
OTHER: Final = _("other details")
"""What stands for the fields that have no words: how a game is bid, and the like."""
_NO_RULES: Final = {"id", "version", "name", "source", "contracts", "derived_from", "options"}


def printed(ruleset: RuleSet) -> RuleSet | None:
    """Return the published rules that these began as; None where those are published no more."""
    if ruleset.derived_from:
        return parent_of(ruleset)
    own = RULESETS.get(ruleset.id)
    return own if own and own.version == ruleset.version else None


def differing(ruleset: RuleSet) -> tuple[str, ...]:
    """Return in which points the rules are not as printed: “Kaske is played: yes”.

    Empty where nothing differs, or where the printed rules are not known.
    """
    standard = printed(ruleset)
    if standard is None:
        return ()
    own = {terms.contract: terms for terms in ruleset.contracts}
    theirs = {terms.contract: terms for terms in standard.contracts}
    games = [
        each for game in Contract for each in _of_game(theirs.get(game), own.get(game), ruleset)
    ]
    names = [name for name in _names(standard, ruleset) if name not in _NO_RULES]
    points = [each for name in names for each in _points(name, standard, ruleset)]
    return tuple(dict.fromkeys([*games, *points]))


def differs(ruleset: RuleSet) -> str:
    """Return as a sentence what is not as printed; empty where all is."""
    standard, points = printed(ruleset), differing(ruleset)
    if standard is None or not points:
        return ""
    facts = {"rules": wording.title(standard), "points": "; ".join(points)}
    return gettext("Differs from the printed rules “%(rules)s” in: %(points)s.") % facts


def differs_in(stored: object) -> str:
    """Return ``differs`` of a rule set as an event keeps it."""
    return differs(RuleSet.from_json(stored))


def _names(one: RuleSet | ContractTerms, other: RuleSet | ContractTerms) -> list[str]:
    """Return the fields in which the two are not the same."""
    names = [each.name for each in fields(one)]
    return [name for name in names if getattr(one, name) != getattr(other, name)]


def _of_game(
    before: ContractTerms | None, after: ContractTerms | None, ruleset: RuleSet
) -> list[str]:
    game = after or before
    if game is None:
        return []
    name = capfirst(wording.contract(game.contract, ruleset))
    if before is None or after is None:
        word = gettext("is not played") if after is None else gettext("is played")
        return [f"{name}: {word}"]
    return [
        f"{name}, {FIELDS[each]}: {_value(getattr(after, each))}"
        if each in FIELDS
        else f"{name}: {OTHER}"
        for each in _names(before, after)
    ]


def _points(name: str, standard: RuleSet, ruleset: RuleSet) -> list[str]:
    if name != "tourne_cards":
        return [_point(name, ruleset)]
    cards = {each.card: each for each in standard.tourne_cards}
    prices = {each.card: each.pinde for each in ruleset.tourne_cards}
    said = [
        f"{price_label(card)}: {price}"
        for card, price in prices.items()
        if card in cards and cards[card].pinde != price
    ]
    alike = [replace(each, pinde=prices.get(each.card, 0)) for each in standard.tourne_cards]
    return said if tuple(alike) == ruleset.tourne_cards else [*said, capfirst(str(OTHER))]


def price_label(card: str) -> str:
    """Return what the price of a card that is laid for a tourné is called."""
    return f"{gettext('Card for a tourné')}, {card_name(card)}"


def _point(name: str, ruleset: RuleSet) -> str:
    if name in OPTIONS:
        return f"{OPTIONS[name].label}: {_chosen(name, ruleset)}"
    if name in FIELDS:
        return f"{capfirst(str(FIELDS[name]))}: {_value(getattr(ruleset, name))}"
    return capfirst(str(OTHER))


def _chosen(name: str, ruleset: RuleSet) -> str:
    """Return what an option is set to, in words."""
    value = getattr(ruleset, name)
    words = OPTIONS[name].values
    if isinstance(value, tuple):
        return ", ".join(str(words.get(each, each)) for each in value) or gettext("nothing")
    return str(words[value]) if value in words else _value(value)


def _value(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, Outcome):
        return str(wording.OUTCOMES[value])
    return str(wording.TRUMPS[value]) if isinstance(value, Trump) else str(value)
