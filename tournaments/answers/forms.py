"""What a member types to see what is kept of him, so that whoever finds his link does not."""

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from lhombre_club.members.models import Person

FEWEST_DIGITS: Final = 6


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def can_be_known(person: Person) -> bool:
    """Whether the club has anything of somebody that he could type."""
    return bool(person.email) or len(_digits(person.phone)) >= FEWEST_DIGITS


class KnownForm(forms.Form):
    """His own telephone number or e-mail address."""

    known = forms.CharField(
        label=gettext_lazy("Your telephone number, or your e-mail address"), max_length=120
    )

    def __init__(self, person: Person, data: Any = None) -> None:
        super().__init__(data)
        self.person = person

    def clean_known(self) -> str:
        """Refuse what is not his; of a number the last digits count, whatever stands before."""
        typed: str = self.cleaned_data["known"]
        number, own = _digits(typed), _digits(self.person.phone)
        has_number = min(len(number), len(own)) >= FEWEST_DIGITS
        same = has_number and (own.endswith(number) or number.endswith(own))
        if same or (self.person.email and typed.casefold() == self.person.email.casefold()):
            return typed
        raise forms.ValidationError(
            _("The club has no such number and no such address of you. Ask the club what it has.")
        )
