"""The engine and the plain second settling answer random results alike."""

import gc
import json
import random
from dataclasses import replace
from typing import Any

import pytest

from rules import RULESETS, Outcome, Trump, derive
from rules.__main__ import answer
from tests.rules.naive.checking_frame import RESPEKT
from tests.rules.naive.sets import SETS
from tests.rules.naive.settling import settle

RECORDS = 3000
NIGHTLY = 100_000
FRAME = {
    "malformed", "ruleset_unknown", "players_invalid", "dealer_invalid", "declarer_invalid",
    "declarer_sits_out", "declarer_must_sit_out", "contract_unknown",
}  # fmt: skip
NOLOS = ["koebe_nolo", "ren_nolo", "koebe_nolo_ouvert", "nolo_ouvert"]
CONTRACTS = sorted({contract for own in SETS.values() for contract in own["prices"]})
TOURNE_CARDS = ["SA", "CA", "HA", "D7", "DA", "H7", "HJ", "DK"]
PACK = [suit + rank for suit in "SHDC" for rank in "A234567JQK"]


def test_two_settlements_agree():
    compare(random.Random(1989), RECORDS)  # noqa: S311 - no secret


@pytest.mark.nightly
def test_two_settlements_agree_all_night():
    compare(random.Random(2018), NIGHTLY)  # noqa: S311 - no secret


@pytest.mark.strict
def test_another_rule_set_needs_an_entry_and_no_code(monkeypatch):
    """With data alone the second settling knows a rule set that it has never seen."""
    familie = RULESETS["familie"]
    dear: dict[str, dict[str, Any]] = {
        "spil": {"won": 2, "bet": 2},
        "bedre_spil": {"trump": Trump.NAMED, "may_abandon": False},
        "koebe_nolo": {"won": 7, "bet": 7, "kodille": 3, "kodille_per_trick": False},
        "grandissimo": {"least_tricks": 0, "kodille": 4},
    }
    contracts = [replace(terms, **dear.get(terms.contract, {})) for terms in familie.contracts]
    own = derive(
        familie, "own", contracts=tuple(contracts), tout_value=3, three_each=Outcome.REMIS,
        players=(3, 4, 5),
    )  # fmt: skip
    prices = {
        "spil": (2, 1), "bedre_spil": (1, 1), "koebe_nolo": (7, 3), "grandissimo": (2, 4),
    }  # fmt: skip
    (live,) = gc.get_referents(RULESETS)  # the mapping that every importer holds
    monkeypatch.setitem(live, "own", own)
    monkeypatch.setitem(SETS, "own", SETS["familie"] | {
        "sizes": [3, 4, 5], "tout": 3, "remis": True, "by_the_trick": [], "needed": {"grand": 5},
        "in_spades": ["solo_spar"],
        "thrown_in": ["spil", "tourne", "tourne_respekt", "grand", "kaske"],
        "prices": SETS["familie"]["prices"] | prices,
    })  # fmt: skip
    compare(random.Random(1701), RECORDS)  # noqa: S311 - no secret


def compare(rng, number):
    settled = 0
    for _ in range(number):
        record = random_record(rng)
        told = answer(json.dumps(record).encode(), None)
        plain = settle(record)
        if told["ok"]:
            settled += 1
            assert plain == told, record
        else:
            assert compared(plain) == compared(told), record
    assert settled > number // 3


def compared(answered):
    """The codes that both must tell: what hangs on a fault may be told or not."""
    codes = {error["code"] for error in answered.get("errors", [])}
    for first in [{"contract_unknown"}, FRAME, {"join_not_allowed"}, {"joined_invalid"}]:
        if codes & first:
            return codes & first
    return codes


def random_record(rng):
    """A record, sound as a rule; what is odd in it is odd on purpose."""
    ruleset = rng.choice(list(SETS))
    players = rng.choice([*SETS[ruleset]["sizes"], 4, 4])
    record = {"ruleset": ruleset, "players": players, "dealer": rng.randrange(players)}
    if rng.random() < 0.6:
        record["options"] = _options(rng, ruleset)
    if players == 4 and rng.random() < 0.15:
        record["pairs"] = True
    if rng.random() < 0.03:
        return {**record, "passed": True}
    record["contract"] = rng.choice(list(SETS[ruleset]["prices"]))
    if record["contract"] in record.get("options", {}):
        record["options"][record["contract"]] = rng.random() < 0.9
    record["declarer"] = _declarer(rng, record)
    _add_company(rng, record)
    _add_extras(rng, record)
    _add_end(rng, record)
    if rng.random() < 0.12:
        _spoil(rng, record)
    return record


