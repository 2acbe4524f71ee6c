"""What hangs on the wall: as large as its sheet, and nothing beside it."""

import re

import pytest
from django.utils import translation

from tests import make
from tests.sizes import few
from tests.tournaments.conftest import WON
from tests.tournaments.papers.documents import scene
from tournaments.figures.pages import awards
from tournaments.figures.queries import played
from tournaments.models import EveningPrize, Event, Participant, Seat, Table, Voucher
from tournaments.papers.documents.document import About
from tournaments.papers.documents.wall import MOST_LINES, PRIZES_LIST, ROUND_WALL, SMALLEST, WALL
from tournaments.standings.pages.standings import rank
from tournaments.standings.queries.standings import standings_shown
from tournaments.words.figures import signed

pytestmark = pytest.mark.django_db(transaction=True)
READ_FROM_TWO_METRES = 20  # points


def made(club, tables):
    event = make.make_released_event(club, tables=tables, deals=4)
    for table in Table.objects.filter(round__event=event):
        make.enter(table, 1, WON)
    return Event.objects.get(pk=event.pk)


def sheets(event, document=WALL, round_=None):
    found = document.values(About(event, round_))["sheets"]
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("tables", few((12, 1, 4, 6, 7), 5))
def test_every_sheet_is_one_page_with_everybody_once(club, tables):
    event = made(club, tables)
    pages = [page.extract_text() for page in scene.read(scene.pdf("wall", event)).pages]
    assert len(pages) == len(sheets(event)) == -(-4 * tables // MOST_LINES)
    text = "".join(pages)
    for row in standings_shown(event).rows:
        assert len(re.findall(rf"{row.name}(?!\d)", text)) == 1
        assert signed(row.points) in text


@pytest.mark.parametrize("comparison", ("raw", "per_opponent"))
@pytest.mark.parametrize("players", few((13, 16, 19, 22), 2))
def test_however_much_the_foot_says_no_line_is_alone_on_a_page(club, players, comparison):
    event = made(club, 3)
    Event.objects.update(comparison=comparison, min_deals=1, name="Klubaften i november " * 3)
    for number in range(13, players + 1):
        Participant.objects.create(event=event, number=number, name=f"Bo {number}")
    event.refresh_from_db()
    (page,) = scene.read(scene.pdf("wall", event)).pages
    assert f"Bo {players}" in page.extract_text()


def test_sixteen_are_read_from_two_metres(club):
    (sheet,) = sheets(made(club, 4))
    assert sheet.type >= READ_FROM_TWO_METRES


def test_sheets_are_filled_alike(club):
    assert [len(sheet.lines) for sheet in sheets(made(club, 7))] == [14, 14]


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
    assert len(sheet.lines) == 4


# --- who sits where -------------------------------------------------------------------------


@pytest.mark.parametrize("tables", (4, 12))
def test_everybody_finds_his_table_by_his_name(club, tables):
    event = make.make_released_event(club, tables=tables)
    pages = scene.read(scene.pdf("round-wall", event)).pages
    assert len(pages) == -(-4 * tables // MOST_LINES)
    (first,) = event.rounds.all()
    found = sheets(event, ROUND_WALL, first)
    lines = [line for sheet in found for line in sheet.lines]
    assert [line.name for line in lines] == sorted(line.name for line in lines)
    for seat in Seat.objects.filter(table__round=first).select_related("table", "participant"):
        (line,) = (line for line in lines if line.name == seat.participant.name)
        assert line.before == str(seat.table.number)
    assert all(sheet.type >= READ_FROM_TWO_METRES for sheet in found) or tables > 4


def test_who_sits_out_finds_that_by_his_name_on_both_plans_and_whole(club):
    event = make.make_released_event(club, tables=1)
    long = "Maximiliane Frederiksen"
    Participant.objects.create(event=event, number=5, name=long)
    (first,) = event.rounds.all()
    (sheet,) = sheets(event, ROUND_WALL, first)
    assert [(line.before, line.after) for line in sheet.lines if line.name == long] == [
        ("", "sidder over")
    ]
    assert sheet.type >= SMALLEST
    for kind in ("round-wall", "round-plan"):
        *_, page = scene.read(scene.pdf(kind, event)).pages
        assert "find dit navn" in page.extract_text()
        lines = page.extract_text(extraction_mode="layout").splitlines()
        assert any(re.search(rf"{long}\s+sidder over", line) for line in lines)


# --- the prizes -----------------------------------------------------------------------------


def test_the_first_three_and_all_who_share_the_third_are_given_a_prize(club):
    event = make.make_released_event(club, tables=2, deals=4)
    make.enter(Table.objects.filter(round__event=event)[0], 1, WON)
    (sheet,) = sheets(event, PRIZES_LIST)
    first = [row for row in standings_shown(event).rows if (row.place or 9) <= 3]
    assert [row.place for row in first] == [1, 2, 3, 3]
    assert [(line.name, line.before) for line in sheet.lines] == [
        (row.name, rank(row)) for row in first
    ]


def test_the_prizes_are_one_page_with_the_awards_that_are_given(club):
    event = scene.entered(scene.evening(club, tables=4, rounds=1))
    said = PRIZES_LIST.values(About(event))
    (page,) = scene.read(scene.pdf("prizes", event)).pages
    text = re.sub(r"\s", "", page.extract_text())
    given = [each for each in awards(played(event)) if each.who]
    assert said["awards"] == given != []
    for each in given:
        assert re.sub(r"\s", "", each.title) in text
        assert re.sub(r"\s", "", each.says)[:20] in text


def test_the_prizes_say_whose_the_awards_are_where_somebody_played_for_another(club):
    event = scene.entered(scene.evening(club, tables=4, rounds=1))
    assert not PRIZES_LIST.values(About(event))["had_help"]
    event.rounds.get().seats.filter(seat=1).update(substitute_name="Zita", substitute_from=1)
    assert PRIZES_LIST.values(About(event))["had_help"]
    assert len(scene.read(scene.pdf("prizes", event)).pages) == 1


def test_who_was_given_which_prize_stands_below_the_places(club):
    event = make.make_released_event(club, tables=2, deals=4)
    make.enter(Table.objects.filter(round__event=event)[0], 1, WON)
    assert len(sheets(event, PRIZES_LIST)) == 1
    voucher = Voucher.objects.create(
        club=club, year=2026, number=1, date=event.date, text="x", actor="x"
    )
    prizes = ((1, "A", 13100, ""), (1, "B", 8650, "wine"), (3, "C", 0, "a ham"))
    for place, name, amount, kind in prizes:
        EveningPrize.objects.create(
            club=club,
            event=event,
            place=place,
            name=name,
            amount=amount,
            kind=kind,
            voucher=voucher,
        )
    with translation.override("en"):
        _places, given = sheets(event, PRIZES_LIST)
    assert given.title == "Who got which prize"
    assert [(line.before, line.name, line.after) for line in given.lines] == [
        ("=1", "A", "131\xa0kr"),
        ("=1", "B", "86.50\xa0kr + wine"),
        ("3", "C", "a ham"),
    ]


def test_no_award_is_given_while_the_end_is_kept_back(club):
    event = scene.entered(scene.evening(club, tables=4, rounds=2))
    event.frozen_after = 1
    event.save()
    assert PRIZES_LIST.values(About(event))["awards"] == []
