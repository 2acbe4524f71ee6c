"""Høm-l'hombre as it is played in Ringsted (seed 003). Amounts are pinde.

The paragraphs are in ``docs/rules/hoem.md``.
"""

from dataclasses import replace

from rules.contracts import Contract, Outcome, Trump, game, nolo
from rules.ruleset import RuleSet, TourneCard

PLACE = 4

RULESET = RuleSet(
    id="hoem",
    version=1,
    name="Høm-l'hombre",
    source="Regler for Høm-l'hombre, Ringsted (seed 003)",
    contracts=(
        # A kruk costs 5 on top, but for grand and the king of diamonds (hoem 3.3). No tout (3.6).
        replace(
            game(Contract.TOURNE, "t", Trump.TURNED, 0, 5),
            declarer_buys=0,
            may_abandon=True,
            tout=False,
            by_cards=True,
        ),
        # In a nolo a trick is a bet, several may declare, and the fourth may join or look (hoem 5).
        replace(
            nolo(Contract.KOEBE_NOLO, "k", 15, None),
            declarer_buys=1,
            may_abandon=True,
            rank=15,
            several=True,
            extra_card_loss=30,
            peek=3,
        ),
        replace(game(Contract.SOLO, "l", Trump.NAMED, 15, 5), tout=False, rank=15),
        replace(nolo(Contract.REN_NOLO, "n", 16, None), rank=16, several=True, peek=3),
        replace(game(Contract.SOLO_SPAR, "p", Trump.SPADES, 16, 5), tout=False, rank=16),
        replace(
            game(Contract.GRAND, "g", Trump.ACES, 18, 0),
            declarer_buys=5,
            may_abandon=True,
            tout=False,
            least_tricks=5,
            rank=18,
        ),
        replace(
            nolo(Contract.KOEBE_NOLO_OUVERT, "q", 25, None),
            declarer_buys=1,
            may_abandon=True,
            rank=25,
            ouvert=True,
            several=True,
            extra_card_loss=25,
            peek=5,
        ),
        replace(
            nolo(Contract.NOLO_OUVERT, "o", 50, None), rank=50, ouvert=True, several=True, peek=5
        ),
    ),
    players=(3, 4, 5),
    sitter_pays=True,  # hoem 12.1
    one_four_four=Outcome.WON,  # hoem 10.2
    pinde=True,
    spadille_must_bid=True,  # hoem 4.5
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
