"""What a typed word says between the contract and the outcome, where more is to be said.

All of it is optional, in this order, and only after a contract key::

    h               trump: h hearts, r diamonds, k clubs, s spades (hjerter, ruder, klør, spar)
    53              tricks: the declarer's, then those of who comes after him in playing order;
                    the last player has the rest. In a nolo only the declarer's: ``143*``
    e               an extra card
    j31             seat 3 joined and has 1 trick; ``j3e1`` with an extra card, ``j3g`` gave up
    p4              seat 4 looked and stayed out
    cse h7 t k5     cards laid, cards turned: a suit and 2 to 7, b knave, d queen, k king, e ace
    g n b i f ff    given up; a mort as nolo; bought again; spadille in the mort's talon;
                    the first five tricks made, or failed

An outcome has other keys, so that nothing here can end a word.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules import Game

TRICKS: Final = 9
SUITS: Final = {"h": "H", "r": "D", "k": "C", "s": "S"}
RANKS: Final = {"b": "J", "d": "Q", "k": "K", "e": "A", "j": "J", "q": "Q", "a": "A"}
_CARD: Final = "[hrks][2-7bdkejqa]"
PATTERN: Final = (
    r"(?P<trump>[hrks])?(?P<tricks>[0-9]{1,3})?(?P<extra>e)?(?P<joined>(?:j[1-5](?:[eg]|e?[0-9])?)*)"
    rf"(?P<peeked>(?:p[1-5])*)(?:c(?P<laid>(?:{_CARD})+)t(?P<turned>(?:{_CARD})+))?"
    r"(?P<flags>[gnbi]*)(?P<first>ff?)?"
)
"""Matches the extras of a word in whole. Browsers read the same expression."""
FLAGS: Final = {"g": "abandoned", "n": "nolo", "b": "bought_again", "i": "spadille_in_talon"}
_SUIT_KEYS: Final = {suit: key for key, suit in SUITS.items()}
_RANK_KEYS: Final = {rank: key for key, rank in reversed(RANKS.items())}


def parse(extras: str, *, declarer: int, seats: Sequence[int], nolo: bool) -> dict[str, Any] | None:
    """Return the keys of a record that ``extras`` say; None if they cannot be read.

    ``seats`` are who plays, in playing order from the declarer on. ``nolo``: no tricks is the aim.
    """
    match = re.fullmatch(PATTERN, extras)
    if match is None:
        return None
    joined = [_joined(each) for each in re.findall(r"j[^jp]*?(?=j|$)", match["joined"])]
    said: dict[str, Any] = {
        "trump": SUITS.get(match["trump"] or ""),
        "extra_card": bool(match["extra"]),
        "joined": [item for item, _taken in joined],
        "peeked": [int(seat) - 1 for seat in match["peeked"].replace("p", "")],
        "tourne": _tourne(match["laid"], match["turned"]),
        "first_five": {"f": "made", "ff": "failed"}.get(match["first"] or ""),
        **{key: flag in match["flags"] for flag, key in FLAGS.items()},
    }
    if match["tricks"]:
        own = [(item["seat"], taken) for item, taken in joined if taken is not None]
        table = [(declarer, int(match["tricks"])), *own] if nolo else _all(match["tricks"], seats)
        if table is None or any(taken > TRICKS for _seat, taken in table):
            return None
        said["tricks"] = table
    elif any(taken is not None for _item, taken in joined):
        return None
    return {key: value for key, value in said.items() if value}


def _joined(text: str) -> tuple[dict[str, Any], int | None]:
    """Return an item of ``joined`` and its tricks, None where none are said."""
    item: dict[str, Any] = {"seat": int(text[1]) - 1}
    rest = text[2:]
    if rest.startswith("e"):
        item["extra_card"] = True
    if rest == "g":
        item["abandoned"] = True
    return item, int(rest[-1]) if rest[-1:].isdigit() else None


def _all(digits: str, seats: Sequence[int]) -> list[tuple[int, int]] | None:
    """Return the tricks of all who play; the last has what the others left."""
    taken = [int(digit) for digit in digits]
    if len(taken) != len(seats) - 1 or sum(taken) > TRICKS:
        return None
    return list(zip(seats, [*taken, TRICKS - sum(taken)], strict=True))


def _tourne(laid: str | None, turned: str | None) -> dict[str, list[str]] | None:
    if laid is None or turned is None:
        return None
    return {"laid": _cards(laid), "turned": _cards(turned)}


def _cards(text: str) -> list[str]:
    pairs = (text[place : place + 2] for place in range(0, len(text), 2))
    return [SUITS[card[0]] + RANKS.get(card[1], card[1]) for card in pairs]


def print_keys(game: Game, *, seats: Sequence[int], nolo: bool) -> str:
    """Return the extras that say what is more than seat, contract, tout and outcome.

    Tricks that the keys cannot say are left out: where some were not played, and those of a
    nolo's defenders.
    """
    trump = _SUIT_KEYS[game.trump.value] if game.trump else ""
    tricks = _print_tricks(game, seats, nolo=nolo)
    joined = "".join(
        f"j{item.seat + 1}{'e' if item.extra_card else ''}"
        f"{'g' if item.abandoned else _taken(game, item.seat)}"
        for item in game.joined
    )
    peeked = "".join(f"p{seat + 1}" for seat in game.peeked)
    laid, turned = map(_print_cards, (game.tourne.laid, game.tourne.turned))
    cards = f"c{laid}t{turned}" if laid else ""
    flags = "".join(key for key, field in FLAGS.items() if getattr(game, field))
    first = {"made": "f", "failed": "ff"}.get(str(game.first_five), "")
    extra = "e" if game.extra_card else ""
    return f"{trump}{tricks}{extra}{joined}{peeked}{cards}{flags}{first}"


def _print_tricks(game: Game, seats: Sequence[int], *, nolo: bool) -> str:
    if game.tricks is None:
        return ""
    if nolo:
        return _taken(game, game.declarer)
    taken = [game.tricks[seat] for seat in seats]
    counted = [each for each in taken if each is not None]
    if len(counted) < len(taken) or sum(counted) < TRICKS:
        return ""
    return "".join(str(each) for each in counted[:-1])


def _taken(game: Game, seat: int) -> str:
    return "" if game.tricks is None or game.tricks[seat] is None else str(game.tricks[seat])


def _print_cards(cards: Sequence[str]) -> str:
    return "".join(card_keys(card) for card in cards)


def card_keys(card: str) -> str:
    """Return the two keys of a card, such as ``se`` for the ace of spades."""
    return _SUIT_KEYS[card[0]] + _RANK_KEYS.get(card[1:], card[1:])


def by_seat(taken: Sequence[tuple[int, int]], players: int) -> list[int | None]:
    """Return tricks as a record has them: by seat, None for who is not counted."""
    known: Mapping[int, int] = dict(taken)
    return [known.get(seat) for seat in range(players)]
