"""What the phone at the table has to tell: always in sight, and never in the way."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Route, ViewportSize, expect

from rules import RULESETS
from tests import make
from tests.browser.phone import (
    SMALLEST,
    PhonePage,
    at_another_table,
    clean,
    in_sight,
    told_at_the_foot,
)
from tests.browser.robots import RESULTS
from tests.sizes import few
from tournaments.entry.domain import links

pytestmark = [pytest.mark.browser, pytest.mark.nightly]


def refuse_one() -> Callable[[Route], None]:
    """Refuse deal 1, and let the others wait."""

    def answer(route: Route) -> None:
        if (route.request.post_data_json or {})["deal"] == 1:
            problem = {"code": "refused", "message": "No.", "complaints": [{"message": "Not so."}]}
            route.fulfill(status=400, json=problem)
        else:
            route.abort()

    return answer


@pytest.mark.fault
@pytest.mark.parametrize("flat", (False, True), ids=("in the hand", "lying flat"))
@pytest.mark.parametrize("ruleset", few(RULESETS))
def test_what_waits_and_what_needs_somebody_is_always_in_sight(phone, ruleset, flat):
    kept = f"lhombre-phone', JSON.stringify({{flat: {str(flat).lower()}}})"
    phone.page.evaluate(f"localStorage.setItem('{kept})")
    here = at_another_table(phone, ruleset=ruleset)
    here.page.context.set_offline(True)
    for _deal in range(4):
        here.all_passed()
        here.wait()
    expect(here.waiting).to_be_visible()
    in_sight(here)
    told_at_the_foot(here)
    here.tap(here.act("more"))
    told_at_the_foot(here)
    here.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    told_at_the_foot(here)
    here.page.evaluate("scrollTo(0, 0)")
    here.tap(here.act("more"))
    here.page.context.route(RESULTS, refuse_one())
    here.page.context.set_offline(False)
    expect(here.page.get_by_role("button", name="Deal 1 needs you")).to_be_visible()
    in_sight(here)
    told_at_the_foot(here)


def test_another_player_is_asked_to_confirm_every_ten_deals(phone):
    here = at_another_table(phone, deals=11, verification="confirmed")
    asks = here.page.locator("[data-confirm]")
    for deal in range(1, 11):
        expect(asks).to_be_hidden()
        here.enter(deal, 0, "", "")
    expect(asks).to_have_text("Deals 1–10: let somebody else say whether they are right")
    in_sight(here)
    clean(here.page)
    asks.click()
    here.page.get_by_role("button", name="Birte Nr3: right").click()
    expect(
        here.page.get_by_text("ticked for Birte Nr3 on a device that keeps the sheet")
    ).to_be_visible()
    here.page.get_by_role("link", name="Phone entry").click()
    here.ready()
    expect(asks).to_be_hidden()
    here.enter(11, 0, "", "")
    expect(asks).to_have_text("Deal 11: let somebody else say whether it is right")
    here.page.reload()
    expect(asks).to_be_visible()


@pytest.mark.fault
def test_two_phones_that_differ_are_told_apart_by_keeper_and_time(phone, new_context):
    abroad = new_context(viewport=SMALLEST, has_touch=True, timezone_id="Asia/Tokyo")
    page = abroad.new_page()
    address = links.issue_link(phone.table).partition("/e/")[2]
    other = PhonePage(page, phone.table).open(f"/e/{address}")
    for each, name in ((phone, "Aksel Nr2"), (other, "Birte Nr3")):
        each.page.locator(".keeper summary").click()
        each.page.get_by_role("button", name=f"{name} keeps it here").click()
        each.ready()
    other.page.context.set_offline(True)
    other.end(1, "won")
    phone.end(1, "bet")
    phone.all_sent()
    other.page.context.set_offline(False)
    quarrel = other.page.locator("[data-conflict]")
    expect(quarrel.locator("[data-who]")).to_have_text(re.compile(r"^Aksel Nr2, \d\d:\d\d$"))
    now = timezone.localtime()
    hours = "|".join(f"{at:%H}" for at in (now, now - timedelta(hours=1)))
    club_time = re.compile(rf"^Birte Nr3, ({hours}):\d\d$")
    expect(quarrel.locator("[data-own]")).to_have_text(club_time)
    clean(other.page)


def test_a_mouse_finds_the_strip_of_deals_above_the_bar(new_context, table):
    page = new_context(viewport=ViewportSize(width=1366, height=768)).new_page()
    address = links.issue_link(table).partition("/e/")[2]
    PhonePage(page, table).open(f"/e/{address}")
    expect(page.locator(".phone-back")).to_be_visible()
    strip, bar = (page.locator(each).bounding_box() for each in (".phone-strip", ".phone-bar"))
    assert strip is not None
    assert bar is not None
    assert strip["y"] + strip["height"] <= bar["y"] + 1


def test_the_pot_is_written_as_on_the_sheet(phone):
    here = at_another_table(phone, ruleset="hoem", accounting="pot")
    make.enter(here.table, 1, {"declarer": 1, "contract": "solo", "outcome": "won"})
    here.page.reload()
    here.ready()
    expect(here.page.locator("[data-pot]")).to_have_text(re.compile(r"^Pot −\d+$"))
    make.enter(here.table, 2, {"declarer": 2, "contract": "grand", "outcome": "kodille"})
    here.page.reload()
    here.ready()
    expect(here.page.locator("[data-pot]")).to_have_text(re.compile(r"^Pot \+\d+$"))


@pytest.mark.parametrize(
    "look",
    (
        {"color_scheme": "light"},
        {"color_scheme": "dark"},
        {"forced_colors": "active"},
        {"viewport": ViewportSize(width=160, height=284)},  # 200 % on the smallest screen
    ),
    ids=("light", "dark", "forced", "doubled"),
)
def test_axe_finds_nothing_and_nothing_runs_out_of_the_screen(new_context, director, table, look):
    page = new_context(director, **{"viewport": SMALLEST, **look}).new_page()
    phone = PhonePage(page, table).open()
    phone.end(1, "won")
    phone.wait()
    phone.tap(phone.deal(1))
    page.get_by_text("This phone").click()
    clean(page)
    width = page.evaluate("innerWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
