"""How a column is written in a file, and read back: plain JSON that says the same in any program.

Moments are in UTC with their microseconds, since every seal is worked out from the whole time;
amounts of money are texts, ids are UUIDs as texts.
"""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from django.db import models

Schema = Mapping[str, Any]
UUID_LIKE: Final = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
MOMENT_LIKE: Final = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}\+00:00$"
ID: Final[Schema] = {"type": "string", "pattern": UUID_LIKE}
MOMENT: Final[Schema] = {"type": "string", "pattern": MOMENT_LIKE}
WHOLE: Final = {
    "PositiveSmallIntegerField": (0, 32_767),
    "SmallIntegerField": (-32_768, 32_767),
    "PositiveIntegerField": (0, 2_147_483_647),
    "IntegerField": (-2_147_483_648, 2_147_483_647),
    "BigIntegerField": (-9_223_372_036_854_775_808, 9_223_372_036_854_775_807),
    "PositiveBigIntegerField": (0, 9_223_372_036_854_775_807),
}
"""The least and the most that every database keeps in such a column."""


@dataclass(frozen=True, slots=True)
class Term:
    """A column as it stands in a file."""

    schema: Schema
    said: Callable[[Any], Any]
    """A value as JSON."""
    read: Callable[[Any], Any]
    """JSON that fits the schema as a value. Raises ValueError for a day that there is not."""


def same(value: Any) -> Any:
    """Return the value: JSON says it as it is."""
    return value


def said_moment(value: dt.datetime) -> str:
    """Return a moment in UTC, with its microseconds."""
    return value.astimezone(dt.UTC).isoformat(timespec="microseconds")


def term(field: "models.Field[Any, Any]", shape: Schema | None = None) -> Term:
    """Return how ``field`` is written; ``shape`` is the schema of what is JSON in itself."""
    target = field
    while target.remote_field:
        target = target.target_field  # type: ignore[attr-defined]  # of a relation
    found = _plain(target, shape)
    if not field.null:
        return found
    return Term(
        {"anyOf": [found.schema, {"type": "null"}]},
        lambda value: None if value is None else found.said(value),
        lambda value: None if value is None else found.read(value),
    )


def _plain(field: "models.Field[Any, Any]", shape: Schema | None) -> Term:
    kind = field.get_internal_type()
    if kind in WHOLE:
        return Term(_whole(field, *WHOLE[kind]), int, int)
    if isinstance(field, models.JSONField):
        return Term(shape or {}, same, same)
    if isinstance(field, models.DecimalField):
        return Term(_money(field), str, Decimal)
    if isinstance(field, (models.CharField, models.TextField)):
        return Term(_text(field), same, same)
    return PLAIN[kind]  # a new sort of column: say there how it is written


PLAIN: Final[Mapping[str, Term]] = {
    "UUIDField": Term(ID, str, UUID),
    "BooleanField": Term({"type": "boolean"}, same, same),
    "DateTimeField": Term(MOMENT, said_moment, dt.datetime.fromisoformat),
    "DateField": Term(
        {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"},
        dt.date.isoformat,
        dt.date.fromisoformat,
    ),
    "TimeField": Term(
        {"type": "string", "pattern": r"^\d{2}:\d{2}:\d{2}(\.\d{6})?$"},
        dt.time.isoformat,
        dt.time.fromisoformat,
    ),
}


def _whole(field: "models.Field[Any, Any]", least: int, most: int) -> Schema:
    if field.choices:
        return {"type": "integer", "enum": [value for value, _label in field.flatchoices]}
    return {"type": "integer", "minimum": least, "maximum": most}


def _text(field: "models.Field[Any, Any]") -> Schema:
    if field.choices:
        values = [value for value, _label in field.flatchoices]
        return {"enum": values if "" in values or not field.blank else ["", *values]}
    return {"type": "string", **({"maxLength": field.max_length} if field.max_length else {})}


def _money(field: "models.DecimalField[Any, Any]") -> Schema:
    before = field.max_digits - field.decimal_places
    return {
        "type": "string",
        "pattern": rf"^-?\d{{1,{before}}}(\.\d{{1,{field.decimal_places}}})?$",
    }
