"""Links that open one table: made for paper, exchanged for a session, read at each request.

A session that came by a link holds the ids of its links and nothing else. Whether a link still
opens its table is asked of the database at every request, so that revoking works at once.
"""

import base64
import binascii
import datetime as dt
import secrets
import uuid
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from operator import attrgetter
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.core import signing
from django.db import transaction
from django.db.models import Exists, QuerySet
from django.http import Http404, HttpRequest
from django.utils import timezone

from lhombre_club import logs
from lhombre_club.club_words.speaking import speak
from lhombre_club.members.access import clubs_of, offices_of
from lhombre_club.members.models import Club, User
from lhombre_club.members.offices import Deed, deeds_of, enters
from lhombre_club.prepared import Prepared, many, one, read_many, read_row
from lhombre_club.refusal import Reason, Refusal
from tournaments.book import activity
from tournaments.book.actors import DEVICE_KEY, device_in
from tournaments.book.opened import PLACED, placed
from tournaments.entry.reasons import EntryReason
from tournaments.models import BarredDevice, EntryLink, Event, Round, Table

EVENING: Final = dt.time(18, 0)
LIFETIME: Final = dt.timedelta(hours=36)
"""How long after the evening of its event a link works: the next day is for what was forgotten."""

SALT: Final = "tournaments.entry-link"
PRINTER: Final = "system:papers"
LINKS_KEY: Final = "entry_links"
TABLES_KEY: Final = "entry_tables"
MOST_TABLES: Final = 60
"""How many tables a session remembers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """A table as it was when somebody came to write at it; it may have been drawn anew since."""

    table: str
    event: str
    round_number: int
    table_number: int
    seats: list[str]
    """Ids of the participants, by seat."""
    first_dealer: int

    @classmethod
    def of(cls, table: Table) -> "Origin":
        """Return what is known of ``table``, which comes with its round."""
        seats = table.seats.order_by("seat").values_list("participant_id", flat=True)
        return cls(
            table=str(table.pk),
            event=str(table.round.event_id),
            round_number=table.round.number,
            table_number=table.number,
            seats=[str(participant) for participant in seats],
            first_dealer=table.first_dealer,
        )


def issue_link(table: Table, *, actor: str = PRINTER, even_expired: bool = False) -> str:
    """Return the address that opens ``table``.

    While a link of the table lives it is handed out again, so that a sheet printed twice
    carries the same QR code. With ``even_expired`` the first that was not revoked is: that code
    stays the same for good, for paper that nobody is to write on.
    """
    now = timezone.now()
    with transaction.atomic():
        Table.every.select_for_update().get(pk=table.pk)  # two printers make one link
        valid = table.entry_links.filter(revoked_at=None)
        link = (valid if even_expired else valid.filter(expires_at__gt=now)).first()
        if link is None:
            event = Event.objects.get(rounds=table.round_id)
            link = table.entry_links.create(expires_at=_end(event.date, now))
            activity.note(event=event, verb="link.issued", actor=actor, table_key=str(table.pk))
    return _address(link)


def address_of(table: Table) -> str | None:
    """Return the address that opens ``table``, where a link of it lives; none is made."""
    living = table.entry_links.filter(revoked_at=None, expires_at__gt=timezone.now())
    link = living.first()
    return None if link is None else _address(link)


def _address(link: EntryLink) -> str:
    return f"{settings.PUBLIC_URL}/e/{_token(link)}/"


def open_link(token: str) -> EntryLink:
    """Return the link that ``token`` carries, its table, round and event loaded.

    Refused if it is not ours, its table is gone, it has expired or was revoked, or if the round
    is not released yet. At a round that is over there is still something to look at.
    """
    try:
        text = signing.Signer(sep=".", salt=SALT).unsign(token)
        pk = uuid.UUID(bytes=base64.urlsafe_b64decode(text + "=="))
    except (signing.BadSignature, binascii.Error, ValueError):
        raise Refusal(EntryReason.LINK_UNREADABLE) from None
    link = EntryLink.objects.select_related("table__round__event").filter(pk=pk).first()
    if link is None:
        raise Refusal(EntryReason.LINK_REPLACED)
    why = _refusal(link, Round.SHOWN)
    if why is not None:
        raise Refusal(why, round=link.table.round.number)
    return link


def opens(table: Table) -> bool | None:
    """Whether the code on the sheets of ``table`` opens it; None: no sheet with one was made."""
    ends = table.entry_links.values_list("revoked_at", "expires_at")
    now = timezone.now()
    lives = [revoked is None and expires > now for revoked, expires in ends]
    return any(lives) if lives else None


def revoke_links(table: Table, *, actor: str) -> int:
    """End every living link of ``table``; return how many there were."""
    with transaction.atomic():
        now = timezone.now()
        ended = table.entry_links.filter(revoked_at=None).update(revoked_at=now)
        if ended:
            event = Event.objects.get(rounds=table.round_id)
            activity.note(event=event, verb="link.revoked", actor=actor, table_key=str(table.pk))
    return ended


def admit(request: HttpRequest, link: EntryLink) -> None:
    """Let the visitor's session hold ``link`` from now on."""
    held = [pk for pk in request.session.get(LINKS_KEY, []) if pk != str(link.pk)]
    _change_key(request)
    request.session[LINKS_KEY] = [*held, str(link.pk)]
    request.session.setdefault(DEVICE_KEY, secrets.token_urlsafe(9))
    remember(request, link.table)


