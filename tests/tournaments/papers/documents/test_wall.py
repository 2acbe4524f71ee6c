"""The standings for the wall: as large as their sheet, and nothing beside it."""

import re

import pytest

from tests import make
from tests.tournaments.conftest import WON
from tests.tournaments.papers.documents import scene
from tournaments.models import Event, Table
from tournaments.papers.documents.document import About
from tournaments.papers.documents.wall import MOST_LINES, SMALLEST, WALL
from tournaments.standings.queries.standings import standings_shown
from tournaments.words.figures import signed

pytestmark = pytest.mark.django_db(transaction=True)
READ_FROM_TWO_METRES = 20  # points


def made(club, tables):
    event = make.make_released_event(club, tables=tables, deals=4)
    for table in Table.objects.filter(round__event=event):
        make.enter(table, 1, WON)
    return Event.objects.get(pk=event.pk)


def sheets(event):
    found = WALL.values(About(event))["sheets"]
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("tables", (1, 4, 6, 7, 12))
def test_every_sheet_is_one_page_with_everybody_once(club, tables):
    event = made(club, tables)
    pages = [page.extract_text() for page in scene.read(scene.pdf("wall", event)).pages]
    assert len(pages) == len(sheets(event)) == -(-4 * tables // MOST_LINES)
    text = "".join(pages)
    for row in standings_shown(event).rows:
        assert len(re.findall(rf"{row.name}(?!\d)", text)) == 1
        assert signed(row.points) in text


def test_sixteen_are_read_from_two_metres(club):
    (sheet,) = sheets(made(club, 4))
    assert sheet.type >= READ_FROM_TWO_METRES


def test_sheets_are_filled_alike(club):
    assert [len(sheet.places) for sheet in sheets(made(club, 7))] == [14, 14]


def test_long_names_make_the_letters_smaller_and_nothing_is_cut(club):
    event = made(club, 4)
    long = "Maximiliane-Wilhelmine Frederiksen-Kristoffersen"
    event.participants.filter(number=3).update(name=long)
    (sheet,) = sheets(event)
    assert SMALLEST <= sheet.type < READ_FROM_TWO_METRES
    (page,) = scene.read(scene.pdf("wall", event)).pages
    assert long.replace(" ", "") in page.extract_text().replace("\n", "").replace(" ", "")


def test_before_anything_is_played_all_are_there(club):
    event = make.make_released_event(club, tables=1)
    (sheet,) = sheets(event)
    assert len(sheet.places) == 4
