"""The life of a round after its release: provisional, final, and open again.

Whoever finds his sheet wrong says so while it is provisional. What is final has no doubt and no
protest left, and its account is proved.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from lhombre_club.copies.shelf import Why
from lhombre_club.printing.bell import bell
from lhombre_club.refusal import Refusal
from tournaments.book.accounts import deals_at
from tournaments.book.activity import Fact, note, note_at, raise_version
from tournaments.book.begun import ENDING
from tournaments.book.proving.ledger_check import check_event
from tournaments.book.sat import came
from tournaments.models import Correction, Event, Flag, Protest, Revision, Round, Table
from tournaments.review.domain import flags
from tournaments.review.domain.verification import RELATED, Checking, gaps
from tournaments.review.reasons import ReviewReason
from tournaments.words.figures import clock

LONGEST_REASON: Final = 72
"""Characters; it stands in the log beside the number of the round."""
LONGEST_EXTRA: Final = 120
"""Minutes that a table is given at once."""
ITSELF: Final = "system:round"
COPY_CLUB: Final = "tournaments.tasks.copy_club"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSettings:
    """How the rounds of an event come to their end."""

    verification: Event.Verification
    protest_minutes: int
    provisional_by_itself: bool


@dataclass(frozen=True, slots=True)
class ProtestTime:
    """Whether protests are received of a round: from its release on, and how long."""

    until: dt.datetime | None
    """When that ends or has ended; None: when the round is ended, or it never began."""
    is_on: bool


def protests_until(round_: Round) -> dt.datetime | None:
    """Return until when a provisional round waits for protests; None if it is not provisional.

    The round comes with its event.
    """
    if round_.state != Round.State.PROVISIONAL or round_.provisional_at is None:
        return None
    return round_.provisional_at + dt.timedelta(minutes=round_.event.protest_minutes)


def late_protests_until(round_: Round) -> dt.datetime | None:
    """Return until when protests are received of a round that was closed without such a time.

    None where they are not: it had its time, or every round of its event is closed. It comes with
    its event.
    """
    closed, event = round_.closed_at, round_.event
    if round_.state != Round.State.FINAL or closed is None or round_.provisional_at is not None:
        return None
    until = closed + dt.timedelta(minutes=event.protest_minutes)
    return until if timezone.now() < until and _goes_on(event, round_) else None


def protest_time(round_: Round) -> ProtestTime:
    """Return whether somebody may protest now, and until when. The round comes with its event."""
    if round_.state == Round.State.RELEASED:
        return ProtestTime(None, round_.event.protest_minutes > 0)
    until = protests_until(round_) or late_protests_until(round_)
    return ProtestTime(until, until is not None and timezone.now() < until)


def receives_protests(round_: Round) -> bool:
    """Whether somebody may protest now. The round comes with its event."""
    return protest_time(round_).is_on


def has_use_for_codes(round_: Round) -> bool:
    """Whether a sheet may still come in by its code, or be protested against; with its event."""
    return round_.state != Round.State.FINAL or receives_protests(round_)


def _goes_on(event: Event, but: Round) -> bool:
    """Whether another round of the event than ``but`` is, or is still to be, open."""
    others = list(event.rounds.exclude(pk=but.pk).values_list("state", flat=True))
    to_come = len(others) + 1 < event.planned_rounds and not event.abandoned
    return to_come or any(state != Round.State.FINAL for state in others)


def _is_ahead(round_: Round) -> bool:
    """Whether the round was shown by a clock that was put back since: no time then holds it."""
    return round_.provisional_at is not None and round_.provisional_at > timezone.now()


@transaction.atomic(durable=True)
def make_provisional(*, round_: Round, actor: str) -> Round:
    """Let everybody look at what was entered: every sheet is in, and proved as the event asks.

    Doing it twice is once; a final round stays final. Refused for a round that is not released,
    while the account does not agree, and while a flag is open.
    """
    round_, sheets = _held(round_, actor)
    if round_.state != Round.State.RELEASED:
        return round_
    if missing := [each.table.number for each in sheets if not each.is_complete]:
        listed = ", ".join(map(str, missing))
        raise Refusal(ReviewReason.INCOMPLETE, tables=listed, count=len(missing))
    _prove(round_, sheets)
    round_.state, round_.provisional_at = Round.State.PROVISIONAL, timezone.now()
    _store(round_, "round.provisional", actor)
    return round_


@transaction.atomic(durable=True)
def close_round(*, round_: Round, actor: str, early: bool = False) -> Round:
    """Let what was played in the round be final; from now on it is corrected, not entered.

    The account of the whole event is proved first. Closing twice is once. A round that was never
    provisional may be closed as it stands, such as one that was broken off. The caller has
    checked that ``actor`` may direct the event. Refused if the round was not released, while the
    account does not agree, something is in doubt or not proved, and, unless ``early``, while
    protests are received.
    """
    round_, sheets = _held(round_, actor)
    if round_.state == Round.State.FINAL:
        return round_
    _prove(round_, sheets if round_.state == Round.State.RELEASED else ())
    if not _goes_on(round_.event, round_):
        _expect_answers(round_.event)
    until = protests_until(round_)
    before = until is not None and timezone.now() < until
    if until and before and not early and not _is_ahead(round_):
        raise Refusal(ReviewReason.TOO_EARLY, time=clock(until))
    round_.state, round_.closed_at = Round.State.FINAL, timezone.now()
    verb = "round.closed_early" if before else "round.closed"
    _store(round_, verb, actor)
    came(round_, actor)
    transaction.on_commit(lambda: bell.send(COPY_CLUB, Why.ROUND))
    return round_


@transaction.atomic(durable=True)
def reopen_round(*, round_: Round, reason: str, actor: str) -> Round:
    """Take results in a provisional or closed round again. Reopening twice is once.

    Refused without a reason or with one of more than ``LONGEST_REASON`` characters, and if the
    round was never released.
    """
    said = reason.strip()
    if not 0 < len(said) <= LONGEST_REASON or flags.NUL in said:
        raise Refusal(ReviewReason.SAY_WHY_REOPENED)
    round_ = Round.objects.select_for_update(of=("self",)).select_related("event").get(pk=round_.pk)
    if round_.state == Round.State.DRAFT:
        raise Refusal(ReviewReason.NOT_RELEASED)
    if round_.state != Round.State.RELEASED:
        round_.state = Round.State.RELEASED
        round_.provisional_at = round_.closed_at = None
        _store(round_, "round.reopened", actor, reason=said)
    return round_


def follow(*, table: Table) -> bool:
    """Make the round of ``table`` provisional, if its event wants that by itself and it can be.

    To be called outside of a transaction, after something was entered.
    """
    round_ = table.round
    if not round_.event.provisional_by_itself or not Checking.of(table).is_complete:
        return False
    if _is_kept_open(round_):
        return False
    try:
        made = make_provisional(round_=round_, actor=ITSELF)
    except Refusal:
        return False
    return made.state == Round.State.PROVISIONAL


def _is_kept_open(round_: Round) -> bool:
    """Whether something keeps a round open that is told without its account.

    Proving that holds every table: in a hall nobody else enters a deal for seconds.
    """
    waits = {"table__round": round_, "state": Protest.State.OPEN}
    doubts = Flag.objects.filter(kind__in=flags.BY_HAND, **waits)
    if Protest.objects.filter(**waits).exists() or doubts.exists():
        return True
    seats = round_.tables.annotate(players=Count("seats")).values_list("players", flat=True)
    wanted = sum(deals_at(round_.event, players) for players in seats)
    deals = Revision.objects.newest().filter(table__round=round_)
    if deals.exclude(record=None, ruling="").count() < wanted:
        return True
    if round_.event.verification == Event.Verification.NONE:
        return False
    tables = round_.tables.select_related("round__event").prefetch_related(*RELATED)
    return bool(gaps(tables))


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
    event.save(update_fields=ENDING)
    note(
        event=event,
        verb="rounds.set",
        actor=actor,
        verification=settings.verification,
        protest_minutes=settings.protest_minutes,
    )
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
    note_at(table, "time.given", actor, minutes=minutes, extra=table.extra_minutes)
    return table


def _held(round_: Round, actor: str) -> tuple[Round, list[Checking]]:
    """Prove the account of the event, and hold every table of it till the commit.

    Flags whose readings agree by now are cleared.
    """
    # Proving it holds all tables, so that nobody enters a deal before the round is closed.
    findings = check_event(round_.event)
    round_ = Round.objects.select_related("event").get(pk=round_.pk)
    if round_.state == Round.State.DRAFT:
        raise Refusal(ReviewReason.NOT_RELEASED)
    if findings:
        raise Refusal(ReviewReason.LEDGER, says=findings[0])
    tables = list(round_.tables.select_related("round__event").prefetch_related(*RELATED))
    if round_.state in Round.DECIDABLE:
        for table in tables:
            flags.follow(table, actor=actor)
    return round_, [Checking.of(table) for table in tables]


def _prove(round_: Round, sheets: Sequence[Checking]) -> None:
    doubts = flags.open_flags([round_])
    protests = Protest.objects.filter(table__round=round_, state=Protest.State.OPEN).count()
    if doubts or protests:
        raise Refusal(ReviewReason.DOUBTS)
    if tables := sorted({gap.number for sheet in sheets for gap in sheet.gaps()}):
        listed = ", ".join(map(str, tables))
        raise Refusal(ReviewReason.NOT_PROVED, tables=listed, count=len(tables))


def _expect_answers(event: Event) -> None:
    """Refuse to close the last round while a protest against an earlier one is not answered."""
    waiting = Protest.objects.filter(table__round__event=event, state=Protest.State.OPEN)
    if numbers := sorted({*waiting.values_list("table__round__number", flat=True)}):
        listed = ", ".join(map(str, numbers))
        raise Refusal(ReviewReason.EARLIER_PROTESTS, rounds=listed, count=len(numbers))


def _store(round_: Round, verb: str, actor: str, **facts: Fact) -> None:
    round_.save(update_fields=["state", "provisional_at", "closed_at"])
    note(event=round_.event, verb=verb, actor=actor, round=round_.number, **facts)
    raise_version(round_.event_id)
