"""The matrix of offices: every address, asked by everybody who has one office, and by two more.

The deed of each address stands here a second time, beside the view's own word for it. What is tried
are the views' own gates, with the rows of one scene; what lies behind a gate is not run, so that no
page is drawn: the matrix of strangers runs it.
"""

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpResponse
from django.template import loader
from django.test import Client, RequestFactory
from django.urls import ResolverMatch, resolve
from django.utils import timezone
from django.utils.safestring import SafeString

from lhombre_club.members.logins.sessions import SessionStore
from lhombre_club.members.models import Club, ClubRole, User
from lhombre_club.members.offices import Deed
from tests import make
from tests.strangers.addresses import Address, Whose, addresses
from tests.strangers.matrix import ELSEWHERE as ELSE
from tests.strangers.matrix import REFUSED_FORM, Case, body_of, given_back
from tests.strangers.scene import Scene

Role = ClubRole.Role
METHODS: Final = ("GET", "POST")
OF: Final = {
    Deed.OWN: """
        members:account members:password members:end-session members:end-others members:held
        members:choose-club members:factor members:factor-end members:factor-codes
        members:again members:passkeys members:passkey-remove
    """,
    Deed.ENTER: """
        tournaments:recap tournaments:table-protest tournaments:confirm
        tournaments:second tournaments:keeper tournaments:keeper-take tournaments:table
        tournaments:phone api:table api:results
    """,
    Deed.MEMBERS: """
        members:list members:import members:add members:edit members:wish members:standing
        tournaments:member-links tournaments:member-link tournaments:answers
        members:fields members:field members:came members:times members:note tournaments:merge
        tournaments:part
        tournaments:remove
    """,
    Deed.UNION: "members:union members:union-figures",
    Deed.CALENDAR: """
        tournaments:calendar tournaments:planned-evening tournaments:planned-evening-out
    """,
    Deed.HONOURS: "tournaments:honours tournaments:honours-print tournaments:honour-down",
    Deed.MONEY: """
        tournaments:money tournaments:settle tournaments:unit tournaments:payment-tick
        tournaments:evening-cash tournaments:evening-entrance tournaments:evening-prizes
        tournaments:evening-prizes-back
    """,
    Deed.CASH: """
        tournaments:cash tournaments:cash-accounts tournaments:cash-account tournaments:voucher
        tournaments:voucher-void tournaments:receipt tournaments:cash-count tournaments:cash-year
        tournaments:cash-postings tournaments:cash-year-close
        tournaments:cash-year-reopen tournaments:dues tournaments:dues-half
        tournaments:dues-settings
        tournaments:dues-pay tournaments:dues-waive tournaments:cash-statement
        tournaments:dues-back
        tournaments:waiver-end
    """,
    Deed.LETTERS: """
        tournaments:letters tournaments:letter-write tournaments:letter tournaments:letters-batch
        tournaments:letters-print
    """,
    Deed.PAPERS: """
        tournaments:paper-print tournaments:paper-coming tournaments:paper-wait
        tournaments:paper-file tournaments:paper-again
    """,
    Deed.CLUB: """
        tournaments:club-name tournaments:club-words tournaments:club-names
        tournaments:club-money tournaments:club-rating
    """,
    Deed.KEPT: """
        tournaments:kept tournaments:forget tournaments:own-data tournaments:own-data-file
        tournaments:club-file tournaments:club-file-zip
    """,
    Deed.OFFICES: """
        members:offices members:office-end members:office-link-withdraw members:factor-take
    """,
    Deed.THE_CLUB: "tournaments:club",
    Deed.WATCH: "health status members:security",
    Deed.DIRECT: """
        members:tonight members:tonight-mark members:tonight-close members:tonight-guest
        members:tonight-everybody members:tonight-answers tournaments:event-new
        tournaments:preset-new
        tournaments:own-rules-new tournaments:penalty-reasons tournaments:seasons
        tournaments:scorers tournaments:event tournaments:event-file
        tournaments:event-file-zip tournaments:event-now tournaments:event-remove
        tournaments:event-fill tournaments:screen-steer tournaments:screen-clock
        tournaments:journal tournaments:season-draw tournaments:season-evening
        tournaments:preset tournaments:preset-remove tournaments:preset-first tournaments:own-rules
        tournaments:own-rules-away tournaments:seating tournaments:draw tournaments:undraw
        tournaments:release tournaments:plan-rounds tournaments:choose tournaments:swap
        tournaments:lock tournaments:participants tournaments:participant tournaments:teams
        tournaments:teams-anew tournaments:teams-divisions tournaments:matches
        tournaments:round-matches tournaments:round-substitute tournaments:round-date
        tournaments:round-release tournaments:round-himself
        tournaments:folders tournaments:folders-look tournaments:folders-drop
        tournaments:tray tournaments:tray-place tournaments:tray-dismiss
        tournaments:import tournaments:keeper-bar tournaments:next-sheet tournaments:revoke-links
        tournaments:seal tournaments:photos tournaments:photo tournaments:photo-remove
        tournaments:round-settings tournaments:round-board tournaments:round-provisional
        tournaments:round-checks tournaments:round-sheets tournaments:doubt tournaments:flag-take
        tournaments:flag-clear tournaments:protest-answer tournaments:protests-answer
        tournaments:waive tournaments:table-time
        tournaments:round-close tournaments:round-reopen tournaments:which-line tournaments:sums
        tournaments:wrong-seats tournaments:correct tournaments:rules tournaments:corrections
        tournaments:correction tournaments:correction-undo tournaments:event-penalties
        tournaments:penalty-reason tournaments:entries tournaments:entry-make
        tournaments:entry-withdraw tournaments:bonuses tournaments:bonus-withdraw
        tournaments:teams-next tournaments:standings tournaments:standings-directors-table
        tournaments:event-season tournaments:standings-settings tournaments:account
        tournaments:season tournaments:season-champion tournaments:papers tournaments:papers-ask
        tournaments:season-past tournaments:season-print tournaments:papers-batch
        tournaments:phone-code
        api:standings api:figures api:years
    """,
}
"""Each address that is not for everybody, by the deed that its view asks for."""
DEED: Final = {name: deed for deed, names in OF.items() for name in names.split()}
NO_GATE: Final = {"tournaments:protest-withdraw"}
"""Of the device alone that has protested, whoever is logged in there: ``test_protest_pages.py``."""
WHOLE: Final = {
    "members:office-end",
    "members:office-link-withdraw",
    "members:factor-take",
    "members:edit",
    "members:wish",
    "members:times",
    "members:note",
    "members:field",
    "tournaments:member-link",
    "status",
    "tournaments:table",
    "tournaments:phone",
    "tournaments:merge",
    "tournaments:part",
    "tournaments:remove",
    "tournaments:forget",
    "tournaments:own-data",
    "tournaments:own-data-file",
    "tournaments:own-rules",
    "tournaments:own-rules-away",
    "tournaments:payment-tick",
    "tournaments:paper-coming",
    "tournaments:paper-file",
    "tournaments:paper-again",
    "api:table",
    "api:results",
    "api:standings",
    "api:figures",
    "api:years",
}
"""What finds its row, or asks who it is, behind its gate or without one: it is run."""
GATES: Final = {"checked", "admitted"}
"""What the functions are called that look who asks, and then call a view."""
LET_IN: Final = "let in"
ELSEWHERE: Final = "owner elsewhere"
BOTH: Final = "treasurer here, owner elsewhere"


