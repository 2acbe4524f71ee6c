"""Every kind of paper looks as it was approved; ``APPROVE=1`` approves what it looks like now."""

import os
from operator import attrgetter

import pytest
from PIL import Image, ImageChops

from tests.sizes import few, sparse
from tests.tournaments.papers.documents import cases, pictures

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pdftoppm")]
LARGEST = 20 * 1024


@pytest.mark.parametrize("scene", few(cases.SCENES, len(cases.SCENES)), ids=attrgetter("name"))
def test_each_paper_looks_as_it_was_approved(club, settings, scene):
    settings.PUBLIC_URL = "http://192.0.2.1:8000"  # one that phones open, so that codes are drawn
    refused = {}
    for name, pdf in scene.pictures(scene.make(club)).items():
        now, before = pictures.first_page(pdf), pictures.approved(name)
        off = 1.0 if before is None else pictures.difference(now, before)
        if off > pictures.MOST_OTHER:
            refused[name] = f"{off:.4f}"
            if os.environ.get("APPROVE"):
                pictures.approve(name, now)
    assert refused == {} or os.environ.get("APPROVE")


def test_there_is_a_picture_of_each_paper_and_of_nothing_else():
    expected = {f"{scene.name}-{case.name}" for scene in cases.SCENES for case in scene.cases}
    assert set(pictures.names()) == expected
    assert {
        path.name for path in pictures.APPROVED.glob("*.png") if path.stat().st_size > LARGEST
    } == set()


def drawn_otherwise(name: str) -> Image.Image:
    """The page as another version draws it: softer, and a fifth of a millimetre further on."""
    page = pictures.approved(name)
    assert page is not None
    large = page.convert("L").resize([5 * side for side in page.size], Image.Resampling.BICUBIC)
    moved = ImageChops.offset(large, 2, 2)
    return moved.resize(page.size, Image.Resampling.BOX)


def moved_column(name: str) -> Image.Image:
    """The page with its fullest tenth moved three millimetres to the right."""
    page = pictures.approved(name)
    assert page is not None
    page = page.convert("L")
    wide = page.width // 10
    lefts = range(0, page.width - wide - 6, wide)
    left = min(lefts, key=lambda x: sum(page.crop((x, 0, x + wide, page.height)).tobytes()))
    page.paste(page.crop((left, 0, left + wide, page.height)), (left + 6, 0))
    return page


def without_a_line(name: str) -> Image.Image:
    """The page without the row of a table that has most on it."""
    page = pictures.approved(name)
    assert page is not None
    page = page.convert("L")
    rows = [sum(page.crop((0, y, page.width, y + 8)).tobytes()) for y in range(page.height - 8)]
    darkest = rows.index(min(rows))
    page.paste(255, (0, darkest, page.width, darkest + 8))
    return page


@pytest.mark.parametrize("name", sparse(pictures.names(), 60, 6))
def test_another_version_is_let_through_and_a_change_is_not(name):
    before = pictures.approved(name)
    assert before is not None
    assert pictures.difference(drawn_otherwise(name), before) <= pictures.MOST_OTHER
    for changed in (moved_column(name), without_a_line(name)):
        assert pictures.difference(changed, before) > pictures.MOST_OTHER


def test_a_page_of_another_size_is_another():
    assert pictures.difference(Image.new("L", (9, 9)), Image.new("L", (9, 8))) == 1.0
