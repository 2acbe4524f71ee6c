"""A list that was shown and not yet accepted travels in the page, signed, and nowhere else.

So no personal data lie about in a table or folder of files that nobody came back for.
"""

from dataclasses import dataclass

from django.conf import settings
from django.core import signing

from lhombre_club.members.models import Club
from lhombre_club.members.reasons import ImportReason
from lhombre_club.refusal import Refusal

_SALT = "members.import"
_LIVES = 4 * 60 * 60  # seconds
_ROOM = 100_000  # bytes of a form for everything else


@dataclass(frozen=True, slots=True)
class Draft:
    """The text of a list and the digest of the preview that was shown."""

    text: str
    seen: str
    pasted: bool = False
    """Whether it was pasted: then nobody has it in a file."""


def seal(club: Club, draft: Draft) -> str:
    """The draft as a text that only this installation can have made.

    Refused for TOO_LARGE_TO_SHOW when it would not fit into a form.
    """
    said = [str(club.pk), draft.text, draft.seen, draft.pasted]
    sealed = signing.dumps(said, salt=_SALT, compress=True)
    if len(sealed) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE - _ROOM:
        raise Refusal(ImportReason.TOO_LARGE_TO_SHOW)
    return sealed


def unseal(club: Club, sealed: str) -> Draft:
    """The draft back. Refused for DRAFT_EXPIRED."""
    try:
        owner, text, seen, pasted = signing.loads(sealed, salt=_SALT, max_age=_LIVES)
    except (signing.BadSignature, ValueError) as error:
        raise Refusal(ImportReason.DRAFT_EXPIRED) from error
    if owner != str(club.pk):
        raise Refusal(ImportReason.DRAFT_EXPIRED)
    return Draft(text, seen, pasted)
