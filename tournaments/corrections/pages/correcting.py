"""A correction of a sheet: the form."""

import uuid
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.namesakes import LONGEST
from lhombre_club.numbers import read_whole
from lhombre_club.refusal import Refusal
from rules import score_card
from tournaments.book.accounts import Frame, current, names_at
from tournaments.book.changes import Change
from tournaments.book.corrections import LONGEST_REASON
from tournaments.book.lines import drop_doubled, insert_deal, move_deal, swap_lines
from tournaments.book.reasons import BookReason
from tournaments.corrections.pages.corrected import version_words
from tournaments.models import Revision, Table
from tournaments.sheets.queries import Sheet
from tournaments.sheets.spoken import grammar_of, names_of
from tournaments.typed.grammar import LONGEST_LINE, OUTCOMES, normalise, parse, print_keys
from tournaments.typed.written import in_words, refusal_of
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
    "(%(ends)s). 0 when all passed. Whatever else is said is typed between contract and end: all "
    "the keys stand below."
)
_ENDS = {key: end for key, end in OUTCOMES.items() if key in "+-*/"}
WITH_A_RESULT = ("change", "decided", "skipped")
WITH_ANOTHER = ("swap", "move")
OF_ONE_DEAL = ("change", "decided", "annulled", "not_played")
MEANWHILE = _(
    "Deal %(deal)d was changed after you had opened this page. It said: %(was)s. "
    "Now it says: %(now)s."
)
STORED = _("The sheet says now: %(what)s.")
WANTED = _("You want: %(what)s.")
MOST_REVISIONS = 32767


def _keys_of(table: Table) -> str:
    """Return what the keys of a result are at this table: its players, its contracts, the ends."""
    names = names_at(table)
    ruleset = Frame.of(table, players=len(names)).ruleset
    card = score_card(ruleset, len(names))
    can_be = {end for line in card["contracts"] for end in line["values"]}
    said = {
        "columns": ", ".join(f"{seat} {short(name)}" for seat, name in enumerate(names, 1)),
        "contracts": ", ".join(
            f"{line['digit']} {wording.contract(line['id'], ruleset)}" for line in card["contracts"]
        ),
        "ends": ", ".join(
            f"{key} {wording.OUTCOMES[end]}" for key, end in _ENDS.items() if end in can_be
        ),
    }
    return KEYS % said


