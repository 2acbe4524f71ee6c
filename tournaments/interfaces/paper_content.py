"""What each kind of paper shows, so that the same request gives the same file until it changes."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.utils import translation
from django.utils.dateparse import parse_datetime

from lhombre_club.printing import Paper
from lhombre_club.printing.registry import Builder, Params, Request, hash_of
from tournaments.domain.queries.content import EVERYTHING, Content, Shown
from tournaments.interfaces.paper_words import moment

OF_ALL: Final = EVERYTHING - {
    Shown.MEMBERS,
    Shown.ATTENDANCE,
    Shown.CODES,
    Shown.LASTING_CODES,
}
"""What the papers of the whole event show."""
SHOWS: Final[Mapping[str, frozenset[Shown]]] = {
    "score-sheet": frozenset({Shown.SEATS, Shown.CODES}),
    "filled-sheet": frozenset({Shown.SEATS, Shown.LASTING_CODES, Shown.RESULTS}),
    "round-plan": frozenset({Shown.PLAYERS, Shown.SEATS}),
    "table-cards": frozenset({Shown.PLAYERS, Shown.SEATS, Shown.CODES}),
    "matches": frozenset({Shown.PLAYERS, Shown.SEATS, Shown.MATCHES}),
    "seat-slips": frozenset({Shown.PLAYERS, Shown.SEATS}),
    "name-cards": frozenset({Shown.PLAYERS}),
    "crib": frozenset(),
    "pack": frozenset({Shown.PLAYERS, Shown.SEATS}),
    "standings": OF_ALL,
    "crosstable": OF_ALL,
    "settling": OF_ALL,
    "receipts": OF_ALL,
    "attendance-list": frozenset({Shown.MEMBERS, Shown.ATTENDANCE}),
    "member-list": frozenset({Shown.MEMBERS}),
    "labels": frozenset({Shown.MEMBERS}),
}
"""A kind that is not here may show everything."""


def look(requests: Sequence[Request]) -> list[str]:
    """Say for each paper what it would show now; as many queries for many as for one."""
    by_event: dict[str, list[Params]] = defaultdict(list)
    for _kind, params in requests:
        by_event[params.get("event", "")].append(params)
    contents = {event: _content(event, asked) for event, asked in by_event.items() if event}
    return [
        _shown(contents[event], kind, params) if (event := params.get("event", "")) else ""
        for kind, params in requests
    ]


def _content(event: str, asked: Sequence[Params]) -> Content:
    tables = {params["table"] for params in asked if "table" in params}
    alone = all("table" in params for params in asked)
    return Content(UUID(event), tables=tables if alone else ())


def _shown(content: Content, kind: str, params: Params) -> str:
    shown = SHOWS.get(kind, EVERYTHING)
    rows = content.of(shown, round_=params.get("round"), table=params.get("table"))
    return hash_of([settings.PUBLIC_URL, settings.TIME_ZONE, rows])


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
