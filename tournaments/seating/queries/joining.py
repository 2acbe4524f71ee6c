"""Who of a club could still come into an event, and from which round."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from lhombre_club.members.models import Person
from lhombre_club.members.queries import attendance, members, wishes_among
from tournaments.models import Event, Participant, Revision, Round, Seat, Wish


@dataclass(frozen=True, slots=True)
class Others:
    """Those of the club who do not play in an event."""

    tonight: tuple[Person, ...]
    """Who is marked as here, late or free on its day; substitutes first."""
    rest: tuple[Person, ...]
    """The other members, by name."""

    @property
    def all(self) -> tuple[Person, ...]:
        """All of them."""
        return (*self.tonight, *self.rest)


def others(event: Event) -> Others:
    """Who does not play in an event, those first who are at the club on its day.

    Who was to play and never came may come after all.
    """
    playing = set(event.participants.playing().values_list("person_id", flat=True))
    now = attendance(event.club, event.date)
    tonight = [person for person in (*now.free, *now.late, *now.here) if person.pk not in playing]
    known = playing | {person.pk for person in tonight}
    everybody = {row.person_id: row.person for row in members(event.club)}
    return Others(
        tonight=tuple(everybody.get(person.pk, person) for person in tonight),
        rest=tuple(person for key, person in everybody.items() if key not in known),
    )


def next_round(event: Event) -> int:
    """Return the number of the first round that has not begun, or one more than there are."""
    begun = Revision.objects.filter(table__round__event=event).values_list(
        "table__round__number", flat=True
    )
    return max(begun.distinct(), default=0) + 1


def chairs_of(player: Participant) -> list[Seat]:
    """Where somebody sits in the rounds that are not closed, the first first."""
    open_ = Seat.objects.filter(participant=player).exclude(round__state=Round.State.FINAL)
    return list(open_.select_related("round", "table", "substitute").order_by("round__number"))


def wishes_of(player: Participant) -> list[Wish]:
    """What somebody wishes, or another wishes of him."""
    his = Wish.objects.filter(Q(one=player) | Q(other=player))
    return list(his.select_related("one", "other"))


def standing(event: Event) -> frozenset[frozenset[UUID | None]]:
    """Which two of those who play have a wish that the club keeps for every evening."""
    people = event.participants.exclude(person=None).values_list("person_id", flat=True)
    kept = wishes_among(event.club, people)
    return frozenset(frozenset((row.one_id, row.other_id)) for row in kept)


def substitutes(event: Event) -> dict[tuple[UUID, UUID], str]:
    """Who plays for whom: the name, by the table and the participant."""
    sitters = Seat.objects.filter(round__event=event).exclude(substitute=None, substitute_name="")
    return {
        (seat.table_id, seat.participant_id): seat.substitute_name or str(seat.substitute)
        for seat in sitters.select_related("substitute")
    }
