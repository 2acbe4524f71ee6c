"""What lies around a player's seats: the others in the standings, rounds, evenings and money."""

from typing import Final

from django.db.models import Q

from tournaments.book.stakes import key_of
from tournaments.models import Event, Participant, Payment, Round
from tournaments.standings.queries.kept import keep, kept
from tournaments.standings.queries.listed import listed_events
from tournaments.standings.queries.standings import Standings, standings_etag, standings_shown

MOST_EVENINGS: Final = 6


def standings_kept(event: Event) -> Standings:
    """Return the standings that everybody sees, worked out once for all the players of a version.

    No query where they are kept, and those of ``standings_shown`` else.
    """
    key, tag = f"players:{event.pk}", standings_etag(event)
    found: Standings | None = kept(key, tag)
    if found is None:
        found = standings_shown(event)
        if found.tag == tag:  # nothing was entered meanwhile
            keep(key, tag, found)
    return found


def rounds_out(player: Participant) -> list[int]:
    """Return the numbers of the shown rounds that he sits out; one query."""
    shown = Round.objects.filter(event=player.event_id, state__in=Round.SHOWN)
    out = shown.exclude(seats__participant=player).order_by("number")
    return [number for number in out.values_list("number", flat=True) if player.plays_in(number)]


def other_evenings(player: Participant) -> list[Participant]:
    """Return whom the same person was at other evenings of the club, the newest first; one query.

    Only at those that everybody finds by himself: on the first page, or in the same season.
    """
    event = player.event
    if player.person_id is None:
        return []
    known = Q(event__in=listed_events())
    if event.season_id:
        known |= Q(event__season=event.season_id)
    of_club = Participant.objects.filter(known, person=player.person_id, event__club=event.club_id)
    shown = of_club.filter(seats__round__state__in=Round.SHOWN).exclude(event=event.pk).distinct()
    newest = shown.select_related("event").order_by("-event__date", "-event__created_at")
    return list(newest[:MOST_EVENINGS])


def own_payments(player: Participant) -> list[Payment]:
    """Return what he pays or is paid by the settling up of the event; one query."""
    key = key_of(player)
    own = Payment.objects.filter(Q(payer=key) | Q(payee=key), settling__event=player.event_id)
    return list(own.select_related("settling").order_by("reference"))
