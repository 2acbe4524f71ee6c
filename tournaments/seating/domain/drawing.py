"""Seat an evening: draw what is not begun, choose a way, lock a table.

What was played is never seated otherwise. A released round whose seating changes is a draft
again, so that nobody sits down after an old plan. Who comes and goes is in ``changes``.
"""

import secrets
from collections.abc import Iterable

from django.db import transaction

from lhombre_club.refusal import Refusal
from tournaments.book.activity import note, raise_version
from tournaments.book.begun import SEED_BITS
from tournaments.models import Event, Round, Table
from tournaments.plans.layout import layout
from tournaments.seating.domain.again import plan_before, remember_draw
from tournaments.seating.domain.dealers import draw_dealers
from tournaments.seating.domain.drafts import Draft, draft
from tournaments.seating.domain.evening import EveningField, RoundField, held, read
from tournaments.seating.domain.options import options
from tournaments.seating.domain.stored import seat_again, store_people, store_wishes
from tournaments.seating.reasons import SeatingReason
from tournaments.standings.queries.standings import standings


@transaction.atomic
def draw_rest(
    *,
    event: Event,
    actor: str,
    seed: int | None = None,
    first: int = 1,
    last_round_by_standing: bool = False,
) -> Event:
    """Draw every round from ``first`` that is not begun anew, from ``seed`` or a new one.

    Locked tables stay; what was released is a draft again. Refused for NO_ROUND_LEFT where all
    have begun, and for NOBODY_LEFT where too few play in a round for a single table.
    """
    event = held(event)
    field = read(event)
    before = plan_before(field, first)
    drawn_from = secrets.randbits(SEED_BITS) if seed is None else seed
    if not any(one.begun for one in field.rounds):
        # Later it stays: it decides lots in the standings too.
        event.seed = drawn_from
        event.save(update_fields=["seed"])
    places = standing_of(field) if last_round_by_standing else ()
    draw(field, drawn_from, actor, first=first, standing=places)
    remember_draw(field, first, before)
    return event


@transaction.atomic
def choose(*, event: Event, key: str, actor: str) -> Event:
    """Seat the evening in one of the ways that ``options`` shows.

    Refused for OPTION_GONE where there is no such way any more.
    """
    event = held(event)
    option = next((one for one in options(event) if one.key == key), None)
    if option is None:
        raise Refusal(SeatingReason.OPTION_GONE)
    field = read(event)
    before = None if option.substitutes else plan_before(field)
    if option.substitutes:
        field = field.joined(option.substitutes, field.open()[0].number)
        store_people(field)
        store_wishes(field, actor)
    event.tables_of = list(option.tables_of)
    event.save(update_fields=["tables_of"])
    note(event=event, verb="seating.chosen", actor=actor, way=key)
    draw(field, event.seed, actor)
    remember_draw(field, 1, before)
    return event


def draw(
    field: EveningField,
    seed: int,
    actor: str,
    *,
    first: int = 1,
    standing: tuple[int, ...] = (),
) -> None:
    """Plan and store the rounds from ``first``; call it in a transaction that holds the event."""
    event = field.event
    _store(draft(field, event.tables_of, seed, first=first, standing=standing))
    remember_draw(field, first, None)
    note(event=event, verb="rounds.drawn", actor=actor, seed=seed)
    raise_version(event.pk)


def standing_of(field: EveningField) -> tuple[int, ...]:
    """Return everybody's place, from 0; who has none comes last."""
    rows = enumerate(standings(field.event).rows)
    places = {row.participant: place for place, row in rows}
    return tuple(places.get(one.pk, len(places)) for one in field.participants)


@transaction.atomic
def lock_table(*, table: Table, locked: bool, actor: str) -> Table:
    """Let a table of a round that is not begun stay as it is when the rest is drawn, or not.

    Refused for BEGUN.
    """
    event = held(table.round.event)
    expect_open(read(event), table.round)
    Table.objects.filter(pk=table.pk).update(locked=locked)
    table.locked = locked
    verb = "table.locked" if locked else "table.unlocked"
    number = table.round.number
    note(event=event, verb=verb, actor=actor, round=number, table=table.number)
    raise_version(event.pk)
    return table


def expect_ready(field: EveningField, one: RoundField) -> None:
    """Refuse for UNSEATED or ABSENT where a round is not to be shown to the room.

    Everybody who plays in it has a seat, or is one of as few as must sit out at tables of the
    sizes that it has. Pairs and teams sit out together; their draw answers for them.
    """
    if field.event.kind != Event.Kind.INDIVIDUAL:
        return
    playing = set(field.players(one.number))
    absent = {player for table in one.tables for player in table.players} - playing
    if absent:
        raise Refusal(SeatingReason.ABSENT, **_facts(field, one, sorted(absent)))
    out = field.byes(one.number)
    kept = {player for table in one.tables if table.locked for player in table.players}
    sizes = {len(table.players) for table in one.tables if not table.locked}
    allowed = tuple(sizes or field.event.tables_of)
    if len(out) > layout(len(playing - kept), allowed).byes:
        raise Refusal(SeatingReason.UNSEATED, **_facts(field, one, out))


def _facts(field: EveningField, one: RoundField, players: Iterable[int]) -> dict[str, object]:
    return {"number": one.number, "who": ", ".join(field.names(players))}


def _store(drawn: Draft) -> None:
    """Write the drawn rounds; tables that stand keep their rows, and so their links."""
    event = drawn.field.event
    for at, number in enumerate(drawn.numbers):
        round_, _made = Round.objects.get_or_create(event=event, number=number)
        kept = {place + 1 for place, _ in drawn.coming[at].locked}
        seats = {
            place: [drawn.field.participants[player] for player in table]
            for place, table in enumerate(drawn.plan.rounds[at], start=1)
            if table and place not in kept
        }
        seat_again(round_, kept, seats)
    draw_dealers(event, drawn.numbers)


def expect_open(field: EveningField, round_: Round) -> RoundField:
    """Return a round as the field has it; refused for BEGUN."""
    here = field.round(round_.number)
    if here.begun:
        raise Refusal(SeatingReason.BEGUN, number=here.number)
    return here
