"""A member's own link: made, renewed and closed by who keeps the members; told once.

Only a digest is stored. Of a sheet of slips the links are worked out of its secret, which stands
in the paper that is asked for and goes with it, so that the worker can draw them meanwhile.
"""

import base64
import secrets
from collections.abc import Mapping
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from lhombre_club.members import signed
from lhombre_club.members.domain import record
from lhombre_club.members.domain.setup import digest_of
from lhombre_club.members.models import Club, Membership, Person, PersonalLink
from lhombre_club.members.queries import evening, staying
from lhombre_club.members.reasons import LinkReason
from lhombre_club.refusal import Refusal

SALT: Final = "members.personal-link"
MAILED: Final = "mailed-link"
_BYTES: Final = 20
"""160 bits, 32 letters: nobody guesses one, and it can be typed."""


@transaction.atomic
def give_link(*, membership: Membership, actor: str) -> str:
    """Give a member a link, and return its token; one that he had opens nothing any more.

    Refused for LEFT where he is no member any more.
    """
    record.lock(membership.club)
    if membership.is_left(evening()):
        raise Refusal(LinkReason.LEFT)
    token = _text(secrets.token_bytes(_BYTES))
    _keep(_link(membership), token, actor)
    return token


@transaction.atomic
def give_links(*, club: Club, everybody: bool, actor: str) -> str:
    """Give a link to those who have none, or to ``everybody``, whose earlier ones end.

    Return the secret of their sheet of slips; empty where nobody got one.
    """
    record.lock(club)
    had = set(PersonalLink.objects.filter(club=club).values_list("person_id", flat=True))
    rows = list(staying(club, evening()).select_related("person", "club"))
    chosen = [row for row in rows if everybody or row.person_id not in had]
    sheet = secrets.token_hex(_BYTES)
    for row in chosen:
        link = _link(row)
        _keep(link, _of_sheet(link, sheet), actor)
    return sheet if chosen else ""


def tokens_of(club: Club, sheet: str) -> Mapping[Person, str]:
    """Return the tokens of a sheet of slips that still open something, with whose they are."""
    links = PersonalLink.objects.filter(club=club).select_related("person")
    made = ((link, _of_sheet(link, sheet)) for link in links)
    return {link.person: token for link, token in made if link.digest == digest_of(token)}


@transaction.atomic
def close_link(*, membership: Membership, actor: str) -> bool:
    """Let a member's link open nothing any more; return whether he had one."""
    del actor  # nothing is left that could say who it was
    record.lock(membership.club)
    return end_links(membership.club, membership.person)


def end_links(club: Club, person: Person) -> bool:
    """End the link of somebody in a club, in the caller's transaction."""
    return bool(PersonalLink.objects.filter(club=club, person=person).delete()[0])


def opened_by(token: str) -> tuple[PersonalLink, Membership]:
    """Return the link of a token, and whose it is.

    Refused for CLOSED when it opens nothing. Whether there ever was one is nobody's business.
    """
    links = PersonalLink.objects.select_related("club")
    link = links.filter(digest=digest_of(token.lower())).first() or _mailed(token.lower())
    of_club = Membership.objects.select_related("club", "person")
    if link is not None:
        row = of_club.filter(club=link.club_id, person=link.person_id).first()
        if row is not None and not row.is_left(evening()):
            return link, row
    raise Refusal(LinkReason.CLOSED)


def mailed_token(membership: Membership) -> str:
    """Return the token of a member's link that stands in letters; empty where he has none.

    It opens what the link opens that he was given, and ends with it.
    """
    own = {"club": membership.club_id, "person": membership.person_id}
    link = PersonalLink.objects.filter(**own).first()
    return signed.token_of(link.pk, use=MAILED, was=link.digest) if link else ""


def _mailed(token: str) -> PersonalLink | None:
    row = signed.row_in(token)
    link = PersonalLink.objects.select_related("club").filter(pk=row).first() if row else None
    is_good = link and signed.is_of(token, link.pk, use=MAILED, was=link.digest)
    return link if is_good else None


def _link(membership: Membership) -> PersonalLink:
    own = {"club": membership.club, "person": membership.person}
    return PersonalLink.objects.filter(**own).first() or PersonalLink(**own)


def _keep(link: PersonalLink, token: str, actor: str) -> None:
    link.digest, link.made_by, link.made_at = digest_of(token), actor, timezone.now()
    link.save()


def _of_sheet(link: PersonalLink, sheet: str) -> str:
    made = salted_hmac(SALT, f"{sheet} {link.pk}", algorithm="sha256")
    return _text(made.digest()[:_BYTES])


def _text(secret: bytes) -> str:
    """Say it in small letters and the figures 2 to 7, of which none is taken for another."""
    return base64.b32encode(secret).decode("ascii").lower()
