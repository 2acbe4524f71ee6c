"""Letters are written down here, and what becomes of them; a worker sends them from here."""

from collections.abc import Sequence
from functools import partial
from typing import Final
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from lhombre_club.members.domain import give_link, record
from lhombre_club.members.models import Club, Membership, PersonalLink
from lhombre_club.printing.bell import bell
from lhombre_club.refusal import Refusal
from tournaments.letters.preview import Draft, Topic
from tournaments.letters.reasons import LetterReason
from tournaments.models import Letter
from tournaments.words.own_link import ANSWER

State = Letter.State
SEND: Final = "tournaments.tasks.send_letters"
BACK: Final = (State.LOGGED, State.FAILED, State.BOUNCED)
"""Of what did not reach anybody."""


@transaction.atomic
def write(*, topic: Topic, drafts: Sequence[Draft], actor: str) -> UUID:
    """Write letters down to be sent or printed, and return their batch.

    Whoever is asked to answer gets a link of his own first, if he has none. Raises Refusal where
    there is nobody to write to.
    """
    if not drafts:
        raise Refusal(LetterReason.NOBODY)
    record.lock(topic.club)
    batch, now = uuid4(), timezone.now()
    _give_links(topic.club, drafts, actor)
    Letter.objects.bulk_create(
        Letter(
            club=topic.club,
            batch=batch,
            kind=topic.kind,
            about=topic.about,
            person=each.membership.person,
            email=each.email,
            subject=each.subject,
            text=each.text,
            digest=each.digest,
            actor=actor,
            made_at=now,
            at=now,
        )
        for each in drafts
    )
    _ring()
    return batch


def _give_links(club: Club, drafts: Sequence[Draft], actor: str) -> None:
    asked = [each.membership for each in drafts if ANSWER in each.text]
    has = set(PersonalLink.objects.filter(club=club).values_list("person_id", flat=True))
    for membership in asked:
        if membership.person_id not in has:
            give_link(membership=membership, actor=actor)


@transaction.atomic
def print_batch(*, club: Club, batch: UUID, actor: str) -> int:
    """Mark what of a batch goes on paper as printed; return how many letters its paper has."""
    del actor  # the paper says who asked for it
    on_paper = Letter.objects.filter(club=club, batch=batch, email="")
    on_paper.filter(state=State.WAITING).update(state=State.PRINTED, at=timezone.now())
    return on_paper.count()


def bounced(*, letter: Letter, actor: str) -> None:
    """Note that a letter came back. Raises Refusal where it was not sent."""
    del actor
    _change(letter, (State.SENT,), State.BOUNCED)


@transaction.atomic
def again(*, letter: Letter, on_paper: bool, actor: str) -> None:
    """Let what did not reach a member go once more, to his address of now, or on paper.

    Raises Refusal where it has gone, or waits already.
    """
    del actor
    row = Membership.objects.filter(club=letter.club_id, person=letter.person_id)
    found = row.select_related("person").first()
    email = found.person.email if found and not on_paper else ""
    _change(letter, BACK, State.WAITING, email=email)
    _ring()


def _change(letter: Letter, was: Sequence[str], state: str, **more: str) -> None:
    """Let a letter be in another state, unless somebody else was first."""
    rows = Letter.objects.filter(pk=letter.pk, state__in=was)
    if not rows.update(state=state, error="", at=timezone.now(), **more):
        raise Refusal(LetterReason.NOT_SO)


def _ring() -> None:
    transaction.on_commit(partial(bell.send, SEND))
