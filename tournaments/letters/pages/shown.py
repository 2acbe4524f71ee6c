"""What was written, and what can be."""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from lhombre_club.members.models import Club
from lhombre_club.members.offices import Deed
from tournaments.answers.pages import SOON
from tournaments.book.actors import people
from tournaments.letters.preview import Draft
from tournaments.letters.preview.evenings import asked_about
from tournaments.letters.words import MAY, TITLES
from tournaments.models import Event, HalfSeason, Letter, Round
from tournaments.words import figures
from tournaments.words.own_link import ANSWER, masked

MOST_SHOWN: Final = 100
"""Batches on a page."""
EVENINGS: Final = 8
"""So many of the newest plan and result can be written of from here; of others by their page."""
Kind, State = Letter.Kind, Letter.State


@dataclass(frozen=True, slots=True)
class Batch:
    """Letters that were sent off together."""

    key: UUID
    title: str
    subject: str
    at: dt.datetime
    by: str
    states: Sequence[tuple[str, int]]
    wrong: int
    """How many did not reach anybody."""


@dataclass(frozen=True, slots=True)
class Line:
    """A letter that would be sent: to whom, how, and its text."""

    name: str
    email: str
    why: str
    """Why it is printed."""
    last: dt.datetime | None
    """When the last one about it was written."""
    text: str


def kinds_of(may: Collection[Deed]) -> list[str]:
    """Return the kinds of letters that somebody writes and reads."""
    return [kind for kind, deed in MAY.items() if deed in may]


def batches(club: Club, kinds: Sequence[str]) -> list[Batch]:
    """Return what was written, the newest first; three queries."""
    rows = Letter.objects.filter(club=club, kind__in=kinds).order_by("-made_at", "pk")
    found: dict[UUID, list[Letter]] = defaultdict(list)
    for row in rows.defer("text").iterator(chunk_size=1000):
        if row.batch not in found and len(found) == MOST_SHOWN:
            break
        found[row.batch].append(row)
    names = people(each[0].actor for each in found.values())
    return [_batch(key, some, names) for key, some in found.items()]


def _batch(key: UUID, some: Sequence[Letter], names: dict[str, str]) -> Batch:
    first, count = some[0], Counter(each.state for each in some)
    return Batch(
        key=key,
        title=str(TITLES[first.kind]),
        subject=first.subject,
        at=first.made_at,
        by=names.get(first.actor, ""),
        states=[(str(State(state).label), count[state]) for state in State if count[state]],
        wrong=count[State.FAILED] + count[State.BOUNCED],
    )


def lines(drafts: Iterable[Draft]) -> list[Line]:
    """Return who would get what; of the link that is the reader's alone it says so."""
    return [
        Line(
            name=each.membership.person.listed,
            email=each.email,
            why="" if each.email else _why(each),
            last=each.had.made_at if each.had else None,
            text=masked(each.text),
        )
        for each in drafts
    ]


def _why(draft: Draft) -> str:
    person = draft.membership.person
    return _("has asked for letters") if person.email else _("has no e-mail address")


def to_write(club: Club, kinds: Collection[str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return what can be written now: for each kind its title, and address and words of each."""
    found = {}
    if Kind.INVITATION in kinds:
        days = asked_about(club)[:SOON]
        found[Kind.INVITATION] = [(each.date.isoformat(), _day(each.date)) for each in days]
    if Kind.PLAN in kinds:
        shown = Event.objects.filter(club=club, archived_at=None, rounds__state__in=Round.SHOWN)
        rows = shown.distinct().order_by("-date", "-created_at")[:EVENINGS]
        events = [(str(row.pk), f"{row.name}, {_day(row.date)}") for row in rows]
        found |= {Kind.PLAN: events, Kind.RESULT: events}
    if Kind.REMINDER in kinds:
        halves = HalfSeason.objects.filter(club=club, is_free=False)[:EVENINGS]
        found[Kind.REMINDER] = [(str(row.pk), row.name) for row in halves]
    return [
        (str(TITLES[kind]), [(address(kind, about), words) for about, words in some])
        for kind, some in found.items()
        if some
    ]


def address(kind: str, about: str) -> str:
    """Return where letters of a kind are written about something."""
    return reverse("tournaments:letter-write", args=[kind, about])


def again(letter: Letter) -> str:
    """Return where more is written of what a letter is about; empty where it is over."""
    if letter.kind == Kind.INVITATION:
        days = {each.date.isoformat() for each in asked_about(letter.club)}
        if letter.about not in days:
            return ""
    return address(letter.kind, letter.about)


def _day(date: dt.date) -> str:
    return capfirst(figures.day(date))


def lead_here(drafts: Iterable[Draft]) -> bool:
    """Return whether a letter has a link in it that opens the program."""
    return any(ANSWER in each.text or settings.PUBLIC_URL in each.text for each in drafts)


def may_print(letters: Iterable[Letter]) -> int:
    """Return how many letters of a batch go on paper."""
    return sum(not each.email for each in letters)


def today() -> str:
    """Return today, as a letter is dated."""
    return date_format(timezone.localdate(), "DATE_FORMAT")
