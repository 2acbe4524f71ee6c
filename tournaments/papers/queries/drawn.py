"""Who was in no draw: they came to a table that had room, after it."""

from tournaments.models import Event


def in_no_draw(event: Event) -> frozenset[int]:
    """Return the numbers of those who came after the last draw; one query.

    Who has left and comes back to a table was in an earlier one.
    """
    verbs = ("participant.joined", "participant.withdrawn", "rounds.drawn", "seating.chosen")
    rows = event.activities.filter(verb__in=verbs).values_list("verb", "facts")
    outside: set[int] = set()
    known: set[int] = set()
    for verb, facts in rows:
        if verb == "participant.joined" and facts["player"] not in known:
            outside.add(facts["player"])
        elif verb == "participant.withdrawn" and facts["player"] not in outside:
            known.add(facts["player"])
        elif verb in {"rounds.drawn", "seating.chosen"}:
            outside.clear()
    return frozenset(outside)
