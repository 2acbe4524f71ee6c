"""Several ask for the same papers at the same moment: each paper is made once."""

import pytest

from lhombre_club.printing import bell, registry
from lhombre_club.printing.models import Job
from tests import make
from tests.faults.races.test_race import at_once
from tournaments.papers import asking

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]
CLICKS = 6
TABLES = 4


@pytest.fixture
def round_(monkeypatch):
    monkeypatch.setattr(bell.bell, "ring", lambda _job, **_: True)
    return make.make_released_event(make.make_club(), tables=TABLES).rounds.get()


def click(round_, number):
    kind = asking.Kind.SCORE_SHEET
    return lambda: asking.ask_for_round(round_=round_, kind=kind, actor=f"user:{number}")


def test_many_clicks_at_once_make_each_paper_once(round_):
    at_once(*(click(round_, number) for number in range(CLICKS)))
    jobs = list(Job.objects.order_by("place"))
    assert len(jobs) == len({job.digest for job in jobs}) == TABLES
    assert len({job.batch for job in jobs}) == 1


def test_twin_without_the_content_hash_each_click_makes_them_all(round_, monkeypatch):
    monkeypatch.setattr(registry, "digests", lambda requests: [""] * len(requests))
    at_once(*(click(round_, number) for number in range(CLICKS)))
    assert Job.objects.count() == CLICKS * TABLES
