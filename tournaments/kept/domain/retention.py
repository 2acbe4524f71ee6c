"""What need not stay for ever goes by itself, once a club has said after how long."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from lhombre_club.members.domain import let_notes_go
from lhombre_club.members.models import Answer, Attendance, Club, Membership
from lhombre_club.refusal import Refusal
from tournaments.book.expiry import span
from tournaments.kept.domain import removing
from tournaments.kept.domain.forgetting import forget_member
from tournaments.models import (
    Event,
    Flag,
    Forgotten,
    KeptFor,
    Letter,
    Participant,
    Protest,
    Round,
    Seat,
    SheetPhoto,
)

ACTOR: Final = "system:night"
CHOICES: Final = (0, 6, 12, 24, 36, 60, 120)
"""Months; 0: for ever."""
USUAL: Final[Mapping[str, int]] = {
    "photos": 24,
    "protests": 24,
    "guests": 36,
    "answers": 24,
    "pages": 0,
    "letters": 12,
}
"""What is proposed to a club that has not chosen. Nothing happens until it has."""
GONE: Final = "–"
"""What is left of an answer: that there was one."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Something that goes after some time."""

    oldest: Callable[[Club], dt.datetime | None]
    """Of when the oldest is that is still there."""
    let_go: Callable[[Club, dt.datetime], int]
    """Lets go what is older than a moment; returns how many."""


@transaction.atomic
def choose(*, club: Club, months: Mapping[str, int], actor: str) -> KeptFor:
    """Say after how many months what goes by itself; 0: never. The keys are those of ``USUAL``."""
    row, _made = KeptFor.objects.update_or_create(club=club, defaults={**months, "actor": actor})
    return row


def chosen(club: Club) -> dict[str, int] | None:
    """Return what a club has chosen; None: nothing yet, and nothing goes."""
    row = KeptFor.objects.filter(club=club).first()
    return {key: getattr(row, key) for key in USUAL} if row else None


def before(months: int) -> dt.datetime:
    """Return the moment so many months ago."""
    return timezone.now() - span(months)


def next_dates(club: Club) -> dict[str, dt.date | None]:
    """Return on which day something goes next, of each that goes at all; None: there is none."""
    months = chosen(club) or {}
    found: dict[str, dt.date | None] = {}
    for key, count in months.items():
        if count:
            oldest = KINDS[key].oldest(club)
            goes = oldest and timezone.localdate(oldest + span(count)) + dt.timedelta(days=1)
            found[key] = goes and max(goes, timezone.localdate() + dt.timedelta(days=1))
    return found


def let_go(club: Club) -> dict[str, int]:
    """Let go what the club keeps no longer; return how many of each."""
    months = chosen(club) or {}
    return {key: KINDS[key].let_go(club, before(count)) for key, count in months.items() if count}


def every_night() -> None:
    """Do it for every club, and leave nothing of what was there in the file of the database."""
    let = [let_notes_go(), *(sum(let_go(club).values()) for club in Club.objects.all())]
    lately = Forgotten.objects.filter(at__gte=timezone.now() - dt.timedelta(days=2))
    if any(let) or lately.exists():
        removing.compact()


# --- what goes ----------------------------------------------------------------------------


def _oldest_photo(club: Club) -> dt.datetime | None:
    rows = SheetPhoto.objects.filter(event__club=club).order_by("created_at")
    return rows.values_list("created_at", flat=True).first()


@transaction.atomic
def _photos(club: Club, moment: dt.datetime) -> int:
    old = SheetPhoto.objects.filter(event__club=club, created_at__lt=moment)
    return len(removing.remove_photos(old.select_related("event"), ACTOR))


def _answered(club: Club) -> tuple[QuerySet[Protest], QuerySet[Flag]]:
    """Return the protests and doubts that are over and have words."""
    here = {"table__round__event__club": club}
    protests = Protest.objects.filter(state=Protest.State.ANSWERED, **here)
    flags = Flag.objects.filter(state=Flag.State.CLEARED, **here)
    return (
        protests.filter(~Q(words="") | ~Q(answer__in=["", GONE])),
        flags.filter(~Q(words="") | ~Q(reason__in=["", GONE])),
    )


