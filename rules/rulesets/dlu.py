"""The Danish L'hombre Union's rules for tournaments.

Source: seed 000, "L'hombre (dansk)", which retells Dansk L'hombre-Union, "Regler for turnerings
l'hombre", November 2018. The paragraphs are in ``docs/rules/dlu.md``.
"""

from dataclasses import replace

from rules.contracts import Contract, ContractTerms, Trump
from rules.ruleset import RuleSet
from rules.rulesets.terms import game, nolo

KODILLE = 1
"""A kodille costs one point more than a bet, in every contract (Betalning)."""
# Rank counts from the lowest, the other way round than Tabell I. A won bid may become any contract
# of its group that ranks as high or higher (Val av trumf och köp av kort).
SPIL, BEDRE_SPIL, TOURNE, RESPEKT, SOLO, SOLO_SPAR, OUVERT = range(1, 8)


def _buying(terms: ContractTerms, buys: int = 1) -> ContractTerms:
    """The declarer buys, and may give the game up (Ge upp)."""
    return replace(terms, declarer_buys=buys, may_abandon=True)


CONTRACTS = (
    replace(
        _buying(game(Contract.SPIL, "s", Trump.NAMED, 1, KODILLE)),
        rank=SPIL,
        group=1,
        becomes=(
            Contract.BEDRE_SPIL, Contract.TOURNE, Contract.KOEBE_NOLO, Contract.TOURNE_RESPEKT,
        ),
    ),
    replace(
        _buying(game(Contract.BEDRE_SPIL, "b", Trump.SPADES, 1, KODILLE)),
        rank=BEDRE_SPIL,
        group=1,
        becomes=(Contract.TOURNE, Contract.KOEBE_NOLO, Contract.TOURNE_RESPEKT),
    ),
    # Two cards at least, the turned one among them (Spel).
    replace(
        _buying(game(Contract.TOURNE, "t", Trump.TURNED, 2, KODILLE), 2),
        rank=TOURNE,
        group=1,
        becomes=(Contract.KOEBE_NOLO, Contract.TOURNE_RESPEKT),
    ),
    replace(
        _buying(nolo(Contract.KOEBE_NOLO, "k", 2, KODILLE)),
        rank=TOURNE,
        group=1,
        becomes=(Contract.TOURNE, Contract.TOURNE_RESPEKT),
    ),
    replace(
        _buying(game(Contract.TOURNE_RESPEKT, "r", Trump.TURNED, 3, KODILLE), 2),
        rank=RESPEKT,
        group=1,
        both_aces=True,
    ),
    replace(
        game(Contract.SOLO, "l", Trump.NAMED, 3, KODILLE),
        rank=SOLO,
        group=2,
        becomes=(Contract.SOLO_SPAR,),
    ),
    replace(game(Contract.SOLO_SPAR, "p", Trump.SPADES, 4, KODILLE), rank=SOLO_SPAR, group=2),
    replace(nolo(Contract.REN_NOLO, "n", 4, KODILLE), rank=SOLO_SPAR, group=3),
    replace(nolo(Contract.NOLO_OUVERT, "o", 6, KODILLE), rank=OUVERT, group=4, ouvert=True),
)  # fmt: skip

DLU = RuleSet(
    id="dlu",
    version=2,
    name="Dansk L'hombre-Union",
    source="Dansk L'hombre-Union: Regler for turnerings l'hombre, November 2018 (seed 000)",
    contracts=CONTRACTS,
    players=(3, 4),
    options=("spadille_must_bid", "dealer_must_bid"),
    lowest_in_group=True,
    equal_by_name=True,
)
