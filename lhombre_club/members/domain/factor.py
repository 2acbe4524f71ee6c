"""The second step of a log-in: six digits from a phone, or one of the codes on paper.

The library ``pyotp`` works the digits out. What decides that each is used once is the row's own
update, so that of two at once one gets in, whichever process or thread they ask.
"""

import datetime as dt
import secrets
from collections.abc import Iterable
from typing import Final

import pyotp
from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.db.models import F, Q
from django.dispatch import Signal
from django.utils import timezone
from pyotp.exceptions import OTPVerificationError

from lhombre_club.members.domain.security import Kind, note
from lhombre_club.members.models import (
    Club,
    ClubRole,
    Passkey,
    RecoveryCode,
    SecondFactor,
    SecurityNote,
    User,
)
from lhombre_club.members.offices import given_by
from lhombre_club.members.reasons import FactorReason
from lhombre_club.refusal import Refusal

Role = ClubRole.Role
ISSUER: Final = "L'hombre"
"""Under which name a phone lists the club's digits."""
DRIFT: Final = 1
"""So many steps of half a minute a phone's clock may be off, either way."""
CODES: Final = 10
"""On paper; each is used once. Its first letter is its number, so that one is compared."""
LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Those of the codes on paper: none is taken for another."""
LENGTH: Final = 10
DIGITS: Final = 6
MOST_WRONG: Final = 50
"""So many wrong codes in a row, from wherever, and digits are taken no more; who types them has the
password, and might try from a thousand addresses. A code on paper lets in, and begins anew."""

factor_changed = Signal()
"""Sent in the transaction with ``user``, and ``keep``: the key of the session that stays."""


def has_factor(user: User) -> bool:
    """Whether a code is asked for when he logs in."""
    return SecondFactor.objects.filter(user=user).exists()


def new_secret() -> str:
    """Return a secret for a phone, of 160 bits, in the letters that its app takes."""
    return pyotp.random_base32()


def uri_of(user: User, secret: str, club: Club | None) -> str:
    """Return the address that gives a phone's app the secret."""
    issuer = f"{ISSUER} {club.name if club else ''}".strip().replace(":", " ")
    return pyotp.TOTP(secret).provisioning_uri(name=user.username, issuer_name=issuer)


def set_up(*, user: User, secret: str, code: str, address: str = "", keep: str = "") -> list[str]:
    """Let a code be asked for from now on; return those for paper, which nobody can read again.

    Every other log-in of his ends: it knew the password alone. Refused for WRONG where the phone
    shows other digits, and for HAS_IT.
    """
    step = _step(secret, _plain(code))
    if step is None:
        raise Refusal(FactorReason.WRONG)
    codes, rows = _made(user)
    with transaction.atomic():
        known = {"secret": secret, "last_step": step}
        _factor, is_new = SecondFactor.objects.get_or_create(user=user, defaults=known)
        if not is_new:
            raise Refusal(FactorReason.HAS_IT)
        _keep(user, rows)
        note(Kind.FACTOR, actor=user.actor, user=user, address=address)
        factor_changed.send(SecondFactor, user=user, keep=keep)
    return codes


def renew_codes(*, user: User, address: str = "") -> list[str]:
    """Return new codes for paper; those of before open nothing any more."""
    codes, rows = _made(user)
    with transaction.atomic():
        _keep(user, rows)
        note(Kind.CODES, actor=user.actor, user=user, address=address)
    return codes


def codes_left(user: User) -> int:
    """How many codes on paper have not been used."""
    return RecoveryCode.objects.filter(user=user, used_at=None).count()


def end_factor(*, user: User, actor: str, address: str = "", keep: str = "") -> bool:
    """Ask for no code any more, and end his log-ins; return whether one was asked for."""
    with transaction.atomic():
        if not SecondFactor.objects.filter(user=user).delete()[0]:
            return False
        for kept in (RecoveryCode, Passkey):
            kept.objects.filter(user=user).delete()
        kind = Kind.FACTOR_ENDED if actor == user.actor else Kind.FACTOR_TAKEN
        note(kind, actor=actor, user=user, address=address)
        factor_changed.send(SecondFactor, user=user, keep=keep)
    return True


