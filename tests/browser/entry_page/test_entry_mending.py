"""Correcting, taking back, and what the rules refuse."""

import re

import pytest
from playwright.sync_api import expect

from tests import make
from tests.browser.entry import EntryPage, stored
from tournaments.models import Table

pytestmark = pytest.mark.browser


@pytest.mark.commit
def test_what_the_rules_refuse_turns_red_and_waits_to_be_mended(entry):
    entry.type("14.+")
    expect(entry.note(1)).to_contain_text("no tout")
    expect(entry.line(1)).to_have_class("entry-line is-bad")
    expect(entry.field(1)).to_have_value("14.+")
    # Said before the next deal is typed: what it says of itself takes the same place.
    expect(entry.page.get_by_role("status")).to_have_text("Deal 1 was not stored.")
    entry.type("2+")
    entry.stands_at(3)
    entry.all_sent()
    assert stored(entry.table) == {2: ["2+"]}
    assert entry.totals() == [-1, 2, -1, 0]

    entry.page.reload()
    entry.ready()
    expect(entry.note(1)).to_contain_text("no tout")
    expect(entry.field(1)).to_have_value("14.+")
    entry.page.get_by_role("button", name="Deal 1 needs you").click()
    entry.type("14+")  # the field was selected: typing replaces
    entry.all_sent()
    expect(entry.note(1)).to_be_hidden()
    assert stored(entry.table) == {1: ["14+"], 2: ["2+"]}


@pytest.mark.parametrize("way", ("click", "straight", "end"))
def test_what_is_typed_behind_a_refused_word_takes_its_place_and_is_for_no_other_line(entry, way):
    entry.type("14.+")
    expect(entry.note(1)).to_contain_text("no tout")
    if way != "straight":
        entry.page.get_by_role("button", name="Deal 1 needs you").click()
    if way == "end":
        entry.press("End")
    else:
        entry.field(1).click()
    entry.type("24+")
    entry.all_sent()
    assert stored(entry.table) == {1: ["24+"]}
    entry.stands_at(2)


def test_on_a_page_where_nothing_was_entered_backspace_takes_the_line_with_the_cursor(entry):
    entry.type("2+1+")
    entry.all_sent()
    entry.page.reload()
    entry.ready()
    entry.field(2).click()
    entry.press("Backspace")
    entry.all_sent()
    assert stored(entry.table) == {1: ["2+"], 2: ["1+", "withdrawn"]}


def test_emptying_a_refused_line_gives_it_up(entry):
    entry.type("14.+")
    expect(entry.note(1)).to_contain_text("no tout")
    entry.press("ArrowUp", "Delete", "Backspace")
    expect(entry.line(1)).not_to_have_class("is-bad")
    entry.page.reload()
    entry.ready()
    expect(entry.field(1)).to_have_value("")
    assert stored(entry.table) == {}


@pytest.mark.nightly
def test_backspace_takes_one_key_of_a_refused_line_and_stops_where_it_is_given_up(entry):
    entry.type("2+14.+")
    expect(entry.note(2)).to_contain_text("no tout")
    entry.page.get_by_role("button", name="Deal 2 needs you").click()
    entry.press("Backspace")
    expect(entry.field(2)).to_have_value("14.")
    entry.press(*["Backspace"] * 6)  # three keys, the giving up, and two too many
    expect(entry.line(2)).not_to_have_class("is-bad")
    expect(entry.page.get_by_role("status")).to_contain_text("The line is empty.")
    entry.stands_at(2)
    entry.all_sent()
    assert stored(entry.table) == {1: ["2+"]}
    entry.press("Escape", "Backspace")
    entry.all_sent()
    assert stored(entry.table) == {1: ["2+", "withdrawn"]}


