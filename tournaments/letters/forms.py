"""What somebody adds to a letter, and to whom it goes."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models import Club
from tournaments.letters.preview import Draft, Topic, drafts
from tournaments.letters.preview.owing import key_in
from tournaments.models import Letter

Kind = Letter.Kind
ONLY: Final[Mapping[str, Promise]] = {
    Kind.INVITATION: _("Only those who have not answered, and were not asked before"),
    Kind.PLAN: _("Only those whose seats are others than in their last letter"),
    Kind.RESULT: _("Only those whose place or points are others than in their last letter"),
    Kind.REMINDER: _("Only those who owe otherwise than in their last letter"),
    Kind.RECEIPT: _("Only if it was not sent before"),
}


class LetterForm(forms.Form):
    """What is added to each, and whether all get it."""

    note = forms.CharField(
        label=_("What you want to add"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("It stands at the end of every letter, before “Kind regards”."),
    )
    only = forms.BooleanField(required=False, initial=True)

    def __init__(self, club: Club, kind: str, about: str, data: Any = None) -> None:
        """Ask about letters of a kind. Raises Refusal for what they cannot be about."""
        super().__init__(data, initial={"only": True})
        self.fields["only"].label = str(ONLY[kind])
        self.club, self.kind = club, kind
        self.about = about if kind == Kind.INVITATION else str(key_in(about))
        self._drafts: list[Draft] | None = None

    @property
    def topic(self) -> Topic:
        """What is written, with what was added as far as that can be taken."""
        said = self.cleaned_data.get("note", "") if self.is_bound and self.is_valid() else ""
        return Topic(self.club, self.kind, self.about, said.replace("\r\n", "\n"))

    def drafts(self) -> list[Draft]:
        """Return who would get it. Raises Refusal where what it is about is not there."""
        if self._drafts is None:
            only = self.cleaned_data.get("only") if self.is_bound and self.is_valid() else True
            self._drafts = [each for each in drafts(self.topic) if each.is_new or not only]
        return self._drafts

    def asked(self) -> object:
        """Return what would be sent to whom, as it was shown."""
        found = [(str(each.membership.pk), each.email, each.text) for each in self.drafts()]
        return [self.kind, self.about, found]


class TryForm(forms.Form):
    """Where a test goes."""

    use_required_attribute = False
    """It stands in the form of the letters, which a browser sends without it."""

    to = forms.EmailField(label=_("Your own e-mail address"), max_length=254)
