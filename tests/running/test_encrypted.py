"""On a stick nothing can be read without the passphrase, and with it everything comes back."""

import base64
import os
import pty
import re
import shutil
import subprocess
import sys
import textwrap
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from lhombre_club import disk
from lhombre_club.copies import encryption, replacing, restoring, sending, shelf
from lhombre_club.copies.making import BesideError, back_up
from lhombre_club.copies.restoring import PassphraseError, RestoreError
from tests import make
from tests.running.conftest import WORDS
from tests.running.test_replacing import CutError, cut

FULL = Path("/dev/full")
PHOTO = b"the photo of a sheet" * 5000


@pytest.fixture
def stick(settings, tmp_path):
    """A stick for every copy of a club with a photo."""
    settings.VAR_DIR = tmp_path / "var"
    settings.PHOTOS_DIR = settings.VAR_DIR / "media"
    settings.PHOTOS_DIR.mkdir(parents=True)
    (settings.PHOTOS_DIR / "a.jpg").write_bytes(PHOTO)
    make.make_club("Klub Spadille")
    place = tmp_path / "stick"
    place.mkdir()
    settings.BACKUP_PLACES = [place]
    return place


@pytest.fixture
def encrypted(stick, key):
    """The same, encrypted."""
    encryption.keep(key)
    return stick


def readable(place, settings):
    """What somebody who finds the stick reads on it."""
    found = b"".join(file.read_bytes() for file in place.rglob("*") if file.is_file())
    database = b"Klub Spadille" if connection.vendor == "sqlite" else b"PGDMP"
    wanted = {"database": database, "key": settings.SECRET_KEY.encode(), "photo": PHOTO[:60]}
    return {what for what, words in wanted.items() if words in found}


