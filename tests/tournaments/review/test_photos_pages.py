"""A photo of a sheet: decoded, drawn anew without what cannot be seen, for directors alone."""

import io
import struct
import threading
import uuid
import zlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from lhombre_club.refusal import Refusal
from tests import make
from tests.tournaments.api.conftest import link_client_of
from tournaments.models import Activity, Round, SheetPhoto, Table
from tournaments.review.domain import photos
from tournaments.review.reasons import ReviewReason
from tournaments.seating.domain.drawing import draw_rest

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
CAMERA = b"Kamera 3000"
ORIENTATION, MAKE = 0x0112, 0x010F


@pytest.fixture(autouse=True)
def _folder(settings, tmp_path):
    settings.PHOTOS_DIR = tmp_path / "media"


@pytest.fixture
def table(club):
    return Table.objects.get(round__event=make.make_released_event(club, tables=1))


@pytest.fixture
def send(director_client, table):
    """Attach a file to the table as the page does."""

    def send(data):
        file = SimpleUploadedFile("photo.jpg", data, content_type="image/jpeg")
        address = reverse("tournaments:photos", args=[table.pk])
        return director_client.post(address, {"file": file}, headers=ENGLISH)

    return send


def picture(kind="JPEG", size=(60, 40), colour="navy", mode="RGB"):
    buffer = io.BytesIO()
    exif = Image.Exif()
    exif[MAKE] = CAMERA.decode()
    exif[ORIENTATION] = 6  # held upright
    Image.new(mode, size, colour).save(buffer, kind, exif=exif)
    return buffer.getvalue()


@pytest.mark.parametrize("kind", photos.FORMATS)
def test_a_photo_is_kept_as_a_jpeg_of_our_own_and_shown(director_client, send, kind):
    data = picture(kind)
    assert CAMERA in data
    assert send(data).status_code == 302
    photo = SheetPhoto.objects.get()
    answer = director_client.get(reverse("tournaments:photo", args=[photo.pk]))
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/jpeg", "nosniff")
    kept = b"".join(answer.streaming_content)
    assert CAMERA not in kept
    with Image.open(io.BytesIO(kept)) as shown:
        assert (shown.format, shown.size, dict(shown.getexif())) == ("JPEG", (40, 60), {})
    assert (photo.width, photo.height, photo.size) == (40, 60, len(kept))
    assert Activity.objects.filter(verb="photo.attached", facts={"photo": str(photo.pk)}).exists()


def test_a_large_one_is_made_smaller(send):
    send(picture(size=(5000, 1000)))
    photo = SheetPhoto.objects.get()
    assert max(photo.width, photo.height) == photos.EDGE


def test_transparent_and_grey_ones_are_taken(send):
    assert send(picture("PNG", mode="RGBA", colour=(1, 2, 3, 4))).status_code == 302
    assert send(picture("PNG", mode="L", colour=7)).status_code == 302


def test_the_same_photo_twice_is_once(send):
    data = picture()
    assert [send(data).status_code for _ in range(2)] == [302, 302]
    assert SheetPhoto.objects.count() == 1


@pytest.mark.parametrize(
    ("data", "says"),
    (
        (b"", "This is no photo that can be read."),
        (b"<html><script>alert(1)</script>", "This is no photo that can be read."),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "This is no photo that can be read."),
        (picture("GIF"), "This is no photo that can be read."),
        (picture()[:-200], "This is no photo that can be read."),
        (picture() + b"x" * photos.LARGEST, "The photo is too large."),
    ),
)
def test_what_is_no_photo_is_refused_in_words_and_leaves_nothing(send, settings, data, says):
    answer = send(data)
    assert answer.status_code == 400
    assert says in answer.content.decode()
    assert not SheetPhoto.objects.exists()
    assert not settings.PHOTOS_DIR.exists()


def test_a_picture_of_very_many_pixels_is_not_even_decoded(send, monkeypatch):
    monkeypatch.setattr(photos, "MOST_PIXELS", 2000)
    assert "The photo is too large." in send(picture()).content.decode()


def claiming(width: int, height: int) -> bytes:
    """A PNG of a few bytes whose head claims so many pixels."""
    plain: bytes = picture("PNG")
    head = b"IHDR" + struct.pack(">II", width, height) + plain[24:29]
    return plain[:12] + head + struct.pack(">I", zlib.crc32(head)) + plain[33:]


@pytest.mark.parametrize("sides", ((10_000, 10_000), (1, 60_000_000), (30_000, 30_000)))
def test_sides_are_read_before_anything_is_decoded(monkeypatch, sides):
    decoded: list[object] = []
    monkeypatch.setattr(photos, "_upright", decoded.append)
    with pytest.raises(Refusal) as refused:
        photos.redrawn(claiming(*sides))
    assert (refused.value.reason, decoded) == (ReviewReason.PHOTO_TOO_LARGE, [])


def test_without_that_limit_they_are_decoded(monkeypatch):
    """The twin."""
    decoded: list[object] = []
    monkeypatch.setattr(photos, "_upright", lambda sent: decoded.append(sent.size))
    monkeypatch.setattr(photos, "MOST_PIXELS", 10**12)
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", None)
    photos.redrawn(claiming(10_000, 10_000))
    assert decoded == [(10_000, 10_000)]


