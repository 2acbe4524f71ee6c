"""Queries that Django puts into words once: to do that takes it ten times as long as to ask.

Rows that are always read together come by one query, as JSON, and are read back as what they are.
Nothing is rounded on the way: moments keep their microseconds, whole numbers are whole.
"""

import datetime as dt
import json
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeAlias, TypeVar
from uuid import UUID, uuid4

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import (
    CharField,
    DateTimeField,
    DecimalField,
    F,
    Func,
    IntegerField,
    JSONField,
    Model,
    QuerySet,
    Subquery,
    TextField,
    UUIDField,
)
from django.db.models.base import ModelState
from django.db.models.functions import Cast

Row = TypeVar("Row", bound=Model)
Cells: TypeAlias = list[Any]
"""One row as JSON tells it."""
MOST_AT_ONCE = 500
"""Rows of one statement that inserts."""
MOST_SHARED = 1 << 13
"""Values of a column that are remembered while many rows are read."""


class _Place(NamedTuple):
    """Where a value stands in a query, and in which shape."""

    name: str
    shape: Callable[[Any], Any]


class Prepared:
    """A query that is asked with other values each time."""

    def __init__(self, words: Callable[..., QuerySet[Any]], **kinds: type[UUID | str]) -> None:
        """Ask what ``words`` returns for values of these kinds: columns, by ``values_list``.

        A value may stand in it as it is, and that of an id as text too; in no other shape.
        """
        self._words, self._kinds = words, kinds
        self._worded: dict[str, tuple[str, list[Any]]] = {}

    def __call__(self, **values: Any) -> list[tuple[Any, ...]]:
        """Return the rows; what is JSON in them is text."""
        if connection.vendor not in self._worded:
            self._worded[connection.vendor] = self._put_into_words()
        sql, slots = self._worded[connection.vendor]
        asked = [
            slot.shape(values[slot.name]) if isinstance(slot, _Place) else slot for slot in slots
        ]
        with connection.cursor() as cursor:
            cursor.execute(sql, asked)
            return list(cursor.fetchall())

    def _put_into_words(self) -> tuple[str, list[Any]]:
        marks = {
            name: uuid4() if kind is UUID else uuid4().hex for name, kind in self._kinds.items()
        }
        sql, params = self._words(**marks).query.sql_with_params()
        places: dict[Any, _Place] = {}
        for name, mark in marks.items():
            places[str(mark)] = _Place(name, str)
            if isinstance(mark, UUID):
                places[kept(mark)] = _Place(name, kept)
        return sql, [places.get(param, param) for param in params]


def kept(value: UUID) -> Any:
    """Return an id as this database keeps it."""
    return UUIDField().get_db_prep_value(value, connection)


# --- rows as JSON -------------------------------------------------------------------------


class _Cells(Func):
    function = "JSON_ARRAY"
    output_field = JSONField()

    def as_postgresql(self, compiler: Any, connection: Any) -> Any:
        return self.as_sql(compiler, connection, function="JSONB_BUILD_ARRAY")


class _Rows(Func):
    """An aggregate without groups; one of Django's own would make a group of each row."""

    function = "JSON_GROUP_ARRAY"
    output_field = JSONField()

    def as_postgresql(self, compiler: Any, connection: Any) -> Any:
        return self.as_sql(compiler, connection, function="JSONB_AGG")


def one(model: Any, way: str = "") -> Func:
    """Return all columns of the row that ``way`` leads to, a relation of the query's own."""
    return _Cells(*(_column(field, way) for field in _fields(model)))


def cells(rows: QuerySet[Any], *columns: Any) -> Subquery:
    """Return what stands in these columns of ``rows``, in no order."""
    told = rows.order_by().annotate(told=_Rows(_Cells(*columns))).values("told")
    return Subquery(told, output_field=JSONField())


def many(rows: QuerySet[Any]) -> Subquery:
    """Return all columns of ``rows``, in no order."""
    model: Any = rows.model
    return cells(rows, *map(_column, _fields(model)))


def read_row(model: type[Row], told: str) -> Row:
    """Return the row that ``one`` has told; its key is None where the way leads nowhere."""
    return _read(model, json.loads(told))


def read_many(model: type[Row], told: str | None) -> list[Row]:
    """Return the rows that ``many`` has told."""
    return [_read(model, row) for row in read_cells(told)]


def read_cells(told: str | None) -> list[Cells]:
    """Return what ``cells`` has told."""
    return (json.loads(told) if told else None) or []


def _read(model: type[Row], told: Cells) -> Row:
    names, ways = _ways(model)
    values = [
        cell if way is None or cell is None else way(cell)
        for way, cell in zip(ways, told, strict=True)
    ]
    return model.from_db(DEFAULT_DB_ALIAS, names, values)


@cache
def _ways(model: Any) -> tuple[list[str], list[Callable[[Any], Any] | None]]:
    """Return the columns of a row, and how each is read; None where JSON says it as it is."""
    fields = _fields(model)
    return [field.attname for field in fields], [_way(field) for field in fields]


