"""Which rounds have their score sheets in the room: made, opened, and still right."""

from collections import defaultdict
from collections.abc import Mapping
from enum import StrEnum, unique
from uuid import UUID

from lhombre_club.printing.models import Job
from lhombre_club.printing.registry import digests, shows_the_same
from tournaments.models import Event, Table


@unique
class Sheets(StrEnum):
    """How it is with the score sheets of a round."""

    NONE = "none"
    """None was ever opened, however many are made."""
    SOME = "some"
    """One was never opened, and others were."""
    CHANGED = "changed"
    """All were opened, and one shows other seats than there are now."""
    OPENED = "opened"


def sheets_of(event: Event) -> Mapping[UUID, Sheets]:
    """Return how it is with the sheets of each round; a few queries, however many there are."""
    rows = Job.objects.filter(
        kind="score-sheet", params__event=str(event.pk), whole=None, opened_at__isnull=False
    )
    opened = list(rows.order_by("opened_at"))
    now = digests([(job.kind, job.params) for job in opened])
    right = {
        job.params["table"]: shows_the_same(digest, job.digest)
        for job, digest in zip(opened, now, strict=True)
    }
    tables: dict[UUID, list[bool | None]] = defaultdict(list)
    for table, round_ in Table.objects.filter(round__event=event).values_list("pk", "round_id"):
        tables[round_].append(right.get(str(table)))
    return {round_: _together(each) for round_, each in tables.items()}


def _together(tables: list[bool | None]) -> Sheets:
    if None in tables:
        return Sheets.NONE if set(tables) == {None} else Sheets.SOME
    return Sheets.OPENED if all(tables) else Sheets.CHANGED
