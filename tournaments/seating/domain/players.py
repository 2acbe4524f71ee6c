"""Who comes late, who leaves, and what somebody asks of the seating.

What was played stays; the rounds that are not begun are planned anew in the same transaction.
"""

from typing import Final

from django.db import transaction

from lhombre_club.members.domain import drop_wish, keep_wish
from lhombre_club.members.models import Membership, Person
from lhombre_club.refusal import Refusal
from tournaments.book.activity import Fact, note, raise_version
from tournaments.book.replaced import remove_rounds
from tournaments.models import Event, Participant, Wish
from tournaments.models.round import MOST_SEATS
from tournaments.plans.planner import MOST_PLAYERS, MOST_ROUNDS
from tournaments.seating.domain.drawing import draw
from tournaments.seating.domain.evening import EveningField, held, read
from tournaments.seating.domain.options import with_person
from tournaments.seating.domain.presence import came, never_came
from tournaments.seating.domain.stored import store_people, store_wishes
from tournaments.seating.reasons import SeatingReason

MOST_STRENGTH: Final = 20


@transaction.atomic
def join(*, event: Event, person: Person, from_round: int, actor: str) -> Participant:
    """Let somebody play from a round that is not begun: a new one, or one who comes back.

    Refused for NO_ROUND_LEFT, NO_SUCH_ROUND, BEGUN, NOBODY_LEFT and NO_PLAN.
    """
    event = held(event)
    field = read(event)
    field.expect_open(from_round)
    changed = with_person(field, person, from_round)
    participant = store_join(changed, person, actor)
    _draw_if_any(changed, field.first_changed(changed), actor)
    raise_version(event.pk)
    return participant


@transaction.atomic
def come_back(*, participant: Participant, from_round: int, actor: str) -> Participant:
    """Let somebody who left, or was to come later, play from a round that is not begun.

    Refused as ``join`` is.
    """
    event = held(participant.event)
    field = read(event)
    field.expect_open(from_round)
    changed = field.returned(participant, from_round)
    back = changed.participants[changed.index(participant)]
    back.save(update_fields=["from_round", "to_round"])
    note(event=event, verb="participant.back", actor=actor, player=back.number)
    came(back, event, actor)
    _draw_if_any(changed, field.first_changed(changed), actor)
    raise_version(event.pk)
    return back


@transaction.atomic
def withdraw(*, participant: Participant, after_round: int, actor: str) -> Participant:
    """Let somebody leave after a round; 0: he never came. His points stay.

    A table of a later round that was locked with him is not locked any more. Refused for
    WITHIN, WITHIN_LAST or PLAYED where a later round with him has begun, and for NOBODY_LEFT where
    the others are too few; then plan fewer rounds first.
    """
    event = held(participant.event)
    if after_round < 0:
        raise Refusal(SeatingReason.NO_SUCH_ROUND, number=after_round)
    field = read(event)
    changed = field.without(participant, after_round)
    left = store_leave(changed, participant, actor)
    _draw_if_any(changed, field.first_changed(changed), actor)
    raise_version(event.pk)
    return left


@transaction.atomic
def set_rounds(*, event: Event, rounds: int, actor: str) -> Event:
    """Plan so many rounds in all: fewer, so that the evening ends early, or more.

    Refused for BEGUN where a round that would fall away has begun, for NO_SUCH_ROUND where the
    number cannot be planned, and for NOBODY_LEFT where too few play for another.
    """
    event = held(event)
    field = read(event)
    if not 0 <= rounds <= MOST_ROUNDS:
        raise Refusal(SeatingReason.NO_SUCH_ROUND, number=rounds)
    begun = max((one.number for one in field.rounds if one.begun), default=0)
    if begun > rounds:
        raise Refusal(SeatingReason.BEGUN, number=begun)
    before, event.planned_rounds = event.planned_rounds, rounds
    event.save(update_fields=["planned_rounds"])
    remove_rounds(event.rounds.filter(number__gt=rounds))
    note(event=event, verb="rounds.planned", actor=actor, rounds=rounds)
    if rounds > before:
        _draw_if_any(read(event), before + 1, actor)
    raise_version(event.pk)
    return event