@dataclass(frozen=True, slots=True)
class Asker:
    """Somebody who asks, and the offices by which he is let in."""

    name: str
    user: User
    here: frozenset[Role]
    elsewhere: frozenset[Role] = frozenset()

    def may(self, deed: Deed, whose: Whose) -> bool:
        """Whether he is to be let in: of a row by his office in its club, else by any."""
        offices = self.here | (self.elsewhere if whose is Whose.ASKS else frozenset())
        return not ALLOWED[deed].isdisjoint(offices)


_OWNER, _ADMIN, _DIRECTOR, _SCORER = Role.OWNER, Role.ADMINISTRATOR, Role.DIRECTOR, Role.SCORER
_TREASURER, _SECRETARY = Role.TREASURER, Role.SECRETARY
_BOARD = {_OWNER, _ADMIN, _DIRECTOR, _SECRETARY}
ALLOWED: Final[dict[Deed, set[Role]]] = {
    Deed.OWN: set(Role),
    Deed.DIRECT: {_OWNER, _DIRECTOR},
    Deed.ENTER: {_OWNER, _DIRECTOR, _SCORER},
    Deed.MEMBERS: _BOARD,
    Deed.UNION: {*_BOARD, _TREASURER},
    Deed.CALENDAR: _BOARD,
    Deed.HONOURS: _BOARD,
    Deed.MONEY: {_OWNER, _DIRECTOR, _TREASURER},
    Deed.CASH: {_OWNER, _TREASURER},
    Deed.LETTERS: {*_BOARD, _TREASURER},
    Deed.PAPERS: {*_BOARD, _TREASURER},
    Deed.THE_CLUB: {_OWNER, _ADMIN, _DIRECTOR},
    Deed.CLUB: {_OWNER, _ADMIN},
    Deed.KEPT: {_OWNER, _ADMIN},
    Deed.OFFICES: {_OWNER, _ADMIN},
    Deed.WATCH: {_OWNER, _ADMIN},
}
"""What is meant to be; the program's own table is what is tried."""


