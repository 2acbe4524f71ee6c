"""What a director sees and presses, what is typed, and what is kept meanwhile."""

import io
import os
import time
import zipfile
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse

from lhombre_club.members.models import Club
from tests import make
from tests.tournaments.carried import everything
from tournaments import tasks
from tournaments.carried import pages
from tournaments.carried.domain import kept
from tournaments.carried.queries import schema, writing
from tournaments.carried.queries.kinds import OF_CLUB
from tournaments.models import Event, Voucher

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def elsewhere(event, client):
    """The file of the event, and the director of a club on another machine."""
    file = writing.event_file(event).read()
    everything.empty_machine()
    club = Club.objects.create(name="Klub Manille")
    client.force_login(make.make_director(club))
    return file, club


def send(client, file):
    sent = SimpleUploadedFile("aften.zip", file, content_type="application/zip")
    return client.post(reverse("tournaments:club-file"), {"file": sent}, headers=ENGLISH)


def accept(client, page):
    return client.post(
        reverse("tournaments:club-file"), {"kept": page.context["kept"]}, headers=ENGLISH
    )


def waiting(settings):
    return list((settings.VAR_DIR / "taken-in").glob("*"))


def test_an_event_is_shown_first_and_then_taken_in(elsewhere, client, settings):
    file, club = elsewhere
    page = send(client, file)
    said = page.content.decode()
    assert "The event is made here." in said
    assert "9 players are made: " in said
    assert "The season Efterår &lt;b&gt; is made." in said
    assert "It was made by this program here" in said
    assert Event.objects.count() == 0
    assert [each.stat().st_mode & 0o777 for each in waiting(settings)] == [0o600]
    answer = accept(client, page)
    (made,) = Event.objects.filter(club=club)
    assert answer.headers["Location"] == reverse("tournaments:event", args=[made.pk])
    assert waiting(settings) == []
    again = send(client, file).content.decode()
    assert "The event is here already, with everything that the file has." in again
    assert 'name="kept"' not in again
    assert waiting(settings) == []


@pytest.mark.strict
def test_sent_twice_it_is_taken_in_once(elsewhere, client):
    file, _club = elsewhere
    page = send(client, file)
    accept(client, page)
    accept(client, page)
    assert Event.objects.count() == 1


@pytest.mark.strict
def test_on_a_strange_computer_the_seal_is_named(elsewhere, client, settings):
    settings.SECRET_KEY = "another"
    file, _club = elsewhere
    client.force_login(make.make_director(Club.objects.create(name="X"), "x"))
    page = send(client, file)
    assert "It was made on another computer." in page.content.decode()
    assert page.context["told"].code in page.content.decode()


@pytest.mark.strict
def test_the_key_before_this_one_signs_too(elsewhere, client, settings):
    file, _club = elsewhere
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another"
    client.force_login(make.make_director(Club.objects.create(name="X"), "x"))
    assert "It was made by this program here" in send(client, file).content.decode()


@pytest.mark.strict
def test_what_waits_is_of_one_club_and_of_some_hours(elsewhere, client, settings, monkeypatch):
    file, club = elsewhere
    page = send(client, file)
    other = Club.objects.create(name="Klub Basta")
    client.force_login(make.make_director(other, "other"))
    accept(client, page)
    assert Event.objects.count() == 0
    client.force_login(club.roles.get().user)
    monkeypatch.setattr(kept, "LIVES", -1)
    accept(client, page)
    assert Event.objects.count() == 0
    (old,) = waiting(settings)
    monkeypatch.undo()
    os.utime(old, (0, time.time() - kept.LIVES - 1))
    send(client, file)
    assert old not in waiting(settings)


@pytest.mark.strict
def test_at_night_goes_what_nobody_came_back_for(elsewhere, client, settings):
    for _ in range(2):
        send(client, elsewhere[0])
    old, new = waiting(settings)
    os.utime(old, (0, time.time() - kept.LIVES - 1))
    tasks.let_go()
    assert waiting(settings) == [new]


@pytest.mark.strict
def test_no_more_wait_than_a_disk_bears(elsewhere, client, settings, monkeypatch):
    monkeypatch.setattr(kept, "MOST", 3)
    for _ in range(5):
        send(client, elsewhere[0])
    assert len(waiting(settings)) == 3


@pytest.mark.strict
@pytest.mark.parametrize("token", ("", "x", "x:y:z"))
def test_a_made_up_mark_brings_nothing(elsewhere, client, token):
    answer = client.post(reverse("tournaments:club-file"), {"kept": token}, headers=ENGLISH)
    assert answer.headers["Location"] == reverse("tournaments:club-file")
    assert Event.objects.count() == 0


def test_a_director_takes_the_file_from_the_events_page(event, director_client):
    page = director_client.get(reverse("tournaments:event", args=[event.pk])).content.decode()
    address = reverse("tournaments:event-file", args=[event.pk])
    assert address in page
    page = director_client.get(address).content.decode()
    address = reverse("tournaments:event-file-zip", args=[event.pk])
    assert address in page
    for asked, photos in (({}, 0), ({"photos": "1"}, 1)):
        answer = director_client.get(address, asked)
        assert answer.headers["Content-Disposition"].endswith('"klubaften-2026-11-21.zip"')
        with zipfile.ZipFile(io.BytesIO(b"".join(answer))) as archive:
            assert sum(name.startswith("photos/") for name in archive.namelist()) == photos


