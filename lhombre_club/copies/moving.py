"""Every row of one database in another, the same to the microsecond, and compared before it counts.

A dump in JSON cuts times to milliseconds, and every seal is worked out from the whole time.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import Error, connections, models, transaction
from environ import Env

from lhombre_club.copies.words import counted

TARGET = "target"
"""The other database, among Django's connections."""
AT_ONCE = 2000  # rows
MANY = 20_000
"""Rows of one table that are told by themselves: they take some seconds."""
Say = Callable[[str], object]
"""Tells the operator what is being done."""


class MoveError(Exception):
    """The other database is not used; the message is a sentence for the operator."""


def open_target(url: str) -> None:
    """Let TARGET be the database at ``url``, which has to be empty. Raises MoveError."""
    try:
        wanted = {"default": Env.db_url_config(url), TARGET: Env.db_url_config(url)}
    except ValueError as error:
        raise MoveError(
            f"{url} is no address of a database; one is postgres://user:password@host:5432/club"
        ) from error
    connections.databases[TARGET] = connections.configure_settings(wanted)[TARGET]
    try:
        tables = connections[TARGET].introspection.table_names()
    except Error as error:
        raise MoveError(f"The other database does not answer: {error}".rstrip()) from error
    if tables:
        there = connections.databases[TARGET]
        at = "".join(
            f" {option} {there[key]}"
            for option, key in (("-h", "HOST"), ("-p", "PORT"), ("-U", "USER"))
            if there[key]
        )
        raise MoveError(
            "The other database is not empty; the club is where it was, and whole. If a move that "
            "was cut off has left it so, and nothing else is in it, make it anew and move again:"
            f"\n  dropdb{at} {there['NAME']}\n  createdb{at} {there['NAME']}\n"
            "If it is somebody else's, name another."
        )


def run_there(url: str, *words: str) -> None:
    """Run a command of this program on the database at ``url``. Raises MoveError."""
    done = subprocess.run(  # noqa: S603 -- our own commands, no shell
        [sys.executable, "manage.py", *words],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DATABASE_URL": url},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise MoveError(f"In the other database: {(done.stdout + done.stderr).strip()}")


def copy_rows(say: Say) -> int:
    """Copy every row into TARGET, which has the shape and no rows of a club; return how many.

    All or none. Raises MoveError, and Error of Django's database.
    """
    there, sizes, count = connections[TARGET], _sizes(), 0
    filled = counted(sum(size > 0 for size in sizes.values()), "table")
    say(f"copying {counted(sum(sizes.values()), 'row')} of {filled}")
    with transaction.atomic(using=TARGET), there.cursor() as cursor:
        for model in kinds():  # what the migrations have put there
            cursor.execute(f"DELETE FROM {there.ops.quote_name(model._meta.db_table)}")  # noqa: S608, SLF001
        for model in _each(sizes, say):
            meta = model._meta  # noqa: SLF001 -- documented
            names = ", ".join(
                there.ops.quote_name(str(each.column)) for each in meta.concrete_fields
            )
            places = ", ".join(["%s"] * len(meta.concrete_fields))
            insert = (
                f"INSERT INTO {there.ops.quote_name(meta.db_table)} ({names}) VALUES ({places})"  # noqa: S608
            )
            rows = rows_of(model, "default")
            while chunk := list(islice(rows, AT_ONCE)):
                cursor.executemany(insert, [_written(model, row) for row in chunk])
                count += len(chunk)
        for statement in there.ops.sequence_reset_sql(no_style(), kinds()):
            cursor.execute(statement)
    return count


def compare(say: Say) -> None:
    """Raise MoveError unless both databases hold the same rows."""
    sizes = _sizes()
    say(f"comparing {counted(sum(sizes.values()), 'row')} with what is there now")
    for model in _each(sizes, say):
        both = zip_longest(rows_of(model, "default"), rows_of(model, TARGET))
        for here, there in both:
            if here != there:
                raise MoveError(
                    f"{model._meta.verbose_name_plural} are not the same in both: "  # noqa: SLF001
                    f"{here} here, {there} there. Nothing was switched."
                )


def _sizes() -> dict[type[models.Model], int]:
    """Return how many rows are to be copied of each model."""
    return {model: model._base_manager.using("default").count() for model in kinds()}  # noqa: SLF001


def _each(sizes: dict[type[models.Model], int], say: Say) -> Iterator[type[models.Model]]:
    """Give each model, and tell which of them takes long."""
    for model, size in sizes.items():
        if size >= MANY:
            say(f"  {size} {model._meta.verbose_name_plural}")  # noqa: SLF001
        yield model


def kinds() -> list[type[models.Model]]:
    """Return every model that has a table."""
    return [each for each in apps.get_models(include_auto_created=True) if each._meta.managed]  # noqa: SLF001


def rows_of(model: type[models.Model], using: str) -> Iterator[tuple[Any, ...]]:
    """Return the rows of a table in an order, each as its key and its values."""
    meta = model._meta  # noqa: SLF001 -- documented
    names = [field.attname for field in meta.concrete_fields]
    rows = model._base_manager.using(using).values_list("pk", *names)  # noqa: SLF001
    if isinstance(meta.pk, models.CharField):
        return iter(sorted(rows))  # each server has an order of letters of its own
    return rows.order_by("pk").iterator(chunk_size=AT_ONCE)


def _written(model: type[models.Model], row: tuple[Any, ...]) -> list[Any]:
    """Return a row as it is stored; nothing is filled in anew, as a save would do."""
    fields = model._meta.concrete_fields  # noqa: SLF001 -- documented
    there = connections[TARGET]
    return [
        field.get_db_prep_save(value, there) for field, value in zip(fields, row[1:], strict=True)
    ]


def switch(url: str) -> None:
    """Let the program use the database at ``url`` from the next start; "" for its own file."""
    at = Path(settings.DATABASE_AT)
    if not url:
        at.unlink(missing_ok=True)
        return
    unfinished = at.with_suffix(".tmp")
    unfinished.touch(mode=0o600)
    unfinished.write_text(url, encoding="utf-8")
    unfinished.replace(at)
