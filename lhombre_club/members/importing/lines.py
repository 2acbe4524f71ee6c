"""From rows of cells to what each line says of one member, or to the sentence that refuses it."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from lhombre_club.members.details import (
    CHOSEN,
    FIELDS,
    MemberDetails,
    Reached,
    Status,
    checked,
    tidy,
)
from lhombre_club.members.importing.file import DELIMITERS, Row, rows
from lhombre_club.members.models import OwnField, ShownAs
from lhombre_club.members.own_fields import day_in, own_of, read
from lhombre_club.members.reasons import DetailsRefusedError, ImportReason
from lhombre_club.refusal import Refusal

_WHOLE_NAME = "name navn fullname fuldenavn medlem member medlemsnavn"
_SINCE = "membersince since medlemsiden medlemfra indmeldt indmeldelse indmeldelsesdato"
_STATUS_WORDS = {
    Status.ACTIVE: "active aktiv aktivt aktivmedlem aktivtmedlem activemember",
    Status.PASSIVE: "passive passiv passivt passivmedlem passivtmedlem passivemember",
    Status.HONORARY: "honorary honorarymember æresmedlem æres aeresmedlem hædersmedlem",
    Status.GUEST: "guest gæst gaest prøvemedlem",
}
_WAY_WORDS = {
    ShownAs.CLUBS: "club klub klubben somklubben somklubbenharvalgt asclub astheclubhaschosen",
    ShownAs.INITIAL: "initial initials forbogstav kort short fornavnogforbogstav",
    ShownAs.FULL: "full fullname fuldt fuldenavn fuldtnavn helt heltnavn fornavnogefternavn",
    ShownAs.PSEUDONYM: "pseudonym alias",
}
_REACHED_WORDS = {
    Reached.EMAIL: "email mail epost emailadresse",
    Reached.LETTER: "letter brev post papir",
}
_FLAG_WORDS = {True: "yes ja x 1 sand true j y", False: "no nej 0 falsk false n"}
COLUMNS = {
    word: name
    for name, words in (
        *((each.name, each.kept.columns) for each in FIELDS.values()),
        ("name", _WHOLE_NAME),
    )
    for word in words.split()
}
_CHOSEN_WORDS: Mapping[str, Mapping[Any, str]] = {
    "shown_as": _WAY_WORDS,
    "status": _STATUS_WORDS,
    "reached_by": _REACHED_WORDS,
    **{name: _FLAG_WORDS for name, type_ in CHOSEN.items() if type_ is bool},
}
CHOICES = {
    name: {word: choice for choice, words in said.items() for word in words.split()}
    for name, said in _CHOSEN_WORDS.items()
}
"""Of each field that is chosen, by the word that a list may have: what it means."""
_ANY = "*"  # stands for every last name


@dataclass(frozen=True, slots=True)
class Sheet:
    """A file that was understood: which cell is which column, and the rows below the header."""

    columns: tuple[str, ...]  # per cell; empty where the column is not ours
    ignored: tuple[str, ...]
    rows: tuple[Row, ...]
    own: Mapping[str, OwnField] = field(default_factory=dict)
    """The club's own fields by the columns that hold them."""


def status_words() -> list[tuple[str, str]]:
    """Each status as the pages call it, with the words that are read as it."""
    return [
        (str(status.label), ", ".join(words.split())) for status, words in _STATUS_WORDS.items()
    ]


def word(text: str) -> str:
    """Letters and digits of ``text`` in lower case.

    >>> word(" E-mail: ")
    'email'
    """
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def read_sheet(text: str, own: Iterable[OwnField] = ()) -> Sheet:
    """The rows of a list of members, by the delimiter under which its header is best known.

    ``own`` are the club's own fields. Refused for NO_NAME, TWO_NAMES and COLUMN_TWICE.
    """
    fields = {f"own {each.pk}": each for each in own}
    clubs = {word(each.label): name for name, each in fields.items()}
    # A club that has a field of its own for it goes on to have it read there.
    known = {**dict.fromkeys(_SINCE.split(), "since"), **clubs, **COLUMNS}
    header, below = max(
        (_split(text, delimiter) for delimiter in DELIMITERS), key=partial(_known, known)
    )
    columns = tuple(known.get(word(cell), "") for cell in header)
    _refuse_header(header, columns)
    ignored = tuple(
        cell.strip() or _("column %(number)d") % {"number": place}
        for place, (cell, column) in enumerate(zip(header, columns, strict=True), start=1)
        if not column and (cell.strip() or _used(below, place - 1))
    )
    return Sheet(columns, ignored, tuple(below), fields)


