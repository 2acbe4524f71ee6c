"""What goes with a copy: the photos of sheets, and the second place."""

import os
import shutil
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from lhombre_club.copies import shelf
from lhombre_club.copies.making import BesideError, back_up
from lhombre_club.copies.shelf import Why
from lhombre_club.serve import copy_database
from tests.running.failing import refuse


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.VAR_DIR = tmp_path


@pytest.fixture
def photos(settings, tmp_path):
    """Two photos as they lie beside the database."""
    settings.PHOTOS_DIR = tmp_path / "media"
    settings.PHOTOS_DIR.mkdir()
    for name in ("a.jpg", "b.jpg"):
        (settings.PHOTOS_DIR / name).write_bytes(name.encode())
    return settings.PHOTOS_DIR


def contents(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()} if folder.exists() else {}


@pytest.mark.django_db(transaction=True)
def test_what_may_go_goes_and_takes_the_photos_that_no_other_copy_names(photos, monkeypatch):
    monkeypatch.setattr(shelf, "ALWAYS_KEPT", 1)
    monkeypatch.setattr(shelf, "SPANS", ())
    first = back_up()
    (photos / "a.jpg").unlink()
    second = back_up()
    assert shelf.copies(shelf.home()) == [second]
    assert not first.path.exists()
    assert set(contents(second.photos)) == {"b.jpg"}


@pytest.mark.django_db(transaction=True)
def test_a_copy_has_the_photos_without_taking_room_for_them(photos):
    (photos / "c.tmp").write_bytes(b"half written")
    first = back_up()
    (photos / "a.jpg").unlink()
    (photos / "d.jpg").write_bytes(b"d.jpg")
    second = back_up()
    assert first.slip()["photos"] == ["a.jpg", "b.jpg"]
    assert second.slip()["photos"] == ["b.jpg", "d.jpg"]
    assert contents(second.photos) == {name: name.encode() for name in ("a.jpg", "b.jpg", "d.jpg")}
    assert (second.photos / "b.jpg").samefile(photos / "b.jpg")


@pytest.mark.django_db(transaction=True)
def test_on_another_disk_the_photos_are_copied(photos, monkeypatch):
    monkeypatch.setattr(os, "link", refuse(18, "Invalid cross-device link"))
    kept = back_up().photos
    assert contents(kept) == contents(photos)
    assert not (kept / "b.jpg").samefile(photos / "b.jpg")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fault", ("full", "folder", "unreadable"))
def test_photos_that_cannot_be_kept_are_told_and_the_database_is_copied(
    photos, monkeypatch, settings, fault
):
    first = back_up()
    monkeypatch.setattr(shelf, "ALWAYS_KEPT", 1)
    monkeypatch.setattr(shelf, "SPANS", ())
    monkeypatch.setattr(os, "link", refuse(1, "No second names here"))
    if fault == "full":
        (photos / "z.jpg").write_bytes(b"z")
        monkeypatch.setattr(shutil, "copyfile", refuse(28, "No space left on device"))
    if fault == "folder":
        settings.PHOTOS_DIR = photos / "a.jpg"  # a file where the folder should be
    if fault == "unreadable":
        (photos / "z.jpg").symlink_to(photos / "nowhere.jpg")
    with pytest.raises(BesideError, match="Not all photos of sheets are with it") as told:
        back_up()
    assert shelf.copies(shelf.home()) == [first, told.value.copy]
    assert set(contents(first.photos)) == {"a.jpg", "b.jpg"}
    assert not list(shelf.home().rglob("*.tmp"))
    with pytest.raises(CommandError, match="by hand"):
        call_command("backup", stdout=StringIO())


@pytest.mark.django_db(transaction=True)
def test_the_start_goes_on_without_the_photos(photos, monkeypatch, capsys):
    monkeypatch.setattr(os, "link", refuse(1, "No second names here"))
    monkeypatch.setattr(shutil, "copyfile", refuse(28, "No space left on device"))
    copy_database(Why.UPGRADE)
    assert "No space left on device" in capsys.readouterr().out
    assert len(shelf.copies(shelf.home())) == 1


# --- a second place -----------------------------------------------------------------------


@pytest.fixture
def stick(settings, tmp_path):
    """A stick that is plugged in."""
    place = tmp_path / "stick"
    place.mkdir()
    settings.BACKUP_PLACES = [place]
    return place


@pytest.mark.django_db(transaction=True)
def test_a_copy_goes_whole_to_the_stick(photos, stick):
    made = back_up()
    (there,) = shelf.copies(stick)
    assert contents(there.path) == contents(made.path)
    assert contents(there.photos) == contents(photos)
    assert (there.number, there.why) == (made.number, Why.ASKED)


@pytest.mark.django_db(transaction=True)
def test_the_end_of_the_program_names_the_stick_as_well(stick, capsys):
    copy_database(Why.STOP)
    (there,) = shelf.copies(stick)
    assert f"club: {there.path} (the same)\n" in capsys.readouterr().out


@pytest.mark.django_db(transaction=True)
def test_a_stick_that_is_not_there_is_told_and_never_made(stick):
    stick.rmdir()
    with pytest.raises(BesideError, match="is the stick plugged in"):
        back_up()
    assert not stick.exists()
    assert len(shelf.copies(shelf.home())) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fault", ("full", "rotten"))
def test_a_stick_that_fails_has_no_half_copy(stick, monkeypatch, fault):
    whole = shutil.copytree

    def fails(source, target):
        whole(source, target)
        if fault == "full":
            raise OSError(28, "No space left on device")
        database = next(target.glob("club.*"))
        database.write_bytes(database.read_bytes()[:-1] + b"!")

    monkeypatch.setattr(shutil, "copytree", fails)
    words = "The disk is full" if fault == "full" else "Take another stick"
    with pytest.raises(BesideError, match=words):
        back_up()
    assert [each for each in stick.iterdir() if not each.name.startswith(".")] == []
    assert len(shelf.copies(shelf.home())) == 1
