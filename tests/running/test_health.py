"""Whoever watches the program is told whether it lives, and whether it can take a result."""

import shutil
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from django.db import OperationalError, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse

from lhombre_club import disk
from lhombre_club.health import probes


def test_it_lives_whatever_the_database_does(client):
    """This test may not ask the database."""
    assert client.get(reverse("live")).json() == {"live": True}


@pytest.mark.django_db
def test_it_is_ready_when_a_result_could_be_stored(client):
    answer = client.get(reverse("ready"))
    assert (answer.status_code, answer.json()) == (200, {"ready": True, "why": []})
    assert "no-store" in answer["Cache-Control"]
    assert client.post(reverse("ready")).status_code == 405


def silent(*_words, **_named):
    raise OperationalError("nobody answers")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("place", "name", "does", "why"),
    (
        (transaction, "atomic", silent, "database: away"),
        (probes, "_has_shape", lambda: False, "database: not of this program's shape"),
        (
            shutil,
            "disk_usage",
            lambda _path: SimpleNamespace(free=disk.LOW - 1),
            "disk: nearly full",
        ),
    ),
)
def test_it_is_not_ready_and_says_why(client, monkeypatch, place, name, does, why):
    monkeypatch.setattr(place, name, does)
    answer = client.get(reverse("ready"))
    assert (answer.status_code, answer.json()) == (503, {"ready": False, "why": [why]})


@pytest.mark.django_db
@pytest.mark.parametrize(("seconds", "looks"), ((60, 1), (0, 20)))
def test_who_asks_on_and_on_takes_few_turns_of_those_who_write(
    client, settings, monkeypatch, seconds, looks
):
    """The twin, without a rest, looks each time."""
    settings.STANDINGS_SECONDS = seconds
    look = Mock(return_value=True)
    monkeypatch.setattr(probes, "_has_shape", look)
    for _ in range(20):
        assert client.get(reverse("ready")).status_code == 200
    assert look.call_count == looks


@pytest.mark.django_db
def test_it_is_not_ready_where_a_newer_program_was(client):
    MigrationRecorder.Migration.objects.create(app="tournaments", name="9999_of_tomorrow")
    assert client.get(reverse("ready")).status_code == 503


@pytest.mark.django_db
def test_who_asks_while_another_looks_holds_no_thread(client, monkeypatch):
    monkeypatch.setattr(probes, "PATIENCE", 0)
    with probes._looking:
        answer = client.get(reverse("ready"))
    assert (answer.status_code, answer.json()["why"]) == (503, ["database: busy"])
    assert client.get(reverse("ready")).status_code == 200
