"""Results of past evenings: taken into a season, counted in its table, and taken out again."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import translation

from lhombre_club.members.models import ShownAs
from lhombre_club.refusal import Refusal
from tests import make
from tests.tournaments.standings.test_seasons import SOLO, close, points, table_of
from tournaments.events.domain.member_merging import merger
from tournaments.events.domain.member_removing import why_not
from tournaments.events.reasons import MergeReason, RemoveReason
from tournaments.kept.domain.forgetting import forget_member
from tournaments.models import Event, PastEvening, PastResult
from tournaments.papers.queries.club_rows import club_rows
from tournaments.standings import domain
from tournaments.standings.domain import PastLine, PastSettings, SeasonSettings
from tournaments.standings.pages.season_rules import counting, order
from tournaments.standings.pages.seasons import champion, places
from tournaments.standings.queries.seasons import season_table
from tournaments.standings.reasons import StandingsReason

pytestmark = pytest.mark.django_db
ACTOR = "system:test"
BEFORE = PastSettings(date=dt.date(2026, 10, 6), name="Klubaften", deals=40)
AFTER = PastSettings(date=dt.date(2026, 11, 24), name="Klubaften", deals=32)
TYPED = {"date": "2026-10-06", "name": "Klubaften", "deals": "40"}


@pytest.fixture
def season(club):
    settings = SeasonSettings(name="2026–27", planned=3, best=2)
    return domain.make_season(club=club, settings=settings, actor=ACTOR)


@pytest.fixture
def aksel(club, season):
    """Who has won 6 in the one event of the season, between the past evenings."""
    event = make.make_released_event(club, tables=1, deals=8, season=season)
    make.enter(table_of(event), 1, SOLO)
    close(event)
    return event.participants.get(name__startswith="Aksel").person


@pytest.fixture(autouse=True)
def later(monkeypatch):
    monkeypatch.setattr(domain, "today", lambda: dt.date(2026, 12, 31))


def take(season, evening, *lines):
    return domain.take_in_past(season=season, evening=evening, lines=lines, actor=ACTOR)


def test_past_evenings_count_as_any_other_and_each_total_adds_up(season, aksel):
    take(season, AFTER, PastLine("vera  VIKAR", None, 3), PastLine(aksel.name, aksel, -3))
    take(season, BEFORE, PastLine("Vera Vikar", None, -12), PastLine(aksel.name, aksel, 12))
    found = season_table(season)
    assert [each.date.month for each in found.evenings] == [10, 11, 11]
    assert [bool(each.event) for each in found.evenings] == [False, True, False]
    rows = {row.name: row for row in places(found)}
    assert rows["Aksel Nr2"].evenings == (("+12", True), ("+6", True), ("−3", False))
    assert (rows["Aksel Nr2"].points, rows["Aksel Nr2"].deals) == ("+18", 41)
    vera = next(row for row in rows.values() if row.name.casefold().startswith("vera"))
    assert vera.evenings == (("−12", True), ("–", False), ("+3", True)), "one name, one player"
    assert (vera.points, vera.person) == ("−9", "")
    assert sum(line.points for line in found.own) == 0, "statistics are of deals alone"
    with translation.override("en"):
        assert champion(found) == "Champion: Aksel Nr2"
        assert "taken in of Klubaften (Oct. 6, 2026), Klubaften (Nov. 24, 2026)" in order(found)


def test_a_paper_of_the_season_is_out_of_date_when_one_is_taken_in(season):
    about = {"club": str(season.club_id), "season": str(season.pk)}
    before = club_rows(about)
    take(season, BEFORE, PastLine("Vera", None, 6))
    assert club_rows(about) != before


@pytest.mark.parametrize("best", (2, 1))
def test_games_that_are_not_known_part_nobody_and_are_not_shown_as_none(season, aksel, best):
    type(season).objects.filter(pk=season.pk).update(best=best)
    season.refresh_from_db()
    take(season, BEFORE, PastLine("Vera", None, 6), PastLine("Ulla", None, 6))
    take(season, AFTER, PastLine("Vera", None, 0), PastLine(aksel.name, aksel, 0))
    found = season_table(season)
    first = [row for row in places(found) if row.points == "+6"]
    assert [(row.place, row.why.figures) for row in first] == [("=1", "")] * 3
    with translation.override("en"):
        assert "or a place is shared" in order(found)


def test_a_past_evening_does_not_count_by_a_figure_that_is_not_known_of_it(season, aksel):
    """Else a great loss there would be nothing, and take the place of a small one."""
    type(season).objects.filter(pk=season.pk).update(best=None)
    season.refresh_from_db()
    Event.objects.update(comparison="per_opponent")
    take(season, BEFORE, PastLine("Vera", None, 6), PastLine(aksel.name, aksel, -6))
    with translation.override("en"):
        found = season_table(season)
        rows = {row.name: row for row in places(found)}
        assert (rows["Vera"].place, rows["Vera"].points) == ("–", "0")
        assert rows["Vera"].evenings == (("+6", False), ("–", False))
        assert (rows["Aksel Nr2"].place, rows["Aksel Nr2"].points) == ("1", "+6")
        assert rows["Aksel Nr2"].evenings == (("−6", False), ("+6", True))
        assert "not known of them (points per opponent)" in order(found)
        assert counting(found) == "All evenings count but those that are struck out."


def test_a_past_evening_is_not_nothing_beside_the_mean_of_its_table(season, aksel):
    Event.objects.update(tie_chain=["points", "deviation"])
    take(season, BEFORE, PastLine("Vera", None, 6))
    found = season_table(season)
    first = [row for row in places(found) if row.points == "+6"]
    assert [row.place for row in first] == ["=1", "=1"]
    with translation.override("en"):
        assert "parts nobody: points beside the mean of the table." in order(found)


def test_who_has_only_past_results_has_a_place_without_a_link_and_may_be_champion(
    english, season, settings
):
    settings.STANDINGS_SECONDS = 0
    person = make.make_members(season.club, 1)[0]
    take(season, BEFORE, PastLine(person.name, person, 5), PastLine("Gæst", None, -5))
    address = reverse("tournaments:public-season", args=[season.pk])
    page = english.get(address).text
    assert person.name in page
    assert str(person.pk) not in page
    assert str(PastEvening.objects.get().pk) not in page
    assert "What each played in person" not in page
    domain.name_champion(season=season, person=person, why="Lod", actor=ACTOR)
    assert "named by the club: Lod" in english.get(address).text


@pytest.mark.parametrize(
    ("evening", "lines", "reason"),
    (
        (PastSettings(date=dt.date(2027, 1, 1), name="x", deals=1), 1, StandingsReason.TO_COME),
        (BEFORE, 1, StandingsReason.TAKEN_IN),
        (AFTER, 0, StandingsReason.NOBODY_NAMED),
        (AFTER, 501, StandingsReason.TOO_MANY_LINES),
        (AFTER, -1, StandingsReason.NAMED_TWICE),
    ),
)
def test_what_makes_no_sense_is_refused(season, evening, lines, reason):
    take(season, BEFORE, PastLine("A", None, 0))
    names = [f"N{number}" for number in range(lines)] if lines >= 0 else ["Åse", "aase"]
    with pytest.raises(Refusal) as refused:
        take(season, evening, *(PastLine(name, None, 0) for name in names))
    assert refused.value.reason is reason
    assert PastEvening.objects.count() == 1


def test_a_season_has_an_end_of_past_evenings(season, monkeypatch):
    monkeypatch.setattr(domain, "MOST_EVENINGS", 1)
    take(season, BEFORE, PastLine("A", None, 0))
    with pytest.raises(Refusal) as refused:
        take(season, AFTER, PastLine("A", None, 0))
    assert refused.value.reason is StandingsReason.TOO_MANY_EVENINGS


class TestPage:
    """The page of a director."""

    def ask(self, client, season, lines, **more):
        address = reverse("tournaments:season-past", args=[season.pk])
        return client.post(address, {**TYPED, "lines": lines, **more})

    def test_results_are_shown_first_and_taken_in_and_out(self, english, season, aksel):
        lines = "aksel nr2; +12\nUkendt Gæst\t−10\n\nÅse, -1"
        shown = self.ask(english, season, lines)
        page = shown.text
        assert not PastEvening.objects.exists()
        assert "All points come to +1, not to 0" in page
        assert page.count("not a member: counts under this name") == 2
        assert "Ukendt Gæst\t−10" in page
        seen = shown.context["seen"]
        other = self.ask(english, season, lines.replace("12", "11"), seen=seen)
        assert "All points come to 0." in other.text, "others than were shown"
        assert self.ask(english, season, lines, seen=seen).status_code == 302
        found = PastResult.objects.values_list("name", "person", "points")
        assert list(found) == [
            ("Aksel Nr2", aksel.pk, 12), ("Åse", None, -1), ("Ukendt Gæst", None, -10)
        ]  # fmt: skip
        assert points(season_table(season))["Aksel Nr2"] == "+18"
        again = self.ask(english, season, lines)
        assert (again.status_code, "of that date and name already" in again.text) == (400, True)
        for _time in range(2):
            out = {"out": str(PastEvening.objects.first() and PastEvening.objects.get().pk)}
            assert self.ask(english, season, "", **out).status_code == 302
        assert not PastEvening.objects.exists()

    @pytest.mark.parametrize("bad", ("Agnes", "Agnes; 12,5", "Bæk, Agnes, 12", "; 3", "Agnes; x"))
    def test_a_line_that_cannot_be_read_is_named_and_all_is_kept(self, english, season, bad):
        answer = self.ask(english, season, f"Bent; 4\n{bad}")
        assert answer.status_code == 400
        assert "Line 2: " in answer.text
        assert f"Bent; 4\n{bad}" in answer.text
        assert 'value="2026-10-06"' in answer.text

    def test_of_two_of_one_name_it_is_said_who(self, english, season):
        for person in make.make_members(season.club, 2):
            person.first_name, person.last_name = "Bo", "Holm"
            person.save()
        answer = self.ask(english, season, "Bo Holm; 4")
        assert "several members are called Bo Holm" in answer.text
        (example,) = answer.context["form"].errors["lines"]
        told = example.split("“")[1].split("”")[0]
        assert self.ask(english, season, f"{told}; 4").status_code == 200


def test_everybody_reads_names_as_the_club_shows_them(client, season, settings):
    settings.STANDINGS_SECONDS = 0
    season.club.shown_as = ShownAs.INITIAL
    season.club.save()
    person = make.make_members(season.club, 1)[0]
    take(season, BEFORE, PastLine(person.name, person, 5), PastLine("Vera Vikar", None, -5))
    page = client.get(reverse("tournaments:public-season", args=[season.pk])).text
    assert person.name not in page
    assert "Vera V." in page
    assert "Vikar" not in page


def test_who_is_forgotten_keeps_the_points_and_no_name(season):
    person = make.make_members(season.club, 1)[0]
    name = person.name
    take(season, BEFORE, PastLine(name, person, 5))
    forget_member(membership=person.memberships.get(), actor=ACTOR, directed=[season.club])
    result = PastResult.objects.get()
    assert result.points == 5
    assert name not in {result.name, *season_table(season).names.values()}


def test_two_who_played_on_one_past_evening_are_not_one_and_are_not_removed(season):
    one, other = make.make_members(season.club, 2)
    take(season, BEFORE, PastLine(one.name, one, 5), PastLine(other.name, other, -5))
    kept, gone = one.memberships.get(), other.memberships.get()
    assert merger(kept, gone).refused is MergeReason.BOTH_PLAYED
    assert why_not(gone) is RemoveReason.PLAYED


def test_the_table_takes_two_queries_for_past_evenings(season, django_assert_max_num_queries):
    for day in range(1, 9):
        evening = PastSettings(date=dt.date(2026, 10, day), name="x", deals=9)
        take(season, evening, PastLine("A", None, 1), PastLine("B", None, -1))
    with django_assert_max_num_queries(6):
        season_table(season)
