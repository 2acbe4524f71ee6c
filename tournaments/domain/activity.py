"""What every deed in an event leaves behind: a line in its log and a new version.

Results need no line here: their revisions are their own log.
"""

from uuid import UUID

from django.db.models import F

from tournaments.models import Activity, Event


def note(*, event: Event, verb: str, actor: str, subject: str = "") -> Activity:
    """Write down a deed. Call it inside the transaction of the deed itself.

    ``verb`` is such as ``round.released``; ``subject`` names what it was done to.
    """
    return Activity.objects.create(event=event, verb=verb, actor=actor, subject=subject)


def raise_version(event: UUID) -> None:
    """Let every page that shows this event know that it has changed.

    The database adds, so that two writers never make one step out of two.
    """
    Event.objects.filter(pk=event).update(version=F("version") + 1)
