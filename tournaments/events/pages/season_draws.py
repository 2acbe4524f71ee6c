"""A season's draw in words: who takes part, what it promises, and the form of one evening."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models import Membership, Person
from lhombre_club.members.namesakes import told_apart
from tournaments.book.begun import Preset
from tournaments.events.domain.season_draws import FEWEST, MOST, Evening
from tournaments.events.pages.forms import EventForm
from tournaments.models import Event, Season, SeasonDraw
from tournaments.words.figures import short

PASSIVE = (Membership.Status.PASSIVE, Membership.Status.GUEST)
"""Members who are not taken for players of a season unless they are ticked."""

FIXED: Mapping[str, Any] = {"rounds": 1, "kind": Event.Kind.INDIVIDUAL}
"""Fields of an event that are no choice on an evening of the draw."""


class DrawForm(forms.Form):
    """Who plays the whole season."""

    seed = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**32)
    people = forms.MultipleChoiceField(
        label=_("Who plays the season"), widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, members: Sequence[Membership], seed: int, data: Any = None) -> None:
        self.known = {str(row.person_id): row.person for row in members}
        chosen = [str(row.person_id) for row in members if row.status not in PASSIVE]
        super().__init__(data, initial={"seed": seed, "people": chosen})
        self.fields["people"] = forms.MultipleChoiceField(
            label=_("Who plays the season"),
            widget=forms.CheckboxSelectMultiple,
            choices=[(key, short(person.listed)) for key, person in self.known.items()],
        )

    def clean_people(self) -> list[str]:
        """Refuse so few or so many that there is no draw."""
        people: list[str] = self.cleaned_data["people"]
        if not FEWEST <= len(people) <= MOST:
            raise forms.ValidationError(
                gettext("A season is drawn for %(fewest)d to %(most)d players.")
                % {"fewest": FEWEST, "most": MOST}
            )
        return people

    def asked(self) -> list[Any]:
        """Return who is drawn, and by which seed, as JSON."""
        return [self.cleaned_data["seed"], self.cleaned_data["people"]]

    def chosen(self) -> list[Person]:
        """Return who was ticked."""
        return [self.known[key] for key in self.cleaned_data["people"]]


class EveningForm(EventForm):
    """An evening of the draw, and who plays for whom."""

    def __init__(
        self,
        places: Mapping[int, Person | None],
        others: Sequence[Person],
        data: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        for name in (*FIXED, "season"):
            del self.fields[name]
        self.others = {str(person.pk): person for person in others}
        self.places = [f"place{number}" for number in places]
        helpers = [(key, short(person.listed)) for key, person in self.others.items()]
        for number, person in places.items():
            nobody = gettext("plays in person") if person else gettext("Choose")
            self.fields[f"place{number}"] = forms.ChoiceField(
                label=short(person.listed) if person else gettext("A place without a player"),
                choices=[("", nobody), *helpers],
                required=person is None,
            )

    def parts(self) -> dict[str, Any]:
        """Return the fields for the page, the places by themselves."""
        known = super().parts()
        often = [field for field in known["often"] if field.name not in self.places]
        return {**known, "often": often, "places": [self[name] for name in self.places]}

    def preset(self) -> Preset:
        """Return the club night with what was changed here."""
        self.cleaned_data.update(FIXED)
        return super().preset()

    def evening(self, number: int) -> Evening:
        """Return what was filled in."""
        wanted = self.cleaned_data
        substitutes = {
            int(name.removeprefix("place")): self.others[wanted[name]]
            for name in self.places
            if wanted[name]
        }
        return Evening(
            number=number, name=wanted["name"], date=wanted["date"], substitutes=substitutes
        )


@dataclass(frozen=True, slots=True)
class Night:
    """One evening as it was drawn."""

    number: int
    tables: tuple[tuple[str, ...], ...]
    """Names in playing order."""
    byes: tuple[str, ...]
    event: UUID | None = None
    """What was made of it."""


def nights(
    evenings: Sequence[Sequence[Sequence[int]]],
    names: Sequence[str],
    made: Mapping[int, UUID] | None = None,
) -> list[Night]:
    """Return all evenings with names."""
    found = []
    for number, tables in enumerate(evenings, start=1):
        here = {place for table in tables for place in table}
        found.append(
            Night(
                number,
                tuple(tuple(names[place] for place in table) for table in tables),
                tuple(name for place, name in enumerate(names) if place not in here),
                (made or {}).get(number),
            )
        )
    return found


def names_of(draw: SeasonDraw) -> list[str]:
    """Return who has which place."""
    places = draw.places.select_related("person")
    return names_apart(draw.season, [place.person for place in places])


def names_apart(of: Season, people: Sequence[Person | None]) -> list[str]:
    """Return the names of those who play a season; None: a place without a player."""
    names = {str(person.pk): person.name for person in people if person}
    names = told_apart(of.club_id, names)
    nobody = gettext("A place without a player")
    return [short(names[str(person.pk)]) if person else nobody for person in people]


def promise(least: int, most: int) -> str:
    """Return how evenly all meet, and whether it could be more even."""
    if least == most:
        return gettext("Every two meet exactly %(times)d times. No draw can be more even.") % {
            "times": least
        }
    return gettext(
        "Every two meet %(least)d to %(most)d times. It is the most even draw that the program "
        "knows; it is not proved that there is none better."
    ) % {"least": least, "most": most}