def _way(field: Any) -> Callable[[Any], Any] | None:
    while field.remote_field:
        field = field.target_field
    match field:
        case JSONField():
            return json.loads
        case DecimalField(decimal_places=places):
            return lambda told: Decimal(told).quantize(Decimal(1).scaleb(-places))
        case DateTimeField():
            return _moment
        case CharField() | TextField() | IntegerField():
            return None
        case UUIDField():
            return UUID
        case _:
            return field.to_python  # type: ignore[no-any-return]


def _moment(told: str) -> dt.datetime:
    """Return a moment; SQLite keeps it without its zone."""
    moment = dt.datetime.fromisoformat(told)
    return moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)


@cache
def _fields(model: Any) -> Sequence[Any]:
    return tuple(model._meta.concrete_fields)  # noqa: SLF001 _meta is documented


def _column(field: Any, way: str = "") -> Any:
    """JSON is told as text: what is text in it stays apart from it as a text. So are decimals."""
    name = f"{way}__{field.attname}" if way else field.attname
    return Cast(name, TextField()) if isinstance(field, (JSONField, DecimalField)) else F(name)


# --- many rows ----------------------------------------------------------------------------


def read_only(rows: QuerySet[Row]) -> Iterator[Row]:
    """Yield ``rows``, all their columns, to be looked at: neither to be saved nor to be changed.

    Django asks at each row who wants to be told of it, and makes anew what stands in many, such
    as the table of forty results or a record like one before. Here these are the same object.
    """
    model: Any = rows.model
    names, ways = _shared_ways(model)
    for told in rows.values_list(*map(_text_of, _fields(model))):
        row = model.__new__(model)
        row.__dict__ = {
            name: cell if way is None or cell is None else way(cell)
            for name, way, cell in zip(names, ways, told, strict=True)
        }
        row._state = state = ModelState()  # noqa: SLF001 documented
        state.adding, state.db = False, rows.db
        yield row


def _is_told(field: Any) -> bool:
    """Whether a column is read faster as text than in Django's own way."""
    while field.remote_field:
        field = field.target_field
    return isinstance(field, (UUIDField, JSONField, DateTimeField, DecimalField))


def _text_of(field: Any) -> Any:
    return Cast(field.attname, TextField()) if _is_told(field) else F(field.attname)


@cache
def _shared_ways(model: Any) -> tuple[list[str], list[Callable[[Any], Any] | None]]:
    names, ways = _ways(model)
    shared: list[Callable[[Any], Any] | None] = []
    for field, way in zip(_fields(model), ways, strict=True):
        if way is None or not _is_told(field):
            shared.append(None)
        else:
            comes_again = field.remote_field or way is json.loads
            shared.append(lru_cache(MOST_SHARED)(way) if comes_again else way)
    return names, shared


# --- writing ------------------------------------------------------------------------------


def insert(
    rows: Sequence[Model],
    *,
    unique: Sequence[str] = (),
    update: Sequence[str] = (),
    as_told: bool = False,
) -> None:
    """Store new rows of one model as ``bulk_create`` does, and leave an id that it draws unread.

    Where a row with the same ``unique`` columns is there already, ``update`` are changed in it.
    ``as_told`` leaves every moment as the row has it: when somebody else wrote it, not now.
    """
    for first in range(0, len(rows), MOST_AT_ONCE):
        some, there = rows[first : first + MOST_AT_ONCE], connections[DEFAULT_DB_ALIAS]
        fields = _stored_fields(type(some[0]))
        values = [
            field.get_db_prep_save(
                getattr(row, field.attname) if as_told else field.pre_save(row, add=True), there
            )
            for row in some
            for field in fields
        ]
        with connection.cursor() as cursor:
            cursor.execute(
                _insertion(type(some[0]), len(some), tuple(unique), tuple(update)), values
            )
        for row in some:
            row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS  # noqa: SLF001 documented


@cache
def _stored_fields(model: Any) -> Sequence[Any]:
    return tuple(field for field in _fields(model) if not field.db_returning)


@cache
def _insertion(model: type[Model], rows: int, unique: Sequence[str], update: Sequence[str]) -> str:
    columns = [field.column for field in _stored_fields(model)]
    marks = ", ".join(["%s"] * len(columns))
    sql = (
        f"INSERT INTO {_quoted(model._meta.db_table)} ({_quoted(*columns)}) "  # noqa: SLF001, S608
        f"VALUES {', '.join([f'({marks})'] * rows)}"
    )
    if not unique:
        return sql
    changes = ", ".join(f"{_quoted(name)} = EXCLUDED.{_quoted(name)}" for name in update)
    return f"{sql} ON CONFLICT ({_quoted(*unique)}) DO UPDATE SET {changes}"


def _quoted(*names: str) -> str:
    return ", ".join(map(connection.ops.quote_name, names))
