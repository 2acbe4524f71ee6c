"""What a club knows of a member, and when it is fit to be kept. The one place that judges it."""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import models
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from lhombre_club.members.models import Membership, Person, ShownAs
from lhombre_club.members.own_fields import Own
from lhombre_club.members.reasons import DetailsRefusedError

Status = Membership.Status
Reached = Membership.Reached


class Kind(StrEnum):
    """What a text is; the value is the keyboard that a phone shows for it."""

    TEXT = "text"
    EMAIL = "email"
    PHONE = "tel"


@dataclass(frozen=True, slots=True)
class Kept:
    """What is said of a field beside its model, which has its name, its limit and its help."""

    columns: str
    """What a list may call its column: words of letters and digits alone, in lower case."""
    kind: Kind = Kind.TEXT
    listed: bool = False
    """Whether the list of members has a column for it."""


def _kept(columns: str, kind: Kind = Kind.TEXT, *, listed: bool = False) -> dict[str, Kept]:
    return {"kept": Kept(columns, kind, listed)}


@dataclass(frozen=True, slots=True)
class MemberDetails:
    """A member as one reads him on a list: the person, and what he is in this club.

    ``number`` is the club's own and may be empty; ``display_name`` is what everybody reads where
    ``shown_as`` is a pseudonym.
    """

    first_name: str = field(metadata=_kept("firstname fornavn fornavne givenname forename"))
    last_name: str = field(default="", metadata=_kept("lastname surname efternavn familyname"))
    display_name: str = field(
        default="",
        metadata=_kept(
            "pseudonym alias displayname publicname visningsnavn vistnavn kaldenavn "
            "nameshowninpublic"
        ),
    )
    email: str = field(
        default="",
        metadata=_kept(
            "email mail emailaddress emailadresse mailadresse epost", Kind.EMAIL, listed=True
        ),
    )
    phone: str = field(
        default="",
        metadata=_kept(
            "phone telephone phonenumber mobile telefon telefonnummer telefonnr tlf tlfnr mobil "
            "mobilnummer mobilnr",
            Kind.PHONE,
            listed=True,
        ),
    )
    number: str = field(
        default="",
        metadata=_kept(
            "number no nr nummer medlemsnr medlemsnummer memberno membernumber medlnr", listed=True
        ),
    )
    status: Status = field(
        default=Status.ACTIVE,
        metadata=_kept(
            "status medlemsstatus medlemstype type category kategori membership", listed=True
        ),
    )
    shown_as: ShownAs = field(
        default=ShownAs.CLUBS,
        metadata=_kept("everybodyreads shownas allelæser vises visessom vistsom offentligtsom"),
    )

    address: str = field(
        default="",
        metadata=_kept("address postaladdress street adresse postadresse vej", listed=True),
    )
    reached_by: Reached = field(
        default=Reached.EMAIL,
        metadata=_kept("theclubwritesby reachedby post klubbenskriverpr skriverpr brevellermail"),
    )
    household: str = field(default="", metadata=_kept("household husstand husholdning"))
    is_substitute: bool = field(
        default=False,
        metadata=_kept("canbecalledasasubstitute substitute kantilkaldessomafløser afløser vikar"),
    )
    is_beginner: bool = field(default=False, metadata=_kept("beginner begynder nybegynder"))
    is_instructor: bool = field(
        default=False,
        metadata=_kept("teachesbeginners instructor teacher underviserbegyndere instruktør"),
    )

    own: Own = ()
    """What the club keeps in fields of its own; ``own_fields`` judges it."""

    @property
    def full_name(self) -> str:
        """First and last name."""
        return f"{self.first_name} {self.last_name}".strip()

    def shown(self, name: str) -> str:
        """Return a field as it is read."""
        value: str | bool | Status | ShownAs | Reached = getattr(self, name)
        if isinstance(value, bool):
            return _("yes") if value else ""
        return str(value.label) if isinstance(value, (Status, ShownAs, Reached)) else value


@dataclass(frozen=True, slots=True)
class MemberField:
    """A field of a member: what is said of it above, and by its model."""

    name: str
    kept: Kept
    row: "models.Field[Any, Any]"

    @property
    def label(self) -> str:
        """Its name for a reader."""
        return str(capfirst(self.row.verbose_name))

    @property
    def limit(self) -> int:
        """How many letters it may have."""
        return self.row.max_length or 0

    @property
    def is_text(self) -> bool:
        """Whether it is written, and not chosen."""
        return not self.row.choices and not self.is_flag

    @property
    def is_flag(self) -> bool:
        """Whether it is ticked."""
        return isinstance(self.row, models.BooleanField)

    @property
    def is_persons(self) -> bool:
        """Whether it is kept of the person, and not of what he is in this club."""
        return self.row.model is Person


LEADING: Final = ("first_name", "last_name", "shown_as", "display_name", "number", "status")
"""What pages begin with; the others follow as they are declared."""
CHOSEN: Final[Mapping[str, type[Status] | type[ShownAs] | type[Reached] | type[bool]]] = {
    "shown_as": ShownAs,
    "status": Status,
    "reached_by": Reached,
    "is_substitute": bool,
    "is_beginner": bool,
    "is_instructor": bool,
}
"""What is chosen and not written, with what there is to choose from."""


def _all() -> Iterator[MemberField]:
    every = fields(MemberDetails)
    declared = {each.name: each.metadata["kept"] for each in every if each.metadata}
    for name in dict.fromkeys((*LEADING, *declared)):
        owner = Person if hasattr(Person, name) else Membership
        yield MemberField(name, declared[name], getattr(owner, name).field)


FIELDS: Final[Mapping[str, MemberField]] = {each.name: each for each in _all()}
"""Everything that is kept of a member, in the order of the pages."""
LISTED: Final = tuple(each for each in FIELDS.values() if each.kept.listed)


def tidy(text: str) -> str:
    """One spelling of a text: composed letters, single blanks, none at the ends."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def checked(details: MemberDetails) -> MemberDetails:
    """The details, tidied. Raises ``DetailsRefusedError`` with every complaint."""
    texts: dict[str, Any] = {
        each.name: tidy(getattr(details, each.name)) for each in FIELDS.values() if each.is_text
    }
    found = ((name, _complaint(FIELDS[name], text)) for name, text in texts.items())
    complaints = {name: sentence for name, sentence in found if sentence}
    if not texts["first_name"]:
        complaints["first_name"] = _("The name is missing: give at least a first name.")
    if complaints:
        raise DetailsRefusedError(complaints)
    return replace(details, **texts)


def as_typed(typed: Mapping[str, Any]) -> MemberDetails:
    """Return the details that a form or a row holds; what is chosen is there by its value.

    Where nothing is, it is as usual.
    """
    chosen = {
        name: choices(typed[name] or FIELDS[name].row.default) for name, choices in CHOSEN.items()
    }
    return MemberDetails(**{**typed, **chosen})


def _complaint(about: MemberField, text: str) -> str:
    if len(text) > about.limit:
        return _("%(text)s… is too long: at most %(limit)d characters.") % {
            "text": text[:20],
            "limit": about.limit,
        }
    if not text.isprintable():
        return _("There is an invisible character in “%(text)s”: type it again.") % {
            "text": "".join(letter if letter.isprintable() else "·" for letter in text)
        }
    if about.kept.kind is Kind.EMAIL and text:
        try:
            validate_email(text)
        except ValidationError:
            said = _(
                "“%(text)s” is not an e-mail address: write it like anna@club.example, without "
                "letters such as æ, ø and å before the @."
            )
            return said % {"text": text}
    return ""