def test_any_line_can_be_corrected(entry):
    entry.type("2+1+4-0")
    entry.all_sent()
    entry.press("ArrowUp", "ArrowUp", "ArrowUp")
    entry.stands_at(2)
    expect(entry.field(2)).to_have_attribute("placeholder", "1+")
    entry.mend("32-")
    entry.stands_at(5)
    entry.type("4:")
    entry.stands_at(4)
    entry.mend("1*")
    entry.line(1).locator('[data-cell="who"]').click()
    entry.stands_at(1)
    entry.mend("26+")
    entry.all_sent()
    assert stored(entry.table) == {1: ["2+", "26+"], 2: ["1+", "32-"], 3: ["4-"], 4: ["0", "1*"]}
    assert entry.totals() == [-6, 8, 1, -3]


@pytest.mark.nightly
def test_the_same_again_is_no_correction(entry):
    entry.type("2+")
    entry.all_sent()
    entry.press("ArrowUp")
    entry.type("vsv")
    entry.stands_at(2)
    entry.all_sent()
    assert stored(entry.table) == {1: ["2+"]}


def test_backspace_on_an_empty_line_takes_the_last_entry_back(entry):
    entry.type("2+1+")
    entry.press("Backspace")
    entry.stands_at(2)
    expect(entry.note(2)).to_contain_text("Deal 2 is taken back, and its line is empty. It was: ")
    entry.all_sent()
    assert entry.totals() == [-1, 2, 0, -1]
    entry.press("Backspace")
    entry.stands_at(1)
    entry.type("0")
    entry.all_sent()
    assert stored(entry.table) == {1: ["2+", "withdrawn", "0"], 2: ["1+", "withdrawn"]}


@pytest.mark.nightly
def test_backspace_brings_back_what_a_correction_took_the_place_of(entry):
    entry.type("2+")
    entry.all_sent()
    entry.page.reload()
    entry.ready()
    entry.mend("1:2-")
    entry.mend("1:16+")
    entry.stands_at(2)
    entry.press("Backspace")
    says = r"Deal 1 is taken back\. It says again: .*spil, bet.*\. It was: .*solo, won"
    expect(entry.note(1)).to_contain_text(re.compile(says))
    expect(entry.field(1)).to_have_attribute("placeholder", "2-")
    entry.press("Backspace")
    entry.stands_at(1)
    expect(entry.field(1)).to_have_attribute("placeholder", "2+")
    entry.all_sent()
    assert stored(entry.table) == {1: ["2+", "2-", "16+", "2-", "2+"]}
    assert entry.totals() == [-1, 2, 0, -1]


@pytest.mark.nightly
def test_backspace_passes_a_correction_that_was_refused(entry):
    entry.type("2+1+")
    entry.all_sent()
    entry.page.reload()
    entry.ready()
    entry.type("0")
    entry.mend("1:14.+")
    expect(entry.note(1)).to_contain_text("no tout")
    entry.stands_at(4)
    entry.press("Escape", "Backspace")
    entry.stands_at(3)
    entry.all_sent()
    assert stored(entry.table) == {1: ["2+"], 2: ["1+"], 3: ["0", "withdrawn"]}


@pytest.mark.nightly
def test_backspace_empties_no_line_that_no_keys_can_fill_again(page, table):
    def unsayable(route):
        answer = route.fetch()
        body = answer.json()
        body["lines"][0]["line"] = ""
        route.fulfill(response=answer, json=body)

    make.enter(table, 1, {"declarer": 1, "contract": "spil", "outcome": "won"})
    page.route(f"**/api/v1/tables/{table.pk}/", unsayable)
    entry = EntryPage(page, table).open()
    entry.mend("1:2-")
    entry.all_sent()
    entry.press("Backspace")
    entry.stands_at(1)
    expect(entry.note(1)).to_contain_text("no keys can say")
    entry.all_sent()
    assert stored(table) == {1: ["2+", "2-"]}


