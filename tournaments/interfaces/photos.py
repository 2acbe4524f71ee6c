"""The form for a photo of a sheet, and a sentence for each that is not kept."""

from collections.abc import Mapping

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.domain.photos import PhotoRefusal

REFUSALS: Mapping[PhotoRefusal, Promise] = {
    PhotoRefusal.TOO_LARGE: _("The photo is too large. Take it with fewer pixels, and try again."),
    PhotoRefusal.TOO_MANY: _("This table has as many photos as it can have. Remove one first."),
    PhotoRefusal.NO_PICTURE: _("This is no photo that can be read. Choose a JPEG, PNG or WebP."),
}


class PhotoForm(forms.Form):
    """A photo of a sheet."""

    file = forms.FileField(
        label=_("Photo"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        help_text=_("Only directors see it. Where and with what it was taken is removed."),
    )
