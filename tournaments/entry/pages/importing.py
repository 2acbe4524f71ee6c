"""A sheet from a file or pasted: read line by line, with a sentence for each that cannot be."""

import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.importing.file import DELIMITERS, Row, decode, rows
from lhombre_club.refusal import Refusal
from rules import RefusedError as RulesRefusedError
from rules.jsonlines import parse_line
from tournaments.book.accounts import Frame, names_at
from tournaments.book.changes import Change
from tournaments.book.corrections import LONGEST_REASON
from tournaments.entry.domain.imports import Sorted, Wanted, sort_out
from tournaments.entry.reasons import EntryReason, SheetReason
from tournaments.models import Names, Table
from tournaments.typed import written as words
from tournaments.typed.grammar import parse

LARGEST = 200_000
"""Bytes; a sheet of forty deals takes a few thousand."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is wrong with one line."""

    line: int
    says: str


class ImportForm(forms.Form):
    """A sheet, chosen as a file or pasted from a spreadsheet."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    file = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,.ods,.json,.jsonl"}),
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
        help_text=_("It must be given. It stands in the log, and at the table’s account."),
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
        except Refusal as refusal:
            self.add_error(None, str(refusal))
            return cleaned
        cleaned["sorted"] = found = sort_out(self.table, wanted)
        refused = (Told(each.line, str(each.refusal)) for each in found.refusals)
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

    def asked(self) -> list[Any]:
        """Return the changes as JSON."""
        return [each.to_json() for each in self.changes()]

    def _text(self, cleaned: Mapping[str, Any]) -> str:
        file, text = cleaned.get("file"), str(cleaned.get("text", ""))
        data = file.read(LARGEST + 1) if file else text.encode()
        if len(data) > LARGEST:
            raise Refusal(SheetReason.TOO_LARGE)
        if not data.strip():
            raise Refusal(SheetReason.EMPTY)
        if file:
            # What was read travels in the page until it is accepted.
            text = decode(data)
            self.data = {**{key: self.data[key] for key in self.data}, "text": text}
        return text


def read(text: str, table: Table) -> tuple[list[Wanted], list[Told]]:
    """Return the lines that can be read, and what is wrong with the others.

    Refused where nothing of it can be.
    """
    names = names_at(table)
    reader = _Reader(Frame.of(table, players=len(names)), names)
    is_json = text.lstrip().startswith("{")
    wanted: list[Wanted] = []
    told: list[Told] = []
    for place, (number, line) in enumerate(_json_lines(text) if is_json else _cells(text), start=1):
        if isinstance(line, str) and not is_json:
            told.append(Told(number, line))  # its cells could not be parted
            continue
        try:
            deal, record = reader.record(line, place) if is_json else reader.cells(line, place)
            wanted.append(Wanted(number, deal, record))
        except Refusal as refusal:
            told.append(Told(number, str(refusal)))
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
        raise Refusal(SheetReason.NO_COLUMNS)
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
    names: Names

    def record(self, data: Any, place: int) -> tuple[int, dict[str, Any]]:
        """Return deal and record of a line of JSON, or refuse it."""
        if not isinstance(data, dict):
            raise Refusal(EntryReason.NO_RECORD)
        decided = {"ruleset": self.frame.ruleset.id, "players": self.frame.players}
        if any(data.get(key, value) != value for key, value in decided.items()):
            raise Refusal(EntryReason.OTHER_RULES)
        beside = {"deal", "round", "table", *decided}
        own = {key: value for key, value in data.items() if key not in beside}
        return _deal(data.get("deal", place)), own

    def cells(self, cells: Any, place: int) -> tuple[int, dict[str, Any]]:
        """Return deal and record of a line of cells, or refuse it."""
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
                words.seat(said["declarer"], self.names.at(deal)),
                EntryReason.NOBODY,
                said["declarer"],
            ),
            "contract": self._one(
                words.contracts(self.frame.ruleset).get(words.word(said["contract"])),
                EntryReason.NO_CONTRACT,
                said["contract"],
            ),
        }
        if said["outcome"] or not said["tricks"]:
            record["outcome"] = self._one(
                words.outcome(said["outcome"]),
                EntryReason.NO_OUTCOME,
                said["outcome"],
            )
        return {**record, **self._extras(said)}

    def _extras(self, said: Mapping[str, str]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, known in (("tout", words.TOUTS), ("trump", words.TRUMPS)):
            if said[key]:
                found[key] = self._one(
                    known.get(words.word(said[key])),
                    EntryReason.NOT_UNDERSTOOD,
                    said[key],
                )
        if said["tricks"]:
            each = re.split(r"[\s/]+", said["tricks"])
            if not all(one in {"-", "–"} or re.fullmatch("[0-9]", one) for one in each):
                raise Refusal(EntryReason.NOT_UNDERSTOOD, said=said["tricks"])
            found["tricks"] = [int(one) if one.isdigit() else None for one in each]
        return found

    def _typed(self, line: str, deal: int) -> dict[str, Any]:
        return parse(
            line,
            dealer=self.frame.dealer(deal),
            names=self.names.at(deal),
            ruleset=self.frame.ruleset,
            pairs=self.frame.pairs,
        )

    def _one(self, found: Any, reason: EntryReason, said: str) -> Any:
        if found is None:
            raise Refusal(reason, said=said)
        return found


def _deal(said: Any) -> int:
    """Return the number of a deal as spreadsheets write it, such as 7, 7.0 or 7,00."""
    number = re.fullmatch(r"([1-9][0-9]{0,2})(?:[.,]0*)?", str(said).strip())
    if number is None:
        raise Refusal(EntryReason.NO_DEAL, said=said)
    return int(number[1])
