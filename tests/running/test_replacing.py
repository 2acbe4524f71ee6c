"""One database takes the place of another wholly or not at all, wherever the power goes."""

import shutil
from itertools import count
from pathlib import Path

import pytest

from lhombre_club import disk
from lhombre_club.copies import replacing


@pytest.fixture
def database(tmp_path, settings, monkeypatch):
    """Where a database of its own would be."""
    settings.VAR_DIR = tmp_path
    path = tmp_path / "club.sqlite3"
    monkeypatch.setattr(replacing, "place", lambda: path)
    return path


def parts(folder):
    """Every file of the data folder, but for copies and locks."""
    kept = (file for file in folder.rglob("*") if file.is_file())
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in kept
        if "backups" not in file.parts and file.suffix not in {".lock", ".tmp"}
    }


def two(folder, database):
    """Make a database with its journal and a key, and what is ready to take their places."""
    key = folder / "secret_key"
    for file, text in ((database, "old"), (key, "old key")):
        file.write_text(text)
        replacing.ready(file).write_text(f"new {text}")
    database.with_name("club.sqlite3-wal").write_text("old journal")
    return [database, key]


class CutError(BaseException):
    """The power goes."""


def is_cut_off(files, monkeypatch, after):
    """Let the power go before the call of this number to the disk, from 0, if there is one."""
    with monkeypatch.context() as power:
        cut(power, after)
        try:
            replacing.replace(files)
        except CutError:
            return True
    return False


def cut(monkeypatch, after):
    calls = iter(range(10_000))

    def dies(done):
        def die(*words, **named):
            if next(calls) == after:
                raise CutError
            return done(*words, **named)

        return die

    for name in ("replace", "unlink", "mkdir"):
        monkeypatch.setattr(Path, name, dies(getattr(Path, name)))
    monkeypatch.setattr(disk, "sync", dies(disk.sync))


def test_cut_off_anywhere_the_replacement_is_all_or_nothing(tmp_path, database, monkeypatch):
    for after in count():
        files = two(tmp_path, database)
        before = parts(tmp_path)
        if not is_cut_off(files, monkeypatch, after):
            break
        if not database.exists():
            assert replacing.is_begun()  # whoever comes next knows
        if replacing.ready(database).exists() and replacing.is_begun():
            database.with_name("club.sqlite3-shm").write_text("of somebody who looked")
        begun = replacing.is_begun()
        assert replacing.finish() is begun
        if database.read_bytes() == b"old":
            assert parts(tmp_path) == before
        else:
            expect_replaced(tmp_path)
        for aside in tmp_path.glob("aside-*"):
            shutil.rmtree(aside)
    expect_replaced(tmp_path)
    assert after > 20


def expect_replaced(folder):
    now = parts(folder)
    aside = {name.partition("/")[2]: text for name, text in now.items() if "aside" in name}
    assert aside == {
        "club.sqlite3": b"old",
        "club.sqlite3-wal": b"old journal",
        "secret_key": b"old key",
    }
    assert {name: text for name, text in now.items() if "aside" not in name} == {
        "club.sqlite3": b"new old",
        "secret_key": b"new old key",
    }


def test_without_the_slip_a_power_cut_leaves_no_database(tmp_path, database, monkeypatch):
    """The twin: what the test above finds if nobody is told how to go on."""
    assert is_cut_off(two(tmp_path, database), monkeypatch, 7)
    (tmp_path / "replacing.json").unlink()
    assert not replacing.finish()
    assert not database.exists()
