"""What is open in a round, and who said so: protests, flags, proofs that are missing."""

import datetime as dt
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from tournaments.book.actors import USER, people
from tournaments.models import SITTER, Event, Flag, Participant, Protest, Round, Sitter, Table
from tournaments.review.domain.verification import RELATED, Gap, gaps
from tournaments.sheets.queries import Sheet, sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Checks:
    """A round's protests and doubts."""

    protests: tuple[Protest, ...]
    """With their table and participant; the open ones first."""
    flags: tuple[Flag, ...]
    """With their table; the open ones first."""
    gaps: tuple[Gap, ...]
    """Of sheets that are still looked at."""
    sheets: dict[UUID, Sheet]
    """The sheets that are protested against, by table."""
    sitters: dict[UUID, dict[UUID, Sitter]]
    """Who sits at these tables, in the order of the seats, by whose place it is."""
    people: dict[str, str]
    """Names of the users among who raised, took or cleared something, by actor."""


def checks(round_: Round) -> Checks:
    """Return what is open in a round, which comes with its event, and what was."""
    protests = tuple(
        Protest.objects.filter(table__round=round_)
        .select_related("table", "participant")
        .order_by("-state", "created_at")
    )
    flags = tuple(
        Flag.objects.filter(table__round=round_)
        .select_related("table")
        .order_by("-state", "created_at")
    )
    actors = {flag.actor for flag in flags} | {flag.owner for flag in flags}
    return Checks(
        protests=protests,
        flags=flags,
        gaps=tuple(_gaps(round_, flags)),
        sheets={table.pk: sheet(table) for table in {each.table for each in protests}},
        sitters={table.pk: sitters(table) for table in {each.table for each in protests}},
        people=people(actors | {protest.actor for protest in protests}, round_.event_id),
    )


def sitters(table: Table) -> dict[UUID, Sitter]:
    """Return who sits at a table, in the order of the seats, by whose place it is."""
    seats = table.seats.order_by("seat").values_list("participant_id", *SITTER)
    return {player: Sitter(*each) for player, *each in seats}


def protests_at(table: Table, actor: str) -> dict[int, Protest]:
    """Return one protest against each deal that was sent or noted at the table itself.

    The newest, but before it the newest that ``actor``, who looks, has sent.
    """
    own = Q(participant=None) | Q(actor__startswith=USER)
    found = table.protests.filter(own)
    return {each.deal: each for each in sorted(found, key=_before_others(actor))}


def protests_of(participant: Participant, actor: str) -> dict[tuple[UUID, int], Protest]:
    """Return one protest of the player against each deal, by table and deal, in the same way.

    What was sent at a table in nobody's name concerns all who sit there.
    """
    at_his_table = Q(participant=None, table__seats__participant=participant)
    found = Protest.objects.filter(Q(participant=participant) | at_his_table)
    ordered = sorted(found.distinct(), key=_before_others(actor))
    return {(each.table_id, each.deal): each for each in ordered}


def _before_others(actor: str) -> Callable[[Protest], tuple[bool, dt.datetime]]:
    """Order by time what others sent, and then what ``actor`` did: the last is shown."""
    return lambda protest: (protest.actor == actor, protest.created_at)


def _gaps(round_: Round, flags: Iterable[Flag]) -> list[Gap]:
    event = round_.event
    if event.verification == Event.Verification.NONE or round_.state not in Round.DECIDABLE:
        return []
    flagged = {
        (flag.table_id, flag.deal, flag.kind) for flag in flags if flag.state == Flag.State.OPEN
    }
    tables = round_.tables.select_related("round__event").prefetch_related(*RELATED)
    return [gap for gap in gaps(tables) if (gap.table, gap.deal, gap.kind) not in flagged]
