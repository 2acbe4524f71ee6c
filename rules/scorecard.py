"""A rule set's table of values as data: for the page, the paper and the parser of typed deals."""

from typing import TypedDict

from rules.contracts import ContractTerms, Outcome
from rules.ruleset import RuleSet
from rules.seats import fourth

MOST_DIGITS = 9
"""Keys 1 to 9; the tenth contract has 01, the next 02."""
FIRST_KODILLE = 2
"""Tricks with which a nolo is first a kodille."""


class CardLine(TypedDict):
    """One contract. Values are signed points per opponent, as the declarer sees them."""

    id: str
    digit: str
    """The key on the number pad, two of them from the tenth contract on."""
    letter: str
    trump: str
    """``named``, ``spades``, ``turned``, ``aces`` or ``none``."""
    values: dict[str, int]
    """By outcome, in the order won, bet, kodille, remis; only those the contract can have. A
    tourné priced by its cards: what is added to the price, and to what it costs."""
    per_trick: int
    """What each trick after the second adds to a kodille, signed; 0: nothing, they are one."""
    extra_card: dict[str, int]
    """The values with an extra card bought; empty where none is sold."""
    by_cards: bool
    """The cards laid and turned set the price: see ``tourne_cards``."""
    tout: bool
    """A tout may be announced."""
    may_abandon: bool
    """It may be given up, which counts as bet."""
    several: bool
    """It may have further declarers: those of the next two."""
    players_join: bool
    """Who was dealt cards may join its declarer."""
    fourth_joins: bool
    """The next of those who were dealt none may."""
    fourth_gives_up: bool
    """He may join, look at his cards and give up."""
    peek: int
    """What it costs to look and stay out, signed; 0 where nobody may."""
    by_sitter: bool
    """Its declarer is the one who was dealt no cards."""
    as_nolo: bool
    """It may be played as a nolo."""
    buys_again: bool
    """The declarer may buy a second time, for a bet."""
    first_five: bool
    """The first five tricks may be announced."""
    in_spades: str
    """The contract of its own that it is when spades are named; empty: it stays what it is."""


class TourneLine(TypedDict):
    """A card that may be laid for a tourné."""

    card: str
    pinde: int
    turns: int
    alone: bool
    kodille: bool


class ScoreCard(TypedDict):
    """All that entry and print need to know of a rule set; plain JSON."""

    ruleset: str
    digest: str
    players: list[int]
    contracts: list[CardLine]
    tout: dict[str, int]
    """What ``made`` and ``failed`` add to the value."""
    first_five: bool
    """The first five tricks may be announced, for as much as a tout."""
    tourne_cards: list[TourneLine]


def score_card(ruleset: RuleSet, players: int | None = None) -> ScoreCard:
    """The table of values of ``ruleset``, its contracts in their printed order.

    With ``players``: without those that nobody can declare at a table of so many.

    >>> from rules import RULESETS
    >>> solo = score_card(RULESETS["dlu"])["contracts"][5]
    >>> solo["id"], solo["letter"], solo["values"]
    ('solo', 'l', {'won': 3, 'bet': -3, 'kodille': -4})
    """
    return {
        "ruleset": ruleset.id,
        "digest": ruleset.digest,
        "players": list(ruleset.players),
        "contracts": [
            _line(ruleset, number, terms)
            for number, terms in enumerate(ruleset.played, start=1)
            if not terms.by_sitter or players is None or fourth(players, 0)
        ],
        "tout": {"made": ruleset.tout_value, "failed": -ruleset.tout_value},
        "first_five": ruleset.first_five,
        "tourne_cards": [
            {
                "card": card.card,
                "pinde": card.pinde,
                "turns": card.turns,
                "alone": card.alone,
                "kodille": card.kodille,
            }
            for card in ruleset.tourne_cards
        ],
    }


def _line(ruleset: RuleSet, number: int, terms: ContractTerms) -> CardLine:
    players_join, fourth_joins = ruleset.players_join(terms), ruleset.fourth_joins(terms)
    own = ruleset.in_spades(terms)
    sells = ruleset.sells_extra_card(terms)
    return {
        "id": terms.contract.value,
        "digit": str(number) if number <= MOST_DIGITS else f"0{number - MOST_DIGITS}",
        "letter": terms.letter,
        "trump": terms.trump.value,
        "values": _values(ruleset, terms, extra_card=False),
        "per_trick": -(terms.kodille or 0) if terms.kodille_per_trick else 0,
        "extra_card": _values(ruleset, terms, extra_card=True) if sells else {},
        "by_cards": terms.by_cards,
        "tout": terms.tout,
        "may_abandon": terms.may_abandon,
        "several": players_join or fourth_joins,
        "players_join": players_join,
        "fourth_joins": fourth_joins,
        "fourth_gives_up": fourth_joins and not terms.peek,
        "peek": -terms.peek,
        "by_sitter": terms.by_sitter,
        "as_nolo": ruleset.as_nolo(terms),
        "buys_again": ruleset.buys_again(terms),
        "first_five": terms.tout and ruleset.first_five,
        "in_spades": own.contract.value if own else "",
    }


def _values(ruleset: RuleSet, terms: ContractTerms, *, extra_card: bool) -> dict[str, int]:
    outcomes = ruleset.outcomes(terms)
    return {
        outcome.value: terms.value(outcome, FIRST_KODILLE, extra_card=extra_card)
        for outcome in Outcome
        if outcome in outcomes
    }
