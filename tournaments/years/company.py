"""With whom and against whom somebody has played: sums of what was kept of each evening."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from django.db.models import Case, CharField, F, Sum, Value, When

from lhombre_club.members.models import Person
from tournaments.models import CountedMeeting
from tournaments.years.meetings import Met
from tournaments.years.queries import Key, Span, names_of

FIGURES = tuple(each.name for each in fields(Met))


@dataclass(frozen=True, slots=True)
class Company:
    """One with whom somebody has played, and what the somebody did in those deals."""

    key: Key
    name: str
    met: Met


def company_of(span: Span, person: Person) -> Sequence[Company]:
    """Return with whom somebody held cards, with whom oftenest first; three queries."""
    name = F("other__name")
    stranger = Case(
        When(other__person=None, then=name), default=Value(""), output_field=CharField()
    )
    rows = CountedMeeting.objects.filter(span.among(), own__person=person).order_by()
    sums = {f"sum_{figure}": Sum(figure) for figure in FIGURES}
    grouped: Iterable[Mapping[str, Any]] = rows.values("other__person", stranger=stranger).annotate(
        **sums
    )
    found: Mapping[Key, Met] = {
        row["stranger"] or row["other__person"]: Met(*(row[each] for each in sums))
        for row in grouped
        if row["other__person"] != person.pk
    }
    names = names_of(span.club, found)
    often = sorted(found, key=lambda key: (-found[key].deals, names[key]))
    return [Company(key, names[key], found[key]) for key in often]
