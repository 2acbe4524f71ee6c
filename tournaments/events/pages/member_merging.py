"""Which member is entered a second time."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models import Membership
from lhombre_club.members.queries import are_alike
from tournaments.events.domain.member_merging import merger


class MergeForm(forms.Form):
    """The other member; those of nearly the same name stand first."""

    def __init__(self, kept: Membership, known: Sequence[Membership], data: Any = None) -> None:
        super().__init__(data)
        self.kept = kept
        self.others = {str(row.person_id): row for row in known if row.pk != kept.pk}
        name = kept.person.full_name
        first = sorted(
            self.others.items(), key=lambda each: not are_alike(each[1].person.full_name, name)
        )
        self.fields["other"] = forms.ChoiceField(
            label=_("Who is the same person?"),
            choices=[
                ("", "–"),
                *((key, f"{row.number} {row.person.listed}".strip()) for key, row in first),
            ],
        )

    def chosen(self) -> Membership:
        """Return whom it names."""
        return self.others[self.cleaned_data["other"]]

    def asked(self) -> object:
        """Return what is asked for, and what would go over."""
        found = merger(self.kept, self.chosen())
        events = [str(event.pk) for event in found.events]
        return [str(self.kept.pk), str(found.gone.pk), events, found.evenings]


def _listed(row: Membership) -> str:
    return f"{row.number} {row.person.listed}".strip()
