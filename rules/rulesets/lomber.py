"""Icelandic lomber (seed 004, Ágúst H. Bjarnason, "Lomber", Reykjavík 1989).

The paragraphs are in ``docs/rules/lomber.md``.
"""

from dataclasses import replace

from rules.contracts import Contract, ContractTerms, Outcome, Trump
from rules.ruleset import RuleSet
from rules.rulesets.terms import game, nolo

(
    SPIL, BEDRE_SPIL, TOURNE, KOEBE_NOLO, RESPEKT, GRANDISSIMO, SOLO, SOLO_SPAR, REN_NOLO, OUVERT,
) = range(1, 11)  # fmt: skip


def _buying(terms: ContractTerms) -> ContractTerms:
    """The declarer buys as many as he likes (II A, II C, IV)."""
    return replace(terms, declarer_buys=0)


LOMBER = RuleSet(
    id="lomber",
    version=1,
    name="Lomber",
    source="Ágúst H. Bjarnason: Lomber, Reykjavík 1989 (seed 004)",
    contracts=(
        replace(
            _buying(game(Contract.SPIL, "s", Trump.NAMED, 1, 1)),
            may_abandon=True,
            rank=SPIL,
            becomes=(
                Contract.BEDRE_SPIL, Contract.TOURNE, Contract.KOEBE_NOLO, Contract.TOURNE_RESPEKT,
            ),
        ),
        replace(
            _buying(game(Contract.BEDRE_SPIL, "b", Trump.SPADES, 1, 1)),
            may_abandon=True,
            rank=BEDRE_SPIL,
        ),
        replace(
            _buying(game(Contract.TOURNE, "t", Trump.TURNED, 1, 1)), may_abandon=True, rank=TOURNE
        ),
        # Every further trick costs one more, and it is played to the end (table; III).
        replace(
            _buying(nolo(Contract.KOEBE_NOLO, "k", 2, 1)), kodille_per_trick=True, rank=KOEBE_NOLO
        ),
        replace(
            _buying(game(Contract.TOURNE_RESPEKT, "r", Trump.TURNED, 2, 1)),
            may_abandon=True,
            both_aces=True,
            rank=RESPEKT,
        ),
        replace(
            game(Contract.GRANDISSIMO, "i", Trump.ACES, 2, 1), may_abandon=True, rank=GRANDISSIMO
        ),
        replace(
            game(Contract.SOLO, "l", Trump.NAMED, 2, 1),
            may_abandon=True,
            rank=SOLO,
            becomes=(Contract.SOLO_SPAR,),
        ),
        replace(
            game(Contract.SOLO_SPAR, "p", Trump.SPADES, 3, 1), may_abandon=True, rank=SOLO_SPAR
        ),
        replace(nolo(Contract.REN_NOLO, "n", 3, 1), may_abandon=True, rank=REN_NOLO),
        replace(
            nolo(Contract.NOLO_OUVERT, "o", 6, 2), may_abandon=True, rank=OUVERT, ouvert=True
        ),
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
        "kaske", "spadille_must_kaske", "mort", "mort_spadille_needs_six",
        "spade_solo_above_pure_nolo", "pass_pays",
    ),
    tout_by_lead=False,  # VII A: it is said
    three_each=Outcome.REMIS,
    sitter_pays=True,
    pass_pays=True,
    offers=(Contract.TOURNE, Contract.KOEBE_NOLO),  # II C, II E
    kaske_by_forehand=True,  # VII B
    abandon_after_lead=True,
)  # fmt: skip
