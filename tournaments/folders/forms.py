"""Folders in words: the form, and the movement as a table."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from lhombre_club.numbers import read_whole
from tournaments.folders.domain import MOST_FOLDERS, Checked, FolderSettings
from tournaments.plans.folders import spread

MOST_COPIES = 20
ONWARDS, BACK = "1", "-1"


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
        help_text=_("Deals at a table, counted through all rounds of these folders. 0: never."),
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
        numbers = tuple(read_whole(each, least=1, most=folders) for each in written)
        if not numbers:
            cleaned["first"] = spread(self.tables, folders, together)
        elif len(numbers) != self.tables or None in numbers:
            self.add_error(
                "first",
                _("Write %(tables)d numbers from 1 to %(folders)d, one for each table.")
                % {"tables": self.tables, "folders": folders},
            )
        else:
            cleaned["first"] = numbers

    @property
    def lacks(self) -> bool:
        """Whether a field is still empty that has to be filled in."""
        return any(self.has_error(name, "required") for name in self.fields)

    def settings(self) -> FolderSettings:
        """Return what was filled in."""
        return FolderSettings(**{**self.cleaned_data, "step": int(self.cleaned_data["step"])})


@dataclass(frozen=True, slots=True)
class Step:
    """A line of the movement: what lies at each table, from one move to the next."""

    deals: str
    """At the tables, such as 5–8; with several rounds the round before it."""
    folders: tuple[str, ...]
    """By table; empty where it plays none of these deals."""
    shuffled: bool = False
    """The folders are shuffled again before it."""
    anew: bool = False
    """Another set takes over with it."""


def rounds_of(laid: Iterable[Checked]) -> int:
    """Return how many rounds some movements go through."""
    return sum(len(each.evening.parts) for each in laid)


def steps(laid: Sequence[Checked]) -> list[Step]:
    """Return the movements of all sets, one after another, as they are written down."""
    most = max((each.evening.tables for each in laid), default=0)
    several = rounds_of(laid) > 1
    made: list[Step] = []
    for each in laid:
        wide = [_widened(step, most) for step in _steps(each, several=several)]
        made += [replace(wide[0], anew=bool(made)), *wide[1:]]
    return made


def _widened(step: Step, tables: int) -> Step:
    return replace(step, folders=(*step.folders, *[""] * (tables - len(step.folders))))


def _steps(checked: Checked, *, several: bool) -> Iterator[Step]:
    length, together = checked.evening.length, checked.settings.together
    start = 0
    while start < checked.evening.deals:
        lead = checked.movement[0][start]
        stop = _stop(checked, start, together, length)
        numbers = _span(start % length + 1, (stop - 1) % length + 1)
        yield Step(
            f"{checked.evening.from_round + start // length}: {numbers}" if several else numbers,
            tuple(_at(checked, table, start, stop) for table in range(checked.evening.tables)),
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


def _at(checked: Checked, table: int, start: int, stop: int) -> str:
    """Return which folders a table plays from deal ``start`` on, as far as it plays at all."""
    part, within = divmod(start, checked.evening.length)
    ends = min(stop, start - within + checked.evening.parts[part][table])
    there = checked.movement[table]
    return _span(there[start].folder, there[ends - 1].folder) if start < ends else ""


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"
