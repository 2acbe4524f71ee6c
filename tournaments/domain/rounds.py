"""Close a round once its account is proved, and open it again."""

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone

from tournaments.domain.activity import note, raise_version
from tournaments.domain.corrections import ReasonError
from tournaments.domain.ledger_check import check_event
from tournaments.domain.results import NotOpenError
from tournaments.models import Round

LONGEST_REASON: Final = 72
"""Characters; it stands in the log beside the number of the round."""


class LedgerError(Exception):
    """The account does not agree with the results, so that the round cannot be closed."""

    def __init__(self, findings: Sequence[str]) -> None:
        super().__init__("; ".join(findings))
        self.findings = tuple(findings)
        """A line in English for each difference, for the log."""


@transaction.atomic(durable=True)
def close_round(*, round_: Round, actor: str) -> Round:
    """Let what was played in the round be final; from now on it is corrected, not entered.

    The account of the whole event is proved first. Closing twice is once. The caller has
    checked that ``actor`` may direct the event. Raises LedgerError, and NotOpenError if the
    round was not released.
    """
    # Proving it holds all tables, so that nobody enters a deal before the round is closed.
    findings = check_event(round_.event)
    round_ = Round.objects.select_related("event").get(pk=round_.pk)
    if round_.state == Round.State.DRAFT:
        raise NotOpenError
    if findings:
        raise LedgerError(findings)
    if round_.state == Round.State.RELEASED:
        round_.state, round_.closed_at = Round.State.FINAL, timezone.now()
        _store(round_, "round.closed", str(round_.number), actor)
    return round_


@transaction.atomic(durable=True)
def reopen_round(*, round_: Round, reason: str, actor: str) -> Round:
    """Take results in a closed round again. Reopening twice is once.

    Raises ReasonError without a reason or with one of more than ``LONGEST_REASON`` characters,
    and NotOpenError if the round was never released.
    """
    said = reason.strip()
    if not 0 < len(said) <= LONGEST_REASON:
        raise ReasonError
    round_ = Round.objects.select_for_update(of=("self",)).select_related("event").get(pk=round_.pk)
    if round_.state == Round.State.DRAFT:
        raise NotOpenError
    if round_.state == Round.State.FINAL:
        round_.state, round_.closed_at = Round.State.RELEASED, None
        _store(round_, "round.reopened", f"{round_.number}: {said}", actor)
    return round_


def _store(round_: Round, verb: str, subject: str, actor: str) -> None:
    round_.save(update_fields=["state", "closed_at"])
    note(event=round_.event, verb=verb, actor=actor, subject=subject)
    raise_version(round_.event_id)
