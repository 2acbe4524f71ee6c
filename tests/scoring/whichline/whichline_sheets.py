"""Sheets of every rule set, right papers for them, and what an answer makes of them."""

from hypothesis import strategies as st

from rules import RULESETS, Aim, dealt_in, read_result, settle
from scoring.ledger import NOTHING
from scoring.sequence import KINDS, account_rules, fold, opening
from scoring.whichline import Sheet, Stated

DLU = RULESETS["dlu"]
TOURNES = (
    {"laid": ["SA"], "turned": ["C5"]},
    {"laid": ["SA", "CA"], "turned": ["C5"]},
    {"laid": ["D7"], "turned": ["HA", "C5"]},
    {"laid": ["DK"], "turned": ["C5"]},
)


def make_sheet(records, *, ruleset=DLU, first_dealer=0, deals=None, start=0, **rules):
    """A sheet of these lines from the top; None leaves one empty."""
    table = account_rules(**{"players": 4, **rules})
    rows = {
        deal: {"dealer": (first_dealer + deal - 1) % table.players, **record}
        for deal, record in enumerate(records, 1)
        if record is not None
    }
    return Sheet(
        ruleset=ruleset,
        rules=table,
        first_dealer=first_dealer,
        deals=deals or len(records),
        records=rows,
        start=start,
    )


def settled(sheet, records=None):
    """Every line with its worth, by the rules alone."""
    lines = sorted((sheet.records if records is None else records).items())
    players = sheet.rules.players
    return [
        (deal, settle(read_result(record, sheet.ruleset, players), sheet.ruleset))
        for deal, record in lines
    ]


def totals(sheet, ends, records=None):
    """The subtotals of a paper that is right."""
    accounts = fold(sheet.rules, settled(sheet, records))
    antes = opening(sheet.rules)
    first = antes.seats if antes else NOTHING
    found = []
    for end in ends:
        last = [first, *(one.balances for one in accounts if one.deal <= end)][-1]
        balances = tuple(sheet.start + amount for amount in last[: sheet.rules.players])
        found.append(Stated(end, balances))
    return found


def spil(declarer, outcome="won", contract="spil", **more):
    return {"declarer": declarer, "contract": contract, "outcome": outcome, **more}


@st.composite
def records(draw, ruleset, players, dealer, *, alone):
    """Any result that the rules accept; with ``alone`` just one declares."""
    if draw(st.integers(0, 9)) == 0:
        return {"dealer": dealer, "passed": True}
    terms = draw(st.sampled_from(ruleset.played))
    seats = dealt_in(players, dealer)
    seat = draw(st.sampled_from(seats))
    record = {"dealer": dealer, "declarer": seat, "contract": terms.contract.value}
    if terms.by_cards:
        record["tourne"] = draw(st.sampled_from(TOURNES))
    if terms.kodille_per_trick:
        own = draw(st.integers(0, 4))
        return record | {"tricks": [own if one == seat else None for one in range(players)]}
    if terms.several and not alone and draw(st.booleans()):
        other = draw(st.sampled_from([one for one in seats if one != seat]))
        taken = {seat: draw(st.integers(0, 2)), other: draw(st.integers(0, 2))}
        tricks = [taken.get(one) for one in range(players)]
        return record | {"tricks": tricks, "joined": [{"seat": other}]}
    outcomes = ruleset.outcomes(terms)
    record["outcome"] = draw(st.sampled_from((outcomes[0], *outcomes))).value
    if terms.aim is Aim.TRICKS and terms.tout and draw(st.integers(0, 5)) == 0:
        record["tout"] = "made" if record["outcome"] == "won" else "failed"
    return record


@st.composite
def sheets(draw, *, alone=False, most=14):
    """A right sheet, all entered, of any rule set, table and account."""
    ruleset = RULESETS[draw(st.sampled_from(sorted(RULESETS)))]
    players = draw(st.sampled_from(ruleset.players))
    kept = list(KINDS) if ruleset.has_pot else ["rasle", "pot"]
    rules = account_rules(
        players=players,
        accounting=draw(st.sampled_from(kept)),
        sitter_pays=draw(st.booleans()),
        pot_cap=draw(st.sampled_from([None, 5])),
    )
    deals, first = draw(st.integers(2, most)), draw(st.integers(0, players - 1))
    lines = {
        deal: draw(
            records(ruleset, players, (first + deal - 1) % players, alone=alone or ruleset.has_pot)
        )
        for deal in range(1, deals + 1)
    }
    return Sheet(
        ruleset=ruleset, rules=rules, first_dealer=first, deals=deals, records=lines,
        start=draw(st.sampled_from([0, 100])),
    )  # fmt: skip


@st.composite
def papers(draw, sheet):
    """Some of the subtotals that are right for ``sheet``, the last among them."""
    ends = draw(st.sets(st.integers(1, sheet.deals), max_size=2)) | {sheet.deals}
    return totals(sheet, sorted(ends))