def _split(text: str, delimiter: str) -> tuple[tuple[str, ...], list[Row]]:
    found = rows(text, delimiter)
    return (found[0].cells, found[1:]) if found else ((), [])


def _known(known: Mapping[str, str], split: tuple[tuple[str, ...], list[Row]]) -> int:
    return sum(word(cell) in known for cell in split[0])


def _used(below: list[Row], place: int) -> bool:
    return any(place < len(row.cells) and row.cells[place].strip() for row in below)


def _refuse_header(header: tuple[str, ...], columns: tuple[str, ...]) -> None:
    if not {"first_name", "name"} & set(columns):
        raise Refusal(ImportReason.NO_NAME)
    if {"first_name", "name"} <= set(columns):
        raise Refusal(ImportReason.TWO_NAMES)
    for column in columns:
        if column and columns.count(column) > 1:
            said = ", ".join(
                cell.strip() for cell, known in zip(header, columns, strict=True) if known == column
            )
            raise Refusal(ImportReason.COLUMN_TWICE, column=said)


@dataclass(frozen=True, slots=True)
class Record:
    """One line of the list. ``chosen`` has of what is chosen only what the line says."""

    line: int
    details: MemberDetails
    chosen: Mapping[str, Any]
    since: dt.date | None = None
    """The first day as a member, where the line says one."""
    is_whole: bool = False
    """Whether the name stood in one column: where it ends and the last name begins is guessed."""

    def over(self, known: MemberDetails) -> MemberDetails:
        """What is known of a member after this line; an empty cell changes nothing."""
        texts = {
            name: getattr(self.details, name) or getattr(known, name)
            for name, each in FIELDS.items()
            if each.is_text
        }
        if self.is_whole and self.details.full_name == known.full_name:
            texts |= {"first_name": known.first_name, "last_name": known.last_name}
        own = own_of({**dict(known.own), **dict(self.details.own)})
        return replace(known, **texts, **self.chosen, own=own)


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that cannot be imported, and why."""

    line: int
    text: str
    problem: str


def read_records(sheet: Sheet) -> tuple[list[Record], list[Fault]]:
    """What each row says, and the rows that say nothing usable or say it a second time."""
    records: list[Record] = []
    faults: list[Fault] = []
    for row in sheet.rows:
        try:
            records.append(_record(sheet, row))
        except DetailsRefusedError as refused:
            faults.append(Fault(row.line, " ".join(row.cells)[:80], str(refused)))
    return _without_repetitions(records, faults), faults


def same(one: str, other: str) -> bool:
    """Whether two texts are the same but for capitals, and not empty."""
    return bool(one) and one.casefold() == other.casefold()


def differ(one: str, other: str) -> bool:
    """Whether two texts are both there and not the same."""
    return bool(one) and bool(other) and not same(one, other)


def _refuse(sentence: str) -> DetailsRefusedError:
    return DetailsRefusedError({"": sentence})


def _record(sheet: Sheet, row: Row) -> Record:
    columns = sheet.columns
    if row.problem:
        raise _refuse(row.problem)
    spare = "".join(row.cells[len(columns) :]).strip()
    if spare or len(row.cells) < len(columns):
        raise _refuse(
            _("The line has %(cells)d fields, the first line has %(columns)d.")
            % {"cells": len(row.cells), "columns": len(columns)}
        )
    cells = zip(columns, row.cells, strict=False)
    said: dict[str, Any] = {column: tidy(cell) for column, cell in cells if column}
    chosen = {name: _chosen(name, text) for name in CHOSEN if (text := said.pop(name, ""))}
    own = {str(each.pk): _own(each, said.pop(name, "")) for name, each in sheet.own.items()}
    said["own"] = own_of(own)
    since = _since(said.pop("since", ""))
    is_whole = "name" in said
    if is_whole:
        said["first_name"], said["last_name"] = _two_names(said.pop("name"), said)
    said.setdefault("first_name", "")
    return Record(row.line, checked(MemberDetails(**said, **chosen)), chosen, since, is_whole)


def _since(text: str) -> dt.date | None:
    """Return the day that a cell of the first days as a member says."""
    day = day_in(text)
    if text and day is None:
        said = _("“%(text)s” is no date: write it like 2026-10-01.")
        raise _refuse(said % {"text": text[:40]})
    return day


def _own(about: OwnField, text: str) -> str:
    """Return what a cell of a field of the club's own says."""
    try:
        return read(about, text)
    except ValueError as wrong:
        raise _refuse(str(wrong)) from wrong


