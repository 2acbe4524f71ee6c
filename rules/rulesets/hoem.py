"""Høm-l'hombre as it is played in Ringsted (seed 003). Amounts are pinde.

The paragraphs are in ``docs/rules/hoem.md``.
"""

from dataclasses import replace

from rules.contracts import Contract, ContractTerms, Outcome, Trump
from rules.ruleset import RuleSet, TourneCard
from rules.rulesets.terms import game, nolo

KODILLE = 5
"""What a kruk costs on top, but for grand and the king of diamonds (6)."""


def _game(terms: ContractTerms, rank: int) -> ContractTerms:
    """A trump game: there is no tout."""
    return replace(terms, tout=False, rank=rank)


def _nolo(
    contract: Contract, letter: str, worth: int, *, peek: int, ouvert: bool = False
) -> ContractTerms:
    """A nolo: a trick is a bet, several may declare, and the fourth may join or look."""
    terms = nolo(contract, letter, worth, kodille=None)
    return replace(terms, rank=worth, several=True, peek=peek, ouvert=ouvert)


HOEM = RuleSet(
    id="hoem",
    version=1,
    name="Høm-l'hombre",
    source="Regler for Høm-l'hombre, Ringsted (seed 003)",
    contracts=(
        replace(
            _game(game(Contract.TOURNE, "t", Trump.TURNED, 0, KODILLE), 0),
            declarer_buys=0,
            may_abandon=True,
            by_cards=True,
        ),
        replace(
            _nolo(Contract.KOEBE_NOLO, "k", 15, peek=3),
            declarer_buys=1,
            may_abandon=True,
            extra_card_loss=30,
        ),
        _game(game(Contract.SOLO, "l", Trump.NAMED, 15, KODILLE), 15),
        _nolo(Contract.REN_NOLO, "n", 16, peek=3),
        _game(game(Contract.SOLO_SPAR, "p", Trump.SPADES, 16, KODILLE), 16),
        replace(
            _game(game(Contract.GRAND, "g", Trump.ACES, 18, 0), 18),
            declarer_buys=5,
            may_abandon=True,
            least_tricks=5,
        ),
        replace(
            _nolo(Contract.KOEBE_NOLO_OUVERT, "q", 25, peek=5, ouvert=True),
            declarer_buys=1,
            may_abandon=True,
            extra_card_loss=25,
        ),
        _nolo(Contract.NOLO_OUVERT, "o", 50, peek=5, ouvert=True),
    ),
    players=(3, 4, 5),
    sitter_pays=True,  # 14, rasle
    one_four_four=Outcome.WON,  # 3
    pinde=True,
    spadille_must_bid=True,  # 4
    basta_must_bid=True,
    several_nolo=True,
    fourth_joins_nolo=True,
    nolo_extra_card=True,
    tourne_cards=(
        TourneCard(card="SA", pinde=2),
        TourneCard(card="CA", pinde=2),
        TourneCard(card="HA", pinde=8),
        TourneCard(card="D7", pinde=10, turns=3),
        TourneCard(card="DA", pinde=11),
        TourneCard(card="H7", pinde=15),
        TourneCard(card="HJ", pinde=30, alone=True),
        TourneCard(card="DK", pinde=40, alone=True, kodille=False),
    ),
    abandon_before_middlehand=True,
)
