"""What is said of a table in which something about people may stand."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import Model, Q
from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a model, and what their texts are; fields are named with blanks between them."""

    model: str
    """As ``app.Model``."""
    club: str = ""
    """Ways from a row to the club that it is of; empty: of the program, or of no club alone."""
    names: str = ""
    """Fields that are a name, each with the way to whose: ``champion_name=champion``."""
    words: str = ""
    """Fields with words that somebody wrote, or JSON of such: a name may stand among them."""
    own: str = ""
    """Fields that are about whoever the row is of alone."""
    keys: str = ""
    """Fields with keys of accounts and devices, and what else says nothing without its row."""
    nobody: str = ""
    """Fields that hold nothing of people."""
    of: str = ""
    """Ways to the people whose rows these are, where they are not among ``names``."""
    title: Promise | None = None
    """What they are called where a member reads his own; they are of people where they have one."""
    shows: str = ""
    """Ways from a row to what he reads of it there."""
    oere: str = ""
    """Those of them that are amounts in øre."""

    @property
    def kind(self) -> type[Model]:
        """The model."""
        return apps.get_model(self.model)

    @property
    def named(self) -> Mapping[str, str]:
        """The way to whose name it is, by field."""
        return dict(each.split("=") for each in self.names.split())

    @property
    def worded(self) -> tuple[str, ...]:
        """Fields in which a name is looked for: names and words."""
        return (*self.named, *self.words.split())

    @property
    def fields(self) -> tuple[str, ...]:
        """All fields that are said of."""
        others = (self.own, self.keys, self.nobody)
        return (*self.worded, *(name for part in others for name in part.split()))

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways to the people whose rows these are."""
        return tuple(dict.fromkeys((*self.named.values(), *self.of.split())))

    def in_club(self, club: Any) -> Q:
        """Ask for the rows of a club."""
        found = Q(pk__in=[])
        for way in self.club.split():
            found |= Q((way, club))
        return found

    def of_keys(self, keys: list[str]) -> Q:
        """Ask for the rows of somebody who is known by these keys."""
        found = Q(pk__in=[])
        for way in self.ways:
            found |= Q((f"{way}__in", keys))
        return found


@dataclass(frozen=True, slots=True)
class Keeping:
    """Something that is kept of people, for the page."""

    key: str
    what: Promise
    why: Promise
    how_long: Promise
    after: Promise
    """What is left of it when somebody is forgotten."""
    rows: tuple[Rows, ...]
