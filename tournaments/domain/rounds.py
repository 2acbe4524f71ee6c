"""The life of a round after its release: provisional, final, and open again.

Whoever finds his sheet wrong says so while it is provisional. What is final has no doubt and no
protest left, and its account is proved.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils import timezone

from tournaments.domain import flags
from tournaments.domain.activity import note, raise_version
from tournaments.domain.corrections import ReasonError
from tournaments.domain.ledger_check import check_event
from tournaments.domain.results import NotOpenError
from tournaments.domain.verification import RELATED, Checking, Gap
from tournaments.models import Correction, Event, Protest, Round, Table

LONGEST_REASON: Final = 72
"""Characters; it stands in the log beside the number of the round."""
LONGEST_EXTRA: Final = 120
"""Minutes that a table is given at once."""
ITSELF: Final = "system:round"


class LedgerError(Exception):
    """The account does not agree with the results, so that the round cannot be closed."""

    def __init__(self, findings: Sequence[str]) -> None:
        super().__init__("; ".join(findings))
        self.findings = tuple(findings)
        """A line in English for each difference, for the log."""


class IncompleteError(Exception):
    """Sheets are missing."""

    def __init__(self, tables: Sequence[int]) -> None:
        super().__init__(f"tables {tables}")
        self.tables = tuple(tables)
        """Numbers of the tables where deals are missing."""


class NotProvedError(Exception):
    """What the event asks for beside the deals is missing, or differs."""

    def __init__(self, gaps: Sequence[Gap]) -> None:
        super().__init__(f"{len(gaps)} gaps")
        self.gaps = tuple(gaps)


class DoubtsError(Exception):
    """Somebody is still in doubt: flags or protests are open."""

    def __init__(self, flags: int, protests: int) -> None:
        super().__init__(f"{flags} flags, {protests} protests")
        self.flags = flags
        self.protests = protests


class TooEarlyError(Exception):
    """Protests are still received."""

    def __init__(self, until: dt.datetime) -> None:
        super().__init__(until.isoformat())
        self.until = until


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSettings:
    """How the rounds of an event come to their end."""

    verification: Event.Verification
    protest_minutes: int
    provisional_by_itself: bool


def protests_until(round_: Round) -> dt.datetime | None:
    """Return until when protests are received; None if they are not. It comes with its event."""
    if round_.state != Round.State.PROVISIONAL or round_.provisional_at is None:
        return None
    return round_.provisional_at + dt.timedelta(minutes=round_.event.protest_minutes)


@transaction.atomic(durable=True)
def make_provisional(*, round_: Round, actor: str) -> Round:
    """Let everybody look at what was entered: every sheet is in, and proved as the event asks.

    Doing it twice is once; a final round stays final. Raises NotOpenError, LedgerError,
    IncompleteError, NotProvedError, and DoubtsError while a flag is open.
    """
    round_, sheets = _held(round_, actor)
    if round_.state != Round.State.RELEASED:
        return round_
    if missing := [each.table.number for each in sheets if not each.is_complete]:
        raise IncompleteError(missing)
    _prove(round_, sheets)
    round_.state, round_.provisional_at = Round.State.PROVISIONAL, timezone.now()
    _store(round_, "round.provisional", str(round_.number), actor)
    return round_


@transaction.atomic(durable=True)
def close_round(*, round_: Round, actor: str, early: bool = False) -> Round:
    """Let what was played in the round be final; from now on it is corrected, not entered.

    The account of the whole event is proved first. Closing twice is once. A round that was never
    provisional may be closed as it stands, such as one that was broken off. The caller has
    checked that ``actor`` may direct the event. Raises LedgerError, NotOpenError if the round was
    not released, NotProvedError, DoubtsError, and, unless ``early``, TooEarlyError.
    """
    round_, sheets = _held(round_, actor)
    if round_.state == Round.State.FINAL:
        return round_
    _prove(round_, sheets if round_.state == Round.State.RELEASED else ())
    until = protests_until(round_)
    before = until is not None and timezone.now() < until
    if until and before and not early:
        raise TooEarlyError(until)
    round_.state, round_.closed_at = Round.State.FINAL, timezone.now()
    verb = "round.closed_early" if before else "round.closed"
    _store(round_, verb, str(round_.number), actor)
    return round_


@transaction.atomic(durable=True)
def reopen_round(*, round_: Round, reason: str, actor: str) -> Round:
    """Take results in a provisional or closed round again. Reopening twice is once.

    Raises ReasonError without a reason or with one of more than ``LONGEST_REASON`` characters,
    and NotOpenError if the round was never released.
    """
    said = reason.strip()
    if not 0 < len(said) <= LONGEST_REASON:
        raise ReasonError
    round_ = Round.objects.select_for_update(of=("self",)).select_related("event").get(pk=round_.pk)
    if round_.state == Round.State.DRAFT:
        raise NotOpenError
    if round_.state != Round.State.RELEASED:
        round_.state = Round.State.RELEASED
        round_.provisional_at = round_.closed_at = None
        _store(round_, "round.reopened", f"{round_.number}: {said}", actor)
    return round_


def follow(*, table: Table) -> bool:
    """Make the round of ``table`` provisional, if its event wants that by itself and it can be.

    To be called outside of a transaction, after something was entered.
    """
    round_ = table.round
    if not round_.event.provisional_by_itself or not Checking.of(table).is_complete:
        return False
    try:
        made = make_provisional(round_=round_, actor=ITSELF)
    except (NotOpenError, LedgerError, IncompleteError, NotProvedError, DoubtsError):
        return False
    return made.state == Round.State.PROVISIONAL


def follow_corrected(correction: Correction) -> None:
    """Do the same for every table to which ``correction`` brought a line: it may be the last."""
    for table in Table.objects.filter(revisions__correction=correction).distinct():
        follow(table=table)


@transaction.atomic
def set_rounds(*, event: Event, settings: RoundSettings, actor: str) -> Event:
    """Say how sheets are proved, and how long protests are received."""
    event = Event.objects.select_for_update().get(pk=event.pk)
    event.verification = settings.verification
    event.protest_minutes = settings.protest_minutes
    event.provisional_by_itself = settings.provisional_by_itself
    event.save(update_fields=["verification", "protest_minutes", "provisional_by_itself"])
    subject = f"{settings.verification}, {settings.protest_minutes} min"
    note(event=event, verb="rounds.set", actor=actor, subject=subject)
    raise_version(event.pk)
    return event


@transaction.atomic
def give_time(*, table: Table, minutes: int, actor: str) -> Table:
    """Give a table so many minutes more; what is given together stays from 0 to 600.

    ``minutes`` may be negative, to take back what was given.
    """
    table = (
        Table.objects.select_for_update(of=("self",))
        .select_related("round__event")
        .get(pk=table.pk)
    )
    minutes = max(-LONGEST_EXTRA, min(LONGEST_EXTRA, minutes))
    table.extra_minutes = max(0, min(5 * LONGEST_EXTRA, table.extra_minutes + minutes))
    table.extra_at = timezone.now()
    table.save(update_fields=["extra_minutes", "extra_at"])
    subject = f"{table.round.number}/{table.number}: {minutes:+d}, {table.extra_minutes} min"
    note(event=table.round.event, verb="time.given", actor=actor, subject=subject)
    raise_version(table.round.event_id)
    return table


def _held(round_: Round, actor: str) -> tuple[Round, list[Checking]]:
    """Prove the account of the event, and hold every table of it till the commit.

    Flags whose readings agree by now are cleared.
    """
    # Proving it holds all tables, so that nobody enters a deal before the round is closed.
    findings = check_event(round_.event)
    round_ = Round.objects.select_related("event").get(pk=round_.pk)
    if round_.state == Round.State.DRAFT:
        raise NotOpenError
    if findings:
        raise LedgerError(findings)
    tables = list(round_.tables.select_related("round__event").prefetch_related(*RELATED))
    if round_.state in Round.DECIDABLE:
        for table in tables:
            flags.follow(table, actor=actor)
    return round_, [Checking.of(table) for table in tables]


def _prove(round_: Round, sheets: Sequence[Checking]) -> None:
    doubts = flags.open_flags([round_])
    protests = Protest.objects.filter(table__round=round_, state=Protest.State.OPEN).count()
    if doubts or protests:
        raise DoubtsError(doubts, protests)
    if gaps := [gap for sheet in sheets for gap in sheet.gaps()]:
        raise NotProvedError(gaps)


def _store(round_: Round, verb: str, subject: str, actor: str) -> None:
    round_.save(update_fields=["state", "provisional_at", "closed_at"])
    note(event=round_.event, verb=verb, actor=actor, subject=subject)
    raise_version(round_.event_id)
