"""The result of one deal as a value: what was played and how it went, never what it is worth."""

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TypeAlias

from rules.cards import Suit
from rules.contracts import Contract, Outcome
from rules.errors import Json
from rules.seats import dealt_in, others, playing

OptionValue: TypeAlias = "bool | str | tuple[str, ...]"


@unique
class Tout(StrEnum):
    """How an announced tout went. It is won or lost apart from the game (seed 000, Tout)."""

    MADE = "made"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """Another declarer of a nolo, who settles for himself."""

    seat: int
    extra_card: bool = False
    """He bought one card more than he laid away."""
    abandoned: bool = False
    """He gave up when he had seen his cards: a bet, and he did not play (seed 001)."""

    def to_json(self) -> dict[str, Json]:
        """As it stands in a record."""
        flags: dict[str, Json] = {"extra_card": self.extra_card, "abandoned": self.abandoned}
        return {"seat": self.seat, **{key: flag for key, flag in flags.items() if flag}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The game of a deal. Exactly one of ``tricks``, ``outcome`` and ``abandoned`` is given."""

    declarer: int
    contract: Contract
    trump: Suit | None = None
    """None: there is none, or it was not recorded."""
    tricks: tuple[int | None, ...] | None = None
    """By seat; None for who did not play, and in a nolo for a defender not counted."""
    outcome: Outcome | None = None
    abandoned: bool = False
    tout: Tout | None = None
    """None: not announced."""
    laid: tuple[str, ...] = ()
    """Tourné cards laid on the table (seed 003, 9)."""
    turned: tuple[str, ...] = ()
    """Cards then turned from the talon, in order."""
    extra_card: bool = False
    joined: tuple[Joined, ...] = ()
    first_five: Tout | None = None
    """How the first five tricks went, where they were announced (seed 001)."""
    nolo: bool = False
    """A mort that was played as a nolo."""
    spadille_in_talon: bool = False
    """A mort whose thirteen cards held spadille."""
    bought_again: bool = False
    """He paid a bet to buy a second time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRecord:
    """A result that some rule set has accepted. ``read_result`` makes one."""

    players: int
    dealer: int
    game: Game | None = None
    """None: all passed."""
    pairs: bool = False
    """Seats s and s + 2 are partners."""
    peeked: tuple[int, ...] = ()
    """Who looked at the talon and did not join."""
    options: tuple[tuple[str, OptionValue], ...] = ()
    """The rule set's options that were set for this deal alone."""

    @property
    def seats(self) -> tuple[int, ...]:
        """Who played the tricks, or would have; ascending."""
        game = self.game
        if game is None:
            return dealt_in(self.players, self.dealer)
        seats = playing(self.players, self.dealer, game.declarer, pairs=self.pairs)
        if game.declarer in seats and not game.joined:
            return seats
        more = {joined.seat for joined in game.joined if not joined.abandoned}
        return tuple(sorted({*seats, game.declarer} | more))

    @property
    def sitters(self) -> tuple[int, ...]:
        """Who did not play, ascending."""
        return others(self.players, self.seats)

    def to_json(self) -> dict[str, Json]:
        """The record as ``docs/record.md`` describes it; the rule set's id is not in it."""
        frame: dict[str, Json] = {"players": self.players, "dealer": self.dealer}
        game = self.game
        if game is None:
            return {**frame, "passed": True}
        given: dict[str, Json | None] = {
            "declarer": game.declarer,
            "contract": game.contract.value,
            "trump": game.trump and game.trump.value,
            "tricks": None if game.tricks is None else list(game.tricks),
            "outcome": game.outcome and game.outcome.value,
            "abandoned": game.abandoned or None,
            "tout": game.tout and game.tout.value,
            "tourne": _tourne(game),
            "extra_card": game.extra_card or None,
            "joined": [joined.to_json() for joined in game.joined] or None,
            "first_five": game.first_five and game.first_five.value,
            "nolo": game.nolo or None,
            "spadille_in_talon": game.spadille_in_talon or None,
            "bought_again": game.bought_again or None,
            "peeked": list(self.peeked) or None,
            "pairs": self.pairs or None,
            "options": {name: _plain(value) for name, value in self.options} or None,
        }
        return {**frame, **{key: value for key, value in given.items() if value is not None}}


def _tourne(game: Game) -> dict[str, Json] | None:
    if not game.laid:
        return None
    return {"laid": list(game.laid), "turned": list(game.turned)}


def _plain(value: OptionValue) -> Json:
    return list(value) if isinstance(value, tuple) else value
