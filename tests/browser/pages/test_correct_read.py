"""The correction of a deal says in words what is stored, and what is typed instead."""

import pytest
from playwright.sync_api import Page, expect

from tests import make
from tests.browser.phone import clean
from tournaments.models import Table

pytestmark = pytest.mark.browser


def test_what_is_stored_and_what_is_typed_stand_in_words_beside_the_keys(page: Page, table: Table):
    make.enter(table, 1, {"declarer": 1, "contract": "solo", "outcome": "won"})
    page.goto(f"/tables/{table.pk}/correct/?deal=1")
    name = table.seats.get(seat=1).participant.name
    field = page.locator('[name="line"]')
    expect(page.locator("#id_line_helptext")).to_contain_text(f"says now: {name}: solo, won.")
    reads = page.locator("[data-reads]")
    expect(reads).to_have_text(f"{name}: solo, won")
    field.fill("2")
    expect(reads).to_contain_text("How did it go?")
    field.fill("1-")
    expect(reads).to_contain_text(", bet")
    for word in (name.split()[0], f"{name}: solo, bet"):  # what the server alone reads
        field.fill(word)
        expect(reads).to_have_text("")
    field.fill("0")
    expect(reads).to_have_text("all passed")
    clean(page)
