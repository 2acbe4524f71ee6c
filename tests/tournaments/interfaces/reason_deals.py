"""Typical deals, and what the account says of each."""

from rules import RULESETS, read_result, settle
from scoring.reasons import beside, transfers
from scoring.sequence import AccountRules, fold
from tournaments.interfaces.reasons import sentences

NAMES = ("Nora", "Vera", "Signe", "Ø")


def told(ruleset, account, *deals):
    """The sentences on the last of the deals; seat 0 deals the first."""
    rule = RULESETS[ruleset]
    players = account.pop("players", 4)
    reads = [
        read_result({"players": players, "dealer": n % players, **deal}, rule)
        for n, deal in enumerate(deals)
    ]
    rules = AccountRules(players=players, **account)
    settled = [(n, settle(read, rule)) for n, read in enumerate(reads, start=1)]
    last = fold(rules, settled)[-1]
    game = reads[-1].game
    paid = transfers(
        rules,
        last.settlement,
        last.entry,
        antes=last.antes,
        beside_game=beside(game, rule),
    )
    return sentences(game, last.settlement, paid, NAMES)
