"""What somebody is called in a club, wherever it was written, and what stands for it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from django.conf import settings
from django.db.models import Model
from django.utils.translation import gettext, override

from lhombre_club.members.models import Club, Membership, Person
from lhombre_club.members.shown import Initial
from tournaments.kept.domain.places import ALL_ROWS
from tournaments.models import Participant, Seat

SHORTEST: Final = 3
"""Letters of a first or a last name that is looked for by itself."""


def stands_for(number: int) -> str:
    """Return what is read in the place of a name, in the language of the installation.

    One word and a number, which no way of showing names makes shorter.
    """
    with override(settings.LANGUAGE_CODE):
        return gettext("Anonymous %(number)d") % {"number": number}


@dataclass(frozen=True, slots=True)
class Names:
    """Everything that somebody is called by, and what is written instead."""

    instead: str
    whole: frozenset[str]
    """Names, addresses and numbers, found whatever their capitals."""
    parts: frozenset[str]
    """First and last names that nobody else of the club has, found as they are written."""
    pattern: "re.Pattern[str] | None" = field(init=False)

    def __post_init__(self) -> None:
        """Look for the longest first: a name may be a part of another."""
        wholes, parts = (_any_of(each) for each in (self.whole, self.parts))
        either = "|".join([*([f"(?i:{wholes})"] if wholes else []), *([parts] if parts else [])])
        found = re.compile(rf"(?<!\w)(?:{either})(?!\w)") if either else None
        object.__setattr__(self, "pattern", found)

    def said(self, value: Any) -> Any:
        """Return a text, or the texts of JSON, with every name replaced; the same if none is."""
        if isinstance(value, str):
            return self.pattern.sub(self.instead, value) if self.pattern else value
        if isinstance(value, list):
            return [self.said(each) for each in value]
        if isinstance(value, dict):
            return {self.said(key): self.said(each) for key, each in value.items()}
        return value


def _any_of(texts: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(texts, key=len, reverse=True)))


def keys_of(person: Person, club: Club) -> list[str]:
    """Return by which keys a person is known: his own, and that of each time he plays."""
    played = Participant.objects.filter(person=person, event__club=club)
    return [str(person.pk), *map(str, played.values_list("pk", flat=True))]


def names_of(person: Person, club: Club, instead: str) -> Names:
    """Return what a person is called in ``club``.

    What somebody else of the club is called too is not looked for: it may mean the other.
    """
    others, words = _others(person, club)
    lives = [person, *Person.history.filter(id=person.pk)]
    whole = {text for each in lives for text in _whole(each)} | set(_written(person, club))
    parts = {text for each in lives for text in _parts(each)}
    return Names(
        instead,
        frozenset(text for text in whole if text.casefold() not in others),
        frozenset(text for text in parts if words.isdisjoint(text.casefold().split())),
    )


def _whole(one: Any) -> Iterator[str]:
    """Return what a row of a person, or of his history, has that means nobody else."""
    full = f"{one.first_name} {one.last_name}".strip()
    turned = f"{one.last_name}, {one.first_name}" if one.last_name else ""
    initial = str(Initial.of(one.first_name, one.last_name) or "")
    yield from filter(None, (full, turned, initial, one.display_name, one.email, one.phone))


def _parts(one: Any) -> Iterator[str]:
    for text in (one.first_name, one.last_name):
        for part in {text, *text.split()}:
            if len(part) >= SHORTEST and part[0].isupper():
                yield part


def _written(person: Person, club: Club) -> Iterator[str]:
    """Return the names under which he stands in rows of his own."""
    keys = keys_of(person, club)
    for rows in ALL_ROWS:
        for name, way in rows.named.items():
            found = all_of(rows.kind).filter(rows.in_club(club.pk), **{f"{way}__in": keys})
            yield from filter(None, found.order_by().values_list(name, flat=True).distinct())


def _others(person: Person, club: Club) -> tuple[set[str], set[str]]:
    """Return the names of everybody else in the club, and the words in them, without capitals."""
    members = Membership.objects.filter(club=club).exclude(person=person).select_related("person")
    names = {text for each in members for text in _whole(each.person)}
    played = Participant.objects.filter(event__club=club, person__isnull=False)
    sat = Seat.every.filter(round__event__club=club, substitute__isnull=False)
    names |= set(played.exclude(person=person).values_list("name", flat=True))
    names |= set(sat.exclude(substitute=person).values_list("substitute_name", flat=True))
    folded = {name.casefold() for name in names}
    return folded, {word for name in folded for word in re.findall(r"\w+", name)}


def all_of(kind: type[Model]) -> Any:
    """Return all rows of a model, those too that are written once or that no page shows."""
    return kind._base_manager.all()  # noqa: SLF001 -- documented
