"""The form for a photo of a sheet."""

from django import forms
from django.utils.translation import gettext_lazy as _


class PhotoForm(forms.Form):
    """A photo of a sheet."""

    file = forms.FileField(
        label=_("Photo"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        help_text=_("Only directors see it. Where and with what it was taken is removed."),
    )
