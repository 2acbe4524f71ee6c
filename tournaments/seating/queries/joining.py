"""From which round somebody could still come into an event, his chairs there, and wishes."""

from uuid import UUID

from django.db.models import Max, Q

from lhombre_club.members.queries import wishes_among
from tournaments.book.begun import has_begun, rounds_begun
from tournaments.models import Event, Participant, Round, Seat, Wish


def next_round(event: Event) -> int:
    """Return the number of the first round that has not begun, or one more than there are."""
    return max(rounds_begun(event), default=0) + 1


def chairs_of(player: Participant) -> list[Seat]:
    """Where somebody sits in the rounds that are not closed, the first first."""
    open_ = Seat.objects.filter(participant=player).exclude(round__state=Round.State.FINAL)
    return list(open_.select_related("round", "table", "participant").order_by("round__number"))


def played_until(player: Participant) -> int:
    """Return the last round in which something stands at the table at which he sits; 0: in none."""
    played = player.seats.filter(has_begun("table"))
    return played.aggregate(last=Max("round__number"))["last"] or 0


def wishes_of(player: Participant) -> list[Wish]:
    """What somebody wishes, or another wishes of him."""
    his = Wish.objects.filter(Q(one=player) | Q(other=player))
    return list(his.select_related("one", "other"))


def standing(event: Event) -> frozenset[frozenset[UUID | None]]:
    """Which two of those who play have a wish that the club keeps for every evening."""
    people = event.participants.exclude(person=None).values_list("person_id", flat=True)
    kept = wishes_among(event.club, people)
    return frozenset(frozenset((row.one_id, row.other_id)) for row in kept)


def substitutes(event: Event) -> list[Seat]:
    """Return the chairs on which others play than those they belong to, in order; one query."""
    chairs = Seat.objects.filter(round__event=event).exclude(substitute_name="")
    return list(chairs.select_related("participant", "round").order_by("round__number"))