def _oldest_words(club: Club) -> dt.datetime | None:
    firsts = (rows.order_by("created_at").first() for rows in _answered(club))
    return min((row.created_at for row in firsts if row), default=None)


@transaction.atomic
def _words(club: Club, moment: dt.datetime) -> int:
    protests, flags = (rows.filter(created_at__lt=moment) for rows in _answered(club))
    keys = [list(rows.values_list("pk", flat=True)) for rows in (protests, flags)]
    said = Protest.objects.filter(pk__in=keys[0])
    said.exclude(answer="").update(answer=GONE)
    doubts = Flag.objects.filter(pk__in=keys[1])
    doubts.exclude(reason="").update(reason=GONE)
    return said.update(words="") + doubts.update(words="")


def _guests(club: Club) -> Iterator[tuple[dt.datetime, Membership]]:
    """Return the guests, each with when he was seen last."""
    last: dict[object, dt.date] = {}
    seen = (
        Participant.objects.filter(event__club=club).values_list("person", "event__date"),
        Seat.every.filter(round__event__club=club).values_list("substitute", "round__event__date"),
        Attendance.objects.filter(club=club).values_list("person", "date"),
    )
    for rows in seen:
        for person, date in rows.order_by().distinct():
            last[person] = max(date, last.get(person, date))
    joined = dict(
        Membership.history.filter(club=club)
        .order_by()
        .values("id")
        .annotate(last=Max("history_date"))
        .values_list("id", "last")
    )
    for row in Membership.objects.filter(club=club, status=Membership.Status.GUEST):
        moments = [joined[row.pk]] if row.pk in joined else []
        if row.person_id in last:
            noon = dt.datetime.combine(last[row.person_id], dt.time(12))
            moments.append(timezone.make_aware(noon))
        if moments:
            yield max(moments), row


def _oldest_guest(club: Club) -> dt.datetime | None:
    return min((when for when, _row in _guests(club)), default=None)


def _forget_guests(club: Club, moment: dt.datetime) -> int:
    """Each in a transaction of its own; who cannot be forgotten yet is asked about every night.

    So is who was on the list by mistake: only the history knows of him.
    """
    gone = 0
    for when, row in list(_guests(club)):
        if when < moment:
            try:
                forget_member(membership=row, actor=ACTOR, directed=[club])
            except Refusal:
                continue
            gone += 1
    left = removing.gone_of(club).items()
    old = [key for key, lines in left if max(line.history_date for line in lines) < moment]
    return gone + removing.forget_gone(club, old)


def _of_days(club: Club) -> QuerySet[Answer]:
    """Return the answers, those of the oldest evening first."""
    return Answer.objects.filter(club=club).order_by("date")


def _oldest_answer(club: Club) -> dt.datetime | None:
    row = _of_days(club).first()
    return timezone.make_aware(dt.datetime.combine(row.date, dt.time(12))) if row else None


def _answers(club: Club, moment: dt.datetime) -> int:
    return _of_days(club).filter(date__lt=timezone.localdate(moment)).delete()[0]


def _oldest_pages(club: Club) -> dt.datetime | None:
    """Return the day of the oldest event that everybody still reads."""
    months = (chosen(club) or {}).get("pages", 0)
    shown = Event.objects.filter(club=club, rounds__state__in=Round.SHOWN)
    there = shown.filter(date__gte=timezone.localdate() - span(months)).order_by("date").first()
    return timezone.make_aware(dt.datetime.combine(there.date, dt.time(12))) if there else None


def _pages(_club: Club, _moment: dt.datetime) -> int:
    """Let nothing go: they are asked each time whether they are still shown."""
    return 0


def _oldest_letter(club: Club) -> dt.datetime | None:
    rows = Letter.objects.filter(club=club).order_by("made_at")
    return rows.values_list("made_at", flat=True).first()


def _letters(club: Club, moment: dt.datetime) -> int:
    return Letter.objects.filter(club=club, made_at__lt=moment).delete()[0]


KINDS: Final[Mapping[str, Kind]] = {
    "photos": Kind(_oldest_photo, _photos),
    "protests": Kind(_oldest_words, _words),
    "guests": Kind(_oldest_guest, _forget_guests),
    "answers": Kind(_oldest_answer, _answers),
    "pages": Kind(_oldest_pages, _pages),
    "letters": Kind(_oldest_letter, _letters),
}
