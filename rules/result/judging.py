"""What a game claims, key by key, against what its contract allows."""

from dataclasses import dataclass

from rules.cards import TRICKS, Suit
from rules.contracts import Aim, ContractTerms, Outcome, Trump
from rules.errors import Code
from rules.fields import Fields, is_whole
from rules.result.outcome import FIRST_FIVE, outcome_of
from rules.result.record import Joined, Tout
from rules.ruleset import RuleSet
from rules.seats import at_play

ENDINGS = ("tricks", "outcome", "abandoned")
"""The ways to say how a game went; a record uses one of them."""

Tricks = tuple[int | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What is sound of a record so far; None where it is not."""

    ruleset: RuleSet
    """With the options of the deal."""
    players: int | None
    dealer: int | None
    declarer: int | None
    terms: ContractTerms | None
    """As played: a mort may be a nolo."""
    pairs: bool
    joined: tuple[Joined, ...] = ()
    nolo: bool = False
    spadille_in_talon: bool = False

    @property
    def most(self) -> int:
        """No seat has this number, nor a higher one, however many sit at the table."""
        return self.players or max(self.ruleset.players)

    @property
    def seats(self) -> tuple[int, ...] | None:
        """Who plays, ascending."""
        if self.players is None or self.dealer is None or self.declarer is None:
            return None
        declarer, *also = self.declarers
        return at_play(self.players, self.dealer, declarer, tuple(also), pairs=self.pairs)

    @property
    def declarers(self) -> tuple[int, ...]:
        """Who plays the game, the declarer first; none where he is not known."""
        own = () if self.declarer is None else (self.declarer,)
        return (*own, *(joined.seat for joined in self.joined if not joined.abandoned))


def judge_trump(fields: Fields, terms: ContractTerms | None) -> Suit | None:
    """The trump named, if one is."""
    suit = fields.word("trump", Suit)
    if "trump" not in fields.data or terms is None:
        return suit
    if terms.trump in {Trump.NONE, Trump.ACES}:
        message = f"A {terms.contract} has no trump: leave the trump out."
        fields.complain(Code.TRUMP_NOT_ALLOWED, "trump", message)
    elif terms.trump is Trump.SPADES and suit not in {None, Suit.SPADES}:
        message = f"In {terms.contract} spades are trump: write S or leave the trump out."
        fields.complain(Code.TRUMP_MUST_BE_SPADES, "trump", message)
    return suit


def judge_ending(fields: Fields) -> None:
    """Complain unless exactly one ending is given; false and left out are the same."""
    given = [key for key in ENDINGS if fields.data.get(key, False) is not False]
    if not given:
        fields.malformed(
            "outcome", "It is not said how the game went: give tricks, outcome or abandoned."
        )
    for key in given[1:]:
        fields.malformed(
            key, f"The key {given[0]} already says how the game went: leave {key} out."
        )


def judge_outcome(fields: Fields, frame: Frame) -> Outcome | None:
    """The outcome named, if one is that the contract can have and that says its price."""
    outcome = fields.word("outcome", Outcome, Code.OUTCOME_UNKNOWN)
    terms = frame.terms
    if "tricks" not in fields.data:
        _require_tricks(fields, frame, outcome)
    if outcome is None or terms is None:
        return outcome
    allowed = frame.ruleset.outcomes(terms)
    if outcome in allowed:
        return outcome
    choice = ", ".join(allowed)
    message = f"A {terms.contract} does not end in {outcome} in these rules: use one of {choice}."
    fields.complain(Code.OUTCOME_NOT_ALLOWED, "outcome", message)
    return None


def _require_tricks(fields: Fields, frame: Frame, outcome: Outcome | None) -> None:
    """Each declarer's fate, and a price by the trick, show in the tricks alone."""
    message = ""
    if frame.joined and frame.terms and frame.terms.several:
        message = "With several declarers give the tricks: each settles alone."
    elif outcome is Outcome.KODILLE and frame.terms and frame.terms.kodille_per_trick:
        message = f"What this costs in a {frame.terms.contract} depends on the tricks: give them."
    if message:
        fields.complain(Code.TRICKS_REQUIRED, "tricks", message)


def judge_abandoned(fields: Fields, terms: ContractTerms | None) -> bool:
    """Whether the game was thrown in (dlu 3.1)."""
    abandoned = fields.flag("abandoned")
    if abandoned and terms is not None and not terms.may_abandon:
        message = f"A {terms.contract} cannot be given up: it is played to the end."
        fields.complain(Code.ABANDON_NOT_ALLOWED, "abandoned", message)
    return abandoned


def judge_nolo(fields: Fields, ruleset: RuleSet, terms: ContractTerms | None) -> bool:
    """Whether a mort is played as a nolo (familie 13.5)."""
    nolo = fields.flag("nolo")
    if nolo and terms is not None and not ruleset.as_nolo(terms):
        fields.malformed("nolo", "Only a mort is played as a nolo, and only where that is agreed.")
        return False
    return nolo


def judge_bought_again(fields: Fields, frame: Frame) -> bool:
    """Whether the declarer of a nolo paid a bet to buy a second time (familie 14.7)."""
    again, terms = fields.flag("bought_again"), frame.terms
    if again and terms is not None and not frame.ruleset.buys_again(terms):
        fields.malformed("bought_again", "Nobody buys a second time in this game.")
    return again


def judge_tricks(fields: Fields, frame: Frame) -> Tricks | None:
    """The tricks, if they can be counted."""
    if "tricks" not in fields.data:
        return None
    before = len(fields.complaints)
    tricks = _counted(fields, frame.players)
    if frame.seats is not None:
        for seat, taken in enumerate(tricks or ()):
            _judge_seat(fields, frame, seat, taken)
    if len(fields.complaints) > before:
        return None
    if tricks and _is_undecided(frame, tricks):
        message = "The missing tricks could still change the outcome: give the outcome itself."
        fields.complain(Code.TRICKS_UNDECIDED, "tricks", message)
    return tricks


def _counted(fields: Fields, players: int | None) -> Tricks | None:
    items = fields.items("tricks")
    if items is None:
        return None
    tricks = tuple(item for item in items if item is None or is_whole(item))
    if len(tricks) < len(items):
        fields.malformed("tricks", "Tricks are whole numbers, or null for who did not play.")
        return None
    taken = [number for number in tricks if number is not None]
    complaint = ""
    if any(number < 0 or number > TRICKS for number in taken):
        complaint = f"Nobody takes fewer than 0 or more than {TRICKS} tricks."
    elif sum(taken) > TRICKS:
        complaint = f"There are only {TRICKS} tricks in a deal, and these are more."
    elif players is not None and len(tricks) != players:
        complaint = f"Give the tricks of {players} seats, with null for who did not play."
    if complaint:
        fields.complain(Code.TRICKS_INVALID, "tricks", complaint)
        return None
    return tricks


def _judge_seat(fields: Fields, frame: Frame, seat: int, taken: int | None) -> None:
    """Who plays has tricks, who does not has none; in a nolo the declarer's are enough."""
    plays = seat in (frame.seats or ())
    counts = frame.terms is not None and frame.terms.aim is Aim.TRICKS
    message = ""
    if taken is not None and not plays:
        message = f"Seat {seat} did not play this game: write null for its tricks."
    elif taken is None and plays and (counts or seat in frame.declarers):
        message = f"Seat {seat} played: give its tricks, 0 if it took none."
    if message:
        fields.complain(Code.TRICKS_INVALID, "tricks", message)


def _is_undecided(frame: Frame, tricks: Tricks) -> bool:
    if frame.terms is None or frame.seats is None:
        return False
    return any(
        outcome_of(frame.ruleset, frame.terms, tricks, declarer, frame.seats) is None
        for declarer in frame.declarers
    )


def judge_tout(
    fields: Fields, frame: Frame, tricks: Tricks | None, outcome: Outcome | None
) -> Tout | None:
    """The tout, if one was announced (dlu 7.1)."""
    tout = fields.word("tout", Tout)
    if "tout" not in fields.data:
        return None
    if frame.terms is not None and not frame.terms.tout:
        message = f"There is no tout in a {frame.terms.contract}: leave tout out."
        fields.complain(Code.TOUT_NOT_ALLOWED, "tout", message)
    elif fields.data.get("abandoned") is True:
        message = "A game that was given up had no tout: leave tout out."
        fields.complain(Code.TOUT_NOT_ALLOWED, "tout", message)
    elif tout is not None:
        _compare_tout(fields, tout, _taken(frame, tricks), outcome)
    return tout


def judge_first_five(
    fields: Fields, frame: Frame, tricks: Tricks | None, outcome: Outcome | None
) -> Tout | None:
    """How the first five tricks went, if they were announced (familie 10.4)."""
    announced = fields.word("first_five", Tout)
    if "first_five" not in fields.data:
        return None
    message = ""
    if not frame.ruleset.first_five:
        message = "The first five tricks are not played for in these rules."
    elif frame.terms is not None and not frame.terms.tout:
        message = f"The first five tricks are not played for in a {frame.terms.contract}."
    elif fields.data.get("abandoned") is True:
        message = "A game that was given up has no first five tricks: leave first_five out."
    if message:
        fields.complain(Code.FIRST_FIVE_NOT_ALLOWED, "first_five", message)
    elif announced is not None:
        _compare_first_five(fields, announced, _taken(frame, tricks), outcome)
    return announced


def _compare_first_five(
    fields: Fields, announced: Tout, taken: int | None, outcome: Outcome | None
) -> None:
    complaint = ""
    if announced is Tout.MADE and outcome not in {None, Outcome.WON}:
        complaint = f"Who takes the first five tricks wins the game: it is not {outcome}."
    elif announced is Tout.MADE and taken is not None and taken < FIRST_FIVE:
        complaint = f"The first five tricks were made, and yet there are only {taken}."
    elif announced is Tout.FAILED and taken == TRICKS:
        complaint = f"With {TRICKS} tricks the first five were made, and did not fail."
    if complaint:
        fields.complain(Code.FIRST_FIVE_CONTRADICTS_TRICKS, "first_five", complaint)


def _taken(frame: Frame, tricks: Tricks | None) -> int | None:
    """The declarer's tricks, where they are known."""
    return None if tricks is None or frame.declarer is None else tricks[frame.declarer]


def _compare_tout(fields: Fields, tout: Tout, taken: int | None, outcome: Outcome | None) -> None:
    complaint = ""
    if tout is Tout.MADE and outcome not in {None, Outcome.WON}:
        complaint = f"A tout that was made is a won game, not {outcome}."
    elif tout is Tout.MADE and taken not in {None, TRICKS}:
        complaint = f"A tout that was made is {TRICKS} tricks for the declarer, not {taken}."
    elif tout is Tout.FAILED and taken == TRICKS:
        complaint = f"With {TRICKS} tricks the tout was made, and did not fail."
    if complaint:
        fields.complain(Code.TOUT_CONTRADICTS_TRICKS, "tout", complaint)
