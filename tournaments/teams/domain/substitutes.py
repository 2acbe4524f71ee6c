"""Who is missing in a round, and who plays for him."""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Q

from lhombre_club.members.models import Attendance, Person
from lhombre_club.refusal import Refusal
from tournaments.book.accounts import deals_at, held_tables, next_deals
from tournaments.book.activity import note, raise_version
from tournaments.book.names import sitter_name
from tournaments.models import Event, Participant, Round, Seat, Table
from tournaments.plans.matches import lend
from tournaments.teams.reasons import SubstituteReason


@dataclass(frozen=True, slots=True)
class Lent:
    """What a draw of substitutes has come to."""

    seats: tuple[Seat, ...]
    """Those that somebody else plays on now."""
    uncovered: tuple[Participant, ...]
    """For whom nobody was left."""


def spare(round_: Round) -> list[Participant]:
    """Return who has no seat in ``round_`` and helps nobody there yet; one query.

    They are of the pairs or teams that sit it out, or in none. Who is marked as away on the day
    helps nobody.
    """
    seats = Seat.objects.filter(round=round_)
    event = round_.event
    away = Attendance.objects.filter(club=event.club_id, date=round_.date or event.date)
    away = away.filter(state=Attendance.State.AWAY)
    return list(
        Participant.objects.filter(event=round_.event_id)
        .exclude(pk__in=seats.values("participant"))
        .exclude(person__in=seats.exclude(substitute=None).values("substitute"))
        .exclude(person=None)
        .exclude(person__in=away.values("person"))
        .select_related("team", "person")
    )


def helped(event: Event) -> dict[UUID, int]:
    """Return how often each person has helped in ``event``; one query."""
    seats = Seat.objects.filter(round__event=event, substitute__isnull=False)
    counted = seats.order_by().values_list("substitute").annotate(times=Count("pk"))
    return {person: times for person, times in counted if person is not None}


@transaction.atomic
def lend_substitutes(*, round_: Round, missing: Collection[UUID], actor: str) -> Lent:
    """Draw who plays for the participants ``missing``: who has helped least, then by lot.

    At a table that has begun he plays from its next deal on. Who has a substitute already keeps
    him. The place keeps the points, and the substitute what he did. Refused for SubstituteReason.
    """
    seats = [seat for seat in _held(round_, missing) if not seat.substitute_name]
    free = {player.number: player for player in spare(round_)}
    times = helped(round_.event)
    lent = {
        number: times.get(player.person.pk, 0) for number, player in free.items() if player.person
    }
    of = {seat.participant.number: seat for seat in seats}
    chance = random.Random(f"{round_.event.seed} {round_.number} {sorted(of)}")  # noqa: S311
    drawn = lend(sorted(of), sorted(free), lent, chance)
    begins = next_deals({seat.table_id for seat in seats})
    for number, helper in drawn.items():
        since = begins.get(of[number].table_id, 1)
        _put(of[number], free[helper].person, free[helper].name, since)
    _told(round_, "substitutes.drawn", actor, len(drawn))
    return Lent(
        seats=tuple(of[number] for number in drawn),
        uncovered=tuple(of[number].participant for number in sorted(of) if number not in drawn),
    )


@transaction.atomic
def set_substitute(
    *,
    seat: Seat,
    person: Person | None,
    name: str = "",
    since: int = 1,
    later: bool = False,
    actor: str,
) -> Seat:
    """Let somebody play on a chair for whose it is; nobody: he plays himself.

    A name without a person will do. ``since``: the first deal that he plays in this round.
    ``later``: on the chairs of the later rounds too, from their first deal. The place keeps its
    points. Refused for SubstituteReason.
    """
    event = seat.round.event
    held_tables(event)
    own = Seat.objects.filter(round__event=event, participant=seat.participant_id)
    own = own.select_related("round__event", "participant").order_by("round__number")
    first = own.filter(pk=seat.pk).first()
    if first is None:
        raise Refusal(SubstituteReason.NO_SEAT)
    if first.round.state == Round.State.FINAL:
        raise Refusal(SubstituteReason.CLOSED)
    after = own.filter(round__number__gt=first.round.number).exclude(round__state=Round.State.FINAL)
    said = sitter_name(event, person, name)
    _expect_free_before(first, since, said)
    for chair in (first, *(after if later else ())):
        if person is not None and _plays(person, chair):
            raise Refusal(SubstituteReason.PLAYS, number=chair.round.number)
        _put(chair, person, said, since if chair == first else 1)
        _told(chair.round, "substitute.set", actor, 1)
    return first


def _expect_free_before(chair: Seat, since: int, name: str) -> None:
    """Refuse a deal that the table has not, and where a third has played some before it."""
    deals = deals_at(chair.round.event, Seat.objects.filter(table=chair.table_id).count())
    if not 1 <= since <= deals:
        raise Refusal(SubstituteReason.NO_DEAL, deals=deals)
    before = chair.substitute_name
    if before not in {"", name} and chair.substitute_from < since:
        raise Refusal(SubstituteReason.THIRD, name=before, deal=chair.substitute_from)


def _plays(person: Person, chair: Seat) -> bool:
    """Whether somebody has a seat in the round of a chair himself, or helps on another there."""
    helps = Q(substitute=person) & ~Q(pk=chair.pk)
    here = Seat.objects.filter(round=chair.round_id)
    return here.filter(helps | Q(participant__person=person)).exists()


def _held(round_: Round, missing: Collection[UUID]) -> Sequence[Seat]:
    """Return the seats of ``missing``, and let nobody else write in the round till the commit."""
    list(Table.objects.select_for_update(of=("self",)).filter(round=round_))
    state = Round.objects.get(pk=round_.pk).state
    if state == Round.State.FINAL:
        raise Refusal(SubstituteReason.CLOSED)
    seats = Seat.objects.filter(round=round_, participant__in=missing)
    found = list(seats.select_related("participant").order_by("participant__number"))
    if len(found) < len(set(missing)):
        raise Refusal(SubstituteReason.NO_SEAT)
    return found


def _put(seat: Seat, person: Person | None, name: str, since: int = 1) -> None:
    seat.substitute, seat.substitute_name, seat.substitute_from = person, name, since
    seat.save(update_fields=["substitute", "substitute_name", "substitute_from"])


def _told(round_: Round, verb: str, actor: str, number: int) -> None:
    note(event=round_.event, verb=verb, actor=actor, round=round_.number, seats=number)
    raise_version(round_.event_id)
