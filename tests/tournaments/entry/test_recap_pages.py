"""The recap of a table, and the ways from it: on a phone, at a desk, with a pot."""

import re

import pytest
from django.urls import reverse

from tests import make
from tests.tournaments.api.conftest import link_client_of
from tests.tournaments.review.test_checks_pages import ENGLISH
from tournaments.models import Table
from tournaments.review.domain import rounds

WON = {"declarer": 1, "contract": "einfalt", "outcome": "won"}
KEYS = "The whole sheet, with keyboard entry"


@pytest.fixture
def table(club):
    event = make.make_released_event(club, tables=1, ruleset="lomber", accounting="pott")
    return Table.objects.get(round__event=event)


def read(client, name, table):
    answer = client.get(reverse(f"tournaments:{name}", args=[table.pk]), headers=ENGLISH)
    return answer.content.decode()


def test_a_phone_is_led_to_the_page_of_the_phone(table, director_client):
    phone = link_client_of(table)
    assert "button at-a-desk" in read(phone, "recap", table)
    assert read(phone, "phone", table).count(KEYS) == 1  # shown at a desk alone
    assert "at-a-desk" not in read(director_client, "recap", table)
    assert read(director_client, "phone", table).count(KEYS) == 2


def test_the_pot_and_the_antes_are_told_and_what_it_cost_that_all_passed(table, director_client):
    make.enter(table, 1, {"passed": True})
    page = read(director_client, "recap", table)
    assert "Everybody antes 2 into the pot. It is counted with the first deal." in page
    assert re.search(r'class="num">Pot</th>', page)
    assert "All passed, −1" in page
    cells = re.findall(r'<td class="num"(?: data-label="[^"]*")?>([^<]*)</td>', page)
    assert cells == ["−3", "−3", "−3", "−3", "+12"] * 2  # after the deal, and in the end
    assert "data-pot" in read(director_client, "phone", table)


def test_an_account_without_a_pot_tells_of_none(club, director_client):
    event = make.make_released_event(club, tables=1)
    table = Table.objects.get(round__event=event)
    make.enter(table, 1, {"passed": True})
    page = read(director_client, "recap", table)
    assert "antes" not in page
    assert ">Pot<" not in page
    assert "data-pot" not in read(director_client, "phone", table)


@pytest.mark.parametrize(
    ("minutes", "by_itself", "says"),
    (
        (20, False, "for 20 minutes, when the director has opened the round for protests"),
        (1, True, "for 1 minute, as soon as every sheet of the round is in"),
        (0, False, "Is a deal wrong? Tell the director."),
    ),
)
def test_it_says_when_one_can_protest_until_one_can(
    club, director_client, minutes, by_itself, says
):
    event = make.make_released_event(
        club, tables=1, deals=1, protest_minutes=minutes, provisional_by_itself=by_itself
    )
    table = Table.objects.get(round__event=event)
    assert says in read(director_client, "recap", table)
    make.enter(table, 1, {"passed": True})
    rounds.make_provisional(round_=event.rounds.get(), actor="user:director")
    page = read(director_client, "recap", table)
    assert "Is a deal wrong?" not in page
    assert ("Time left:" in page) == bool(minutes)


def test_one_total_ends_it_and_its_title_keeps_the_table_with_its_number(club, director_client):
    event = make.make_released_event(club, tables=1, deals=12)
    table = Table.objects.get(round__event=event)
    for deal in (1, 11):
        make.enter(table, deal, {"declarer": 1, "contract": "spil", "outcome": "won"})
    page = read(director_client, "recap", table)
    assert page.count("<tfoot>") == 1
    foot = page.partition("<tfoot>")[2].partition("</tfoot>")[0]
    assert re.findall(r'data-label="([^"]*)">([^<]*)<', foot)[1] == ("Aksel Nr2", "+4")
    assert "Round&nbsp;1, table&nbsp;1: is it right?" in page


@pytest.mark.django_db
def test_the_address_without_a_code_says_where_the_code_is(client):
    answer = client.get("/e/", headers=ENGLISH)
    assert answer.status_code == 200
    assert "its own code on its score sheet" in answer.content.decode()
