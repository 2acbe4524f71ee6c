"""Who comes late, who leaves, who sits in for another, and what somebody asks of the seating.

What was played stays; the rounds that are not begun are planned anew in the same transaction.
"""

from typing import Final

from django.db import transaction

from lhombre_club.members.models import Person
from tournaments.domain.activity import note, raise_version
from tournaments.domain.seating import draw
from tournaments.domain.seating_errors import BegunError, NoSuchRoundError, WishError
from tournaments.domain.seating_field import EveningField, held, read
from tournaments.domain.seating_plans import plan_after_join, plan_after_withdraw, with_person
from tournaments.domain.substitutes import SubstituteCode, SubstituteError
from tournaments.models import Event, Participant, Round, Seat, Wish
from tournaments.models.round import MOST_SEATS
from tournaments.seating.planner import MOST_PLAYERS, MOST_ROUNDS

MOST_STRENGTH: Final = 20
LONGEST_NAME: Final = 160


@transaction.atomic
def join(*, event: Event, person: Person, from_round: int, actor: str) -> Participant:
    """Let somebody play from a round that is not begun: a new one, or one who comes back.

    Raises NoRoundLeftError, NoSuchRoundError, BegunError and NobodyLeftError.
    """
    event = held(event)
    field = read(event)
    field.expect_open(from_round)
    changed = with_person(field, person, from_round)
    (participant,) = (one for one in changed.participants if one.person_id == person.pk)
    participant.save()
    note(event=event, verb="participant.joined", actor=actor, subject=str(participant.number))
    _draw_if_any(changed, field.first_changed(changed), actor)
    raise_version(event.pk)
    return participant


@transaction.atomic
def come_back(*, participant: Participant, from_round: int, actor: str) -> Participant:
    """Let somebody who left, or was to come later, play from a round that is not begun.

    Raises as ``join`` does.
    """
    event = held(participant.event)
    field = read(event)
    field.expect_open(from_round)
    changed = field.returned(participant, from_round)
    back = changed.participants[changed.index(participant)]
    back.save(update_fields=["from_round", "to_round"])
    note(event=event, verb="participant.back", actor=actor, subject=str(back.number))
    _draw_if_any(changed, field.first_changed(changed), actor)
    raise_version(event.pk)
    return back


@transaction.atomic
def withdraw(*, participant: Participant, after_round: int, actor: str) -> Participant:
    """Let somebody leave after a round; 0: he never came. His points stay.

    A table of a later round that was locked with him is not locked any more. Raises BegunError
    where a later round with him has begun, and NobodyLeftError where the others are too few;
    then plan fewer rounds first.
    """
    event = held(participant.event)
    if after_round < 0:
        raise NoSuchRoundError(after_round)
    field = read(event)
    changed = field.without(participant, after_round)
    left = changed.participants[changed.index(participant)]
    left.save(update_fields=["to_round"])
    subject = f"{left.number} after {after_round}"
    note(event=event, verb="participant.withdrawn", actor=actor, subject=subject)
    _draw_if_any(changed, field.first_changed(changed), actor)
    raise_version(event.pk)
    return left


@transaction.atomic
def set_rounds(*, event: Event, rounds: int, actor: str) -> Event:
    """Plan so many rounds in all: fewer, so that the evening ends early, or more.

    Raises BegunError where a round that would fall away has begun, NoSuchRoundError for a number
    that cannot be planned, and NobodyLeftError where too few play for another.
    """
    event = held(event)
    field = read(event)
    if not 0 <= rounds <= MOST_ROUNDS:
        raise NoSuchRoundError(rounds)
    begun = max((one.number for one in field.rounds if one.begun), default=0)
    if begun > rounds:
        raise BegunError(begun)
    before, event.planned_rounds = event.planned_rounds, rounds
    event.save(update_fields=["planned_rounds"])
    event.rounds.filter(number__gt=rounds).delete()
    note(event=event, verb="rounds.planned", actor=actor, subject=str(rounds))
    if rounds > before:
        _draw_if_any(read(event), before + 1, actor)
    raise_version(event.pk)
    return event


