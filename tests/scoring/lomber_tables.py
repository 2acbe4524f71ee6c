"""Tables of lomber as data: deals that may come in any order, and what an account makes of them."""

from typing import Any

from hypothesis import strategies as st

from scoring.account import account as kept
from scoring.account import read_table
from scoring.kind import Choice, Flag
from scoring.sequence import KINDS, fold

TRUMP_GAMES = (
    "spil", "bedre_spil", "tourne", "tourne_respekt", "grandissimo", "solo", "solo_spar", "kaske",
)  # fmt: skip
NOLOS = ("koebe_nolo", "ren_nolo", "nolo_ouvert")
OPTIONS = {"kaske": True, "mort": True}


def table_of(accounting, deals, *, players=4, **settings) -> dict[str, Any]:
    """A table of lomber with kaske and mort, as the command reads it; seat 0 deals first."""
    options = OPTIONS | settings.pop("options", {})
    frame = {"ruleset": "lomber", "players": players, "accounting": accounting}
    return frame | settings | {"options": options, "deals": list(deals)}


def lines_of(table) -> Any:
    """Changes and pot, line by line, the antes first."""
    return [(line["changes"], line["pot"]) for line in answered(table)["deals"]]


def answered(table) -> Any:
    """What ``python -m scoring account`` makes of it."""
    return kept(read_table(table))


def folded(table):
    """The same deals as the domain folds them, after the antes at the start."""
    read = read_table(table)
    return fold(read.rules, enumerate(read.settlements, start=1))


def values_of(setting):
    """What a setting can be."""
    match setting:
        case Flag():
            return st.booleans()
        case Choice():
            return st.sampled_from(setting.words)
        case _:
            highest = setting.lowest + 30 if setting.highest is None else setting.highest
            numbers = st.integers(setting.lowest, highest)
            return st.none() | numbers if setting.default is None else numbers


@st.composite
def tables(draw, accounting):
    """A table whose deals are of every kind that lomber has."""
    players = draw(st.sampled_from([3, 4, 4]))
    pairs = players == 4 and draw(st.booleans()) and draw(st.booleans())
    settings: dict[str, Any] = {"players": players}
    if pairs:
        settings["pairs"] = True
    settings["sitter_pays"] = draw(st.booleans())
    settings["options"] = {"pass_pays": draw(st.sampled_from([True, True, False]))}
    for setting in KINDS[accounting].settings:
        value = draw(values_of(setting))
        if value is not None:
            settings[setting.key] = value
    number = draw(st.integers(0, 25))
    return table_of(
        accounting,
        [draw(deals(players, place % players, pairs=pairs)) for place in range(number)],
        **settings,
    )


@st.composite
def deals(draw, players, dealer, *, pairs):
    """One deal; a won game comes often, so that pots run dry."""
    if draw(st.integers(0, 6)) == 0:
        return {"passed": True}
    four = players == 4 and not pairs
    contract = draw(st.sampled_from([*TRUMP_GAMES, *NOLOS, *(["mort"] if four else [])]))
    sitter = (dealer + 2) % 4 if players == 4 else None
    dealt = [seat for seat in range(players) if seat != sitter]
    declarer = sitter if contract == "mort" else draw(st.sampled_from(dealt))
    deal: dict[str, Any] = {"declarer": declarer, "contract": contract}
    if contract == "koebe_nolo":
        return deal | {"tricks": _nolo(players, declarer, dealer, draw(own_tricks), pairs=pairs)}
    outcomes = ["won", "won", "won", "bet", "kodille"]
    if contract in TRUMP_GAMES:
        outcomes.append("remis")
    deal["outcome"] = draw(st.sampled_from(outcomes))
    if contract in TRUMP_GAMES:
        touts = [None, None, "failed", *(["made"] if deal["outcome"] == "won" else [])]
        if tout := draw(st.sampled_from(touts)):
            deal["tout"] = tout
    return deal


own_tricks = st.sampled_from([0, 0, 0, 1, 2, 3, 9])
"""Of the declarer of a købe nolo."""


def _nolo(players, declarer, dealer, own, *, pairs):
    """The tricks by seat, the last of the others taking what is left."""
    out = (declarer + 2) % 4 if pairs else (dealer + 2) % 4 if players == 4 else None
    tricks: list[int | None] = [None if seat == out else 0 for seat in range(players)]
    tricks[declarer] = own
    last = max(seat for seat in range(players) if seat not in {out, declarer})
    tricks[last] = 9 - own
    return tricks
