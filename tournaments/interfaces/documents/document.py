"""What a document of an event is: a function that returns values, and a template for them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext

from lhombre_club.printing import CannotPrintError, Paper
from tournaments.interfaces.paper_words import day, moment
from tournaments.models import Event, Round

Values = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class About:
    """What a document is about."""

    event: Event
    round: Round | None = None


@unique
class Shelf(StrEnum):
    """Where the page of papers offers a document."""

    ROUND = "round"
    """Of a round that is released."""
    BEFORE = "before"
    AFTER = "after"
    CLUB = "club"


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A kind of paper of which an event, or each of its rounds, has one."""

    kind: str
    title: Promise
    template: str
    shelf: Shelf
    values: Callable[[About], Values]
    """In the language of the event; plain values, no model."""
    then: Callable[[About], tuple[Paper, ...]] = lambda _about: ()
    """Papers that follow in the same file."""

    def title_about(self, round_: Round | None) -> str:
        """Return what the paper is called, in the language that is active."""
        if round_ is None:
            return str(self.title)
        words = {"title": self.title, "round": round_.number}
        return gettext("%(title)s, round %(round)s") % words

    def paper(self, params: Mapping[str, Any]) -> Paper:
        """Build the document; raises CannotPrintError for what is no longer there."""
        about = about_of(params, of_round=self.shelf is Shelf.ROUND)
        with translation.override(about.event.language):
            return Paper(
                template=self.template,
                context={**head(about), **self.values(about)},
                title=f"{about.event.name}: {self.title_about(about.round)}",
                language=about.event.language,
                then=self.then(about),
            )


def head(about: About) -> dict[str, object]:
    """Return what every document can say of its event."""
    event = about.event
    return {
        "event": event.name,
        "club": event.club.name,
        "date": day((about.round and about.round.date) or event.date),
        "round": about.round.number if about.round else None,
        "as_of": moment(timezone.now()),
        "version": event.version,
    }


def about_of(params: Mapping[str, Any], *, of_round: bool) -> About:
    """Return what the job asks about; raises CannotPrintError for what is no longer there."""
    try:
        event = Event.objects.select_related("club").get(pk=params["event"])
        if not of_round:
            return About(event)
        return About(event, event.rounds.get(pk=params["round"], state__in=Round.SHOWN))
    except (ObjectDoesNotExist, KeyError) as error:
        raise CannotPrintError(f"nothing there: {dict(params)}") from error
