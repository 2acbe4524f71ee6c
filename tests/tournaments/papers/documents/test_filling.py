"""The crosstable fills its sheet: as large as goes on one page, and no page after it."""

import pytest

from tests import make
from tests.tournaments.papers.documents import scene
from tests.tournaments.papers.documents.test_tagged import area
from tests.tournaments.papers.documents.test_wide import outside
from tournaments.papers.documents import crosstable, filling, wide
from tournaments.papers.documents.document import About, Option
from tournaments.papers.documents.wide import Cell

pytestmark = pytest.mark.django_db(transaction=True)
READ_FROM_TWO_METRES = 20  # points
A4 = 595.28 * 841.89


def played(club, *, tables=4, rounds=3, long=False):
    event = make.make_released_event(club, tables=tables, rounds=rounds, deals=8)
    if long:
        scene.rename(event)
    return scene.entered(event, deals=1)


def filled(event, *options):
    how = crosstable.values(About(event, options=frozenset(options)))["filled"]
    assert how is None or isinstance(how, filling.Fill)
    return how


@pytest.mark.parametrize("rounds", (1, 2, 3, 4))
def test_sixteen_are_read_from_two_metres(club, rounds):
    how = filled(played(club, rounds=rounds))
    assert how is not None
    assert how.type >= READ_FROM_TWO_METRES


@pytest.mark.strict
@pytest.mark.parametrize(
    ("tables", "rounds", "long"),
    ((1, 1, False), (4, 1, True), (4, 3, True), (4, 6, True), (8, 3, False), (2, 9, False)),
)
def test_it_is_one_page_of_a4_and_nothing_is_cut_off(club, pdftoppm, tables, rounds, long):
    event = played(club, tables=tables, rounds=rounds, long=long)
    assert filled(event) is not None
    pdf = scene.pdf("crosstable", event)
    (page,) = scene.read(pdf).pages
    assert area(pdf) == pytest.approx(A4, rel=0.01)
    assert outside(pdf, 12) == []
    text = page.extract_text()
    assert all(f"Runde {number}" in text.replace("\n", " ") for number in range(1, rounds + 1))


def test_what_does_not_go_on_one_sheet_is_parted_as_ever(club):
    event = played(club, tables=12, rounds=1)
    assert filled(event, Option.LARGE) is None
    assert len(scene.read(scene.pdf("crosstable", event, large=True)).pages) > 1


@pytest.mark.parametrize(("kind", "count"), (("pairs", 5), ("teams", 4)))
def test_pairs_and_teams_fill_it_too(club, pdftoppm, kind, count):
    pdf = scene.pdf("crosstable", scene.meeting(club, kind, count))
    assert len(scene.read(pdf).pages) == 1
    assert outside(pdf, 12) == []


def table(names, columns=1):
    after = wide.Wide(["A"] * columns, [(Cell("+1", "2 · 3"),) * columns] * len(names))
    return filling.WideTable(wide.Wide(["Nr."], [(Cell("1"),)] * len(names)), names, after)


def test_longer_names_more_lines_and_more_columns_make_it_smaller():
    how = wide.of_crosstable(frozenset())

    def size(names, columns=1):
        found = filling.fill([table(names, columns)], "Klubaften", how)
        return found.type if found else 0

    few = size(["Bo"] * 16)
    assert size(["Bo"] * 4) == filling.LARGEST >= few
    assert few > size(["Bo"] * 32) > 0
    assert few > size(["Anne-Sofie Bjerregaard-Mortensen Lykke"] * 16) > 0
    assert few > size(["Bo"] * 16, 9) > 0
    assert size(["Bo"] * 200) == 0
