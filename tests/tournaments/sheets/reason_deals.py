"""Typical deals, and what the account says of each."""

from rules import RULESETS, read_result, settle
from scoring.sequence import account_rules, fold
from scoring.transfers import beside
from tournaments.sheets.why import sentences

NAMES = ("Nora", "Vera", "Signe", "Ø")


def told(ruleset, account, *deals):
    """The sentences on the last of the deals; seat 0 deals the first."""
    rule = RULESETS[ruleset]
    players = account.pop("players", 4)
    reads = [
        read_result({"players": players, "dealer": n % players, **deal}, rule)
        for n, deal in enumerate(deals)
    ]
    rules = account_rules(players=players, **account)
    settled = {n: settle(read, rule) for n, read in enumerate(reads, start=1)}
    told = {n: beside(read.game, rule, settled[n].price) for n, read in enumerate(reads, start=1)}
    last = fold(rules, settled.items(), told)[-1]
    return sentences(reads[-1].game, last.settlement, last.transfers, NAMES, rule)
