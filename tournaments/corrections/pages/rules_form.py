"""Rules and account of an event that is being played: the form, shown before it is done."""

import uuid
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.rasle import SITTER_PAYS
from scoring.sequence import SETTINGS
from tournaments.book.changes import Rules
from tournaments.book.corrections import LONGEST_REASON
from tournaments.book.presets import rulesets_of
from tournaments.models import Event
from tournaments.sheets import account_words
from tournaments.sheets.account_fields import setting_field
from tournaments.words import options, wording
from tournaments.words.option_fields import RuleChoice

AS_IT_IS = "as_it_is"
"""The rule set that the event has, with what the club has changed in it."""


class RulesForm(forms.Form):
    """Other rules for all that was played."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    ruleset = forms.ChoiceField(label=_("Rules"))
    accounting = forms.ChoiceField(label=_("Account"), choices=account_words.CHOICES)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("It must be given. It stands in the log, and at the table’s account."),
    )

    def __init__(self, event: Event, data: Any = None) -> None:
        self.now = Rules.of(event)
        start = {
            "id": uuid.uuid4(),
            "ruleset": AS_IT_IS,
            "accounting": self.now.accounting,
            **self.now.settings,
        }
        super().__init__(data, initial=start)
        self.fields |= {key: setting_field(setting) for key, setting in SETTINGS.items()}
        self.fields["reason"] = self.fields.pop("reason")  # the last
        offered = rulesets_of(event.club_id)
        self.fields["ruleset"] = forms.ChoiceField(
            label=_("Rules"), choices=[(AS_IT_IS, _("as they are")), *wording.titles(offered)]
        )
        self.choice = RuleChoice(
            {AS_IT_IS: self.now.ruleset, **offered}, {AS_IT_IS: _("the rules as they are")}
        )
        self.fields |= self.choice.fields()
        self.chosen = self.now.ruleset

    def clean(self) -> dict[str, Any]:
        """Take what was chosen in the rule set."""
        self.chosen = self.choice.chosen(self) or self.now.ruleset
        return self.cleaned_data

    def parts(self) -> dict[str, Any]:
        """Return the fields for the page: those of the account, and what each rule set has."""
        apart = {*self.choice.fields(), "reason"}
        return {
            "often": [field for field in self.visible_fields() if field.name not in apart],
            "last": [self["reason"]],
            "rule_options": self.choice.groups(self),
            "differs": options.differs(self.chosen),
        }

    def rules(self) -> Rules:
        """Return what was filled in."""
        wanted = self.cleaned_data
        ruleset = self.chosen
        settings = {key: wanted[key] for key in SETTINGS}
        sitter_pays = SITTER_PAYS.key
        if (
            wanted["ruleset"] != AS_IT_IS
            and settings[sitter_pays] == self.now.settings[sitter_pays]
        ):
            # as the new rules say, unless it was changed here
            settings[sitter_pays] = ruleset.sitter_pays
        return replace(
            self.now, ruleset=ruleset, accounting=wanted["accounting"], settings=settings
        )

    def asked(self) -> list[Any]:
        """Return the rules as JSON, after those that the event has."""
        return [self.now.to_json(), self.rules().to_json()]
