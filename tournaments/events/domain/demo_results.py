"""Results that could be those of an evening, from a seed: nothing of them was played.

How often a contract is named and how it ends are guesses that look right on a sheet; they are
no statistics.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from rules import Contract, ContractTerms, Outcome, RuleSet, Trump, dealt_in

PASSED = 0.07
CONTRACTS = {
    Contract.SPIL: 52,
    Contract.BEDRE_SPIL: 5,
    Contract.TOURNE: 15,
    Contract.KOEBE_NOLO: 10,
    Contract.TOURNE_RESPEKT: 2,
    Contract.SOLO: 10,
    Contract.SOLO_SPAR: 2,
    Contract.REN_NOLO: 3,
    Contract.NOLO_OUVERT: 1,
}
"""How often, of a hundred games; a contract that the rule set does not have is never named."""
OUTCOMES = {Outcome.WON: 66, Outcome.BET: 26, Outcome.KODILLE: 8}
TOUT = 0.01  # of the won games that can be
FEWEST = 2  # tricks that are a kodille in a nolo
TRUMP_WRITTEN = 0.5  # of the games in which the declarer names it


def results(
    seed: str, *, ruleset: RuleSet, players: int, deals: int, first_dealer: int
) -> Iterator[dict[str, Any]]:
    """Yield a result record for each deal of a sheet, legal under ``ruleset``.

    The records have neither rule set nor players, nor the cards that price a tourné. The same
    ``seed`` gives the same records.
    """
    chance = Random(seed)  # noqa: S311 -- nothing here is a secret
    terms = {one.contract: one for one in ruleset.played if one.contract in CONTRACTS}
    weights = [CONTRACTS[contract] for contract in terms]
    for deal in range(deals):
        dealer = (first_dealer + deal) % players
        if chance.random() < PASSED:
            yield {"dealer": dealer, "passed": True}
            continue
        declarer = chance.choice(dealt_in(players, dealer))
        contract = chance.choices(list(terms.values()), weights)[0]
        game = _game(contract, chance)
        if contract.kodille_per_trick and game["outcome"] == Outcome.KODILLE:
            del game["outcome"]  # it follows from the tricks, and so does its price
            game["tricks"] = [FEWEST if seat == declarer else None for seat in range(players)]
        yield {"dealer": dealer, "declarer": declarer, **game}


def _game(terms: ContractTerms, chance: Random) -> dict[str, Any]:
    """Return what is written of one game: its contract, perhaps its trump, and how it ended."""
    possible = [one for one in OUTCOMES if one is not Outcome.KODILLE or terms.kodille is not None]
    outcome = chance.choices(possible, [OUTCOMES[one] for one in possible])[0]
    game: dict[str, Any] = {"contract": terms.contract.value, "outcome": outcome.value}
    if terms.trump is Trump.NAMED and chance.random() < TRUMP_WRITTEN:
        game["trump"] = chance.choice("SHDC")
    if terms.tout and outcome is Outcome.WON and chance.random() < TOUT:
        game["tout"] = "made"
    return game
