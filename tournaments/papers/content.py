"""What each kind of paper shows, so that the same request gives the same file until it changes."""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.utils import timezone, translation
from django.utils.dateparse import parse_datetime

from lhombre_club.printing import Paper
from lhombre_club.printing.registry import Builder, Params, Request, hash_of
from tournaments.papers.queries.club_rows import club_rows
from tournaments.papers.queries.rows import EVERYTHING, Content, Contents
from tournaments.words.figures import moment

OF_ALL: Final = EVERYTHING - {
    Contents.PAYMENTS,
    Contents.NAMES,
    Contents.TABLES,
    Contents.MEMBERS,
    Contents.ATTENDANCE,
    Contents.CODES,
    Contents.LASTING_CODES,
    Contents.ROUNDS,
    Contents.PRIZES,
}
"""What the papers of the whole event show."""
OF_PLACES: Final = OF_ALL - {Contents.MONEY}
"""The same where no krone is shown: neither settling up nor a side bonus moves a place."""
SHOWS: Final[Mapping[str, frozenset[Contents]]] = {
    "score-sheet": frozenset({Contents.SEATS, Contents.CODES}),
    "filled-sheet": frozenset({Contents.SEATS, Contents.LASTING_CODES, Contents.RESULTS}),
    **dict.fromkeys(("round-plan", "round-wall"), frozenset({Contents.PLAYERS, Contents.SEATS})),
    "table-cards": frozenset({Contents.TABLES, Contents.CODES}),
    "matches": frozenset({Contents.PLAYERS, Contents.SEATS, Contents.MATCHES}),
    "seat-slips": frozenset({Contents.PLAYERS, Contents.SEATS}),
    "name-cards": frozenset({Contents.NAMES}),
    "crib": frozenset(),
    "pack": frozenset({Contents.DRAW, Contents.PLAYERS, Contents.SEATS}),
    "standings": OF_PLACES | {Contents.ROUNDS},
    **dict.fromkeys(("wall", "diplomas"), OF_PLACES | {Contents.ROUNDS}),
    "prizes": OF_PLACES | {Contents.ROUNDS, Contents.PRIZES},
    "crosstable": OF_PLACES,
    "settling": OF_ALL - {Contents.DRAW} | {Contents.ROUNDS},
    "receipts": frozenset({Contents.PAYMENTS}),
    "attendance-list": frozenset({Contents.MEMBERS, Contents.ATTENDANCE}),
    "member-list": frozenset({Contents.MEMBERS}),
    "labels": frozenset({Contents.MEMBERS}),
}
"""A kind that is not here may show everything."""
CODES: Final = frozenset({Contents.CODES, Contents.LASTING_CODES})


def has_code(kind: str) -> bool:
    """Return whether a paper of this kind has a code, which leads to the program's address."""
    return kind == "seat-slips" or bool(CODES & SHOWS.get(kind, EVERYTHING))


def look(requests: Sequence[Request], *, codes_of: dt.datetime | None = None) -> list[str]:
    """Say for each paper what it would show now; as many queries for many as for one.

    With ``codes_of`` as if no code had ended since then.
    """
    by_event: dict[str, list[Params]] = defaultdict(list)
    for _kind, params in requests:
        by_event[params.get("event", "")].append(params)
    contents = {
        event: _content(event, asked, codes_of or timezone.now())
        for event, asked in by_event.items()
        if event
    }
    return [
        _shown(contents[event], kind, params) if (event := params.get("event", "")) else ""
        for kind, params in requests
    ]


def look_at_clubs(requests: Sequence[Request]) -> list[str]:
    """Say the same for each paper of a club or a season."""
    return [
        hash_of([settings.PUBLIC_URL, settings.TIME_ZONE, club_rows(params)])
        for _kind, params in requests
    ]


def _content(event: str, asked: Sequence[Params], codes_of: dt.datetime) -> Content:
    tables = {params["table"] for params in asked if "table" in params}
    alone = all("table" in params for params in asked)
    return Content(UUID(event), codes_of=codes_of, tables=tables if alone else ())


def _shown(content: Content, kind: str, params: Params) -> str:
    shown = SHOWS.get(kind, EVERYTHING)
    rows = content.of(shown, round_=params.get("round"), table=params.get("table"))
    # It is made anew without its code, but is not out of date for having one too many.
    uses_code = content.uses_code(params.get("table")) if kind == "filled-sheet" else None
    bare = hash_of([settings.TIME_ZONE, rows, uses_code])
    return f"{hash_of([settings.PUBLIC_URL, settings.TIME_ZONE, rows])} {bare}"


def stating(build: Callable[[Params], Paper]) -> Builder:
    """Let the papers of a builder state the moment of their data instead of that of the printing.

    Equal data so give equal bytes, whenever the paper is made.
    """

    def built(params: Params) -> Paper:
        paper = build(params)
        as_of = parse_datetime(params.get("as_of", ""))
        return paper if as_of is None else _stated(paper, as_of)

    return built


def _stated(paper: Paper, as_of: Any) -> Paper:
    with translation.override(paper.language):
        said = {"as_of": moment(as_of), "created": as_of.isoformat(timespec="seconds")}
    own = {name: value for name, value in said.items() if name in paper.context}
    then = tuple(_stated(part, as_of) for part in paper.then)
    return replace(paper, context={**paper.context, **own}, then=then)
