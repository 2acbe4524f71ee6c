"""What is said with a contract, read from a result or from a whole deal."""

from rules.contracts import Outcome
from rules.fields import Fields
from rules.result.joining import judge_extra_card, judge_peeked
from rules.result.judging import (
    Frame,
    Tricks,
    judge_abandoned,
    judge_bought_again,
    judge_first_five,
    judge_trump,
)
from rules.result.record import Said, Tourne


def read_said(
    fields: Fields,
    frame: Frame,
    contract: str,
    tourne: Tourne,
    tricks: Tricks | None = None,
    outcome: Outcome | None = None,
) -> Said:
    """All of it, each thing judged by what the contract allows.

    ``tourne``, ``tricks`` and ``outcome`` are what is known of them already, in a whole deal
    nothing of the last two.
    """
    return Said(
        contract=contract,
        trump=judge_trump(fields, frame.terms),
        joined=frame.joined,
        peeked=judge_peeked(fields, frame, frame.joined),
        extra_card=judge_extra_card(fields, frame),
        nolo=frame.nolo,
        bought_again=judge_bought_again(fields, frame),
        abandoned=judge_abandoned(fields, frame.terms),
        tourne=tourne,
        first_five=judge_first_five(fields, frame, tricks, outcome),
    )
