"""Doubts about a sheet: raised, taken on by somebody, cleared with a reason."""

from collections.abc import Iterable
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, override

from lhombre_club.refusal import Refusal
from tournaments.book.accounts import current, open_table
from tournaments.book.activity import note_at
from tournaments.folders.queries.secret import lay_open
from tournaments.models import Flag, Revision, Round, Table
from tournaments.review.domain.verification import Checking, Gap, is_in
from tournaments.review.reasons import ReviewReason

LONGEST_WORDS: Final = 200
NUL: Final = "\0"
"""No letter, and the one that PostgreSQL does not keep."""
BY_HAND: Final = (Flag.Kind.DOUBT, Flag.Kind.UNCONFIRMED)
"""Somebody said so, and somebody has to say why not."""
PROVED: Final = "system:checks"
"""Clears a flag when both readings agree."""
OPENED: Final = "system:folders"
"""Doubts what was changed after it had opened a folder."""


@transaction.atomic
def raise_flag(*, table: Table, deal: int, words: str, actor: str) -> Flag:
    """Let a director doubt a deal, or with 0 the whole sheet, in his own words.

    A doubt about the same deal that is open is the same doubt. Refused where nothing is
    checked, for a deal that the sheet has not, without words and with too many.
    """
    said = reasoned(words)
    table = locked(table)
    checking = Checking.of(table)
    if not 0 <= deal <= checking.frame.deals:
        raise Refusal(ReviewReason.NO_SUCH_DEAL)
    flag, made = Flag.objects.get_or_create(
        table=table,
        deal=deal,
        kind=Flag.Kind.DOUBT,
        state=Flag.State.OPEN,
        defaults={"seen": "", "words": said, "actor": actor, "owner": actor},
    )
    if made:
        _say(flag, "flag.raised", actor)
    return flag


@transaction.atomic
def doubt_what_lay_open(*, table: Table, revision: Revision) -> Flag | None:
    """Doubt a deal that a device has changed after its folder lay open by what stood there before.

    Who enters something for a deal that his table has still to play, as the last one, reads what
    the others did with it. Where a later deal of the table is in, this one is taken for played.
    """
    before = table.revisions.filter(deal=revision.deal, number=revision.number - 1).first()
    counting = current(table.revisions.all())
    is_last = not any(deal > revision.deal and is_in(each) for deal, each in counting.items())
    if before is None or not is_last or not lay_open(table, before):
        return None
    with override(table.round.event.language):
        words = gettext("Changed by the table after everybody could read of this folder.")
    held = locked(table)
    gap = Gap(
        table=held.pk,
        number=held.number,
        deal=revision.deal,
        kind=Flag.Kind.DOUBT,
        differs=True,
        seen="",
    )
    return raised(held, gap, OPENED, words)


@transaction.atomic
def take_flag(*, flag: Flag, actor: str) -> Flag:
    """Let ``actor`` be who looks into an open flag; the last to take it has it."""
    flag = (
        Flag.objects.select_for_update(of=("self",))
        .select_related("table__round__event")
        .get(pk=flag.pk)
    )
    if flag.state == Flag.State.OPEN and flag.owner != actor:
        flag.owner = actor
        flag.save(update_fields=["owner"])
        _say(flag, "flag.taken", actor)
    return flag


@transaction.atomic
def clear_flag(*, flag: Flag, reason: str, actor: str) -> Flag:
    """Say why a flag is none any more. Clearing twice is once.

    Refused without a reason, and with one that is too long.
    """
    said = reasoned(reason)
    Table.objects.select_for_update(of=("self",)).get(pk=flag.table_id)
    flag = Flag.objects.select_related("table__round__event").get(pk=flag.pk)
    if flag.state == Flag.State.OPEN:
        here = (flag.deal, flag.kind)
        gaps = [gap.seen for gap in Checking.of(flag.table).gaps() if (gap.deal, gap.kind) == here]
        flag.seen = gaps[0] if gaps else flag.seen
        _clear(flag, said, actor)
    return flag


@transaction.atomic
def waive(*, table: Table, deal: int, kind: str, reason: str, actor: str) -> int:
    """Let a director do without a proof that the event asks for, with a reason.

    With deal 0 it is done without at the whole sheet. It holds for what stands there now. Return
    how many proofs were missing. Refused without a reason, and where nothing is checked.
    """
    said = reasoned(reason)
    table = locked(table)
    missing = [
        gap for gap in Checking.of(table).gaps() if gap.kind == kind and deal in {0, gap.deal}
    ]
    for gap in missing:
        _clear(raised(table, gap, actor), said, actor)
    return len(missing)


def follow(table: Table, *, actor: str) -> list[Flag]:
    """Flag what differs at a locked table, and clear what agrees again; return what is open.

    To be called in the transaction that has entered something.
    """
    differ = [gap for gap in Checking.of(table).gaps() if gap.differs]
    found = [raised(table, gap, actor) for gap in differ]
    known = {flag.pk for flag in found}
    for flag in table.flags.filter(state=Flag.State.OPEN).select_related("table__round__event"):
        if flag.kind in BY_HAND:
            found.append(flag)
        elif flag.pk not in known:
            _clear(flag, "", PROVED)
    return found


def raised(table: Table, gap: Gap, actor: str, words: str = "") -> Flag:
    """Return the open flag of a gap; the table is locked."""
    flag, made = Flag.objects.get_or_create(
        table=table,
        deal=gap.deal,
        kind=gap.kind,
        state=Flag.State.OPEN,
        defaults={"differs": gap.differs, "seen": gap.seen, "words": words, "actor": actor},
    )
    if not made and flag.seen != gap.seen:
        flag.seen = gap.seen
        flag.save(update_fields=["seen"])
    if made:
        _say(flag, "flag.raised", actor)
    return flag


def open_flags(rounds: Iterable[Round]) -> int:
    """Return how many flags are open in these rounds."""
    return Flag.objects.filter(table__round__in=list(rounds), state=Flag.State.OPEN).count()


def reasoned(words: str) -> str:
    """Return what was said; refuse if it is nothing or too much."""
    said = words.strip()
    if not 0 < len(said) <= LONGEST_WORDS or NUL in said:
        raise Refusal(ReviewReason.SAY_WHY)
    return said


def locked(table: Table) -> Table:
    """Hold the table against other writers; refuse if nothing is checked there."""
    found = open_table(table, Round.DECIDABLE)
    if found is None:
        raise Refusal(ReviewReason.NOT_OPEN)
    return found


def _clear(flag: Flag, reason: str, actor: str) -> None:
    flag.state, flag.reason = Flag.State.CLEARED, reason
    flag.cleared_by, flag.cleared_at = actor, timezone.now()
    flag.save(update_fields=["seen", "state", "reason", "cleared_by", "cleared_at"])
    _say(flag, "flag.cleared", actor)


def _say(flag: Flag, verb: str, actor: str) -> None:
    note_at(flag.table, verb, actor, deal=flag.deal, kind=flag.kind)
