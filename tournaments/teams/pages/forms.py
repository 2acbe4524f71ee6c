"""The forms of pairs, teams and their matches."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from lhombre_club.refusal import Refusal
from tournaments.models import Event, Participant
from tournaments.teams.domain.leagues import (
    MOST_DAYS,
    MOST_TIMES,
    LeagueSettings,
)
from tournaments.teams.domain.teams import (
    DIVISIONS,
    LONGEST_DIVISION,
    LONGEST_NAME,
    MOST_HANDICAP,
    SIZES,
    TeamEntry,
)
from tournaments.teams.pages.teams import division_title
from tournaments.words.units import units_of

PLACES: Final = (
    gettext_lazy("First player"),
    gettext_lazy("Second player"),
    gettext_lazy("Third player"),
    gettext_lazy("Fourth player"),
)


class TeamForm(forms.Form):
    """One pair or team; without any player it is left out."""

    title = ""
    """What its place in the list is called."""
    name = forms.CharField(label=gettext_lazy("Name"), required=False, max_length=LONGEST_NAME)
    division = forms.CharField(
        label=gettext_lazy("Division"), required=False, max_length=LONGEST_DIVISION
    )
    handicap = forms.IntegerField(
        label=gettext_lazy("Handicap"),
        required=False,
        min_value=-MOST_HANDICAP,
        max_value=MOST_HANDICAP,
    )

    def __init__(
        self, size: int, players: Sequence[Participant], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.places = [f"player{place}" for place in range(size)]
        chosen = [("", "–"), *((str(player.pk), player.name) for player in players)]
        for name, label in zip(self.places, PLACES, strict=False):
            self.fields[name] = forms.ChoiceField(label=label, choices=chosen, required=False)
        if size == SIZES[Event.Kind.TEAMS]:
            captains = [("", "–"), *((str(n), label) for n, label in enumerate(PLACES))]
            self.fields["captain"] = forms.ChoiceField(
                label=gettext_lazy("Captain"), choices=captains, required=False
            )
        self.order_fields(["name", *self.places, "captain", "division", "handicap"])

    @property
    def members(self) -> tuple[UUID, ...]:
        """Who was chosen."""
        chosen = (self.cleaned_data.get(place) for place in self.places)
        return tuple(UUID(player) for player in chosen if player)

    def entry(self) -> TeamEntry:
        """Return what was filled in."""
        said, members = self.cleaned_data, self.members
        captain = said.get("captain") or ""
        return TeamEntry(
            members=members,
            name=said["name"],
            division=said["division"],
            handicap=said["handicap"] or 0,
            captain=members[int(captain)] if captain and int(captain) < len(members) else None,
        )


class TeamsForm:
    """All pairs or teams of an event on one page."""

    def __init__(self, event: Event, teams: Sequence[TeamEntry], data: Any = None) -> None:
        players = list(event.participants.all())
        size = SIZES[event.kind]
        rows = max(len(teams), len(players) // size)
        self.forms = [
            TeamForm(
                size,
                players,
                data,
                prefix=f"team{number}",
                initial=_initial(teams[number]) if number < len(teams) else {},
            )
            for number in range(rows)
        ]
        for number, form in enumerate(self.forms, start=1):
            form.title = str(units_of(event.kind)["numbered"]) % {"number": number}
        self.errors: list[str] = []

    def is_valid(self) -> bool:
        """Whether each pair or team can be read."""
        return all(form.is_valid() for form in self.forms)

    def entries(self) -> list[TeamEntry]:
        """Return the pairs or teams of whom somebody was chosen."""
        return [form.entry() for form in self.forms if form.members]

    def refuse(self, refusal: Refusal) -> None:
        """Say what is wrong where it is wrong."""
        team, says = refusal.facts.get("team"), str(refusal)
        if not isinstance(team, int):
            self.errors.append(says)
            return
        form = [form for form in self.forms if form.members][team - 1]
        form.add_error(None, says)
        self.errors.append(f"{form.title}: {says}")


class LeagueForm(forms.Form):
    """How the matches are drawn."""

    times = forms.IntegerField(
        label=gettext_lazy("How often all meet all"),
        min_value=1,
        max_value=MOST_TIMES,
        help_text=gettext_lazy("Twice: the second time with home and away exchanged."),
    )
    byes_on_purpose = forms.BooleanField(
        label=gettext_lazy("Two teams sit out in every round but the last, and lend substitutes"),
        required=False,
    )
    mixing = forms.BooleanField(
        label=gettext_lazy("Within a team everybody plays with each of the others in turn"),
        required=False,
    )
    first = forms.DateField(
        label=gettext_lazy("Date of the first round"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    days = forms.IntegerField(
        label=gettext_lazy("Days from round to round"),
        min_value=0,
        max_value=MOST_DAYS,
        help_text=gettext_lazy("0: all on one day. 7: once a week."),
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if event.kind == Event.Kind.PAIRS:
            del self.fields["mixing"]
            self.fields["byes_on_purpose"].label = _(
                "Two pairs sit out in every round but the last, and lend substitutes"
            )

    def settings(self) -> LeagueSettings:
        """Return what was filled in."""
        said = self.cleaned_data
        return LeagueSettings(
            times=said["times"],
            byes_on_purpose=said["byes_on_purpose"],
            mixing=said.get("mixing", False),
            first=said["first"],
            days=said["days"],
        )

    def refuse(self, refusal: Refusal) -> None:
        """Say why there is no such schedule."""
        division, why = refusal.facts.get("division"), str(refusal)
        self.add_error(None, f"{division_title(str(division))}: {why}" if division else why)


class DivisionsForm(forms.Form):
    """Into how many equally strong divisions the teams are parted."""

    number = forms.IntegerField(
        label=gettext_lazy("Divisions"),
        min_value=1,
        max_value=len(DIVISIONS),
        initial=2,
        widget=forms.NumberInput(attrs={"form": "teams"}),  # sent with what it parts
    )


class DateForm(forms.Form):
    """Another evening for a round."""

    date = forms.DateField(
        label=gettext_lazy("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


def _initial(team: TeamEntry) -> dict[str, object]:
    said: dict[str, object] = {
        "name": team.name,
        "division": team.division,
        "handicap": team.handicap or "",
    }
    for place, member in enumerate(team.members):
        said[f"player{place}"] = str(member)
        if member == team.captain:
            said["captain"] = str(place)
    return said
