"""The board of honour for the wall: every title once, as large as the sheets allow."""

import pytest

from tests.sizes import sparse
from tests.tournaments.papers.documents import scene, seasons
from tests.tournaments.papers.documents.test_tagged import says_what_is_what
from tests.tournaments.papers.documents.test_wide import outside
from tournaments.honours.domain import Title, put_up
from tournaments.papers.documents.of_club import OfClub
from tournaments.papers.documents.years.honours_wall import (
    HONOURS_WALL,
    LARGEST,
    MOST_LINES,
    SMALLEST,
)

pytestmark = pytest.mark.django_db(transaction=True)
READ_FROM_TWO_METRES = 20  # points


def up(club, *titles):
    put_up(club=club, titles=titles, actor="user:1")


def years(many, name="Agnes Bak", **more):
    return [Title(year=2025 - n, title="Klubmester", name=name, **more) for n in range(many)]


def board(club):
    return HONOURS_WALL.values(OfClub(club))


def test_every_title_stands_there_once_and_what_was_not_given_says_so(club):
    up(club, *seasons.TITLES)
    pdf = seasons.pdf("honours-wall", club)
    (page,) = scene.read(pdf).pages
    text = page.extract_text().replace("\n", " ").replace("- ", "-")
    for title in seasons.TITLES:
        assert str(title.year) in text
        assert (title.name or "ikke givet") in text
        assert title.remark in text
    assert text.count("Zita Bo") == len(seasons.TITLES) - 4
    assert text.index("2025") < text.index("2012")


def test_fifteen_years_are_read_from_two_metres(club):
    up(club, *years(15))
    said = board(club)
    assert LARGEST >= said["type"] >= READ_FROM_TWO_METRES


@pytest.mark.parametrize("many", sparse((MOST_LINES + 1, 1, 2, 12, MOST_LINES, 75), 6))
@pytest.mark.parametrize("name", ("Bo", scene.NAMES[4], " – ".join(scene.NAMES[4:6])))
def test_sheets_are_filled_alike_and_none_is_empty(club, pdftoppm, many, name):
    up(club, *years(many, name, remark="efter omkamp" if many < MOST_LINES else ""))
    said = board(club)
    sizes = [len(page) for page in said["pages"]]
    assert sum(sizes) == many
    assert max(sizes) - min(sizes) <= max(len(sizes) - 1, 0)
    assert said["type"] >= SMALLEST
    pdf = seasons.pdf("honours-wall", club)
    if said["type"] > SMALLEST:
        assert len(scene.read(pdf).pages) == len(sizes)
    assert outside(pdf, 18) == []


def test_the_year_stands_once_for_all_its_titles(club):
    up(club, Title(year=2025, title="B", name="Bo"), Title(year=2025, title="A", name="Ib"))
    ((one, other),) = board(club)["pages"]
    assert (one.title, one.year, other.title, other.year) == ("A", "2025", "B", "")


def test_an_empty_board_is_a_page_too(club):
    (page,) = scene.read(seasons.pdf("honours-wall", club)).pages
    assert "Ærestavle" in page.extract_text()


def test_it_is_read_aloud(club):
    up(club, *seasons.TITLES)
    says_what_is_what(scene.read(seasons.pdf("honours-wall", club, tagged=True)).root_object)
