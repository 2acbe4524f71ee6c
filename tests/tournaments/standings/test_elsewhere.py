"""The results for a club's own pages: as plain text, and as a feed."""

import datetime as dt
import re
from xml.etree import ElementTree as ET

import pytest
from django.urls import reverse
from django.utils import timezone

from tests import make
from tests.tournaments.figures.raw import parts_of, play
from tournaments.models import Event, Round

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
DEALS = 6


@pytest.fixture
def event(club):
    made = make.make_released_event(club, tables=1, rounds=2, deals=DEALS)
    play(made, DEALS)
    Event.objects.filter(pk=made.pk).update(date=timezone.localdate())
    return Event.objects.get(pk=made.pk)


def get(client, name, pk, **more):
    url = reverse(f"tournaments:{name}", args=[pk])
    return client.get(url, headers={"accept-language": "en", **more})


def read(text):
    """Points by name, as they stand in the text."""
    lines = re.findall("^ *(?:=?[0-9]+|–)  (.+?) +([+\N{MINUS SIGN}]?[0-9]+)$", text, re.MULTILINE)
    return {name: int(points.replace("\N{MINUS SIGN}", "-")) for name, points in lines}


def entries(answer):
    return ET.fromstring(answer.content).findall(f"{ATOM}entry")  # noqa: S314 - our own


def test_text_says_what_the_journals_say(client, event):
    answer = get(client, "standings-text", event.pk)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["X-Robots-Tag"] == "noindex"
    text = answer.content.decode()
    names = {player.pk: player.name for player in event.participants.all()}
    assert read(text) == {names[key]: each.total() for key, each in parts_of(event).items()}
    assert text.splitlines()[0] == event.name
    again = get(client, "standings-text", event.pk, **{"if-none-match": answer["ETag"]})
    assert again.status_code == 304


def test_the_newest_of_a_club_that_everybody_finds(client, club, event):
    assert get(client, "latest-standings-text", club.pk).content.decode().startswith(event.name)
    Event.objects.filter(pk=event.pk).update(archived_at=timezone.now() - dt.timedelta(days=60))
    assert get(client, "latest-standings-text", club.pk).status_code == 404
    assert get(client, "latest-standings-text", make.new_id()).status_code == 404


def test_nothing_of_what_is_kept_back(client, club, event, settings):
    settings.STANDINGS_SECONDS = 0
    Event.objects.filter(pk=event.pk).update(frozen_after=1, version=10_000)
    text = get(client, "standings-text", event.pk).content.decode()
    assert "Standings after round 1" in text
    whole = {player.name: parts_of(event)[player.pk].total() for player in event.participants.all()}
    assert read(text) != whole
    (entry,) = entries(get(client, "results-feed", club.pk))
    first = max(read(text), key=read(text).get)
    summary = entry.findtext(f"{ATOM}summary")
    assert f"{first} +{read(text)[first]}" in summary


def test_a_feed_of_what_everybody_finds(client, club, event, settings):
    settings.STANDINGS_SECONDS, settings.PUBLIC_URL = 0, "https://klub.example"
    hidden = make.make_released_event(
        club, tables=1, people=[player.person for player in event.participants.all()]
    )
    Round.objects.filter(event=hidden).update(state=Round.State.DRAFT)
    other = make.make_club("Klub Basta")
    make.make_released_event(other, tables=1)
    answer = get(client, "results-feed", club.pk)
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    (entry,) = entries(answer)
    assert entry.findtext(f"{ATOM}title") == event.name
    page = reverse("tournaments:public-standings", args=[event.pk])
    assert entry.find(f"{ATOM}link").get("href") == f"https://klub.example{page}"
    again = get(client, "results-feed", club.pk, **{"if-none-match": answer["ETag"]})
    assert again.status_code == 304
    Event.objects.filter(pk=event.pk).update(version=10_000, name="<Åben> & lukket")
    (entry,) = entries(get(client, "results-feed", club.pk))
    assert entry.findtext(f"{ATOM}title") == "<Åben> & lukket"


def test_the_pages_lead_to_both(client, club, event):
    text = get(client, "public-standings", event.pk).content.decode()
    assert reverse("tournaments:standings-text", args=[event.pk]) in text
    text = get(client, "public-years", club.pk).content.decode()
    assert reverse("tournaments:results-feed", args=[club.pk]) in text


def test_another_site_may_read_these_alone_and_as_nobody(client, club, event):
    of_event, of_club = ("standings-text", event.pk), ("results-feed", club.pk)
    for name, pk in (of_event, of_club, ("latest-standings-text", club.pk)):
        answer = get(client, name, pk)
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer
        assert not answer.cookies
    for name, pk in (("public-standings", event.pk), ("public-years", club.pk)):
        assert "Access-Control-Allow-Origin" not in get(client, name, pk)


def test_a_feed_is_made_once_for_all_who_ask_whatever_they_write_behind_its_address(
    client, club, event, monkeypatch, settings
):
    settings.STANDINGS_SECONDS = 60
    address = reverse("tournaments:results-feed", args=[club.pk])
    first = client.get(address)
    monkeypatch.setattr("tournaments.standings.views.elsewhere._feed", None)
    assert client.get(address, {"x": "1"}).content == first.content
    for port in (81, 82):
        assert client.get(address, headers={"host": f"testserver:{port}"}).content == first.content