class CorrectionForm(forms.Form):
    """What one line of a sheet should have been."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    of = forms.IntegerField(required=False, min_value=1, max_value=999, widget=forms.HiddenInput)
    """The deal that the form was drawn with."""
    base = forms.IntegerField(
        required=False, min_value=0, max_value=MOST_REVISIONS, widget=forms.HiddenInput
    )
    """Number of the version of it that was seen; 0: none."""
    deal = forms.IntegerField(label=_("Deal"), min_value=1, max_value=999)
    way = forms.ChoiceField(
        label=_("What was wrong"), choices=list(WAYS.items()), widget=forms.RadioSelect
    )
    line = forms.CharField(
        label=_("The right result, in keys or in words"),
        required=False,
        max_length=LONGEST_LINE + LONGEST,
    )
    other = forms.IntegerField(
        label=_("The other deal"), required=False, min_value=1, max_value=999
    )
    until = forms.IntegerField(
        label=_("Not played: to which deal"),
        required=False,
        min_value=1,
        max_value=999,
        help_text=_(
            "Where several were not played: the last of them. All up to it that have no result "
            "are said to be not played."
        ),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_(
            "It must be given. It stands in the log and at the account. Of a closed round "
            "everybody reads it."
        ),
    )

    def __init__(
        self, table: Table, data: Any = None, *, known: Mapping[str, str] | None = None
    ) -> None:
        self.table = table
        self.names = names_at(table)
        self.frame = Frame.of(table, players=len(self.names))
        self.meanwhile = ""
        """What another has made of the deal since the form was drawn, once it is cleaned."""
        start = {"id": uuid.uuid4(), "way": "change", **self._stored(known or {})}
        super().__init__(data, initial=start)
        self.fields["line"].help_text = " ".join([*self._told(), _keys_of(table)])

    def _told(self) -> Iterator[str]:
        """Yield in words what is stored of the deal that the form was drawn with, if one is."""
        standing = self._counting.get(read_whole(str(self["of"].value() or "")) or 0)
        if standing is not None:
            yield STORED % {"what": self._says(standing)}

    def _stored(self, known: Mapping[str, str]) -> dict[str, Any]:
        """Return what is known, and of the deal it names what is stored."""
        deal = None if known.get("way") == "skipped" else read_whole(known.get("deal"))
        if deal is None:
            return dict(known)
        standing = self._counting.get(deal)
        base = standing.number if standing else 0
        return {"line": self._keys(standing), **known, "of": deal, "base": base}

    def clean(self) -> dict[str, Any]:
        """Turn what was filled in into changes."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("deal", 0) > self.frame.deals:  # else the keys are read for who deals it
            self.add_error("deal", str(Refusal(BookReason.NO_SUCH_DEAL, deals=self.frame.deals)))
        elif {"deal", "way"} <= cleaned.keys():
            try:
                cleaned["changes"] = self._changes(cleaned)
            except Refusal as refusal:
                self.add_error("line", str(refusal))
            except IndexError:
                self.add_error("other", _("The sheet has no deal of that number."))
            self._look(cleaned)
        return cleaned

    def changes(self) -> list[Change]:
        """Return what each line should become."""
        found: list[Change] = self.cleaned_data["changes"]
        return found

    def asked(self) -> list[Any]:
        """Return the changes as JSON."""
        return [each.to_json() for each in self.changes()]

    @cached_property
    def _counting(self) -> Mapping[int, Revision]:
        return current(self.table.revisions.all())

    def _seen(self, wanted: dict[str, Any]) -> Revision | None:
        """Return the version of the deal that the form was drawn with; unknown: what stands."""
        if wanted.get("base") is None or wanted.get("of") != wanted["deal"]:
            return self._counting.get(wanted["deal"])
        return self.table.revisions.filter(deal=wanted["deal"], number=wanted["base"]).first()

    def _keys(self, revision: Revision | None) -> str:
        if revision is None or revision.record is None:
            return ""
        frame = self.frame
        return print_keys(
            revision.record, ruleset=frame.ruleset, players=frame.players, pairs=frame.pairs
        )

    def _is_untouched(self, wanted: dict[str, Any]) -> bool:
        """Whether the keys are those of the result that the form was drawn with."""
        seen = self._seen(wanted)
        if wanted["way"] == "skipped" or seen is None or seen.record is None:
            return False
        return normalise(wanted.get("line", "")) == self._keys(seen)

    def _changes(self, wanted: dict[str, Any]) -> list[Change]:
        deal, way, other = wanted["deal"], wanted["way"], wanted.get("other")
        if wanted.get("until") is not None and way != "not_played":
            self.add_error("until", _("Leave this empty, or choose that it was not played."))
        if way == "doubled":
            return drop_doubled(self.table, deal)
        if way in WITH_ANOTHER:
            if other is None:
                self.add_error("other", _("Say which deal is the other one."))
                return []
            rearrange = swap_lines if way == "swap" else move_deal
            return rearrange(self.table, deal, other)
        if way == "skipped":
            return insert_deal(self.table, deal, self._typed(wanted))
        if way == "not_played":
            return list(self._not_played(deal, wanted.get("until")))
        return self._one_deal(wanted)

    def _one_deal(self, wanted: dict[str, Any]) -> list[Change]:
        """Return what a deal becomes that stays where it is; nothing where it is that already."""
        way, standing = wanted["way"], self._counting.get(wanted["deal"])
        ruling = Revision.Ruling.NONE if way == "change" else Revision.Ruling(way)
        record: Mapping[str, Any] | None = None
        if way in WITH_A_RESULT and self._is_untouched(wanted):
            # Untouched is what stands, with all that keys cannot say, whoever put it there.
            if way == "change" and standing != self._seen(wanted):
                return []
            record = standing.record if standing else None
        if way in WITH_A_RESULT and record is None:
            record = self._typed(wanted)
        if standing and (standing.record, standing.ruling) == (record, ruling):
            return []
        base = standing.number if standing else 0
        return [Change(self.table, wanted["deal"], base, record, ruling)]

    def _not_played(self, deal: int, until: int | None) -> Iterator[Change]:
        """Yield a change for the deal, and for each after it up to the last that has no result."""
        last = deal if until is None else until
        if last < deal or (last > deal and last > self.frame.deals):
            self.add_error("until", _("The sheet has no such deals."))
            return
        ruling = Revision.Ruling.NOT_PLAYED
        for each in range(deal, last + 1):
            standing = self._counting.get(each)
            is_open = standing is None or (standing.record is None and not standing.ruling)
            if is_open or (each == deal and standing and standing.ruling != ruling):
                base = standing.number if standing else 0
                yield Change(self.table, each, base, None, ruling)

    def _typed(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """Return the result that the keys say, or words as this page says them."""
        line, names = wanted.get("line", ""), self.names.at(wanted["deal"])
        keys = in_words(line, names, self.frame.ruleset)
        try:
            return parse(
                keys or line,
                dealer=self.frame.dealer(wanted["deal"]),
                names=names,
                ruleset=self.frame.ruleset,
                pairs=self.frame.pairs,
            )
        except Refusal as refusal:
            said = None if keys else refusal_of(line, names, self.frame.ruleset)
            raise said or refusal from None

    def _look(self, wanted: dict[str, Any]) -> None:
        """Say what another has made of the deal meanwhile; from then on that is what was seen."""
        seen, standing = self._seen(wanted), self._counting.get(wanted["deal"])
        if seen == standing:
            return
        facts = {"deal": wanted["deal"], "was": self._says(seen), "now": self._says(standing)}
        said = [MEANWHILE % facts]
        if wanted["way"] in OF_ONE_DEAL:
            said += [WANTED % {"what": self._says(each)} for each in wanted.get("changes", ())[:1]]
        self.meanwhile = " ".join(said)
        told = {"base": str(standing.number if standing else 0)}
        if self._is_untouched(wanted) and standing and standing.record is not None:
            told["line"] = self._keys(standing)
        self.data = {**dict(self.data.items()), **told}

    def _says(self, version: Revision | Change | None) -> str:
        if version is None:
            return version_words(None, "", (), ruleset=self.frame.ruleset)
        names = self.names.at(version.deal)
        return version_words(version.record, version.ruling, names, ruleset=self.frame.ruleset)


def reading(sheet: Sheet) -> Mapping[str, object]:
    """Return what the page's script needs to read what is typed, as at the desk."""
    return {
        "grammar": grammar_of(sheet),
        "names": names_of(sheet),
        "lines": [
            {
                "dealer": line.dealer,
                "people": list(sheet.names.at(line.deal)),
            }
            for line in sheet.lines
        ],
    }
