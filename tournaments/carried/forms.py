"""Which file is taken in."""

from django import forms
from django.utils.translation import gettext_lazy as _


class FileForm(forms.Form):
    """A file of an event or of a club."""

    file = forms.FileField(label=_("File of an event or a club"))
