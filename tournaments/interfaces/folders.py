"""Folders in words: the form, the movement as a table, and a sentence for each flaw."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.domain.folders import (
    MOST_FOLDERS,
    Checked,
    FlawedMovementError,
    FoldersError,
    FolderSettings,
    UnevenError,
)
from tournaments.interfaces.paper_words import short
from tournaments.seating.folders import Fault, Flaw, spread

MOST_SENTENCES = 8
MOST_COPIES = 20
ONWARDS, BACK = "1", "-1"
SENTENCES: Mapping[Flaw, Promise] = {
    Flaw.MISSED: _("Table %(table)s does not play folder %(folder)d, which others play."),
    Flaw.PLAYED_TWICE: _("Table %(table)s plays folder %(folder)d twice."),
    Flaw.MET_TWICE: _("%(name)s meets folder %(folder)d a second time, at table %(table)s."),
    Flaw.TWO_PLACES: _(
        "In deal %(deal)s folder %(folder)d would have to lie at more tables than there are sets."
    ),
}


class FoldersForm(forms.Form):
    """How many folders there are, and how they travel."""

    folders = forms.IntegerField(
        label=_("Folders in the set"),
        min_value=1,
        max_value=MOST_FOLDERS,
        help_text=_("They are numbered 1, 2, 3 and so on."),
    )
    reshuffled_after = forms.IntegerField(
        label=_("Shuffled again after so many deals"),
        min_value=0,
        max_value=999,
        help_text=_("Deals at a table, counted through all rounds. 0: never."),
    )
    together = forms.IntegerField(
        label=_("Folders that lie at a table together"), min_value=1, max_value=MOST_FOLDERS
    )
    step = forms.ChoiceField(
        label=_("A table goes on to"),
        choices=[(ONWARDS, _("the higher numbers")), (BACK, _("the lower numbers"))],
    )
    copies = forms.IntegerField(label=_("Equal sets"), min_value=1, max_value=MOST_COPIES)
    first = forms.CharField(
        label=_("The first folder of each table"),
        required=False,
        max_length=400,
        help_text=_("Such as 1, 6, 11, 16. Leave it empty to lay them as far apart as possible."),
    )

    def __init__(self, settings: FolderSettings, data: Any = None) -> None:
        self.tables = len(settings.first)
        super().__init__(data, initial=self.filled(settings))

    @staticmethod
    def filled(settings: FolderSettings) -> dict[str, Any]:
        """Return the fields of what is known."""
        return {
            "folders": settings.folders,
            "reshuffled_after": settings.reshuffled_after,
            "together": settings.together,
            "step": ONWARDS if settings.step > 0 else BACK,
            "copies": settings.copies,
            "first": ", ".join(map(str, settings.first)),
        }

    def clean(self) -> dict[str, Any]:
        """Ask for bundles that come out even, and a first folder for each table."""
        cleaned: dict[str, Any] = super().clean() or {}
        folders, together = cleaned.get("folders"), cleaned.get("together")
        if not folders or not together:
            return cleaned
        if folders % together:
            self.add_error(
                "together", _("The folders do not part into bundles of that size evenly.")
            )
        elif folders // together < self.tables and not cleaned.get("first"):
            self.add_error("first", _("There are more tables than bundles. Say where each begins."))
        else:
            self._read_first(cleaned, folders, together)
        return cleaned

    def _read_first(self, cleaned: dict[str, Any], folders: int, together: int) -> None:
        written = cleaned.get("first", "").replace(",", " ").split()
        if not written:
            cleaned["first"] = spread(self.tables, folders, together)
        elif len(written) != self.tables or not all(
            each.isdecimal() and 1 <= int(each) <= folders for each in written
        ):
            self.add_error(
                "first",
                _("Write %(tables)d numbers from 1 to %(folders)d, one for each table.")
                % {"tables": self.tables, "folders": folders},
            )
        else:
            cleaned["first"] = tuple(map(int, written))

    def settings(self) -> FolderSettings:
        """Return what was filled in."""
        return FolderSettings(**{**self.cleaned_data, "step": int(self.cleaned_data["step"])})


@dataclass(frozen=True, slots=True)
class Step:
    """A line of the movement: what lies at each table, from one move to the next."""

    deals: str
    """At the tables, such as 5–8; with several rounds the round before it."""
    folders: tuple[str, ...]
    """By table."""
    shuffled: bool
    """The folders are shuffled again before it."""


def steps(checked: Checked, together: int) -> list[Step]:
    """Return the movement as it is written down."""
    return list(_steps(checked, together))


def _steps(checked: Checked, together: int) -> Iterator[Step]:
    length, rounds = checked.evening.rounds[0], len(checked.evening.rounds)
    start = 0
    while start < checked.evening.deals:
        lead = checked.movement[0][start]
        stop = _stop(checked, start, together, length)
        numbers = _span(start % length + 1, (stop - 1) % length + 1)
        yield Step(
            f"{start // length + 1}: {numbers}" if rounds > 1 else numbers,
            tuple(_span(table[start].folder, table[stop - 1].folder) for table in checked.movement),
            start > 0 and lead.shuffle > checked.movement[0][start - 1].shuffle,
        )
        start = stop


def _stop(checked: Checked, start: int, together: int, length: int) -> int:
    """Return where the bundle ends: full, at the end of a round, shuffled, or begun in between."""
    stop = start + 1
    while stop < start + together and stop % length:
        follows = all(
            table[stop].folder == table[stop - 1].folder + 1
            and table[stop].shuffle == table[start].shuffle
            for table in checked.movement
        )
        if not follows:
            break
        stop += 1
    return stop


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def flaws(faults: Sequence[Fault], names: Sequence[str]) -> list[str]:
    """Return a sentence for each flaw, the first few of very many."""
    told = list(dict.fromkeys(_flaw(fault, names) for fault in faults))
    rest = len(told) - MOST_SENTENCES
    if rest <= 0:
        return told
    more = ngettext("And %(count)d more of the kind.", "And %(count)d more of the kind.", rest)
    return [*told[:MOST_SENTENCES], more % {"count": rest}]


def _flaw(fault: Fault, names: Sequence[str]) -> str:
    facts = {
        "folder": fault.folder,
        "table": "" if fault.table is None else fault.table + 1,
        "name": "" if fault.player is None else short(names[fault.player]),
        "deal": fault.sequence or "",
    }
    return str(SENTENCES[fault.flaw]) % facts


def refused(error: FoldersError) -> list[str]:
    """Return the sentences for why a movement cannot be, or cannot be released."""
    match error:
        case FlawedMovementError():
            return [gettext("The folders go wrong."), *flaws(error.faults, error.names)]
        case UnevenError():
            said = gettext(
                "Folders need as many tables in every round, with as many deals at each. "
                "Look at round %(round)d, table %(table)d, or play without folders."
            )
            return [said % {"round": error.round, "table": error.table}]
        case _:
            return [gettext("The rounds are not drawn yet. Draw them first.")]
