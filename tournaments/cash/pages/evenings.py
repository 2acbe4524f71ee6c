"""What the page of an evening's fee and prizes says."""

from collections.abc import Sequence
from uuid import UUID

from lhombre_club.members.models import Person
from tournaments.cash.words import figure
from tournaments.models import EveningPrize, Event, Round
from tournaments.standings.queries.standings import standings


def in_standing(event: Event) -> list[tuple[UUID, str, Person | None]]:
    """Return who plays in an event, as the standings are now, or else by number."""
    rows = list(event.participants.select_related("person"))
    placed: list[UUID] = []
    if event.rounds.filter(state__in=Round.SHOWN).exists():
        placed = [row.participant for row in standings(event).rows]
    order = {key: place for place, key in enumerate(placed)}
    rows.sort(key=lambda each: (order.get(each.pk, len(order)), each.number))
    return [(each.pk, each.name, each.person) for each in rows]


def otherwise(event: Event, prizes: Sequence[EveningPrize]) -> str:
    """Return who stands now in the places of which the prizes were given to others; else nothing.

    Prizes of money alone are by place, where there are any: one in kind is for the last as well.
    """
    by_place = [each for each in prizes if each.amount] or list(prizes)
    if not by_place or not event.rounds.filter(state__in=Round.SHOWN).exists():
        return ""
    people = dict(event.participants.values_list("pk", "person"))
    now = [
        (row.place, row.name, people.get(row.participant) or row.name)
        for row in standings(event).rows
        if row.place is not None
    ]
    got = [each.person_id or each.name for each in by_place]
    theirs = [place for each in got for place, _name, who in now if who == each]
    if theirs == [place for place, *_who in now][: len(got)]:
        return ""
    return "; ".join(f"{place} {name}" for place, name, _who in now[: len(got)])


def prize_lines(prizes: Sequence[EveningPrize]) -> list[tuple[int, str, str, str]]:
    """Return place, name, kroner and what in kind of each prize."""
    return [(each.place, each.name, figure(each.amount), each.kind) for each in prizes]
