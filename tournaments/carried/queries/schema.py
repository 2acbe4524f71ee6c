"""The JSON Schemas of a file: they lie in it, and what is taken in is held to them."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from jsonschema import Draft202012Validator, validators

from lhombre_club.members.models import Membership, Person
from scoring.domain import FIGURES, POSTED
from tournaments.carried.queries.kinds import (
    CLUB,
    EVENT,
    ITS_SEASON,
    OF_CLUB,
    OF_EVENT,
    PEOPLE,
    Kind,
    schema_of_row,
)
from tournaments.carried.queries.shapes import OWN_VALUES, POINTS, SMALL
from tournaments.carried.queries.terms import ID, MOMENT, Schema, term

VERSION: Final = 1
"""Raised where what is written means something else; a new column that may miss does not."""
FORMATS: Final = {"event": "lhombre-event", "club": "lhombre-club"}
OF_PERSON: Final = ("id", "first_name", "last_name", "display_name", "shown_as")
PRIVATE: Final = ("email", "phone")
"""What a club’s file knows of a person besides."""
OF_MEMBER: Final = ("number", "status")
TIMES: Final = ("since", "left_on")
OWN_OF_MEMBER: Final = "own"
MORE: Final = (
    *TIMES,
    "reached_by",
    "household",
    "is_substitute",
    "is_beginner",
    "is_instructor",
    OWN_OF_MEMBER,
)
"""What a club’s file knows of a member besides; one of an older program does not."""
ADDRESS: Final = "address"
"""The same of a person."""
CLUB_WRITERS: Final = "club_writers"
"""The part that says who the users are who wrote in the club’s own parts."""
MAY_MISS: Final = frozenset(
    {"past_memberships", "member_notes", "own_fields", "answers", "lists_taken", CLUB_WRITERS}
)
"""Parts that a file of an older program does not have: nothing is in them then."""
NUMBER: Final[Schema] = {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}
_ACTOR: Final[Schema] = {"type": "string", "maxLength": 80}
POSTINGS: Final[Mapping[str, Schema]] = {
    "book": ID,
    "number": NUMBER,
    "deal": SMALL,
    "kind": {"enum": list(POSTED)},
    "reverses": {"anyOf": [NUMBER, {"type": "null"}]},
    "seats": {"type": "array", "items": POINTS, "minItems": 5, "maxItems": 5},
    "pot": POINTS,
    "penalties": POINTS,
    "cash": POINTS,
    "source": ID,
    "ruleset_digest": {"type": "string", "maxLength": 64},
    "reason": {"type": "string", "maxLength": 200},
    "actor": _ACTOR,
    "at": MOMENT,
}
TOTALS: Final[Mapping[str, Schema]] = {
    "book": ID,
    "seat": {"type": "integer", "minimum": 0, "maximum": 4},
    **dict.fromkeys(FIGURES, POINTS),
}
WRITERS: Final[Mapping[str, Schema]] = {
    "actor": _ACTOR,
    "name": {"type": "string", "maxLength": 300},
}
OWN: Final[Mapping[str, Sequence[Kind]]] = {
    "event": (EVENT, ITS_SEASON, *OF_EVENT),
    "club": (CLUB, *OF_CLUB),
}
"""The parts of each kind of file that are rows of a model."""


def _row(properties: Mapping[str, Schema]) -> Schema:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _people(columns: Sequence[str]) -> Schema:
    of_person = {name: term(column(Person, name)).schema for name in columns}
    of_member = {name: term(column(Membership, name)).schema for name in OF_MEMBER}
    nobodys = {"anyOf": [of_member["status"], {"type": "null"}]}
    return _row({**of_person, **of_member, "status": nobodys})


def _peoples_of_club() -> Schema:
    told = _people((*OF_PERSON, *PRIVATE))
    more = {name: term(column(Membership, name)).schema for name in MORE}
    more[OWN_OF_MEMBER] = OWN_VALUES
    more[ADDRESS] = term(column(Person, ADDRESS)).schema
    return {**told, "properties": {**told["properties"], **more}}


def column(model: Any, name: str) -> Any:
    """Return a column of a model."""
    return model._meta.get_field(name)  # noqa: SLF001 -- documented


@cache
def rows_of(kind: str) -> Mapping[str, Schema]:
    """Return the schema of a row of each part of an ``event`` or a ``club``."""
    own = {each.name: schema_of_row(each) for each in OWN[kind]}
    if kind == "club":
        return {**own, CLUB_WRITERS: _row(WRITERS), PEOPLE: _peoples_of_club()}
    beside = {
        PEOPLE: _people(OF_PERSON),
        "writers": _row(WRITERS),
        "postings": _row(POSTINGS),
        "totals": _row(TOTALS),
    }
    return {**own, **beside}


@cache
def whole(kind: str) -> Schema:
    """Return the schema of all parts together, each under its name."""
    one = {"event": EVENT.name, "club": CLUB.name}[kind]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{FORMATS[kind]} {VERSION}",
        "type": "object",
        "properties": {
            name: {
                "type": "array",
                "items": row,
                **({"minItems": 1, "maxItems": 1} if name == one else {}),
            }
            for name, row in rows_of(kind).items()
        },
        "required": [name for name in rows_of(kind) if name not in MAY_MISS],
        "additionalProperties": False,
    }


PART: Final = _row(
    {
        "rows": {"type": "integer", "minimum": 0},
        "bytes": {"type": "integer", "minimum": 0},
        "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    }
)
_NAMED: Final = _row({"id": ID, "name": {"type": "string", "maxLength": 120}})
MANIFEST: Final = _row(
    {
        "format": {"enum": list(FORMATS.values())},
        "version": NUMBER,
        "made_at": MOMENT,
        "program": {"type": "string", "maxLength": 40},
        "club": _NAMED,
        "event": {"anyOf": [_NAMED, {"type": "null"}]},
        "code": {"type": "string", "maxLength": 40},
        "parts": {"type": "object", "additionalProperties": PART},
    }
)
SIGNATURE: Final = _row(
    {"manifest": PART["properties"]["sha256"], "signature": {"type": "string", "maxLength": 200}}
)


def _is_whole(_checker: Any, value: object) -> bool:
    """Whether JSON is a whole number, and is written as one: neither 1.0 nor true."""
    return type(value) is int


_STRICT: Final = validators.extend(
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_whole),
)


def judge(schema: Schema) -> Draft202012Validator:
    """Return what says whether JSON fits a schema."""
    return _STRICT(schema)


@cache
def judges(kind: str) -> Mapping[str, Draft202012Validator]:
    """Return what says whether a row fits, by part."""
    return {name: judge(row) for name, row in rows_of(kind).items()}
