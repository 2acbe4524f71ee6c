"""An evening of the calendar, and every evening of a season at once."""

import datetime as dt
from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from lhombre_club.members.models import Club
from tournaments.calendar.domain import Said
from tournaments.models import PlannedEvening

MOST_AT_ONCE: Final = 60
"""Evenings that are put into the calendar at once, as many as a season may have."""
FARTHEST: Final = dt.timedelta(days=3 * 366)
MONTHLY: Final = "month"
DAY: Final = dt.timedelta(days=1)
WEEK: Final = dt.timedelta(weeks=1)


def _date() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def _time() -> forms.TimeInput:
    return forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


class SaidForm(forms.Form):
    """What the calendar says of an evening."""

    name = forms.CharField(label=_("Name"), max_length=120)
    date = forms.DateField(label=_("Date"), widget=_date())
    begins = forms.TimeField(label=_("Begins"), required=False, widget=_time())
    ends = forms.TimeField(label=_("Ends"), required=False, widget=_time())
    place = forms.CharField(label=pgettext_lazy("where", "Place"), max_length=120, required=False)
    remark = forms.CharField(label=_("Remark"), max_length=200, required=False)

    def __init__(self, club: Club, today: dt.date, data: Any = None, **kwargs: Any) -> None:
        """Ask for an evening of ``club``, within three years."""
        super().__init__(data, **kwargs)
        self.farthest = today + FARTHEST
        self.fields["season"] = forms.ModelChoiceField(
            label=_("Season"),
            queryset=club.seasons.all(),
            required=False,
            empty_label=_("none"),
        )

    def clean_date(self) -> dt.date:
        """Refuse a date that must be a slip."""
        return self._near(self.cleaned_data["date"])

    def _near(self, date: dt.date) -> dt.date:
        if abs(date - self.farthest + FARTHEST) > FARTHEST:
            raise forms.ValidationError(_("That is more than three years away. Look at the year."))
        return date

    def clean(self) -> dict[str, Any]:
        """Refuse an end without a beginning."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("ends") and not cleaned.get("begins") and "begins" not in self.errors:
            self.add_error("begins", _("Say when it begins too."))
        return cleaned

    def said(self) -> Said:
        """Return what was filled in beside the date."""
        return Said(**{name: self.cleaned_data[name] for name in Said.__slots__})


class EveningForm(SaidForm):
    """An evening that is there."""

    called_off = forms.BooleanField(
        label=_("Called off"),
        required=False,
        help_text=_("It stays in the calendar, and on everybody’s phone, and says so."),
    )

    @staticmethod
    def of(evening: PlannedEvening) -> dict[str, Any]:
        """Return what the form begins with."""
        return {name: getattr(evening, name) for name in (*Said.__slots__, "date", "called_off")}


class EveningsForm(SaidForm):
    """One evening, or the evenings of a season."""

    often = forms.ChoiceField(
        label=_("How often"),
        choices=[
            ("", _("once")),
            ("1", _("every week")),
            ("2", _("every other week")),
            ("3", _("every third week")),
            ("4", _("every fourth week")),
            (MONTHLY, _("every month, on that weekday of it")),
        ],
        required=False,
    )
    last = forms.DateField(
        label=_("The last at the latest"),
        required=False,
        widget=_date(),
        help_text=_(
            "Counts where it is more than one evening. What falls on a holiday can be taken out "
            "afterwards."
        ),
    )

    @staticmethod
    def like_the_last(club: Club) -> dict[str, Any]:
        """Return what the form begins with: what the last evening of the calendar says."""
        last = club.calendar.order_by("date").last()
        usual = ("name", "begins", "ends", "place", "season")
        return {name: getattr(last, name) for name in usual} if last else {}

    def clean_last(self) -> dt.date | None:
        """Refuse a date that must be a slip."""
        last = self.cleaned_data["last"]
        return self._near(last) if last else None

    def clean(self) -> dict[str, Any]:
        """Refuse evenings without an end, and more than a season has."""
        cleaned = super().clean()
        first, last = cleaned.get("date"), cleaned.get("last")
        if not cleaned.get("often") or not first or "last" in self.errors:
            return cleaned
        if not last:
            self.add_error("last", _("Say until when."))
        elif last < first:
            self.add_error("last", _("That is before the first evening."))
        elif len(self.dates()) > MOST_AT_ONCE:
            says = _("These would be more than %(most)d evenings. Let them end earlier.")
            self.add_error("last", says % {"most": MOST_AT_ONCE})
        return cleaned

    def dates(self) -> list[dt.date]:
        """Return the days that were asked for; one more than there may be says that all is more."""
        first, often = self.cleaned_data["date"], self.cleaned_data["often"]
        last: dt.date = self.cleaned_data["last"] if often else first
        found: list[dt.date] = []
        for date in _monthly(first) if often == MONTHLY else _weekly(first, int(often or 1)):
            if date > last or len(found) > MOST_AT_ONCE:
                break
            found.append(date)
        return found


def _weekly(first: dt.date, weeks: int) -> Iterator[dt.date]:
    while True:
        yield first
        first += weeks * WEEK


def _monthly(first: dt.date) -> Iterator[dt.date]:
    """Yield the first, second … weekday of each month that ``first`` is of its own.

    A month that has no fifth has the one of its fourth.
    """
    nth = (first.day - 1) // 7
    month = first.replace(day=1)
    while True:
        begins = month + ((first.weekday() - month.weekday()) % 7) * DAY
        date = begins + nth * WEEK
        yield date if date.month == month.month else date - WEEK
        month = (month + 31 * DAY).replace(day=1)
