"""The room's screen: the forms with which a director steers it."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Screen
from tournaments.models.screen import LONGEST

MOST_MINUTES: Final = 600


class ScreenForm(forms.Form):
    """What the screen shows, and what is said above and below it."""

    faces = forms.MultipleChoiceField(
        label=_("What it shows"),
        required=False,
        choices=Screen.Face.choices,
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "With none of them ticked it chooses by itself: the seats before a round, how far the "
            "tables are while it is played, and after it the standings."
        ),
    )
    call = forms.CharField(
        label=_("A call to the room"),
        required=False,
        max_length=LONGEST,
        help_text=_("Stands above everything, such as “Coffee is served”."),
    )
    foot = forms.CharField(
        label=_("At the foot"),
        required=False,
        max_length=LONGEST,
        help_text=_("Stands below everything, such as who gave the prizes."),
    )

    def __init__(self, screen: Screen, data: Any = None) -> None:
        start = {"faces": screen.faces, "call": screen.call, "foot": screen.foot}
        super().__init__(data, initial=start)


class ClockForm(forms.Form):
    """How many minutes are played, or given on top."""

    minutes = forms.IntegerField(
        label=_("Minutes"), min_value=1, max_value=MOST_MINUTES, initial=90
    )
    seen = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def __init__(self, screen: Screen, data: Any = None) -> None:
        super().__init__(data, initial={"minutes": 5 if screen.clock else 90})
        self.initial["seen"] = screen.clock_seen
