"""Suits, times of day, deals, the mark of the current page, and whose page it is."""

import datetime as dt
from collections.abc import Sequence
from typing import cast

from django import template
from django.conf import settings
from django.template.context import Context
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.html import format_html

from lhombre_club.disk import is_low
from lhombre_club.members import shown
from lhombre_club.members.access import offices_of
from lhombre_club.members.models import Club
from lhombre_club.members.offices import Deed, deeds_of
from lhombre_club.members.queries import only_club
from tournaments.models import Event
from tournaments.words import figures
from tournaments.words.units import units_of

register = template.Library()


@register.inclusion_tag("includes/suit.html")
def suit(code: str) -> dict[str, str]:
    """Draw a suit, ``S H D C``, in the size and colour of the text around it."""
    return {"code": code}


@register.filter
def clock(at: dt.datetime | None, how: str = "") -> str:
    """Say when something was, or will be: the time, and the day too if it is not today."""
    return figures.clock(at, seconds=how == "seconds") if at else ""


@register.filter
def day_of(at: dt.datetime, other: dt.datetime) -> str:
    """Say on which day something was, with the time where the other end was on the same day."""
    days = {timezone.localdate(each) for each in (at, other)}
    if len(days) == 1:
        return figures.moment(at)
    return formats.date_format(timezone.localtime(at), "DATE_FORMAT")


@register.filter
def in_runs(deals: Sequence[int]) -> str:
    """Write numbers of deals in short: 1–3, 7."""
    return figures.in_runs(deals)


@register.filter
def said(name: str) -> str:
    """Say a name as who reads it now may know it."""
    return shown.said(name)


@register.filter
def grouped(number: int) -> str:
    """Say a number with its thousands apart."""
    return figures.grouped(number)


@register.filter
def kroner(amount: int) -> str:
    """Say an amount of whole kroner."""
    return figures.kroner(amount)


@register.filter
def units(event: Event, form: str) -> Promise:
    """Say what plays in an event of pairs or of teams, in a form of ``words.units``: the_one."""
    return units_of(event.kind)[form]


@register.simple_tag(takes_context=True)
def current(context: Context, name: str) -> str:
    """Mark the menu entry of the page that is shown."""
    path = context["request"].path
    address = reverse(name)
    here = path == address or (address != "/" and path.startswith(address))
    return format_html('aria-current="{}"', "page") if here else ""


@register.simple_tag(takes_context=True)
def menu(context: Context) -> frozenset[Deed]:
    """Return what the visitor may do: in the club he looks at, else in any of his."""
    request = context["request"]
    if found := getattr(request, "may", None):
        return cast("frozenset[Deed]", found)
    roles = offices_of(request.user)
    return frozenset().union(*(deeds_of(roles, role.club_id) for role in roles))


@register.simple_tag
def disk_is_low() -> bool:
    """Whether there is little room left for what the club saves."""
    return is_low(settings.VAR_DIR)


@register.simple_tag(takes_context=True)
def club_name(context: Context) -> str:
    """Return the name of the club whose page this is; empty where nothing says whose.

    That of the row a director looks at; on a page for everybody, that of its event or season; on
    any other, as the login is, that of the one club there is.
    """
    request = context.get("request")
    if request is None:
        return ""  # a page about a fault asks nothing of the database
    club = getattr(request, "club", None)
    for name in ("club", "event", "season"):
        row = context.get(name)
        club = club or getattr(row, "club", row if isinstance(row, Club) else None)
    club = club or only_club()
    return club.name if club else ""
