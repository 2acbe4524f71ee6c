"""Who is missing in a round, and who plays for him: the forms, and who is named there."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from lhombre_club.members.details import FIELDS
from lhombre_club.members.models import Person
from lhombre_club.numbers import read_whole
from tournaments.book.accounts import next_deals
from tournaments.models import Round, Seat, Sitter
from tournaments.teams.queries import Chair, Others

NOBODY = ("", gettext_lazy("Choose"))


class MissingForm(forms.Form):
    """Those who are missing; the lot decides who plays for them."""

    def __init__(self, chairs: Sequence[Chair], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = [chair for chair in chairs if not chair.sitter.substitute]
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

    deal = forms.IntegerField(
        label=gettext_lazy("From deal"),
        required=False,
        min_value=1,
        max_value=999,
        help_text=gettext_lazy(
            "The number of the first deal that the substitute plays; the deals before it stay with "
            "the player whose seat it is. Left empty, it is the deal that the choice of the seat "
            "names, or else the first of the round."
        ),
    )
    later = forms.BooleanField(label=gettext_lazy("In the rounds after it too"), required=False)

    def __init__(
        self, label: str, seats: Iterable[tuple[Seat, str]], people: Others, data: Any = None
    ) -> None:
        """``seats`` come with what each is called; each can be taken from its next deal on."""
        chairs = list(seats)
        next_ = next_deals({seat.table_id for seat, _words in chairs})
        sent, _colon, deal = str((data or {}).get("seat", "")).partition(":")
        self.seats = {
            key: choice
            for seat, words in chairs
            # Deals may have come in since the form was drawn: what was chosen is meant.
            for seen in [read_whole(deal) if sent == str(seat.pk) else None]
            for key, choice in _beginnings(seat, words, seen or next_.get(seat.table_id, 1))
        }
        super().__init__(people, data)
        self.fields["seat"] = forms.ChoiceField(
            label=label, choices=[(key, words) for key, (*_of, words) in self.seats.items()]
        )
        self.order_fields(("seat", "person", "name", "deal", "later"))
        if not _has_later([seat for seat, _words in chairs]):
            del self.fields["later"]

    @property
    def seat_chosen(self) -> Seat:
        """The chair."""
        return self.seats[self.cleaned_data["seat"]][0]

    @property
    def goes_on(self) -> bool:
        """Whether the substitute plays in the rounds after it too."""
        return bool(self.cleaned_data.get("later"))

    @property
    def since(self) -> int:
        """The first deal that the substitute plays."""
        return self.cleaned_data["deal"] or self.seats[self.cleaned_data["seat"]][1]


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


def plays(sitter: Sitter) -> str:
    """Return who plays on a chair in place of whoever it belongs to; empty: nobody."""
    facts = {"name": sitter.substitute, "deal": sitter.since}
    if sitter.comes_late:
        return _("%(name)s plays from deal %(deal)d on") % facts
    return _("%(name)s plays") % facts if sitter.substitute else ""


def plays_for(sitter: Sitter) -> str:
    """Return the same as a sentence that names both."""
    facts = {"substitute": sitter.substitute, "player": sitter.player, "deal": sitter.since}
    if sitter.comes_late:
        return _("%(substitute)s plays for %(player)s from deal %(deal)d on.") % facts
    return _("%(substitute)s plays for %(player)s.") % facts


def _beginnings(seat: Seat, words: str, deal: int) -> Iterable[tuple[str, tuple[Seat, int, str]]]:
    """Yield from which deals a chair can be taken: first, once some are entered, from the next."""
    if deal > 1:
        facts = {"where": words, "deal": deal}
        yield f"{seat.pk}:{deal}", (seat, deal, _("%(where)s, from deal %(deal)d on") % facts)
        words = _("%(where)s, from the first deal") % facts
    yield str(seat.pk), (seat, 1, words)


def _has_later(chairs: Sequence[Seat]) -> bool:
    """Whether one of those to whom chairs belong has one in a round after the first of these."""
    if not chairs:
        return False
    own = Seat.objects.filter(participant__in=[seat.participant_id for seat in chairs])
    after = own.filter(round__number__gt=min(seat.round.number for seat in chairs))
    return after.exclude(round__state=Round.State.FINAL).exists()


def _group(title: str, people: Iterable[Person]) -> Iterable[tuple[str, list[tuple[str, str]]]]:
    """Yield the group of a choice, unless nobody is in it."""
    named = [(str(person.pk), person.listed) for person in people]
    if named:
        yield title, named
