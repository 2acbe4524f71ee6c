"""Who joined the declarer of a nolo, who looked and stayed out, who bought an extra card."""

from typing import TypeGuard

from rules.contracts import ContractTerms
from rules.errors import Code, quoted
from rules.fields import Fields, is_whole
from rules.result.judging import Frame
from rules.result.record import Joined
from rules.seats import fourth


def judge_extra_card(fields: Fields, frame: Frame) -> bool:
    """Whether the declarer bought one card more than he laid away (hoem 8.5)."""
    extra = fields.flag("extra_card")
    if extra and frame.terms is not None and not frame.ruleset.sells_extra_card(frame.terms):
        message = f"No extra card is sold in a {frame.terms.contract} under these rules."
        fields.complain(Code.EXTRA_CARD_NOT_ALLOWED, "extra_card", message)
    return extra


def judge_joined(fields: Fields, frame: Frame) -> tuple[Joined, ...]:
    """The further declarers of a nolo, in the order given."""
    read = [_read_joined(fields, item, frame) for item in fields.items("joined") or ()]
    joined = [one for one in read if one is not None]
    if joined:
        _complain_of_each(fields, frame, joined)
    return tuple(joined)


def judge_peeked(fields: Fields, frame: Frame, joined: tuple[Joined, ...]) -> tuple[int, ...]:
    """Who looked at the talon and did not join (hoem 5.4)."""
    peeked: list[int] = []
    for item in fields.items("peeked") or ():
        if not _is_seat(item, frame.most):
            fields.malformed("peeked", "Write the seats of those who looked, as [2].")
            continue
        peeked.append(item)
    for seat in peeked:
        if frame.terms is not None and (not frame.terms.peek or seat not in _fourth(frame)):
            message = f"Seat {seat} may not look at the talon of a {frame.terms.contract} here."
            fields.complain(Code.PEEK_NOT_ALLOWED, "peeked", message)
    if len(set(peeked)) < len(peeked):
        fields.complain(Code.JOINED_INVALID, "peeked", "A seat stands twice in peeked.")
    if both := sorted({one.seat for one in joined} & set(peeked)):
        message = f"Seat {both[0]} joined, or looked and stayed out, but not both."
        fields.complain(Code.JOINED_INVALID, "peeked", message)
    return tuple(peeked)


def _read_joined(fields: Fields, item: object, frame: Frame) -> Joined | None:
    own = Fields(item, "seat that joined") if isinstance(item, dict) else None
    if own is None:
        fields.malformed("joined", 'Write who joined as objects, such as {"seat": 2}.')
        return None
    own.require("seat")
    own.allow_only(("seat", "extra_card", "abandoned"))
    seat = own.whole("seat")
    extra_card = own.flag("extra_card")
    abandoned = own.flag("abandoned")
    if seat is not None and not _is_seat(seat, frame.most):
        own.malformed("seat", f"There is no seat {quoted(seat)} at the table.")
    for complaint in own.complaints:
        fields.malformed("joined", complaint.message)
    if seat is None or own.complaints:
        return None
    return Joined(seat=seat, extra_card=extra_card, abandoned=abandoned)


def _complain_of_each(fields: Fields, frame: Frame, joined: list[Joined]) -> None:
    seats = [one.seat for one in joined]
    if len(set(seats)) < len(seats):
        fields.complain(Code.JOINED_INVALID, "joined", "A seat stands twice in joined.")
    if frame.declarer in seats:
        message = "The declarer stands in joined: name only those who joined."
        fields.complain(Code.JOINED_INVALID, "joined", message)
    if frame.terms is None:
        return
    for one in joined:
        if one.seat != frame.declarer and not _may_join(frame, frame.terms, one.seat):
            message = f"Seat {one.seat} may not join in a {frame.terms.contract} here."
            fields.complain(Code.JOIN_NOT_ALLOWED, "joined", message)
        _judge_item(fields, frame, frame.terms, one)


def _judge_item(fields: Fields, frame: Frame, terms: ContractTerms, one: Joined) -> None:
    is_fourth = one.seat in _fourth(frame)
    if one.extra_card and is_fourth:
        message = "The fourth chooses from the talon, and has no extra card to buy."
        fields.complain(Code.JOINED_INVALID, "joined", message)
    elif one.extra_card and not frame.ruleset.sells_extra_card(terms):
        message = f"No extra card is sold in a {terms.contract} under these rules."
        fields.complain(Code.EXTRA_CARD_NOT_ALLOWED, "joined", message)
    if one.abandoned and (not is_fourth or terms.peek):
        message = f"Seat {one.seat} cannot join and then give up under these rules."
        fields.complain(Code.JOINED_INVALID, "joined", message)


def _may_join(frame: Frame, terms: ContractTerms, seat: int) -> bool:
    if frame.pairs or frame.players is None or frame.dealer is None:
        return False
    return frame.ruleset.may_join(terms, seat, players=frame.players, dealer=frame.dealer)


def _fourth(frame: Frame) -> tuple[int, ...]:
    """The one who sits out and may join, if there is one."""
    if frame.players is None or frame.dealer is None or frame.pairs:
        return ()
    return fourth(frame.players, frame.dealer)


def _is_seat(value: object, most: int) -> TypeGuard[int]:
    return is_whole(value) and 0 <= value < most
