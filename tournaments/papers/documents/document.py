"""What a document of an event is: a function that returns values, and a template for them."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from typing import Any, Final

from django.core.exceptions import ObjectDoesNotExist
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext

from lhombre_club.club_words.speaking import spoken
from lhombre_club.printing import CannotPrintError, Paper
from tournaments.book.proving import seals
from tournaments.models import Event, Round
from tournaments.words.figures import day, moment

Values = Mapping[str, object]
TRIES: Final = 5
"""To read an event while nobody writes in it."""


@unique
class Option(StrEnum):
    """How else a document may be printed; each is a class of the style sheets too."""

    A5 = "a5"
    """On paper of half the size."""
    LARGE = "large"
    """In large print."""
    TAGGED = "tagged"
    """To be read aloud by a program: PDF/UA-1."""
    A3 = "a3"
    """On paper of twice the size, all of it as much larger."""


Options = frozenset[Option]
ALWAYS: Options = frozenset({Option.TAGGED})
SIZES: Options = frozenset({Option.A5, Option.LARGE, Option.TAGGED})
WALLS: Options = ALWAYS | {Option.A3}
"""Of what hangs on the wall."""


def styles(options: Options) -> list[str]:
    """Return the options that have a style sheet; what is larger as a whole needs none."""
    return sorted(options - {Option.A3})


def zoom(options: Options) -> float:
    """Return how much larger a paper is than on A4."""
    return 2**0.5 if Option.A3 in options else 1


@dataclass(frozen=True, slots=True)
class About:
    """What a document is about, and how it is wanted."""

    event: Event
    round: Round | None = None
    options: Options = frozenset()

    @property
    def number(self) -> int | None:
        """Number of the round; None where it is about none."""
        return self.round.number if self.round else None


@unique
class Shelf(StrEnum):
    """Where the page of papers offers a document."""

    ROUND = "round"
    """Of a round that is released."""
    BEFORE = "before"
    AFTER = "after"
    WALL = "wall"
    """To be hung up or handed over when it is played."""
    CLUB = "club"


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A kind of paper of which an event, or each of its rounds, has one."""

    kind: str
    title: Promise
    template: str
    shelf: Shelf
    values: Callable[[About], Values]
    """In the language of the event and the words of its club; plain values, no model."""
    options: Options = ALWAYS
    """What can be asked of it; what else is asked is left out."""
    then: Callable[[About], tuple[Paper, ...]] = lambda _about: ()
    """Papers that follow in the same file."""

    @property
    def has_totals(self) -> bool:
        """Whether it shows what was played, and so carries the seal of its state."""
        return self.shelf in {Shelf.AFTER, Shelf.WALL}

    def title_about(self, round_: int | None) -> str:
        """Return what the paper of a round, or of the event, is called in the active language."""
        if round_ is None:
            return str(self.title)
        words = {"title": self.title, "round": round_}
        return gettext("%(title)s, round %(round)s") % words

    def paper(self, params: Mapping[str, Any]) -> Paper:
        """Build the document; raises CannotPrintError for what is no longer there."""
        about = about_of(params, of_round=self.shelf is Shelf.ROUND)
        about = replace(about, options=asked(params) & self.options)
        with as_told_at(about.event):

            def context() -> dict[str, object]:
                return {**head(about), **self.values(about)}

            return Paper(
                template=self.template,
                context=sealed(about.event, context) if self.has_totals else context(),
                title=f"{about.event.name}: {self.title_about(about.number)}",
                language=about.event.language,
                then=self.then(about),
                tagged=Option.TAGGED in about.options,
                zoom=zoom(about.options),
            )


@contextmanager
def as_told_at(event: Event) -> Iterator[None]:
    """Say everything in the language of an event and in the words of its club."""
    with translation.override(event.language), spoken(event.club.words):
        yield


def sealed(event: Event, read: Callable[[], Values]) -> dict[str, object]:
    """Return what ``read`` does, with the seal of the very state that it shows.

    Where deals keep coming in between, no seal is claimed.
    """
    values: Values = {}
    for _ in range(TRIES):
        seal = seals.head(event)
        event.refresh_from_db(fields=["version"])
        values = read()
        if seals.head(event) == seal:
            return {**values, "seal": seal}
    return {**values, "seal": ""}


def asked(params: Mapping[str, Any]) -> Options:
    """Return which options the job asks for."""
    return frozenset(option for option in Option if params.get(option))


def head(about: About) -> dict[str, object]:
    """Return what every document can say of its event."""
    event, now = about.event, timezone.now()
    return {
        "event": event.name,
        "club": event.club.name,
        "options": styles(about.options),
        "tagged": Option.TAGGED in about.options,
        "date": day((about.round and about.round.date) or event.date),
        "round": about.number,
        "as_of": moment(now),
        "created": now.isoformat(timespec="seconds"),
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