def take_factor(*, user: User, roles: Iterable[ClubRole], actor: str, address: str = "") -> bool:
    """Take it away from somebody who has lost his phone, and paper; return whether he had one.

    ``roles`` are the offices of who does it. Refused for NOT_YOURS where he could not give each of
    the other's offices, in every club: the account opens all of them.
    """
    given = list(roles)
    held = ClubRole.objects.living().filter(user=user)
    may = held and all(Role(role.role) in given_by(given, role.club_id) for role in held)
    if not may or actor == user.actor:
        raise Refusal(FactorReason.NOT_YOURS)
    return end_factor(user=user, actor=actor, address=address)


def taken_since(user: User, moment: dt.datetime | None) -> SecurityNote | None:
    """Return the note that somebody else has taken it away from him after a moment, or None."""
    notes = SecurityNote.objects.filter(user=user, kind=Kind.FACTOR_TAKEN)
    return (notes.filter(at__gt=moment) if moment else notes).first()


def is_right(user: User, typed: str, *, address: str = "") -> bool:
    """Whether it is a code of his that has not been used; from now on it has."""
    plain = _plain(typed)
    if len(plain) == DIGITS and plain.isdigit():
        return _are_digits_right(user, plain)
    return _is_on_paper(user, plain, address)


def _plain(typed: str) -> str:
    return "".join(letter for letter in typed[:50].upper() if letter.isascii() and letter.isalnum())


def _step(secret: str, digits: str) -> int | None:
    """Return the half minute whose digits these are, counted since 1970; None: none of just now."""
    totp = pyotp.TOTP(secret)
    try:
        return totp.verify_and_get_timecode(digits, for_time=timezone.now(), valid_window=DRIFT)
    except OTPVerificationError:
        return None


def _are_digits_right(user: User, digits: str) -> bool:
    rows = SecondFactor.objects.filter(user=user, wrong__lt=MOST_WRONG)
    factor = rows.first()
    if factor is None:
        return False
    step = _step(factor.secret, digits)
    if step is not None:
        # A step of far ahead was used while the clock was wrong, and would shut him out for long.
        fresh = Q(last_step__lt=step) | Q(last_step__gt=step + 2 * DRIFT)
        if rows.filter(fresh).update(last_step=step, wrong=0):
            return True
    rows.update(wrong=F("wrong") + 1)
    return False


def _is_on_paper(user: User, typed: str, address: str) -> bool:
    number = LETTERS.find(typed[:1]) if len(typed) == LENGTH else -1
    row = RecoveryCode.objects.filter(user=user, number=number, used_at=None).first()
    if row is None or not check_password(typed, row.digest):
        return False
    with transaction.atomic():
        own = RecoveryCode.objects.filter(pk=row.pk, used_at=None)
        if not own.update(used_at=timezone.now()):
            return False
        SecondFactor.objects.filter(user=user).update(wrong=0)
        note(Kind.CODE_USED, actor=user.actor, user=user, address=address)
    return True


def _made(user: User) -> tuple[list[str], list[RecoveryCode]]:
    """Return new codes as they are printed, and the rows to be kept of them.

    Working them out is slow: it is done before anybody waits for it.
    """
    plain = [
        LETTERS[number] + "".join(secrets.choice(LETTERS) for _ in range(LENGTH - 1))
        for number in range(CODES)
    ]
    rows = [
        RecoveryCode(user=user, number=number, digest=make_password(code))
        for number, code in enumerate(plain)
    ]
    return [f"{code[:5]}-{code[5:]}" for code in plain], rows


def _keep(user: User, rows: list[RecoveryCode]) -> None:
    # Of two who make new ones at once the second waits, and his are those that hold.
    SecondFactor.objects.select_for_update().get(user=user)
    RecoveryCode.objects.filter(user=user).delete()
    RecoveryCode.objects.bulk_create(rows)
