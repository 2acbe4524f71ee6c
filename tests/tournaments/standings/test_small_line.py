"""What a line of the standings says beside its figures: a shared place in words, and its rounds."""

import uuid

import pytest
from django.urls import reverse

from tests import make
from tournaments.models import Table
from tournaments.penalties.domain.penalties import Penalty, penalise

pytestmark = pytest.mark.django_db
WON = {"declarer": 1, "contract": "solo", "outcome": "won"}


def page(client, event):
    url = reverse("tournaments:public-standings", args=[event.pk])
    return client.get(url, headers={"accept-language": "en"}).content.decode()


def test_a_shared_place_is_heard_as_words(client, club):
    event = make.make_released_event(club, tables=1, deals=4)
    make.enter(Table.objects.get(round__event=event), 1, WON)
    text = page(client, event)
    heard = '<span class="visually-hidden">shared 3rd</span>'
    assert text.count(f'<span aria-hidden="true">=3</span>{heard}') == 2
    assert "standing__small" not in text, "of one round its points say all"


def test_each_round_stands_in_a_small_line(client, club):
    event = make.make_released_event(club, tables=1, rounds=2, deals=4)
    for table in Table.objects.filter(round__event=event):
        make.enter(table, 1, WON)
    text = page(client, event)
    assert text.count("standing__small") == 4
    assert "Round 1: +6 · Round 2: +6" in text


def test_what_else_the_points_are_the_sum_of_stands_there_too(client, club):
    event = make.make_released_event(club, tables=1, deals=4)
    table = Table.objects.get(round__event=event)
    make.enter(table, 1, WON)
    fined = Penalty(id=uuid.uuid4(), seat=1, points=2, reason="telephone")
    penalise(table=table, penalty=fined, actor="user:x")
    text = page(client, event)
    assert "Round 1: +6 · Penalties: −2" in text
    assert text.count("standing__small") == 1