def most_at_once(monkeypatch, turns: int | None = None) -> int:
    """How many of four photos that are sent at once are decoded together."""
    now, most = [], []
    meet = threading.Barrier(2)

    def decode(sent):
        now.append(sent)
        most.append(len(now))
        with suppress(threading.BrokenBarrierError):
            meet.wait(0.2)  # whoever is let in too comes meanwhile
        now.remove(sent)

    monkeypatch.setattr(photos, "_upright", decode)
    if turns:
        monkeypatch.setattr(photos, "_decoding", threading.BoundedSemaphore(turns))
    with ThreadPoolExecutor(4) as several:
        list(several.map(photos.redrawn, [picture()] * 4))
    return max(most)


def test_photos_are_decoded_one_at_a_time(monkeypatch):
    assert most_at_once(monkeypatch) == 1


def test_without_the_lock_they_are_decoded_together(monkeypatch):
    """The twin."""
    assert most_at_once(monkeypatch, turns=4) > 1


def test_who_waits_too_long_is_told_to_come_again(send, monkeypatch):
    monkeypatch.setattr(photos, "PATIENCE", 0.01)
    with photos._decoding:
        answer = send(picture())
    assert "Send yours again in a minute" in answer.content.decode()
    assert send(picture()).status_code == 302


def test_a_bomb_is_refused(send, monkeypatch):
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 100)
    answer = send(picture())
    assert answer.status_code == 400


def test_a_table_has_so_many_and_no_more(send, monkeypatch):
    monkeypatch.setattr(photos, "MOST_PHOTOS", 1)
    assert send(picture()).status_code == 302
    answer = send(picture(colour="red"))
    assert "as many photos as it can have" in answer.content.decode()
    assert SheetPhoto.objects.count() == 1


def test_it_is_removed_with_its_file(
    director_client, send, settings, django_capture_on_commit_callbacks
):
    send(picture())
    photo = SheetPhoto.objects.get()
    assert photos.file_of(photo).is_file()
    with django_capture_on_commit_callbacks(execute=True):
        director_client.post(reverse("tournaments:photo-remove", args=[photo.pk]))
    assert not SheetPhoto.objects.exists()
    assert list(settings.PHOTOS_DIR.iterdir()) == []


def test_one_whose_file_is_gone_is_not_found(director_client, send):
    send(picture())
    photo = SheetPhoto.objects.get()
    photos.file_of(photo).unlink()
    address = reverse("tournaments:photo", args=[photo.pk])
    assert director_client.get(address).status_code == 404


def test_directors_of_the_club_see_it_and_nobody_else(
    client, director_client, stranger_client, send, table
):
    send(picture())
    photo = SheetPhoto.objects.get()
    page = director_client.get(reverse("tournaments:photos", args=[table.pk]))
    assert reverse("tournaments:photo", args=[photo.pk]) in page.content.decode()
    for name, pk in (("photos", table.pk), ("photo", photo.pk)):
        address = reverse(f"tournaments:{name}", args=[pk])
        assert stranger_client.get(address).status_code == 404
        assert client.get(address).status_code == 302
        assert link_client_of(table).get(address).status_code == 302
    removal = reverse("tournaments:photo-remove", args=[photo.pk])
    assert stranger_client.post(removal).status_code == 404
    assert director_client.get(reverse("tournaments:photo", args=[uuid.uuid4()])).status_code == 404


def test_one_of_a_table_that_is_drawn_anew_stays_with_the_event(
    director_client, stranger_client, send, table, settings, django_capture_on_commit_callbacks
):
    def read(name, pk):
        page = director_client.get(reverse(f"tournaments:{name}", args=[pk]), headers=ENGLISH)
        return page.content.decode()

    event = table.round.event
    send(picture())
    photo = SheetPhoto.objects.get()
    assert "drawn anew" not in read("event", event.pk)
    table.delete()
    photo.refresh_from_db()
    assert (photo.table, photo.event, photos.file_of(photo).is_file()) == (None, event, True)
    assert (photo.round_number, photo.table_number) == (1, 1)
    assert "1 photo is of a table that was drawn anew" in read("event", event.pk)
    assert "Round 1, table 1: photo of" in read("tray", event.pk)
    address = reverse("tournaments:photo", args=[photo.pk])
    assert address in read("tray", event.pk)
    assert director_client.get(address).status_code == 200
    assert stranger_client.get(address).status_code == 404
    with django_capture_on_commit_callbacks(execute=True):
        answer = director_client.post(reverse("tournaments:photo-remove", args=[photo.pk]))
    assert answer["Location"] == reverse("tournaments:tray", args=[event.pk])
    assert list(settings.PHOTOS_DIR.iterdir()) == []


def test_a_round_that_is_drawn_again_keeps_its_photos(send, table, director):
    send(picture())
    Round.objects.update(state=Round.State.DRAFT)
    draw_rest(event=table.round.event, seed=7, first=1, actor=director.actor)
    assert not Table.objects.filter(pk=table.pk).exists()
    photo = SheetPhoto.objects.get()
    assert (photo.event, photo.table) == (table.round.event, None)
