"""Draw the rounds of an event anew, and show them to the room."""

from django.db import transaction
from django.utils import timezone

from tournaments.book.activity import note
from tournaments.book.begun import expect_no_results
from tournaments.book.proving.seals import seal
from tournaments.book.sat import came
from tournaments.folders.domain import demand_sound
from tournaments.models import Event, Round
from tournaments.seating.domain.drawing import draw_rest, expect_ready
from tournaments.seating.domain.evening import held, read


@transaction.atomic
def draw_rounds(*, event: Event, actor: str, seed: int | None = None) -> Event:
    """Draw all rounds anew, from ``seed`` or a new one; what was drawn before is thrown away.

    Locked tables stay. A plan that was released is a draft again. Refused for HAS_RESULTS once a
    deal is in, and as ``draw_rest`` is.
    """
    # Nobody enters a deal between the question and the draw.
    event = held(event)
    expect_no_results(event)
    return draw_rest(event=event, actor=actor, seed=seed)


@transaction.atomic
def release_rounds(
    *, event: Event, actor: str, only: Round | None = None, seen: str | None = None
) -> Event:
    """Show the plan, or one round of it, to the room and open its tables for results.

    Releasing twice is once. Refused for STALE where ``seen``, the mark of the plan that somebody
    looked at, is not that of this plan, for UNSEATED where somebody who plays in a round has
    neither a seat in it nor sits out in turn, for ABSENT where somebody has one who does not
    play, and as ``demand_sound`` is where the event's folders would go wrong.
    """
    event = held(event)
    field = read(event)
    field.expect_seen(seen)
    demand_sound(event)
    waiting = event.rounds.filter(state=Round.State.DRAFT)
    if only is not None:
        waiting = waiting.filter(pk=only.pk)
    numbers = list(waiting.values_list("number", flat=True))
    for number in numbers:
        expect_ready(field, field.round(number))
    if waiting.update(state=Round.State.RELEASED, released_at=timezone.now()):
        alone = only.number if only else None
        note(event=event, verb="rounds.released", actor=actor, round=alone)
        seal(event.pk, list(event.rounds.filter(number__in=numbers)))
        if only is not None and _is_next(only):
            came(only, actor)
    return event


def _is_next(round_: Round) -> bool:
    """Whether a round is begun now: the one before it is over. Who is late misses the first."""
    before = Round.objects.filter(event=round_.event, number__lt=round_.number)
    return round_.number > 1 and not before.exclude(state=Round.State.FINAL).exists()
