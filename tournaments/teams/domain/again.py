"""What stays when the matches are drawn again, and what does not.

A round keeps the evening to which it was moved, and a chair its substitute, as long as there is
such a round and such a chair.
"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Event, Round, Seat
from tournaments.teams.queries import days_of

Seated = Sequence[frozenset[int]]
"""The numbers of those who have a seat, round by round."""


@dataclass(frozen=True, slots=True)
class Lost:
    """What another draw throws away."""

    released: tuple[int, ...]
    """Numbers of the rounds that become drafts again."""
    dates: tuple[tuple[int, dt.date], ...]
    """The evenings to which rounds were moved, each after the round's number."""
    substitutes: tuple[Seat, ...]
    """The chairs on which nobody plays instead any more."""

    def __bool__(self) -> bool:
        """Whether anything is."""
        return bool(self.released or self.dates or self.substitutes)


def lost_by(event: Event, seated: Seated, first: dt.date | None, days: int) -> Lost:
    """Return what goes when an event is drawn so, from a first day on and every so many days."""
    rounds = list(event.rounds.order_by("number"))
    kept = dates_kept(event, first, days)
    released = tuple(one.number for one in rounds if one.state != Round.State.DRAFT)
    moved = tuple(_moved(event, rounds, kept, len(seated)))
    stay = {seat.pk for seat in _that_stay(event, seated)}
    chairs = (seat for seat in _substituted(event) if seat.pk not in stay)
    return Lost(released, moved, tuple(chairs))


def dates_kept(event: Event, first: dt.date | None, days: int) -> Mapping[int, dt.date | None]:
    """Return when each round is played now; nothing where other days are asked for."""
    if (first or event.date, days) != days_of(event):
        return {}
    return dict(event.rounds.values_list("number", "date"))


def substitutes_kept(event: Event, seated: Seated) -> dict[tuple[int, int], Seat]:
    """Return the chairs that keep their substitute, by the round's number and the player's."""
    return {
        (seat.round.number, seat.participant.number): seat for seat in _that_stay(event, seated)
    }


def _moved(
    event: Event, rounds: Sequence[Round], kept: Mapping[int, dt.date | None], count: int
) -> Iterator[tuple[int, dt.date]]:
    """Yield the rounds that are not where the first two lead, and lose that."""
    first, days = days_of(event)
    for one in rounds:
        regular = first + dt.timedelta(days=days * (one.number - 1))
        is_kept = one.number in kept and one.number <= count
        if one.date not in {None, regular} and not is_kept:
            yield one.number, one.date


def _that_stay(event: Event, seated: Seated) -> Iterator[Seat]:
    """Yield the chairs with a substitute of which there is one again, and he is free for it."""
    numbers = dict(event.participants.exclude(person=None).values_list("person_id", "number"))
    for seat in _substituted(event):
        at = seat.round.number - 1
        here: frozenset[int | None] = frozenset(seated[at]) if at < len(seated) else frozenset()
        helper = numbers.get(seat.substitute_id) if seat.substitute_id else None
        if seat.participant.number in here and helper not in here:
            yield seat


def _substituted(event: Event) -> Sequence[Seat]:
    chairs = Seat.objects.filter(round__event=event).exclude(substitute_name="")
    order = ("round__number", "participant__number")
    return list(chairs.select_related("round", "participant").order_by(*order))
