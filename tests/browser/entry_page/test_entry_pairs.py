"""In a pair event a deal that is not sent yet shows what it will come to: partners pay nothing."""

import pytest
from playwright.sync_api import expect

from tests import make
from tests.browser.entry import EntryPage
from tournaments.models import Table
from tournaments.sheets.queries import sheet

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("sitter_pays", (True, False))
def test_who_sits_out_plays_the_partners_cards(club, context, page, sitter_pays):
    event = make.make_released_event(club, tables=1, deals=8, kind="pairs", sitter_pays=sitter_pays)
    entry = EntryPage(page, Table.objects.get(round__event=event)).open()
    context.route("**/results/", lambda route: route.abort())
    entry.type("26+")  # North deals and South is to sit out; West declares, East gives up his cards
    expect(entry.waiting).to_be_visible()
    assert entry.shown()[0] == ["−3", "+6", "−3", "–"]
    marked = page.locator('[data-deal="1"] .is-sitter')
    assert [" ".join(text.split()) for text in marked.all_text_contents()] == ["sits out–"]
    context.unroute_all()
    page.reload()
    entry.ready()
    entry.all_sent()
    assert entry.shown()[0] == ["−3", "+6", "−3", "–"]
    assert sheet(entry.table).totals == (-3, 6, -3, 0)
