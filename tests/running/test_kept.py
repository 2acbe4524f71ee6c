"""A club's database of any program that came before is upgraded, and its evening is the same."""

import lzma
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from lhombre_club.copies import replacing
from tests.running.keep import KEPT, name_of_now
from tests.sizes import few
from tournaments.models import Event
from tournaments.standings.queries.standings import standings

KEPT_ONES = sorted(KEPT.iterdir())
OLDER = (*reversed(KEPT_ONES[:-1]),)
"""The clubs have the newest."""


def test_this_shape_is_kept():
    """Whoever adds a migration runs ``python -m tests.running.keep``."""
    assert KEPT_ONES[-1].name == name_of_now()


if connection.vendor == "sqlite":

    @pytest.fixture
    def evening(tmp_path, settings, monkeypatch, django_db_blocker):
        """Upgrade a kept database and return its places and points."""
        settings.VAR_DIR = tmp_path
        database = tmp_path / "club.sqlite3"
        monkeypatch.setattr(replacing, "place", lambda: database)

        def upgraded(kept):
            database.write_bytes(lzma.decompress(kept.read_bytes()))
            with django_db_blocker.unblock(), replacing.using(database):
                call_command("upgrade")
                said = StringIO()
                call_command("check_ledger", stdout=said)
                assert "8 tables, no differences" in said.getvalue()
                table = standings(Event.objects.get())
                return [(row.place, row.name, row.points) for row in table.rows]

        return upgraded

    @pytest.mark.parametrize("kept", few(OLDER, strict=2), ids=lambda kept: kept.name[:4])
    def test_the_evening_of_an_earlier_program_is_the_same(evening, kept):
        before, now = evening(kept), evening(KEPT_ONES[-1])
        assert before == now
        assert len(now) == 16