def _options(rng, ruleset):
    options = {}
    for name in SETS[ruleset]["options"]:
        if name == "one_four_four":
            options[name] = rng.choice(["kodille", "bet", "won"])
        elif name == "respekt_on":
            options[name] = rng.sample(RESPEKT, rng.randrange(3))
        elif rng.random() < 0.7:
            options[name] = rng.random() < 0.6
    return options


def _fourth(record):
    return None if record["players"] == 3 else (record["dealer"] + 2) % record["players"]


def _dealt(record):
    players, dealer = record["players"], record["dealer"]
    return [(dealer + 1) % players, (dealer - 1) % players, dealer]


def _declarer(rng, record):
    if rng.random() < 0.03:
        return rng.randrange(record["players"])
    if record["contract"] == "mort":
        return _fourth(record) or 0
    return rng.choice(_dealt(record))


def _add_company(rng, record):
    """More declarers, and who looked."""
    own = SETS[record["ruleset"]]
    if record["contract"] not in NOLOS or not own["joined"]:
        return
    joined = []
    for seat in [*_dealt(record), _fourth(record)]:
        if seat is None or seat == record["declarer"] or rng.random() < 0.6:
            continue
        item = {"seat": seat}
        if rng.random() < 0.2:
            item["extra_card"] = rng.random() < 0.7
        if own["gives_up"] and seat == _fourth(record) and rng.random() < 0.4:
            item["abandoned"] = True
        joined.append(item)
    rng.shuffle(joined)
    if joined or rng.random() < 0.2:
        record["joined"] = joined
    away = _fourth(record) not in [item["seat"] for item in joined]
    if own["fine"] and record["players"] > 3 and away and rng.random() < 0.3:
        record["peeked"] = [_fourth(record)]


def _add_extras(rng, record):
    contract, options = record["contract"], record.get("options", {})
    if rng.random() < 0.3 and contract not in [*NOLOS, "grand", "grandissimo"]:
        record["trump"] = (
            "S" if contract in SETS[record["ruleset"]]["in_spades"] else rng.choice("SHDC")
        )
    if contract in SETS[record["ruleset"]]["priced_by_cards"]:
        record["tourne"] = _tourne(rng)
        if rng.random() < 0.8:
            record["trump"] = record["tourne"]["turned"][-1][0]
    if contract == "mort":
        record["spadille_in_talon"] = rng.random() < 0.5
        record["nolo"] = bool(options.get("mort_nolo")) and rng.random() < 0.5
        if record["nolo"]:
            record.pop("trump", None)
    if contract in ["koebe_nolo", "koebe_nolo_ouvert"]:
        _add_cards_bought(rng, record, options)


def _add_cards_bought(rng, record, options):
    option, _cost = SETS[record["ruleset"]]["extra_card"].get(record["contract"], ("", 0))
    if (option is None or options.get(option)) and rng.random() < 0.3:
        record["extra_card"] = True
    if options.get("nolo_buy_again") and rng.random() < 0.4:
        record["bought_again"] = True


def _tourne(rng):
    """Cards laid and turned, as likely allowed as not."""
    laid = [rng.choice(TOURNE_CARDS)]
    if laid[0] not in ["HJ", "DK"]:
        laid = rng.sample(TOURNE_CARDS[:6], rng.choice([1, 1, 2, 2, 3, 4, 5, 6]))
    rest = [card for card in PACK if card not in laid]
    last = rng.choice(rest)
    good = [card for card in TOURNE_CARDS[:6] if card in rest and card != last]
    turned = rng.sample(good, min(len(good), rng.choice([0, 0, 0, 1, 2, 3])))
    if "D7" in laid and rng.random() < 0.6:
        plain = [card for card in rest if card != last and card not in turned]
        turned = (rng.sample(plain, rng.choice([0, 1, 2])) + turned)[:5]
    if laid[0] in ["HJ", "DK"] and rng.random() < 0.8:
        turned = []
    return {"laid": laid, "turned": [*turned, last]}


def _playing(record):
    if record.get("pairs") and record["contract"] != "mort":
        return [seat for seat in range(4) if seat != (record["declarer"] + 2) % 4]
    seats = _dealt(record)
    if record["contract"] == "mort" and _fourth(record) is not None:
        seats.append(_fourth(record))
    for item in record.get("joined", []):
        if item["seat"] not in seats and not item.get("abandoned"):
            seats.append(item["seat"])
    return seats


