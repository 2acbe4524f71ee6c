"""A sheet from a file or pasted: read line by line, with a sentence for each that cannot be."""

import hashlib
import json
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.csv_file import DELIMITERS, Row, UnreadableFileError, decode, rows
from rules import RefusedError as RulesRefusedError
from rules.jsonlines import parse_line
from tournaments.domain.accounts import Frame, names_at
from tournaments.domain.changes import Change
from tournaments.domain.corrections import LONGEST_REASON
from tournaments.domain.imports import LineError, Sorted, TwiceError, Wanted, sort_out
from tournaments.domain.results import NoSuchDealError, RefusedError
from tournaments.interfaces import import_words as words
from tournaments.interfaces.grammar import GrammarError, parse
from tournaments.interfaces.grammar_sentences import sentence as grammar_sentence
from tournaments.interfaces.refusals import Problem, no_such_deal, problem, sentences
from tournaments.models import Table

LARGEST = 200_000
"""Bytes; a sheet of forty deals takes a few thousand."""


class LineProblemError(ValueError):
    """A line that cannot be read; its text is the sentence for the director."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is wrong with one line."""

    line: int
    says: str


class ImportForm(forms.Form):
    """A sheet, chosen as a file or pasted from a spreadsheet."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    """What the preview showed; anything else is shown first."""
    file = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.json,.jsonl"}),
        help_text=_("CSV from a spreadsheet, or one record of JSON on each line."),
    )
    text = forms.CharField(
        label=_("Or pasted from a spreadsheet"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "none"}),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("It stands in the log, and at the table’s account."),
    )

    def __init__(self, table: Table, data: Any = None, files: Any = None) -> None:
        self.table = table
        self.told: tuple[Told, ...] = ()
        start = {"id": uuid.uuid4(), "reason": gettext("Imported")}
        super().__init__(data, files, initial=start)

    def clean(self) -> dict[str, Any]:
        """Read what came; a file takes the place of what was pasted."""
        cleaned: dict[str, Any] = super().clean() or {}
        try:
            text = self._text(cleaned)
            wanted, unread = read(text, self.table)
        except UnreadableFileError as unreadable:
            self.add_error(None, str(unreadable))
            return cleaned
        cleaned["sorted"] = found = sort_out(self.table, wanted)
        refused = (Told(each.line, _sentence(each.error)) for each in found.refusals)
        self.told = tuple(sorted((*unread, *refused), key=lambda each: each.line))
        if not found.changes:
            same = bool(found.same) and not self.told
            self.add_error(
                None,
                _("The sheet says so already: there is nothing to change.")
                if same
                else _("No line can be imported. Correct them and try again."),
            )
        return cleaned

    def changes(self) -> tuple[Change, ...]:
        """Return what each line should become."""
        found: Sorted = self.cleaned_data["sorted"]
        return found.changes

    def digest(self) -> str:
        """Return a digest of what would be done, by which a preview is known again."""
        said = [[each.deal, each.base, each.record] for each in self.changes()]
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()

    def _text(self, cleaned: Mapping[str, Any]) -> str:
        file, text = cleaned.get("file"), str(cleaned.get("text", ""))
        data = file.read(LARGEST + 1) if file else text.encode()
        if len(data) > LARGEST:
            raise UnreadableFileError(gettext("This is too large for the sheet of one table."))
        if not data.strip():
            raise UnreadableFileError(gettext("Choose a file, or paste the lines of the sheet."))
        if file:
            # What was read travels in the page until it is accepted.
            text = decode(data)
            self.data = {**{key: self.data[key] for key in self.data}, "text": text}
        return text


def read(text: str, table: Table) -> tuple[list[Wanted], list[Told]]:
    """Return the lines that can be read, and what is wrong with the others.

    Raises UnreadableFileError where nothing of it can be.
    """
    names = names_at(table)
    reader = _Reader(Frame.of(table, players=len(names)), names)
    is_json = text.lstrip().startswith("{")
    wanted: list[Wanted] = []
    told: list[Told] = []
    for place, (number, line) in enumerate(_json_lines(text) if is_json else _cells(text), start=1):
        try:
            deal, record = reader.record(line, place) if is_json else reader.cells(line, place)
            wanted.append(Wanted(number, deal, record))
        except LineProblemError as wrong:
            told.append(Told(number, str(wrong)))
    return wanted, told


def _json_lines(text: str) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                yield number, parse_line(line.encode())
            except RulesRefusedError:
                yield number, None


def _cells(text: str) -> Iterator[tuple[int, Any]]:
    split = [rows(text, delimiter) for delimiter in DELIMITERS]
    found = max(split, key=lambda each: (_known(each), _width(each)))
    header = tuple(words.COLUMNS.get(words.word(cell), "") for cell in found[0].cells)
    columns = header if {"deal", "line", "declarer"} & set(header) else words.ORDER
    below = found[1:] if columns is header else found
    if columns is words.ORDER and not found[0].cells[0].strip().isdigit():
        raise UnreadableFileError(
            gettext(
                "The first line must name the columns: for instance "
                "deal;declarer;contract;outcome;tout."
            )
        )
    for row in below:
        yield row.line, row.problem or dict(zip(columns, row.cells, strict=False))


def _known(found: Sequence[Row]) -> int:
    return sum(words.word(cell) in words.COLUMNS for cell in found[0].cells) if found else 0


def _width(found: Sequence[Row]) -> int:
    return len(found[0].cells) if found else 0


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads lines of one table."""

    frame: Frame
    names: tuple[str, ...]

    def record(self, data: Any, place: int) -> tuple[int, dict[str, Any]]:
        """Return deal and record of a line of JSON; raises LineProblemError."""
        if not isinstance(data, dict):
            raise LineProblemError(gettext("This is no record: write one object such as {…}."))
        decided = {"ruleset": self.frame.ruleset.id, "players": self.frame.players}
        if any(data.get(key, value) != value for key, value in decided.items()):
            raise LineProblemError(
                gettext("This record is of other rules or of another size of table.")
            )
        beside = {"deal", "round", "table", *decided}
        own = {key: value for key, value in data.items() if key not in beside}
        return _deal(data.get("deal", place)), own

    def cells(self, cells: Any, place: int) -> tuple[int, dict[str, Any]]:
        """Return deal and record of a line of cells; raises LineProblemError."""
        if isinstance(cells, str):
            raise LineProblemError(cells)
        deal = _deal(cells.get("deal", place))
        return deal, self._written(cells, deal)

    def _written(self, cells: Mapping[str, str], deal: int) -> dict[str, Any]:
        line = str(cells.get("line", "")).strip()
        if line:
            return self._typed(line, deal)
        said = {key: str(cells.get(key, "")).strip() for key in words.COLUMNS.values()}
        if words.word(said["contract"] or said["outcome"]) in words.PASSED:
            return {"passed": True}
        record: dict[str, Any] = {
            "declarer": self._one(
                words.seat(said["declarer"], self.names),
                gettext("Nobody at this table is called “%(said)s”. Write the seat or the name."),
                said["declarer"],
            ),
            "contract": self._one(
                words.contracts(self.frame.ruleset).get(words.word(said["contract"])),
                gettext("There is no contract “%(said)s” under these rules."),
                said["contract"],
            ),
        }
        if said["outcome"] or not said["tricks"]:
            record["outcome"] = self._one(
                words.outcome(said["outcome"]),
                gettext("“%(said)s” is no result. Write won, bet or kodille."),
                said["outcome"],
            )
        return {**record, **self._extras(said)}

    def _extras(self, said: Mapping[str, str]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, known in (("tout", words.TOUTS), ("trump", words.TRUMPS)):
            if said[key]:
                found[key] = self._one(
                    known.get(words.word(said[key])),
                    gettext("“%(said)s” is not understood here."),
                    said[key],
                )
        if said["tricks"]:
            each = re.split(r"[\s/]+", said["tricks"])
            if not all(one in {"-", "–"} or re.fullmatch("[0-9]", one) for one in each):
                text = gettext("“%(said)s” is not understood here.") % {"said": said["tricks"]}
                raise LineProblemError(text)
            found["tricks"] = [int(one) if one.isdigit() else None for one in each]
        return found

    def _typed(self, line: str, deal: int) -> dict[str, Any]:
        try:
            return dict(
                parse(
                    line,
                    dealer=self.frame.dealer(deal),
                    players=self.frame.players,
                    ruleset=self.frame.ruleset,
                    pairs=self.frame.pairs,
                )
            )
        except GrammarError as error:
            raise LineProblemError(grammar_sentence(error, self.names)) from error

    def _one(self, found: Any, sentence: str, said: str) -> Any:
        if found is None:
            raise LineProblemError(sentence % {"said": said})
        return found


def _deal(said: Any) -> int:
    """Return the number of a deal as spreadsheets write it, such as 7, 7.0 or 7,00."""
    number = re.fullmatch(r"([1-9][0-9]{0,2})(?:[.,]0*)?", str(said).strip())
    if number is None:
        raise LineProblemError(gettext("“%(said)s” is not the number of a deal.") % {"said": said})
    return int(number[1])


def _sentence(error: LineError) -> str:
    if isinstance(error, RefusedError):
        return " ".join(each.message for each in sentences(error))
    if isinstance(error, NoSuchDealError):
        return no_such_deal(error.deals).message
    if isinstance(error, TwiceError):
        return gettext("This deal stands on an earlier line already.")
    return problem(Problem.RULED).message
