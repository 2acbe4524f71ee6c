"""Write down who sits where in a round, and what was always wished."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from tournaments.book.activity import Fact, note
from tournaments.book.replaced import remove_tables
from tournaments.models import Event, Participant, Round, Seat, Table, Wish
from tournaments.seating.domain.evening import EveningField, read


def seat_again(
    round_: Round, kept: Collection[int], seats: Mapping[int, Sequence[Participant]]
) -> None:
    """Seat a round, which is a draft then; tables of the numbers ``kept`` keep rows and links.

    ``seats``: the players of every other table, by its number, in playing order. A substitute
    plays for one participant in one round, wherever that one sits.
    """
    is_draft(round_.pk)
    sitters = Seat.objects.filter(round=round_).exclude(substitute=None, substitute_name="")
    substitutes = {seat.participant_id: seat for seat in sitters}
    remove_tables(round_.tables.exclude(number__in=kept))
    made = Table.objects.bulk_create(Table(round=round_, number=number) for number in seats)
    Seat.objects.bulk_create(
        _chair(table, seat, player, substitutes)
        for table in made
        for seat, player in enumerate(seats[table.number])
    )


def store_people(field: EveningField) -> None:
    """Write down who came into the evening, and who is shown under another name because of him."""
    kept = dict(Participant.objects.filter(event=field.event).values_list("pk", "name"))
    everybody = field.participants
    Participant.objects.bulk_create(one for one in everybody if one.pk not in kept)
    renamed = [one for one in everybody if kept.get(one.pk, one.name) != one.name]
    Participant.objects.bulk_update(renamed, ["name"])


def store_wishes(field: EveningField, actor: str) -> None:
    """Write down the wishes that the club keeps and the event does not know yet."""
    new = [wish for wish in field.wishes if wish._state.adding]  # noqa: SLF001 _state is documented
    for wish in Wish.objects.bulk_create(new):
        one, other = wish.one.number, wish.other.number
        facts: dict[str, Fact] = {"player": one, "other": other, "kind": wish.kind}
        note(event=field.event, verb="wish.made", actor=actor, **facts)


def bring_wishes(event: Event, actor: str) -> None:
    """Let those who play in a new event have the wishes that the club keeps of them."""
    field = read(event)
    store_wishes(replace(field, wishes=tuple(field.standing_wishes(field.participants))), actor)


def _chair(table: Table, seat: int, player: Participant, substitutes: Mapping[UUID, Seat]) -> Seat:
    before = substitutes.get(player.pk)
    return Seat(
        round=table.round,
        table=table,
        seat=seat,
        participant=player,
        substitute_id=before.substitute_id if before else None,
        substitute_name=before.substitute_name if before else "",
        substitute_from=before.substitute_from if before else 1,
    )


def is_draft(round_: UUID) -> None:
    """Take back what was released: nobody sits down after a plan that has changed."""
    Round.objects.filter(pk=round_).update(state=Round.State.DRAFT, released_at=None)
