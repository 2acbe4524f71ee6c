"""A field that a club adds to what is kept of its members, as a director types it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models import OwnField


class FieldForm(forms.Form):
    """A field that is there."""

    label = forms.CharField(label=_("What it is called"), max_length=40)
    choices = forms.CharField(
        label=_("What there is to choose from"),
        required=False,
        max_length=12_000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("A line for each; only where one of several is chosen."),
    )

    @staticmethod
    def of(field: OwnField) -> dict[str, Any]:
        """Return what the form begins with."""
        return {"label": field.label, "choices": "\n".join(field.choices)}

    def said(self) -> dict[str, Any]:
        """Return what was typed, the choices apart."""
        return {**self.cleaned_data, "choices": self.cleaned_data["choices"].splitlines()}


class NewFieldForm(FieldForm):
    """A field that is added."""

    kind = forms.ChoiceField(label=_("What is written there"), choices=OwnField.Kind.choices)
    field_order = ("label", "kind", "choices")


class RemoveForm(forms.Form):
    """A field that is kept no longer."""

    sure = forms.BooleanField(label=_("Remove it, with all that is kept in it"))
