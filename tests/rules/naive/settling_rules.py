"""Who won, and what each game is worth, rule set by rule set."""

from tests.rules.naive.checking_frame import PACK
from tests.rules.naive.sets import NOLOS, of

NO_TRUMP = [*NOLOS, "grand", "grandissimo"]
_ACES = ["SA", "CA"]
_COUNTS = {"SA": 2, "CA": 2, "HA": 8, "D7": 10, "DA": 11, "H7": 15}
_ONE_BY_ONE = ["SA", "CA", "HA", "DA", "H7"]


def contract_is_played(line):
    """Whether the rule set has the contract, its option being on where it hangs on one."""
    contract = line["contract"]
    if contract in of(line)["with_option"]:
        return line["options"][contract]
    return contract in of(line)["prices"]


def is_nolo(line):
    return line["contract"] in NOLOS or (line["contract"] == "mort" and line["nolo"])


def may_be_thrown_in(line):
    return line["contract"] in of(line)["thrown_in"]


def price_depends_on_tricks(line):
    return line["contract"] in of(line)["by_the_trick"]


def nolo_outcome(line, tricks):
    if tricks == 0:
        return "won"
    if tricks == 1 or not of(line)["nolo_kodille"]:
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
        if of(line)["remis"] and [mine, *others] == [3, 3, 3]:
            return "remis"
        if mine > max(others):
            return "won"
    return "bet" if mine >= max(others) else "kodille"


def _needed(line):
    """The tricks that win, where the others' do not matter."""
    needed = of(line)["needed"].get(line["contract"])
    six = line["options"].get("mort_spadille_needs_six") and line["spadille_in_talon"]
    return 6 if needed and six else needed


def _one_four_four(line):
    return line["options"].get("one_four_four", of(line)["one_four_four"])


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
    price, more = of(line)["prices"][line["contract"]]
    if price is None:
        price = tourne_price(line["tourne"])
        if line["tourne"]["laid"] == ["DK"]:
            more = 0
    if outcome == "won":
        return price
    if extra_card:
        _option, price = of(line)["extra_card"][line["contract"]]
    if outcome != "kodille":
        return -price
    return -price - (tricks - 1 if more is None else more)
