"""The Danish L'hombre Union's rules for tournaments.

Source: seed 000, "L'hombre (dansk)", which retells Dansk L'hombre-Union, "Regler for turnerings
l'hombre", November 2018. The paragraphs are in ``docs/rules/dlu.md``.
"""

from rules.contracts import Aim, Contract, ContractTerms, Trump
from rules.ruleset import RuleSet

KODILLE = 1
"""A kodille costs one point more than a bet, in every contract (Betalning)."""


def _with_exchange(
    contract: Contract, letter: str, trump: Trump, worth: int, buys: int
) -> ContractTerms:
    """A contract in which the declarer buys; he may give it up (Ge upp)."""
    nolo = trump is Trump.NONE
    return ContractTerms(
        contract=contract,
        letter=letter,
        aim=Aim.NO_TRICKS if nolo else Aim.TRICKS,
        trump=trump,
        won=worth,
        bet=worth,
        kodille=KODILLE,
        declarer_buys=buys,
        defenders_buy=not nolo,
        may_abandon=True,
        tout=not nolo,
    )


def _as_dealt(contract: Contract, letter: str, trump: Trump, worth: int) -> ContractTerms:
    """A contract in which the declarer plays the nine cards he was dealt."""
    nolo = trump is Trump.NONE
    return ContractTerms(
        contract=contract,
        letter=letter,
        aim=Aim.NO_TRICKS if nolo else Aim.TRICKS,
        trump=trump,
        won=worth,
        bet=worth,
        kodille=KODILLE,
        declarer_buys=None,
        defenders_buy=not nolo,
        may_abandon=False,
        tout=not nolo,
    )


DLU = RuleSet(
    id="dlu",
    version=1,
    name="Dansk L'hombre-Union",
    source="Dansk L'hombre-Union: Regler for turnerings l'hombre, November 2018 (seed 000)",
    contracts=(
        _with_exchange(Contract.SPIL, "s", Trump.NAMED, 1, buys=1),
        _with_exchange(Contract.BEDRE_SPIL, "b", Trump.SPADES, 1, buys=1),
        _with_exchange(Contract.TOURNE, "t", Trump.TURNED, 2, buys=2),
        _with_exchange(Contract.KOEBE_NOLO, "k", Trump.NONE, 2, buys=1),
        _with_exchange(Contract.TOURNE_RESPEKT, "r", Trump.TURNED, 3, buys=2),
        _as_dealt(Contract.SOLO, "l", Trump.NAMED, 3),
        _as_dealt(Contract.SOLO_SPAR, "p", Trump.SPADES, 4),
        _as_dealt(Contract.REN_NOLO, "n", Trump.NONE, 4),
        _as_dealt(Contract.NOLO_OUVERT, "o", Trump.NONE, 6),
    ),
    players=(3, 4),
    options=("spadille_must_bid", "dealer_must_bid"),
)
