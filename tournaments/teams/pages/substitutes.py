"""Who is missing in a round, and who plays for him: the forms."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Participant
from tournaments.teams.queries import Chair


class MissingForm(forms.Form):
    """Those who are missing; the lot decides who plays for them."""

    def __init__(self, chairs: Sequence[Chair], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = [chair for chair in chairs if not chair.substitute]
        self.fields["players"] = forms.MultipleChoiceField(
            label=_("Who is missing?"),
            choices=[(str(chair.participant), chair.name) for chair in own],
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": _("Tick who is missing.")},
        )

    def missing(self) -> list[UUID]:
        """Return the participants that were ticked."""
        return [UUID(player) for player in self.cleaned_data["players"]]


class HelpForm(forms.Form):
    """One who is missing, and who plays for him."""

    def __init__(
        self, chairs: Sequence[Chair], spare: Sequence[Participant], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"] = forms.ChoiceField(
            label=_("Who is missing?"),
            choices=[(str(chair.participant), chair.name) for chair in chairs],
        )
        self.fields["substitute"] = forms.ChoiceField(
            label=_("Who plays for him?"),
            required=False,
            choices=[
                ("", _("nobody: he plays himself")),
                *((str(player.person_id), f"{player.name} ({player.team})") for player in spare),
            ],
        )

    def missing(self) -> UUID:
        """Return the participant."""
        return UUID(self.cleaned_data["player"])

    def substitute(self) -> UUID | None:
        """Return the person who plays; None: the player himself."""
        chosen = self.cleaned_data["substitute"]
        return UUID(chosen) if chosen else None
