"""An event's chain of seals: who changes the past by other ways than ours breaks it.

Sealed are the results, the decisions beside the deals, and with each round that is shown to the
room its rules and seats. The newest seal stands for all of it; its code is printed.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from lhombre_club.prepared import Prepared, insert
from lhombre_club.refusal import Refusal
from tournaments.book import codes
from tournaments.book.activity import raise_version
from tournaments.book.proving.rewording import digest_of, reworded
from tournaments.book.proving.sealed_content import (
    chained,
    of_entry,
    of_result,
    of_round,
    of_withdrawal,
)
from tournaments.book.reasons import BookReason
from tournaments.models import Event, Revision, Round, Seal, TableEntry

Sealed: TypeAlias = Revision | TableEntry | Round
Kind: Final = Seal.Kind

LETTERS: Final = 15
"""Of a code, beside the one to check."""
HEX_DIGITS: Final = 18
"""Of a digest, that a code spells: 72 bits, which fit into the letters."""


def seal(event: UUID, deeds: Sequence[Sealed]) -> int:
    """Seal what was just stored, in the same transaction, and return the event's new version.

    The event's row is held from the first statement to the commit, so that two writers never
    seal side by side.
    """
    raise_version(event)
    version, number, digest = _newest(event)
    made = []
    for deed in deeds:
        kind, content = describe(deed)
        number, digest = number + 1, chained(digest, kind, content)
        made.append(
            Seal(
                event_id=event,
                number=number,
                kind=kind,
                subject=deed.pk,
                content=content if kind == Kind.ROUND else "",
                digest=digest,
                at=timezone.now(),
            )
        )
    insert(made)
    return version


def describe(deed: Sealed) -> tuple[str, str]:
    """Return the kind of seal that ``deed`` gets, and what is sealed: all that it says."""
    if isinstance(deed, Revision):
        return Kind.RESULT, of_result(deed)
    if isinstance(deed, TableEntry):
        if deed.withdrawn_at is None:
            return Kind.ENTRY, of_entry(deed)
        return Kind.WITHDRAWN, of_withdrawal(deed)
    return Kind.ROUND, of_round(_whole(deed))


def _whole(round_: Round) -> Round:
    """Return a round as it is stored by now, with its event."""
    return Round.objects.select_related("event").get(pk=round_.pk)


def _newest(event: UUID) -> tuple[int, int, str]:
    """Return the version of an event, and number and digest of its newest seal; one query."""
    found = _NEWEST(event=event)
    if not found:
        return Event.objects.values_list("version", flat=True).get(pk=event), 0, ""
    version, number, digest = found[0]
    return version, number, digest


def _newest_of(event: UUID) -> QuerySet[Any, Any]:
    # From the seal to the event: the index ends with the newest, nothing has to be sorted.
    newest = Seal.objects.filter(event=event).order_by("-number")
    return newest.values_list("event__version", "number", "digest")[:1]


_NEWEST: Final = Prepared(_newest_of, event=UUID)


def code_of(digest: str) -> str:
    """Return the code that is printed: sixteen letters, the last of which proves the others."""
    return codes.spelled(int(digest[:HEX_DIGITS], 16), LETTERS)


def head(event: Event) -> str:
    """Return the code of the newest seal of ``event``; empty where nothing is sealed yet."""
    _version, _number, digest = _newest(event.pk)
    return code_of(digest) if digest else ""


def last_sealed(event: Event) -> dt.datetime | None:
    """Return when anything of ``event`` was last entered, decided or corrected; None: never yet.

    What the release or the closing of a round or a setting moves is none of it.
    """
    deeds = event.seals.exclude(kind__in=Seal.SAID).order_by().values_list("at", flat=True)
    corrected = event.corrections.order_by().values_list("created_at", flat=True)
    at: dt.datetime | None = deeds.union(corrected, all=True).order_by("-at").first()
    return at


@dataclass(frozen=True, slots=True)
class State:
    """What a printed code stands for: an event after one deed."""

    at: dt.datetime
    deed: Revision | TableEntry | None
    """With its table; None: a round was shown to the room, or its seats or rules were changed, or
    words were replaced."""
    kind: str
    since: int
    """How much was entered, decided or corrected later; no release of a round is counted."""
    reworded: bool
    """Whether somebody was forgotten since, whose name stood in a reason."""


def state_of(event: Event, code: str) -> State | None:
    """Return the state of ``event`` that ``code`` was printed of; None: it never had it.

    Refused where it is mistyped.
    """
    found = event.seals.filter(digest__startswith=_digits(code)).first()
    if found is None:
        return None
    model: type[Revision | TableEntry] = Revision if found.kind == Kind.RESULT else TableEntry
    rows = model.objects.select_related("table__round")
    later = event.seals.filter(number__gt=found.number)
    return State(
        at=found.at,
        deed=rows.filter(pk=found.subject).first(),
        kind=found.kind,
        since=later.exclude(kind__in=Seal.SAID).count() + _corrected(later),
        reworded=later.filter(kind=Kind.REWORDED).exists(),
    )


def _corrected(later: QuerySet[Seal]) -> int:
    """Return how many of some seals are of rounds whose seats or rules were corrected.

    Such a round was sealed before, when it was released.
    """
    before = Seal.objects.filter(
        event=OuterRef("event"), kind=Kind.ROUND, subject=OuterRef("subject")
    )
    again = before.filter(number__lt=OuterRef("number"))
    return later.filter(Exists(again), kind=Kind.ROUND).count()


def elsewhere(event: Event, code: str) -> Event | None:
    """Return the other event of the club that had a state with ``code``, or refuse it."""
    others = Event.objects.filter(club=event.club_id).exclude(pk=event.pk)
    return others.filter(seals__digest__startswith=_digits(code)).first()


def _digits(code: str) -> str:
    number = codes.read(code, LETTERS)
    if number is None:
        raise Refusal(BookReason.NO_SEAL)
    return f"{number:0{HEX_DIGITS}x}"


def broken(event: Event, results: Iterable[Revision] | None = None) -> Iterator[str]:
    """Work the chain of ``event`` out again; yield a line in English for all that does not fit.

    A row that was changed is named alone: what follows is proved from the seal as it stands.
    ``results`` are all revisions of the event, where somebody has read them already.
    """
    living = _Living.of(event, results)
    before, newest = "", defaultdict[str, dict[UUID, str | None]](dict)
    seals = list(event.seals.order_by("number"))
    otherwise = reworded(seals)
    for place, seal in enumerate(seals, start=1):
        kind, subject = seal.kind, seal.subject
        if seal.number != place:
            yield f"{event}: seal {place} is missing"
            return
        content = seal.content if kind in Seal.SAID else living.content(kind, subject)
        if content is None:
            yield f"{event}, seal {place}: what it sealed is gone ({kind} {subject})"
        elif not _is_sealed(seal, before, content, otherwise.get((kind, subject))):
            yield f"{living.where(kind, subject)}: this is not what seal {place} has sealed"
        before, newest[kind][subject] = seal.digest, content
    yield from living.unsealed(newest)


def _is_sealed(seal: Seal, before: str, content: str, otherwise: str | None) -> bool:
    """Whether a row says what was sealed, or what was sealed to stand there ``otherwise``."""
    if otherwise is not None:
        return digest_of(content) == otherwise
    return chained(before, seal.kind, content) == seal.digest


@dataclass(frozen=True, slots=True)
class _Living:
    """The rows of an event that have to be sealed, as they are now."""

    event: Event
    results: Mapping[UUID, Revision]
    entries: Mapping[UUID, TableEntry]
    rounds: Mapping[UUID, Round]

    @classmethod
    def of(cls, event: Event, results: Iterable[Revision] | None) -> "_Living":
        if results is None:
            results = Revision.objects.filter(table__round__event=event)
        entries = TableEntry.objects.filter(table__round__event=event)
        rounds = event.rounds.filter(state__in=Round.SHOWN)
        return cls(
            event,
            # Their tables are asked for where something is wrong: there are many of them.
            {row.pk: row for row in results},
            {row.pk: row for row in entries},
            {row.pk: row for row in rounds.select_related("event")},
        )

    def content(self, kind: str, subject: UUID) -> str | None:
        """Return what was sealed, as it stands now; None where the row is gone."""
        if kind == Kind.RESULT:
            result = self.results.get(subject)
            return of_result(result) if result else None
        entry = self.entries.get(subject)
        if entry is None:
            return None
        return of_entry(entry) if kind == Kind.ENTRY else of_withdrawal(entry)

    def unsealed(self, sealed: defaultdict[str, dict[UUID, str | None]]) -> Iterator[str]:
        """Yield a line for each row that no seal has, and each round that is not as sealed."""
        withdrawn = {pk: entry for pk, entry in self.entries.items() if entry.withdrawn_at}
        there: tuple[tuple[str, Mapping[UUID, Revision | TableEntry]], ...] = (
            (Kind.RESULT, self.results),
            (Kind.ENTRY, self.entries),
            (Kind.WITHDRAWN, withdrawn),
        )
        for kind, rows in there:
            for pk, row in rows.items():
                if pk not in sealed[kind]:
                    yield f"{_where(self.event, row)}: no seal has this {kind}"
        for round_ in self.rounds.values():
            if sealed[Kind.ROUND].get(round_.pk) != of_round(round_):
                yield f"{self.event}, round {round_.number}: rules or seats are not as sealed"

    def where(self, kind: str, subject: UUID) -> str:
        """Say in English which row a seal is of."""
        row = self.results.get(subject) or self.entries.get(subject)
        return _where(self.event, row) if row else f"{self.event}, {kind}"


def _where(event: Event, row: Revision | TableEntry) -> str:
    table = row.table
    where = f"{event}, round {table.round.number}, table {table.number}"
    where += f", deal {row.deal}" if row.deal else ""
    return f"{where}, version {row.number}" if isinstance(row, Revision) else where
