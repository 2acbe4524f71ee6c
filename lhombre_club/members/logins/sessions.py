"""The log-ins of a director: which there are, and when one has idled for too long.

What is known of a log-in stands in its session. When it has idled, only the log-in goes: a table
that the same browser keeps by its link stays open, and a form that was sent too late is held for
whoever logs in again.
"""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast
from uuid import UUID

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.middleware import AuthenticationMiddleware, get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.signals import user_logged_in
from django.contrib.auth.views import redirect_to_login
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.functional import SimpleLazyObject

from lhombre_club import known
from lhombre_club.members.domain.factor import factor_changed
from lhombre_club.members.domain.offices import office_ended
from lhombre_club.members.logins import brake
from lhombre_club.members.models import ClubRole, Session, User
from lhombre_club.visitors import address_of

LOG_IN: Final = "log_in"
"""Under which key a session says since when, how lately and from where it is used."""
HELD: Final = "held_form"
"""Under which key a session has the form that was sent after its log-in had idled."""
CODE: Final = "code"
"""Why a form is held whose sender is asked for a code first."""
IDLED: Final = "idled"
"""Under which key a session knows that its log-in has idled, for the page that comes next."""
NOTED_EVERY: Final = dt.timedelta(minutes=5)
"""Each use would otherwise be a write."""
LARGEST: Final = 200_000
"""Characters of a form that is held."""
NOT_HELD: Final = frozenset(
    {"logout", "password", "end-session", "end-others", "choose-club", "factor-codes", "again"}
)
"""Addresses of members whose forms hold passwords and codes, or are about the log-in itself."""
SECRET: Final = frozenset({"password", "old", "again"})
"""Fields that hold passwords: a form with one of them is not held either."""
DRAWN: Final = frozenset({"csrfmiddlewaretoken", "once"})
"""Fields that the page draws anew."""


class SessionStore(db.SessionStore):
    """Django's, which says whose log-in it keeps, and asks for no key that it never gives.

    PostgreSQL has no NUL, and what a cookie says of one would be a fault.
    """

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Return what a row is."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Return the row of this session, of whoever is logged in."""
        row: Any = super().create_model_instance(data)
        row.user = data.get(SESSION_KEY)
        return cast("Session", row)

    def _validate_session_key(self, key: str | None) -> bool:
        is_long: bool = super()._validate_session_key(key)  # type: ignore[misc]  # not in the stubs
        return is_long and set(key or "") <= set(VALID_KEY_CHARS)


@dataclass(frozen=True, slots=True)
class LogIn:
    """One log-in of a user."""

    key: str
    """Says which it is, and opens nothing."""
    since: dt.datetime | None
    used: dt.datetime | None
    """Within the last few minutes, or exactly then."""
    agent: str
    address: str
    here: bool
    """It is that of the request."""


@receiver(user_logged_in)
def _begin(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    """Let the session say when and where its log-in began."""
    now = timezone.now()
    request.session.pop(IDLED, None)
    if request.session.get(HELD, {}).get("user") != str(user.pk):
        request.session.pop(HELD, None)
    request.session[LOG_IN] = {"since": now.timestamp(), **_facts(request, now)}


def _facts(request: HttpRequest, now: dt.datetime) -> dict[str, Any]:
    return {
        "used": now.timestamp(),
        "agent": request.META.get("HTTP_USER_AGENT", "")[:300],
        "address": address_of(request),
    }


class SessionsMiddleware(AuthenticationMiddleware):
    """Says who asks, as Django's does, and ends a log-in that has idled.

    What a page asks for by itself is no use: an open page would never idle.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Look only when somebody asks who it is, as Django's own does."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _user(request))  # type: ignore[assignment]

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Let no browser keep on its disk what a log-in or a device's link has opened.

        Whoever sits down at the computer next would read it there. A view that says itself how its
        page is kept is left to know it: these are tables that everybody in the room sees.
        """
        session = request.session
        if session.accessed and not session.is_empty() and "Cache-Control" not in response:
            response["Cache-Control"] = "no-store"
        user = getattr(request, "seen_user", None)
        if user is not None:
            _know(request, response, user)
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], _args: object, _named: object
    ) -> HttpResponse | None:
        """Hold a form that was sent too late, and ask for the log-in."""
        if request.method != "POST" or getattr(view, "csrf_exempt", False):
            return None
        request.user.is_authenticated  # noqa: B018 -- now it is known whether the log-in has idled
        user = getattr(request, "idled_user", "")
        if not user and request.session.get(HELD, {}).get("to") == request.get_full_path():
            del request.session[HELD]  # now it is sent
        if not user or getattr(request, "htmx", None) or not hold(request, user=user):
            return None
        return redirect_to_login(reverse("members:held"))


