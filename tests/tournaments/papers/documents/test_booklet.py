"""The booklet of a season: all of the year is in it, it adds up, and its contents lead there."""

import datetime as dt
from itertools import pairwise

import pytest
from django.utils import translation
from django.utils.translation import gettext

from lhombre_club.members.models import Membership
from lhombre_club.printing import CannotPrintError, registry
from tests import make
from tests.tournaments.papers.documents import scene, seasons
from tests.tournaments.papers.documents.test_tagged import says_what_is_what
from tests.tournaments.papers.documents.test_wide import outside
from tournaments.figures.pages import AWARDS, MOST_TO_SHARE
from tournaments.figures.queries import played
from tournaments.models import Event, PlannedEvening, Season
from tournaments.papers.documents.of_club import OfClub
from tournaments.papers.documents.years import booklet
from tournaments.standings.domain import PastLine, PastSettings, take_in_past
from tournaments.standings.pages.season_chart import LABELS
from tournaments.standings.pages.seasons import places
from tournaments.standings.queries.seasons import season_table
from tournaments.standings.queries.standings import standings_shown
from tournaments.words.figures import short, signed
from tournaments.years.counting import count
from tournaments.years.pages import of_club
from tournaments.years.queries import Span, ruleset_of, sums

pytestmark = pytest.mark.django_db(transaction=True)
A5 = (420, 595)  # points


@pytest.fixture
def season(club):
    return seasons.played(club, tables=2, evenings=3, best=2)


def values(season):
    return booklet.values(OfClub(season.club, season))


def number(text):
    return int(text.replace("−", "-").replace(".", ""))


@pytest.mark.strict
def test_every_page_is_a5_and_nothing_is_cut_off(season, pdftoppm):
    pdf = seasons.pdf("booklet", season.club, season)
    pages = scene.read(pdf).pages
    assert {(round(page.mediabox.width), round(page.mediabox.height)) for page in pages} == {A5}
    assert outside(pdf, 10) == []
    assert all(page.extract_text().strip() for page in pages)
    assert [page.extract_text().split()[-1] for page in pages[1:]] == [
        str(at) for at in range(2, len(pages) + 1)
    ]


@pytest.mark.strict
def test_the_contents_say_where_each_chapter_begins(season):
    pages = [
        page.extract_text()
        for page in scene.read(seasons.pdf("booklet", season.club, season)).pages
    ]
    lines = pages[1].splitlines()
    numbers = [int(line) for line in lines[: lines.index("Indhold")]]
    chapters = lines[lines.index("Indhold") + 1 : -2]
    assert chapters == [
        "Sæsonens tabel", "Aften for aften", "Sådan blev der spillet", "Ærestavle", "Kalender",
    ]  # fmt: skip
    for chapter, at in zip(chapters, numbers, strict=True):
        assert pages[at - 1].startswith(chapter)


@pytest.mark.strict
def test_the_cover_says_whose_it_is_and_who_is_champion(season):
    cover = scene.read(seasons.pdf("booklet", season.club, season)).pages[0].extract_text()
    found = season_table(season)
    for said in ("L’hombreklubben Spadille", "Sæson 2026", found.names[str(found.table.champion)]):
        assert said in cover.replace("\n", " ")
    assert "5. september 2026 – 7. november 2026" in cover.replace("\n", " ")


def test_the_table_is_that_of_the_page_and_adds_up(season):
    said = values(season)
    assert [line.place for line in said["lines"]] == places(season_table(season))
    for line in said["lines"]:
        counted = [number(cell.text) for cell in line.cells if cell.strong]
        assert number(line.place.points) == sum(counted)
        assert len(counted) == 2
    text = scene.text(seasons.pdf("booklet", season.club, season)).replace("\n", " ")
    assert all(line.place.name in text.replace("- ", "-") for line in said["lines"])


