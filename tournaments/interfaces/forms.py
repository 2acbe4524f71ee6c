"""Forms of the event pages."""

from dataclasses import replace
from decimal import Decimal
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from rules import RULESETS
from tournaments.domain.events import CLUB_NIGHT, Preset
from tournaments.domain.teams import fewest_players
from tournaments.interfaces import wording
from tournaments.models import Event

MOST_ROUNDS = 20
MOST_DEALS = 120
MOST_START = 100_000


class UnitForm(forms.Form):
    """What a point costs."""

    unit = forms.DecimalField(
        label=_("Kroner a point"),
        required=False,
        min_value=Decimal("0.01"),
        max_digits=8,
        decimal_places=2,
        localize=True,
        help_text=_("Leave it empty if you do not play for money."),
    )
    start = forms.IntegerField(
        label=_("Starting stake"),
        required=False,
        min_value=0,
        max_value=MOST_START,
        help_text=_("Points that each sheet begins with; no standing counts them."),
    )


class EventForm(UnitForm):
    """A new event, filled in from the preset of a club night."""

    name = forms.CharField(label=_("Name"), max_length=120)
    date = forms.DateField(
        label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    kind = forms.ChoiceField(
        label=_("Who plays with whom"),
        choices=[
            (Event.Kind.INDIVIDUAL, _("everybody for himself")),
            (Event.Kind.PAIRS, _("fixed pairs: all pairs meet")),
            (Event.Kind.TEAMS, _("teams of four: all teams meet")),
        ],
        required=False,
    )
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS)
    deals = forms.IntegerField(
        label=_("Deals a round"),
        min_value=4,
        max_value=MOST_DEALS,
        help_text=_("40 is usual: everybody deals ten times and sits out ten times."),
    )

    ruleset = forms.ChoiceField(
        label=_("Rules"), choices=[(key, wording.RULESETS[key]) for key in RULESETS]
    )
    accounting = forms.ChoiceField(
        label=_("Account"),
        choices=list(wording.ACCOUNTINGS.items()),
        help_text=_("How the value of a game becomes what each player has."),
    )
    seldom: ClassVar = ("ruleset", "accounting", "unit", "start")
    """Fields that a club fills in once and then leaves alone."""

    def clean(self) -> dict[str, Any]:
        """Refuse a pot for rules in which several may declare at once."""
        cleaned: dict[str, Any] = super().clean() or {}
        shared = (Event.Accounting.POTT, Event.Accounting.MIXED)
        ruleset = RULESETS.get(cleaned.get("ruleset", ""))
        if ruleset and cleaned.get("accounting") in shared and not ruleset.has_pot:
            self.add_error(
                "accounting",
                _("This account belongs to lomber. Choose those rules, or another account."),
            )
        return cleaned

    def clean_kind(self) -> str:
        """Take everybody for himself where nothing is said."""
        return self.cleaned_data["kind"] or Event.Kind.INDIVIDUAL

    @property
    def is_of_teams(self) -> bool:
        """Whether pairs or teams play."""
        return bool(self.cleaned_data["kind"] != Event.Kind.INDIVIDUAL)

    def is_kind_for(self, players: int) -> bool:
        """Say so, if so many are too few for an event of this kind."""
        needed = fewest_players(self.cleaned_data["kind"]) if self.is_of_teams else 0
        if players >= needed:
            return True
        says = _("For this, at least %(needed)d must be marked as here; %(players)d are.")
        self.add_error("kind", says % {"needed": needed, "players": players})
        return False

    def parts(self) -> dict[str, Any]:
        """Return the fields for the page: what is asked every time, and what seldom."""
        return {
            "often": [field for field in self.visible_fields() if field.name not in self.seldom],
            "seldom": [self[name] for name in self.seldom],
            "seldom_wrong": any(self[name].errors for name in self.seldom),
        }

    def preset(self) -> Preset:
        """Return the club night with what was changed here."""
        wanted: dict[str, Any] = self.cleaned_data
        return replace(
            CLUB_NIGHT,
            rounds=wanted["rounds"],
            deals=wanted["deals"],
            ruleset=wanted["ruleset"],
            accounting=wanted["accounting"],
            unit=wanted["unit"],
            start=wanted["start"] or 0,
            kind=wanted["kind"],
        )
