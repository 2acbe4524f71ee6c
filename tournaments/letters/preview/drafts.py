"""Who would get which letter: worked out anew whenever it is asked, and stored when it is sent."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.utils import translation
from django.utils.translation import gettext as _

from lhombre_club.club_words.speaking import spoken
from lhombre_club.members.models import Club, Membership
from lhombre_club.members.queries import evening, members
from lhombre_club.refusal import Refusal
from tournaments.letters.preview import evenings, owing
from tournaments.letters.preview.said import Said
from tournaments.letters.reasons import LetterReason
from tournaments.models import Event, Letter
from tournaments.papers.documents.of_club import OfClub

Kind = Letter.Kind
SAYS: Final[Mapping[str, Callable[[Club, str], Said]]] = {
    Kind.INVITATION: evenings.invitation,
    Kind.PLAN: evenings.plan,
    Kind.RESULT: evenings.result,
    Kind.REMINDER: owing.reminder,
    Kind.RECEIPT: owing.receipt,
}
OF_MEMBERS: Final = frozenset({Kind.INVITATION, Kind.PLAN, Kind.RESULT})
"""Who has left gets none of these; dues are owed, and paid, by who has left too."""


@dataclass(frozen=True, slots=True)
class Topic:
    """What is written, about what, and what is added to each."""

    club: Club
    kind: str
    about: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One letter, as it would be."""

    membership: Membership
    subject: str
    text: str
    digest: str
    had: Letter | None
    """The last of the kind about the same that went to the member."""
    is_new: bool
    """Whether it says what the member has not been told."""

    @property
    def email(self) -> str:
        """Where it goes; empty where it is printed."""
        wants = self.membership.reached_by != Membership.Reached.LETTER
        return self.membership.person.email if wants else ""


def drafts(topic: Topic) -> Sequence[Draft]:
    """Return who would get what, in the order of the names; a few queries, however many.

    Raises Refusal where what it is about is not there.
    """
    with translation.override(language_of(topic)), spoken(topic.club.words):
        said = SAYS[topic.kind](topic.club, topic.about)
        had = _had(topic)
        leaves = topic.kind in OF_MEMBERS
        rows = [row for row in members(topic.club) if not (leaves and row.is_left(evening()))]
        return [
            _draft(topic, row, said, had.get(row.person_id))
            for row in rows
            if row.person_id in said.bodies
        ]


def language_of(topic: Topic) -> str:
    """Return in which language it is written: that of the evening, or of the club's newest."""
    if topic.kind in {Kind.PLAN, Kind.RESULT}:
        with suppress(ValueError):
            found = Event.objects.filter(club=topic.club, pk=UUID(topic.about)).first()
            if found:
                return found.language
        raise Refusal(LetterReason.GONE)
    return OfClub(topic.club).language


def _had(topic: Topic) -> dict[UUID, Letter]:
    """Return the last letter that each has got; what did not reach him is none."""
    reached = [Letter.State.WAITING, Letter.State.SENDING, Letter.State.SENT, Letter.State.PRINTED]
    rows = Letter.objects.filter(
        club=topic.club, kind=topic.kind, about=topic.about, state__in=reached
    )
    return {row.person_id: row for row in rows.order_by("made_at")}


def _draft(topic: Topic, row: Membership, said: Said, had: Letter | None) -> Draft:
    body = said.bodies[row.person_id]
    digest = hashlib.sha256(f"{said.subject}\n{body}".encode()).hexdigest()
    parts = [
        _("Dear %(name)s,") % {"name": row.person.first_name or row.person.full_name},
        body,
        topic.note.strip(),
        _("Kind regards") + f"\n{topic.club.name}",
    ]
    is_told = had is not None and had.digest == digest
    return Draft(
        membership=row,
        subject=" ".join(said.subject.split())[:200],
        text="\n\n".join(filter(None, parts)),
        digest=digest,
        had=had,
        is_new=not is_told and row.person_id not in said.settled,
    )
