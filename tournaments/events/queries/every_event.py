"""All events that a director or a visitor may look at."""

from collections.abc import Iterable
from typing import Final

from django.db.models import Count, Q

from lhombre_club.members.models import Club, ClubRole
from lhombre_club.members.offices import enters
from lhombre_club.members.queries import evening
from tournaments.book.expiry import is_over
from tournaments.models import Event, Round, Table
from tournaments.standings.queries.listed import listed_events

MOST_LISTED: Final = 20
MOST_SETTLED: Final = 60
"""Some two seasons of evenings."""


def events(club: Club) -> list[Event]:
    """The club's events, the newest first."""
    return list(
        Event.objects.filter(club=club)
        .annotate(
            players=Event.count_players(),
            released=Count("rounds", filter=Q(rounds__state__in=Round.SHOWN), distinct=True),
        )
        # What is counted in groups has no order of its model's any more.
        .order_by("-date", "-created_at")
    )


def public_events() -> list[Event]:
    """Events that anybody may look at, the newest first."""
    listed = listed_events().select_related("club__kept_for")[:MOST_LISTED]
    return [event for event in listed if not is_over(event)]


def settled_events(club: Club) -> list[Event]:
    """Return the events of which a round was released, and the evening's own, the newest first.

    They are settled up; on the evening its fee is taken before the first round is released.
    """
    begun = Q(rounds__state__in=Round.SHOWN) | Q(date=evening())
    shown = Event.objects.filter(begun, club=club)
    return list(shown.order_by("-date", "name").distinct()[:MOST_SETTLED])


def tables_of(roles: Iterable[ClubRole]) -> list[Table]:
    """Return the open tables at which whoever has these offices of one club enters, in order."""
    held = list(roles)
    clubs = {role.club_id for role in held}
    rows = Table.objects.filter(round__event__club__in=clubs, round__state__in=Round.DECIDABLE)
    rows = rows.select_related("round__event")
    ordered = rows.order_by("round__event__date", "round__event", "round__number", "number")
    return [table for table in ordered if _is_his(table, held)]


def _is_his(table: Table, roles: Iterable[ClubRole]) -> bool:
    event = table.round.event
    return enters(roles, club=event.club_id, event=event.pk, table=table.number)