def _change_key(request: HttpRequest) -> None:
    """Go on under another key, so that whoever knew the old one gains nothing.

    A login does not outlive its key. What a phone came by is left as it was until it ends: a deal
    on its way is answered by it, and the answer, which is late, does not end the new session, as
    an answer to a session that is gone would.
    """
    if SESSION_KEY in request.session:
        request.session.cycle_key()
        return
    known = dict(request.session.items())
    request.session.create()
    request.session.update(known)


def remember(request: HttpRequest, table: Table) -> None:
    """Let the session know ``table``, so that what it sends is received even when that is gone."""
    known: dict[str, Any] = request.session.get(TABLES_KEY, {})
    origin = asdict(Origin.of(table))
    if known.get(origin["table"]) == origin:
        return
    others = [each for key, each in known.items() if key != origin["table"]]
    kept = [*others, origin][-MOST_TABLES:]
    request.session[TABLES_KEY] = {each["table"]: each for each in kept}


def origin_of(request: HttpRequest, table: uuid.UUID) -> Origin | None:
    """Return what the session remembers of a table where it could write; None if it never could."""
    known = request.session.get(TABLES_KEY, {}).get(str(table))
    return None if known is None else Origin(**known)


def sender(request: HttpRequest) -> str:
    """Return under which key the visitor sends, whether or not he may still write anywhere."""
    if isinstance(request.user, User):
        return request.user.actor
    return f"device:{request.session[DEVICE_KEY]}"


def device_of(request: HttpRequest) -> str:
    """Return under which key a device that came by a link writes; empty if it came by none."""
    return device_in(request.session)


def holds_links(request: HttpRequest) -> bool:
    """Whether the visitor once came by a link."""
    return bool(request.session.get(LINKS_KEY))


def is_director(request: HttpRequest, event: Event) -> bool:
    """Whether the visitor directs the club of ``event``; asked of the database each time."""
    return any(club.pk == event.club_id for club in clubs_of(request.user))


def admitted(
    request: HttpRequest, pk: uuid.UUID, states: Collection[str] = Round.DECIDABLE
) -> tuple[Table, str]:
    """Return a table, with its round and event, and under which key the visitor writes there.

    The one way to a table for who need not be a director, on pages and in the API. Raises Http404
    where there is none. Refused if his link to it no longer works or its round is in none of
    ``states``, and as NOT_FOUND if he never had one. From here on everything is said in the words
    of the table's club.
    """
    device = device_of(request)
    rows = _READ(table=pk, device=device)
    if not rows:
        raise Http404
    *of_table, club, told, is_barred = rows[0]
    table = placed(*of_table)
    table.round.event.club = read_row(Club, club)
    speak(table.round.event.club.words)
    may_enter = _may_enter(request, table, states)
    if isinstance(request.user, User) and may_enter:
        return table, request.user.actor
    held = set(request.session.get(LINKS_KEY, []))
    links = sorted(read_many(EntryLink, told), key=attrgetter("created_at"))
    _refuse(table, [link for link in links if str(link.pk) in held], states)
    if is_barred:
        raise Refusal(EntryReason.DEVICE_BARRED)
    logs.by_device()
    return table, device


def _may_enter(request: HttpRequest, table: Table, states: Collection[str]) -> bool:
    """Whether whoever is logged in writes at ``table``: he directs, or is its scorer.

    For a scorer the round has to be in one of ``states``, as for a link: else he is refused.
    """
    roles, event = offices_of(request.user), table.round.event
    if Deed.DIRECT in deeds_of(roles, event.club_id):
        return True
    if not enters(roles, club=event.club_id, event=event.pk, table=table.number):
        return False
    why = _of_round(table.round, states)
    if why is not None:
        raise Refusal(why, round=table.round.number)
    return True


def _asked(table: uuid.UUID, device: str) -> QuerySet[Any, Any]:
    """Ask for a table, its links, and whether a device is shut out there."""
    barred = BarredDevice.objects.filter(table=table, holder=device)
    return Table.objects.order_by().filter(pk=table).values_list(
        *PLACED,
        one(Club, "round__event__club"),
        many(EntryLink.objects.filter(table=table)),
        Exists(barred),
    )  # fmt: skip


_READ: Final = Prepared(_asked, table=uuid.UUID, device=str)


def _refuse(table: Table, links: Sequence[EntryLink], states: Collection[str]) -> None:
    """Refuse if none of these links of the visitor opens ``table`` in one of ``states``."""
    if not links:
        raise Refusal(EntryReason.NOT_FOUND)
    for link in links:
        link.table = table
    refusals = [why for link in links if (why := _refusal(link, states))]
    if len(refusals) == len(links):
        raise Refusal(refusals[-1], round=table.round.number)


def _token(link: EntryLink) -> str:
    text = base64.urlsafe_b64encode(link.pk.bytes).rstrip(b"=").decode("ascii")
    return signing.Signer(sep=".", salt=SALT).sign(text)


def _end(date: dt.date, now: dt.datetime) -> dt.datetime:
    """When a link made now ends; one made long after its evening lives as long from now."""
    evening = timezone.make_aware(dt.datetime.combine(date, EVENING))
    return max(evening, now) + LIFETIME


def _refusal(link: EntryLink, states: Collection[str]) -> Reason | None:
    if link.revoked_at is not None:
        return EntryReason.LINK_REVOKED
    if link.expires_at <= timezone.now():
        return EntryReason.LINK_EXPIRED
    return _of_round(link.table.round, states)


def _of_round(round_: Round, states: Collection[str]) -> Reason | None:
    """Return why nobody but a director writes in the round; None if it is in one of ``states``."""
    if round_.state in states:
        return None
    released = round_.state in Round.SHOWN
    return EntryReason.ROUND_CLOSED if released else EntryReason.NOT_RELEASED
