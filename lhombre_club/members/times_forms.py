"""From when to when somebody is a member, as it is typed; and which of the list is shown."""

import datetime as dt
from enum import StrEnum
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models import Membership


def date_input() -> forms.DateInput:
    """Return where a date is chosen or typed."""
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class Who(StrEnum):
    """Who of the list is shown."""

    STAYING = ""
    LEFT = "left"
    ALL = "all"


class ListForm(forms.Form):
    """What is looked for in the list of members."""

    q = forms.CharField(
        label=_("Search"),
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    who = forms.ChoiceField(
        label=_("Who is shown"),
        required=False,
        choices=[
            (Who.STAYING, _("Members")),
            (Who.LEFT, _("Those who have left")),
            (Who.ALL, _("All of them")),
        ],
    )
    whole = forms.BooleanField(label=_("With every field of a member’s page"), required=False)


class DayForm(forms.Form):
    """On which day the members are counted."""

    date = forms.DateField(label=_("Date"), widget=date_input())


class TimeForm(forms.Form):
    """From when to when it is counted who came."""

    first = forms.DateField(label=_("From"), widget=date_input())
    last = forms.DateField(label=_("Until"), widget=date_input())


class TimesForm(forms.Form):
    """The time as a member that goes on, or was the last."""

    since = forms.DateField(
        label=_("From"),
        required=False,
        widget=date_input(),
        help_text=_("Empty: longer than anybody has noted."),
    )
    left_on = forms.DateField(
        label=_("Last day"),
        required=False,
        widget=date_input(),
        help_text=_(
            "After it the check-in asks about this member no more. Empty: no last day is known."
        ),
    )

    @staticmethod
    def of(membership: Membership) -> dict[str, Any]:
        """Return what the form begins with."""
        return {"since": membership.since, "left_on": membership.left_on}


class FirstDayForm(forms.Form):
    """From when those are members whom a list brings anew."""

    since = forms.DateField(
        label=_("The new ones are members from"),
        widget=date_input(),
        help_text=_(
            "An earlier day for who was a member before the club had this program: the union "
            "counts who was one on a day. A column “member since” in the list goes before it."
        ),
    )


class NoteForm(forms.Form):
    """Something that is noted of a member for a while."""

    prefix = "note"
    text = forms.CharField(label=_("Note"), max_length=300)
    until = forms.DateField(
        label=_("Stands until"),
        widget=date_input(),
        help_text=_("The night after, nothing of it is left."),
    )


class BackForm(forms.Form):
    """Somebody who has left is a member again."""

    prefix = "again"
    since = forms.DateField(label=_("Member again from"), widget=date_input())
    status = forms.ChoiceField(label=_("As"), choices=Membership.Status.choices)

    @staticmethod
    def on(date: dt.date) -> dict[str, Any]:
        """Return what the form begins with."""
        return {"since": date}


class PastForm(forms.Form):
    """A time that is over."""

    prefix = "past"
    status = forms.ChoiceField(label=_("Was"), choices=Membership.Status.choices)
    since = forms.DateField(
        label=_("From"),
        required=False,
        widget=date_input(),
        help_text=_("Empty: longer than anybody has noted."),
    )
    until = forms.DateField(label=_("Until"), widget=date_input())