@transaction.atomic
def wish(
    *,
    event: Event,
    one: Participant,
    other: Participant,
    kind: str,
    actor: str,
    every_evening: bool = False,
) -> Wish:
    """Write down what two ask of the seating; the next draw keeps it where it can.

    Two have one wish: a second takes the first one's place. ``every_evening``: the club keeps it
    for the evenings to come too, where both are members. Refused for WISH.
    """
    first, second = _pair(event, one, other)
    if kind not in Wish.Kind.values:
        raise Refusal(SeatingReason.WISH)
    event = held(event)
    made, _new = Wish.objects.update_or_create(
        one=first, other=second, defaults={"event": event, "kind": kind}
    )
    _noted(event, "wish.made", actor, player=first.number, other=second.number, kind=kind)
    people = _members(event, first, second)
    if every_evening and people:
        keep_wish(club=event.club, one=people[0], other=people[1], kind=kind, actor=actor)
    return made


@transaction.atomic
def unwish(
    *, event: Event, one: Participant, other: Participant, actor: str, every_evening: bool = False
) -> None:
    """Take back what two asked; taking back twice is once. Refused for WISH.

    ``every_evening``: the club keeps it no longer either.
    """
    first, second = _pair(event, one, other)
    event = held(event)
    Wish.objects.filter(one=first, other=second).delete()
    _noted(event, "wish.withdrawn", actor, player=first.number, other=second.number)
    people = _members(event, first, second)
    if every_evening and people:
        drop_wish(club=event.club, one=people[0], other=people[1], actor=actor)


@transaction.atomic
def keep_seat(
    *, participant: Participant, table: int | None, seat: int | None, actor: str
) -> Participant:
    """Let somebody have his own table, and his own seat there; None: any. Refused for WISH."""
    if table is not None and not 1 <= table <= MOST_PLAYERS // 3:
        raise Refusal(SeatingReason.WISH)
    if seat is not None and (table is None or not 0 <= seat < MOST_SEATS):
        raise Refusal(SeatingReason.WISH)
    event = held(participant.event)
    participant.own_table, participant.own_seat = table, seat
    participant.save(update_fields=["own_table", "own_seat"])
    _noted(event, "seat.kept", actor, player=participant.number, own_table=table, own_seat=seat)
    return participant


@transaction.atomic
def set_strength(*, participant: Participant, strength: int | None, actor: str) -> Participant:
    """Put somebody into a group of strength, 1 the strongest; None: none. Refused for WISH."""
    if strength is not None and not 1 <= strength <= MOST_STRENGTH:
        raise Refusal(SeatingReason.WISH)
    event = held(participant.event)
    participant.strength = strength
    participant.save(update_fields=["strength"])
    _noted(event, "strength.set", actor, player=participant.number, strength=strength)
    return participant


def store_join(changed: EveningField, person: Person, actor: str) -> Participant:
    """Write down that a person plays, as the evening has it; where he sits is not said yet."""
    (participant,) = (one for one in changed.participants if one.person_id == person.pk)
    participant.save()
    store_people(changed)
    store_wishes(changed, actor)
    note(event=changed.event, verb="participant.joined", actor=actor, player=participant.number)
    came(participant, changed.event, actor)
    return participant


def store_leave(changed: EveningField, participant: Participant, actor: str) -> Participant:
    """Write down after which round somebody leaves, as the evening has it."""
    event, left = changed.event, changed.participants[changed.index(participant)]
    left.save(update_fields=["to_round"])
    facts: dict[str, Fact] = {"player": left.number, "round": left.to_round}
    note(event=event, verb="participant.withdrawn", actor=actor, **facts)
    if not left.to_round:
        never_came(left, event, actor)
    return left


def _members(event: Event, one: Participant, other: Participant) -> tuple[Person, Person] | None:
    """Return who they are, where the club has both among its members."""
    if one.person is None or other.person is None:
        return None
    both = (one.person, other.person)
    known = Membership.objects.filter(club=event.club, person__in=both).count()
    return both if known == len(both) else None


def _pair(event: Event, one: Participant, other: Participant) -> tuple[Participant, Participant]:
    """Return both in the order of their numbers."""
    if one.pk == other.pk or {one.event_id, other.event_id} != {event.pk}:
        raise Refusal(SeatingReason.WISH)
    return (one, other) if one.number < other.number else (other, one)


def _draw_if_any(field: EveningField, first: int | None, actor: str) -> None:
    if first is not None and field.open(first):
        draw(field, field.event.seed, actor, first=first)


def _noted(event: Event, verb: str, actor: str, **facts: Fact) -> None:
    note(event=event, verb=verb, actor=actor, **facts)
    raise_version(event.pk)
