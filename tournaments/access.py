"""Whose rows somebody may touch: found, or a 404 that does not say whether there is one.

A view that changes or shows a row of the club is decorated with what it is about::

    @of_table
    def page(request: DirectorRequest, table: Table) -> HttpResponse: ...

and is called with ``pk`` by its address. ``request.club`` is then the club of that row, which may
be any in which his office has the deed: to direct, where nothing else is said.
"""

from collections.abc import Callable
from functools import wraps
from operator import attrgetter
from typing import Concatenate, ParamSpec, TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet
from django.http import Http404
from django.http.response import HttpResponseBase

from lhombre_club.members.access import DirectorRequest, look_at, may
from lhombre_club.members.offices import Deed
from tournaments.models import Event, Round, Table

P = ParamSpec("P")
Row = TypeVar("Row", bound=Model)
View = Callable[Concatenate[DirectorRequest, Row, P], HttpResponseBase]


def found(rows: QuerySet[Row], pk: UUID) -> Row:
    """Return the row, or raise Http404."""
    row = rows.filter(pk=pk).first()
    if row is None:
        raise Http404
    return row


def of(
    rows: QuerySet[Row], club: str, deed: Deed = Deed.DIRECT
) -> Callable[[View[Row, P]], Callable[..., HttpResponseBase]]:
    """Return a decorator for views of one of ``rows``; ``club`` is the way from a row to its club.

    What has to be loaded with the row, its event above all, is said in ``rows``.
    """
    club_id = attrgetter(f"{club.replace('__', '.')}_id")

    def decorator(view: View[Row, P]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        @may(deed)
        def checked(
            request: DirectorRequest, /, pk: UUID, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponseBase:
            row = found(rows.filter(**{f"{club}__in": request.clubs}), pk)
            look_at(request, next(own for own in request.clubs if own.pk == club_id(row)))
            return view(request, row, *args, **kwargs)

        return checked

    return decorator


of_event = of(Event.objects.all(), "club")
of_round = of(Round.objects.select_related("event"), "event__club")
of_table = of(Table.objects.select_related("round__event"), "round__event__club")
