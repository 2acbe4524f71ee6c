"""A Danish club's rules for private play, 28 July 2019 (seed 002).

Its table of values is lost with a picture; the text gives the values, and they are the Union's.
The paragraphs are in ``docs/rules/klub.md``.
"""

from dataclasses import replace

from rules.contracts import Contract
from rules.ruleset import RuleSet
from rules.rulesets.dlu import CONTRACTS

BECOMES = {
    Contract.SPIL: (
        Contract.BEDRE_SPIL, Contract.TOURNE, Contract.KOEBE_NOLO, Contract.TOURNE_RESPEKT,
    ),
    Contract.SOLO: (Contract.SOLO_SPAR,),
}  # fmt: skip
"""A won spil may become any game with buying, and nothing else changes (klub 6.1, 6.3)."""

PLACE = 3

RULESET = RuleSet(
    id="klub",
    version=1,
    name="Klub",
    source="Regler for privat l'hombre i en dansk klub, 28. juli 2019 (seed 002)",
    contracts=tuple(replace(terms, becomes=BECOMES.get(terms.contract, ())) for terms in CONTRACTS),
    players=(3, 4),
    options=("spadille_must_bid", "dealer_must_bid"),
    tout_by_lead=False,  # klub 11.2
    lowest_in_group=True,
    free_groups=(1,),  # klub 5.5
    equal_by_name=True,
)