@transaction.atomic
def substitute(*, seat: Seat, person: Person | None, name: str, actor: str) -> Seat:
    """Let somebody play on a chair for whose it is, for this round; nobody: he plays himself.

    A name without a person will do. The place keeps its points. Raises SubstituteError.
    """
    event = held(seat.round.event)
    if Round.objects.get(pk=seat.round_id).state == Round.State.FINAL:
        raise SubstituteError(SubstituteCode.CLOSED)
    found = Seat.objects.select_related("round").filter(pk=seat.pk).first()
    if found is None:
        raise SubstituteError(SubstituteCode.NO_SEAT)
    if person is not None:
        others = Seat.objects.filter(round=found.round_id)
        helps = others.exclude(pk=found.pk).filter(substitute=person).exists()
        if helps or others.filter(participant__person=person).exists():
            raise SubstituteError(SubstituteCode.PLAYS)
    said = (name.strip() or (person.name if person else ""))[:LONGEST_NAME]
    found.substitute, found.substitute_name = person, said
    found.save(update_fields=["substitute", "substitute_name"])
    note(event=event, verb="substitute.set", actor=actor, subject=f"{found.round.number}: 1")
    raise_version(event.pk)
    return found


@transaction.atomic
def wish(*, event: Event, one: Participant, other: Participant, kind: str, actor: str) -> Wish:
    """Write down what two ask of the seating; the next draw keeps it where it can.

    Two have one wish: a second takes the first one's place. Raises WishError.
    """
    first, second = _pair(event, one, other)
    if kind not in Wish.Kind.values:
        raise WishError
    event = held(event)
    made, _new = Wish.objects.update_or_create(
        one=first, other=second, defaults={"event": event, "kind": kind}
    )
    _noted(event, "wish.made", f"{first.number}, {second.number}: {kind}", actor)
    return made


@transaction.atomic
def unwish(*, event: Event, one: Participant, other: Participant, actor: str) -> None:
    """Take back what two asked; taking back twice is once. Raises WishError."""
    first, second = _pair(event, one, other)
    event = held(event)
    Wish.objects.filter(one=first, other=second).delete()
    _noted(event, "wish.withdrawn", f"{first.number}, {second.number}", actor)


@transaction.atomic
def keep_seat(
    *, participant: Participant, table: int | None, seat: int | None, actor: str
) -> Participant:
    """Let somebody have his own table, and his own seat there; None: any. Raises WishError."""
    if table is not None and not 1 <= table <= MOST_PLAYERS // 3:
        raise WishError
    if seat is not None and (table is None or not 0 <= seat < MOST_SEATS):
        raise WishError
    event = held(participant.event)
    participant.own_table, participant.own_seat = table, seat
    participant.save(update_fields=["own_table", "own_seat"])
    _noted(event, "seat.kept", f"{participant.number}: {table}, {seat}", actor)
    return participant


@transaction.atomic
def set_strength(*, participant: Participant, strength: int | None, actor: str) -> Participant:
    """Put somebody into a group of strength, 1 the strongest; None: none. Raises WishError."""
    if strength is not None and not 1 <= strength <= MOST_STRENGTH:
        raise WishError
    event = held(participant.event)
    participant.strength = strength
    participant.save(update_fields=["strength"])
    _noted(event, "strength.set", f"{participant.number}: {strength}", actor)
    return participant


def _pair(event: Event, one: Participant, other: Participant) -> tuple[Participant, Participant]:
    """Return both in the order of their numbers."""
    if one.pk == other.pk or {one.event_id, other.event_id} != {event.pk}:
        raise WishError
    return (one, other) if one.number < other.number else (other, one)


def _draw_if_any(field: EveningField, first: int | None, actor: str) -> None:
    if first is not None and field.open(first):
        draw(field, field.event.seed, actor, first=first)


def _noted(event: Event, verb: str, subject: str, actor: str) -> None:
    note(event=event, verb=verb, actor=actor, subject=subject)
    raise_version(event.pk)


__all__ = [
    "come_back",
    "join",
    "keep_seat",
    "plan_after_join",
    "plan_after_withdraw",
    "set_rounds",
    "set_strength",
    "substitute",
    "unwish",
    "wish",
    "withdraw",
]
