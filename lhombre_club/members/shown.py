"""Under what name everybody reads of somebody: the one place that knows.

A page for everybody begins with ``tell_everybody``. From then on, until its request is over,
``said`` and ``by_key`` answer what may be read there; for a director, a paper and the table's own
phone, which begin with nothing of the kind, they answer the name as it is.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias
from uuid import UUID

from django.db.models import Subquery
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from lhombre_club.club_words import speaking
from lhombre_club.members.alphabet import name_key
from lhombre_club.members.details import MemberDetails
from lhombre_club.members.models import Club, Membership, Person, ShownAs
from lhombre_club.members.namesakes import TAG, told_apart

Called: TypeAlias = tuple[str, UUID | None]
"""A name as it is kept, and the person, where it is one whom the club knows."""


@dataclass(frozen=True, slots=True)
class Initial:
    """A first name, and a last name of which the first letters are read."""

    first: str
    last: str
    """From its first capital letter on: who is called de la Cour is a C."""

    @classmethod
    def of(cls, first: str, last: str) -> "Initial | None":
        """Return it of somebody; None of who has one name.

        >>> str(Initial.of("Anne Marie", "von Holm")), Initial.of("Agnes", "")
        ('Anne Marie H.', None)
        """
        if not last:  # both were written as one name
            words = [word for word in first.split() if any(map(str.isalpha, word))]
            first, last = (words[0], words[-1]) if len(words) > 1 else (first, "")
        capitals = (at for at, letter in enumerate(last) if letter.isupper())
        letters = (at for at, letter in enumerate(last) if letter.isalpha())
        begins = next(capitals, next(letters, None))
        return None if begins is None else cls(first, last[begins:])

    def told(self, letters: int = 1) -> str:
        """Return it with so many letters, though never with the whole last name.

        >>> Initial("Åse", "Bæk").told(), Initial("Åse", "Bæk").told(9)
        ('Åse B.', 'Åse Bæ.')
        """
        return f"{self.first} {self.last[: min(letters, max(1, len(self.last) - 1))].rstrip()}."

    def __str__(self) -> str:
        return self.told()


class _Everybody:
    """What everybody may read of the members of a club, and of whoever else is named."""

    def __init__(
        self, club: Club, names: Callable[[], Iterable[Called]], version: int | None = None
    ) -> None:
        """``names`` are asked for when the first name is said that is not by its key."""
        self.club, self._names, self._version = club, names, version

    def state(self) -> str:
        """Return what is another whenever a name is, or a way; a query if no version came along."""
        if self._version is None:
            rows = Club.objects.filter(pk=self.club.pk).values_list(version(), flat=True)
            self._version = rows.get()
        return f"{self.club.shown_as}{self._version}"

    @cached_property
    def people(self) -> dict[str, Person]:
        """The members, and who else was asked for, by key."""
        rows = Membership.objects.filter(club=self.club).select_related("person")
        return {str(row.person_id): row.person for row in rows}

    def by_key(self, names: Mapping[str, str]) -> dict[str, str]:
        """Return what is read for each name; one query, where somebody is no member two.

        Two more where any are alike.
        """
        others = [key for key in names.keys() - self.people.keys() if _is_id(key)]
        if others:
            self.people.update(
                (str(each.pk), each) for each in Person.objects.filter(pk__in=others)
            )
        texts = {key: person.full_name for key, person in self.people.items()} | dict(names)
        members_first = sorted(texts, key=lambda key: (key not in self.people, key))
        shown = {key: self._shown(key, texts[key]) for key in members_first}
        told = told_apart(self.club.pk, _with_letters(shown))
        return {key: told[key] for key in names}

    def _way_of(self, person: Person | None) -> str:
        """Return how somebody is shown; a guest whom the club does not know, as it has chosen."""
        return (person.shown_as if person else "") or self.club.shown_as

    def _shown(self, key: str, text: str) -> str | Initial:
        """Return what is read of somebody as long as no other is called the same."""
        same = self._called.get(text.casefold(), ())
        person = self.people.get(key) or (same[0] if len(same) == 1 else None)
        some: Sequence[Person | None] = [person] if person or not same else same
        ways = {self._way_of(one) for one in some}
        if ways == {ShownAs.FULL}:
            return text
        if person and person.display_name and ways == {ShownAs.PSEUDONYM}:
            return person.display_name
        return _initial(person, text)

    @cached_property
    def _called(self) -> dict[str, list[Person]]:
        """The members by their names, without capitals: whoever is called so may be meant."""
        found: dict[str, list[Person]] = defaultdict(list)
        for person in self.people.values():
            found[person.full_name.casefold()].append(person)
        return found

    @cached_property
    def _texts(self) -> dict[str, str]:
        """What is read for each name that is known, by the name without capitals."""
        called = [
            (text, str(key or text))
            for text, key in self._names()
            if key or text.casefold() not in self._called
        ]
        own = {key: one.full_name for key, one in self.people.items()}
        told = self.by_key(own | {key: text for text, key in called})
        bearers: dict[str, dict[str, str]] = defaultdict(dict)
        for key, text in (*own.items(), *((key, text) for text, key in sorted(called))):
            bearers[text.casefold()][key] = text
        return {name: self._of_any(each, told) for name, each in bearers.items()}

    def _of_any(self, bearers: Mapping[str, str], told: Mapping[str, str]) -> str:
        """Return what is read of a name that some have, by key: of several, not of which.

        Whoever of them is to be read of by less than his name counts for all.
        """
        if all(self._way_of(self.people.get(key)) == ShownAs.FULL for key in bearers):
            return min(bearers.values())
        if len(bearers) == 1:
            return told[next(iter(bearers))]
        return min(str(_initial(self.people.get(key), text)) for key, text in bearers.items())

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        if all(name == told.casefold() for name, told in self._texts.items()):
            return None
        longest_first = "|".join(map(re.escape, sorted(self._texts, key=len, reverse=True)))
        return re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)", re.IGNORECASE)

    def said(self, text: str) -> str:
        """Return a name, or a text of several, as it is read."""
        known = self._texts.get(text.casefold())
        if known is not None or self._pattern is None:
            return text if known is None else known
        return self._pattern.sub(self._other, text)

    def _other(self, found: re.Match[str]) -> str:
        return self._texts.get(found[0].casefold(), found[0])


def _initial(person: Person | None, text: str) -> str | Initial:
    """Return somebody's name with an initial; as it is where it is one word."""
    bare = Initial.of(TAG.sub("", text), "")
    return (Initial.of(person.first_name, person.last_name) if person else bare) or text


