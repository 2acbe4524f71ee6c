"""The Danish L'hombre Union's rules for tournaments.

Source: seed 000, "L'hombre (dansk)", which retells Dansk L'hombre-Union, "Regler for turnerings
l'hombre", November 2018. The paragraphs are in ``docs/rules/dlu.md``.
"""

from dataclasses import replace

from rules.contracts import Contract, Trump, game, nolo
from rules.ruleset import RuleSet

# Rank counts from the lowest, the other way round than Tabell I. A won bid may become any contract
# of its group that ranks as high or higher (dlu 12.1, 13.1).
CONTRACTS = (
    replace(
        game(Contract.SPIL, "s", Trump.NAMED, 1, 1),
        declarer_buys=1,
        may_abandon=True,
        rank=1,
        group=1,
        becomes=(
            Contract.BEDRE_SPIL,
            Contract.TOURNE,
            Contract.KOEBE_NOLO,
            Contract.TOURNE_RESPEKT,
        ),
    ),
    replace(
        game(Contract.BEDRE_SPIL, "b", Trump.SPADES, 1, 1),
        declarer_buys=1,
        may_abandon=True,
        rank=2,
        group=1,
        becomes=(Contract.TOURNE, Contract.KOEBE_NOLO, Contract.TOURNE_RESPEKT),
    ),
    # Two cards at least, the turned one among them (dlu 2.3).
    replace(
        game(Contract.TOURNE, "t", Trump.TURNED, 2, 1),
        declarer_buys=2,
        may_abandon=True,
        rank=3,
        group=1,
        becomes=(Contract.KOEBE_NOLO, Contract.TOURNE_RESPEKT),
    ),
    replace(
        nolo(Contract.KOEBE_NOLO, "k", 2, 1),
        declarer_buys=1,
        may_abandon=True,
        rank=3,
        group=1,
        becomes=(Contract.TOURNE, Contract.TOURNE_RESPEKT),
    ),
    replace(
        game(Contract.TOURNE_RESPEKT, "r", Trump.TURNED, 3, 1),
        declarer_buys=2,
        may_abandon=True,
        rank=4,
        group=1,
        both_aces=True,
    ),
    replace(
        game(Contract.SOLO, "l", Trump.NAMED, 3, 1), rank=5, group=2, becomes=(Contract.SOLO_SPAR,)
    ),
    replace(game(Contract.SOLO_SPAR, "p", Trump.SPADES, 4, 1), rank=6, group=2),
    replace(nolo(Contract.REN_NOLO, "n", 4, 1), rank=6, group=3),
    replace(nolo(Contract.NOLO_OUVERT, "o", 6, 1), rank=7, group=4, ouvert=True),
)

PLACE = 1

RULESET = RuleSet(
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
