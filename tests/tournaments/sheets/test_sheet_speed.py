"""The score sheet is drawn many times faster than a plain table; the bench measures how many."""

import statistics
import time

import pytest

from lhombre_club.printing import registry, renderer, strokes
from tests import make
from tests.bench.bench_pdf import plain, section
from tests.tournaments.papers.documents import scene
from tournaments.models import Table
from tournaments.papers import asking
from tournaments.sheets.queries import sheet

pytestmark = pytest.mark.django_db(transaction=True)
FASTER = 3
"""Half of what the bench demands: other work on the machine may not fail a test."""
KIB = 1024


@pytest.fixture
def table(club):
    event = scene.entered(make.make_released_event(club, tables=1))
    return Table.objects.get(round__event=event)


def paper_of(table):
    return registry.build(asking.Kind.FILLED_SHEET, {"table": str(table.pk)})


def work(make_it):
    """What the processor did for it, whoever else was at work."""
    start = time.process_time()
    make_it()
    return time.process_time() - start


@pytest.mark.strict
def test_a_filled_sheet_is_faster_than_a_plain_table_of_it_and_small(table):
    paper = paper_of(table)
    plainly = section(sheet(table))
    plain([plainly])
    assert len(renderer.render(paper)) <= 20 * KIB
    ratios = [work(lambda: plain([plainly])) / work(lambda: renderer.render(paper)) for _ in "123"]
    assert statistics.median(ratios) > FASTER


def test_what_was_shaped_once_is_not_shaped_again(table):
    paper = paper_of(table)
    renderer.render(paper)
    before = strokes._word.cache_info().misses
    renderer.render(paper)
    assert strokes._word.cache_info().misses == before
    strokes.forget()
    renderer.render(paper)
    assert 50 < strokes._word.cache_info().misses < 300  # of more than five hundred texts
