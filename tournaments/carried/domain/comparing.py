"""Whether an event that is here already can go on from its file, and what would be lost if not."""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from lhombre_club.refusal import Refusal
from tournaments.book.actors import CARRIED
from tournaments.carried.queries.reading import Carried
from tournaments.carried.reasons import CarriedReason
from tournaments.models import Activity, Event, Revision, Seal

MOST_NAMED: Final = 6
"""Deals that are named one by one; of more it is said how many there are."""


class Way(Enum):
    """How an event is taken in."""

    NEW = "new"
    GOES_ON = "goes on"
    """It is here, and everything of it is in the file, which has more."""
    SAME = "same"


def compare(event: Event, carried: Carried) -> Way:
    """Return whether an event that is here goes on from the file.

    Every seal here has to be in the file under its number: with one seal all before it are the
    same, and with them every version of every deal. What no seal covers stands in the log, of
    which every line has to be there too, but that it was taken in. Refused for DIFFERS.
    """
    seals = {row["number"]: row["digest"] for row in carried.values["seals"]}
    deeds = {row["id"] for row in carried.values["deeds"] if row["verb"] != CARRIED}
    log = Activity.objects.filter(event=event).exclude(verb=CARRIED)
    here = set(log.values_list("pk", flat=True))
    last = Seal.objects.filter(event=event).order_by("-number").first()
    missing = here - deeds
    if missing or (last and seals.get(last.number) != last.digest):
        raise Refusal(CarriedReason.DIFFERS, event=event.name, what=_lost(event, carried, missing))
    is_same = len(seals) == (last.number if last else 0)
    return Way.SAME if is_same and deeds == here else Way.GOES_ON


def _lost(event: Event, carried: Carried, missing: set[Any]) -> str:
    """Say what is here and not in the file."""
    there = {row["id"] for row in carried.values["results"]}
    rows = Revision.objects.filter(table__round__event=event).exclude(pk__in=there)
    deals = [
        {"round": number, "table": table, "deal": deal}
        for number, table, deal in rows.order_by("table__round__number", "table__number", "deal")
        .values_list("table__round__number", "table__number", "deal")
        .distinct()
    ]
    return "; ".join(
        [*_named(deals), *_counted(missing)] or [_("the seats, or a decision beside the deals")]
    )


def _named(deals: Sequence[Mapping[str, int]]) -> list[str]:
    said = [
        _("round %(round)d, table %(table)d, deal %(deal)d") % each for each in deals[:MOST_NAMED]
    ]
    if more := len(deals) - len(said):
        said.append(ngettext("%(count)d more deal", "%(count)d more deals", more) % {"count": more})
    return said


def _counted(missing: set[Any]) -> list[str]:
    if not missing:
        return []
    says = ngettext("%(count)d line of the journal", "%(count)d lines of the journal", len(missing))
    return [says % {"count": len(missing)}]
