"""Protests against a provisional round: made by anybody at the table, answered by a director."""

from typing import Final

from django.db import transaction
from django.utils import timezone

from tournaments.domain.accounts import deals_at, open_table
from tournaments.domain.activity import note, raise_version
from tournaments.domain.flags import LONGEST_WORDS, reasoned
from tournaments.domain.results import NoSuchDealError, NotOpenError
from tournaments.domain.rounds import protests_until
from tournaments.models import Participant, Protest, Round, Table

MOST_OPEN: Final = 3
"""Protests of one player, or from a table's own link, that wait for an answer."""
MOST: Final = 8
"""Protests of one player, or from a table's own link, against one sheet."""


class TooManyProtestsError(Exception):
    """So many of this player wait or were answered already. Nothing was stored."""


@transaction.atomic(durable=True)
def protest(
    *,
    table: Table,
    actor: str,
    deal: int = 0,
    participant: Participant | None = None,
    words: str = "",
) -> Protest:
    """Say that a deal of a provisional round, or with 0 its whole sheet, is not as it was played.

    No login is needed, so that little can be done: one open protest for each player and deal
    (the same again is the same one), ``MOST_OPEN`` and ``MOST`` in all. Raises NotOpenError
    where protests are not received, or not any more, NoSuchDealError and TooManyProtestsError.
    """
    found = open_table(table, (Round.State.PROVISIONAL,))
    until = protests_until(found.round) if found else None
    if found is None or until is None or timezone.now() >= until:
        raise NotOpenError
    players = [seat.participant_id for seat in found.seats.all()]
    if participant is not None and participant.pk not in players:
        raise NotOpenError
    deals = deals_at(found.round.event, len(players))
    if not 0 <= deal <= deals:
        raise NoSuchDealError(deal, deals)
    own = found.protests.filter(participant=participant)
    waiting = own.filter(state=Protest.State.OPEN)
    if same := waiting.filter(deal=deal).first():
        return same
    if waiting.count() >= MOST_OPEN or own.count() >= MOST:
        raise TooManyProtestsError
    made = Protest.objects.create(
        table=found,
        deal=deal,
        participant=participant,
        actor=actor,
        words=words.strip()[:LONGEST_WORDS],
    )
    _say(made, "protest.made", actor)
    return made


@transaction.atomic(durable=True)
def answer_protest(*, protest: Protest, answer: str, actor: str) -> Protest:
    """Answer a protest; whoever made it reads the answer. The first answer stands.

    Raises ``corrections.ReasonError`` without words or with too many.
    """
    said = reasoned(answer)
    Table.objects.select_for_update(of=("self",)).get(pk=protest.table_id)
    found = Protest.objects.select_related("table__round__event").get(pk=protest.pk)
    if found.state == Protest.State.OPEN:
        found.state, found.answer = Protest.State.ANSWERED, said
        found.answered_by, found.answered_at = actor, timezone.now()
        found.save(update_fields=["state", "answer", "answered_by", "answered_at"])
        _say(found, "protest.answered", actor)
    return found


def _say(protest: Protest, verb: str, actor: str) -> None:
    table = protest.table
    note(
        event=table.round.event,
        verb=verb,
        actor=actor,
        subject=f"{table.round.number}/{table.number}/{protest.deal}",
    )
    raise_version(table.round.event_id)
