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
    monkeypatch.setattr(bell.bell, "ring", lambda _job: True)
    settings.PAPERS_DIR = tmp_path


def test_a_paper_appears_when_it_is_made_and_opens(new_context, club, director, settings):
    event = make.make_released_event(club, tables=2, language="en")
    page = new_context(director).new_page()
    page.goto(f"/events/{event.pk}/papers/")
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


def finish(job, settings):
    held = jobs.take(job=job.pk, node="x")
    assert held is not None
    name = f"{job.pk}.pdf"
    (settings.PAPERS_DIR / name).write_bytes(b"%PDF-1.7")
    assert jobs.finish(held, file_name=name)