def test_the_table_says_who_is_a_guest_and_what_parted_equals(season):
    first = season.events.order_by("date")[0].participants.order_by("pk")[0]
    Membership.objects.filter(person=first.person).update(status=Membership.Status.GUEST)
    Event.objects.update(tie_chain=["kodille", "points"])
    with translation.override("da"):
        reasons = {str(each.why) for each in places(season_table(season)) if each.why.lifted_by}
        guest = gettext("guest")
    text = " ".join(scene.text(seasons.pdf("booklet", season.club, season)).split())
    assert reasons
    assert [each for each in reasons if each not in text] == []
    assert f"{short(first.name)} {guest}" in text


def test_each_evening_has_its_place_its_winner_and_its_first_five(season):
    said = values(season)["evenings"]
    events = list(season.events.order_by("date"))
    assert [each.name for each in said] == [event.name for event in events]
    for each, event in zip(said, events, strict=True):
        rows = standings_shown(event).rows
        (section,) = each.sections
        assert each.where == "Forsamlingshuset"
        assert f"8 spillere. Vinder: {rows[0].name}" in each.says
        assert [place.points for place in section.places] == [signed(r.points) for r in rows[:5]]


def test_an_evening_of_which_only_the_results_were_taken_in_is_among_them(season):
    lines = [PastLine(name, None, points) for name, points in (("Ås", -8), ("Øm", 4), ("Æd", 4))]
    evening = PastSettings(date=dt.date(2026, 9, 12), name="Før programmet", deals=40)
    take_in_past(season=season, evening=evening, lines=lines, actor=seasons.ACTOR)
    said = values(season)["evenings"]
    assert [each.name for each in said][1] == "Før programmet"
    assert said[1].says == "3 spillere. Vinder: Æd / Øm"
    (section,) = said[1].sections
    told = [(each.place, each.name, each.points) for each in section.places]
    assert told == [("=1", "Æd", "+4"), ("=1", "Øm", "+4"), ("3", "Ås", "−8")]
    assert "Før programmet" in scene.text(seasons.pdf("booklet", season.club, season))


def test_the_chart_leads_each_of_the_first_to_his_points(season):
    said = values(season)
    first = said["lines"][:5]
    assert [way.name for way in said["ways"]] == [line.place.name for line in first]
    ends = [int(way.path.rpartition(",")[2]) for way in said["ways"]]
    assert ends == sorted(ends), "who has more ends higher"
    labels = sorted(int(way.y) for way in said["ways"])
    assert all(b - a >= LABELS for a, b in pairwise(labels))
    assert len({way.dash for way in said["ways"]}) == 5
    assert [label for _, label in said["chart"].ticks] == ["5/9", "3/10", "7/11"]


def test_the_figures_are_those_of_how_we_have_played_and_add_up(season):
    (found,) = values(season)["figures"]
    for event in season.events.all():
        count(event)
    span = Span(season.club, "dlu", season=season)
    page = of_club(sums(span), ruleset_of(span))
    assert found.deals == page["all_deals"]
    assert found.contracts == page["contracts"]
    assert [(x.name, x.cells[0], *x.cells[1:]) for x in found.players] == [
        (x.name, x.cells[0], *x.cells[5:]) for x in page["players"]
    ]
    *lines, every = found.contracts
    for at in range(len(every.cells)):
        assert number(every.cells[at]) == sum(number(line.cells[at]) for line in lines)
    assert sum(number(line.cells[0]) for line in found.players) == 0
    assert sum(number(line.cells[2]) for line in found.players) == number(every.cells[0])


@pytest.mark.parametrize("tout", ("", "made"))
def test_each_column_of_the_figures_has_its_heading(season, tout):
    people = [player.person for player in season.events.first().participants.all()]
    event = make.make_released_event(season.club, tables=2, deals=4, people=people, season=season)
    said = {"declarer": 1, "contract": "spil", "outcome": "won"} | ({"tout": tout} if tout else {})
    make.enter(event.rounds.get().tables.all()[0], 1, said)
    (found,) = values(season)["figures"]
    assert ("tout" in found.outcomes) == bool(tout)
    assert {len(line.cells) for line in found.contracts} == {len(found.outcomes) + 2}
    assert {len(line.cells) for line in found.players} == {len(found.outcomes) + 3}


