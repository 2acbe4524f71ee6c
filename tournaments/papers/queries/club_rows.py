"""What a paper of a club or a season is about, as the rows say it, to tell whether it has changed.

It is more than any of them shows: a paper that is made anew in vain costs a few seconds.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import Max

from lhombre_club.members.models import Club, Membership, Person
from tournaments.calendar.queries import state_of
from tournaments.models import Event, Honour, PastResult, Round, Season

PAST: Final = ("evening__date", "evening__name", "evening__deals", "person", "name", "points")
"""What a season's table counts of an evening of which only the results were taken in."""


def club_rows(params: Mapping[str, Any]) -> list[Any]:
    """Return all that a paper of this club, or of this season of it, may show; ten queries."""
    club = Club.objects.filter(pk=params["club"]).first()
    if club is None:
        return []
    keys = [params["season"]] if "season" in params else []
    season = Season.objects.filter(club=club, pk__in=keys)
    events = Event.objects.filter(club=club, season__in=season).order_by("pk")
    rounds = Round.objects.filter(event__in=events).order_by("pk")
    fields = [each.attname for each in Event._meta.concrete_fields]  # noqa: SLF001
    return [
        (club.name, sorted(club.words.items()), state_of(club)),
        list(Honour.objects.filter(club=club).order_by("pk").values_list()),
        list(season.values_list()),
        list(
            PastResult.objects.filter(evening__season__in=season).order_by("pk").values_list(*PAST)
        ),
        list(events.values_list(*fields)),
        list(rounds.values_list("pk", "state")),
        *(kind.history.aggregate(Max("history_id")) for kind in (Person, Membership)),
        Event.objects.filter(club=club)
        .order_by("-date", "-created_at")
        .values("language")[:1]
        .first(),
    ]
