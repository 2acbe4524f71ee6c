"""The SQLite library to use, chosen before Django looks for one.

SQLite before 3.51.3 can in rare timing damage a database in WAL mode (the WAL-reset bug).
The lock therefore holds ``pysqlite3``, which carries a newer library; where it cannot be had
the settings fall back to a rollback journal.
"""

import sqlite3
import sys

WAL_RESET_BUG_FIXED = (3, 51, 3)


def choose() -> None:
    """Let ``import sqlite3`` mean ``pysqlite3`` where that is installed and newer."""
    try:
        import pysqlite3  # noqa: PLC0415 -- optional: only where a wheel exists
    except ImportError:
        return
    if pysqlite3.sqlite_version_info > sqlite3.sqlite_version_info:
        sys.modules["sqlite3"] = pysqlite3
        sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2


def wal_is_safe() -> bool:
    """Whether the chosen library has the WAL-reset bug fixed."""
    return tuple(sys.modules["sqlite3"].sqlite_version_info) >= WAL_RESET_BUG_FIXED
