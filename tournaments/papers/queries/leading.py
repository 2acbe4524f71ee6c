"""Which round the page of papers begins with: that whose sheets the room needs next."""

from tournaments.models import Event, Round
from tournaments.review.queries.rounds import rounds


def leading_first(event: Event) -> tuple[list[Round], bool]:
    """Return the rounds that are shown, and whether all of the event are closed.

    A draft of an evening that was broken off is not one of them.

    First the lowest with a sheet not in and those that come after it, then the newest. Six
    queries, however many there are.
    """
    newest = list(event.rounds.filter(state__in=Round.SHOWN).order_by("-number"))
    plan = rounds(event)
    missing = {each.number for each in plan if not each.is_over}
    leading = min((each.number for each in newest if each.number in missing), default=None)
    seen = [each for each in plan if each.is_released or not event.abandoned]
    over = bool(seen) and all(each.is_final for each in seen)
    to_come = [each for each in reversed(newest) if leading and each.number >= leading]
    return [*to_come, *(each for each in newest if each not in to_come)], over
