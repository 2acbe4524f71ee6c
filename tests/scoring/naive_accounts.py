"""Pott and mixed accounts kept a second time, as at the table: bit by bit, with purses and a bowl.

Written from the rule page of lomber alone; shares nothing with the kernels, and reads the deals
as they are typed. Slow and plain on purpose.
"""

WORTH = {
    "spil": 1, "bedre_spil": 1, "tourne": 1, "kaske": 1, "mort": 1, "koebe_nolo": 2,
    "tourne_respekt": 2, "grandissimo": 2, "solo": 2, "solo_spar": 3, "ren_nolo": 3,
    "nolo_ouvert": 6,
}  # fmt: skip
STARRED = ["solo", "solo_spar", "ren_nolo", "nolo_ouvert"]


class Table:
    """Purses that may run into debt, and the bowl between them, which may not."""

    def __init__(self, players):
        self.purses = [0] * players
        self.bowl = 0

    def into_bowl(self, seat, bits):
        for _ in range(bits):
            self.purses[seat] -= 1
            self.bowl += 1

    def from_bowl(self, seat, bits):
        for _ in range(bits):
            assert self.bowl > 0
            self.bowl -= 1
            self.purses[seat] += 1

    def over(self, payer, payee, bits):
        for _ in range(bits):
            self.purses[payer] -= 1
            self.purses[payee] += 1

    def everybody(self, bits):
        for seat in range(len(self.purses)):
            self.into_bowl(seat, bits)


def lines_of(table):
    """Changes and pot, line by line, the antes first."""
    play = pott_deal if table["accounting"] == "pott" else mixed_deal
    own = Table(table["players"])
    own.everybody(table.get("ante", 2) if table["accounting"] == "pott" else 1)
    lines = [(list(own.purses), own.bowl)]
    for number, deal in enumerate(table["deals"]):
        before = list(own.purses)
        if deal.get("passed"):
            if table["options"].get("pass_pays", True):
                own.everybody(1)
        else:
            play(own, table, deal, number % table["players"])
        lines.append(([now - then for now, then in zip(own.purses, before, strict=True)], own.bowl))
    return lines


def pott_deal(own, table, deal, dealer):
    """12.4 to 12.7, and a tout for one more or less (10.2)."""
    seat, worth, end = deal["declarer"], WORTH[deal["contract"]], end_of(deal)
    if end == "won":
        gets = worth + {"made": 1, "failed": -1, None: 0}[deal.get("tout")]
        while own.bowl < gets:
            own.everybody(table.get("ante", 2))
        own.from_bowl(seat, gets)
        return
    if end == "remis":
        each = 1 if table.get("remis_price") == "one" else worth
        out = sits_out(table, deal, dealer) if table.get("remis_pays") == "players" else None
        for one in range(table["players"]):
            if one != out:
                own.into_bowl(one, each)
    else:
        own.into_bowl(seat, worth + 1 if end == "kodille" else worth)
    if deal.get("tout") == "failed":
        own.into_bowl(seat, 1)


def mixed_deal(own, table, deal, dealer):
    """12.8 to 12.12."""
    seat, worth, end = deal["declarer"], WORTH[deal["contract"]], end_of(deal)
    out = sits_out(table, deal, dealer)
    pays = table.get("sitter_pays", True) and not table.get("pairs")
    opponents = [one for one in range(table["players"]) if one != seat and (pays or one != out)]
    cap = table.get("pot_cap", 10**6)
    if end == "won":
        for one in opponents:
            own.over(one, seat, worth)
        if deal["contract"] in STARRED and own.bowl > table["players"]:
            own.from_bowl(seat, min(own.bowl - table["players"], cap))
    else:
        cost = worth if end != "kodille" else kodille(deal)
        for one in opponents:
            own.over(seat, one, cost)
        doubles = deal["contract"] in STARRED and end != "remis"
        own.into_bowl(seat, min(own.bowl, cap) if doubles else cost)
    tout(own, deal, opponents)


def tout(own, deal, opponents):
    """12.12."""
    seat = deal["declarer"]
    if deal.get("tout") == "made":
        for one in opponents:
            own.over(one, seat, 1)
    if deal.get("tout") == "failed":
        for one in opponents:
            own.over(seat, one, 1)
        own.into_bowl(seat, 1)


def kodille(deal):
    """The second column of the table of payments."""
    if deal["contract"] == "koebe_nolo":
        return 2 + deal["tricks"][deal["declarer"]] - 1
    return WORTH[deal["contract"]] + (2 if deal["contract"] == "nolo_ouvert" else 1)


def end_of(deal):
    """How it ended; tricks are counted in a købe nolo alone."""
    if "outcome" in deal:
        return deal["outcome"]
    return {0: "won", 1: "bet"}.get(deal["tricks"][deal["declarer"]], "kodille")


def sits_out(table, deal, dealer):
    """Who did not play; None at a table of three, and in a mort the dealt ones all play."""
    if table.get("pairs"):
        return (deal["declarer"] + 2) % 4
    if table["players"] == 3 or deal["contract"] == "mort":
        return None
    return (dealer + 2) % 4
