"""The family game and its variants (seed 001, pagat.com, "L'Hombre").

The paragraphs are in ``docs/rules/familie.md``.
"""

from dataclasses import replace

from rules.contracts import Contract, ContractTerms, Trump
from rules.ruleset import RuleSet
from rules.rulesets.terms import game, nolo

SPIL, BEDRE_SPIL, TOURNE, KOEBE_NOLO, RESPEKT, GRAND, GRANDISSIMO, SOLO, SOLO_SPAR, OUVERT = range(
    1, 11
)


def _buying(terms: ContractTerms, buys: int = 0) -> ContractTerms:
    """The declarer buys as many as he likes, none too (Exchanging Cards with the Talon)."""
    return replace(terms, declarer_buys=buys)


FAMILIE = RuleSet(
    id="familie",
    version=1,
    name="Familie",
    source="J. B. Christiansen and J. McLeod: L'Hombre, pagat.com (seed 001)",
    contracts=(
        replace(
            _buying(game(Contract.SPIL, "s", Trump.NAMED, 1, 1)),
            may_abandon=True,
            rank=SPIL,
            becomes=(Contract.BEDRE_SPIL, Contract.TOURNE, Contract.KOEBE_NOLO),
        ),
        replace(
            _buying(game(Contract.BEDRE_SPIL, "b", Trump.SPADES, 1, 1)),
            may_abandon=True,
            rank=BEDRE_SPIL,
        ),
        replace(
            _buying(game(Contract.TOURNE, "t", Trump.TURNED, 1, 1)), may_abandon=True, rank=TOURNE
        ),
        # Each trick beyond the first costs one more (Scoring, kodille).
        replace(
            _buying(nolo(Contract.KOEBE_NOLO, "k", 2, 1)),
            kodille_per_trick=True,
            several=True,
            extra_card_loss=2,
            rank=KOEBE_NOLO,
        ),
        replace(
            _buying(game(Contract.TOURNE_RESPEKT, "r", Trump.TURNED, 2, 1)),
            may_abandon=True,
            both_aces=True,
            rank=RESPEKT,
        ),
        replace(
            _buying(game(Contract.GRAND, "g", Trump.ACES, 2, 1), 5),
            may_abandon=True,
            least_tricks=5,
            rank=GRAND,
            option="grand",
        ),
        replace(
            game(Contract.GRANDISSIMO, "i", Trump.ACES, 2, 1),
            least_tricks=5,
            rank=GRANDISSIMO,
            option="grandissimo",
        ),
        replace(
            game(Contract.SOLO, "l", Trump.NAMED, 2, 1), rank=SOLO, becomes=(Contract.SOLO_SPAR,)
        ),
        # Of these two the one bid first beats the other.
        replace(game(Contract.SOLO_SPAR, "p", Trump.SPADES, 3, 2), rank=SOLO_SPAR),
        replace(nolo(Contract.REN_NOLO, "n", 3, 2), rank=SOLO_SPAR),
        replace(nolo(Contract.NOLO_OUVERT, "o", 5, 3), rank=OUVERT, ouvert=True),
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
        "spadille_must_bid", "dealer_must_bid", "grand", "grandissimo", "kaske", "mort",
        "mort_nolo", "several_nolo", "fourth_joins_nolo", "nolo_extra_card",
        "nolo_defenders_buy", "one_four_four", "first_five", "respekt_on", "nolo_bid_by_cards",
        "nolo_buy_again",
    ),
    sitter_pays=True,  # Accommodating four players
    spadille_must_bid=True,  # Avoiding the wash-out
    dealer_must_bid=True,
    fourth_joins_nolo=True,
)  # fmt: skip
