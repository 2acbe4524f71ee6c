"""Whatever is signed or drawn by lot, forged: each kind with the right one, and what is tried.

Each letter of the right one is put otherwise, it is cut off and made longer, it comes from another
salt or key, from another of its kind, and from a time that is over.
"""

import random
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final
from unittest import mock
from urllib.parse import quote

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string

from lhombre_club import known
from lhombre_club.members.domain.setup import make_setup_link
from lhombre_club.members.importing import drafts
from lhombre_club.members.logins import brake
from lhombre_club.members.logins.sessions import log_ins
from lhombre_club.members.models import Session
from lhombre_club.refusal import Refusal
from tests.strangers.matrix import given_back
from tests.strangers.scene import Scene, token_of
from tournaments.book import codes
from tournaments.entry.domain import links
from tournaments.models import EntryLink, Table
from tournaments.review.domain.sheet_ids import Kind, SheetId

LETTERS: Final = string.ascii_letters + string.digits + "-_.:="


@dataclass(frozen=True, slots=True)
class Secret:
    """One kind of what opens something."""

    kind: str
    right: str
    opens: Callable[[str], bool]
    others: tuple[str, ...] = ()
    """Forgeries of its own: of another salt, another row, another time."""
    letters: str = LETTERS


@dataclass(frozen=True, slots=True)
class Forgery:
    """One thing that should open nothing."""

    secret: Secret
    text: str

    def __str__(self) -> str:
        return f"{self.secret.kind}: {self.text[:120]!r}"


def forgeries(secret: Secret, each: int, lot: random.Random) -> Iterator[Forgery]:
    """The forgeries of a secret; so many letters are put into each of its places.

    Where it is more than one, it is cut off at each place too, else at each fourth.
    """
    right = secret.right
    texts: dict[str, None] = {}
    for place, letter in enumerate(right):
        wrong = [other for other in secret.letters if other != letter]
        for other in lot.sample(wrong, min(each, len(wrong))):
            texts[f"{right[:place]}{other}{right[place + 1 :]}"] = None
        if each > 1 or place % 4 == 0:
            texts[right[:place]] = None
    half = len(right) // 2
    made = (f"{right}A", f"A{right}", right + right, right[half:] + right[:half], right[::-1])
    for text in (*made, *secret.others):
        texts[text] = None
    yield from (Forgery(secret, text) for text in texts if text != right)


def accepted(tried: list[Forgery]) -> list[str]:
    """Try each, take back what was stored, and return those that opened or broke something."""
    return [f"{forgery} {how}" for forgery in tried if (how := _came_to(forgery))]


def _came_to(forgery: Forgery) -> str:
    try:
        with given_back():
            return "opened" if forgery.secret.opens(forgery.text) else ""
    except Exception as error:  # noqa: BLE001 -- whatever comes out of a view is a fault
        return f"{error!r}"[:300]


def secrets_of(scene: Scene) -> list[Secret]:
    """Every kind, each with the one that is right."""
    return [
        _link(scene),
        _session(scene, "session of a director", scene.director, "/members/"),
        _session(scene, "session of a device", scene.device, f"/tables/{scene.table.pk}/"),
        _setup(),
        _known_device(),
        _draft(scene),
        _csrf(scene),
        _sheet_code(scene),
        _log_in(scene),
    ]


def _signed_otherwise(text: str, salt: str) -> tuple[str, ...]:
    """The same words, signed for another use, by another key, and not at all."""
    other = signing.Signer(key="another key", sep=".", salt=salt)
    return (signing.Signer(sep=".", salt=f"{salt}.x").sign(text), other.sign(text), f"{text}.")


def _link(scene: Scene) -> Secret:
    right = token_of(scene.table)
    text, signature = right.split(".")
    another = token_of(Table.objects.get(round=scene.table.round, number=2))

    def opens(token: str) -> bool:
        client = Client()
        client.get(f"/e/{quote(token, safe='')}/")
        return links.LINKS_KEY in client.session

    swapped = (f"{another.split('.')[0]}.{signature}", f"{text}.{another.split('.')[1]}")
    every = EntryLink.objects.filter(table=scene.table)
    ended = (links._token(link) for link in every if links._token(link) != right)
    others = (*swapped, *ended, *_signed_otherwise(text, links.SALT))
    return Secret("code of a table", right, opens, others)


