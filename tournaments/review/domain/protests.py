"""Protests against what was entered: made by anybody at the table, answered by a director."""

from collections.abc import Collection
from typing import Final

from django.db import transaction
from django.utils import timezone

from lhombre_club.refusal import Refusal
from tournaments.book.accounts import deals_at, open_table
from tournaments.book.activity import note_at
from tournaments.book.actors import USER
from tournaments.models import Participant, Protest, Round, Table
from tournaments.review.domain.flags import LONGEST_WORDS, NUL, reasoned
from tournaments.review.domain.rounds import receives_protests
from tournaments.review.reasons import ReviewReason

MOST_OPEN: Final = 3
"""Protests of one sender against one sheet that wait for an answer."""
MOST: Final = 8
"""Protests of one sender against one sheet."""
MOST_OF_EACH: Final = 12
"""That wait in the name of one player of a sheet, or of its table, whoever sends them: a link is
opened by ever new devices, and each of them is a sender."""
MOST_TOGETHER: Final = 48
"""The same, for a device that has entered a deal: a new one does so with each code."""
LONGEST: Final = 1000
"""Letters of all that one sender says about a deal."""


@transaction.atomic(durable=True)
def protest(
    *,
    table: Table,
    actor: str,
    deal: int = 0,
    participant: Participant | None = None,
    words: str = "",
    device: str = "",
) -> Protest:
    """Say that a deal of a released round, or with 0 its whole sheet, is not as it was played.

    No login is needed, so that little can be done: a sender has one open protest for each player
    and deal, to which he may add words, and ``MOST_OPEN`` and ``MOST`` in all; what others send in
    the same name takes nothing from him, but for ``MOST_OF_EACH``, and not even that where he has
    entered a deal of the table, as ``actor`` or as ``device``. A director who notes what he is
    told has as many for each player. Refused where protests are not received, or not any more,
    for a deal that the sheet has not, and beyond that.
    """
    said = words.replace(NUL, "").strip()[:LONGEST_WORDS]
    found, same = _checked(table, deal, participant, actor, device)
    if same:
        return _add(same, said)
    made = Protest.objects.create(
        table=found, deal=deal, participant=participant, actor=actor, words=said
    )
    note_at(made.table, "protest.made", actor, deal=made.deal)
    return made


def _add(known: Protest, said: str) -> Protest:
    """Put later words below the earlier ones; the same again, as by Back, are there already."""
    lines = known.words.splitlines()
    if said and said not in lines:
        words = "\n".join([*lines, said])
        if len(words) > LONGEST:
            raise Refusal(ReviewReason.TOO_MANY_PROTESTS)
        known.words = words
        known.save(update_fields=["words"])
        note_at(known.table, "protest.added", known.actor, deal=known.deal)
    return known


@transaction.atomic(durable=True)
def ask(
    *,
    table: Table,
    actor: str,
    deal: int,
    participant: Participant | None,
    words: str,
    device: str = "",
) -> None:
    """Refuse, as ``protest`` would, what is not yet sent; and what says no reason."""
    reasoned(words)
    _checked(table, deal, participant, actor, device)


def _checked(
    table: Table, deal: int, participant: Participant | None, actor: str, device: str
) -> tuple[Table, Protest | None]:
    """Return the table, held, and the sender's same protest if it waits already; or refuse."""
    found = _received_at(table)
    players = [seat.participant_id for seat in found.seats.all()]
    if participant is not None and participant.pk not in players:
        raise Refusal(ReviewReason.NOT_OPEN)
    if not 0 <= deal <= deals_at(found.round.event, len(players)):
        raise Refusal(ReviewReason.NO_SUCH_DEAL)
    own = found.protests.filter(actor=actor)
    if actor.startswith(USER):
        own = own.filter(participant=participant)
    waiting = own.filter(state=Protest.State.OPEN)
    if same := waiting.filter(deal=deal, participant=participant).first():
        return found, same
    if waiting.count() >= MOST_OPEN or own.count() >= MOST:
        raise Refusal(ReviewReason.TOO_MANY_PROTESTS)
    most = MOST_TOGETHER if _has_entered(found, actor, device) else MOST_OF_EACH
    if not actor.startswith(USER) and _waiting(found, participant) >= most:
        raise Refusal(ReviewReason.TOO_MANY_PROTESTS)
    return found, None


def _received_at(table: Table) -> Table:
    """Return the table, held, where protests are received of it; or refuse."""
    found = open_table(table, Round.SHOWN)
    if found is None or not receives_protests(found.round):
        raise Refusal(ReviewReason.NOT_OPEN)
    is_played = found.round.state == Round.State.RELEASED
    if is_played and not found.revisions.exists():  # drawn anew, it would take a protest with it
        raise Refusal(ReviewReason.NOTHING_ENTERED)
    return found


def _waiting(table: Table, participant: Participant | None) -> int:
    """Return how many wait in this name, beside what directors have noted."""
    waiting = table.protests.filter(state=Protest.State.OPEN, participant=participant)
    return waiting.exclude(actor__startswith=USER).count()


def _has_entered(table: Table, actor: str, device: str) -> bool:
    """Whether somebody has entered a deal, be it that he protests under another name."""
    own = [each for each in (actor, device) if each]
    return table.revisions.filter(actor__in=own).exists()


@transaction.atomic(durable=True)
def withdraw(*, protest: Protest, actor: str) -> None:
    """Take a protest back that waits for its answer; it counts among those that were made.

    Refused to anybody but who made it, and when it is answered.
    """
    Table.objects.select_for_update(of=("self",)).get(pk=protest.table_id)
    found = Protest.objects.select_related("table__round__event").get(pk=protest.pk)
    if found.actor != actor or (found.is_answered and not found.is_withdrawn):
        raise Refusal(ReviewReason.NOT_OPEN)
    if not found.is_withdrawn:
        found.state = Protest.State.ANSWERED
        found.answered_by, found.answered_at = actor, timezone.now()
        found.save(update_fields=["state", "answered_by", "answered_at"])
        note_at(found.table, "protest.withdrawn", actor, deal=found.deal)


@transaction.atomic(durable=True)
def answer_protest(*, protest: Protest, answer: str, actor: str) -> Protest:
    """Answer a protest; whoever made it reads the answer. The first answer stands.

    Refused without words, and with too many.
    """
    said = reasoned(answer)
    Table.objects.select_for_update(of=("self",)).get(pk=protest.table_id)
    found = Protest.objects.select_related("table__round__event").get(pk=protest.pk)
    if found.state == Protest.State.OPEN:
        _answer(found, said, actor)
    return found


@transaction.atomic(durable=True)
def answer_together(*, table: Table, seen: Collection[str], answer: str, actor: str) -> int:
    """Answer those of a table's protests whose ids were ``seen``; return how many of them waited.

    What came meanwhile waits on. Refused without words, and with too many.
    """
    said = reasoned(answer)
    Table.objects.select_for_update(of=("self",)).get(pk=table.pk)
    waiting = table.protests.filter(state=Protest.State.OPEN).select_related("table__round__event")
    answered = [each for each in waiting if str(each.pk) in seen]
    for each in answered:
        _answer(each, said, actor)
    return len(answered)


def _answer(protest: Protest, said: str, actor: str) -> None:
    protest.state, protest.answer = Protest.State.ANSWERED, said
    protest.answered_by, protest.answered_at = actor, timezone.now()
    protest.save(update_fields=["state", "answer", "answered_by", "answered_at"])
    note_at(protest.table, "protest.answered", actor, deal=protest.deal)