def _chosen(name: str, text: str) -> Any:
    """Return what a cell of a field that is chosen means."""
    known = CHOICES[name].get(word(text))
    if known is None:
        says = {
            "shown_as": _("“%(text)s” shows no name: use full, initial, pseudonym or club."),
            "status": _("“%(text)s” is no status: use active, passive, honorary or guest."),
            "reached_by": _("“%(text)s” is no way to write to a member: use e-mail or letter."),
        }
        flag = _("“%(text)s” ticks nothing: use yes or no.")
        raise _refuse(says.get(name, flag) % {"text": text[:40]})
    return known


def _two_names(name: str, said: dict[str, str]) -> tuple[str, str]:
    """First and last name out of one: at the comma, or else before the last word."""
    if said.get("last_name"):
        return name, said["last_name"]
    last, comma, first = (part.strip() for part in name.partition(","))
    if comma and first:
        return first, last
    first, _blank, last = name.rpartition(" ")
    return (first, last) if first else (name, "")


def _without_repetitions(records: Iterable[Record], faults: list[Fault]) -> list[Record]:
    """The records that no earlier record stands for; the others are added to ``faults``."""
    kept: list[Record] = []
    seen: dict[tuple[str, ...], Record] = {}
    for record in records:
        problem = _repetition(record, seen)
        if problem:
            faults.append(Fault(record.line, record.details.full_name, problem))
            continue
        kept.append(record)
        for sign in _signs(record.details):
            seen.setdefault(sign, record)
    return kept


def _repetition(record: Record, seen: dict[tuple[str, ...], Record]) -> str:
    said = record.details
    other = seen.get(("number", said.number.casefold())) if said.number else None
    if other is not None:
        return _("Number %(number)s is used on line %(line)d already.") % {
            "number": said.number,
            "line": other.line,
        }
    for sign in _conflicts(said):
        if sign in seen:
            return _(
                "The same person is on line %(line)d. If they are two, give each a number "
                "and an e-mail address of their own."
            ) % {"line": seen[sign].line}
    return ""


def _signs(said: MemberDetails) -> Iterator[tuple[str, ...]]:
    """What a record leaves behind for later ones to meet."""
    yield ("number", said.number.casefold())
    for name in _names(said.first_name, said.last_name, _ANY):
        yield ("name", *name)
        yield ("name and e-mail", *name, said.email.casefold())
        if not said.number:
            yield ("name without number", *name)


def _conflicts(said: MemberDetails) -> Iterator[tuple[str, ...]]:
    """What an earlier record has left if it may be the same person.

    Two of one name are two persons when both have numbers and no e-mail address in common; a
    name without a last name may be anybody's of the first name.
    """
    for name in _names(said.first_name, said.last_name or _ANY, ""):
        yield ("name without number", *name) if said.number else ("name", *name)
        if said.email:
            yield ("name and e-mail", *name, said.email.casefold())


def _names(first: str, *lasts: str) -> Iterator[tuple[str, str]]:
    for last in lasts:
        yield first.casefold(), last.casefold()
