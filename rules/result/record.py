"""The result of one deal as a value: what was played and how it went, never what it is worth."""

from dataclasses import dataclass, fields
from enum import StrEnum, unique
from operator import attrgetter

from rules.cards import Suit
from rules.contracts import Contract, Outcome
from rules.errors import Json
from rules.plain import to_object, to_plain
from rules.ruleset import OptionValue
from rules.seats import at_play, dealt_in, others

FRAME_KEYS = ("ruleset", "players", "dealer", "passed")
GAME_KEYS = (
    "declarer", "contract", "trump", "tricks", "outcome", "abandoned", "tout", "tourne",
    "extra_card", "joined", "first_five", "nolo", "spadille_in_talon", "bought_again", "peeked",
    "pairs", "options",
)  # fmt: skip
KEYS = (*FRAME_KEYS, *GAME_KEYS)
"""The keys of a record, in the order in which it is written and complained of."""


@unique
class Tout(StrEnum):
    """How an announced tout went. It is won or lost apart from the game (dlu 7.2)."""

    MADE = "made"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """Another declarer of a nolo, who settles for himself."""

    seat: int
    extra_card: bool = False
    """He bought one card more than he laid away."""
    abandoned: bool = False
    """He gave up when he had seen his cards: a bet, and he did not play (familie 12.2)."""

    def to_json(self) -> dict[str, Json]:
        """As it stands in a record."""
        return to_object(self)


@dataclass(frozen=True, slots=True)
class Tourne:
    """The cards that set the price of a tourné (hoem 7.1), by name."""

    laid: tuple[str, ...]
    """Tourné cards laid on the table."""
    turned: tuple[str, ...]
    """Cards then turned from the talon, in order."""


NO_CARDS = Tourne((), ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What is said with a contract, in a result and in a whole deal alike.

    Its fields are keys of either record, in the order in which whole deals are written.
    """

    contract: str
    """The id of the contract that is played."""
    trump: Suit | None = None
    """None: there is none, it follows from the contract or the card turned, or it is not known."""
    joined: tuple[Joined, ...] = ()
    """Further declarers of a nolo."""
    peeked: tuple[int, ...] = ()
    """Who looked at the talon and did not join."""
    extra_card: bool = False
    """The declarer bought one card more than he laid away."""
    nolo: bool = False
    """A mort that is played as a nolo."""
    bought_again: bool = False
    """He paid a bet to buy a second time."""
    abandoned: bool = False
    """He threw the game in: after the exchange, or before he played."""
    tourne: Tourne = NO_CARDS
    first_five: Tout | None = None
    """How the first five tricks went, where they were announced (familie 10.4)."""

    @property
    def also(self) -> tuple[int, ...]:
        """Who plays the game besides the declarer: not who joined and gave up."""
        return tuple([one.seat for one in self.joined if not one.abandoned])

    def to_json(self) -> dict[str, Json]:
        """By key, but for what holds its default."""
        return to_object(self)


SAID_KEYS = tuple(field.name for field in fields(Said))
_SAID = attrgetter(*SAID_KEYS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Said):
    """The game of a deal. Exactly one of ``tricks``, ``outcome`` and ``abandoned`` is given."""

    contract: Contract
    declarer: int
    tricks: tuple[int | None, ...] | None = None
    """By seat; None for who did not play, and in a nolo for a defender not counted."""
    outcome: Outcome | None = None
    tout: Tout | None = None
    """None: not announced."""
    spadille_in_talon: bool = False
    """A mort whose thirteen cards held spadille."""


def game_of(
    said: Said,
    *,
    declarer: int,
    tricks: tuple[int | None, ...] | None,
    tout: Tout | None,
    outcome: Outcome | None = None,
    spadille_in_talon: bool,
) -> Game:
    """The game of who said it, and how it went. Raises ``ValueError`` for no contract's id."""
    own = dict(zip(SAID_KEYS, _SAID(said), strict=True))
    contract = own.pop("contract")
    return Game(
        **own,
        contract=contract if isinstance(contract, Contract) else Contract(contract),
        declarer=declarer,
        tricks=tricks,
        outcome=outcome,
        tout=tout,
        spadille_in_talon=spadille_in_talon,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRecord:
    """A result that some rule set has accepted. ``read_result`` makes one."""

    players: int
    dealer: int
    game: Game | None = None
    """None: all passed."""
    pairs: bool = False
    """Seats s and s + 2 are partners."""
    options: tuple[tuple[str, OptionValue], ...] = ()
    """The rule set's options that were set for this deal alone."""

    @property
    def seats(self) -> tuple[int, ...]:
        """Who played the tricks, or would have; ascending."""
        game = self.game
        if game is None:
            return dealt_in(self.players, self.dealer)
        also = game.also if game.joined else ()
        return at_play(self.players, self.dealer, game.declarer, also, pairs=self.pairs)

    @property
    def sitters(self) -> tuple[int, ...]:
        """Who did not play, ascending."""
        return others(self.players, self.seats)

    def to_json(self) -> dict[str, Json]:
        """The record as ``docs/record.md`` describes it; the rule set's id is not in it."""
        frame: dict[str, Json] = {"players": self.players, "dealer": self.dealer}
        if self.game is None:
            return {**frame, "passed": True}
        given = self.game.to_json()
        if self.pairs:
            given["pairs"] = True
        if self.options:
            given["options"] = {name: to_plain(value) for name, value in self.options}
        return {**frame, **{key: given[key] for key in GAME_KEYS if key in given}}
