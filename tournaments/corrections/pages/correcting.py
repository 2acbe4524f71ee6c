"""A correction of a sheet: the form."""

import json
import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lhombre_club.numbers import read_whole
from lhombre_club.refusal import Refusal
from rules import RefusedError as RulesRefusedError
from rules import score_card
from rules.jsonlines import parse_line
from tournaments.book.accounts import Frame, current, names_at
from tournaments.book.changes import Change
from tournaments.book.corrections import LONGEST_REASON
from tournaments.book.lines import drop_doubled, insert_deal, move_deal, swap_lines
from tournaments.models import Revision, Table
from tournaments.typed.grammar import LONGEST_LINE, OUTCOMES, parse, print_keys
from tournaments.words import wording
from tournaments.words.figures import short

WAYS: Mapping[str, Promise] = {
    "change": _("The result is another"),
    "decided": _("The director decides the result"),
    "annulled": _("The deal is annulled"),
    "not_played": _("The deal was not played"),
    "doubled": _("This line was written twice: those after it move up"),
    "skipped": _("A line was skipped here: those after it move down"),
    "swap": _("Two lines were written in each other’s place"),
    "move": _("The line belongs elsewhere"),
}
KEYS = _(
    "As on the sheet: the column (%(columns)s), the contract (%(contracts)s), and how it went "
    "(%(ends)s). 0 when all passed."
)
_ENDS = {key: end for key, end in OUTCOMES.items() if key in "+-*/"}
WITH_A_RESULT = ("change", "decided", "skipped")
LONGEST_RECORD = 4000
WITH_ANOTHER = ("swap", "move")


def _keys_of(table: Table) -> str:
    """Return what the keys of a result are at this table: its players, its contracts, the ends."""
    names = names_at(table)
    card = score_card(Frame.of(table, players=len(names)).ruleset)
    can_be = {end for line in card["contracts"] for end in line["values"]}
    said = {
        "columns": ", ".join(f"{seat} {short(name)}" for seat, name in enumerate(names, 1)),
        "contracts": ", ".join(
            f"{line['digit']} {wording.CONTRACTS[line['id']]}" for line in card["contracts"]
        ),
        "ends": ", ".join(
            f"{key} {wording.OUTCOMES[end]}" for key, end in _ENDS.items() if end in can_be
        ),
    }
    return KEYS % said


class CorrectionForm(forms.Form):
    """What one line of a sheet should have been."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    deal = forms.IntegerField(label=_("Deal"), min_value=1, max_value=999)
    way = forms.ChoiceField(
        label=_("What was wrong"), choices=list(WAYS.items()), widget=forms.RadioSelect
    )
    line = forms.CharField(
        label=_("The right result, in keys"),
        required=False,
        max_length=LONGEST_LINE,
    )
    record = forms.CharField(
        label=_("Everything that is written down of it"),
        required=False,
        max_length=LONGEST_RECORD,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "autocapitalize": "none"}),
        help_text=_(
            "For tricks, trump, laid cards and several declarers, which the keys cannot say. "
            "What is changed here counts instead of the keys."
        ),
    )
    other = forms.IntegerField(
        label=_("The other deal"), required=False, min_value=1, max_value=999
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_(
            "It stands in the log and at the account. Of a closed round everybody reads it."
        ),
    )

    def __init__(
        self, table: Table, data: Any = None, *, known: Mapping[str, str] | None = None
    ) -> None:
        self.table = table
        start = {"id": uuid.uuid4(), "way": "change", **self._stored(known or {})}
        super().__init__(data, initial=start)
        self.fields["line"].help_text = _keys_of(table)

    def _stored(self, known: Mapping[str, str]) -> dict[str, str]:
        """Return what is known, and of the deal it names what is stored."""
        deal = None if known.get("way") == "skipped" else read_whole(known.get("deal"))
        standing = None if deal is None else current(self.table.revisions.all()).get(deal)
        if standing is None or standing.record is None:
            return dict(known)
        frame = Frame.of(self.table, players=self.table.seats.count())
        keys = print_keys(
            standing.record, ruleset=frame.ruleset, players=frame.players, pairs=frame.pairs
        )
        return {"line": keys, "record": json.dumps(standing.record), **known}

    def clean(self) -> dict[str, Any]:
        """Turn what was filled in into changes."""
        cleaned: dict[str, Any] = super().clean() or {}
        if {"deal", "way"} <= cleaned.keys():
            try:
                cleaned["changes"] = self._changes(cleaned)
            except Refusal as refusal:
                self.add_error("line", str(refusal))
            except RulesRefusedError:
                self.add_error("record", _("This cannot be read. Change only what stands in it."))
            except IndexError:
                self.add_error("other", _("The sheet has no deal of that number."))
        return cleaned

    def changes(self) -> list[Change]:
        """Return what each line should become."""
        found: list[Change] = self.cleaned_data["changes"]
        return found

    def asked(self) -> list[Any]:
        """Return the changes as JSON."""
        return [each.to_json() for each in self.changes()]

    def _changes(self, wanted: dict[str, Any]) -> list[Change]:
        deal, way, other = wanted["deal"], wanted["way"], wanted.get("other")
        if way == "doubled":
            return drop_doubled(self.table, deal)
        if way in WITH_ANOTHER:
            if other is None:
                self.add_error("other", _("Say which deal is the other one."))
                return []
            rearrange = swap_lines if way == "swap" else move_deal
            return rearrange(self.table, deal, other)
        record = self._record(wanted) if way in WITH_A_RESULT else None
        if way == "skipped":
            return insert_deal(self.table, deal, record)
        standing = current(self.table.revisions.all()).get(deal)
        ruling = Revision.Ruling.NONE if way == "change" else Revision.Ruling(way)
        if standing and (standing.record, standing.ruling) == (record, ruling):
            return []
        return [Change(self.table, deal, standing.number if standing else 0, record, ruling)]

    def _record(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """Return the result: what was changed of the record, or else what the keys say."""
        names = names_at(self.table)
        frame = Frame.of(self.table, players=len(names))
        standing = current(self.table.revisions.all()).get(wanted["deal"])
        stored = standing.record if standing and wanted["way"] != "skipped" else None
        line, written = wanted.get("line", ""), wanted.get("record", "")
        record = parse_line(written.encode()) if written else stored
        if isinstance(record, dict) and record != stored:
            return record
        keys = stored and print_keys(
            stored, ruleset=frame.ruleset, players=frame.players, pairs=frame.pairs
        )
        if stored and line == keys:
            return dict(stored)
        return parse(
            line,
            dealer=frame.dealer(wanted["deal"]),
            names=names,
            ruleset=frame.ruleset,
            pairs=frame.pairs,
        )
