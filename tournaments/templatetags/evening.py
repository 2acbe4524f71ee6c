"""What the check-in says of the event that is played already."""

from collections.abc import Iterable
from uuid import UUID

from django import template
from django.template.context import Context
from django.utils.translation import gettext as _

from lhombre_club.members.queries import Evening, evening
from lhombre_club.members.views.tonight import PresenceRow, others, tables_sentence
from tournaments.events.pages.again import Field, gathered
from tournaments.models import Event
from tournaments.seating.pages.menu import Choice, choices
from tournaments.seating.queries.leaving import Until
from tournaments.seating.queries.tonight import Tonight, tonight_of

register = template.Library()


@register.simple_tag(takes_context=True)
def tonight_now(context: Context) -> Tonight:
    """Return what the club of the page plays tonight, and who has come without playing in it."""
    return tonight_of(context["request"].club, evening())


@register.simple_tag(takes_context=True)
def waits_for(context: Context, event: Event) -> Field:
    """Return of whom a prepared event is drawn, if that is done now as the page is asked for."""
    request = context["request"]
    return gathered(event.club, request.POST or request.GET)


@register.simple_tag
def still_here(playing: Tonight, here: Iterable[UUID]) -> int:
    """Return how many of those who came have not left all that is played."""
    return sum(person not in playing.left for person in here)


@register.simple_tag
def others_now(playing: Tonight, now: Evening) -> str:
    """Return how many there are beside those who are here: who helps is a substitute."""
    helps = playing.substitutes - {person.pk for person in now.here}
    late, expected = (
        sum(person.pk not in helps for person in people) for people in (now.late, now.expected)
    )
    free = len({person.pk for person in now.free} | helps)
    return others(late=late, free=free, expected=expected)


@register.simple_tag
def left_after(playing: Tonight, person: UUID) -> Until | None:
    """Return how far somebody plays who has left all that is played; None: he has not."""
    return playing.left.get(person)


@register.simple_tag
def played_until(playing: Tonight, person: UUID) -> Until | None:
    """Return how far somebody has played who is away now; None: he has not played."""
    round_ = playing.gone.get(person)
    return playing.left.get(person) or (Until(round_) if round_ else None)


@register.simple_tag
def helps(playing: Tonight, person: UUID) -> str:
    """Return as what somebody is known who plays, or has played, for another; empty: he has not."""
    if person not in playing.substitutes:
        return ""
    if person in playing.helping:
        return _("substitute")
    facts = {"number": playing.helped[person].round}
    return _("played as a substitute in round %(number)d") % facts


@register.simple_tag
def plays_in(playing: Tonight, person: UUID) -> str:
    """Return in which of several events somebody plays tonight; empty where there is but one."""
    return ", ".join(playing.where.get(person, ()))


@register.simple_tag
def menu_of(playing: Tonight, row: PresenceRow) -> list[Choice]:
    """Return what else can be said of a member."""
    return choices(playing, row.membership.person_id, row.state)


@register.filter
def make_tables(count: int) -> str:
    """Return what so many players make, in a sentence."""
    return tables_sentence(count)
