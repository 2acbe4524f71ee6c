"""Of which evenings the figures may still change, though they were played."""

from dataclasses import dataclass

from django.db.models import Q

from tournaments.models import Activity, Event, Flag, Protest, Round, Table
from tournaments.review.domain.verification import RELATED, Checking


@dataclass(frozen=True, slots=True)
class Doubts:
    """What may still change the figures of some tables."""

    rounds: tuple[Round, ...] = ()
    """With their events: provisional, or opened again."""
    protests: int = 0
    """Those that are open."""
    missing: int = 0
    """Deals of rounds that are played now which are not entered."""
    ahead: int = 0
    """Deals that count already, and that others have still to play from their folders."""


def provisional_rounds(within: Q) -> tuple[Round, ...]:
    """Return the rounds that are provisional or were opened again, with their events; two queries.

    ``within`` says which, as a condition on rounds. One that was never closed is being played.
    """
    states = (Round.State.PROVISIONAL, Round.State.RELEASED)
    asked = Round.objects.filter(within, state__in=states).distinct()
    rounds = asked.select_related("event").order_by("event__date", "event__created_at", "number")
    events = {round_.event_id for round_ in rounds}
    deeds = Activity.objects.filter(verb="round.reopened", event__in=events) if events else ()
    reopened = {(deed.event_id, deed.facts["round"]) for deed in deeds}
    return tuple(
        round_
        for round_ in rounds
        if round_.state == Round.State.PROVISIONAL or (round_.event_id, round_.number) in reopened
    )


def doubts(rounds: Q, protests: Q) -> Doubts:
    """Return what may still change the figures; the conditions say of what. Three queries."""
    open_ = Protest.objects.filter(protests, state=Protest.State.OPEN)
    return Doubts(provisional_rounds(rounds), open_.count())


def open_matters(event: Event) -> tuple[list[Protest], list[Flag]]:
    """Return the open protests and the open doubts by round, table and deal; two queries.

    They come with their rounds.
    """
    here = Q(table__round__event=event)
    order = ("table__round__number", "table__number", "deal", "created_at")
    protests = Protest.objects.filter(here, state=Protest.State.OPEN).order_by(*order)
    flags = Flag.objects.filter(here, state=Flag.State.OPEN).order_by(*order)
    return list(protests.select_related("table__round")), list(flags.select_related("table__round"))


@dataclass(frozen=True, slots=True)
class Unproved:
    """Sheets of a round that somebody has to look at before it is closed."""

    unconfirmed: tuple[int, ...] = ()
    """Numbers of the tables whose sheets are not proved as the event asks."""
    other_sums: tuple[Table, ...] = ()
    """Those whose paper has other sums than what was entered, though nothing asks for them."""

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self.unconfirmed or self.other_sums)


def unproved_tables(event: Event, number: int) -> Unproved:
    """Return the tables of a round whose sheets are to be looked at.

    One query where the event asks for nothing and no sums were typed, else one more for each kind
    of row, however many tables.
    """
    tables = Table.objects.filter(round__event=event, round__number=number)
    asks = event.verification != Event.Verification.NONE
    known = tables if asks else tables.filter(stated__isnull=False).distinct()
    read = known.order_by("number").select_related("round__event").prefetch_related(*RELATED)
    sheets = [Checking.of(table) for table in read]
    return Unproved(
        tuple(each.table.number for each in sheets if each.gaps()),
        tuple(each.table for each in sheets if each.has_other_sums),
    )