@pytest.mark.strict
def test_a_record_is_the_best_of_all_evenings(season):
    (found,) = values(season)["figures"]
    records = {each.title: each for each in found.records}
    assert records
    for title, find, _says in AWARDS:
        best = [each for event in season.events.all() if (each := find(played(event)))]
        most = max(each.figure for each in best)
        names = {name for each in best if each.figure == most for _player, name in each.who}
        assert (str(title) in records) == (len(names) <= MOST_TO_SHARE)
        if str(title) in records:
            assert [name for name in names if name not in records[str(title)].who] == []
            assert "Klubaften" in records[str(title)].says


@pytest.mark.strict
def test_what_is_kept_back_is_not_told(season):
    before = values(season)["figures"][0]
    Event.objects.filter(season=season).update(frozen_after=1)
    after = values(season)["figures"][0]
    assert after.deals <= before.deals
    assert after.records == []


@pytest.mark.strict
def test_points_of_two_rule_sets_are_not_added(season):
    make.make_members(make.make_club("Other"), 1)
    people = [player.person for player in season.events.first().participants.all()]
    event = make.make_released_event(season.club, tables=2, deals=4, people=people, ruleset="klub")
    scene.entered(event, deals=2)
    assert "lagt sammen, som de er" not in values(season)["order"]
    Event.objects.filter(pk=event.pk).update(season=season)
    told = values(season)
    assert "(Unionens turneringsregler, L’hombre i klubben)" in told["order"]
    one, other = told["figures"]
    assert one.rules != other.rules
    assert one.deals + other.deals > one.deals


@pytest.mark.strict
def test_the_evenings_to_come_are_those_after_the_last(season):
    PlannedEvening.objects.filter(date__month=2).update(called_off=True)
    found = values(season)["coming"]
    assert [each.when for each in found] == [
        "Onsdag 6. januar 2027 kl. 19:00", "Lørdag 6. marts 2027 kl. 19:00",
    ]  # fmt: skip


@pytest.mark.strict
def test_whole_years_of_the_board_are_printed(season, monkeypatch):
    monkeypatch.setattr(booklet, "MOST_TITLES", 3)
    assert [each.year for each in values(season)["honours"]] == ["2025", "", "2024"]


def test_a_season_without_an_evening_is_a_cover(club):
    season = Season.objects.create(club=club, name="2030")
    pages = scene.read(seasons.pdf("booklet", club, season)).pages
    assert len(pages) == 2
    assert "2030" in pages[0].extract_text()


@pytest.mark.strict
def test_one_evening_is_no_chart(club):
    season = seasons.played(club, tables=1, evenings=1, best=None)
    assert values(season)["chart"] is None
    assert "Aften for aften" in scene.text(seasons.pdf("booklet", club, season))


def test_of_what_is_gone_nothing_is_printed(club, season):
    other = make.make_club("Klub Manille")
    for params in ({}, {"club": str(club.pk)}, {"club": str(other.pk), "season": str(season.pk)}):
        with pytest.raises(CannotPrintError):
            registry.build("booklet", params)


@pytest.mark.strict
def test_it_is_read_aloud(season):
    root = scene.read(seasons.pdf("booklet", season.club, season, tagged=True)).root_object
    says_what_is_what(root)


@pytest.mark.strict
def test_equal_booklets_are_equal_to_the_byte(season):
    with scene.standing_still():
        one, other = (seasons.pdf("booklet", season.club, season) for _ in range(2))
    assert one == other


@pytest.mark.strict
def test_it_states_the_moment_of_its_data(season):
    params = {"club": str(season.club_id), "season": str(season.pk)}
    paper = registry.build("booklet", {**params, "as_of": "2026-12-24T18:00:00+00:00"})
    assert paper.context["as_of"] == "24. december 2026 19:00"
