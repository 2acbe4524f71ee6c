"""The emergency pack: what it says is in it, and what one is told to do with that, is so."""

import pytest
from django.utils import translation

from tests import make
from tests.tournaments.papers.documents import scene
from tournaments.models import Event
from tournaments.papers.documents.document import About
from tournaments.papers.documents.pack import contents, cover

pytestmark = pytest.mark.django_db(transaction=True)


def by_size(event):
    """How many empty sheets are in the pack for each size of table."""
    papers = [each for each in contents(About(event)) if each.template == "sheet.html"]
    return {len(each.context["headings"]): each.copies for each in papers}


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=2, rounds=2, language="en", tables_of=[4])


def test_there_are_sheets_of_the_sizes_of_the_tables_that_have_names(event):
    assert set(by_size(event)) == {4}
    event.rounds.get(number=2).seats.filter(table__number=1).last().delete()
    assert by_size(event)[3] == 1
    assert cover(About(event))["sheets"] == sum(by_size(event).values())


def test_of_matches_there_are_as_many_sheets_as_their_plan_by_numbers_needs(club):
    event = scene.meeting(club, Event.Kind.PAIRS, 5)
    needed = by_size(event)
    assert set(needed) == {4}
    event.rounds.all().delete()
    assert by_size(event) == needed


def test_the_plan_with_the_names_is_hung_up_only_where_it_has_everybody(event):
    with translation.override("en"):
        text = " ".join(scene.text(scene.pdf("pack", event)).split())
    assert "If all whom the plan with the names has are here, and nobody else plays" in text
