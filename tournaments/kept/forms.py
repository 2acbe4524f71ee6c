"""How long a club keeps what need not stay, and the password before somebody is forgotten."""

import hashlib
import json
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from lhombre_club.members.models import Club
from tournaments.kept.domain.forgetting import Plan
from tournaments.kept.domain.retention import CHOICES, USUAL, chosen
from tournaments.models import KeptFor


def _months(count: int) -> str:
    if not count:
        return _("for ever")
    return ngettext("%(n)d month", "%(n)d months", count) % {"n": count}


def called(key: str) -> str:
    """Return what goes by itself under this key, as the page calls it."""
    field: Any = KeptFor._meta.get_field(key)  # noqa: SLF001 -- documented
    return str(field.verbose_name)


class KeptForForm(forms.Form):
    """After how many months what goes by itself."""

    def __init__(self, club: Club, data: Any = None) -> None:
        super().__init__(data, initial=dict(chosen(club) or USUAL))
        for key in USUAL:
            self.fields[key] = forms.TypedChoiceField(
                label=capfirst(called(key)),
                choices=[(count, _months(count)) for count in CHOICES],
                coerce=int,
            )


class ForgetForm(forms.Form):
    """The director’s own password, named as on the page of his account."""

    old = forms.CharField(
        label=gettext_lazy("Your password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        strip=False,
        max_length=128,
    )

    def __init__(self, plan: Plan, data: Any = None) -> None:
        super().__init__(data)
        self.plan = plan

    def asked(self) -> object:
        """Return what would be done, as it was shown."""
        found = [[str(one.pk), one.rows.model, one.now] for one in self.plan.changes]
        told = hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()
        photos = sorted(photo.file_name for photo in self.plan.photos)
        accounts = sorted(str(user.pk) for user in self.plan.accounts)
        events = sorted(str(event.pk) for event in self.plan.events)
        return [str(self.plan.person.pk), told, photos, accounts, events]
