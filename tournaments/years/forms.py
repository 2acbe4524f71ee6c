"""Which evenings of a club are counted together."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models import Club
from tournaments.models import Season
from tournaments.years.queries import Span, choices, rules_names


class SpanForm(forms.Form):
    """What is chosen of what a club has played; all that is not given is all there is."""

    rules = forms.ChoiceField(label=_("Rules"), required=False)
    season = forms.ChoiceField(label=_("Season"), required=False)
    year = forms.ChoiceField(label=_("Year"), required=False)

    def __init__(self, club: Club, sent: Mapping[str, Any]) -> None:
        """Offer what there is, of a club of which a deal is counted."""
        super().__init__(sent)
        found = choices(club)
        self.club = club
        names = rules_names(club)
        self.usual = next(iter(names))
        seasons = Season.objects.filter(pk__in={season for *_other, season in found if season})
        self.seasons = {str(season.pk): season for season in seasons}
        every = ("", _("all"))
        years = sorted({str(year) for _rules, year, _season in found}, reverse=True)
        offered = {
            "rules": list(names.items()),
            "season": [every, *((key, season.name) for key, season in self.seasons.items())],
            "year": [every, *((year, year) for year in years)],
        }
        for name, each in offered.items():
            self.fields[name].choices = each  # type: ignore[attr-defined]  # a ChoiceField's

    @property
    def span(self) -> Span:
        """What is chosen; what is not offered is not chosen."""
        self.full_clean()
        chosen = self.cleaned_data
        year = chosen.get("year")
        return Span(
            club=self.club,
            rules=chosen.get("rules") or self.usual,
            season=self.seasons.get(chosen.get("season", "")),
            year=int(year) if year else None,
        )

    @property
    def to_choose(self) -> list[forms.BoundField]:
        """The fields that leave a choice."""
        several = {"rules": 1, "season": 1, "year": 2}
        return [field for field in self if len(_choices(field)) > several[field.name]]


def _choices(field: forms.BoundField) -> list[object]:
    return list(field.field.choices)  # type: ignore[attr-defined]  # a ChoiceField's
