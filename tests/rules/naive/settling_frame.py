"""What a result record may hold: its keys, their types, the table and the options."""

from tests.rules.naive.checking_frame import RESPEKT, whole
from tests.rules.naive.sets import of

KEYS = [
    "ruleset", "players", "dealer", "passed", "declarer", "contract", "trump", "tricks", "outcome",
    "abandoned", "tout", "tourne", "extra_card", "joined", "first_five", "nolo",
    "spadille_in_talon", "peeked", "bought_again", "pairs", "options", "round", "table",
]  # fmt: skip
FLAGS = [
    "passed", "abandoned", "extra_card", "nolo", "spadille_in_talon", "bought_again", "pairs",
]  # fmt: skip
LISTS = ["joined", "peeked"]
OF_ANY_DEAL = ["ruleset", "players", "dealer", "passed", "round", "table"]
WORDS = {
    "trump": ["S", "H", "D", "C"],
    "tout": ["made", "failed"],
    "first_five": ["made", "failed"],
}


def read(data, line, wrong):
    """Fill ``line`` with what is sound; None stands for what is left out or broken."""
    for key in data:
        if key not in KEYS:
            wrong("malformed", key)
    for key in KEYS:
        line[key] = data.get(key)
    for key in FLAGS:
        line[key] = _checked(
            data, key, wrong, false=False, good=lambda value: value in [True, False]
        )
    for key in LISTS:
        line[key] = _checked(data, key, wrong, false=[], good=lambda value: isinstance(value, list))
    _table(data, line, wrong)
    _options(data, line, wrong)
    _peeked(line, wrong)
    _joined(line, wrong)
    _of_a_game(data, line, wrong)


def _of_a_game(data, line, wrong):
    for key, words in WORDS.items():
        line[key] = _checked(data, key, wrong, false=None, good=lambda value, w=words: value in w)
    if data.get("tricks") == []:
        line["tricks"] = None
    elif "tricks" in data and not _is_tricks(data["tricks"]):
        wrong("malformed", "tricks")
        line["tricks"] = None
    line["outcome"] = _checked(data, "outcome", wrong, false=None, good=_text)
    line["tourne"] = _checked(data, "tourne", wrong, false=None, good=_is_tourne)


def _checked(data, key, wrong, false, good):
    if key not in data:
        return false
    if (isinstance(data[key], bool) != (false is False)) or not good(data[key]):
        wrong("malformed", key)
        return false
    return data[key]


def _text(value):
    return isinstance(value, str)


def _seat(line, value):
    return whole(value) and (line["players"] is None or 0 <= value < line["players"])


def _is_tricks(value):
    return isinstance(value, list) and all(one is None or whole(one) for one in value)


def _is_tourne(value):
    return (
        isinstance(value, dict)
        and sorted(value) == ["laid", "turned"]
        and all(isinstance(value[key], list) for key in value)
        and all(_text(card) for card in value["laid"] + value["turned"])
    )


def _table(data, line, wrong):
    sizes = of(line)["sizes"]
    players = data.get("players")
    if not whole(players):
        wrong("malformed", "players")
        line["players"] = None
    elif players not in sizes or (line["pairs"] and players != 4):
        wrong("players_invalid", "players")
        line["players"] = None
    if not whole(data.get("dealer")):
        wrong("malformed", "dealer")
        line["dealer"] = None
    elif line["players"] is not None and not 0 <= data["dealer"] < line["players"]:
        wrong("dealer_invalid", "dealer")
        line["dealer"] = None


def _options(data, line, wrong):
    known = of(line)["options"]
    line["options"] = dict(known)
    given = data.get("options", {})
    if not isinstance(given, dict):
        wrong("malformed", "options")
        return
    for name, value in given.items():
        if name not in known:
            wrong("option_unknown", "options")
        elif not _option_is_sound(name, value):
            wrong("malformed", "options")
        else:
            line["options"][name] = value


def _option_is_sound(name, value):
    if name == "one_four_four":
        return isinstance(value, str) and value in ["kodille", "bet", "won"]
    if name == "respekt_on":
        return (
            isinstance(value, list)
            and all(isinstance(one, str) and one in RESPEKT for one in value)
            and len(set(value)) == len(value)
        )
    return isinstance(value, bool)


def _peeked(line, wrong):
    if not all(_seat(line, seat) for seat in line["peeked"]):
        wrong("malformed", "peeked")
        line["peeked"] = []


def _joined(line, wrong):
    sound = [item for item in line["joined"] if _is_joined(line, item)]
    line["joined_broken"] = len(sound) < len(line["joined"])
    if line["joined_broken"]:
        wrong("malformed", "joined")
    line["joined"] = sound


def _is_joined(line, item):
    if not isinstance(item, dict) or not _seat(line, item.get("seat")):
        return False
    return all(
        key == "seat" or (key in ["extra_card", "abandoned"] and isinstance(flag, bool))
        for key, flag in item.items()
    )
