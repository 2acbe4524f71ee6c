"""The result of one deal as a value: what was played and how it went, never what it is worth."""

from dataclasses import dataclass
from enum import StrEnum, unique

from rules.cards import Suit
from rules.contracts import Contract, Outcome
from rules.errors import Json
from rules.seats import dealt_in, others, playing


@unique
class Tout(StrEnum):
    """How an announced tout went. It is won or lost apart from the game (seed 000, Tout)."""

    MADE = "made"
    FAILED = "failed"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRecord:
    """A result that some rule set has accepted. ``read_result`` makes one."""

    players: int
    dealer: int
    game: Game | None = None
    """None: all passed."""
    pairs: bool = False
    """Seats s and s + 2 are partners."""
    options: tuple[tuple[str, bool], ...] = ()
    """The rule set's options that were set for this deal alone."""

    @property
    def seats(self) -> tuple[int, ...]:
        """Who played the tricks, or would have; ascending."""
        if self.game is None:
            return dealt_in(self.players, self.dealer)
        return playing(self.players, self.dealer, self.game.declarer, pairs=self.pairs)

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
            "pairs": self.pairs or None,
            "options": dict(self.options) or None,
        }
        return {**frame, **{key: value for key, value in given.items() if value is not None}}
