"""Who may do what: asked of the rows at every request, never kept in a session."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Concatenate, Final, ParamSpec, TypeAlias, TypeVar, cast
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from lhombre_club.club_words import speaking
from lhombre_club.members import domain
from lhombre_club.members.models import Club, ClubRole, Membership, User
from lhombre_club.members.namesakes import tagged
from lhombre_club.members.offices import (
    ASKED_AGAIN,
    DEMAND,
    SENT,
    Deed,
    clubs_for,
    deeds_of,
)

P = ParamSpec("P")
Row = TypeVar("Row", bound=Model)
View = TypeVar("View", bound=Callable[..., HttpResponseBase])
Offices: TypeAlias = Callable[[User | AnonymousUser], list[ClubRole]]
Checked: TypeAlias = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
CHOSEN: Final = "club"
"""Under which key a session remembers which of his clubs somebody looks at."""


class DirectorRequest(HttpRequest):
    """A request that ``may`` let through, of a director or of whoever has another office."""

    user: User
    offices: list[ClubRole]
    """All that the user has now."""
    own_clubs: list[Club]
    """Where he has any, the oldest first."""
    clubs: list[Club]
    """Of these, where he may do what the request is about."""
    club: Club
    """That of the row that the request is about; else the one he chose, or the oldest."""
    may: frozenset[Deed]
    """What he may do in that club."""
    htmx: HtmxDetails


def offices_held(user: User | AnonymousUser) -> list[ClubRole]:
    """The offices that the user has, by club, the oldest first; asked of the database each time."""
    if not isinstance(user, User) or not user.is_active:
        return []
    held = ClubRole.objects.living().filter(user=user).select_related("club")
    return list(held.order_by("club__created_at", "club__pk"))


def offices_of(user: User | AnonymousUser) -> list[ClubRole]:
    """Of these, what he can use: nothing until he has the second step that one of them demands."""
    held = offices_held(user)
    return [] if _lacks(user, held) else held


def must_set_up(user: User | AnonymousUser) -> bool:
    """Whether he is to set up the second step before anything else."""
    return settings.SECOND_FACTOR and _lacks(user, offices_held(user))


def _lacks(user: User | AnonymousUser, held: Iterable[ClubRole]) -> bool:
    """Whether one of the offices demands a second step, and he has none."""
    if not settings.SECOND_FACTOR or not isinstance(user, User):
        return False
    return any(role.role in DEMAND for role in held) and not domain.has_factor(user)


def to_set_up(request: HttpRequest) -> HttpResponse:
    """Lead to where the second step is set up."""
    messages.info(request, _("Your office asks for a second step at log-in. Set it up first."))
    there = reverse("members:factor")
    return HttpResponseClientRedirect(there) if getattr(request, "htmx", None) else redirect(there)


def clubs_of(user: User | AnonymousUser, deed: Deed = Deed.DIRECT) -> list[Club]:
    """The clubs in which the user may do it, the oldest first."""
    return clubs_for(offices_of(user), deed)


def club_of(
    request: HttpRequest,
    deed: Deed = Deed.OWN,
    offices: Offices | None = None,
) -> Club | None:
    """The club whose pages the visitor looks at: of those where he may, his choice or the oldest.

    Sets what ``DirectorRequest`` declares; from the clubs the head of every page lets him choose.
    From here on everything is said in the club's words.
    """
    known = cast("DirectorRequest", request)
    known.offices = (offices or offices_of)(request.user)
    known.own_clubs = clubs_for(known.offices, Deed.OWN)
    known.clubs = clubs_for(known.offices, deed)
    known.may = frozenset()
    chosen = request.session.get(CHOSEN)
    of_choice = (club for club in known.clubs if str(club.pk) == chosen)
    club = next(of_choice, known.clubs[0] if known.clubs else None)
    if club is not None:
        look_at(known, club)
    return club


def look_at(request: DirectorRequest, club: Club) -> None:
    """Let the request be about ``club``, whichever he chose, and said in its words."""
    request.club = club
    request.may = deeds_of(request.offices, club.pk)
    speaking.speak(club.words)


def asks_again(view: View) -> View:
    """Let a code be asked for again before the form of a view is taken, of whoever has codes."""
    view.asks_again = SENT  # type: ignore[attr-defined]
    return view


def may(
    deed: Deed, offices: Offices | None = None
) -> Callable[[Callable[Concatenate[DirectorRequest, P], HttpResponseBase]], Checked[P]]:
    """Return a decorator that lets those in whose office has ``deed``, with ``request.club`` set.

    Who is not logged in is sent to the login page and comes back afterwards; who is logged in
    and may do it in no club gets a page that says so, with status 403. What is his own needs no
    office; without any there is no ``request.club``. ``offices`` says which of his count; None:
    those that he can use.
    """

    def decorator(
        view: Callable[Concatenate[DirectorRequest, P], HttpResponseBase],
    ) -> Checked[P]:
        @wraps(view)
        def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return _to_login(request)
            if club_of(request, deed, offices) is None:
                if must_set_up(request.user):
                    return to_set_up(request)
                if deed is not Deed.OWN:
                    return render(request, "members/not_director.html", status=403)
            return view(cast("DirectorRequest", request), *args, **kwargs)

        if deed in ASKED_AGAIN:
            checked.asks_again = ASKED_AGAIN[deed]  # type: ignore[attr-defined]
        return checked

    return decorator


def director_required(
    view: Callable[Concatenate[DirectorRequest, P], HttpResponseBase],
) -> Checked[P]:
    """Let in who directs evenings."""
    return may(Deed.DIRECT)(view)


def member(request: DirectorRequest, person: UUID) -> Membership:
    """The member who is that person, of the club he looks at or else of another of his clubs.

    ``request.club`` is that club then. Raises Http404 where there is none.
    """
    rows = Membership.objects.select_related("person", "club")
    found = list(rows.filter(club__in=request.clubs, person_id=person))
    if not found:
        raise Http404
    row = min(found, key=lambda each: each.club_id != request.club.pk)
    look_at(request, row.club)
    tagged(row.club_id, [row.person])
    return row


def to_drop(request: DirectorRequest, rows: Iterable[Row]) -> list[Row]:
    """Return that of ``rows`` which a form names; nothing where it is away already.

    Raises Http404 for what names no row at all.
    """
    try:
        key = UUID(request.POST["drop"])
    except ValueError as error:
        raise Http404 from error
    return [row for row in rows if row.pk == key]


def _to_login(request: HttpRequest) -> HttpResponse:
    """Send to the login page; a fragment would otherwise be replaced by that page."""
    htmx: HtmxDetails | None = getattr(request, "htmx", None)
    if htmx:
        try:
            here = htmx.current_url_abs_path or "/"
        except ValueError:  # no address at all
            here = "/"
        return HttpResponseClientRedirect(redirect_to_login(here).url)
    return redirect_to_login(request.get_full_path())
