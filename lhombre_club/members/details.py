"""What a club knows of a member, and when it is fit to be kept. The one place that judges it."""

import unicodedata
from dataclasses import dataclass, fields

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import models
from django.utils.translation import gettext as _

from lhombre_club.members.models import Membership, Person

Status = Membership.Status


@dataclass(frozen=True, slots=True)
class MemberDetails:
    """A member as one reads him on a list: the person, and what he is in this club.

    ``number`` is the club's own and may be empty; ``display_name`` is what the public sees, and
    when it is empty the public sees first and last name.
    """

    first_name: str
    last_name: str = ""
    display_name: str = ""
    email: str = ""
    phone: str = ""
    number: str = ""
    status: Status = Status.ACTIVE

    @property
    def full_name(self) -> str:
        """First and last name."""
        return f"{self.first_name} {self.last_name}".strip()


def _limit(model: type[models.Model], name: str) -> int:
    field = model._meta.get_field(name)  # noqa: SLF001 Django documents _meta as public
    length = getattr(field, "max_length", None)
    return int(length) if length else 0


PERSON_FIELDS = ("first_name", "last_name", "display_name", "email", "phone")
LIMITS = {name: _limit(Person, name) for name in PERSON_FIELDS} | {
    "number": _limit(Membership, "number")
}


class DetailsRefusedError(ValueError):
    """Details that cannot be kept; ``complaints`` has a sentence for each field at fault."""

    def __init__(self, complaints: dict[str, str]) -> None:
        super().__init__(" ".join(complaints.values()))
        self.complaints = complaints


def tidy(text: str) -> str:
    """One spelling of a text: composed letters, single blanks, none at the ends."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def checked(details: MemberDetails) -> MemberDetails:
    """The details, tidied. Raises ``DetailsRefusedError`` with every complaint."""
    texts = {
        field.name: tidy(getattr(details, field.name))
        for field in fields(details)
        if field.name != "status"
    }
    complaints = {name: sentence for name in texts if (sentence := _complaint(name, texts[name]))}
    if not texts["first_name"]:
        complaints["first_name"] = _("The name is missing: give at least a first name.")
    if complaints:
        raise DetailsRefusedError(complaints)
    return MemberDetails(status=details.status, **texts)


def _complaint(name: str, text: str) -> str:
    if len(text) > LIMITS[name]:
        return _("%(text)s… is too long: at most %(limit)d characters.") % {
            "text": text[:20],
            "limit": LIMITS[name],
        }
    if not text.isprintable():
        return _("There is an invisible character in “%(text)s”: type it again.") % {
            "text": "".join(letter if letter.isprintable() else "·" for letter in text)
        }
    if name == "email" and text:
        try:
            validate_email(text)
        except ValidationError:
            return _("“%(text)s” is not an e-mail address: write it like anna@club.example.") % {
                "text": text
            }
    return ""
