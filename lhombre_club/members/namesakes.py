"""What tells people of one name apart: the number that each has in the club, or one of our own."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, count
from typing import Final
from uuid import UUID

from django.db.models import Min

from lhombre_club.members.alphabet import name_key
from lhombre_club.members.models import Membership, Person

LONGEST: Final = 160
"""Letters of a name as an event keeps it."""
TAG: Final = re.compile(r" \([^()]*\d[^()]*\)$")
"""What a name ends with that was told apart."""


def told_apart(club: UUID, names: Mapping[str, str]) -> dict[str, str]:
    """The names of some who are shown together: no two alike, but for capitals, accents, blanks.

    The key of a name is that of a person, or of whoever is none. Who shares his name with another
    of them has his number in brackets after it where all of that name in the club have one, else
    which of them he is, first come first. A name that has something of the kind keeps it. A query
    or two where two are alike, else none.
    """
    alike = Counter(_plain_key(name) for name in names.values())
    shared = {key for key, name in names.items() if name and alike[_plain_key(name)] > 1}
    if not shared:
        return dict(names)
    tags = {str(key): tag for key, tag in _tags_of(club).items()}
    made: dict[str, str] = {}
    taken: set[str] = set()
    for key in sorted(names, key=lambda key: not TAG.search(names[key])):
        fits = names[key]
        if key in shared and (not TAG.search(fits) or name_key(fits) in taken):
            tries = (_tagged(fits, tag) for tag in chain([tags.get(key, "1")], _ordinals()))
            fits = next(name for name in tries if name_key(name) not in taken)
        made[key] = fits
        taken.add(name_key(fits))
    return {key: made[key] for key in names}


def tell_apart(rows: Iterable[Membership]) -> None:
    """Give the persons of a club's whole list what tells each from another of his full name."""
    known = list(rows)
    tags = _tags(known)
    for row in known:
        row.person.tag = tags.get(row.person_id, "")


def tagged(club: UUID, people: Iterable[Person]) -> list[Person]:
    """Give some persons of a club the same; a query or two where there are any."""
    some = list(people)
    tags = _tags_of(club) if some else {}
    for person in some:
        person.tag = tags.get(person.pk, "")
    return some


def _tags_of(club: UUID) -> dict[UUID, str]:
    return _tags(list(Membership.objects.filter(club=club).select_related("person")))


def _tags(rows: Iterable[Membership]) -> dict[UUID, str]:
    """Return what tells them apart by person, for those alone who share a name."""
    groups: dict[str, list[Membership]] = defaultdict(list)
    for row in rows:
        groups[name_key(row.person.full_name)].append(row)
    found: dict[UUID, str] = {}
    unnumbered: list[list[Membership]] = []
    for group in groups.values():
        if len(group) > 1 and all(row.number for row in group):
            found |= {row.person_id: row.number for row in group}
        elif len(group) > 1:
            unnumbered.append(group)
    came = _came(chain.from_iterable(unnumbered))
    for group in unnumbered:
        ranked = sorted(group, key=lambda row: (came.get(row.pk, 0), row.pk))
        found |= {row.person_id: str(at) for at, row in enumerate(ranked, start=1)}
    return found


def _came(rows: Iterable[Membership]) -> dict[UUID, int]:
    """Return in what order they came into the club; no query where there are none."""
    keys = [row.pk for row in rows]
    if not keys:
        return {}
    first = Membership.history.filter(id__in=keys).order_by().values("id")
    return dict(first.annotate(first=Min("history_id")).values_list("id", "first"))


def _plain_key(name: str) -> str:
    return name_key(TAG.sub("", name))


def _tagged(name: str, tag: str) -> str:
    words = f" ({tag})"
    return f"{TAG.sub('', name)[: LONGEST - len(words)]}{words}"


def _ordinals() -> Iterator[str]:
    return map(str, count(1))
