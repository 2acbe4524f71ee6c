"""Who asks for no e-mail any more, by an address of his own that stands in each."""

from typing import Final

from django.db import transaction

from lhombre_club.members import signed
from lhombre_club.members.domain import record
from lhombre_club.members.models import Membership
from lhombre_club.members.reasons import LinkReason
from lhombre_club.refusal import Refusal

USE: Final = "no-mail"


def no_mail_token(membership: Membership) -> str:
    """Return the token by which a member asks for no e-mail any more, or for it again."""
    return signed.token_of(membership.pk, use=USE)


def no_mail_by(token: str) -> Membership:
    """Return who asks by a token; who has left may too. Refused for CLOSED when it is nobody's."""
    row = signed.row_in(token.lower())
    members = Membership.objects.select_related("club", "person")
    found = members.filter(pk=row).first() if row else None
    if found and signed.is_of(token.lower(), found.pk, use=USE):
        return found
    raise Refusal(LinkReason.CLOSED)


@transaction.atomic
def write_by(*, membership: Membership, way: Membership.Reached, actor: str) -> bool:
    """Let the club write to a member by e-mail or by letter; return whether that is new."""
    record.lock(membership.club)
    kept = Membership.objects.select_related("club").get(pk=membership.pk)
    if kept.reached_by == way:
        return False
    kept.reached_by = way
    record.save(kept, actor)
    return True
