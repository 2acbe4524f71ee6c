"""The results of a past evening, pasted: read, matched with the members, and shown first."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from lhombre_club.members.alphabet import name_key
from lhombre_club.members.models import Club, Membership, Person
from lhombre_club.members.namesakes import tell_apart
from tournaments.models import Season
from tournaments.standings.domain import MOST_LINES, PastLine, PastSettings, why_not_past
from tournaments.words.figures import signed

MOST_TOLD: Final = 10
"""Lines that are named at once."""
MOST_DEALS: Final = 400
LONGEST: Final = 160
"""Letters of a name."""
POINTS: Final = re.compile(r"[+−–-]? ?[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class PastRow:
    """A line as it is shown before it is taken in."""

    name: str
    is_member: bool
    points: str


class PastForm(forms.Form):
    """A past evening, with a line for each who played."""

    date = forms.DateField(
        label=gettext_lazy("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    deals = forms.IntegerField(
        label=gettext_lazy("Deals each played"), min_value=1, max_value=MOST_DEALS, initial=40
    )
    lines = forms.CharField(
        label=gettext_lazy("A line for each player"),
        max_length=MOST_LINES * 200,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "Name; points, as in “Agnes Bæk; −12”, or the two columns of a spreadsheet."
        ),
    )

    def __init__(self, season: Season, data: Any = None) -> None:
        """Ask for an evening of ``season``."""
        super().__init__(data, initial={"name": _("Club evening")})
        self.season = season

    def clean_lines(self) -> list[PastLine]:
        """Read every line, or say which cannot be read and why."""
        called, found, wrong = _called(self.season.club), [], []
        for number, line in enumerate(self.cleaned_data["lines"].splitlines(), 1):
            if not line.strip():
                continue
            try:
                found.append(_read(line, called))
            except ValueError as error:
                words = {"number": number, "says": str(error)}
                wrong.append(_("Line %(number)d: %(says)s") % words)
        if wrong:
            raise forms.ValidationError(wrong[:MOST_TOLD])
        return found

    def clean(self) -> dict[str, Any]:
        """Refuse what the season would not take in, before it is shown."""
        if not self.errors and (refused := why_not_past(self.season, self.evening, self.read)):
            self.add_error(None, str(refused))
        return self.cleaned_data

    @property
    def evening(self) -> PastSettings:
        """The evening that was filled in."""
        wanted = self.cleaned_data
        return PastSettings(date=wanted["date"], name=wanted["name"], deals=wanted["deals"])

    @property
    def read(self) -> Sequence[PastLine]:
        """The lines that were pasted."""
        lines: Sequence[PastLine] = self.cleaned_data["lines"]
        return lines

    def asked(self) -> object:
        """Return what it asks for, and whom each name means."""
        evening = self.evening
        lines = [[line.name, line.key, line.points] for line in self.read]
        return [str(self.season.pk), str(evening.date), evening.name, evening.deals, lines]

    @cached_property
    def rows(self) -> list[PastRow]:
        """The lines as they would be taken in, the most points first."""
        lines = sorted(self.read, key=lambda line: -line.points)
        return [
            PastRow(
                line.person.listed if line.person else line.name,
                bool(line.person),
                signed(line.points),
            )
            for line in lines
        ]

    @property
    def sums(self) -> str:
        """Say what all points come to."""
        total = sum(line.points for line in self.read)
        if total == 0:
            return _("All points come to 0.")
        return _(
            "All points come to %(sum)s, not to 0: where one wins what others lose, a line is "
            "missing or wrong."
        ) % {"sum": signed(total)}


def _called(club: Club) -> Mapping[str, list[Person]]:
    """Return the members by name, and those who share one by what tells them apart too."""
    rows = list(Membership.objects.filter(club=club).select_related("person"))
    tell_apart(rows)
    found: dict[str, list[Person]] = defaultdict(list)
    for row in rows:
        for key in {name_key(row.person.full_name), name_key(row.person.listed)}:
            found[key].append(row.person)
    return found


def _read(line: str, called: Mapping[str, list[Person]]) -> PastLine:
    """Return what a line says; raises ValueError, whose words say what is wrong with it."""
    between = next((mark for mark in "\t;" if mark in line), ",")
    cells = [cell.strip() for cell in line.strip().rstrip(between).split(between)]
    if len(cells) != len(("name", "points")) or not POINTS.fullmatch(cells[1]):
        raise ValueError(_("write a name, a semicolon and whole points."))
    name = " ".join(cells[0].split())
    if not 0 < len(name) <= LONGEST:
        raise ValueError(_("the name is missing, or too long."))
    points = int(re.sub("[−–]", "-", cells[1]).replace(" ", ""))
    some = called.get(name_key(name), [])
    if len(some) > 1:
        words = {"name": name, "example": some[0].listed}
        raise ValueError(
            _("several members are called %(name)s. Say which, as in “%(example)s”.") % words
        )
    return PastLine(some[0].full_name if some else name, some[0] if some else None, points)
