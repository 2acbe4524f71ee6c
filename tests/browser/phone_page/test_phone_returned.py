"""A deal that was not stored comes back to who tapped it, and nothing says that it was."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests import make
from tests.browser.entry import stored
from tests.browser.phone import PhonePage, at_another_table, clean
from tests.browser.phone_page.test_phone_told import box_of
from tests.browser.robots import NUDGE
from tournaments.book.activity import raise_version
from tournaments.entry.domain import links
from tournaments.entry.domain.leases import bar, take
from tournaments.models import EntryLink, Event, Round, TableLease

pytestmark = [pytest.mark.browser, pytest.mark.fault]
WON = {"declarer": 0, "contract": "spil", "outcome": "won"}
TAPPED = "[data-pass], [data-game], [data-outcome]"
LOOK = "document.dispatchEvent(new Event('visibilitychange'))"
"""Who looks at the page again sees how it stands."""
PRESSED = '[data-outcome][aria-pressed="true"], [data-pass][aria-pressed="true"]'


def contest(phone: PhonePage) -> None:
    """Let somebody else enter deal 1, and only then what waits here arrive."""
    make.enter(phone.table, 1, WON)
    phone.page.context.unroute_all()
    phone.page.evaluate(NUDGE)


@pytest.fixture
def cut(phone: PhonePage) -> PhonePage:
    """A phone that entered deal 1 otherwise than somebody else will, and could not send it."""
    phone.page.context.route("**/api/**", lambda route: route.abort())
    phone.end(1, "bet")
    phone.wait()
    return phone


@pytest.mark.nightly
def test_what_the_rules_doubt_is_asked_before_the_next_deal_comes(phone):
    hoem = at_another_table(phone, ruleset="hoem")
    hoem.page.context.set_offline(True)
    asked, heading = hoem.page.locator("[data-asked]"), hoem.page.locator("h1")
    hoem.all_passed()
    expect(asked).to_have_text("All passed: did spadille lie in the talon?")
    expect(heading).to_have_text("Deal 1")
    names = hoem.page.locator("[data-name]").all()
    assert all(name.is_visible() for name in names)
    lowest = max(box_of(each)[3] for each in hoem.page.locator(".phone-seat *:visible").all())
    assert box_of(hoem.page.locator("[data-ask]"))[1] >= lowest  # no row is covered
    clean(hoem.page)
    hoem.tap(hoem.act("forget"))
    expect(asked).to_be_hidden()
    hoem.wait()
    hoem.all_passed()
    hoem.tap(hoem.act("store"))
    expect(heading).to_have_text("Deal 2")
    for _tap in range(2):
        hoem.wait()
        hoem.all_passed()
    expect(heading).to_have_text("Deal 3")
    hoem.page.context.set_offline(False)
    hoem.page.evaluate(NUDGE)
    hoem.all_sent()
    assert stored(hoem.table) == {1: ["0"], 2: ["0"]}
    expect(hoem.page.locator("[data-alert]")).to_be_empty()


@pytest.mark.nightly
def test_who_has_begun_the_next_deal_is_told_what_to_tap_until_he_does(cut):
    cut.choose("solo")
    contest(cut)
    alert = cut.page.locator("[data-alert]")
    told = "Deal 1 was not stored. Tap “Deal 1 needs you”."
    expect(alert).to_have_text(told)
    expect(cut.page.locator("h1")).to_have_text("Deal 2")
    cut.end(2, "won")
    cut.wait()
    expect(alert).to_have_text(told)
    cut.tap(cut.page.get_by_role("button", name="Deal 1 needs you"))
    expect(alert).to_be_empty()
    cut.act("use-mine").click()
    cut.all_sent()
    assert stored(cut.table) == {1: ["1+", "2-"], 2: ["36+"]}


def test_what_two_entered_is_opened_at_once_where_nothing_was_begun(cut):
    contest(cut)
    expect(cut.page.locator("[data-conflict]")).to_be_visible()
    expect(cut.page.locator("h1")).to_have_text("Mend deal 1")
    expect(cut.page.locator("[data-status]")).to_have_text("Deal 1 was not stored.")
    cut.tap(cut.act("keep-theirs"))
    expect(cut.page.locator("[data-conflict]")).to_be_hidden()
    expect(cut.page.locator("h1")).to_have_text("Deal 2")
    assert stored(cut.table) == {1: ["1+"]}


@pytest.mark.nightly
def test_deals_that_wait_are_counted_and_not_how_often_they_were_tapped(cut):
    cut.tap(cut.act("undo"))
    cut.end(1, "won")
    cut.wait()
    cut.tap(cut.deal(1))
    cut.end(3, "won")
    expect(cut.waiting).to_have_text("1 deal is waiting to be sent")
    cut.wait()
    cut.end(2, "won")
    cut.tap(cut.act("undo"))
    expect(cut.waiting).to_have_text("1 deal is waiting to be sent, and 1 taken back")
    cut.page.context.unroute_all()
    cut.page.evaluate(NUDGE)
    cut.all_sent()
    assert stored(cut.table) == {
        1: ["2-", "withdrawn", "2+", "4+"], 2: ["3+", "withdrawn"],
    }  # fmt: skip


def test_a_link_that_is_closed_is_said_before_anything_is_tapped_and_open_again_too(cut):
    """What waited lies with the director, and is not shown as if it stood on the sheet."""
    links.revoke_links(cut.table, actor="user:director")
    heading = cut.page.locator("h1")
    cut.page.context.unroute_all()
    cut.page.evaluate(LOOK)
    expect(heading).to_have_text("Closed on this phone")
    says_who_why_and_what_to_do(cut, "The director has closed this sheet’s code, as is done when")
    expect(cut.page.locator("[data-trouble]")).to_contain_text("The director has what you entered")
    assert not any(each.is_visible() for each in cut.page.locator(TAPPED).all())
    clean(cut.page)
    cut.all_sent()
    assert stored(cut.table) == {}
    EntryLink.objects.update(revoked_at=None)
    cut.page.evaluate(LOOK)
    expect(heading).to_have_text("Deal 1")
    cut.end(1, "won")
    cut.all_sent()
    assert stored(cut.table) == {1: ["2+"]}


def says_who_why_and_what_to_do(phone: PhonePage, who: str) -> None:
    """Where the contracts stood, in larger letters than the names, and all of it in sight."""
    why = phone.page.locator("[data-why]")
    expect(why).to_contain_text(who)
    for said in ("What was entered is kept.", "Scan the code on", "the director"):
        expect(why).to_contain_text(said)
    expect(why).to_be_in_viewport(ratio=1)
    size = "(node) => parseFloat(getComputedStyle(node).fontSize)"
    assert why.evaluate(size) > phone.page.locator("[data-name]").first.evaluate(size)


@pytest.mark.nightly
def test_a_phone_that_is_shut_out_hears_why_and_that_what_waited_is_kept(phone):
    """Its code opens the table to others: nothing may say that the code is closed."""
    phone.end(1, "won")
    phone.all_sent()
    phone.page.context.route("**/api/**", lambda route: route.abort())
    phone.wait()
    phone.end(2, "won")
    lease = TableLease.objects.get()
    bar(table=phone.table, holder=lease.holder, actor="user:director")
    phone.page.context.unroute_all()
    phone.page.evaluate(LOOK)
    heading = phone.page.locator("h1")
    expect(heading).to_have_text("Closed on this phone")
    says_who_why_and_what_to_do(phone, "The director has shut this device out of the table")
    expect(phone.page.locator("[data-trouble]")).to_contain_text("has what you entered")
    clean(phone.page)
    phone.page.reload()
    expect(heading).to_have_text("This device is shut out of the table")
    expect(phone.page.locator("main")).to_contain_text("another phone, or ask the director")


@pytest.mark.nightly
def test_another_phone_hears_of_it_by_itself(phone):
    """With nothing on its way the points stay: they are those of the paper."""
    phone.end(1, "won")
    phone.all_sent()
    before = phone.page.locator("[data-balance]").all_text_contents()
    assert "…" not in before
    links.revoke_links(phone.table, actor="user:director")
    expect(phone.page.locator("h1")).to_have_text("Closed on this phone")
    expect(phone.page.locator("[data-status]")).to_contain_text("has closed this sheet’s code")
    expect(phone.page.locator("[data-trouble]")).to_be_hidden()
    assert phone.page.locator("[data-balance]").all_text_contents() == before


@pytest.mark.nightly
def test_a_round_that_becomes_provisional_is_noticed_before_the_tap_and_leads_to_the_deals(phone):
    Round.objects.update(state=Round.State.PROVISIONAL, provisional_at=timezone.now())
    raise_version(phone.table.round.event_id)
    expect(phone.page.locator("h1")).to_have_text("Entry is closed")
    why = phone.page.locator("[data-why]")
    expect(why).to_contain_text("its result is provisional. Is a deal wrong? You can protest until")
    assert not any(each.is_visible() for each in phone.page.locator(TAPPED).all())
    assert box_of(why)[3] <= box_of(phone.page.locator(".phone-bar"))[1]
    clean(phone.page)
    phone.page.locator("[data-look]").click()
    expect(phone.page.locator(".notice:visible")).to_have_count(1)
    expect(phone.page.locator(".notice:visible")).to_contain_text("This round is provisional.")


@pytest.mark.parametrize("minutes", (0, 20))
def test_a_round_that_is_closed_is_no_dead_end(phone, minutes):
    """Protests are taken of a round that was never provisional; then it says until when."""
    event = phone.table.round.event
    Event.objects.update(protest_minutes=minutes, planned_rounds=9)
    phone.all_passed()
    phone.all_sent()
    Round.objects.update(state=Round.State.FINAL, closed_at=timezone.now())
    raise_version(event.pk)
    expect(phone.page.locator("h1")).to_have_text("Entry is closed")
    says = "Once every round is closed" if minutes else "Tell the director."
    expect(phone.page.locator("[data-why]")).to_contain_text(says)
    over = phone.page.locator("[data-over]")
    expect(over.get_by_role("link", name="Look the deals through")).to_be_visible()
    expect(over.get_by_role("link", name="Standings")).to_be_visible()
    expect(over.get_by_role("link", name="Own page:")).to_have_count(4)
    clean(phone.page)
    over.get_by_role("link", name="Own page:").first.click()
    expect(phone.page).to_have_url(re.compile(f"/s/{event.pk}/p/"))


def test_nobody_keeps_a_table_whose_round_is_closed(phone):
    take(table=phone.table, actor="user:9", name="Frode")
    make.enter(phone.table, 1, WON)
    phone.page.evaluate(LOOK)
    kept = phone.page.locator("[data-other]")
    expect(kept).to_have_attribute("title", "kept by Frode")
    Round.objects.update(state=Round.State.FINAL, closed_at=timezone.now())
    raise_version(phone.table.round.event_id)
    phone.page.evaluate(LOOK)
    expect(phone.page.locator("h1")).to_have_text("Entry is closed")
    expect(kept).not_to_have_attribute("title", re.compile("kept"))
    expect(kept).to_be_empty()


def test_what_waited_when_the_round_became_provisional_says_how_to_protest(cut):
    Round.objects.update(state=Round.State.PROVISIONAL, provisional_at=timezone.now())
    raise_version(cut.table.round.event_id)
    cut.page.context.unroute_all()
    cut.page.evaluate(NUDGE)
    expect(cut.page.locator("[data-trouble]")).to_contain_text("Entry of this round is over.")
    expect(cut.page.locator("[data-why]")).to_contain_text("You can protest until")


@pytest.mark.nightly
def test_a_full_sheet_asks_for_no_paper_when_its_round_takes_no_more_or_its_link_is_closed(phone):
    here = at_another_table(phone, deals=1)
    full, over = here.page.locator("[data-full]"), here.page.locator("[data-over]")
    here.enter(1, 0, "spil", "won")
    here.all_sent()
    expect(full).to_be_visible()
    Round.objects.update(state=Round.State.PROVISIONAL, provisional_at=timezone.now())
    raise_version(here.table.round.event_id)
    expect(full).to_be_hidden()
    expect(over).to_be_visible()
    links.revoke_links(here.table, actor="user:director")
    here.page.evaluate(LOOK)
    expect(here.page.locator("[data-why]")).to_contain_text("has closed this sheet’s code")
    expect(full).to_be_hidden()
    expect(over.locator("[data-look]")).to_be_hidden()
