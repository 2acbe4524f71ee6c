"""Rules and account of an event that is being played: the form, shown before it is done."""

import hashlib
import json
import uuid
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules import RULESETS
from tournaments.domain.changes import Rules
from tournaments.domain.corrections import LONGEST_REASON
from tournaments.interfaces import wording
from tournaments.models import Event

AS_IT_IS = "as_it_is"
"""The rule set that the event has, with what the club has changed in it."""


class RulesForm(forms.Form):
    """Other rules for all that was played."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    """What the preview showed; anything else is shown again first."""
    ruleset = forms.ChoiceField(label=_("Rules"))
    accounting = forms.ChoiceField(label=_("Account"), choices=list(wording.ACCOUNTINGS.items()))
    sitter_pays = forms.BooleanField(
        label=_("Who sits out pays and is paid as well"), required=False
    )
    ante = forms.IntegerField(
        label=_("Ante"), min_value=2, max_value=6, help_text=_("For a pott: 2 to 6 bits.")
    )
    pot_cap = forms.IntegerField(
        label=_("Most bits that one deal moves in the pot"),
        required=False,
        min_value=0,
        max_value=100_000,
        help_text=_("For a mixed account; leave it empty if there is no limit."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("It stands in the log, and at the table’s account."),
    )

    def __init__(self, event: Event, data: Any = None) -> None:
        self.now = Rules.of(event)
        start = {
            "id": uuid.uuid4(),
            "ruleset": AS_IT_IS,
            "accounting": self.now.accounting,
            "sitter_pays": self.now.sitter_pays,
            "ante": self.now.ante,
            "pot_cap": self.now.pot_cap,
        }
        super().__init__(data, initial=start)
        known = [(key, wording.RULESETS[key]) for key in RULESETS]
        self.fields["ruleset"] = forms.ChoiceField(
            label=_("Rules"), choices=[(AS_IT_IS, _("as they are")), *known]
        )

    def rules(self) -> Rules:
        """Return what was filled in."""
        wanted = self.cleaned_data
        ruleset = RULESETS.get(wanted["ruleset"], self.now.ruleset)
        sitter_pays = wanted["sitter_pays"]
        if wanted["ruleset"] != AS_IT_IS and sitter_pays == self.now.sitter_pays:
            sitter_pays = ruleset.sitter_pays  # as the new rules say, unless it was changed here
        return replace(
            self.now,
            ruleset=ruleset,
            accounting=wanted["accounting"],
            sitter_pays=sitter_pays,
            ante=wanted["ante"],
            pot_cap=wanted["pot_cap"],
        )

    def told(self) -> str:
        """Return a digest by which a preview is known again; it changes with the event too."""
        said = json.dumps([self.now.to_json(), self.rules().to_json()], sort_keys=True)
        return hashlib.sha256(said.encode()).hexdigest()
