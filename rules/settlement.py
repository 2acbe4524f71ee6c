"""From a result record to what it is worth, for each opponent."""

from dataclasses import dataclass, replace

from rules.contracts import ContractTerms, Outcome
from rules.errors import Json
from rules.outcome import outcome_of
from rules.record import Game, Joined, ResultRecord, Tout
from rules.ruleset import RuleSet, as_played
from rules.seats import others
from rules.tourne import kodille_costs, tourne_value


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
    if record.options:
        ruleset = ruleset.changed(dict(record.options))
    terms = terms_of(ruleset, game)
    itself = Joined(seat=game.declarer, extra_card=game.extra_card, abandoned=game.abandoned)
    seats = record.seats
    apart = tout_value(game.tout, ruleset) + tout_value(game.first_five, ruleset)
    if game.bought_again:
        apart -= terms.bet
    first = _declarer(ruleset, terms, game, seats, itself, apart)
    further = [_declarer(ruleset, terms, game, seats, joined) for joined in game.joined]
    return Settlement(
        sitters=others(record.players, seats),
        declarers=(first, *further),
        peeked=tuple(PeekedResult(seat, -terms.peek) for seat in sorted(record.peeked)),
        pairs=record.pairs,
    )


def terms_of(ruleset: RuleSet, game: Game) -> ContractTerms:
    """What ``ruleset`` says of the contract as it was played, with the price of its cards.

    Raises ``ValueError`` if the rule set does not play it, or if the cards have no price.
    """
    terms = ruleset.terms(game.contract)
    if terms is None:
        message = f"{game.contract} is not a contract of {ruleset.id}"
        raise ValueError(message)
    if terms.by_cards:
        worth = tourne_value(ruleset.tourne_cards, game.laid, game.turned)
        kodille = terms.kodille if kodille_costs(ruleset.tourne_cards, game.laid) else 0
        return replace(terms, won=worth, bet=worth, kodille=kodille)
    return as_played(ruleset, terms, nolo=game.nolo, spadille_in_talon=game.spadille_in_talon)


def tout_value(tout: Tout | None, ruleset: RuleSet) -> int:
    """Signed points per opponent, beside the game's own value (seed 000, Tout)."""
    if tout is None:
        return 0
    return ruleset.tout_value if tout is Tout.MADE else -ruleset.tout_value


def _declarer(
    ruleset: RuleSet,
    terms: ContractTerms,
    game: Game,
    seats: tuple[int, ...],
    declarer: Joined,
    apart: int = 0,
) -> DeclarerResult:
    """One declarer's own result; another declarer is a defender to him.

    ``apart`` is what is won or lost beside the game.
    """
    tricks = game.tricks
    outcome = game.outcome
    own: int | None = None
    if declarer.abandoned:
        outcome = Outcome.BET  # seed 000, Ge upp
    elif tricks is not None:
        outcome = outcome_of(ruleset, terms, tricks, declarer.seat, seats)
        own = tricks[declarer.seat]
    if outcome is None:
        raise ValueError("the record does not say how the game went")
    value = terms.value(outcome, own, extra_card=declarer.extra_card)
    return DeclarerResult(declarer.seat, outcome, value + apart)
