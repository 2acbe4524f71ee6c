"""What is open in a round, and who said so: protests, flags, proofs that are missing."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from tournaments.book.accounts import names_at
from tournaments.book.actors import people
from tournaments.models import Event, Flag, Participant, Protest, Revision, Round
from tournaments.review.domain.verification import RELATED, Gap, gaps


@dataclass(frozen=True, slots=True, kw_only=True)
class Checks:
    """A round's protests and doubts."""

    protests: tuple[Protest, ...]
    """With their table and participant; the open ones first."""
    flags: tuple[Flag, ...]
    """With their table; the open ones first."""
    gaps: tuple[Gap, ...]
    """Of sheets that are still looked at."""
    entered: dict[tuple[UUID, int], Revision]
    """What counts now of the deals that are protested against, by table and deal."""
    names: dict[UUID, tuple[str, ...]]
    """Who sits at these tables, by seat."""
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
        entered=_entered(protests),
        names={table.pk: names_at(table) for table in {each.table for each in protests}},
        people=people(actors | {protest.actor for protest in protests}),
    )


def _entered(protests: Iterable[Protest]) -> dict[tuple[UUID, int], Revision]:
    about = {(each.table_id, each.deal) for each in protests}
    lines = Revision.objects.filter(
        table__in={table for table, _ in about}, deal__in={deal for _, deal in about}
    )
    ordered = {(line.table_id, line.deal): line for line in lines.order_by("number")}
    return {place: line for place, line in ordered.items() if place in about}


def protests_of(participant: Participant) -> dict[tuple[UUID, int], Protest]:
    """Return the player's newest protest against each deal, by table and deal."""
    return {(each.table_id, each.deal): each for each in participant.protests.all()}


def _gaps(round_: Round, flags: Iterable[Flag]) -> list[Gap]:
    event = round_.event
    if event.verification == Event.Verification.NONE or round_.state not in Round.DECIDABLE:
        return []
    flagged = {
        (flag.table_id, flag.deal, flag.kind) for flag in flags if flag.state == Flag.State.OPEN
    }
    tables = round_.tables.select_related("round__event").prefetch_related(*RELATED)
    return [gap for gap in gaps(tables) if (gap.table, gap.deal, gap.kind) not in flagged]
