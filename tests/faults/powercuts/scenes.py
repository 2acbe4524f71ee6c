"""What a power cut is tried in, done once: ``python -m tests.faults.powercuts.scenes FOLDER``.

``recording`` runs this under strace. Each scene has a folder of its own as data folder, which is
first copied to ``NAME.before``: what had reached the disk when the scene began. What must be there
from then on is written to ``marks``, a line of JSON each, at the moment it is true.
"""

import json
import lzma
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.faults.powercuts.state import LEDGER, digest

POSTS, POSTS_WITHOUT_LOG = 60, 12
"""Enough that SQLite brings its write-ahead log into the database in between; or there is none."""


class Stage:
    """The data folder of a scene, and the marks."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._marks = os.open(folder / "marks", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self.var = folder

    def mark(self, **said: Any) -> None:
        """Say what is so from now on."""
        os.write(self._marks, f"{json.dumps(said)}\n".encode())

    def enter(self, name: str, database: Path) -> None:
        """Let the program use a data folder with this database, two photos, a key and a stick."""
        from django.conf import settings  # noqa: PLC0415 -- Django is ready by now
        from django.db import connection  # noqa: PLC0415

        connection.close()
        self.var = self.folder / name
        for each in (self.var, self.var / "media", self.var / "stick"):
            each.mkdir()
        shutil.copyfile(database, self.var / "club.sqlite3")
        (self.var / "secret_key").write_text("of this laptop")
        for photo in ("a.jpg", "b.jpg"):
            (self.var / "media" / photo).write_text(photo * 300)
        settings.VAR_DIR, settings.PHOTOS_DIR = self.var, self.var / "media"
        settings.BACKUP_PLACES = [self.var / "stick"]
        connection.settings_dict["NAME"] = settings.DATABASES["default"]["NAME"] = str(
            self.var / "club.sqlite3"
        )

    def begin(self, **said: Any) -> None:
        """Whatever lies there has reached the disk; from now on it is recorded."""
        from django.db import connection  # noqa: PLC0415

        connection.close()
        shutil.copytree(self.var, self.var.with_suffix(".before"))
        self.mark(scene=self.var.name, **said)


def here(tables: tuple[str, ...] = ()) -> str:
    """Return what the database of the program holds now, asked by its own connection."""
    from django.db import connection  # noqa: PLC0415

    connection.ensure_connection()
    return digest(connection.connection, tables)


class Phone:
    """Who posts deals at two tables, by the API."""

    def __init__(self) -> None:
        from django.test import Client  # noqa: PLC0415

        from lhombre_club.members.models import User  # noqa: PLC0415
        from rules import RULESETS  # noqa: PLC0415
        from tournaments.events.domain.demo_results import results  # noqa: PLC0415
        from tournaments.models import Table  # noqa: PLC0415

        self.client = Client(headers={"host": "127.0.0.1"})
        self.client.force_login(User.objects.get(username="poster"))
        tables = Table.objects.filter(round__event__club__name="Klub Basta")
        self.deals = [
            (table.pk, deal, record)
            for table in tables.order_by("number")
            for deal, record in enumerate(
                results("7", ruleset=RULESETS["dlu"], players=4, deals=40, first_dealer=0), 1
            )
        ]

    def post(self, count: int = 1) -> None:
        """Post the next deals; each is acknowledged when this returns."""
        from tests.make import new_id  # noqa: PLC0415

        for table, deal, record in self.deals[:count]:
            body = {"id": str(new_id()), "deal": deal, "base": 0, "record": record}
            said = self.client.post(
                f"/api/v1/tables/{table}/results/",
                json.dumps(body | {"confirmed": True}),
                content_type="application/json",
            )
            assert said.status_code == 201, said.content
        del self.deals[:count]


def posts(stage: Stage, base: Path) -> None:
    """Deals are posted; in between the last connection closes, which empties the journal."""
    from django.db import connection  # noqa: PLC0415

    from lhombre_club.queued_sqlite.library import wal_is_safe  # noqa: PLC0415

    stage.enter("posts", base)
    phone = Phone()
    stage.begin(state=here(LEDGER))
    count = POSTS if wal_is_safe() else POSTS_WITHOUT_LOG
    for number in range(count):
        phone.post()
        stage.mark(state=here(LEDGER))
        if number == count * 3 // 4:
            connection.close()
    connection.close()
    stage.mark(end=True)


def copies(stage: Stage, base: Path) -> None:
    """Copies are made here and on a stick while others go on; the oldest is let go."""
    from lhombre_club.copies import shelf  # noqa: PLC0415
    from lhombre_club.copies.making import back_up  # noqa: PLC0415

    stage.enter("copies", base)
    phone = Phone()
    phone.post()
    stage.begin(state=here(LEDGER))
    for _ in range(2):
        made = back_up()
        stage.mark(copy=made.path.name, state=here(LEDGER))
        phone.post()
        stage.mark(state=here(LEDGER))
    with patch.object(shelf, "ALWAYS_KEPT", 1), patch.object(shelf, "SPANS", ()):
        made = back_up()
    stage.mark(copy=made.path.name, state=here(LEDGER))
    stage.mark(end=True)


def restore(stage: Stage, base: Path) -> None:
    """An older copy takes the place of the database."""
    from django.core.management import call_command  # noqa: PLC0415

    from lhombre_club.copies.making import back_up  # noqa: PLC0415

    stage.enter("restore", base)
    phone = Phone()
    phone.post(2)
    copy = back_up()
    phone.post(3)
    back_up()
    (stage.var / "media" / "a.jpg").unlink()
    stage.begin(state=here())
    call_command("restore", str(copy.path), "--yes", stdout=StringIO())
    stage.mark(state=here(), photos=["a.jpg", "b.jpg"])
    stage.mark(end=True)


def upgrade(stage: Stage, _base: Path) -> None:
    """A database of an earlier program is brought to this one's shape."""
    from django.core.management import call_command  # noqa: PLC0415

    from tests.running.keep import KEPT  # noqa: PLC0415

    earlier = stage.folder / "earlier.sqlite3"
    earlier.write_bytes(lzma.decompress((KEPT / "0020.sqlite3.xz").read_bytes()))
    stage.enter("upgrade", earlier)
    stage.begin(state=here())
    call_command("upgrade", stdout=StringIO())
    stage.mark(state=here())
    stage.mark(end=True)


