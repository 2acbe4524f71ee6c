"""What an evening should come to, kept with lists and counted from nothing each time.

Shares nothing with the domain or the kernels: deals are settled by the naive settling of the
rules, and pots by the purses and the bowl of the naive accounts.
"""

from copy import deepcopy

from rules import RULESETS, derive
from tests.rules.naive.settling import settle
from tests.scoring import naive_accounts

TABLES = 2
DEALS = 6
BLANK = (None, "")
RULES = {
    "dlu": ("dlu", RULESETS["dlu"]),
    "lomber": ("lomber", RULESETS["lomber"]),
    "own": ("lomber", derive(RULESETS["lomber"], "own", pass_pays=False)),
}
"""Under which name the plain settling has each rule set, and the rule set."""


class Evening:
    """Sheets, chairs, decisions and rules; a line is a record without its dealer and a ruling."""

    def __init__(self, players, **rules):
        self.players = players
        self.rules = rules
        self.sheets = [[BLANK] * DEALS for _ in range(TABLES)]
        self.versions = [[0] * DEALS for _ in range(TABLES)]
        self.sitting = [
            [1 + table * players + seat for seat in range(players)] for table in range(TABLES)
        ]
        self.entries = []
        self.final = False

    def legal(self, deal, record, rules=None):
        """Whether the rules have such a result for the deal; no result is always one."""
        return record is None or self.settled(deal, record, rules)["ok"]

    def settled(self, deal, record, rules=None):
        """What the deal is worth to whom, or why it is worth nothing."""
        name, _ = RULES[(rules or self.rules)["ruleset"]]
        frame = {"ruleset": name, "players": self.players, "dealer": (deal - 1) % self.players}
        return settle({**frame, **deepcopy(record)})

    def allows(self, rules):
        """Whether all that was played could have been played by ``rules``."""
        if rules["accounting"] in {"pott", "mixed"} and rules["ruleset"] == "dlu":
            return False
        return all(
            self.legal(deal, record, rules)
            for sheet in self.sheets
            for deal, (record, _) in enumerate(sheet, start=1)
        )

    def differing(self, table, lines):
        """The deals at which ``lines`` are not what is written, with what they become."""
        padded = [*self.sheets[table], *[BLANK] * (len(lines) - DEALS)]
        return [
            (table, deal, line)
            for deal, (line, was) in enumerate(zip(lines, padded, strict=True), start=1)
            if line != was
        ]

    def write(self, lines):
        """Write each (table, deal, line); return what stood there."""
        was = [(table, deal, self.sheets[table][deal - 1]) for table, deal, _ in lines]
        for table, deal, line in lines:
            self.sheets[table][deal - 1] = line
            self.versions[table][deal - 1] += 1
        return was

    def exchange(self, one, other):
        (table, seat), (there, chair) = one, other
        sat = self.sitting[table][seat], self.sitting[there][chair]
        self.sitting[there][chair], self.sitting[table][seat] = sat

    def count(self, table):
        """The purses, the bowl, what penalties took and what is in the cash box."""
        own = naive_accounts.Table(self.players)
        played = [
            (deal, record) for deal, (record, _) in enumerate(self.sheets[table], 1) if record
        ]
        if played and self.rules["accounting"] in {"pott", "mixed"}:
            own.everybody(self.rules["ante"] if self.rules["accounting"] == "pott" else 1)
        for deal, record in played:
            self._play(own, deal, record)
        penalties = cash = 0
        for kind, where, amounts in filter(None, self.entries):
            if where == table:
                own.purses = [has + more for has, more in zip(own.purses, amounts, strict=True)]
                penalties -= sum(amounts) if kind == "penalty" else 0
                cash -= sum(amounts) if kind == "hand" else 0
        return own.purses, own.bowl, penalties, cash

    def points(self):
        """What each player has, by number."""
        return {
            player: points
            for table in range(TABLES)
            for player, points in zip(self.sitting[table], self.count(table)[0], strict=True)
        }

    def _play(self, own, deal, record):
        rules, dealer = self.rules, (deal - 1) % self.players
        if rules["accounting"] in {"rasle", "pot"}:
            self._settle(own, self.settled(deal, record))
            return
        table = {key: value for key, value in rules.items() if value is not None}
        table["players"] = self.players
        if "passed" in record:
            if rules["ruleset"] != "own":
                own.everybody(1)
        elif rules["accounting"] == "pott":
            naive_accounts.pott_deal(own, table, record, dealer)
        else:
            naive_accounts.mixed_deal(own, table, record, dealer)

    def _settle(self, own, told):
        """Rasle and pot."""
        for each in told["declarers"]:
            seat, value = each["seat"], each["value"]
            if self.rules["accounting"] == "pot":
                own.purses[seat] += value
                own.bowl -= value
                continue
            for other in range(self.players):
                if other != seat and (self.rules["sitter_pays"] or other not in told["sitters"]):
                    own.purses[seat] += value
                    own.purses[other] -= value
