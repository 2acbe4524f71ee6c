"""A recorded deal against the rules: the first thing that is wrong, or what it comes to."""

from dataclasses import dataclass

from rules.cards import TRICKS
from rules.deal.play import taker
from rules.deal.steps import Deal, open_deal
from rules.deal.wholerecord import WholeRecord, read_whole
from rules.errors import Breach, BreachError, Json
from rules.result.outcome import FIRST_FIVE
from rules.result.record import Tout
from rules.result.settlement import Settlement, settle
from rules.ruleset import RuleSet

LAST_TOUT = 6
"""The latest trick before which a tout may be announced (dlu 7.1)."""


class ViolationError(ValueError):
    """The first thing in time that is against the rules, with its place."""

    def __init__(self, at: str, wrong: BreachError) -> None:
        self.at = at
        """``deal``, ``auction N``, ``contract``, ``exchange N``, ``play T.C`` or ``tout``."""
        self.breach = wrong.breach
        self.seat = wrong.seat
        super().__init__(str(wrong))

    def to_json(self) -> dict[str, Json]:
        """As the command prints it."""
        return {"code": self.breach.value, "at": self.at, "seat": self.seat, "message": str(self)}


@dataclass(frozen=True, slots=True)
class Checked:
    """A deal that was played by the rules, and what it is worth."""

    deal: Deal
    settlement: Settlement

    def to_json(self) -> dict[str, Json]:
        """As the command prints it."""
        deal, said = self.deal, self.deal.said
        if said is None or deal.terms is None:
            return {"ok": True, "passed": True}
        first, *more = self.settlement.declarers
        contract = deal.terms.contract.value
        common: dict[str, Json] = {
            "contract": contract,
            "trump": deal.trump and deal.trump.value,
            "tricks": None if said.abandoned else list(deal.tricks()),
        }
        if more or self.settlement.peeked:
            shown = self.settlement.to_json()
            several = {key: shown[key] for key in ("declarers", "peeked")}
            return {"ok": True, **common, **several}
        return {
            "ok": True,
            "declarer": first.seat,
            **common,
            "outcome": first.outcome.value,
            "value": first.value,
        }


def check(data: object, ruleset: RuleSet) -> Checked:
    """Go through a full record (``docs/record.md``) step by step.

    Raises ``ViolationError`` for the first thing in time that is against the rules.

    >>> from rules import RULESETS, simulate
    >>> record = next(simulate(RULESETS["lomber"], seed=1, deals=1, players=4))
    >>> check(record, RULESETS["lomber"]).deal
    <Deal under lomber, dealt by seat 0: nobody is next>
    >>> check(record | {"talon": []}, RULESETS["lomber"])
    Traceback (most recent call last):
    rules.deal.checking.ViolationError: The talon has 13 cards.
    """
    with _place("deal"):
        record = read_whole(data, ruleset)
        rules = ruleset.changed(dict(record.options))
    deal = bid(record, rules)
    if record.said is None:
        return Checked(deal, settle(deal.result(), rules))
    with _place("contract"):
        deal = deal.choose(record.said)
    with _place("deal"):
        if any(len(trick) > len(deal.seats) for trick in record.play):
            raise BreachError(Breach.MALFORMED, f"A trick has {len(deal.seats)} cards here.")
    deal = exchange(record, deal)
    tout: Tout | None = None
    if deal.play is None:
        _check_tout(record, deal, 1)
        _check_later_tout(record, deal, 2)
    else:
        deal, tout = _play(record, deal)
    return Checked(deal, settle(deal.result(tout), rules))


