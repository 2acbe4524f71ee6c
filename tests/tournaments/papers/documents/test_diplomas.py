"""Diplomas: a page for each of the first three, and none of a title that is not given."""

import pytest

from lhombre_club.members.models import Person
from tests import make
from tests.sizes import sparse
from tests.tournaments.conftest import WON
from tests.tournaments.papers.documents import scene, seasons
from tests.tournaments.papers.documents.test_tagged import area
from tests.tournaments.papers.documents.test_wide import outside
from tournaments.models import Event, Round, Table
from tournaments.papers.documents.diplomas import DIPLOMAS, LARGEST, SMALLEST, Diploma
from tournaments.papers.documents.document import About
from tournaments.papers.documents.of_club import OfClub
from tournaments.papers.documents.years.season_diplomas import SEASON_DIPLOMAS
from tournaments.standings.domain import name_champion
from tournaments.standings.pages.standings import rank
from tournaments.standings.queries.seasons import season_table
from tournaments.standings.queries.standings import standings_shown
from tournaments.words.figures import signed

pytestmark = pytest.mark.django_db(transaction=True)
A4 = 595.28 * 841.89


def of_event(event):
    return DIPLOMAS.values(About(event))


def of_season(season):
    return SEASON_DIPLOMAS.values(OfClub(season.club, season))


def told(values):
    return [(each.name, each.rank) for each in values["diplomas"]]


@pytest.fixture
def event(club):
    event = make.make_released_event(club, tables=2, deals=4)
    make.enter(Table.objects.filter(round__event=event)[0], 1, WON)
    return Event.objects.get(pk=event.pk)


def test_the_first_three_and_all_who_share_a_place_have_one(event):
    rows = [row for row in standings_shown(event).rows if (row.place or 9) <= 3]
    assert [rank(row) for row in rows] == ["1", "2", "=3", "=3"]
    assert told(of_event(event)) == [
        (rows[0].name, "1. plads"),
        (rows[1].name, "2. plads"),
        (rows[2].name, "delt 3. plads"),
        (rows[3].name, "delt 3. plads"),
    ]


def test_each_is_a_page_on_its_side_with_everything_on_it(event, pdftoppm):
    pdf = scene.pdf("diplomas", event)
    pages = scene.read(pdf).pages
    rows = standings_shown(event).rows
    assert len(pages) == 4
    assert area(pdf) == pytest.approx(A4, rel=0.01)
    assert outside(pdf, 15) == []
    for page, row in zip(pages, rows, strict=False):
        assert page.mediabox.width > page.mediabox.height
        text = page.extract_text().replace("\n", " ")
        wanted = (row.name, f"{signed(row.points)} point", "Klubaften", "L’hombreklubben Spadille")
        assert [each for each in wanted if each not in text] == []
        assert "21. november 2026" in text
        assert "Turneringsleder" in text


@pytest.mark.parametrize("name", sparse(scene.NAMES, 5))
def test_a_name_takes_one_line_if_that_can_be(name, event, pdftoppm):
    size = Diploma(name, "", "").type
    assert SMALLEST <= size <= LARGEST
    event.participants.update(name=name)
    pdf = scene.pdf("diplomas", event)
    assert len(scene.read(pdf).pages) == 4
    assert outside(pdf, 20) == []


def test_none_is_given_before_everything_is_shown(event):
    event.frozen_after = 1
    event.save()
    make.make_round(event, list(event.participants.all()), 1, 2)
    assert told(of_event(event)) == []
    (page,) = scene.read(scene.pdf("diplomas", event)).pages
    assert "før alt er vist" in page.extract_text()


def test_none_is_given_before_anything_is_played(club):
    event = make.make_released_event(club, tables=1, deals=4)
    assert told(of_event(event)) == []


@pytest.mark.parametrize(("kind", "count"), (("pairs", 5), ("teams", 4)))
def test_of_pairs_and_teams_these_have_them(club, kind, count):
    event = scene.entered(scene.meeting(club, kind, count), deals=8)
    found = of_event(event)["diplomas"]
    teams = {row.name: row for row in standings_shown(event).teams}
    assert {each.name for each in found} <= {name[:99] for name in teams} | set(teams)
    assert len(found) >= 3
    for each in found:
        assert bool(each.others) == (kind == "teams")


def test_where_nobody_has_a_place_there_is_none_and_it_says_why(event):
    Event.objects.filter(pk=event.pk).update(min_deals=5)
    event.refresh_from_db()
    said = of_event(event)
    assert said["diplomas"] == []
    (page,) = scene.read(scene.pdf("diplomas", event)).pages
    assert said["why"] in page.extract_text().replace("\n", " ")
    assert "ingen har en plads" in said["why"]


# --- of a season ---------------------------------------------------------------------------


@pytest.fixture
def season(club):
    return seasons.played(club, tables=2, evenings=2, best=None)


def others_of(found):
    """The places that have a diploma beside the champion's."""
    placed = [each for each in found.table.ranked.placings if 1 < each.rank <= 3]
    return [f"{'delt ' * each.shared}{each.rank}. plads" for each in placed]


def test_the_champion_has_his_and_the_next_two_theirs(season):
    (first, *others) = told(of_season(season))
    found = season_table(season)
    assert first == (found.names[str(found.table.champion)], "Mester")
    assert [place for _name, place in others] == others_of(found)
    pages = scene.read(seasons.pdf("season-diplomas", season.club, season)).pages
    assert len(pages) == 1 + len(others) >= 3


def test_a_title_that_is_not_given_has_no_diploma_and_no_first_place(season):
    name_champion(season=season, person=None, why="Ingen mødte op", actor=seasons.ACTOR)
    season.refresh_from_db()
    given = [place for _name, place in told(of_season(season))]
    assert given == others_of(season_table(season)) != []
    text = scene.text(seasons.pdf("season-diplomas", season.club, season))
    assert "Mester" not in text


def test_whom_the_director_names_has_one_and_no_second(season):
    found = season_table(season)
    second = found.table.ranked.placings[1].line.key
    person = Person.objects.get(pk=second)
    name_champion(season=season, person=person, why="Nr. 1 er gæst", actor=seasons.ACTOR)
    season.refresh_from_db()
    names = [name for name, _place in told(of_season(season))]
    assert told(of_season(season))[0] == (found.names[second], "Mester")
    assert told(of_season(season))[1][1] == "1. plads"
    assert names.count(found.names[second]) == 1


def test_who_shares_the_first_place_is_no_champion(season):
    Event.objects.filter(season=season).update(season=None)
    people = list(Person.objects.all())
    event = make.make_released_event(season.club, tables=2, deals=4, season=season, people=people)
    for table in Table.objects.filter(round__event=event):
        make.enter(table, 1, WON)
    Round.objects.filter(event=event).update(state=Round.State.FINAL)
    season.planned = 1
    season.save()
    assert [place for _name, place in told(of_season(season))][:2] == ["delt 1. plads"] * 2


def test_a_season_that_is_not_over_has_none_and_says_why(season):
    season.planned = 9
    season.save()
    said = of_season(season)
    assert said["diplomas"] == []
    (page,) = scene.read(seasons.pdf("season-diplomas", season.club, season)).pages
    assert str(said["why"]) in page.extract_text().replace("\n", " ")
