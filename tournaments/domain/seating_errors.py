"""Why a change of the seating is refused; ``interfaces.seating_words`` has a sentence for each."""

from collections.abc import Sequence

from tournaments.seating import FieldError


class SeatingError(Exception):
    """The seating cannot be changed like that. Nothing was stored."""


class BegunError(SeatingError):
    """The round is begun or final: what was played in it is not seated otherwise."""

    def __init__(self, number: int) -> None:
        super().__init__(f"round {number} has begun")
        self.number = number


class LockedError(SeatingError):
    """The table is locked: it keeps its players until it is unlocked."""

    def __init__(self, table: int) -> None:
        super().__init__(f"table {table} is locked")
        self.table = table


class NobodyLeftError(SeatingError, FieldError):
    """Too few play in a round for a single table; fewer rounds can be planned instead."""

    def __init__(self, number: int, players: int) -> None:
        super().__init__(f"{players} players in round {number}")
        self.number = number
        self.players = players


class NoRoundLeftError(SeatingError):
    """Every round that is planned has begun."""


class NoSuchRoundError(SeatingError):
    """The event has no round of this number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"there is no round {number}")
        self.number = number


class NotInRoundError(SeatingError):
    """Somebody who is to change places does not play in this round, or neither has a seat."""


class UnseatedError(SeatingError):
    """A round is not to be released: somebody who plays in it has no seat, though he could."""

    def __init__(self, number: int, names: Sequence[str]) -> None:
        super().__init__(f"round {number}: {len(names)} without a seat")
        self.number = number
        self.names = tuple(names)


class AbsentError(SeatingError):
    """A round is not to be released: somebody has a seat who does not play in it."""

    def __init__(self, number: int, names: Sequence[str]) -> None:
        super().__init__(f"round {number}: {len(names)} seated who do not play")
        self.number = number
        self.names = tuple(names)


class OptionGoneError(SeatingError):
    """The way to seat that was chosen is none any more: somebody came or left meanwhile."""


class WishError(SeatingError):
    """A wish needs two different participants of the event, and a place a table and a seat."""
