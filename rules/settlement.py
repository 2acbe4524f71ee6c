"""From a result record to what it is worth, for each opponent."""

from dataclasses import dataclass

from rules.contracts import ContractTerms, Outcome
from rules.errors import Json
from rules.outcome import outcome_of
from rules.record import Game, ResultRecord, Tout
from rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class DeclarerResult:
    """How the deal went for one declarer."""

    seat: int
    outcome: Outcome
    value: int
    """Signed points, from or to each opponent, tout included."""

    def to_json(self) -> dict[str, Json]:
        """As the commands print it."""
        return {"seat": self.seat, "outcome": self.outcome.value, "value": self.value}


@dataclass(frozen=True, slots=True)
class PeekedResult:
    """What it costs one who looked at his cards and then did not play."""

    seat: int
    value: int
    """Signed points, to each other player."""

    def to_json(self) -> dict[str, Json]:
        """As the commands print it."""
        return {"seat": self.seat, "value": self.value}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """What one deal is worth. Who pays whom is for the account to say."""

    sitters: tuple[int, ...]
    """Who did not play, ascending."""
    declarers: tuple[DeclarerResult, ...] = ()
    """The declarer, then those who joined him; none when all passed."""
    peeked: tuple[PeekedResult, ...] = ()
    pairs: bool = False
    """Seats s and s + 2 are partners, and only opponents pay each other."""

    @property
    def passed(self) -> bool:
        """All passed, and nothing is paid."""
        return not self.declarers

    def to_json(self) -> dict[str, Json]:
        """As the commands print it."""
        return {
            "ok": True,
            "passed": self.passed,
            "sitters": list(self.sitters),
            "declarers": [declarer.to_json() for declarer in self.declarers],
            "peeked": [peeked.to_json() for peeked in self.peeked],
        }


def settle(record: ResultRecord, ruleset: RuleSet) -> Settlement:
    """What ``record``, which ``ruleset`` has accepted, is worth (seed 000, Betalning).

    Raises ``ValueError`` for a record that ``ruleset`` would not have accepted.
    """
    game = record.game
    if game is None:
        return Settlement(sitters=record.sitters, pairs=record.pairs)
    terms = ruleset.terms(game.contract)
    if terms is None:
        message = f"{game.contract} is not a contract of {ruleset.id}"
        raise ValueError(message)
    outcome = _outcome(terms, record, game)
    value = terms.value(outcome) + tout_value(game.tout, ruleset)
    return Settlement(
        sitters=record.sitters,
        declarers=(DeclarerResult(game.declarer, outcome, value),),
        pairs=record.pairs,
    )


def tout_value(tout: Tout | None, ruleset: RuleSet) -> int:
    """Signed points per opponent, beside the game's own value (seed 000, Tout)."""
    if tout is None:
        return 0
    return ruleset.tout_value if tout is Tout.MADE else -ruleset.tout_value


def _outcome(terms: ContractTerms, record: ResultRecord, game: Game) -> Outcome:
    if game.abandoned:
        return Outcome.BET  # seed 000, Ge upp
    outcome = game.outcome
    if game.tricks is not None:
        outcome = outcome_of(terms, game.tricks, game.declarer, record.seats)
    if outcome is None:
        raise ValueError("the record does not say how the game went")
    return outcome