def bid(record: WholeRecord, rules: RuleSet) -> Deal:
    """The deal after the recorded auction."""
    deal = open_deal(
        rules,
        players=record.players,
        dealer=record.dealer,
        hands={seat: cards for seat, cards in enumerate(record.hands) if cards is not None},
        talon=record.talon,
        pairs=record.pairs,
    )
    for number, (seat, call) in enumerate(record.auction, start=1):
        with _place(f"auction {number}"):
            deal = deal.call(seat, call)
    with _place(f"auction {len(record.auction) + 1}"):
        won = deal.auction.finish()
    with _place("deal"):
        if won is None and record.said is not None:
            raise BreachError(Breach.MALFORMED, "All passed, and there is nothing to play.")
        if won is not None and record.said is None:
            message = "Somebody won the auction: say which contract is played."
            raise BreachError(Breach.MALFORMED, message)
    return deal


def exchange(record: WholeRecord, deal: Deal) -> Deal:
    """The deal after the recorded exchange; it may stop anywhere if the game was thrown in."""
    for number, item in enumerate(record.items, start=1):
        with _place(f"exchange {number}"):
            deal = deal.buy(item)
    if record.abandoned and deal.turn is not None:
        if any(record.play):
            with _place("play 1.1"):
                message = "The game was thrown in before the exchange was over."
                raise BreachError(Breach.PLAY_AFTER_END, message)
        if deal.ruleset.abandon_after_lead:
            raise _too_early(deal)
        return deal
    with _place(f"exchange {len(record.items) + 1}"):
        return deal.lead()


def _play(record: WholeRecord, deal: Deal) -> tuple[Deal, Tout | None]:
    """The deal after the recorded play, and how an announced tout went."""
    tricks = record.play
    while tricks and not tricks[-1]:
        tricks = tricks[:-1]
    deal, takers = _play_tricks(record, deal, tricks)
    _check_tout(record, deal, len(takers) + 1)
    if record.abandoned:
        if deal.ruleset.abandon_after_lead and not tricks:
            raise _too_early(deal)
        _check_later_tout(record, deal, len(takers) + 2)
        return deal, None
    tout = _tout(record, deal, takers, sixth_led=len(tricks) > FIRST_FIVE)
    if not deal.is_decided():
        raise _stopped(deal, "The missing tricks could still change the outcome.")
    _check_later_tout(record, deal, len(takers) + 2)
    _check_first_five(deal, takers)
    return deal, tout


def _check_later_tout(record: WholeRecord, deal: Deal, first: int) -> None:
    """Judge an announcement for a trick that was never led."""
    announced = record.tout_before_trick or 0
    if announced >= first:
        _check_tout(record, deal, announced)


def _play_tricks(
    record: WholeRecord, deal: Deal, tricks: tuple[tuple[int, ...], ...]
) -> tuple[Deal, list[int]]:
    """The deal after these tricks, and the seats that took them, in order."""
    if record.tout_before_trick is None and not record.abandoned:
        played = _all_at_once(deal, tricks)
        if played is not None:
            return played
    takers: list[int] = []
    for number, trick in enumerate(tricks, start=1):
        _check_tout(record, deal, number)
        for place, card in enumerate(trick, start=1):
            with _place(f"play {number}.{place}"):
                _refuse_late(record, deal)
                deal = deal.card(card)
        play = deal.required_play()
        if not play.trick and trick:
            takers.append(deal.seats[play.leader])
        elif number < len(tricks):
            raise _stopped(deal, "A card is missing in this trick.")
    return deal, takers


def _all_at_once(deal: Deal, tricks: tuple[tuple[int, ...], ...]) -> tuple[Deal, list[int]] | None:
    """The same where nothing but the cards is to be judged; None if one is wrong or missing."""
    seats, table = deal.seats, deal.required_play().table
    if any(len(trick) < len(seats) for trick in tricks):
        return None
    try:
        deal = deal.whole_tricks(tricks)
    except BreachError:
        return None  # and the place of what is wrong is found card by card
    leader = 0
    takers: list[int] = []
    for trick in tricks:
        leader = (leader + taker(trick, table)) % len(seats)
        takers.append(seats[leader])
    return deal, takers