def hold(request: HttpRequest, *, user: str = "", why: str = "") -> bool:
    """Let the session have the form that was sent, for that user, or for whoever is logged in.

    Return whether it does: not where it holds a password or a file, or is too large.
    """
    if not _may_be_held(request):
        return False
    fields = [(name, list(values)) for name, values in request.POST.lists()]
    kept = [(name, values) for name, values in fields if name not in DRAWN]
    is_large = sum(len(text) for _name, each in kept for text in each) > LARGEST
    if request.FILES or is_large or not SECRET.isdisjoint(request.POST):
        return False
    said = {"user": user or str(request.user.pk), "to": request.get_full_path(), "fields": kept}
    request.session[HELD] = {**said, "why": why}
    return True


def _know(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Let the browser of a log-in be known, also of one that is older than this cookie.

    The web server waits for a file from no other.
    """
    if known.cookie() not in response.cookies and not brake.is_known(request, user):
        brake.remember(request, response, user)


def _may_be_held(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and not (match.app_name == "members" and match.url_name in NOT_HELD)


def _user(request: HttpRequest) -> User | AnonymousUser:
    """Who asks; nobody where his log-in has idled."""
    session = request.session
    if SESSION_KEY not in session:
        return AnonymousUser()
    now = timezone.now()
    known = session.get(LOG_IN)
    if known and now.timestamp() - known["used"] > settings.SESSION_IDLE_HOURS * 3600:
        request.idled_user = session[SESSION_KEY]  # type: ignore[attr-defined]
        for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY, LOG_IN):
            session.pop(key, None)
        session[IDLED] = True
        return AnonymousUser()
    user = get_user(request)
    if isinstance(user, User):
        request.seen_user = user  # type: ignore[attr-defined]
    lately = known and abs(now.timestamp() - known["used"]) < NOTED_EVERY.total_seconds()
    if user.is_authenticated and not lately and _is_used(request):
        session[LOG_IN] = {"since": None, **(known or {}), **_facts(request, now)}
    return user


def _is_used(request: HttpRequest) -> bool:
    """Whether somebody did something, and not his open page by itself."""
    if request.method not in {"GET", "HEAD"}:
        return True
    if request.path.startswith("/api/") or "HX-Request" in request.headers:
        return False
    return request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate"


# --- which there are ----------------------------------------------------------------------


def log_ins(request: HttpRequest) -> list[LogIn]:
    """The log-ins of whoever asks: this one, and then those that were used last."""
    mine = request.session.session_key or ""
    found = [
        LogIn(
            key=_name(session.session_key),
            since=_moment(known.get("since")),
            used=_moment(known.get("used")),
            agent=known.get("agent", ""),
            address=known.get("address", ""),
            here=session.session_key == mine,
        )
        for session, known in _of(request.user.pk)
    ]
    latest = {each.key: each.used.timestamp() if each.used else 0 for each in found}
    return sorted(found, key=lambda each: (not each.here, -latest[each.key]))


def end_one(request: HttpRequest, key: str) -> int:
    """End that log-in of whoever asks, unless it is this one; return how many were ended."""
    return _end(request, lambda name: constant_time_compare(name, key))


def end_others(request: HttpRequest) -> int:
    """End every log-in of whoever asks but this one; return how many were ended."""
    return _end(request, lambda _name: True)


def _end(request: HttpRequest, chosen: Callable[[str], bool]) -> int:
    mine = request.session.session_key
    keys = [
        session.session_key
        for session, _known in _of(request.user.pk)
        if session.session_key != mine and chosen(_name(session.session_key))
    ]
    return Session.objects.filter(session_key__in=keys).delete()[0]


@receiver(office_ended)
def end_log_ins(role: ClubRole, keep: str, **_signal: object) -> None:
    """End every log-in of whoever has an office no longer, but for ``keep``, where he ended it."""
    _end_but(role.user_id, keep)


@receiver(factor_changed)
def _end_all(user: User, keep: str, **_signal: object) -> None:
    """End every log-in of whose second step began or ended, but for ``keep``."""
    _end_but(user.pk, keep)


def _end_but(user: UUID, keep: str) -> None:
    keys = [session.session_key for session, _known in _of(user)]
    Session.objects.filter(session_key__in=keys).exclude(session_key=keep).delete()


def _of(user: UUID | None) -> list[tuple[Session, Mapping[str, Any]]]:
    """The sessions in which the user is logged in, and what they say of it."""
    alive = Session.objects.filter(user=user, expire_date__gt=timezone.now())
    read = ((session, session.get_decoded()) for session in alive)
    oldest = timezone.now().timestamp() - settings.SESSION_IDLE_HOURS * 3600
    return [
        (session, said.get(LOG_IN) or {})
        for session, said in read
        if said.get(SESSION_KEY) == str(user)
        and (said.get(LOG_IN) or {"used": oldest})["used"] >= oldest
    ]


def _name(session_key: str) -> str:
    """What a page calls a session: who reads it there cannot use it."""
    salt = "lhombre_club.members.sessions"
    return salted_hmac(salt, session_key, algorithm="sha256").hexdigest()[:32]


def _moment(stamp: float | None) -> dt.datetime | None:
    return None if stamp is None else dt.datetime.fromtimestamp(stamp, dt.UTC)
