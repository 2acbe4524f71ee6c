"""What a way to keep an account is: one descriptor, from which all that differs is read."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum, auto, unique
from typing import Any, Generic, TypeAlias, TypeVar, cast

from rules import DeclarerResult, Outcome, RuleSet, Settlement
from scoring.transfers import Part, Parts, Reason, Transfer, of_game, total

Value: TypeAlias = bool | int | str | None
"""Of a setting, as JSON and an event keep it."""
Kept = TypeVar("Kept", bound=Value)
Word = TypeVar("Word", bound=StrEnum)
Number = TypeVar("Number", int, int | None)


@dataclass(frozen=True)
class Setting(ABC, Generic[Kept]):
    """Something that a table may choose about its account."""

    key: str
    """As it is called in JSON, in what an event keeps and in a form."""
    default: Kept

    @abstractmethod
    def read(self, value: object) -> Kept:
        """``value`` as it is kept. Raises ``ValueError``, which says what it can be."""


@dataclass(frozen=True)
class Flag(Setting[bool]):
    """It is so, or it is not."""

    def read(self, value: object) -> bool:
        """A truth value."""
        if isinstance(value, bool):
            return value
        message = f"The setting {self.key} is true or false."
        raise ValueError(message)


@dataclass(frozen=True)
class Whole(Setting[Number]):
    """A number of points or bits."""

    lowest: int
    highest: int | None = None
    """None: there is no highest."""

    def read(self, value: object) -> Number:
        """A number that is in range; None where that is the default."""
        if value is None and self.default is None:
            return self.default
        if (
            isinstance(value, int)
            and not isinstance(value, bool)
            and value >= self.lowest
            and (self.highest is None or value <= self.highest)
        ):
            return value
        end = "or more" if self.highest is None else f"to {self.highest}"
        message = f"The setting {self.key} is {self.lowest} {end}."
        raise ValueError(message)


@dataclass(frozen=True)
class Choice(Setting[Word]):
    """One of some customs; the default says of which."""

    @property
    def words(self) -> tuple[Word, ...]:
        """All that it can be."""
        return tuple(type(self.default))

    def read(self, value: object) -> Word:
        """One of the words."""
        for word in self.words:
            if word == value:
                return word
        message = f"The setting {self.key} is one of {', '.join(self.words)}."
        raise ValueError(message)


@unique
class Pays(Enum):
    """Who settles with the declarer."""

    OPPONENTS = auto()
    POT = auto()
    BOTH = auto()


@dataclass(frozen=True, slots=True)
class AccountRules:
    """How a table keeps its account; ``sequence.account_rules`` makes and checks them."""

    players: int
    kind: "Kind"
    said: tuple[tuple[str, Value], ...] = ()
    """The settings that the table has chosen, by key, also those that are not for its kind."""

    def __getitem__(self, setting: Setting[Kept]) -> Kept:
        """What the table has chosen, or else the default."""
        return cast("Kept", dict(self.said).get(setting.key, setting.default))


@dataclass(frozen=True, slots=True)
class Deal:
    """One settled deal, and all else that decides what it moves.

    Raises ``ValueError`` if the table lacks a seat of it, or if ``beside`` is not what is apart
    from the game.
    """

    rules: AccountRules
    settlement: Settlement
    held: int
    """What the pot holds before it."""
    beside: Parts
    """What was won or lost beside the game, for the first declarer, signed."""

    def __post_init__(self) -> None:
        settlement = self.settlement
        seats = [declarer.seat for declarer in settlement.declarers]
        seats += [peeked.seat for peeked in settlement.peeked]
        if strange := [seat for seat in seats if seat >= self.rules.players]:
            message = f"seat {strange[0]} is not at a table of {self.rules.players}"
            raise ValueError(message)
        if total(self.beside) != settlement.apart:
            message = f"{self.beside} is not the {settlement.apart} that is apart"
            raise ValueError(message)

    def games(self) -> Iterator[tuple[int, Parts]]:
        """Whose own value moves, and its parts, signed: declarers, and those who looked."""
        for number, declarer in enumerate(self.settlement.declarers):
            game = of_game(self.settlement, declarer)
            yield declarer.seat, game if number else (*game, *self.beside)
        for peeked in self.settlement.peeked:
            yield peeked.seat, (Part(Reason.LOOKED, peeked.value),)

    def only_declarer(self) -> DeclarerResult:
        """Who plays for a real pot.

        Raises ``ValueError`` if somebody else declared or looked, since whom of them the pot
        pays first is not said.
        """
        declarer, *others = self.settlement.declarers
        if others or self.settlement.peeked:
            raise ValueError("a real pot has one declarer a deal")
        return declarer


def no_ante(_rules: AccountRules) -> int:
    """Nobody antes."""
    return 0


def as_ruled(_rules: AccountRules, _outcome: Outcome, value: int, _bet: int) -> int:
    """A game is worth what the rules say."""
    return value


def game_value(rules: AccountRules, settlement: Settlement) -> int:
    """What the first declarer has of the game itself, signed, as the account pays it."""
    declarer = settlement.declarers[0]
    own, bet = declarer.value - settlement.apart, -settlement.price
    return rules.kind.worth(rules, declarer.outcome, own, bet)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Kind:
    """A way to keep an account: how the value of a game becomes what each seat has."""

    key: str
    """As it is called in JSON and by an event."""
    pays: Pays
    """Who settles with the declarer."""
    move: Callable[[Deal], Iterable[Transfer]]
    """Who pays whom for a deal. Raises ``ValueError`` for one that does not go with it."""
    settings: tuple[Setting[Any], ...] = ()
    needs_pot: bool = False
    """Its pot holds real counters, which are not for every rule set (``RuleSet.has_pot``)."""
    ante: Callable[[AccountRules], int] = no_ante
    """What everybody puts into the pot before the first deal."""
    worth: Callable[[AccountRules, Outcome, int, int], int] = as_ruled
    """What the declarer has of a game, signed, from what the rules say of it and of a bet."""
    plays_for_pot: bool = False
    """Whether the great games win its pot, or double it."""

    def goes_with(self, ruleset: RuleSet) -> bool:
        """Whether a table that plays by ``ruleset`` may keep it (seed 004)."""
        return ruleset.has_pot or not self.needs_pot

    @property
    def keeps_pot(self) -> bool:
        """Whether there is a pot to show."""
        return self.pays is not Pays.OPPONENTS
