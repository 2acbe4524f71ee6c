"""What is kept of an event does not grow with its versions, of which an evening has some hundred.

A process's own cache looks whether something has run out only when it is asked for: what has the
version in its key would stay as long as the process.
"""

import pytest
from django.core.cache import cache
from django.test import Client

from tests import make
from tests.tournaments.conftest import WON
from tests.tournaments.folders.test_secret import routes
from tournaments.models import Event, Table
from tournaments.standings.views import card, standings

pytestmark = pytest.mark.django_db
OF_AN_EVENT = ("s/<uuid:pk>/", "events/<uuid:pk>/standings/")


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=1, rounds=1, deals=9)


@pytest.fixture
def keys(monkeypatch):
    """Under which keys anything was kept."""
    found: set[str] = set()
    set_ = cache.set

    def noted(key, *words, **named):
        found.add(key)
        return set_(key, *words, **named)

    monkeypatch.setattr(cache, "set", noted)
    return found


def addresses(event):
    """Every page of the event that is kept for many, in whatever room it is."""
    shown = [route for route in routes() if route.startswith(OF_AN_EVENT)]
    player = event.participants.order_by("number")[0]
    keys = (("<uuid:pk>", event.pk), ("<uuid:participant>", player.pk))
    for route in shown:
        address = f"/{route}"
        for parameter, key in keys:
            address = address.replace(parameter, str(key))
        yield address


def look(event, *clients):
    found = 0
    for client in clients:
        for language in ("da", "en"):
            for address in addresses(event):
                answer = client.get(address, headers={"accept-language": language})
                found += answer.status_code == 200
    return found


def grown(event, keys, director):
    """How many keys are new when two more deals are in."""
    table = Table.objects.get(round__event=event)
    make.empty_cache()
    before = 0
    for deal in (1, 2, 3):
        make.enter(table, deal, WON | {"declarer": deal % 4})
        assert look(Event.objects.get(), Client(), director) > 20
        if deal == 1:
            before = len(keys)
    return len(keys) - before


@pytest.mark.strict
def test_a_version_takes_the_place_of_the_one_before(event, keys, director_client, settings):
    settings.STANDINGS_SECONDS = 0
    assert grown(event, keys, director_client) == 0
    assert len(keys) > 10


@pytest.mark.nightly
def test_the_twin_with_the_version_in_the_key_grows(
    event, keys, director_client, settings, monkeypatch
):
    settings.STANDINGS_SECONDS = 0
    for room in (card, standings):
        monkeypatch.setattr(room, "keep", lambda key, tag, value: cache.set(f"{key}{tag}", value))
    assert grown(event, keys, director_client) >= 8
