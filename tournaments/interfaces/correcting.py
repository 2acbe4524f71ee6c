"""A correction in words: the form, and a sentence for each way in which it is refused."""

import hashlib
import json
import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules import RefusedError as RulesRefusedError
from tournaments.domain.accounts import Frame, current, names_at
from tournaments.domain.changes import (
    Change,
    ChangedSinceError,
    CorrectionError,
    LineRefusal,
    LinesRefusedError,
    RulesNotAllowedError,
    UndoneError,
)
from tournaments.domain.corrections import LONGEST_REASON
from tournaments.domain.lines import drop_doubled, insert_deal, move_deal, swap_lines
from tournaments.domain.results import NoSuchDealError, NotOpenError, RefusedError, StaleError
from tournaments.interfaces.grammar import LONGEST_LINE, GrammarError, parse, print_keys
from tournaments.interfaces.grammar_sentences import sentence as grammar_sentence
from tournaments.interfaces.refusals import no_such_deal, sentences
from tournaments.models import Revision, Table

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
WITH_A_RESULT = ("change", "decided", "skipped")
LONGEST_RECORD = 4000
WITH_ANOTHER = ("swap", "move")


class CorrectionForm(forms.Form):
    """What one line of a sheet should have been."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    """What the preview showed; a correction of anything else is shown again first."""
    deal = forms.IntegerField(label=_("Deal"), min_value=1, max_value=999)
    way = forms.ChoiceField(
        label=_("What was wrong"), choices=list(WAYS.items()), widget=forms.RadioSelect
    )
    line = forms.CharField(
        label=_("The right result, in keys"),
        required=False,
        max_length=LONGEST_LINE,
        help_text=_("As on the sheet: 2+ or 36-; 0 when all passed."),
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

    def _stored(self, known: Mapping[str, str]) -> dict[str, str]:
        """Return what is known, and of the deal it names what is stored."""
        deal = known.get("deal", "")
        standing = current(self.table.revisions.all()).get(int(deal)) if deal.isdigit() else None
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
            except GrammarError as error:
                self.add_error("line", grammar_sentence(error, names_at(self.table)))
            except json.JSONDecodeError:
                self.add_error("record", _("This cannot be read. Change only what stands in it."))
            except IndexError:
                self.add_error("other", _("The sheet has no deal of that number."))
        return cleaned

    def changes(self) -> list[Change]:
        """Return what each line should become."""
        found: list[Change] = self.cleaned_data["changes"]
        return found

    def told(self) -> str:
        """Return a digest of the changes, by which a preview is known again."""
        said = [[each.deal, each.base, each.record, each.ruling] for each in self.changes()]
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()

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
        frame = Frame.of(self.table, players=self.table.seats.count())
        standing = current(self.table.revisions.all()).get(wanted["deal"])
        stored = standing.record if standing and wanted["way"] != "skipped" else None
        line, written = wanted.get("line", ""), wanted.get("record", "")
        record = json.loads(written) if written else stored
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
            players=frame.players,
            ruleset=frame.ruleset,
            pairs=frame.pairs,
        )


def refusals(error: CorrectionError | RulesRefusedError) -> list[str]:
    """Return a sentence for everything that stands in the way of a correction or its undo."""
    match error:
        case LinesRefusedError():
            return [text for line in error.lines for text in _line(line)]
        case RulesNotAllowedError():
            return [gettext("These rules and this account do not go together.")]
        case UndoneError():
            return [gettext("This was taken back already.")]
        case ChangedSinceError():
            deals = ", ".join(str(each.deal) for each in error.lines)
            if deals:
                return [
                    gettext("Changed since, and so it cannot be taken back: deal %(deals)s.")
                    % {"deals": deals}
                ]
            return [gettext("It was changed since, and so it cannot be taken back.")]
        case _:
            return [gettext("This cannot be done. Nothing was changed.")]


def _line(line: LineRefusal) -> list[str]:
    error = line.error
    where = gettext("Deal %(deal)d: %(says)s")
    told: list[str] = []
    match error:
        case RefusedError():
            told = [each.message for each in sentences(error)]
        case NoSuchDealError():
            told = [no_such_deal(error.deals).message]
        case StaleError():
            told = [gettext("somebody has changed it meanwhile. Look at it again.")]
        case NotOpenError():
            told = [gettext("its round is not released.")]
    return [where % {"deal": line.deal, "says": each} for each in told]
