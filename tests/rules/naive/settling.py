"""A second, deliberately plain implementation of ``python -m rules settle``.

Written from the description of the record and the rules alone, with lists and a table of
what each rule set has, so that the engine can be compared with something that shares no line with
it.
"""

from tests.rules.naive.checking_frame import whole
from tests.rules.naive.sets import SETS, of
from tests.rules.naive.settling_complaints import judge
from tests.rules.naive.settling_frame import OF_ANY_DEAL, read
from tests.rules.naive.settling_rules import is_nolo, nolo_outcome, trump_outcomes, value
from tests.rules.naive.settling_seats import sitters


def settle(data, default=None):
    """What ``settle`` prints, but for the sentences."""
    errors = []

    def wrong(code, field):
        if {"code": code, "field": field} not in errors:
            errors.append({"code": code, "field": field})

    line = _line(data, default, wrong)
    if errors:
        return {"ok": False, "errors": errors}
    if line["passed"]:
        return {"ok": True, "passed": True, "sitters": sitters(line), "declarers": [], "peeked": []}
    fine = of(line)["fine"].get(line["contract"], 0)
    return {
        "ok": True,
        "passed": False,
        "sitters": sitters(line),
        "declarers": _declarers(line),
        "peeked": [{"seat": seat, "value": -fine} for seat in sorted(line["peeked"])],
    }


def _line(data, default, wrong):
    line: dict[str, object] = {}
    if not isinstance(data, dict):
        wrong("malformed", "")
        return line
    line["ruleset"] = data.get("ruleset", default)
    if not isinstance(line["ruleset"], str):
        wrong("malformed", "ruleset")
    elif line["ruleset"] not in SETS:
        wrong("ruleset_unknown", "ruleset")
    else:
        ruleset = line["ruleset"]
        read({**data, "ruleset": ruleset}, line, wrong)
        line["given"] = [key for key in data if data[key] is not False and data[key] != []]
        _game(data, line, wrong)
    return line


def _game(data, line, wrong):
    if line["passed"]:
        for key in line["given"]:
            if key not in OF_ANY_DEAL:
                wrong("malformed", key)
        return
    if not whole(data.get("declarer")):
        wrong("malformed", "declarer")
        line["declarer"] = None
    elif line["players"] is not None and not 0 <= data["declarer"] < line["players"]:
        wrong("declarer_invalid", "declarer")
        line["declarer"] = None
    if not isinstance(data.get("contract"), str):
        wrong("malformed", "contract")
        line["contract"] = None
    judge(line, wrong)


def _declarers(line):
    found = []
    for item in [{"seat": line["declarer"]}, *line["joined"]]:
        seat = item["seat"]
        first = seat == line["declarer"]
        tricks = None if line["tricks"] is None else line["tricks"][seat]
        outcome = "bet" if item.get("abandoned") else _outcome(line, seat, tricks)
        extra_card = line["extra_card"] if first else item.get("extra_card", False)
        won = value(line, outcome, tricks, extra_card=extra_card)
        if first:
            won += _beside_the_game(line)
        found.append({"seat": seat, "outcome": outcome, "value": won})
    return found


def _outcome(line, seat, tricks):
    if line["abandoned"]:
        return "bet"
    if line["tricks"] is None:
        return line["outcome"]
    if is_nolo(line):
        return nolo_outcome(line, tricks)
    others = [one for other, one in enumerate(line["tricks"]) if other != seat and one is not None]
    (outcome,) = trump_outcomes(line, tricks, others)
    return outcome


def _beside_the_game(line):
    """Tout, the first five tricks, and buying again at the price of a bet."""
    total = 0
    for key in ["tout", "first_five"]:
        total += of(line)["tout"] * {"made": 1, "failed": -1, None: 0}[line[key]]
    if line["bought_again"]:
        total -= of(line)["prices"][line["contract"]][0]
    return total