def _check_tout(record: WholeRecord, deal: Deal, number: int) -> None:
    """Judge an announcement that stands before the lead to trick ``number``."""
    before, terms, declarer = record.tout_before_trick, deal.terms, deal.declarers[0]
    if before is None or max(before, 1) != number:
        return
    with _place("tout"):
        if not 1 <= before <= LAST_TOUT:
            message = f"A tout is announced before the lead to trick {LAST_TOUT} at the latest."
            raise BreachError(Breach.TOUT_TOO_LATE, message, declarer)
        if terms is None or not terms.tout or record.abandoned:
            raise BreachError(Breach.TOUT_NOT_ALLOWED, "There is no tout in this game.", declarer)
        if deal.tricks()[declarer] != sum(deal.required_play().taken):
            message = "The declarer has lost a trick, and cannot take all nine."
            raise BreachError(Breach.TOUT_NOT_ALLOWED, message, declarer)


def _tout(record: WholeRecord, deal: Deal, takers: list[int], *, sixth_led: bool) -> Tout | None:
    """How a tout went, announced in words or by the lead to the sixth trick; None without one.

    Raises ``ViolationError`` if play stopped while it could still be made.
    """
    declarer, terms = deal.declarers[0], deal.terms
    announced = (record.tout_before_trick or 0) in range(1, LAST_TOUT + 1)
    if sixth_led and terms is not None and terms.tout and deal.ruleset.tout_by_lead:
        announced = announced or set(takers[:FIRST_FIVE]) == {declarer}
    if not announced:
        return None
    if set(takers) - {declarer}:
        return Tout.FAILED
    if len(takers) == TRICKS:
        return Tout.MADE
    raise _stopped(deal, "A tout was announced: it is played until it is made or lost.")


def _check_first_five(deal: Deal, takers: list[int]) -> None:
    """The play must not deny how the first five tricks are said to have gone."""
    lost = bool(set(takers[:FIRST_FIVE]) - {deal.declarers[0]})
    known = lost or len(takers) >= FIRST_FIVE
    went = Tout.FAILED if lost else Tout.MADE
    if deal.said and known and deal.said.first_five not in {None, went}:
        with _place("deal"):
            raise BreachError(Breach.MALFORMED, "The play denies what first_five says.")


def _refuse_late(record: WholeRecord, deal: Deal) -> None:
    """Complain of a next card after which the declarer could not throw the game in."""
    if not record.abandoned:
        return
    rules, play, declarer = deal.ruleset, deal.required_play(), deal.declarers[0]
    waits = rules.abandon_before_middlehand and declarer == deal.seats[-1]
    first_lead = not play.trick and not any(play.taken)
    # Who makes the first lead himself may see what is played to it (lomber 9.3).
    own = deal.turn == declarer and not (first_lead and rules.abandon_after_lead)
    if own or (waits and len(play.trick) == 1):
        message = "It is too late to throw the game in."
        raise BreachError(Breach.ABANDON_TOO_LATE, message, declarer)


def _too_early(deal: Deal) -> ViolationError:
    message = "The game may be thrown in only after the first lead."
    wrong = BreachError(Breach.ABANDON_NOT_ALLOWED, message, deal.declarers[0])
    return ViolationError("play 1.1", wrong)


def _stopped(deal: Deal, message: str) -> ViolationError:
    """Play stopped too early: a complaint at the next card."""
    play = deal.required_play()
    at = f"play {sum(play.taken) + 1}.{len(play.trick) + 1}"
    return ViolationError(at, BreachError(Breach.PLAY_UNDECIDED, message, deal.turn))


class _place:  # noqa: N801 - a context, written like the function it stands for
    """Name the place of what is found to be wrong in it."""

    def __init__(self, at: str) -> None:
        self.at = at

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, wrong: BaseException | None, _trace: object) -> None:
        if isinstance(wrong, BreachError):
            raise ViolationError(self.at, wrong) from None
