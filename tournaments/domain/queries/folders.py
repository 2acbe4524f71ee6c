"""How each folder was played at all tables: only those that every table has behind it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.card import value_of
from tournaments.domain.accounts import Frame, current, settled
from tournaments.domain.folders import FolderSettings, deals_of, plan_of
from tournaments.models import Event, Revision, Round, Table
from tournaments.seating.folders import FolderDeal, Movement, movement, open_folders

Cards = tuple[int, int]
"""Shuffle and folder."""


@dataclass(frozen=True, slots=True)
class Played:
    """One folder at one table."""

    round: int
    table: int
    deal: int
    """Number on the sheet."""
    dealer: int
    names: tuple[str, ...]
    record: Mapping[str, Any] | None
    """None: there is no result, such as when the deal was annulled."""
    value: int
    """Points from or to each opponent, in a pott from it or into it; 0 if all passed."""
    points: tuple[int, ...]
    """By seat."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One folder of an event, by shuffle and number, at all tables that played it."""

    folders: Mapping[Cards, tuple[Played, ...]]
    waiting: int
    """How many folders somebody has still to play."""


def compared(event: Event) -> Compared:
    """Return what may be published of the folders of ``event``; five queries."""
    tables = _tables(event)
    rows: dict[int, list[tuple[FolderDeal, Played | None]]] = {}
    for table in tables:
        rows.setdefault(table.number, []).extend(_rows(table))
    made = tuple(tuple(deal for deal, _ in lines) for lines in rows.values())
    behind = [_behind(lines) for lines in rows.values()]
    shown = open_folders(made, behind) & _all_drawn(event, made)
    found: dict[Cards, list[Played]] = {cards: [] for cards in sorted(shown)}
    for lines in rows.values():
        for deal, played in lines:
            if played is not None and deal.cards in found:
                found[deal.cards].append(played)
    every = {deal.cards for table in made for deal in table}
    return Compared(
        {cards: tuple(there) for cards, there in found.items()}, len(every) - len(found)
    )


def _tables(event: Event) -> list[Table]:
    tables = Table.objects.filter(round__event=event).order_by("round__number", "number")
    found = tables.select_related("round__event__folder_plan")
    return list(found.prefetch_related("seats__participant", "revisions"))


def _rows(table: Table) -> Iterator[tuple[FolderDeal, Played | None]]:
    """Yield each deal of a table's sheet with what was played; None where nothing is in yet."""
    seats = list(table.seats.all())
    frame = Frame.of(table, players=len(seats))
    counting = current(table.revisions.all())
    lines = {line.revision.deal: line for line in settled(frame, counting)}
    names = tuple(seat.participant.name for seat in seats)
    for number, deal in enumerate(deals_of(table, frame.deals), start=1):
        revision, line = counting.get(number), lines.get(number)
        if not _is_over(table.round, revision):
            yield deal, None
            continue
        yield (
            deal,
            Played(
                round=table.round.number,
                table=table.number,
                deal=number,
                dealer=frame.dealer(number),
                names=names,
                record=revision.record if revision else None,
                value=value_of(line.account.settlement, frame.rules.accounting) if line else 0,
                points=line.account.entry.seats[: len(seats)] if line else (),
            ),
        )


def _is_over(round_: Round, revision: Revision | None) -> bool:
    """Whether nobody at the table will play the deal any more."""
    if revision is None:
        return round_.state == Round.State.FINAL
    return revision.record is not None or bool(revision.ruling)


def _behind(lines: list[tuple[FolderDeal, Played | None]]) -> int:
    """Return how many deals a table has finished, from its first on without a gap."""
    return next((place for place, (_, played) in enumerate(lines) if played is None), len(lines))


def _all_drawn(event: Event, made: Movement) -> set[Cards]:
    """Return the folders that no round which is still to be drawn brings back."""
    plan = plan_of(event)
    drawn = max((len(table) for table in made), default=0)
    rounds = event.rounds.count()
    if plan is None or not rounds or rounds >= event.planned_rounds:
        return {deal.cards for table in made for deal in table}
    whole = drawn // rounds * event.planned_rounds
    ahead = FolderSettings.of(plan).rules(whole)
    later = {deal.cards for table in movement(ahead) for deal in table[drawn:]}
    return {deal.cards for table in made for deal in table} - later
