"""Events that were a mistake, and of long ago: deleted if nothing was entered, else archived."""

from django.db import transaction
from django.utils import timezone

from lhombre_club.refusal import Refusal
from tournaments.book.activity import note, raise_version
from tournaments.events.reasons import PuttingAwayReason
from tournaments.models import (
    Correction,
    DeletedEvent,
    Event,
    Payment,
    Revision,
    Round,
    Settling,
    TableEntry,
    TrayItem,
)


def is_kept(event: Event) -> bool:
    """Return whether anything of the event must be kept: a result, money, a round that is over.

    A result that was taken back too: it is sealed and posted, and written once.
    """
    ended = (Round.State.PROVISIONAL, Round.State.FINAL)
    kept = (
        Revision.objects.filter(table__round__event=event),
        TableEntry.objects.filter(table__round__event=event),
        Settling.objects.filter(event=event),
        Settling.objects.filter(table__round__event=event),
        Payment.objects.filter(settling__event=event),
        event.rounds.filter(state__in=ended),
        TrayItem.objects.filter(event=event),
        Correction.objects.filter(event=event),
        event.photos.all(),
    )
    return any(rows.exists() for rows in kept)


@transaction.atomic
def delete_event(*, event: Event, actor: str) -> DeletedEvent:
    """Delete an event of which nothing was entered, and write that down with the club.

    Raises Refusal for one of which something was entered, paid or closed.
    """
    event = Event.objects.select_for_update().get(pk=event.pk)
    if is_kept(event):
        raise Refusal(PuttingAwayReason.PLAYED)
    left = DeletedEvent.objects.create(
        club=event.club, name=event.name, date=event.date, actor=actor
    )
    event.rounds.all().delete()  # the seats first: they hold their participants
    event.delete()
    return left


@transaction.atomic
def archive_event(*, event: Event, actor: str) -> Event:
    """Put an event behind the fold of the list; it can be read as before, and taken back."""
    return _set(event, verb="event.archived", actor=actor, archived=True)


@transaction.atomic
def restore_event(*, event: Event, actor: str) -> Event:
    """Take an event out of the archive."""
    return _set(event, verb="event.unarchived", actor=actor, archived=False)


def _set(event: Event, *, verb: str, actor: str, archived: bool) -> Event:
    event = Event.objects.select_for_update().get(pk=event.pk)
    if (event.archived_at is not None) != archived:
        event.archived_at = timezone.now() if archived else None
        event.save(update_fields=["archived_at"])
        note(event=event, verb=verb, actor=actor)
        raise_version(event.pk)
    return event