def _add_end(rng, record):
    nolo = record["contract"] in NOLOS or bool(record.get("nolo"))
    several = record.get("joined")
    if not several and rng.random() < 0.3:
        kinds = ["won", "bet", "kodille"]
        record["outcome"] = rng.choice(
            [*kinds, "remis"] if SETS[record["ruleset"]]["remis"] else kinds
        )
    elif not several and rng.random() < 0.15:
        record["abandoned"] = True
    else:
        record["tricks"] = _nolo_tricks(rng, record) if nolo else _tricks(rng, record)
    if nolo:
        return
    if SETS[record["ruleset"]]["tout"] and record["contract"] != "mort" and rng.random() < 0.15:
        record["tout"] = rng.choice(["made", "failed"])
    if record.get("options", {}).get("first_five") and rng.random() < 0.4:
        record["first_five"] = rng.choice(["made", "failed"])


def _tricks(rng, record):
    tricks: list[int | None] = [None] * record["players"]
    seats = _playing(record)
    for seat in seats:
        tricks[seat] = 0
    seats = [*seats, *[record["declarer"]] * rng.choice([0, 1, 2, 12])]
    for _ in range(9 if rng.random() < 0.75 else rng.randrange(4, 9)):
        seat = rng.choice(seats)
        if tricks[seat] is not None:
            tricks[seat] += 1
    return tricks


def _nolo_tricks(rng, record):
    tricks: list[int | None] = [None] * record["players"]
    seats = _playing(record)
    declarers = [record["declarer"], *(item["seat"] for item in record.get("joined", []))]
    for seat in seats:
        tricks[seat] = 0
    others = [seat for seat in seats if seat not in declarers] or seats
    for _ in range(9 if rng.random() < 0.8 else rng.randrange(9)):
        tricks[rng.choice(others if rng.random() < 0.85 else seats)] += 1
    if rng.random() < 0.4:
        for seat in others:
            if seat not in declarers:
                tricks[seat] = None
    return tricks


ODD = [
    ("players", 2), ("players", 5), ("players", "4"), ("dealer", 7), ("dealer", None),
    ("declarer", 9), ("declarer", True), ("contract", "whist"), ("contract", None),
    ("trump", "S"), ("trump", "H"), ("trump", "X"), ("trump", None),
    ("tricks", [5, 3, 1]), ("tricks", [5, 3, 1, None]), ("tricks", [9, 9, 9, 9]),
    ("tricks", ["5", 3, 1]), ("tricks", 5), ("tricks", [-1, 5, 5]),
    ("outcome", "won"), ("outcome", "remis"), ("outcome", "lost"), ("outcome", 1),
    ("abandoned", True), ("abandoned", "yes"), ("abandoned", False),
    ("tout", "made"), ("tout", "failed"), ("tout", "perhaps"), ("tout", None),
    ("tourne", {"laid": ["H7"], "turned": ["C5"]}), ("tourne", {"laid": ["H7"]}), ("tourne", []),
    ("tourne", {"laid": ["D3"], "turned": ["C5"]}), ("tourne", {"laid": ["X3"], "turned": []}),
    ("extra_card", True), ("extra_card", 1), ("joined", [{"seat": 0}]), ("joined", [{"seat": 9}]),
    ("joined", [{"seat": 1}, {"seat": 1}]), ("joined", [{"seat": 1, "tricks": 1}]),
    ("joined", [{"seat": 2, "abandoned": True}]), ("joined", [0]), ("joined", {}),
    ("first_five", "made"), ("first_five", "failed"), ("first_five", 5),
    ("nolo", True), ("spadille_in_talon", True), ("peeked", [0]), ("peeked", [9]),
    ("peeked", [2, 2]), ("peeked", "0"), ("bought_again", True), ("pairs", True),
    ("pairs", "yes"), ("options", {"whist": True}), ("options", {"kaske": 1}), ("options", []),
    ("passed", True), ("passed", False), ("passed", 0), ("ruleset", "whist"), ("ruleset", 3),
    ("colour", "H"), ("round", 3), ("table", {}),
]  # fmt: skip


def _spoil(rng, record):
    if rng.random() < 0.2:
        del record[rng.choice(list(record))]
    elif rng.random() < 0.1:
        record["contract"] = rng.choice(CONTRACTS)
    else:
        key, value = rng.choice(ODD)
        record[key] = value
