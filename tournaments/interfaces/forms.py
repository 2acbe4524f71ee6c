"""Forms of the event pages."""

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.domain.events import CLUB_NIGHT, Preset

MOST_ROUNDS = 20
MOST_DEALS = 120


class EventForm(forms.Form):
    """A new event, filled in from the preset of a club night."""

    name = forms.CharField(label=_("Name"), max_length=120)
    date = forms.DateField(
        label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS)
    deals = forms.IntegerField(
        label=_("Deals a round"),
        min_value=4,
        max_value=MOST_DEALS,
        help_text=_("40 is usual: everybody deals ten times and sits out ten times."),
    )

    def preset(self) -> Preset:
        """Return the club night with what was changed here."""
        wanted: dict[str, Any] = self.cleaned_data
        return replace(CLUB_NIGHT, rounds=wanted["rounds"], deals=wanted["deals"])
