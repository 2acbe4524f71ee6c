"""Closing a year that the general meeting has approved, and opening it again."""

import datetime as dt

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format

from lhombre_club.members import domain as members
from lhombre_club.members.models import Club, SecurityNote, User
from lhombre_club.refusal import Refusal
from tournaments.cash.domain.book import hold
from tournaments.cash.queries.years import closed_until, states_of
from tournaments.cash.reasons import CashReason
from tournaments.models import YearState


def closes_on(year: int) -> dt.date:
    """Return the first day on which a year can be closed, since it is over."""
    return dt.date(year + 1, 1, 1)


@transaction.atomic
def close_year(*, club: Club, year: int, actor: str) -> YearState:
    """Let nothing be booked on a day of this year, or of one before, from now on.

    Raises Refusal for a year that is not over, and for one that is closed already.
    """
    hold(club)
    if timezone.localdate() < (first := closes_on(year)):
        date = date_format(first, "DATE_FORMAT")
        raise Refusal(CashReason.YEAR_GOES_ON, year=year, date=date)
    if year <= (last := closed_until(club)):
        raise Refusal(CashReason.CLOSED_BEFORE, year=last)
    return _noted(club, year, actor, is_closed=True)


@transaction.atomic
def reopen_year(*, club: Club, year: int, user: User, address: str = "") -> YearState:
    """Let the last closed year be open again; who did it stands in the log of who logged in too.

    Raises Refusal for another: a later one begins with what this one ends with.
    """
    hold(club)
    if year != closed_until(club):
        raise Refusal(CashReason.NOT_LAST_CLOSED)
    note = SecurityNote.Kind.YEAR_REOPENED
    members.note(note, actor=user.actor, user=user, club=club, address=address)
    return _noted(club, year, user.actor, is_closed=False)


def _noted(club: Club, year: int, actor: str, *, is_closed: bool) -> YearState:
    number = len(states_of(club, year)) + 1
    return YearState.objects.create(
        club=club, year=year, number=number, is_closed=is_closed, actor=actor
    )