_now: ContextVar[_Everybody | None] = ContextVar("everybody", default=None)


def _nobody() -> Iterable[Called]:
    return ()


def version() -> CombinedExpression:
    """Return, for a query, a number that grows whenever a person or a member is changed."""
    newest = (
        Coalesce(Subquery(kind.history.order_by("-history_id").values("history_id")[:1]), 0)
        for kind in (Person, Membership)
    )
    return next(newest) + next(newest)


def tell_everybody(
    club: Club,
    names: Callable[[], Iterable[Called]] = _nobody,
    version: int | None = None,
) -> None:
    """Say everything from now on as everybody may read it, in the club's own words.

    ``names`` returns who is named beside the members of the club; it is asked once, if at all.
    ``version`` is the number of the function, where a query that was made anyway has brought it.
    """
    speaking.speak(club.words)
    _now.set(_Everybody(club, names, version))


@contextmanager
def as_it_is() -> Iterator[None]:
    """Inside, every name is said as it is until somebody tells everybody; afterwards as before."""
    before = _now.set(None)
    try:
        yield
    finally:
        _now.reset(before)


def said(text: str) -> str:
    """Return a name as who reads it now may know it; in a text of several names, each of them."""
    everybody = _now.get()
    return everybody.said(text) if everybody else text


def by_key(names: Mapping[str, str]) -> dict[str, str]:
    """Return the same of names by person, or by whatever else is the key of who is none."""
    everybody = _now.get()
    return everybody.by_key(names) if everybody else dict(names)


def state() -> str:
    """Return what is another whenever somebody's name is, or how it is shown.

    Empty for who reads names as they are.
    """
    everybody = _now.get()
    return everybody.state() if everybody else ""


class EverybodyMiddleware:
    """Every request begins and ends with names as they are, whatever happens in it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Stand before ``get_response``."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Hand the request on; a view tells everybody as soon as it knows of which club."""
        with as_it_is():
            return self.get_response(request)


def previews(club: Club, person: Person) -> dict[ShownAs, str]:
    """Return how each way of showing a member would look; one query, more where two are alike.

    Without a pseudonym there is none of that.
    """
    everybody, key = _Everybody(club, _nobody), str(person.pk)
    found = {}
    for way in ShownAs:
        if way == ShownAs.PSEUDONYM and not person.display_name:
            continue
        everybody.people[key].shown_as = way
        found[way] = everybody.by_key({key: person.full_name})[key]
    return found


def names_taken(members: Mapping[str, MemberDetails]) -> dict[str, set[str]]:
    """Return by the key of a name which members are called so, or are read of so; by their keys."""
    taken: dict[str, set[str]] = defaultdict(set)
    for key, one in members.items():
        initial = Initial.of(one.first_name, one.last_name)
        for name in (one.full_name, one.display_name, str(initial or "")):
            taken[name_key(name)].add(key)
    return taken


def wrong_pseudonym(of: MemberDetails, key: str, taken: Mapping[str, Collection[str]]) -> str:
    """Return why somebody cannot be read of as ``of`` says, in a sentence; empty if he can.

    ``key`` is his own among those who have ``taken`` names.
    """
    if of.shown_as == ShownAs.PSEUDONYM and not of.display_name:
        return _("The pseudonym is missing.")
    if of.display_name and set(taken.get(name_key(of.display_name), ())) - {key}:
        return _("Another member is called %(name)s: choose another pseudonym.") % {
            "name": of.display_name
        }
    return ""


def _with_letters(shown: Mapping[str, str | Initial]) -> dict[str, str]:
    """Return what is read of each, with as many letters of last names as tell them apart."""
    lasts: dict[str, set[str]] = defaultdict(set)
    for one in shown.values():
        if isinstance(one, Initial):
            lasts[name_key(one.first)].add(one.last.casefold())
    return {
        key: one if isinstance(one, str) else one.told(_letters(one, lasts[name_key(one.first)]))
        for key, one in shown.items()
    }


def _letters(one: Initial, others: Iterable[str]) -> int:
    """Return how many letters tell a last name from all others that are not the same."""
    last = one.last.casefold()
    alike = (_common(last, other) for other in others if other != last)
    return 1 + max(alike, default=0)


def _common(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _is_id(key: str) -> bool:
    try:
        UUID(key)
    except ValueError:
        return False
    return True