def contents(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def opened_like(copy, identity, folder):
    """Open a copy without asking, and say whether it is what was made."""
    folder.mkdir()
    for file in copy.path.glob("*.age"):
        if file.name != "key.age":
            encryption.decrypt(file, folder / file.stem, identity)
    there = contents(folder)
    shutil.rmtree(folder)
    return there == contents(shelf.home() / copy.path.stem)


@pytest.mark.django_db(transaction=True)
def test_whoever_finds_the_stick_reads_nothing_on_it(encrypted, settings):
    made = back_up()
    (there,) = shelf.copies(encrypted)
    assert readable(encrypted, settings) == set()
    assert (there.number, there.why, there.is_encrypted) == (made.number, made.why, True)
    told = ["key_sha256", "lines", "made_at", "passed", "photos", "recipient", "sha256", "why"]
    assert sorted(there.slip()) == told
    assert readable(made.path.parent, settings) == {"database", "key", "photo"}  # on the laptop
    assert restoring.named(None) == made  # which asks for nothing


@pytest.mark.django_db(transaction=True)
def test_without_a_passphrase_he_reads_everything(stick, settings):
    """The twin."""
    back_up()
    assert readable(stick, settings) == {"database", "key", "photo"}


@pytest.mark.django_db(transaction=True)
def test_what_lies_there_in_plain_is_encrypted_too(stick, key, identity, settings, tmp_path):
    first = back_up()
    encryption.keep(key)
    second = back_up()
    assert readable(stick, settings) == set()
    there = shelf.copies(stick)
    assert [each.number for each in there] == [first.number, second.number]
    assert all(opened_like(each, identity, tmp_path / "opened") for each in there)
    assert {file.name for file in there[0].photos.iterdir()} == {"a.jpg.age"}


@pytest.mark.django_db(transaction=True)
def test_what_may_go_goes_from_the_stick_with_its_photos(encrypted, settings, monkeypatch):
    monkeypatch.setattr(shelf, "ALWAYS_KEPT", 1)
    monkeypatch.setattr(shelf, "SPANS", ())
    back_up()
    (settings.PHOTOS_DIR / "a.jpg").rename(settings.PHOTOS_DIR / "b.jpg")
    last = back_up()
    (there,) = shelf.copies(encrypted)
    assert there.number == last.number
    assert {file.name for file in there.photos.iterdir()} == {"b.jpg.age"}


@pytest.mark.usefixtures("in_no_time")
@pytest.mark.django_db(transaction=True)
def test_opened_with_the_passphrase_it_is_what_was_made(encrypted, settings):
    made = back_up()
    there = restoring.named(encrypted)
    with restoring.in_plain(there, lambda _copy: WORDS) as opened:
        restoring.look_whether_it_is_the_same(opened)
        files = contents(opened.path)
        assert files.pop("copies_key") == encryption.at().read_bytes()
        assert files == contents(made.path)
        assert contents(opened.photos) == {"a.jpg": PHOTO}
        where = opened.path.parent
    assert not where.exists()
    with pytest.raises(PassphraseError, match="not the passphrase of copy 1 of"):
        restoring.open_into(Path("nowhere"), there, lambda _copy: WORDS[:-1])


@pytest.mark.usefixtures("in_no_time")
@pytest.mark.django_db(transaction=True)
def test_what_rotted_on_the_stick_is_refused_and_a_damaged_photo_left_out(encrypted, tmp_path):
    back_up()
    there = restoring.named(encrypted)
    flip(there.photos / "a.jpg.age")
    with restoring.in_plain(there, lambda _copy: WORDS) as opened:
        assert contents(opened.photos) == {}
    flip(there.path / "secret_key.age")
    with pytest.raises(RestoreError, match="is damaged"):
        restoring.open_into(tmp_path, there, lambda _copy: WORDS)
    flip(there.database)
    with pytest.raises(RestoreError, match="not what it was"):
        restoring.open_into(tmp_path, there, lambda _copy: WORDS)


def flip(file):
    """Change one bit, near the end."""
    data = bytearray(file.read_bytes())
    data[-20] ^= 1
    file.write_bytes(data)


@pytest.mark.strict
@pytest.mark.django_db(transaction=True)
def test_cut_off_anywhere_no_half_copy_counts(stick, key, identity, monkeypatch, tmp_path):
    """While the first copy is encrypted, and what lay there in plain is."""
    made, later = back_up(), back_up()
    encryption.keep(key)
    for after in count():
        shutil.rmtree(stick)
        stick.mkdir()
        encryption.at().rename(tmp_path / "away")
        assert sending.send(made, stick) == ""
        (tmp_path / "away").rename(encryption.at())
        if not is_cut_off(made, stick, monkeypatch, after):
            break
        expect_whole(stick, identity, tmp_path)
        assert sending.send(later, stick) == ""
        there = expect_whole(stick, identity, tmp_path)
        assert [(each.number, each.is_encrypted) for each in there] == [(1, True), (2, True)]
    assert after > 10


@pytest.mark.django_db(transaction=True)
def test_under_its_own_name_a_half_copy_would_count(encrypted, identity, monkeypatch, tmp_path):
    """The twin."""
    made = back_up()
    monkeypatch.setattr(shelf, "UNFINISHED", "")
    shutil.rmtree(encrypted)
    encrypted.mkdir()
    assert is_cut_off(made, encrypted, monkeypatch, 1)
    with pytest.raises((AssertionError, OSError, RestoreError)):
        expect_whole(encrypted, identity, tmp_path)


def is_cut_off(made, stick, monkeypatch, after):
    """Let the power go before a call of this number to the disk; nobody then tidies up."""
    rmtree = shutil.rmtree

    def remove(path, **words):
        if not isinstance(sys.exception(), CutError):
            rmtree(path, **words)

    with monkeypatch.context() as power:
        cut(power, after)
        power.setattr(shutil, "rmtree", remove)
        power.setattr(encryption, "encrypt", half_first(encryption.encrypt, disk.sync))
        try:
            sending.send(made, stick)
        except CutError:
            return True
    return False


def half_first(whole, power):
    """Write the half of a file, then let the power go, perhaps, and then the whole."""

    def encrypt(source, target, key):
        target.write_bytes(b"half")
        power(target)
        return whole(source, target, key)

    return encrypt


def expect_whole(stick, identity, tmp_path):
    there = shelf.copies(stick)
    assert there
    for each in there:
        assert not each.is_encrypted or opened_like(each, identity, tmp_path / "opened")
        restoring.look_whether_it_is_the_same(each)
        assert all((each.photos / name).is_file() for name in each.slip()["photos"])
    return there


@pytest.mark.django_db(transaction=True)
def test_a_full_stick_is_called_full_and_a_key_that_is_none_sends_nothing(encrypted, monkeypatch):
    whole = encryption.encrypt
    with monkeypatch.context() as full:
        full.setattr(encryption, "encrypt", lambda file, _to, key: whole(file, FULL, key))
        with pytest.raises(BesideError, match="The disk is full"):
            back_up()
    encryption.at().write_text("{}")
    with pytest.raises(BesideError, match="none is sent in plain"):
        back_up()
    assert list(encrypted.iterdir()) == []


# --- from the keyboard --------------------------------------------------------------------


def typed(monkeypatch, *lines):
    """Let these lines be what comes from the standard input."""
    given = iter(lines)
    asked = SimpleNamespace(isatty=lambda: False, readline=lambda: next(given, ""))
    monkeypatch.setattr(sys, "stdin", asked)


@pytest.mark.django_db
@pytest.mark.parametrize("words", ("", "kort\n", "lhombre\n", "password1234\n"))
def test_a_passphrase_that_is_guessed_is_refused(stick, monkeypatch, words):
    typed(monkeypatch, words)
    with pytest.raises(CommandError, match="passphrase"):
        call_command("passphrase")
    assert encryption.kept() is None


@pytest.mark.strict
@pytest.mark.django_db
@pytest.mark.parametrize("ends", ("\n", "\r\n", ""))
def test_a_passphrase_is_set_and_taken_away(stick, monkeypatch, capsys, key, ends):
    monkeypatch.setattr(encryption, "new_key", lambda words: key if words == WORDS else None)
    typed(monkeypatch, f"{WORDS}{ends}")
    call_command("passphrase")
    assert encryption.kept() == key
    assert encryption.at().stat().st_mode & 0o077 == 0
    assert "on paper" in capsys.readouterr().out
    call_command("passphrase", "--none")
    assert encryption.kept() is None


@pytest.mark.django_db
def test_what_is_typed_twice_has_to_be_the_same(stick, monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    given = iter((WORDS, f"{WORDS}!"))
    monkeypatch.setattr("getpass.getpass", lambda _prompt: next(given))
    with pytest.raises(CommandError, match="not the same"):
        call_command("passphrase")
    assert encryption.kept() is None


if connection.vendor == "sqlite":

    @pytest.mark.strict
    @pytest.mark.django_db(transaction=True)
    def test_a_new_laptop_wants_the_passphrase_alone(encrypted, settings, tmp_path, monkeypatch):
        back_up()
        settings.VAR_DIR = tmp_path / "new"
        settings.PHOTOS_DIR = settings.VAR_DIR / "media"
        settings.VAR_DIR.mkdir()
        database = settings.VAR_DIR / "club.sqlite3"
        monkeypatch.setattr(replacing, "place", lambda: database)
        typed(monkeypatch)
        with pytest.raises(CommandError, match="it wants its passphrase"):
            call_command("restore", str(encrypted))
        typed(monkeypatch, "a wrong one\n")
        with pytest.raises(CommandError, match="That is not the passphrase"):
            call_command("restore", str(encrypted))
        assert not database.exists()
        typed(monkeypatch, f"{WORDS}\n")
        call_command("restore", str(encrypted))
        assert b"Klub Spadille" in database.read_bytes()
        assert (settings.VAR_DIR / "secret_key").read_text() == settings.SECRET_KEY
        assert contents(settings.PHOTOS_DIR) == {"a.jpg": PHOTO}
        assert shelf.copies(encrypted)[-1].is_encrypted  # the copy of what is restored, too
        assert readable(encrypted, settings) == set()

    @pytest.mark.strict
    @pytest.mark.django_db(transaction=True)
    def test_the_program_age_of_any_computer_opens_it(encrypted, tmp_path):
        made = back_up()
        (there,) = shelf.copies(encrypted)
        terminal, keyboard = pty.openpty()
        asked = subprocess.Popen(
            ["age", "-d", "-i", "key.age", "-o", tmp_path / "club", there.database.name],
            cwd=there.path,
            stdin=keyboard,
            stderr=keyboard,
            start_new_session=True,
        )
        assert b"passphrase" in os.read(terminal, 1000)
        os.write(terminal, f"{WORDS}\n".encode())
        assert asked.wait() == 0
        os.close(keyboard)
        os.close(terminal)
        assert (tmp_path / "club").read_bytes() == made.database.read_bytes()


@pytest.mark.strict
def test_a_computer_that_is_too_busy_to_try_is_not_told_that_the_passphrase_is_wrong(
    key, monkeypatch
):
    """What the key says of its work is more than any computer is ready for."""
    monkeypatch.setattr(encryption, "PAUSE", 0)
    armoured = key.locked.strip().splitlines()
    plain = base64.b64decode("".join(armoured[1:-1]))
    much = re.sub(rb"(-> scrypt \S+ )\d+", rb"\g<1>40", plain, count=1)
    with pytest.raises(encryption.BusyError):
        encryption.unlock(_armoured(much), WORDS)


def test_who_is_not_busy_any_more_opens_it(monkeypatch):
    tries = iter([encryption.BusyError(), encryption.BusyError(), None])

    def unlock(_locked, _words):
        if busy := next(tries):
            raise busy
        return "opened"

    monkeypatch.setattr(encryption, "PAUSE", 0)
    monkeypatch.setattr(encryption, "_unlock", unlock)
    assert encryption.unlock("", WORDS) == "opened"


@pytest.mark.django_db(transaction=True)
def test_the_busy_computer_is_told_as_such(encrypted, monkeypatch, tmp_path):
    back_up()
    there = restoring.named(encrypted)

    def unlock(_locked, _words):
        raise encryption.BusyError

    monkeypatch.setattr(encryption, "unlock", unlock)
    with pytest.raises(PassphraseError, match="too much to do"):
        restoring.open_into(tmp_path, there, lambda _copy: WORDS)


def _armoured(content):
    lines = textwrap.wrap(base64.b64encode(content).decode(), 64)
    ends = ("BEGIN", "END")
    begin, end = (f"-----{each} AGE ENCRYPTED FILE-----" for each in ends)
    return "\n".join([begin, *lines, end, ""])