def test_the_clubs_file_is_found_from_its_page(event, director_client):
    page = director_client.get(reverse("tournaments:club")).content.decode()
    address = reverse("tournaments:club-file")
    assert address in page
    assert reverse("tournaments:club-file-zip") in director_client.get(address).content.decode()
    answer = director_client.get(reverse("tournaments:club-file-zip"))
    with zipfile.ZipFile(io.BytesIO(b"".join(answer))) as archive:
        assert f"events/{event.pk}.zip" in archive.namelist()


def test_the_page_says_what_of_the_club_is_in_it_and_what_is_not(event, club, english):
    everything.of_club(club)
    page = english.get(reverse("tournaments:club-file")).content.decode()
    voucher = Voucher.objects.filter(club=club).count()
    for words in (f"Vouchers of the cash book: {voucher}", "Past evenings of seasons: 1"):
        assert f"<li>{words}</li>" in page
    assert "the letters under Post" in page
    assert f"Events, each as a file of its own inside: {Event.objects.count()}" in page
    assert "Payments of dues: 0" not in page


def test_every_part_of_a_club_has_a_name_or_is_part_of_one_that_has():
    assert {kind.name for kind in OF_CLUB} == {*pages.NAMED, *pages.WITHIN}
    assert set(pages.WITHIN.values()) <= set(pages.NAMED)


@pytest.mark.parametrize(("taken", "called"), ((False, "Klub Spadille"), (True, "Nyt navn")))
def test_a_club_that_moves_takes_its_name_along(event, club, client, taken, called):
    file = writing.club_file(club).read()
    everything.empty_machine()
    new = Club.objects.create(name="Nyt navn")
    if taken:
        Club.objects.create(name="Klub Spadille")
    client.force_login(make.make_director(new))
    page = send(client, file)
    assert f"{called}" in page.content.decode()
    accept(client, page)
    new.refresh_from_db()
    assert new.name == called
    again = send(client, file).content.decode()
    assert ("Nyt navn" in again) is taken


@pytest.mark.parametrize("name", ("event-file", "event-file-zip"))
def test_nobody_else_gets_it(event, client, stranger_client, name):
    address = reverse(f"tournaments:{name}", args=[event.pk])
    assert client.get(address).status_code == 302
    assert stranger_client.get(address).status_code == 404


@pytest.mark.parametrize("name", ("club-file", "club-file-zip"))
def test_a_stranger_gets_his_own_club(event, client, stranger_client, name):
    assert client.get(reverse(f"tournaments:{name}")).status_code == 302
    answer = stranger_client.get(reverse(f"tournaments:{name}"))
    assert b"Spadille" not in b"".join(answer)


# --- what is typed ------------------------------------------------------------------------


def typed(name, *words, **options):
    out = io.StringIO()
    call_command(name, *words, stdout=out, **options)
    return out.getvalue()


@pytest.mark.strict
def test_a_club_is_moved_to_an_empty_machine(event, club, tmp_path):
    file = tmp_path / "club.zip"
    assert "Klub Spadille is in " in typed("take_out", file, photos=True)
    assert file.stat().st_mode & 0o777 == 0o600
    everything.empty_machine()
    assert "Klub Spadille is taken in, with 1 event;" in typed("take_in", file)
    assert Club.objects.get() == club
    assert Event.objects.get() == event
    assert "with 0 events" in typed("take_in", file)


@pytest.mark.strict
def test_an_event_goes_into_the_club_that_is_named(event, tmp_path):
    file = tmp_path / "event.zip"
    typed("take_out", file, event=str(event.pk))
    everything.empty_machine()
    Club.objects.create(name="A")
    other = Club.objects.create(name="B")
    assert "Klubaften is taken in; the account and the seals agree." in typed(
        "take_in", file, club="B"
    )
    assert Event.objects.get().club == other


@pytest.mark.strict
def test_what_cannot_be_is_told_in_a_sentence(event, tmp_path):
    file = tmp_path / "event.zip"
    typed("take_out", file, event=str(event.pk))
    for name, words, options in (
        ("take_out", (file,), {}),
        ("take_out", (tmp_path / "x.zip",), {"event": "2"}),
        ("take_out", (tmp_path / "x.zip",), {"event": str(uuid4())}),
        ("take_out", (tmp_path / "no" / "x.zip",), {}),
        ("take_out", (tmp_path / "x.zip",), {"club": "Nobody"}),
        ("take_in", (file,), {}),
        ("take_in", (tmp_path / "no.zip",), {}),
    ):
        with pytest.raises(CommandError) as told:
            typed(name, *words, **options)
        assert str(told.value)


# --- the description ----------------------------------------------------------------------


@pytest.mark.parametrize("kind", ("event", "club"))
def test_the_description_names_every_part(kind):
    text = (Path(__file__).parents[3] / "docs" / "event-file.md").read_text(encoding="utf-8")
    assert [name for name in schema.rows_of(kind) if f"`{name}`" not in text] == []
