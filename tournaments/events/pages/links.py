"""The pages of an event that its own page leads to, in groups, in their order."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Link:
    """A page of an event."""

    name: str
    """Of its address."""
    title: Promise
    before: tuple[str, ...] = ()
    """What its address takes before the event's key."""


GROUPS: Final = (
    (
        _("The evening"),
        (
            Link("papers", _("Papers")),
            Link("letter-write", _("Plan by letter"), before=("plan",)),
            Link("letter-write", _("Result by letter"), before=("result",)),
            Link("screen-steer", _("The room’s screen")),
            Link("money", _("Settling up"), before=("event",)),
            Link("evening-cash", _("Evening fee and prizes")),
            Link("event-penalties", _("Penalties")),
            Link("event-season", _("Season")),
            Link("folders", _("Folders")),
            Link("scorers", _("Scorers")),
        ),
    ),
    (
        _("The rules"),
        (
            Link("rules", _("Rules and account")),
            Link("standings-settings", _("How places are decided")),
            Link("round-settings", _("How rounds end")),
        ),
    ),
    (
        _("What was done"),
        (
            Link("corrections", _("Corrections")),
            Link("journal", _("Journal")),
            Link("event-file", _("The event as a file")),
            Link("event-remove", _("Delete or archive")),
        ),
    ),
)
LINKS: Final = tuple(link for _title, group in GROUPS for link in group)


def groups(event: Event) -> Sequence[tuple[Promise, Sequence[tuple[str, Promise]]]]:
    """Return the title of each group, and address and title of its pages."""
    return [(title, [_link(event, link) for link in group]) for title, group in GROUPS]


def links(event: Event) -> Sequence[tuple[str, Promise]]:
    """Return address and title of each page."""
    return [_link(event, link) for link in LINKS]


def _link(event: Event, link: Link) -> tuple[str, Promise]:
    return reverse(f"tournaments:{link.name}", args=[*link.before, event.pk]), link.title
