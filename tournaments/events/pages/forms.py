"""Forms of the event pages."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models import Club
from rules import RuleSet
from scoring.sequence import KINDS, SETTINGS
from tournaments.book.begun import Preset
from tournaments.book.presets import free_name, rulesets_of
from tournaments.models import Event, Season
from tournaments.money.forms import UnitForm, as_written
from tournaments.sheets import account_words
from tournaments.sheets.account_fields import chosen_settings, setting_fields
from tournaments.teams.domain.teams import fewest_players
from tournaments.words import wording
from tournaments.words.option_fields import RuleChoice

MOST_ROUNDS = 20
MOST_DEALS = 120


class EventForm(UnitForm):
    """A new event, filled in from a preset of the club or from the event before it."""

    name = forms.CharField(label=_("Name"), max_length=120)
    date = forms.DateField(
        label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    kind = forms.ChoiceField(
        label=_("Who plays with whom"),
        choices=[
            (Event.Kind.INDIVIDUAL, _("all for themselves")),
            (Event.Kind.PAIRS, _("fixed pairs: all pairs meet")),
            (Event.Kind.TEAMS, _("teams of four: all teams meet")),
        ],
        required=False,
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=_(
            "Counts where all play for themselves. Pairs and teams have as many rounds as it "
            "takes that all meet: you see that when the matches are drawn, and can plan fewer then."
        ),
    )
    deals = forms.IntegerField(
        label=_("Deals a round"),
        min_value=4,
        max_value=MOST_DEALS,
        help_text=_(
            "40 is usual: at a table of four everybody deals ten times and sits out ten times."
        ),
    )

    ruleset = forms.ChoiceField(label=_("Rules"))
    accounting = forms.ChoiceField(
        label=_("Account"),
        choices=account_words.CHOICES,
        help_text=_("How the value of a game becomes what each player has."),
    )
    language = forms.ChoiceField(
        label=_("Language of the papers"), choices=settings.LANGUAGES, required=False
    )
    season = forms.ModelChoiceField(
        label=_("Season"), queryset=Season.objects.none(), required=False, empty_label=_("none")
    )
    proposed = ""
    """The name that was not written by anybody; empty where no day is chosen."""
    seldom: ClassVar = ("accounting", "unit", "smallest", "start", "season", "language", "ruleset")
    """Fields that a club fills in once and then leaves alone; the options stand below the rules."""

    def __init__(
        self, data: Any, *, club: Club, begin: Preset, initial: Mapping[str, Any] | None = None
    ) -> None:
        """Fill the form in from ``begin``, but for what ``initial`` says."""
        first = {**filled_in(begin), **(initial or {})}
        if isinstance(date := first.get("date"), dt.date):
            self.proposed = free_name(club, str(begin.title), date)
            first["name"] = (initial or {}).get("name") or self.proposed
        super().__init__(data, initial=first)
        self.begin = begin
        offered = rulesets_of(club)
        if begin.rules:
            offered[begin.ruleset] = begin.rules
        self.choice = RuleChoice(offered)
        self.fields |= self.choice.fields() | setting_fields(begin.settings)
        self.fields["ruleset"] = forms.ChoiceField(
            label=_("Rules"), choices=wording.titles(offered)
        )
        seasons = Season.objects.filter(club=club)
        self.fields["season"].queryset = seasons  # type: ignore[attr-defined]  # it chooses a row
        self.fields["season"].help_text = format_html(
            '<a href="{}" target="_blank" rel="noopener" data-begin-season>{}</a>. {}',
            reverse("tournaments:seasons"),
            gettext("Begin a season"),
            gettext("It opens beside this page, where what you typed stays."),
        )
        self.rules: RuleSet | None = None

    def clean(self) -> dict[str, Any]:
        """Refuse a pot for rules in which several may declare at once."""
        cleaned: dict[str, Any] = super().clean() or {}
        self.rules = ruleset = self.choice.chosen(self)
        kind = KINDS.get(cleaned.get("accounting", ""))
        if ruleset and kind and not kind.goes_with(ruleset):
            self.add_error(
                "accounting",
                _("This account belongs to lomber. Choose those rules, or another account."),
            )
        return cleaned

    def clean_kind(self) -> str:
        """Take everybody for himself where nothing is said."""
        return self.cleaned_data["kind"] or Event.Kind.INDIVIDUAL

    def clean_language(self) -> str:
        """Take the usual language where nothing is said."""
        return self.cleaned_data["language"] or self.begin.language

    @property
    def is_of_teams(self) -> bool:
        """Whether pairs or teams play."""
        return bool(self.cleaned_data["kind"] != Event.Kind.INDIVIDUAL)

    def is_kind_for(self, players: int) -> bool:
        """Say so, if so many are too few for an event of this kind."""
        needed = fewest_players(self.cleaned_data["kind"]) if self.is_of_teams else 0
        if players >= needed:
            return True
        says = _(
            "For this, at least %(needed)d are needed who are marked as here and play in no other "
            "event now; %(players)d are."
        )
        self.add_error("kind", says % {"needed": needed, "players": players})
        return False

    def parts(self) -> dict[str, Any]:
        """Return the fields for the page: what is asked every time, and what seldom."""
        groups = self.choice.groups(self)
        apart = {*self.seldom, *self.choice.fields(), *SETTINGS}
        seldom = [self[name] for name in self.seldom if name in self.fields]
        account = [self[key] for key in SETTINGS]
        return {
            "often": [field for field in self.visible_fields() if field.name not in apart],
            "seldom": seldom,
            "rule_options": groups,
            "of_accounts": list(self._of_accounts()),
            "account": account,
            "account_wrong": any(field.errors for field in account),
            "seldom_wrong": any(field.errors for field in (*seldom, *account))
            or any(group.wrong for group in groups),
        }

    def _of_accounts(self) -> Iterator[tuple[str, str]]:
        """Yield by its key for each rule set what is to be thought of at the account, if anything.

        By the rules of lomber there are three ways, and none of them is the usual one.
        """
        kind = KINDS.get(self["accounting"].value())
        for key, start in self.choice.starts.items():
            rules = {"rules": self.choice.titles.get(key) or wording.title(start)}
            if start.has_pot:
                says = gettext(
                    "Under “%(rules)s” a rasle, a pott or a mixed account is kept: choose at "
                    "“Account” which of them you play."
                )
                yield key, says % rules
            elif kind and not kind.goes_with(start):
                says = gettext(
                    "Under “%(rules)s” neither a pott nor a mixed account is kept: choose another "
                    "at “Account”."
                )
                yield key, says % rules

    def preset(self) -> Preset:
        """Return what it started from, with what was changed here."""
        wanted: dict[str, Any] = self.cleaned_data
        return replace(
            self.begin,
            settings=chosen_settings(wanted),
            smallest=wanted["smallest"] or self.begin.smallest,
            season=wanted.get("season"),
            rounds=wanted["rounds"],
            deals=wanted["deals"],
            ruleset=wanted["ruleset"],
            rules=self.rules,
            accounting=wanted["accounting"],
            unit=wanted["unit"],
            start=wanted["start"] or 0,
            kind=wanted["kind"],
            language=wanted["language"],
        )


def filled_in(begin: Preset) -> dict[str, object]:
    """Return what a form is filled in with that begins from a preset."""
    return {
        "name": begin.title,
        "kind": begin.kind,
        "rounds": begin.rounds,
        "deals": begin.deals,
        "ruleset": begin.ruleset,
        "accounting": begin.accounting,
        "unit": as_written(begin.unit),
        "smallest": begin.smallest,
        "start": begin.start or None,
        "season": begin.season,
        "language": begin.language,
    }
