"""Who plays in an event, in words, and the forms that change it."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from lhombre_club.members.details import FIELDS
from lhombre_club.members.models import Person
from tournaments.models import Event, Participant, Seat, Wish
from tournaments.seating.queries.joining import Others
from tournaments.words.wording import SEATS

MOST_TABLES = 200
MOST_GROUPS = 9
NOBODY = ("", gettext_lazy("Choose"))


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
                (_("Free or late tonight"), list(_named(people.tonight))),
                (_("Other members"), list(_named(people.rest))),
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


class RoundForm(forms.Form):
    """The round from which somebody plays again."""

    def __init__(self, event: Event, next_round: int, data: Any = None) -> None:
        last = event.planned_rounds
        super().__init__(data, initial={"from_round": min(next_round, last)})
        self.fields["from_round"] = _first_round(last)


class JoinForm(WhoForm):
    """Somebody new, and from which round."""

    def __init__(self, event: Event, people: Others, next_round: int, data: Any = None) -> None:
        last = event.planned_rounds
        super().__init__(people, data, initial={"from_round": min(next_round, last)})
        self.fields["from_round"] = _first_round(last)


class LeaveForm(forms.Form):
    """After which round somebody leaves."""

    def __init__(self, event: Event, next_round: int, data: Any = None) -> None:
        last = event.planned_rounds
        super().__init__(data, initial={"after_round": min(next_round, last) - 1})
        self.fields["after_round"] = forms.TypedChoiceField(
            label=_("When"),
            coerce=int,
            choices=[(number, _after(number)) for number in range(last)],
        )


class SubstituteForm(WhoForm):
    """Who plays on somebody's chair in one round."""

    def __init__(self, seats: Iterable[Seat], people: Others, data: Any = None) -> None:
        self.seats = {str(seat.pk): seat for seat in seats}
        super().__init__(people, data)
        self.fields["seat"] = forms.ChoiceField(
            label=_("In which round"),
            choices=[(key, _in(seat.round.number)) for key, seat in self.seats.items()],
        )
        self.order_fields(("seat", "person", "name"))

    @property
    def seat_chosen(self) -> Seat:
        """The chair."""
        return self.seats[self.cleaned_data["seat"]]


class WishForm(forms.Form):
    """What somebody asks of the seating towards somebody else."""

    kind = forms.ChoiceField(label=gettext_lazy("Wish"), choices=Wish.Kind.choices)
    other = forms.ChoiceField(label=gettext_lazy("With"))
    every_evening = forms.BooleanField(
        label=gettext_lazy("On every evening, where both are members"), required=False, initial=True
    )

    def __init__(self, others: Iterable[Participant], data: Any = None) -> None:
        self.known = {str(other.pk): other for other in others}
        super().__init__(data)
        self.fields["other"] = forms.ChoiceField(
            label=self.fields["other"].label,
            choices=[NOBODY, *((key, other.name) for key, other in self.known.items())],
        )

    @property
    def other_chosen(self) -> Participant:
        """The other one."""
        return self.known[self.cleaned_data["other"]]


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


class PlaceForm(forms.Form):
    """A table, and perhaps a seat, that somebody keeps in every round."""

    table = forms.IntegerField(
        label=gettext_lazy("Keeps table number"),
        required=False,
        min_value=1,
        max_value=MOST_TABLES,
        help_text=gettext_lazy("For somebody who cannot walk far. Empty: any table."),
    )
    seat = forms.TypedChoiceField(
        label=gettext_lazy("And the seat"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", gettext_lazy("any")), *enumerate(SEATS)],
    )


class StrengthForm(forms.Form):
    """A group of strength."""

    strength = forms.IntegerField(
        label=gettext_lazy("Group of strength"),
        required=False,
        min_value=1,
        max_value=MOST_GROUPS,
        help_text=gettext_lazy("1 is the strongest. Equal groups sit together. Empty: none."),
    )


def stay(participant: Participant, rounds: int) -> str:
    """Return which rounds of an event somebody plays, where not all of them."""
    first, last = participant.from_round, participant.to_round
    if not participant.plays:
        return _after(0)
    if last is not None and last < rounds:
        if first > 1:
            return _("plays from round %(first)d to round %(last)d") % {
                "first": first,
                "last": last,
            }
        return _after(last)
    return _from(first) if first > 1 else ""


def substitute_name(seat: Seat) -> str:
    """Return who plays on a chair in place of whoever it belongs to; empty: nobody."""
    return seat.substitute_name or (seat.substitute.name if seat.substitute else "")


def _first_round(last: int) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=_("Plays"),
        coerce=int,
        choices=[(number, _from(number)) for number in range(1, last + 1)],
    )


def _in(number: int) -> str:
    return _("Round %(number)d") % {"number": number}


def _from(number: int) -> str:
    return _("from round %(number)d") % {"number": number}


def _after(number: int) -> str:
    if not number:
        return _("does not play at all")
    return _("leaves after round %(number)d") % {"number": number}


def _named(people: Iterable[Person]) -> Iterable[tuple[str, str]]:
    return ((str(person.pk), person.listed) for person in people)
