"""The papers come while one looks, without a reload."""

import pytest
from playwright.sync_api import expect

from lhombre_club.printing import bell
from lhombre_club.printing.domain import jobs
from lhombre_club.printing.models import Job
from tests import make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def papers_dir(settings, tmp_path, monkeypatch):
    monkeypatch.setattr(bell.bell, "ring", lambda _job, **_: True)
    settings.PAPERS_DIR = tmp_path


@pytest.mark.commit
def test_a_paper_appears_when_it_is_made_and_opens(new_context, club, director, settings):
    event = make.make_released_event(club, tables=2, language="en")
    page = new_context(director).new_page()
    page.goto(f"/events/{event.pk}/papers/")
    page.get_by_text("Round 1", exact=True).click()
    page.get_by_role("button", name="Make the score sheets").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    first, second = Job.objects.order_by("title")
    finish(first, settings)
    expect(page.get_by_role("link", name="table 1")).to_be_visible()
    expect(page.get_by_role("link", name="table 2")).to_have_count(0)
    finish(second, settings)
    expect(page.get_by_role("link", name="table 2")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    address = page.get_by_role("link", name="table 2").get_attribute("href")
    assert page.request.get(address).headers["content-type"] == "application/pdf"


def test_a_reader_hears_when_all_is_there_and_keeps_his_place(
    new_context, club, director, settings
):
    event = make.make_released_event(club, tables=2, language="en")
    page = new_context(director, viewport={"width": 360, "height": 740}).new_page()
    page.goto(f"/events/{event.pk}/papers/")
    page.get_by_text("Round 1", exact=True).click()
    page.get_by_role("button", name="Make the score sheets").click()
    news = page.get_by_role("status").first
    expect(news).to_be_empty()
    first, second = Job.objects.order_by("title")
    finish(first, settings)
    link = page.get_by_role("link", name="table 1")
    link.focus()
    finish(second, settings)
    expect(news).to_have_text("All papers are ready.")
    expect(link).to_be_focused()  # though all around it was exchanged
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_batch_is_cancelled_and_joined_without_scripts(new_context, club, director, settings):
    event = make.make_released_event(club, tables=3, language="en")
    page = new_context(director, java_script_enabled=False).new_page()
    page.goto(f"/events/{event.pk}/papers/")
    page.get_by_text("Round 1", exact=True).click()
    page.get_by_role("button", name="Make the score sheets").click()
    first, second, third = Job.objects.order_by("title")
    finish(first, settings)
    finish(second, settings)
    page.get_by_role("link", name="See what is ready now").click()
    bar = page.get_by_role("progressbar", name="Score sheets")
    expect(bar).to_have_js_property("value", 66)
    page.get_by_role("button", name="Cancel what is not ready yet").click()
    expect(page.get_by_text(third.title)).to_have_count(0)
    address = page.get_by_role("link", name="Open all in one file").get_attribute("href")
    page.goto(address)
    finish(Job.objects.get(kind="merged"), settings)
    page.goto(f"/events/{event.pk}/papers/")
    expect(page.get_by_role("link", name="Open all in one file")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_count(0)


def test_print_waits_in_a_new_tab_and_opens_the_pdf(new_context, club, director, settings):
    event = make.make_released_event(club, tables=2, language="en")
    page = new_context(director).new_page()
    page.goto(f"/events/{event.pk}/")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Print the score sheets of round 1").click()
    tab = opened.value
    expect(tab.get_by_text("0 of 2 are ready")).to_be_visible()
    for job in Job.objects.all():
        finish(job, settings)
    expect(tab.get_by_text("2 of 2 are ready")).to_be_visible()
    address = f"/papers/{Job.objects.get(kind='merged').pk}.pdf"
    with tab.expect_request(f"**{address}"):
        finish(Job.objects.get(kind="merged"), settings)
    tab.wait_for_timeout(1200)
    if not tab.url.endswith(address):  # a browser without a viewer saves it, once, and stays
        link = tab.get_by_role("link", name="Open the PDF")
        expect(link).to_have_attribute("href", address)


def test_the_page_that_stays_behind_shows_what_was_printed_from_it(
    new_context, club, director, settings
):
    event = make.make_released_event(club, tables=2, language="en")
    page = new_context(director).new_page()
    page.goto(f"/events/{event.pk}/papers/")
    expect(page.get_by_text("Nothing has been asked for yet.")).to_be_visible()
    with page.expect_popup():
        page.get_by_role("link", name="Print the score sheets of round 1").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    for job in Job.objects.exclude(kind="merged"):
        finish(job, settings)
    expect(page.get_by_role("link", name="table 2")).to_be_visible()


def finish(job, settings):
    held = jobs.take(job=job.pk, node="x")
    assert held is not None
    name = f"{job.pk}.pdf"
    (settings.PAPERS_DIR / name).write_bytes(b"%PDF-1.7")
    assert jobs.finish(held, file_name=name)
