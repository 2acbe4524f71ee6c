"""Frozen values as plain JSON, field by field, and back again without a guess."""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from rules.errors import Json

Value = TypeVar("Value")
AnyField: TypeAlias = "Field[object]"


def to_object(value: object) -> dict[str, Json]:
    """``value``, a frozen dataclass of numbers, words and tuples, as a JSON object.

    A field that holds its default is left out, so one that is added later changes the JSON of no
    value that does not use it. A field is named by its metadata ``json``, if it has that. Raises
    ``TypeError`` for what is no such dataclass.
    """
    if not is_dataclass(value) or isinstance(value, type):
        raise _no_dataclass(value)
    kind: type = type(value)
    return {
        key: to_plain(held)
        for key, name, default in _written(kind)
        if (held := getattr(value, name)) is not default and held != default
    }


def to_plain(value: object) -> Json:
    """What such a field holds, as JSON. Raises ``TypeError`` for what none can hold."""
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    if isinstance(value, StrEnum):
        return value.value
    if value is None or isinstance(value, bool | int | str):
        return value
    return to_object(value)


def from_plain(kind: type[Value], data: object) -> Value:
    """The value that ``to_object`` wrote; raise ``ValueError`` for anything else."""
    value = _read(kind, data, kind.__name__)
    if isinstance(value, kind):
        return value
    raise _wrong(kind.__name__)  # pragma: no cover - _read has seen to it


def with_fields(value: Value, data: Mapping[str, object]) -> Value:
    """``value``, a frozen dataclass, with some fields, by their names, read from plain JSON.

    A tuple may stand for a list. Raises ``ValueError`` for what a field cannot hold, and
    ``TypeError`` for what is no such dataclass.
    """
    if not is_dataclass(value) or isinstance(value, type):
        raise _no_dataclass(value)
    kind: type = type(value)
    plain = {name: list(item) if isinstance(item, tuple) else item for name, item in data.items()}
    hints = _hints(kind)
    return replace(value, **{name: _read(hints[name], item, name) for name, item in plain.items()})


def _read(kind: object, data: object, name: str) -> object:
    """``data`` as the type ``kind`` says; ``name`` is for the complaint."""
    if get_origin(kind) is tuple and isinstance(data, list):
        return tuple(_read(get_args(kind)[0], item, name) for item in data)
    if isinstance(kind, UnionType):
        return None if data is None else _read(get_args(kind)[0], data, name)
    if isinstance(kind, type):
        if is_dataclass(kind) and isinstance(data, dict):
            return kind(**_arguments(fields(kind), _hints(kind), data))
        if issubclass(kind, StrEnum) and isinstance(data, str):
            return kind(data)
        if type(data) is kind:
            return data
    raise _wrong(name)


def _arguments(
    known: tuple[AnyField, ...], hints: dict[str, object], data: dict[object, object]
) -> dict[str, object]:
    keys = {_key(field) for field in known}
    if unknown := [key for key in data if key not in keys]:
        message = f"nothing is known of {unknown[0]!r:.40}"
        raise ValueError(message)
    missing = [field for field in known if field.default is MISSING and _key(field) not in data]
    if missing:
        raise _wrong(_key(missing[0]))
    return {
        field.name: _read(hints[field.name], data[_key(field)], _key(field))
        for field in known
        if _key(field) in data
    }


@cache
def _written(kind: type) -> tuple[tuple[str, str, object], ...]:
    """Of each field its key, its name and its default."""
    return tuple((_key(field), field.name, field.default) for field in fields(kind))


@cache
def _hints(kind: type) -> dict[str, object]:
    return get_type_hints(kind)


def _key(field: AnyField) -> str:
    return str(field.metadata.get("json", field.name))


def _no_dataclass(value: object) -> TypeError:
    return TypeError(f"{type(value).__name__} has no plain form")


def _wrong(name: str) -> ValueError:
    return ValueError(f"{name} is missing, or has the wrong type")
