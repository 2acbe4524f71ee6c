"""Who won, and what each game is worth, rule set by rule set."""

from tests.rules.naive.checking_frame import NOLOS, PACK

NO_TRUMP = [*NOLOS, "grand", "grandissimo"]
_ACES = ["SA", "CA"]
_COUNTS = {"SA": 2, "CA": 2, "HA": 8, "D7": 10, "DA": 11, "H7": 15}
_ONE_BY_ONE = ["SA", "CA", "HA", "DA", "H7"]
_Prices = dict[str, tuple[int | None, int | None]]
_DLU: _Prices = {
    "spil": (1, 1), "bedre_spil": (1, 1), "tourne": (2, 1), "koebe_nolo": (2, 1),
    "tourne_respekt": (3, 1), "solo": (3, 1), "solo_spar": (4, 1), "ren_nolo": (4, 1),
    "nolo_ouvert": (6, 1),
}  # fmt: skip
# The price of a won game or a bet, and what a kodille costs on top; None: it depends.
PRICES: dict[str, _Prices] = {
    "dlu": _DLU,
    "klub": _DLU,
    "familie": {
        "spil": (1, 1), "bedre_spil": (1, 1), "tourne": (1, 1), "koebe_nolo": (2, None),
        "tourne_respekt": (2, 1), "grand": (2, 1), "grandissimo": (2, 1), "solo": (2, 1),
        "solo_spar": (3, 2), "ren_nolo": (3, 2), "nolo_ouvert": (5, 3), "kaske": (1, 1),
        "mort": (1, 1),
    },
    "lomber": {
        "spil": (1, 1), "bedre_spil": (1, 1), "tourne": (1, 1), "koebe_nolo": (2, None),
        "tourne_respekt": (2, 1), "grandissimo": (2, 1), "solo": (2, 1), "solo_spar": (3, 1),
        "ren_nolo": (3, 1), "nolo_ouvert": (6, 2), "kaske": (1, 1), "mort": (1, 1),
    },
    "hoem": {
        "tourne": (None, 5), "koebe_nolo": (15, 0), "grand": (18, 0), "solo": (15, 5),
        "solo_spar": (16, 5), "ren_nolo": (16, 0), "koebe_nolo_ouvert": (25, 0),
        "nolo_ouvert": (50, 0),
    },
}  # fmt: skip
WITH_OPTION = {
    "familie": ["grand", "grandissimo", "kaske", "mort"],
    "lomber": ["kaske", "mort"],
}


def contract_is_played(line):
    """Whether the rule set has the contract, its option being on where it hangs on one."""
    contract = line["contract"]
    if contract in WITH_OPTION.get(line["ruleset"], []):
        return line["options"][contract]
    return contract in PRICES[line["ruleset"]]


def is_nolo(line):
    return line["contract"] in NOLOS or (line["contract"] == "mort" and line["nolo"])


def may_be_thrown_in(line):
    if line["ruleset"] == "lomber":
        return line["contract"] != "koebe_nolo"
    if line["ruleset"] == "familie":
        may = ["spil", "bedre_spil", "tourne", "tourne_respekt", "grand", "kaske"]
    elif line["ruleset"] == "hoem":
        may = ["tourne", "grand", "koebe_nolo", "koebe_nolo_ouvert"]
    else:
        may = ["spil", "bedre_spil", "tourne", "tourne_respekt", "koebe_nolo"]
    return line["contract"] in may


def price_depends_on_tricks(line):
    return line["contract"] == "koebe_nolo" and line["ruleset"] in ["familie", "lomber"]


def nolo_outcome(line, tricks):
    if tricks == 0:
        return "won"
    if tricks == 1 or line["ruleset"] == "hoem":
        return "bet"
    return "kodille"


def trump_outcome(line, mine, others):
    """How nine tricks shared out so came to an end."""
    needed = _needed(line)
    if needed and mine >= needed:
        return "won"
    if not needed:
        if line["contract"] != "mort" and [mine, *others] == [1, 4, 4]:
            return _one_four_four(line)
        if line["ruleset"] == "lomber" and [mine, *others] == [3, 3, 3]:
            return "remis"
        if mine > max(others):
            return "won"
    return "bet" if mine >= max(others) else "kodille"


def _needed(line):
    """The tricks that win, where the others' do not matter."""
    if line["contract"] == "mort" and line["ruleset"] == "lomber":
        six = line["options"]["mort_spadille_needs_six"] and line["spadille_in_talon"]
        return 6 if six else 5
    if line["contract"] in ["grand", "grandissimo"] and line["ruleset"] in ["familie", "hoem"]:
        return 5
    return None


def _one_four_four(line):
    if line["ruleset"] == "hoem":
        return "won"
    if line["ruleset"] == "familie":
        return line["options"]["one_four_four"]
    return "kodille"


def trump_outcomes(line, mine, others):
    """Every way the game may end, however the missing tricks are shared out."""
    missing = 9 - mine - sum(others)
    found = []
    for share in _shares(missing, 1 + len(others)):
        rest = [had + more for had, more in zip(others, share[1:], strict=True)]
        found.append(trump_outcome(line, mine + share[0], rest))
    return set(found)


def _shares(tricks, seats):
    if seats == 1:
        return [[tricks]]
    return [[one, *rest] for one in range(tricks + 1) for rest in _shares(tricks - one, seats - 1)]


def tourne_is_sound(tourne):
    laid, turned = tourne["laid"], tourne["turned"]
    both = laid + turned
    if any(card not in PACK for card in both):
        return False
    if not laid or not turned or len(set(both)) < len(both):
        return False
    if laid in [["HJ"], ["DK"]]:
        return len(turned) == 1
    if any(card not in _COUNTS for card in laid):
        return False
    if "D7" in laid:
        return all(card in _ONE_BY_ONE for card in turned[2:-1])
    return all(card in _COUNTS for card in turned[:-1])


def tourne_price(tourne):
    laid, turned = tourne["laid"], tourne["turned"]
    if laid == ["HJ"]:
        return 30
    if laid == ["DK"]:
        return 40
    counted = laid + turned[:-1]
    price = sum(_COUNTS.get(card, 0) for card in counted)
    if all(ace in counted for ace in _ACES):
        price += 12 - 4
    if "D7" in laid:
        price += 10 * min(len(turned) - 1, 2)
    return price


def value(line, outcome, tricks, *, extra_card):
    """What one declarer has from each other player for the game alone."""
    price, more = PRICES[line["ruleset"]][line["contract"]]
    if price is None:
        price = tourne_price(line["tourne"])
        if line["tourne"]["laid"] == ["DK"]:
            more = 0
    if outcome == "won":
        return price
    if line["ruleset"] == "hoem" and line["contract"] == "koebe_nolo" and extra_card:
        return -30
    if outcome != "kodille":
        return -price
    return -price - (tricks - 1 if more is None else more)
