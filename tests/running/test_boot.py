"""The program starts, on the SQLite library it wants."""

import sqlite3

import pytest
from django.core.management import call_command
from django.db import connection

from lhombre_club.queued_sqlite import library


def test_the_checks_find_nothing():
    call_command("check", fail_level="WARNING")


@pytest.mark.django_db
def test_no_migration_is_missing():
    call_command("makemigrations", check=True, dry_run=True)


@pytest.mark.django_db
def test_sqlite_commits_are_durable_and_the_journal_is_safe():
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        journal = cursor.execute("PRAGMA journal_mode").fetchone()[0]
        synchronous = cursor.execute("PRAGMA synchronous").fetchone()[0]
    safe = sqlite3.sqlite_version_info >= (3, 51, 3)
    assert library.wal_is_safe() == safe
    assert (journal, synchronous) == (("wal", 2) if safe else ("truncate", 3))
