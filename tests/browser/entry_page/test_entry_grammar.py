"""What the keys can say beside the commonest results, typed at the desk."""

import pytest
from playwright.sync_api import Page, expect

from tests import make
from tests.browser.entry import EntryPage
from tournaments.models import Revision, Table

pytestmark = pytest.mark.browser


def records(table: Table) -> dict[int, dict[str, object]]:
    """Deal → its newest record, without the dealer."""
    revisions = Revision.objects.filter(table=table).order_by("deal", "number")
    return {
        each.deal: {key: value for key, value in (each.record or {}).items() if key != "dealer"}
        for each in revisions
    }


@pytest.fixture
def hoem(page: Page, club, live_server) -> EntryPage:
    """A table of five under the rules with the most to say."""
    event = make.make_released_event(club, tables=1, players=5, ruleset="hoem")
    return EntryPage(page, Table.objects.get(round__event=event)).open()


def test_five_seats_cards_and_whoever_joined(hoem):
    expect(hoem.note(1)).to_contain_text("Agnes Nr1 deals, Birte Nr3, Bent Nr4 sit out.")
    hoem.type("f1csetk5+320j41+220p5+f3-")
    hoem.all_sent()
    assert records(hoem.table) == {
        1: {
            "declarer": 4,
            "contract": "tourne",
            "outcome": "won",
            "tourne": {"laid": ["SA"], "turned": ["C5"]},
        },
        2: {
            "declarer": 2,
            "contract": "koebe_nolo",
            "tricks": [None, None, 0, 1, None],
            "joined": [{"seat": 3}],
        },
        3: {
            "declarer": 1,
            "contract": "koebe_nolo",
            "tricks": [None, 0, None, None, None],
            "peeked": [4],
        },
        4: {"declarer": 4, "contract": "solo", "outcome": "bet"},
    }


def test_a_slash_opens_the_last_deal_to_say_more_of_it(entry):
    entry.press("/")
    expect(entry.page.get_by_role("status")).to_have_text("There is no deal to say more of.")
    entry.type("24+1*")
    entry.press("ArrowUp", "/")
    entry.stands_at(2)
    entry.press("Escape")
    entry.type("26+/")
    entry.stands_at(3)
    expect(entry.field(3)).to_have_value("26")
    entry.type("h53+")
    entry.stands_at(4)
    entry.all_sent()
    assert records(entry.table)[3] == {
        "declarer": 1,
        "contract": "solo",
        "trump": "H",
        "tricks": [None, 5, 3, 1],
    }


def test_extras_that_say_nothing_or_contradict_are_answered_and_kept(entry):
    entry.type("21w+")
    expect(entry.note(1)).to_contain_text("“w” after the contract says nothing")
    expect(entry.field(1)).to_have_value("21w+")
    entry.press("Escape")
    entry.type("2153-")
    expect(entry.note(1)).to_contain_text("does not fit the tricks")
    expect(entry.field(1)).to_have_value("2153-")
    entry.press("ArrowUp")
    entry.type("2152+")
    entry.all_sent()


def test_the_card_of_keys_shows_what_the_rules_can_ask(hoem):
    hoem.press("?")
    keys = hoem.page.get_by_role("dialog")
    expect(keys).to_contain_text("laid the ace of spades")
    expect(keys).to_contain_text("joined")
    expect(keys.get_by_role("rowheader", name="remis")).to_have_count(0)
