"""The backend: a transaction and a single write wait for their turn before they ask SQLite.

SQLite itself knows no queue. Who finds the database taken sleeps, longer each time, and looks
again; whoever comes by just then goes first. Among other processes it stays so.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db.backends.sqlite3 import base

from lhombre_club.queued_sqlite.turns import Turn, turns_of

WRITES: Final = ("INSERT", "UPDATE", "DELETE", "REPLACE")
"""Words with which a statement begins that writes."""
USUAL_PATIENCE: Final = 5.0
"""Seconds that Python's ``sqlite3`` waits unless it is told otherwise."""


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that queues before it writes."""

    _turn: Turn | None = None

    def create_cursor(self, name: str | None = None) -> "Cursor":  # noqa: ARG002 -- Django's form
        """Return a cursor that queues before a write outside of a transaction."""
        cursor: Cursor = self.connection.cursor(factory=Cursor)
        cursor.wrapper = self
        return cursor

    @contextmanager
    def in_turn(self) -> Iterator[None]:
        """Wait for the turn, as long as SQLite would wait, and end it afterwards."""
        turn = self._wait()
        try:
            yield
        finally:
            if turn:
                turn.end()

    def _wait(self) -> Turn | None:
        """Return our turn, or raise what SQLite raises when others do not come to an end."""
        if self.is_in_memory_db():
            return None
        turn = Turn(turns_of(str(self.settings_dict["NAME"])))
        if turn.comes_within(self.settings_dict["OPTIONS"].get("timeout", USUAL_PATIENCE)):
            return turn
        turn.end()
        raise sqlite3.OperationalError("database is locked")

    def _start_transaction_under_autocommit(self) -> None:
        with self.wrap_database_errors:
            turn = self._wait()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # the stubs lack it
            self._turn, turn = turn, None
        finally:
            if turn:
                turn.end()

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]  # the stubs lack it
        self._end_turn()  # not where it failed: the transaction goes on until it is rolled back

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]  # the stubs lack it
        finally:
            self._end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]  # the stubs lack it
        finally:
            self._end_turn()

    def _end_turn(self) -> None:
        turn, self._turn = self._turn, None
        if turn:
            turn.end()


class Cursor(base.SQLiteCursorWrapper):
    """A cursor of ours."""

    wrapper: DatabaseWrapper

    def execute(self, query: str, params: Any = None) -> Any:
        """Execute ``query``, in turn if it writes by itself."""
        if self.connection.in_transaction or not query.lstrip().upper().startswith(WRITES):
            return super().execute(query, params)
        with self.wrapper.in_turn():
            return super().execute(query, params)
