"""From a result record to what it is worth, for each opponent."""

from dataclasses import dataclass, replace
from functools import cache, lru_cache

from rules.contracts import Contract, ContractTerms, Outcome
from rules.errors import Json
from rules.result.outcome import outcome_of
from rules.result.record import Game, Joined, ResultRecord, Tout
from rules.result.tourne import kodille_costs, tourne_value
from rules.ruleset import RuleSet, as_played
from rules.seats import others

MOST_KEPT = 1 << 13
"""Of how many splits of the tricks the worth is remembered: the same ones come again and again."""


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
    contract: Contract | None = None
    """What was played; None when all passed."""
    for_pot: bool = False
    """It was played for the pot of a mixed account (lomber 12.9)."""
    price: int = 0
    """What a bet costs, per opponent, without what is apart; where all passed, what each pays
    into a pot, if there is one (lomber 12.3)."""
    apart: int = 0
    """The part of the declarer's value, signed, that was won or lost beside the game."""

    @property
    def passed(self) -> bool:
        """All passed, and nothing is paid."""
        return not self.declarers

    @property
    def idle(self) -> tuple[int, ...]:
        """Who held no cards, ascending: of the sitters all but a fourth who joined and gave up."""
        held = {declarer.seat for declarer in self.declarers}
        return tuple(seat for seat in self.sitters if seat not in held)

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
    """What ``record``, which ``ruleset`` has accepted, is worth (dlu 6.1).

    Raises ``ValueError`` for a record that ``ruleset`` would not have accepted.
    """
    game = record.game
    if record.options:
        ruleset = ruleset.changed(dict(record.options))
    if game is None:
        price = int(ruleset.pass_pays)
        return Settlement(sitters=record.sitters, pairs=record.pairs, price=price)
    terms = terms_of(ruleset, game)
    seats = record.seats
    apart = 0
    if game.tout or game.first_five or game.bought_again:
        apart = tout_value(game.tout, ruleset) + tout_value(game.first_five, ruleset)
        apart -= terms.bet if game.bought_again else 0
    itself = _itself(game.declarer, game.extra_card, game.abandoned)
    declarers = [_declarer(ruleset, terms, game, seats, itself, apart)]
    for joined in game.joined:
        declarers.append(_declarer(ruleset, terms, game, seats, joined))  # noqa: PERF401 - seldom any
    return Settlement(
        sitters=others(record.players, seats),
        declarers=tuple(declarers),
        peeked=_peeked(game, terms) if game.peeked else (),
        pairs=record.pairs,
        contract=game.contract,
        for_pot=terms.for_pot,
        price=terms.bet,
        apart=apart,
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
        worth = tourne_value(ruleset.tourne_cards, game.tourne.laid, game.tourne.turned)
        kodille = terms.kodille if kodille_costs(ruleset.tourne_cards, game.tourne.laid) else 0
        return replace(terms, won=worth, bet=worth, kodille=kodille)
    return as_played(ruleset, terms, nolo=game.nolo, spadille_in_talon=game.spadille_in_talon)


def tout_value(tout: Tout | None, ruleset: RuleSet) -> int:
    """Signed points per opponent, beside the game's own value (dlu 7.2)."""
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
    tricks, seat = game.tricks, declarer.seat
    if tricks is not None and not declarer.abandoned:
        went = _known(ruleset, terms, tricks, seat, seats, declarer.extra_card)
    else:
        outcome = Outcome.BET if declarer.abandoned else _sure(game.outcome)  # dlu 3.1
        value = terms.value(outcome, extra_card=declarer.extra_card)
        went = DeclarerResult(seat, outcome, value)
    return replace(went, value=went.value + apart) if apart else went


def _by_tricks(
    ruleset: RuleSet,
    terms: ContractTerms,
    tricks: tuple[int | None, ...],
    seat: int,
    seats: tuple[int, ...],
    extra_card: bool,  # noqa: FBT001 - a key
) -> DeclarerResult:
    """How the tricks went for the declarer on ``seat``, without what is apart."""
    outcome = _sure(outcome_of(ruleset, terms, tricks, seat, seats))
    value = terms.value(outcome, tricks[seat], extra_card=extra_card)
    return DeclarerResult(seat, outcome, value)


_known = lru_cache(maxsize=MOST_KEPT)(_by_tricks)


def _sure(outcome: Outcome | None) -> Outcome:
    if outcome is None:
        raise ValueError("the record does not say how the game went")
    return outcome


def _as_joined(seat: int, extra_card: bool, abandoned: bool) -> Joined:  # noqa: FBT001 - a key
    """The declarer himself, written like those who join him."""
    return Joined(seat=seat, extra_card=extra_card, abandoned=abandoned)


_itself = cache(_as_joined)
"""There are few, and the same ones come again at every deal."""


def _peeked(game: Game, terms: ContractTerms) -> tuple[PeekedResult, ...]:
    return tuple([PeekedResult(seat, -terms.peek) for seat in sorted(game.peeked)])
