"""The family game and its variants (seed 001, pagat.com, "L'Hombre").

The paragraphs are in ``docs/rules/familie.md``.
"""

from dataclasses import replace

from rules.contracts import Contract, Trump, game, nolo
from rules.ruleset import RuleSet

PLACE = 2

RULESET = RuleSet(
    id="familie",
    version=1,
    name="Familie",
    source="J. B. Christiansen and J. McLeod: L'Hombre, pagat.com (seed 001)",
    contracts=(
        replace(
            game(Contract.SPIL, "s", Trump.NAMED, 1, 1),
            declarer_buys=0,
            may_abandon=True,
            rank=1,
            becomes=(Contract.BEDRE_SPIL, Contract.TOURNE, Contract.KOEBE_NOLO),
        ),
        replace(
            game(Contract.BEDRE_SPIL, "b", Trump.SPADES, 1, 1),
            declarer_buys=0,
            may_abandon=True,
            rank=2,
        ),
        replace(
            game(Contract.TOURNE, "t", Trump.TURNED, 1, 1),
            declarer_buys=0,
            may_abandon=True,
            rank=3,
        ),
        # Each trick beyond the first costs one more (familie 3.5).
        replace(
            nolo(Contract.KOEBE_NOLO, "k", 2, 1),
            declarer_buys=0,
            kodille_per_trick=True,
            rank=4,
            several=True,
            extra_card_loss=2,
        ),
        replace(
            game(Contract.TOURNE_RESPEKT, "r", Trump.TURNED, 2, 1),
            declarer_buys=0,
            may_abandon=True,
            rank=5,
            both_aces=True,
        ),
        replace(
            game(Contract.GRAND, "g", Trump.ACES, 2, 1),
            declarer_buys=5,
            may_abandon=True,
            least_tricks=5,
            rank=6,
            option="grand",
        ),
        replace(
            game(Contract.GRANDISSIMO, "i", Trump.ACES, 2, 1),
            least_tricks=5,
            rank=7,
            option="grandissimo",
        ),
        replace(game(Contract.SOLO, "l", Trump.NAMED, 2, 1), rank=8, becomes=(Contract.SOLO_SPAR,)),
        # Of these two the one bid first beats the other (familie 4.5).
        replace(game(Contract.SOLO_SPAR, "p", Trump.SPADES, 3, 2), rank=9),
        replace(nolo(Contract.REN_NOLO, "n", 3, 2), rank=9),
        replace(nolo(Contract.NOLO_OUVERT, "o", 5, 3), rank=10, ouvert=True),
        replace(
            game(Contract.KASKE, "a", Trump.NAMED, 1, 1),
            may_abandon=True,
            talon_cards=8,
            option="kaske",
        ),
        replace(
            game(Contract.MORT, "m", Trump.NAMED, 1, 1),
            defenders_buy=False,
            tout=False,
            talon_cards=13,
            option="mort",
        ),
    ),
    players=(3, 4),
    options=(
        "spadille_must_bid",
        "dealer_must_bid",
        "grand",
        "grandissimo",
        "kaske",
        "mort",
        "mort_nolo",
        "several_nolo",
        "fourth_joins_nolo",
        "nolo_extra_card",
        "nolo_defenders_buy",
        "one_four_four",
        "first_five",
        "respekt_on",
        "nolo_bid_by_cards",
        "nolo_buy_again",
    ),
    sitter_pays=True,  # familie 9.2
    spadille_must_bid=True,  # familie 4.7
    dealer_must_bid=True,
    fourth_joins_nolo=True,
)