SCENES: dict[str, Callable[[Stage, Path], None]] = {
    "posts": posts,
    "copies": copies,
    "restore": restore,
    "upgrade": upgrade,
}


def prepared(folder: Path) -> Path:
    """Make a club with a poster and two tables in a database of this program's shape."""
    from django.db import connection  # noqa: PLC0415

    from lhombre_club.copies import replacing  # noqa: PLC0415
    from tests import make  # noqa: PLC0415
    from tests.running.keep import KEPT, name_of_now  # noqa: PLC0415

    base = folder / "base.sqlite3"
    base.write_bytes(lzma.decompress((KEPT / name_of_now()).read_bytes()))
    with replacing.using(base):
        club = make.make_club("Klub Basta")
        make.make_released_event(club, tables=2)
        make.make_director(club, "poster")
        connection.close()
    with closing(sqlite3.connect(base)) as there:
        there.execute("VACUUM")
    return base


def main() -> None:
    """Act the scenes that are named, or all."""
    folder, names = Path(sys.argv[1]), sys.argv[2:]
    import django  # noqa: PLC0415

    if "--older-library" in names:  # as where pysqlite3 cannot be had
        names.remove("--older-library")
        sys.modules["pysqlite3"] = None  # type: ignore[assignment]
    django.setup()
    base = prepared(folder)
    stage = Stage(folder)
    for name in names or SCENES:
        SCENES[name](stage, base)


if __name__ == "__main__":
    main()
