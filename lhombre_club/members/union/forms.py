"""What is asked on the pages of the union."""

import datetime as dt
import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models import Membership, UnionFigures
from lhombre_club.members.times_forms import date_input

MOST = 1_000_000
MOST_TEAMS = 99


class CountForm(forms.Form):
    """On which day the members are counted, and how many teams go to the championship."""

    date = forms.DateField(label=_("Members are counted on"), widget=date_input())
    teams = forms.IntegerField(
        label=_("Teams at the championship"), min_value=0, max_value=MOST_TEAMS
    )


class MonthDayField(forms.DateField):
    """A day of any year, chosen in one."""

    def __init__(self, **kwargs: Any) -> None:
        """Ask for a date."""
        super().__init__(widget=date_input(), **kwargs)

    def clean(self, value: Any) -> str:
        """Return month and day. The 29th of February is not there every year."""
        date = super().clean(value)
        if (date.month, date.day) == (2, 29):
            raise forms.ValidationError(_("Choose a day that every year has."))
        return f"{date:%m-%d}"


def _kroner(label: Any, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=0, max_value=MOST, help_text=help_text)


class FiguresForm(forms.Form):
    """The figures of the union's statutes."""

    statuses = forms.MultipleChoiceField(
        label=_("Who counts as a member"),
        choices=Membership.Status.choices,
        widget=forms.CheckboxSelectMultiple,
    )
    a_member = _kroner(_("Dues for each member, in kroner"))
    least = _kroner(_("The least that a club pays, in kroner"))
    a_team = _kroner(_("For each team at the championship, in kroner"))
    counted_on = MonthDayField(
        label=_("Members are counted on"), help_text=_("In whatever year: month and day count.")
    )
    paid_by = MonthDayField(
        label=_("To be paid by"), help_text=_("In whatever year: month and day count.")
    )
    votes_above = forms.CharField(
        label=_("One vote more above"),
        max_length=40,
        required=False,
        help_text=_("Numbers of members, such as: 25 50 75. A club has one vote up to the first."),
    )
    a_lesson = _kroner(
        _("Grant for each beginner and instructor of an evening, in kroner"),
    )
    lessons = forms.IntegerField(
        label=_("For so many evenings of a season at the most"), min_value=0, max_value=366
    )

    @staticmethod
    def of(figures: UnionFigures, year: int) -> dict[str, Any]:
        """Return what the form begins with."""
        found = {name: getattr(figures, name) for name in FiguresForm.base_fields}
        for name in ("counted_on", "paid_by"):
            found[name] = dt.date.fromisoformat(f"{year}-{found[name]}")
        found["votes_above"] = " ".join(map(str, figures.votes_above))
        return found

    def clean_votes_above(self) -> list[int]:
        """Return the numbers, the least first."""
        words = re.split(r"[\s,;]+", self.cleaned_data["votes_above"].strip())
        try:
            steps = [int(word) for word in words if word]
        except ValueError:
            raise forms.ValidationError(_("Write numbers with blanks between them.")) from None
        if any(not 0 < step <= MOST for step in steps):
            raise forms.ValidationError(_("Write numbers with blanks between them."))
        return sorted(set(steps))
