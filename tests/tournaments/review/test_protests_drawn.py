"""What a protest costs: nobody has a page of deals drawn for each that he sends."""

import pytest

from tests import make
from tests.tournaments.review.test_checks_pages import player_of, read, send
from tournaments.models import Table
from tournaments.review.domain.sheet_ids import SheetId

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(club):
    event = make.make_released_event(club, tables=1, deals=4)
    found = Table.objects.select_related("round__event").get(round__event=event)
    for deal in range(1, 5):
        make.enter(found, deal, {"passed": True})
    return found


def protest(client, table, **said):
    data = {"round": 1, "deal": 1, "words": "It was bet", "sure": "yes", **said}
    return send(client, "player-protest", table.round.event_id, player_of(table).pk, **data)


def test_a_wrong_code_costs_as_little_as_the_page_of_a_log_in(
    client, table, django_assert_max_num_queries
):
    with django_assert_max_num_queries(14):
        page = protest(client, table, code="ABCD-EFGH")
    assert "The protest was not sent" in page
    assert len(page) < 12_000


def test_who_protests_has_his_page_drawn_once_a_second_too(client, table, monkeypatch, settings):
    settings.STANDINGS_SECONDS = 60
    protest(client, table, code=str(SheetId.of(table)))
    where = ("public-player", table.round.event_id, player_of(table).pk)
    read(client, *where)
    monkeypatch.setattr("tournaments.players.views._account", None)
    assert "Say more" in read(client, *where)
