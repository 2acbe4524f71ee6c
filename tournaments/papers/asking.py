"""The papers this app can write, each a builder for a print job, and how to ask for them.

A builder runs in the worker, in the language of the event; it reads through the queries, and
hands plain values to a template. What is a paper of an event or of a round is a document; the
sheets are those of a table.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum, unique
from itertools import zip_longest
from typing import Final
from uuid import UUID, uuid4

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from lhombre_club import printing
from lhombre_club.club_words.speaking import spoken
from lhombre_club.members.models import Club
from lhombre_club.printing import Wanted
from lhombre_club.printing.models import Job
from lhombre_club.printing.registry import (
    differs_by_address,
    digest_of,
    digests,
    shows_the_same,
)
from tournaments.models import Event, Round, Season, Table
from tournaments.papers.content import CODES, SHOWS, has_code, look, look_at_clubs, stating
from tournaments.papers.documents import sheets
from tournaments.papers.documents.catalogue import (
    CLUB_DOCUMENTS,
    DOCUMENTS,
    ClubDocument,
    Document,
)
from tournaments.papers.documents.cut import link_slips
from tournaments.papers.documents.document import ALWAYS, SIZES, About, Option
from tournaments.papers.documents.of_club import OfClub
from tournaments.papers.queries.asked import Batch


@unique
class Kind(StrEnum):
    """The papers."""

    SCORE_SHEET = "score-sheet"
    """A table's sheet, to be written on."""
    FILLED_SHEET = "filled-sheet"
    """A table's sheet as it was entered."""
    ROUND_PLAN = "round-plan"
    ROUND_WALL = "round-wall"
    """Where everybody sits, to be read from two metres."""
    TABLE_CARDS = "table-cards"
    MATCHES = "matches"
    """Who meets whom, of pairs and teams."""
    SEAT_SLIPS = "seat-slips"
    NAME_CARDS = "name-cards"
    ATTENDANCE_LIST = "attendance-list"
    FOLDER_LABELS = "folder-labels"
    MOVEMENT_CARDS = "movement-cards"
    CRIB = "crib"
    """Rules in short and the card of keys."""
    PACK = "pack"
    """All that an evening without electricity needs."""
    STANDINGS = "standings"
    WALL = "wall"
    """The standings, to be read from two metres."""
    PRIZES = "prizes"
    CROSSTABLE = "crosstable"
    DIPLOMAS = "diplomas"
    SETTLING = "settling"
    """Who pays whom after the event."""
    RECEIPTS = "receipts"
    MEMBER_LIST = "member-list"
    LABELS = "labels"


MOST_ROUNDS: Final = 10_000
"""More than any event has."""
SHEETS: Final[Mapping[str, frozenset[str]]] = {
    Kind.SCORE_SHEET: SIZES | {sheets.BACK},
    Kind.FILLED_SHEET: ALWAYS,
}
"""The papers of a table, and what can be asked of each; what else is asked is left out."""
HEADINGS: Final[Mapping[str, Promise]] = {
    Kind.SCORE_SHEET: gettext_lazy("Score sheets"),
    Kind.FILLED_SHEET: gettext_lazy("Filled sheets"),
    **{document.kind: document.title for document in DOCUMENTS},
}
"""What papers of a kind are called together."""

OPTION_WORDS: Final[Mapping[Option, Promise]] = {
    Option.A5: gettext_lazy("A5"),
    Option.LARGE: gettext_lazy("large print"),
    Option.TAGGED: gettext_lazy("to be read aloud"),
    Option.A3: gettext_lazy("A3"),
}


def register() -> None:
    """Register a builder for each kind of paper."""
    builders = {Kind.SCORE_SHEET: sheets.score_sheet, Kind.FILLED_SHEET: sheets.filled_sheet}
    for kind, build in builders.items():
        printing.register(kind, stating(build), look)
    for document in DOCUMENTS:
        printing.register(document.kind, stating(document.paper), look)
    for paper in CLUB_DOCUMENTS:
        printing.register(paper.kind, stating(paper.paper), look_at_clubs)
    printing.register(link_slips.KIND, stating(link_slips.paper), secret=True)


def document_of(kind: str) -> Document | None:
    """Return the document of this kind; None for the sheets, and where there is none."""
    return next((document for document in DOCUMENTS if document.kind == kind), None)


def ask_for_sheets(
    *,
    tables: Iterable[Table],
    kind: Kind,
    actor: str,
    batch: UUID | None = None,
    options: Collection[str] = (),
) -> UUID:
    """Ask for the sheet of each table, a paper each, and return their batch.

    The tables come with their round and event.
    """
    wanted, chosen = [], SHEETS[kind].intersection(options)
    is_filled = kind is Kind.FILLED_SHEET
    for table in tables:
        event = table.round.event
        with translation.override(event.language):
            title = _titled(sheets.title_of(*sheets.numbers(table), filled=is_filled), chosen)
        params = {
            "event": str(event.pk),
            "table": str(table.pk),
            **dict.fromkeys(sorted(map(str, chosen)), True),
        }
        wanted.append(Wanted(kind, params, title))
    jobs = printing.request_papers(wanted=wanted, actor=actor, batch=batch)
    return jobs[0].batch if jobs else batch or uuid4()