@pytest.mark.nightly
def test_after_a_reload_backspace_takes_back_the_line_above(entry):
    entry.type("2+1+")
    entry.all_sent()
    entry.page.reload()
    entry.ready()
    entry.press("Backspace")
    entry.all_sent()
    assert stored(entry.table) == {1: ["2+"], 2: ["1+", "withdrawn"]}


@pytest.mark.nightly
def test_a_key_held_down_to_empty_the_field_does_not_eat_the_sheet(entry):
    entry.type("2+26")
    for _ in range(6):
        entry.page.keyboard.down("Backspace")  # without an up, each but the first repeats
    entry.page.keyboard.up("Backspace")
    expect(entry.field(2)).to_have_value("")
    entry.stands_at(2)
    entry.all_sent()
    assert stored(entry.table) == {1: ["2+"]}


@pytest.mark.nightly
def test_a_half_word_stays_on_its_line(entry):
    entry.type("26")
    entry.press("Enter")
    expect(entry.note(1)).to_contain_text("How did it go?")
    entry.press("ArrowDown")
    entry.type("2+")
    expect(entry.field(1)).to_have_value("26")
    expect(entry.note(1)).to_contain_text("How did it go?")
    entry.press("Escape")
    entry.stands_at(1)
    entry.type("-")
    entry.all_sent()
    assert stored(entry.table) == {1: ["26-"], 2: ["2+"]}


def test_a_word_typed_at_once_with_the_next_is_two_words(entry):
    entry.page.keyboard.insert_text("2+ 36- 0 V")
    entry.stands_at(4)
    expect(entry.field(4)).to_have_value("v")
    entry.all_sent()
    assert stored(entry.table) == {1: ["2+"], 2: ["36-"], 3: ["0"]}


@pytest.mark.nightly
def test_the_card_of_keys_opens_and_gives_the_cursor_back(entry):
    entry.type("2+")
    entry.press("?")
    card = entry.page.get_by_role("dialog", name="The keys")
    expect(card).to_be_visible()
    entry.type("1+")  # not for the sheet
    entry.press("Escape")
    expect(card).to_be_hidden()
    entry.stands_at(2)
    expect(entry.field(2)).to_have_value("")
    entry.all_sent()
    assert stored(entry.table) == {1: ["2+"]}


@pytest.mark.nightly
def test_stray_keys_replace_nothing_on_a_full_sheet(page, small_table):
    entry = EntryPage(page, small_table).open()
    entry.type("2+1+4+" + "2*0")
    entry.all_sent()
    assert stored(small_table) == {1: ["2+"], 2: ["1+"], 3: ["4+"]}
    expect(entry.note(3)).to_contain_text("Enter replaces it")
    entry.press("Escape", "ArrowUp")
    entry.stands_at(3)
    entry.mend("3*")
    entry.all_sent()
    assert stored(small_table)[3] == ["4+", "3*"]


def test_at_a_table_of_three_nobody_sits_out(page, table_of_three: Table):
    entry = EntryPage(page, table_of_three).open()
    expect(page.locator("[data-deal]")).to_have_count(30)
    entry.type("1+2+3+")
    entry.all_sent()
    assert entry.totals() == [0, 0, 0]
    entry.type("4+")
    expect(entry.note(4)).to_contain_text("no seat")


@pytest.mark.nightly
def test_what_is_said_of_a_line_goes_when_it_is_mended_or_given_up(entry):
    alert = entry.page.locator("[data-alert]")
    entry.type("14.+")
    expect(alert).to_contain_text("Deal 1 was not stored")
    entry.type("1:1")
    entry.press("Escape")  # what was typed goes, and what was refused stays to be mended
    expect(entry.field(1)).to_have_value("14.+")
    expect(alert).to_contain_text("Deal 1 was not stored")
    entry.type("14+")  # it is selected, so that typing replaces
    expect(alert).to_be_empty()
    entry.all_sent()
    entry.type("z")
    expect(alert).not_to_be_empty()
    entry.press("Escape")
    expect(alert).to_be_empty()
