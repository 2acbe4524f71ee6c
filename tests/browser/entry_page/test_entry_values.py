"""The values on the sheet of a pott: what the declarer has of a deal, or what each pays."""

import pytest
from playwright.sync_api import expect

from tests import make
from tests.browser.entry import EntryPage
from tournaments.models import Table

pytestmark = pytest.mark.browser


@pytest.fixture
def pott(page, club):
    event = make.make_released_event(club, tables=1, ruleset="lomber", accounting="pott")
    table = Table.objects.get(round__event=event)
    for deal in (1, 5):
        make.enter(table, deal, {"declarer": 1, "contract": "nolo_ouvert", "outcome": "won"})
    make.enter(table, 6, {"declarer": 2, "contract": "spil", "outcome": "remis"})
    return EntryPage(page, table).open()


def test_the_sheet_tells_what_filled_the_pot_apart_and_what_each_pays(pott):
    first, fifth, sixth = (pott.page.locator(f'[data-deal="{deal}"]') for deal in (1, 5, 6))
    won = first.locator('[data-cell="value"]').inner_text()
    expect(first.locator('[data-cell="how"]')).to_have_text("won")
    expect(fifth.locator('[data-cell="value"]')).to_have_text(won)
    expect(fifth.locator('[data-cell="how"]')).to_have_text("won, after an ante of 2 each")
    expect(sixth.locator('[data-cell="value"]')).to_have_text("−1 each")


def test_before_the_first_deal_the_antes_are_said_and_nothing_stands_for_them(page, club):
    event = make.make_released_event(club, tables=1, ruleset="lomber", accounting="pott")
    sheet = EntryPage(page, Table.objects.get(round__event=event)).open()
    row = sheet.page.locator("[data-opening]")
    expect(row.locator("th").first).to_have_text("Ante: 2 each, with the first deal")
    assert set(row.locator("td").all_inner_texts()) == {""}
    sheet.type("0")
    sheet.press("Enter")
    sheet.all_sent()
    expect(row.locator("th").first).to_have_text("Ante")
    assert "−2" in row.locator("td").all_inner_texts()
