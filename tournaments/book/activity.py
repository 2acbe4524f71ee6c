"""What every deed in an event leaves behind: a line in its log and a new version.

Results need no line here: their revisions are their own log.
"""

from typing import Final
from uuid import UUID

from django.db import connection

from lhombre_club.prepared import kept
from tournaments.book.verbs import VERBS
from tournaments.models import Activity, Event, Table

Fact = str | int | None


def note(*, event: Event, verb: str, actor: str, **facts: Fact) -> Activity:
    """Write down a deed. Call it inside the transaction of the deed itself.

    ``verb`` is one of ``VERBS``, and ``facts`` are those that are declared there; raises
    ValueError for others.
    """
    declared = VERBS.get(verb)
    if declared is None or facts.keys() != set(declared.facts):
        raise ValueError(f"no verb {verb!r} is declared with the facts {sorted(facts)}")
    return Activity.objects.create(event=event, verb=verb, actor=actor, facts=facts)


def note_at(table: Table, verb: str, actor: str, **facts: Fact) -> None:
    """Write down what was done at a table, and let the pages of its event know."""
    event = table.round.event
    at_table: dict[str, Fact] = {"round": table.round.number, "table": table.number}
    note(event=event, verb=verb, actor=actor, **at_table, **facts)
    raise_version(event.pk)


def raise_version(event: UUID) -> None:
    """Let every page that shows this event know that it has changed.

    The database adds, so that two writers never make one step out of two.
    """
    with connection.cursor() as cursor:
        cursor.execute(_RAISE, [kept(event)])


_RAISE: Final = 'UPDATE "tournaments_event" SET "version" = "version" + 1 WHERE "id" = %s'
