"""The contracts, what they ask for and what they are worth."""

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Self

from rules.errors import Json


@unique
class Contract(StrEnum):
    """A contract by its id, in the order of the Union's table (seed 000, Tabell I)."""

    SPIL = "spil"
    BEDRE_SPIL = "bedre_spil"
    TOURNE = "tourne"
    KOEBE_NOLO = "koebe_nolo"
    TOURNE_RESPEKT = "tourne_respekt"
    SOLO = "solo"
    SOLO_SPAR = "solo_spar"
    REN_NOLO = "ren_nolo"
    NOLO_OUVERT = "nolo_ouvert"


@unique
class Aim(StrEnum):
    """What the declarer is after."""

    TRICKS = "tricks"
    """More tricks than either defender."""
    NO_TRICKS = "no_tricks"
    """Not one trick."""


@unique
class Trump(StrEnum):
    """How trump is found."""

    NAMED = "named"
    """The declarer names it."""
    SPADES = "spades"
    TURNED = "turned"
    """The top card of the talon shows it."""
    NONE = "none"


@unique
class Outcome(StrEnum):
    """How a game ended for its declarer."""

    WON = "won"
    BET = "bet"
    """Lost, as well as the best defender."""
    KODILLE = "kodille"
    """Lost, with fewer than a defender (kruk)."""
    REMIS = "remis"
    """Three tricks each, where that is neither won nor lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractTerms:
    """What one rule set says of one contract. Amounts are points for each opponent."""

    contract: Contract
    letter: str
    """The key that enters it, one lower-case letter."""
    aim: Aim
    trump: Trump
    won: int
    """What each opponent pays for a won game."""
    bet: int
    """What each opponent is paid for a lost one."""
    kodille: int | None
    """What a kodille costs on top of a bet; None where no game ends in a kodille."""
    declarer_buys: int | None
    """The fewest cards the declarer buys, the turned one included; None: he may buy none."""
    defenders_buy: bool
    may_abandon: bool
    """The declarer may throw the game in, as a bet."""
    tout: bool
    """All nine tricks may be announced."""

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The ways it can end."""
        if self.kodille is None:
            return (Outcome.WON, Outcome.BET)
        return (Outcome.WON, Outcome.BET, Outcome.KODILLE)

    def value(self, outcome: Outcome) -> int:
        """Signed points per opponent, without tout (seed 000, Betalning).

        Raises ``ValueError`` for an outcome that this contract does not have.
        """
        if outcome not in self.outcomes:
            message = f"a {self.contract} cannot end in {outcome}"
            raise ValueError(message)
        if outcome is Outcome.WON:
            return self.won
        return -self.bet - ((self.kodille or 0) if outcome is Outcome.KODILLE else 0)

    def to_json(self) -> dict[str, Json]:
        """As it stands in a rule set's JSON."""
        return {
            "id": self.contract.value,
            "letter": self.letter,
            "aim": self.aim.value,
            "trump": self.trump.value,
            "won": self.won,
            "bet": self.bet,
            "kodille": self.kodille,
            "declarer_buys": self.declarer_buys,
            "defenders_buy": self.defenders_buy,
            "may_abandon": self.may_abandon,
            "tout": self.tout,
        }

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Read what ``to_json`` wrote; raise ``ValueError`` for anything else."""
        match data:
            case {
                "id": str(contract),
                "letter": str(letter),
                "aim": str(aim),
                "trump": str(trump),
                "won": int(won),
                "bet": int(bet),
                "kodille": int() | None as kodille,
                "declarer_buys": int() | None as declarer_buys,
                "defenders_buy": bool(defenders_buy),
                "may_abandon": bool(may_abandon),
                "tout": bool(tout),
            } if bool not in map(type, (won, bet, kodille, declarer_buys)):
                return cls(
                    contract=Contract(contract),
                    letter=letter,
                    aim=Aim(aim),
                    trump=Trump(trump),
                    won=won,
                    bet=bet,
                    kodille=kodille,
                    declarer_buys=declarer_buys,
                    defenders_buy=defenders_buy,
                    may_abandon=may_abandon,
                    tout=tout,
                )
            case _:
                raise ValueError("the terms of a contract lack a key, or one has the wrong type")
