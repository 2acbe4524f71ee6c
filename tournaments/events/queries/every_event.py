"""All events that a director or a visitor may look at."""

from typing import Final

from django.db.models import Count, Q

from lhombre_club.members.models import Club
from tournaments.models import Event, Participant, Round
from tournaments.standings.queries.listed import listed_events

MOST_LISTED: Final = 20


def events(club: Club) -> list[Event]:
    """The club's events, the newest first."""
    plays = Participant.in_some_round("participants__")
    return list(
        Event.objects.filter(club=club).annotate(
            players=Count("participants", filter=plays, distinct=True),
            released=Count("rounds", filter=Q(rounds__state__in=Round.SHOWN), distinct=True),
        )
    )


def public_events() -> list[Event]:
    """Events that anybody may look at, the newest first; one query."""
    return list(listed_events()[:MOST_LISTED])
