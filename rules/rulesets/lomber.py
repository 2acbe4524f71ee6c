"""Icelandic lomber (seed 004, Ágúst H. Bjarnason, "Lomber", Reykjavík 1989).

The paragraphs are in ``docs/rules/lomber.md``.
"""

from dataclasses import replace

from rules.contracts import Contract, Outcome, Trump, game, nolo
from rules.ruleset import RuleSet

PLACE = 5

RULESET = RuleSet(
    id="lomber",
    version=1,
    name="Lomber",
    source="Ágúst H. Bjarnason: Lomber, Reykjavík 1989 (seed 004)",
    contracts=(
        replace(
            game(Contract.SPIL, "s", Trump.NAMED, 1, 1),
            declarer_buys=0,
            may_abandon=True,
            rank=1,
            becomes=(
                Contract.BEDRE_SPIL,
                Contract.TOURNE,
                Contract.KOEBE_NOLO,
                Contract.TOURNE_RESPEKT,
            ),
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
        # Every further trick costs one more, and it is played to the end (lomber 3.5, 7.7).
        replace(
            nolo(Contract.KOEBE_NOLO, "k", 2, 1), declarer_buys=0, kodille_per_trick=True, rank=4
        ),
        replace(
            game(Contract.TOURNE_RESPEKT, "r", Trump.TURNED, 2, 1),
            declarer_buys=0,
            may_abandon=True,
            rank=5,
            both_aces=True,
        ),
        replace(game(Contract.GRANDISSIMO, "i", Trump.ACES, 2, 1), may_abandon=True, rank=6),
        replace(
            game(Contract.SOLO, "l", Trump.NAMED, 2, 1),
            may_abandon=True,
            rank=7,
            becomes=(Contract.SOLO_SPAR,),
        ),
        replace(game(Contract.SOLO_SPAR, "p", Trump.SPADES, 3, 1), may_abandon=True, rank=8),
        replace(nolo(Contract.REN_NOLO, "n", 3, 1), may_abandon=True, rank=9),
        replace(nolo(Contract.NOLO_OUVERT, "o", 6, 2), may_abandon=True, rank=10, ouvert=True),
        replace(
            game(Contract.KASKE, "a", Trump.NAMED, 1, 1),
            may_abandon=True,
            talon_cards=8,
            option="kaske",
        ),
        replace(
            game(Contract.MORT, "m", Trump.NAMED, 1, 1),
            defenders_buy=False,
            may_abandon=True,
            tout=False,
            least_tricks=5,
            talon_cards=13,
            option="mort",
        ),
    ),
    players=(3, 4),
    options=(
        "kaske",
        "spadille_must_kaske",
        "mort",
        "mort_spadille_needs_six",
        "spade_solo_above_pure_nolo",
        "pass_pays",
    ),
    tout_by_lead=False,  # lomber 10.1
    three_each=Outcome.REMIS,
    sitter_pays=True,
    pass_pays=True,
    offers=(Contract.TOURNE, Contract.KOEBE_NOLO),  # lomber 4.7
    kaske_by_forehand=True,  # lomber 11.1
    abandon_after_lead=True,
)