def ask_for_round(*, round_: Round, kind: Kind, actor: str, options: Collection[str] = ()) -> UUID:
    """Ask for the sheets of every table of a round, and return their batch."""
    tables = round_.tables.select_related("round__event").order_by("number")
    return ask_for_sheets(tables=tables, kind=kind, actor=actor, options=options)


def ask_for(
    *,
    document: Document,
    event: Event,
    actor: str,
    round_: Round | None = None,
    options: Collection[str] = (),
) -> UUID:
    """Ask for a document of an event, or of a round, and return the batch of the one paper."""
    chosen = document.options.intersection(options)
    params = {
        "event": str(event.pk),
        **({"round": str(round_.pk)} if round_ else {}),
        **dict.fromkeys(sorted(map(str, chosen)), True),
    }
    with translation.override(event.language):
        title = _titled(document.title_about(About(event, round_).number), chosen)
    job = printing.request_paper(kind=document.kind, params=params, title=title, actor=actor)
    return job.batch


def club_document_of(kind: str, *, of_season: bool) -> ClubDocument | None:
    """Return the document of a season, or of a club, of this kind; None where there is none."""
    kept = (each for each in CLUB_DOCUMENTS if each.of_season == of_season)
    return next((each for each in kept if each.kind == kind), None)


def ask_for_club(
    *,
    document: ClubDocument,
    club: Club,
    actor: str,
    season: Season | None = None,
    options: Collection[str] = (),
) -> Job:
    """Ask for a document of a club, or of one of its seasons, and return its job."""
    about, chosen = OfClub(club, season), document.options.intersection(options)
    params = {
        "club": str(club.pk),
        **({"season": str(season.pk)} if season else {}),
        **dict.fromkeys(sorted(map(str, chosen)), True),
    }
    with translation.override(about.language), spoken(club.words):
        title = _titled(document.title_of(season), chosen)
    return printing.request_paper(kind=document.kind, params=params, title=title, actor=actor)


def ask_for_link_slips(*, club: Club, sheet: str, actor: str) -> Job:
    """Ask for the slips of members whose links were made for a sheet of this secret."""
    params = {"club": str(club.pk), "sheet": sheet}
    title = gettext("Slips with a link for each member")
    return printing.request_paper(kind=link_slips.KIND, params=params, title=title, actor=actor)


@unique
class Why(StrEnum):
    """Why papers are out of date."""

    CODES = "codes"
    """For their codes alone: phones can no longer use them."""
    ADDRESS = "address"
    """Their codes lead to where the program was before; nothing else has changed."""
    CONTENT = "content"


@dataclass(frozen=True, slots=True)
class Shown:
    """A batch as the page of papers shows it, in the language of who looks."""

    heading: str
    batch: Batch
    outdated: frozenset[UUID]
    """Which of its papers no longer show what is."""
    round: int | None
    """The number of the round that they are of; None: of the whole event."""
    renewable: bool
    """Whether one of them can be made anew: what it is of is still there."""
    whys: Mapping[Why, int] = field(default_factory=dict)
    """Of how many of those it is why."""

    @property
    def is_old(self) -> bool:
        """Whether none of its papers is good any more."""
        return len(self.outdated) == len(self.batch.jobs)


def shown(
    event: Event,
    batches: Sequence[Batch],
    changed: frozenset[UUID],
    rounds_in_order: Sequence[int] = (),
) -> list[Shown]:
    """Return the batches with their words: of the event first, then by round; one query.

    ``rounds_in_order`` are the numbers of the rounds that are shown. A paper is in the event's
    language, and its title on the page in the reader's.
    """
    tables, rounds = _places(event.pk)
    found = []
    for batch in batches:
        number = next(iter(_numbers(batch.jobs[0], rounds, tables)), None)
        words = {"title": HEADINGS[batch.kind], "round": number}
        heading = gettext("%(title)s, round %(round)s") % words if number else str(words["title"])
        for job in batch.jobs:
            job.title = _title_now(job, _numbers(job, rounds, tables))
        outdated = changed.intersection(job.pk for job in batch.jobs)
        old = [job for job in batch.jobs if job.pk in outdated]
        renewable = any(_is_there(job, rounds, tables) for job in old)
        whys = dict(Counter(_whys(batch, old)))
        found.append(Shown(heading, batch, outdated, number, renewable, whys))
    places = {number: place for place, number in enumerate(rounds_in_order)}
    return sorted(found, key=lambda each: places.get(each.round, MOST_ROUNDS) if each.round else -1)


