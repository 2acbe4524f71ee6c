"""A season of which not every evening counts: which of its figures are of those that do."""

import datetime as dt
import re

import pytest
from django.urls import reverse
from django.utils.translation import override

from tests import make
from tournaments.models import Round, Season, Table
from tournaments.papers.documents.of_club import OfClub
from tournaments.papers.documents.years import booklet

pytestmark = pytest.mark.django_db
SOLO = {"declarer": 1, "contract": "solo", "outcome": "won"}
LEVEL = "What does not count is not in the lines: there they stay level."
EVERY = "Every evening is in it that has deals, also what does not count above."


@pytest.fixture
def played(club):
    """Return a function that lets two evenings of a season be played, of which so many count."""

    def played(best):
        season = Season.objects.create(club=club, name="Vinter", planned=2, best=best)
        first = make.make_released_event(club, tables=1, deals=8, season=season)
        for event in (first, make.again(first, date=dt.date(2026, 12, 8))):
            make.enter(Table.objects.get(round__event=event), 1, SOLO)
        Round.objects.update(state=Round.State.FINAL)
        return season

    return played


def page(client, season):
    address = reverse("tournaments:public-season", args=[season.pk])
    return " ".join(client.get(address, headers={"accept-language": "en"}).text.split())


def test_figures_of_what_counts_are_told_from_those_of_all(client, played):
    season = played(best=1)
    shown = page(client, season)
    assert re.findall(r'scope="col"[^>]*>(Deals [^<]*)<', shown) == [
        "Deals that count",
        "Deals played",
    ]
    assert LEVEL in shown
    assert EVERY in shown
    with override("en"):
        assert booklet.values(OfClub(season.club, season))["chart_says"] == LEVEL


def test_nothing_is_said_where_all_counts(client, played):
    shown = page(client, played(best=None))
    assert LEVEL not in shown
    assert EVERY not in shown
