"""A letter's way out: taken by one worker, handed to the mail server once, then sent or not.

That it is taken is one conditional UPDATE, before anything goes. Who dies after it leaves a letter
of which nobody knows whether it has gone; it is told so, and a person decides. None goes twice.
"""

import datetime as dt
import logging
import time
from email.utils import parseaddr
from smtplib import (
    SMTPDataError,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPServerDisconnected,
)
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.core import mail
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from lhombre_club.club_words.speaking import spoken
from lhombre_club.environment import sends_mail
from lhombre_club.members.domain import mailed_token, no_mail_token
from lhombre_club.members.models import Membership
from lhombre_club.refusal import Refusal
from tournaments.letters.preview import Topic, language_of
from tournaments.models import Letter
from tournaments.papers.documents.cut.link_slips import address_of
from tournaments.words.own_link import ANSWER, masked

State, Error = Letter.State, Letter.Error
SECONDS: Final = 20
"""How long letters are sent before a paper has its turn."""
LOST_AFTER: Final = dt.timedelta(minutes=5)
"""Longer than a worker may take for what it does: whoever had a letter so long is dead."""

logger = logging.getLogger(__name__)


def send_waiting(seconds: float = SECONDS) -> bool:
    """Send what waits, for so long; return whether there is more to send at once."""
    give_up_lost()
    waiting = Letter.objects.filter(state=State.WAITING).exclude(email="")
    keys = list(waiting.order_by("made_at", "pk").values_list("pk", flat=True))
    if not keys:
        return False
    connection = mail.get_connection()
    try:
        connection.open()
    except OSError:  # of a server that is not there, or does not let the club in
        logger.warning("The mail server cannot be reached; the letters wait.")
        waiting.update(error=Error.UNREACHABLE)
        return False
    until = time.monotonic() + seconds
    try:
        for key in keys:
            if time.monotonic() > until:
                return True
            if not send_one(key, connection):
                return False
    finally:
        connection.close()
    return False


def give_up_lost() -> None:
    """Say of letters whose worker has died that nobody knows whether they have gone."""
    old = Letter.objects.filter(state=State.SENDING, at__lt=timezone.now() - LOST_AFTER)
    old.update(state=State.FAILED, error=Error.LOST, at=timezone.now())


def take(key: UUID) -> bool:
    """Take a letter that waits; False where another has it, or has sent it."""
    free = Letter.objects.filter(pk=key, state=State.WAITING).exclude(email="")
    return bool(free.update(state=State.SENDING, error="", at=timezone.now()))


def send_one(key: UUID, connection: Any) -> bool:
    """Send a letter, if it is still to be sent; return whether the server takes more."""
    if not take(key):
        return True
    letter = Letter.objects.select_related("club", "person").get(pk=key)
    error = ""
    try:
        message_of(letter, connection).send()
    except (SMTPRecipientsRefused, SMTPDataError, SMTPResponseException):
        error = Error.REFUSED
    except (SMTPServerDisconnected, SMTPException, OSError):
        error = Error.LOST
    except ValueError:  # a head that no mail may have, or an address that is none
        error = Error.ADDRESS
    state = State.FAILED if error else State.SENT if sends_mail() else State.LOGGED
    Letter.objects.filter(pk=key).update(state=state, error=error, at=timezone.now())
    return error != Error.LOST


def message_of(letter: Letter, connection: Any = None) -> mail.EmailMessage:
    """Return the mail of a letter, with the addresses that are its reader's alone."""
    membership = Membership.objects.select_related("club").get(
        club=letter.club_id, person=letter.person_id
    )
    opens = sends_mail()
    token = no_mail_token(membership) if opens else "-"
    page = reverse("tournaments:no-mail", args=[token])
    stop = f"{settings.PUBLIC_URL}{page}"
    host = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    text = filled(letter, membership) if opens else masked(letter.text)
    with translation.override(_language(letter)), spoken(letter.club.words):
        foot = _("If you want no e-mail from the club any more, say so here:")
    return mail.EmailMessage(
        subject=letter.subject,
        body=f"{text}\n\n-- \n{foot}\n{stop}\n",
        to=[letter.email],
        headers={
            "List-Unsubscribe": f"<{stop}>",
            "Auto-Submitted": "auto-generated",
            "Message-ID": f"<{letter.pk}@{host}>",
        },
        connection=connection,
    )


def filled(letter: Letter, membership: Membership) -> str:
    """Return the text of a letter with the member's own link, where it has one in it."""
    if ANSWER not in letter.text:
        return letter.text
    token = mailed_token(membership)
    return letter.text.replace(ANSWER, address_of(token) if token else "–")


def _language(letter: Letter) -> str:
    """Return the language of a letter; of what is gone, the club's."""
    try:
        return language_of(Topic(letter.club, letter.kind, letter.about))
    except Refusal:
        return settings.LANGUAGE_CODE