def askers(scene: Scene) -> list[Asker]:
    """Somebody with each office, an owner of another club, and somebody with offices in both."""
    other = Club.objects.exclude(pk=scene.club.pk).get()
    terms = {
        "since": timezone.now() - dt.timedelta(hours=1),
        "until": timezone.now() + dt.timedelta(hours=1),
        "event": scene.event.pk,
        "tables": [scene.table.number],
    }
    found = []
    for role in Role:
        own = terms if role is Role.SCORER else {}
        user = make.make_officer(scene.club, role, f"only {role}", **own)
        found.append(Asker(role, user, frozenset({role})))
    owner = frozenset({Role.OWNER})
    away = make.make_officer(other, Role.OWNER, "away")
    both = make.make_officer(scene.club, Role.TREASURER, "both")
    ClubRole.objects.create(user=both, club=other, role=Role.OWNER)
    found.append(Asker(ELSEWHERE, away, frozenset(), owner))
    found.append(Asker(BOTH, both, frozenset({Role.TREASURER}), owner))
    return found


@contextmanager
def closed(views: list[Callable[..., Any]]) -> Iterator[None]:
    """Let no view behind a gate be run: a gate that opens answers ``LET_IN``."""
    gates = [cell for view in views for cell in _cells(view)]
    before = [cell.cell_contents for cell in gates]
    for cell in gates:
        cell.cell_contents = lambda *_, **__: HttpResponse(LET_IN)
    try:
        yield
    finally:
        for cell, view in zip(gates, before, strict=True):
            cell.cell_contents = view


def _cells(view: Any) -> list[Any]:
    """The places in which the gates of a view, the innermost of each way, have what they open."""
    while view is not None:
        code = getattr(view, "__code__", None)
        held = dict(zip(code.co_freevars, view.__closure__ or (), strict=True)) if code else {}
        if "kinds" in held:
            return [cell for each in held["kinds"].cell_contents.values() for cell in _cells(each)]
        if code and code.co_name in GATES:
            return _cells(held["view"].cell_contents) or [held["view"]]
        view = getattr(view, "__wrapped__", None)
    return []


def faults(scene: Scene, who: list[Asker], every: int = 1) -> list[str]:
    """Ask for each ``every``-th address as each of them, by each method that it takes.

    Return what is wrong with the answers.
    """
    tried = [each for each in addresses(scene) if each.name in DEED][::every]
    matches = {each.path: resolve(each.path) for each in tried}
    gated = [matches[each.path].func for each in tried if each.name not in WHOLE]
    found = [f"{view}: no gate" for view in gated if not _cells(view)]
    with given_back(), closed(gated), _no_pages():
        clients = [(asker, _logged_in(asker)) for asker in who]
        for address in tried:
            match = matches[address.path]
            for method in _methods(address, match):
                for asker, client in clients:
                    if address.name in WHOLE:
                        answer = _asked_whole(scene, address, method, client)
                    else:
                        answer = _asked(match, address.path, asker.user, method)
                    if (answer == LET_IN) is not asker.may(DEED[address.name], address.whose):
                        found.append(f"{asker.name}: {method} {address.name}: {answer}")
    return found


def _logged_in(asker: Asker) -> Client:
    client = Client()
    client.force_login(asker.user)
    return client


@contextmanager
def _no_pages() -> Iterator[None]:
    """Draw nothing: only the status of an answer is asked for here."""
    before = loader.render_to_string
    loader.render_to_string = lambda *_words, **_named: SafeString("")
    try:
        yield
    finally:
        loader.render_to_string = before


def _methods(address: Address, match: ResolverMatch) -> list[str]:
    """The methods that the view takes; for others it asks nobody who he is."""
    if address.name.startswith("api:"):
        return ["POST" if address.name == "api:results" else "GET"]
    nobody = AnonymousUser()
    return [method for method in METHODS if _asked(match, address.path, nobody, method) != 405]


def _asked(match: ResolverMatch, path: str, user: Any, method: str) -> str | int:
    """Ask the view itself; the middlewares have no part in who may what."""
    request: Any = RequestFactory().generic(method, path)
    request.user, request.session, request.htmx = user, SessionStore(), None
    try:
        answer = match.func(request, *match.args, **match.kwargs)
    except Http404:
        return 404
    return LET_IN if answer.content == LET_IN.encode() else answer.status_code


def _asked_whole(scene: Scene, address: Address, method: str, client: Client) -> str | int:
    case = Case("", method, address)
    with given_back():
        answer = client.generic(method, address.path, REMOTE_ADDR=ELSE, **body_of(scene, case))
    is_in = answer.status_code < 400 or answer.status_code in REFUSED_FORM
    return LET_IN if is_in else answer.status_code
