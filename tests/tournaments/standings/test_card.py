"""What a messenger shows of an event: words, a picture, and nothing that the page does not say."""

import re
from io import BytesIO

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.formats import date_format
from PIL import Image

from tests import make
from tests.tournaments.conftest import WON
from tournaments.models import Event, Round, Table
from tournaments.standings.pages.card import SIZE, picture, told
from tournaments.standings.queries.standings import standings_shown

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club):
    event = make.make_released_event(club, tables=2, deals=4, language="en")
    make.enter(Table.objects.filter(round__event=event)[0], 1, WON)
    return Event.objects.select_related("club").get(pk=event.pk)


def meta(client, event):
    page = client.get(reverse("tournaments:public-standings", args=[event.pk])).content.decode()
    return dict(re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)">', page))


def test_the_words_are_those_of_the_standings(client, event):
    said = meta(client, event)["og:description"]
    first = [row for row in standings_shown(event).rows if row.place][:3]
    assert len(first) == 3
    for row in first:
        assert row.name in said
    assert first[0].points == 2
    assert "+2" in said


def test_the_picture_is_where_it_is_said_to_be(client, event):
    found = meta(client, event)
    at = reverse("tournaments:card", args=[event.pk])
    assert found["og:image"] == f"{settings.PUBLIC_URL}{at}"
    answer = client.get(at)
    assert answer["Content-Type"] == "image/png"
    image = Image.open(BytesIO(answer.content))
    assert image.size == SIZE == (int(found["og:image:width"]), int(found["og:image:height"]))
    assert len(answer.content) < 60_000


def test_it_changes_with_the_event_and_is_drawn_once(client, event):
    at = reverse("tournaments:card", args=[event.pk])
    first = client.get(at)
    assert client.get(at, headers={"if-none-match": first["ETag"]}).status_code == 304
    with CaptureQueriesContext(connection) as asked:
        assert client.get(at).content == first.content
    assert len(asked) == 1, "the event alone"
    make.enter(Table.objects.filter(round__event=event)[0], 2, {**WON, "declarer": 2})
    assert client.get(at).content != first.content


def test_before_anything_is_played_nobody_is_named(club):
    event = make.make_released_event(club, tables=1, language="en")
    assert told(event) == date_format(event.date, "DATE_FORMAT")
    assert picture(event)


def test_names_of_any_length_and_alphabet_fit(event):
    Event.objects.filter(pk=event.pk).update(name="Æøå Þórðarson Łódź " * 6)
    event.participants.update(name="Þorgerður-Brák Skałłagrímsdóttir Ægisdóttir av Nørrebro")
    event = Event.objects.select_related("club").get(pk=event.pk)
    image = Image.open(BytesIO(picture(event))).convert("RGB")
    edge = image.crop((SIZE[0] - 60, 0, *SIZE))
    assert len(set(edge.get_flattened_data())) == 1, "nothing runs out of the picture"


def test_a_draft_has_none(client, event):
    event.rounds.update(state=Round.State.DRAFT, released_at=None)
    assert client.get(reverse("tournaments:card", args=[event.pk])).status_code == 404


def test_the_icons_are_as_large_as_they_say():
    for size in (180, 512):
        with Image.open(str(finders.find(f"tournaments/icon-{size}.png"))) as icon:
            assert icon.size == (size, size)
