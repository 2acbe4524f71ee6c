"""Who is missing in a round, and who plays for him: the forms, and who is named there."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from lhombre_club.members.details import FIELDS
from lhombre_club.members.models import Person
from tournaments.models import Seat
from tournaments.teams.queries import Chair, Others

NOBODY = ("", gettext_lazy("Choose"))


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


class WhoForm(forms.Form):
    """Somebody from the members, or else by name."""

    person = forms.ChoiceField(label=gettext_lazy("From the members"), required=False)
    name = forms.CharField(
        label=gettext_lazy("Or the name of a guest"),
        required=False,
        max_length=FIELDS["last_name"].limit,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, people: Others, data: Any = None, **kwargs: Any) -> None:
        self.known = {str(person.pk): person for person in people.all}
        super().__init__(data, **kwargs)
        self.fields["person"] = forms.ChoiceField(
            label=self.fields["person"].label,
            required=False,
            choices=[
                NOBODY,
                *_group(_("Sit this round out"), people.out),
                *_group(_("Free or late tonight"), people.tonight),
                *_group(_("Other members"), people.rest),
            ],
        )

    def clean(self) -> dict[str, Any]:
        """One of the two, and not both."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors and bool(cleaned.get("person")) == bool(cleaned.get("name")):
            self.add_error("person", _("Choose a member, or type the name of a guest."))
        return cleaned

    @property
    def person_chosen(self) -> Person | None:
        """The member, or None where a name was typed."""
        return self.known.get(self.cleaned_data["person"])


class SubstituteForm(WhoForm):
    """Who plays on one of the chairs that can be chosen."""

    later = forms.BooleanField(label=gettext_lazy("In the rounds after it too"), required=False)

    def __init__(
        self, label: str, seats: Iterable[tuple[Seat, str]], people: Others, data: Any = None
    ) -> None:
        """``seats`` come with what each is called."""
        self.seats = {str(seat.pk): (seat, words) for seat, words in seats}
        super().__init__(people, data)
        self.fields["seat"] = forms.ChoiceField(
            label=label, choices=[(key, words) for key, (_seat, words) in self.seats.items()]
        )
        self.order_fields(("seat", "person", "name", "later"))

    @property
    def seat_chosen(self) -> Seat:
        """The chair."""
        return self.seats[self.cleaned_data["seat"]][0]


class ChosenForm(forms.Form):
    """One of a player's wishes, or of the chairs on which somebody else plays."""

    def __init__(self, known: Iterable[Any], data: Any = None) -> None:
        self.known = {str(row.pk): row for row in known}
        super().__init__(data)
        self.fields["which"] = forms.ChoiceField(
            choices=[(key, str(row)) for key, row in self.known.items()]
        )

    @property
    def row(self) -> Any:
        """The wish, or the chair."""
        return self.known[self.cleaned_data["which"]]


def substitute_name(seat: Seat) -> str:
    """Return who plays on a chair in place of whoever it belongs to; empty: nobody."""
    return seat.substitute_name or (seat.substitute.name if seat.substitute else "")


def _group(title: str, people: Iterable[Person]) -> Iterable[tuple[str, list[tuple[str, str]]]]:
    """Yield the group of a choice, unless nobody is in it."""
    named = [(str(person.pk), person.listed) for person in people]
    if named:
        yield title, named
