"""What a paper of a club or of a season is: a function that returns values, and a template."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.utils import timezone, translation
from django.utils.functional import Promise

from lhombre_club.club_words.speaking import spoken
from lhombre_club.members.models import Club
from lhombre_club.printing import CannotPrintError, Paper
from tournaments.models import Event, Season
from tournaments.papers.documents.document import (
    ALWAYS,
    Option,
    Options,
    Values,
    asked,
    styles,
    zoom,
)
from tournaments.words.figures import day, moment


@dataclass(frozen=True, slots=True)
class OfClub:
    """What a paper is about."""

    club: Club
    season: Season | None = None

    def the_season(self) -> Season:
        """Return the season; raises CannotPrintError where it is about none."""
        if self.season is None:
            raise CannotPrintError("about no season")
        return self.season

    @property
    def language(self) -> str:
        """That of the newest evening; its papers are in it too."""
        events = self.season.events if self.season else Event.objects.filter(club=self.club)
        newest = events.order_by("-date", "-created_at").first()
        return newest.language if newest else settings.LANGUAGE_CODE


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubDocument:
    """A kind of paper of which a club, or each of its seasons, has one."""

    kind: str
    title: Promise
    template: str
    of_season: bool
    values: Callable[[OfClub], Values]
    """In the language and the words of the club; plain values, no model. They say its ``date``."""
    options: Options = ALWAYS

    def title_of(self, season: Season | None) -> str:
        """Return what the paper is called, in the language that is active."""
        return f"{self.title}: {season.name}" if season else str(self.title)

    def paper(self, params: Mapping[str, Any]) -> Paper:
        """Build the document; raises CannotPrintError for what is no longer there."""
        about = about_of(params, of_season=self.of_season)
        options, language, now = asked(params) & self.options, about.language, timezone.now()
        with translation.override(language), spoken(about.club.words):
            context = {
                "event": about.season.name if about.season else str(self.title),
                "club": about.club.name,
                "options": styles(options),
                "tagged": Option.TAGGED in options,
                "as_of": moment(now),
                "created": now.isoformat(timespec="seconds"),
                **self.values(about),
            }
            return Paper(
                template=self.template,
                context=context,
                title=f"{about.club.name}: {self.title_of(about.season)}",
                language=language,
                tagged=Option.TAGGED in options,
                zoom=zoom(options),
            )


def plain_paper(about: OfClub, template: str, title: str, **values: object) -> Paper:
    """Return a paper of a club that has no options; in the language and the words of the club."""
    now = timezone.now()
    return Paper(
        template=template,
        context={
            "event": title,
            "club": about.club.name,
            "date": day(timezone.localdate(now)),
            "options": [],
            "tagged": False,
            "as_of": moment(now),
            "created": now.isoformat(timespec="seconds"),
            **values,
        },
        title=f"{about.club.name}: {title}",
        language=about.language,
    )


def about_of(params: Mapping[str, Any], *, of_season: bool) -> OfClub:
    """Return what a job asks about; raises CannotPrintError for what is no longer there."""
    try:
        club = Club.objects.get(pk=params["club"])
        return OfClub(club, club.seasons.get(pk=params["season"]) if of_season else None)
    except (ObjectDoesNotExist, KeyError) as error:
        raise CannotPrintError(f"nothing there: {dict(params)}") from error
