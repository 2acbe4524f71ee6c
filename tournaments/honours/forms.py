"""A title, and many of them at once as a spreadsheet has them."""

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.honours.domain import MOST, Title

FIRST_YEAR: Final = 1700
BETWEEN: Final = re.compile(r"\s*[;\t]\s*")
"""What stands between the columns of a line that comes from a spreadsheet."""
COLUMNS: Final = ("year", "title", "name", "remark")


class TitleForm(forms.Form):
    """A title."""

    year = forms.IntegerField(label=_("Year"), min_value=FIRST_YEAR)
    title = forms.CharField(label=_("Title"), max_length=80)
    name = forms.CharField(
        label=_("Who won it"),
        max_length=160,
        required=False,
        help_text=_("Leave it empty if the title was not given."),
    )
    remark = forms.CharField(label=_("Remark"), max_length=200, required=False)

    def __init__(self, this_year: int, data: Any = None, *, title: str = "") -> None:
        """Ask for a title of ``this_year`` or before; ``title`` is what led here."""
        super().__init__(data, initial={"year": this_year, "title": title})
        self.fields["year"] = forms.IntegerField(
            label=_("Year"), min_value=FIRST_YEAR, max_value=this_year
        )

    def titles(self) -> list[Title]:
        """Return the one that was filled in."""
        return [Title(**self.cleaned_data)]


class ManyForm(forms.Form):
    """A whole board, pasted."""

    lines = forms.CharField(
        label=_("A line for each title"),
        max_length=MOST * 100,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=_(
            "Year; title; name; remark, as they come when cells of a spreadsheet are pasted. "
            "Without a name the title was not given."
        ),
    )

    def __init__(self, this_year: int, data: Any = None) -> None:
        """Ask for titles of ``this_year`` or before."""
        super().__init__(data)
        self.this_year = this_year

    def clean_lines(self) -> list[Title]:
        """Read every line, or say which cannot be read and why."""
        found, wrong = [], []
        for number, line in enumerate(self.cleaned_data["lines"].splitlines(), 1):
            if not line.strip():
                continue
            cells = BETWEEN.split(line.strip(), len(COLUMNS) - 1)
            form = TitleForm(self.this_year, dict(zip(COLUMNS, cells, strict=False)))
            if form.is_valid():
                found += form.titles()
            else:
                wrong.append(_told(number, form))
        if wrong:
            raise forms.ValidationError(wrong[:MOST_TOLD])
        return found

    def titles(self) -> list[Title]:
        """Return all that were pasted."""
        found: list[Title] = self.cleaned_data["lines"]
        return found


MOST_TOLD: Final = 10
"""Lines that are named at once."""


def _told(number: int, form: TitleForm) -> forms.ValidationError:
    name, errors = next(iter(form.errors.items()))
    words = {"number": number, "column": form.fields[name].label, "says": errors[0]}
    return forms.ValidationError(_("Line %(number)d, %(column)s: %(says)s"), params=words)