def _session(scene: Scene, kind: str, client: Client, page: str) -> Secret:
    name = settings.SESSION_COOKIE_NAME
    right = scene.kept[id(client)][name]

    def opens(key: str) -> bool:
        visitor = Client()
        visitor.cookies[name] = key
        return bool(visitor.get(page).status_code == 200)

    said = Session.objects.get(pk=right).session_data
    over = get_random_string(32)
    Session.objects.create(pk=over, session_data=said, expire_date=timezone.now())
    others = (over, right.upper(), f" {right}", f"{right}\t", f'"{right}', "%", "_" * 32, "*")
    return Secret(kind, right, opens, others, string.ascii_lowercase + string.digits)


def _setup() -> Secret:
    old = make_setup_link(actor="system:test")
    right = make_setup_link(actor="system:test")

    def opens(token: str) -> bool:
        return bool(Client().get(f"/welcome/{quote(token, safe='')}/").status_code == 200)

    return Secret("link of a password", right, opens, (old, right.swapcase()))


def _known_device() -> Secret:
    said = {"device": "x" * 24, "names": ["director"]}
    right = signing.dumps(said, salt=known.SALT)
    with mock.patch("django.core.signing.time.time", return_value=0):
        old = signing.dumps(said, salt=known.SALT)

    def opens(cookie: str) -> bool:
        request = HttpRequest()
        request.COOKIES[known.cookie()] = cookie
        return brake.counted_as(request, {"username": "director"}) != "director"

    other = signing.dumps({**said, "names": ["other"]}, salt=known.SALT)
    mixed = ":".join((*other.split(":")[:2], right.split(":")[2]))
    others = (
        *(signing.dumps(said, salt=f"{known.SALT}.x"), signing.dumps(said, key="x")),
        *(old, mixed, signing.dumps(said)),
    )
    return Secret("device that is known", right, opens, others)


def _draft(scene: Scene) -> Secret:
    draft = drafts.Draft("Fornavn;Efternavn\nSofie;Nyborg\n", "x" * 8)
    right = drafts.seal(scene.club, draft)
    own = scene.rows["foreign"].round.event.club
    with mock.patch("django.core.signing.time.time", return_value=0):
        old = drafts.seal(scene.club, draft)

    def opens(sealed: str) -> bool:
        try:
            drafts.unseal(scene.club, sealed)
        except Refusal:
            return False
        return True

    mixed = ":".join((*drafts.seal(own, draft).split(":")[:2], right.split(":")[2]))
    other = signing.dumps([str(scene.club.pk), "x", "x"], salt="members.other", compress=True)
    return Secret("list to be taken in", right, opens, (drafts.seal(own, draft), old, mixed, other))


def _csrf(scene: Scene) -> Secret:
    cookie = get_random_string(32)
    right = _token_for(cookie)

    def opens(token: str) -> bool:
        client = Client(enforce_csrf_checks=True)
        scene_cookies = scene.kept[id(scene.director)]
        for name, value in scene_cookies.items():
            client.cookies[name] = value
        client.cookies[settings.CSRF_COOKIE_NAME] = cookie
        sent = {"csrfmiddlewaretoken": token, "name": "Klub Zq"}
        return bool(client.post(reverse("tournaments:club-name"), sent).status_code != 403)

    others = ("", get_random_string(64), get_random_string(32), _token_for("x" * 32))
    return Secret("token of a form", right, opens, others, string.ascii_letters + string.digits)


def _token_for(cookie: str) -> str:
    """What a form holds whose browser has that cookie."""
    request = HttpRequest()
    request.META["CSRF_COOKIE"] = cookie
    return get_token(request)


def _sheet_code(scene: Scene) -> Secret:
    at = Table.objects.select_related("round").get(pk=scene.table.pk)
    second = Table.objects.select_related("round").get(round=at.round, number=2)
    right = SheetId.of(at).typed

    def opens(typed: str) -> bool:
        try:
            sheet = SheetId.read(typed)
            return sheet.kind is Kind.SEALED and sheet.is_of(at)
        except Refusal:
            return False

    return Secret("code on a sheet", right, opens, (SheetId.of(second).typed,), codes.ALPHABET)


def _log_in(scene: Scene) -> Secret:
    """What a page calls a log-in, by which another of the same user is ended."""
    request: Any = HttpRequest()
    visitor = Client()
    visitor.force_login(scene.user)
    ended = visitor.session.session_key
    request.session, request.user = scene.fresh(scene.director).session, scene.user
    (right,) = (each.key for each in log_ins(request) if not each.here)

    def opens(key: str) -> bool:
        asking = scene.fresh(scene.director)
        asking.post(f"/account/end/{quote(key, safe='')}/")
        return not Session.objects.filter(pk=ended).exists()

    return Secret("name of a log-in", right, opens, ("0" * 32,), string.hexdigits[:16])
