"""Which evenings of a club are counted together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models import Club
from tournaments.models import Season
from tournaments.words.wording import titled
from tournaments.years.queries import Played, Span, choices, rules_names


@dataclass(frozen=True, slots=True)
class Offered:
    """What there is to choose of a club."""

    club: Club
    rules: Mapping[str, str]
    """Names of the rule sets by which it has played, the newest first, by id; none: it has not."""
    seasons: Mapping[str, Season]
    years: Sequence[str]
    """The newest first."""
    played: Sequence[Played]
    """Of which all that is found, and by which it is told whether anything changed."""


def offered(club: Club, last: Offered | None = None) -> Offered:
    """Return what there is to choose; two queries and one for each rule set.

    Their names are known where nothing changed since ``last``.
    """
    found = choices(club)
    seasons = Season.objects.filter(pk__in={each.season for each in found if each.season})
    return Offered(
        club=club,
        rules=last.rules if last and last.played == found else rules_names(club, found),
        seasons={str(season.pk): season for season in seasons},
        years=sorted({str(each.year) for each in found}, reverse=True),
        played=found,
    )


@dataclass(frozen=True, slots=True)
class Choice:
    """What can be chosen in one way: drawn by a template, twenty times as fast as Django does."""

    name: str
    label: str
    options: Sequence[tuple[str, str]]
    chosen: str


class SpanForm(forms.Form):
    """What is chosen of what a club has played; all that is not given is all there is."""

    rules = forms.ChoiceField(label=_("Rules"), required=False)
    season = forms.ChoiceField(label=_("Season"), required=False)
    year = forms.ChoiceField(label=_("Year"), required=False)

    def __init__(self, there: Offered, sent: Mapping[str, Any]) -> None:
        """Offer what there is, of a club of which a deal is counted."""
        super().__init__(sent)
        self.there = there
        every = ("", _("all"))
        found = {
            "rules": [(key, titled(key, name)) for key, name in there.rules.items()],
            "season": [every, *((key, season.name) for key, season in there.seasons.items())],
            "year": [every, *((year, year) for year in there.years)],
        }
        for name, each in found.items():
            self.fields[name].choices = each  # type: ignore[attr-defined]  # a ChoiceField's

    @cached_property
    def span(self) -> Span:
        """What is chosen; what is not offered is not chosen."""
        self.full_clean()
        chosen = self.cleaned_data
        season = self.there.seasons.get(chosen.get("season", ""))
        year = int(chosen.get("year") or 0) or None
        rules = chosen.get("rules") or self._rules(season, year)
        return Span(club=self.there.club, rules=rules, season=season, year=year)

    def _rules(self, season: Season | None, year: int | None) -> str:
        """Return the rules that were played last then; where it was not, those played last."""
        then = (
            each.rules
            for each in self.there.played
            if (season is None or each.season == season.pk) and year in {None, each.year}
        )
        return next(then, next(iter(self.there.rules)))

    @property
    def to_choose(self) -> list[Choice]:
        """The fields that leave a choice."""
        several = {"rules": 1, "season": 1, "year": 2}
        every = [_choice(field, self.span.rules) for field in self]
        return [each for each in every if len(each.options) > several[each.name]]


def _choice(field: forms.BoundField, rules: str) -> Choice:
    return Choice(
        name=field.name,
        label=str(field.label),
        options=list(field.field.choices),  # type: ignore[attr-defined]  # a ChoiceField's
        chosen=rules if field.name == "rules" else str(field.value() or ""),
    )
