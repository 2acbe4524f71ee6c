"""What lies around a player's seats: the others in the standings, rounds, evenings and money."""

from dataclasses import dataclass
from typing import Final

from django.db.models import Q

from lhombre_club.drawn import Worked, drawn
from tournaments.book.expiry import over
from tournaments.book.stakes import key_of
from tournaments.folders.queries.secret import Secret, kept_as, secret_of
from tournaments.models import Event, Participant, Payment, Round
from tournaments.standings.queries.listed import listed_events
from tournaments.standings.queries.standings import Standings, standings_etag, standings_shown
from tournaments.standings.queries.still import Still, still

MOST_EVENINGS: Final = 6


@dataclass(frozen=True, slots=True)
class Around:
    """What the pages of all players of an event have in common."""

    standings: Standings
    secret: Secret
    still: Still | None
    """How the places can still come out."""


def around(event: Event) -> Around:
    """Return what everybody may see, worked out once for all players, at most once a second.

    Either reads every deal of the event where anything can be secret, and a deal changes both: in a
    hall each reader of his page would have them worked out anew. What a director keeps to himself
    is so at once.
    """

    def work(last: Worked[Around] | None) -> tuple[str, Around]:
        tag = standings_etag(event)
        if last and last.tag == tag:
            return tag, last.table
        shown = standings_shown(event)
        return tag, Around(shown, secret_of(event), still(event, shown))

    return drawn(f"around:{kept_as(event)}", work).table


def rounds_out(player: Participant) -> list[int]:
    """Return the numbers of the shown rounds that he sits out; one query at most."""
    if not player.takes_turns:
        return []
    shown = Round.objects.filter(event=player.event_id, state__in=Round.SHOWN)
    out = shown.exclude(seats__participant=player).order_by("number")
    return [number for number in out.values_list("number", flat=True) if player.plays_in(number)]


def other_evenings(player: Participant) -> list[Participant]:
    """Return whom the same person was at other evenings of the club, the newest first.

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
    gone = over(event.club, newest.values_list("event", flat=True))
    return list(newest.exclude(event__in=gone)[:MOST_EVENINGS])


def own_payments(player: Participant) -> list[Payment]:
    """Return what he pays or is paid by the settling up of the event; one query."""
    key = key_of(player)
    own = Payment.objects.filter(Q(payer=key) | Q(payee=key), settling__event=player.event_id)
    return list(own.select_related("settling").order_by("reference"))
