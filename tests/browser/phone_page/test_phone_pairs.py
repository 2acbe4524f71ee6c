"""In a pair event a phone says of a saved deal to whom no cards were dealt."""

import pytest
from playwright.sync_api import expect

from tests import make
from tests.browser.phone import PhonePage
from tournaments.models import Table

pytestmark = pytest.mark.browser


def test_who_was_dealt_no_cards_is_not_who_sat_out_in_the_end(club, page):
    """North deals, South is dealt no cards; West declares, and East hands his on to South."""
    event = make.make_released_event(club, tables=1, deals=8, kind="pairs", language="en")
    phone = PhonePage(page, Table.objects.get(round__event=event)).open()
    dealing = page.locator("[data-dealing]")
    before = (dealing.text_content() or "").strip()
    assert before.endswith("is dealt no cards.")
    phone.end(1, "won")
    phone.all_sent()
    phone.wait()
    expect(dealing).not_to_have_text(before)  # of the second deal by now
    phone.tap(phone.deal(1))
    expect(dealing).to_have_text(before)
