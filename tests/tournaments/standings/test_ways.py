"""The small line of each in the standings: what his rounds came to, one after another."""

import re

import pytest
from django.urls import reverse

from tests import make
from tests.tournaments.played import results
from tournaments.models import Table
from tournaments.standings.pages.standings import STEP, sections
from tournaments.standings.queries.standings import standings_shown

pytestmark = pytest.mark.django_db
MIDDLE = 114


def played(club, rounds, entered):
    event = make.make_released_event(club, tables=1, rounds=rounds, deals=8)
    for number in range(1, entered + 1):
        table = Table.objects.get(round__event=event, round__number=number)
        for deal, told in enumerate(results(number, 8), start=1):
            make.enter(table, deal, told)
    return event


def drawn(page):
    return re.findall(r'way__zero" d="M84,114H624" />\s*<path d="([^"]+)"', page)


def test_it_goes_where_the_rounds_have_led_on_one_scale_for_all(club, client):
    event = played(club, 3, 2)
    page = client.get(reverse("tournaments:public-standings", args=[event.pk])).content.decode()
    rows, lines = standings_shown(event).rows, drawn(page)
    assert len(lines) == len(rows) == 4
    sums = [[sum(each or 0 for each in row.rounds[:end]) for end in range(3)] for row in rows]
    most = max(abs(each) for row in sums for each in row)
    room = -(-most // STEP) * STEP
    for row, line in zip(sums, lines, strict=True):
        stops = [each.split(",") for each in line[1:].split("L")]
        assert [int(across) for across, _down in stops] == [84, 264, 444]  # of three a third, two
        for at, (_across, down) in enumerate(stops):
            assert abs(int(down) - (MIDDLE - 92 * row[at] / room)) <= 0.5


@pytest.mark.parametrize(("rounds", "entered"), ((1, 1), (3, 0)))
def test_there_is_none_of_one_round_or_of_nothing_played(club, client, rounds, entered):
    event = played(club, rounds, entered)
    page = client.get(reverse("tournaments:public-standings", args=[event.pk])).content.decode()
    assert drawn(page) == []
    assert ("Course" in page or "Forløb" in page) == (rounds > 1)


def test_a_deal_draws_few_of_them_anew(club):
    """Their room grows by steps: else each deal of the first would move the lines of all."""
    event = played(club, 2, 1)
    before = {place.key: place.way for place in sections(standings_shown(event))[0].places}
    table = Table.objects.get(round__event=event, round__number=2)
    make.enter(table, 1, {"declarer": 1, "contract": "spil", "outcome": "won"})
    after = {place.key: place.way for place in sections(standings_shown(event))[0].places}
    assert all(after[key].startswith(line) for key, line in before.items())
