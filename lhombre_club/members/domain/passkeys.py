"""Passkeys: a phone, a computer or a small key answers in the place of a code.

The library ``fido2`` reads and proves the answers. A question is kept nowhere: it is signed, goes
out with the page and comes back with the answer; that each is answered once is decided by the
passkey's row, as with digits.
"""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    AuthenticatorData,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from lhombre_club.members.domain.factor import ISSUER, has_factor
from lhombre_club.members.domain.security import Kind, note
from lhombre_club.members.models import Passkey, SecondFactor, User
from lhombre_club.members.reasons import FactorReason
from lhombre_club.refusal import Refusal

MOST: Final = 10
"""So many passkeys somebody has."""
PATIENCE: Final = 600
"""Seconds for which a question can be answered."""
SALT: Final = "lhombre_club.members.passkeys"
ADDING: Final = "adding"
ANYBODY: Final = "anybody"
"""For whom a question is that is asked before anybody has said who he is."""
Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Site:
    """Where a passkey is asked: it answers its own host alone."""

    host: str
    origin: str

    @property
    def server(self) -> Fido2Server:
        """What asks and proves."""
        known = PublicKeyCredentialRpEntity(name=ISSUER, id=self.host)
        return Fido2Server(known, verify_origin=lambda origin: origin == self.origin)


@dataclass(frozen=True, slots=True)
class Question:
    """What a browser is to ask of a passkey."""

    options: dict[str, Any]
    signed: str
    """To be sent back with the answer."""


def of_site(user: User, site: Site) -> list[Passkey]:
    """Return those of his passkeys that answer here."""
    return list(user.passkeys.filter(site=site.host))


def to_add(user: User, site: Site) -> Question:
    """Ask for a new passkey."""
    options, state = site.server.register_begin(
        PublicKeyCredentialUserEntity(
            name=user.username, id=user.pk.bytes, display_name=user.get_full_name() or user.username
        ),
        [_public(row) for row in of_site(user, site)],
        resident_key_requirement=ResidentKeyRequirement.PREFERRED,
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return _asked(dict(options), state, f"{ADDING} {user.pk}")


def add(
    *, user: User, site: Site, name: str, signed: str, answer: Answer, address: str = ""
) -> Passkey:
    """Let a new passkey answer in the place of a code.

    Refused for NO_FACTOR where he logs in by the password alone: digits and paper are what is left
    when a phone is lost. Refused for FULL, and for NOT_TAKEN.
    """
    state = _question(signed, f"{ADDING} {user.pk}")
    if state is None:
        raise Refusal(FactorReason.NOT_TAKEN)
    try:
        found = site.server.register_complete(state, answer).credential_data
    except Exception as error:  # whatever a stranger's bytes make a library raise
        raise Refusal(FactorReason.NOT_TAKEN) from error
    if found is None:
        raise Refusal(FactorReason.NOT_TAKEN)
    with transaction.atomic():
        if not SecondFactor.objects.select_for_update().filter(user=user).exists():
            raise Refusal(FactorReason.NO_FACTOR)
        if user.passkeys.count() >= MOST:
            raise Refusal(FactorReason.FULL, most=MOST)
        row, is_new = Passkey.objects.get_or_create(
            credential=websafe_encode(found.credential_id),
            defaults={"user": user, "name": name, "site": site.host, "public": bytes(found)},
        )
        if not is_new:
            raise Refusal(FactorReason.NOT_TAKEN)
        note(Kind.PASSKEY, actor=user.actor, user=user, address=address)
    return row


def remove(*, user: User, pk: UUID, address: str = "") -> bool:
    """Let a passkey of his answer no more; return whether it was there."""
    with transaction.atomic():
        if not user.passkeys.filter(pk=pk).delete()[0]:
            return False
        note(Kind.PASSKEY_GONE, actor=user.actor, user=user, address=address)
    return True


def to_prove(site: Site, user: User | None = None) -> Question | None:
    """Ask for one of his passkeys, in the place of a code; None: he has none that answers here.

    Nobody's in particular stands for password and code: then it has to see the finger or the PIN.
    """
    rows = of_site(user, site) if user else []
    if user and not rows:
        return None
    must = UserVerificationRequirement
    options, state = site.server.authenticate_begin(
        [_public(row) for row in rows] or None,
        user_verification=must.PREFERRED if user else must.REQUIRED,
    )
    return _asked(dict(options), state, str(user.pk) if user else ANYBODY)


def proved_by(site: Site, signed: str, answer: Answer, user: User | None = None) -> User | None:
    """Return whose passkey has answered, which uses the question up; None where none has.

    With ``user`` it has to be his.
    """
    state = _question(signed, str(user.pk) if user else ANYBODY)
    row = _row(site, answer)
    if state is None or row is None or (user and row.user_id != user.pk):
        return None
    try:
        site.server.authenticate_complete(state, [_public(row)], answer)
        counter = _said(answer).counter
    except Exception:  # noqa: BLE001 -- whatever a stranger's bytes make a library raise
        return None
    may = row.user.is_active and has_factor(row.user)
    return row.user if may and _used(row, state["at"], counter) else None


def _used(row: Passkey, at: int, counter: int) -> bool:
    """Note that it has answered; of two answers to one question one gets in."""
    now = timezone.now()
    # A question of far ahead was asked while the clock was wrong, and would shut him out for long.
    ahead = int(now.timestamp() * 1000) + PATIENCE * 1000
    fresh = Q(asked_at__lt=at) | Q(asked_at__gt=ahead)
    counts = Q(counter__lt=counter) | Q(counter=0) if counter else Q(counter=0)
    # Of its own columns alone: a row of another table would not be looked at anew by who waited.
    own = Passkey.objects.filter(fresh, counts, pk=row.pk)
    if not own.update(asked_at=at, counter=counter, used_at=now):
        return False
    SecondFactor.objects.filter(user=row.user_id).update(wrong=0)
    return True


def _public(row: Passkey) -> AttestedCredentialData:
    return AttestedCredentialData(bytes(row.public))


def _row(site: Site, answer: Answer) -> Passkey | None:
    rows = Passkey.objects.filter(site=site.host, credential=str(answer.get("id", ""))[:1400])
    return rows.select_related("user").first()


def _said(answer: Answer) -> AuthenticatorData:
    return AuthenticationResponse.from_dict(answer).response.authenticator_data


def _asked(options: dict[str, Any], state: Any, whom: str) -> Question:
    at = int(timezone.now().timestamp() * 1000)
    said = {**state, "whom": whom, "at": at}
    return Question(options, signing.dumps(said, salt=SALT))


def _question(signed: str, whom: str) -> dict[str, Any] | None:
    """Return what was asked; None: nothing, of somebody else, or too long ago."""
    try:
        said = signing.loads(signed, salt=SALT)
    except signing.BadSignature:
        return None
    now = timezone.now().timestamp()
    is_fresh = 0 <= now - said["at"] / 1000 < PATIENCE
    return said if said["whom"] == whom and is_fresh else None