def _places(event: UUID) -> tuple[dict[str, Table], dict[str, Round]]:
    """Return the tables of an event and their rounds, each by its key."""
    found = Table.objects.filter(round__event=event).select_related("round")
    tables = {str(table.pk): table for table in found}
    return tables, {str(table.round_id): table.round for table in tables.values()}


def _numbers(job: Job, rounds: Mapping[str, Round], tables: Mapping[str, Table]) -> list[int]:
    """Return the number of the round that a paper is of, and of the table where it is of one.

    Where they are no more the title has them, which it begins with in any language. Nothing where
    it is of the whole event.
    """
    if table := tables.get(job.params.get("table", "")):
        return [*sheets.numbers(table)]
    if round_ := rounds.get(job.params.get("round", "")):
        return [round_.number]
    is_gone = job.params.keys() & {"table", "round"}
    return [int(each) for each in re.findall(r"\d+", job.title)] if is_gone else []


def _is_there(job: Job, rounds: Mapping[str, Round], tables: Mapping[str, Table]) -> bool:
    """Whether the table or the round that a paper is of has not gone since, as when drawn anew."""
    table, round_ = job.params.get("table"), job.params.get("round")
    return table in {None, *tables} and round_ in {None, *rounds}


def _whys(batch: Batch, old: Sequence[Job]) -> list[Why]:
    """Return of each of these papers why it is out of date."""
    requests = [(job.kind, job.params) for job in old]
    kept = [job.digest for job in old]
    then = look(requests, codes_of=batch.at) if CODES & SHOWS.get(batch.kind, frozenset()) else ()
    found = []
    for request, now, was, shown in zip_longest(requests, digests(requests), kept, then):
        if differs_by_address(now, was):
            found.append(Why.ADDRESS)
        elif shown is not None and _differs_by_codes(digest_of(request, shown), was):
            found.append(Why.CODES)
        else:
            found.append(Why.CONTENT)
    return found


def _differs_by_codes(then: str, kept: str) -> bool:
    """Whether a paper is what it would be if no code had ended, its address apart."""
    return shows_the_same(then, kept) or differs_by_address(then, kept)


def _title_now(job: Job, numbers: Sequence[int]) -> str:
    """Return what a paper of an event is called in the language that is active."""
    document = document_of(job.kind)
    if document is not None:
        return _titled(document.title_about(next(iter(numbers), None)), job.params)
    if job.kind not in SHEETS or not numbers:
        return job.title
    filled = job.kind == Kind.FILLED_SHEET
    return _titled(sheets.title_of(*numbers[:2], filled=filled), job.params)


def title_now_of_club(job: Job, season: Season | None) -> str:
    """Return the same of a paper of a club or of a season; as it was where it is no document."""
    document = club_document_of(job.kind, of_season="season" in job.params)
    return _titled(document.title_of(season), job.params) if document else job.title


def _titled(title: str, options: Collection[str]) -> str:
    """Return the title of a paper that is not printed as usual, in the language that is active."""
    said = [str(word) for option, word in OPTION_WORDS.items() if option in options]
    return f"{title} ({', '.join(said)})" if said else title


def ask_for_changed(*, batch: Batch, actor: str) -> UUID:
    """Ask anew for what has changed of a batch since it was made, and return the new batch.

    Nothing is made of a table that is no more.
    """
    old, (tables, rounds) = changed([batch]), _places(UUID(batch.jobs[0].params["event"]))
    jobs = [job for job in batch.jobs if job.pk in old and _is_there(job, rounds, tables)]
    wanted = [Wanted(job.kind, job.params, job.title) for job in jobs]
    if not wanted:
        return batch.id
    return printing.request_papers(wanted=wanted, actor=actor)[0].batch


def ask_for_merged(*, batch: Batch, event: Event, actor: str) -> Job:
    """Ask for one file of all that is ready of a batch, and return its job."""
    with translation.override(event.language):
        heading = shown(event, [batch], frozenset())[0].heading
        title = gettext("%(papers)s, all in one file") % {"papers": heading}
    params = {"event": str(event.pk)}
    return printing.request_merged(papers=batch.jobs, params=params, title=title, actor=actor)


def changed(batches: Iterable[Batch]) -> frozenset[UUID]:
    """Return which papers no longer show what is; as many queries for many as for one."""
    jobs = [job for batch in batches for job in batch.jobs if job.file_name in batch.there]
    now = digests([(job.kind, job.params) for job in jobs])
    return frozenset(
        job.pk
        for job, digest in zip(jobs, now, strict=True)
        if not shows_the_same(digest, job.digest)
        and (has_code(job.kind) or not differs_by_address(digest, job.digest))
    )
