"""A protest is written on a page of its own, whatever deal it is about."""

import pytest

from tests import make
from tests.tournaments.review.test_checks_pages import ENGLISH, address, player_of, read
from tournaments.models import Protest, Table
from tournaments.review.domain import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club):
    """Two tables have passed every deal, and the round is provisional."""
    event = make.make_released_event(club, tables=2, deals=4)
    for table in Table.objects.filter(round__event=event):
        for deal in range(1, 5):
            make.enter(table, deal, {"passed": True})
    rounds.make_provisional(round_=event.rounds.get(), actor="user:director")
    return event


@pytest.fixture
def tables(event):
    return list(Table.objects.filter(round__event=event).select_related("round__event"))


def write(client, event, player, deal="1", number="1"):
    """Read the page on which a protest is written."""
    url = address("player-protest", event.pk, player.pk)
    said = {"round": number, "deal": deal}
    return client.get(url, said, headers=ENGLISH, follow=True).content.decode()


def test_it_is_written_on_a_page_of_its_own_that_says_of_what(client, event, tables):
    """One for all deals: a form at each made the page of the deals three times as heavy."""
    player = player_of(tables[0])
    page = write(client, event, player, "3")
    assert "Round 1, table 1, deal 3" in page
    assert "deal 3:" not in page  # nothing stands behind it
    assert f'href="{address("public-player", event.pk, player.pk)}#deal-1-3"' in page
    assert "not sent" not in page
    whole = read(client, "public-player", event.pk, player.pk)
    assert "<form" not in whole.partition("<main")[2].partition("</main>")[0]
    assert "the whole sheet" in write(client, event, player, "0")
    assert "<h1>Protest" not in write(client, event, player, "x")
    url = address("player-protest", event.pk, player.pk)
    assert client.get(url, {"round": "9", "deal": "1"}).status_code == 404
    assert not Protest.objects.exists()
