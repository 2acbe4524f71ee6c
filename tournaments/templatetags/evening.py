"""What the check-in says of the event that is played already."""

from collections.abc import Iterable
from uuid import UUID

from django import template
from django.template.context import Context

from lhombre_club.members.queries import evening
from lhombre_club.members.views.tonight import PresenceRow, tables_sentence
from tournaments.events.pages.again import Field, gathered
from tournaments.models import Event
from tournaments.seating.pages.menu import Choice, choices
from tournaments.seating.queries.tonight import Tonight, tonight_of

register = template.Library()


@register.simple_tag(takes_context=True)
def tonight_now(context: Context) -> Tonight:
    """Return what the club of the page plays tonight, and who has come without playing in it."""
    return tonight_of(context["request"].club, evening())


@register.simple_tag
def waits_for(event: Event) -> Field:
    """Return of whom a prepared event is drawn, if that is done now."""
    return gathered(event.club)


@register.simple_tag
def still_here(playing: Tonight, here: Iterable[UUID]) -> int:
    """Return how many of those who came have not left all that is played."""
    return sum(person not in playing.left for person in here)


@register.simple_tag
def left_after(playing: Tonight, person: UUID) -> int:
    """Return after which round somebody has left all that is played; 0: he has not."""
    return playing.left.get(person, 0)


@register.simple_tag
def played_until(playing: Tonight, person: UUID) -> int:
    """Return until which round somebody has played who is away now; 0: he has not played."""
    return playing.left.get(person) or playing.gone.get(person, 0)


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
