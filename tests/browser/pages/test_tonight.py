"""Marking who is here with a finger, with the keyboard, and where there are no scripts."""

import re

import pytest
from playwright.sync_api import Page, expect

from lhombre_club.members.models import Attendance
from tests import make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def rows(page: Page):
    return page.locator(".presence__row")


def here(page: Page):
    return page.locator(".presence__row[aria-pressed=true]")


@pytest.mark.commit
def test_rows_are_touched_and_the_count_runs_along_without_a_new_page(club, director, new_context):
    make.make_members(club, 3)
    page = new_context(director).new_page()
    page.goto("/tonight/")
    page.evaluate("window.samePage = true")
    for count in (1, 2, 3):
        rows(page).nth(count - 1).click()
        expect(here(page)).to_have_count(count)
        expect(page.locator("#presence-count")).to_contain_text(str(count))
    rows(page).nth(1).click()
    expect(here(page)).to_have_count(2)
    assert page.evaluate("window.samePage")
    assert Attendance.objects.count() == 2


def test_the_keyboard_does_it_and_keeps_its_place(club, director, new_context):
    make.make_members(club, 3)
    page = new_context(director).new_page()
    page.goto("/tonight/")
    rows(page).nth(1).focus()
    for key, count in (("Space", 1), ("Enter", 0), ("Space", 1)):
        page.keyboard.press(key)
        expect(here(page)).to_have_count(count)
        expect(rows(page).nth(1)).to_be_focused()


def test_without_scripts_a_row_is_a_button_like_any(club, director, new_context):
    make.make_members(club, 1)
    page = new_context(director, java_script_enabled=False).new_page()
    page.goto("/tonight/")
    rows(page).first.click()
    expect(here(page)).to_have_count(1)
    assert "#person-" in page.url
    rows(page).first.click()
    expect(here(page)).to_have_count(0)


def test_rows_are_large_on_a_telephone_and_the_page_does_not_scroll_sideways(
    club, director, new_context
):
    make.make_members(club, 3)
    page = new_context(director, viewport={"width": 360, "height": 740}).new_page()
    page.goto("/tonight/")
    box = rows(page).first.bounding_box()
    assert box is not None
    assert box["height"] >= 48
    assert box["width"] > 250
    more = page.get_by_text("Say something else of").first.locator("..").bounding_box()
    assert more is not None
    assert min(more["width"], more["height"]) >= 48
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_who_comes_later_is_said_beside_the_row_and_asked_about_when_the_check_in_closes(
    club, director, new_context
):
    make.make_members(club, 3)
    page = new_context(director).new_page()
    page.goto("/tonight/")
    rows(page).first.click()
    expect(here(page)).to_have_count(1)
    more = page.locator(".presence__more summary").nth(1)
    more.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Comes later").click()
    expect(page.locator("#presence-count")).to_contain_text("1 comes later")
    expect(rows(page).nth(1)).to_contain_text("comes later")
    page.get_by_role("link", name="Close the check-in").click()
    expect(page.get_by_role("radio", checked=True)).to_have_value("late")
    page.get_by_role("button", name="That is so").click()
    expect(page).to_have_url(re.compile("/events/new/"))
