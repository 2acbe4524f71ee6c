"""A rule set: a frozen, named, versioned value. What varies between clubs is a field of it."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from typing import Self, TypedDict, Unpack

from rules.contracts import Contract, ContractTerms
from rules.errors import Json

TABLE_SIZES = (3, 4, 5)
"""How many may sit at a table, in any rule set."""
_DEFAULTS: Mapping[str, Json] = {
    "tout_value": 1,
    "spadille_must_bid": False,
    "dealer_must_bid": False,
    "options": [],
    "derived_from": "",
}
"""What a key of the JSON means when it is left out."""
_SLUG = re.compile(r"[a-z][a-z0-9_-]{0,39}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """A choice for everything that clubs play differently.

    An event keeps the copy it began with, as JSON. A field that holds its default is left out
    of the JSON, so a field added later changes no digest of a rule set that does not use it.
    """

    id: str
    version: int
    name: str
    """As clubs call it; shown as it is, in every language."""
    source: str
    """Where the rules are written down: title and edition."""
    contracts: tuple[ContractTerms, ...]
    """In the order of the printed table of values."""
    players: tuple[int, ...]
    """How many may sit at a table, ascending."""
    tout_value: int = 1
    """Points from each opponent for a tout made, to each for one that failed."""
    spadille_must_bid: bool = False
    """Who holds spadille may not pass while nobody has bid."""
    dealer_must_bid: bool = False
    """The dealer may not pass after two passes."""
    options: tuple[str, ...] = ()
    """The fields above that a club may set as it likes, by name."""
    derived_from: str = ""
    """Id and version of the rule set this is a changed copy of; empty for a published one."""

    def __post_init__(self) -> None:
        if not _SLUG.fullmatch(self.id):
            raise ValueError("a rule set's id is a short lower-case word")
        if self.version < 1:
            raise ValueError("a rule set's version counts from 1")
        if self.players not in _ascending(TABLE_SIZES):
            raise ValueError("a table has 3, 4 or 5 players: name those allowed, ascending")
        if not self.contracts:
            raise ValueError("a rule set has at least one contract")
        if _repeats([terms.contract for terms in self.contracts]):
            raise ValueError("a contract stands twice in the rule set")
        if _repeats([terms.letter for terms in self.contracts]):
            raise ValueError("two contracts have the same letter")
        if unknown := set(self.options) - _FLAGS:
            message = f"no such option: {', '.join(sorted(unknown))}"
            raise ValueError(message)

    def terms(self, contract: str) -> ContractTerms | None:
        """What this rule set says of a contract; None if it does not have it."""
        return next((terms for terms in self.contracts if terms.contract == contract), None)

    def to_json(self) -> dict[str, Json]:
        """All of it, but for fields that hold their default."""
        written: dict[str, Json] = {
            "id": self.id,
            "version": self.version,
            "name": self.name,
            "source": self.source,
            "contracts": [terms.to_json() for terms in self.contracts],
            "players": list(self.players),
        }
        optional: dict[str, Json] = {
            "tout_value": self.tout_value,
            "spadille_must_bid": self.spadille_must_bid,
            "dealer_must_bid": self.dealer_must_bid,
            "options": list(self.options),
            "derived_from": self.derived_from,
        }
        differing = {key: value for key, value in optional.items() if value != _DEFAULTS[key]}
        return written | differing

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Read what ``to_json`` wrote; raise ``ValueError`` for anything else."""
        match {**_DEFAULTS, **data} if isinstance(data, dict) else None:
            case {
                "id": str(slug),
                "version": int(version),
                "name": str(name),
                "source": str(source),
                "contracts": list(contracts),
                "players": list(players),
                "tout_value": int(tout_value),
                "spadille_must_bid": bool(spadille_must_bid),
                "dealer_must_bid": bool(dealer_must_bid),
                "options": list(options),
                "derived_from": str(derived_from),
            } if bool not in map(type, (version, tout_value)):
                ruleset = cls(
                    id=slug,
                    version=version,
                    name=name,
                    source=source,
                    contracts=tuple(ContractTerms.from_json(terms) for terms in contracts),
                    players=tuple(size for size in players if isinstance(size, int)),
                    tout_value=tout_value,
                    spadille_must_bid=spadille_must_bid,
                    dealer_must_bid=dealer_must_bid,
                    options=tuple(name for name in options if isinstance(name, str)),
                    derived_from=derived_from,
                )
            case _:
                raise ValueError("the rule set lacks a key, or one has the wrong type")
        # What was left out on the way shows here: unknown keys, a size that is no number.
        if _canonical(ruleset.to_json()) != _canonical(data):
            raise ValueError("the rule set says something that no rule set says")
        return ruleset

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON, in hexadecimal: equal if and only if the rules are."""
        return sha256(_canonical(self.to_json())).hexdigest()


_FLAGS = {field.name for field in fields(RuleSet) if field.default is False}


class Changes(TypedDict, total=False):
    """What a club may change in its copy of a rule set."""

    version: int
    name: str
    source: str
    contracts: tuple[ContractTerms, ...]
    players: tuple[int, ...]
    tout_value: int
    spadille_must_bid: bool
    dealer_must_bid: bool


def derive(parent: RuleSet, slug: str, /, **changes: Unpack[Changes]) -> RuleSet:
    """A club's own copy of ``parent`` under the id ``slug``, with some fields changed.

    It begins at version 1 and says what it was derived from. Raises ``ValueError`` if the copy
    would not be a rule set, or bears its parent's id.
    """
    if slug == parent.id:
        raise ValueError("a derived rule set needs an id of its own")
    changed: Changes = {"version": 1, **changes}
    return replace(parent, id=slug, derived_from=f"{parent.id} {parent.version}", **changed)


def _canonical(data: object) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":")).encode()


def _repeats(values: list[str] | list[Contract]) -> bool:
    return len(set(values)) < len(values)


def _ascending(sizes: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Every choice of one or more sizes, in order."""
    choices: set[tuple[int, ...]] = {()}
    for size in sizes:
        choices |= {(*chosen, size) for chosen in choices}
    return choices - {()}
