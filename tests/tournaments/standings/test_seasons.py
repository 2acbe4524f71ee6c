"""A season: five evenings, a substitute, a penalty, a decision, and one that is broken off."""

import datetime as dt
import re
from dataclasses import replace
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import translation

from lhombre_club.members.models import Membership
from lhombre_club.refusal import Refusal
from scoring.standings import Comparison, Vacancy
from tests import make
from tournaments.models import Activity, Event, Round, Season, Seat, Table
from tournaments.penalties.domain.penalties import Penalty, penalise
from tournaments.standings.domain import (
    SeasonSettings,
    StandingsSettings,
    change_season,
    make_season,
    name_champion,
    put_into_season,
    set_standings,
)
from tournaments.standings.pages.season_rules import counting, order
from tournaments.standings.pages.seasons import (
    champion,
    headings,
    own_figures,
    places,
)
from tournaments.standings.queries.seasons import season_table
from tournaments.standings.reasons import StandingsReason
from tournaments.standings.views import seasons as views

pytestmark = pytest.mark.django_db
SOLO = {"declarer": 1, "contract": "solo", "outcome": "won"}
ACTOR = "system:test"
CHAIN = ("points", "won", "kodille", "highest")
FIVE = SeasonSettings(name="2026–27", planned=5, best=3, counts_abandoned=False)


@pytest.fixture
def season(club):
    return make_season(club=club, settings=FIVE, actor=ACTOR)


def table_of(event):
    return Table.objects.get(round__event=event)


@pytest.fixture
def evenings(club, season):
    """Five evenings of one table; in each, seat 1 or another wins a solo: 6 points."""
    first = make.make_released_event(club, tables=1, deals=8, season=season)
    events = [first, *(make.again(first, date=dt.date(2026, 12, day)) for day in (1, 8, 15, 22))]
    for event, declarer in zip(events, (1, 1, 3, 1, 1), strict=True):
        make.enter(table_of(event), 1, {**SOLO, "declarer": declarer})
    return events


def close(*events):
    """Let these evenings have been played to their end."""
    Round.objects.filter(event__in=events).update(state=Round.State.FINAL)
    Event.objects.filter(pk__in=[event.pk for event in events]).update(planned_rounds=1)


def points(found):
    return {place.name: place.points for place in places(found)}


def settings(**kwargs):
    return StandingsSettings(tie_chain=CHAIN, **kwargs)


def test_no_more_evenings_count_than_are_planned(season):
    with pytest.raises(Refusal) as refused:
        change_season(season=season, settings=replace(FIVE, best=6), actor=ACTOR)
    assert refused.value.reason is StandingsReason.MORE_THAN_PLANNED
    assert Season.objects.get().best == FIVE.best


def test_the_best_three_of_five_count_and_the_champion_is_named(season, evenings):
    close(*evenings)
    found = season_table(season)
    assert points(found) == {
        "Aksel Nr2": "+18", "Bent Nr4": "0", "Birte Nr3": "0", "Agnes Nr1": "−9",
    }  # fmt: skip
    best = places(found)[0]
    assert [told for told, _ in best.evenings] == ["+6", "+6", "−3", "+6", "+6"]
    assert [counts for _, counts in best.evenings] == [True, True, False, True, False]
    with translation.override("en"):
        assert champion(found) == "Champion: Aksel Nr2"


def test_there_is_no_champion_until_each_evening_is_played_to_its_end(season, evenings):
    assert season_table(season).table.vacancy is Vacancy.EVENING_UNDER_WAY
    close(*evenings)
    assert season_table(season).table.vacancy is None
    for state in (Round.State.RELEASED, Round.State.PROVISIONAL):
        Round.objects.filter(event=evenings[3]).update(state=state)
        found = season_table(season)
        assert found.table.vacancy is Vacancy.EVENING_UNDER_WAY
        with translation.override("en"):
            assert champion(found).startswith("No champion: an evening has a round that is still")
    close(*evenings)
    Event.objects.filter(pk=evenings[0].pk).update(planned_rounds=2)
    assert season_table(season).table.vacancy is Vacancy.EVENING_UNDER_WAY


def test_what_parts_equals_and_what_is_not_over_is_said(client, season, evenings, settings):
    """Aksel has the points of who sat out, and has won a game."""
    settings.STANDINGS_SECONDS = 0
    first, *others = evenings
    Event.objects.filter(pk__in=[event.pk for event in others]).update(season=None)
    make.enter(table_of(first), 2, {"passed": True})
    late = Penalty(id=uuid4(), seat=1, points=6, reason="late")
    penalise(table=table_of(first), penalty=late, actor=ACTOR)
    address = reverse("tournaments:public-season", args=[season.pk])

    def page():
        return " ".join(client.get(address, headers={"accept-language": "en"}).text.split())

    with translation.override("en"):
        (best, *rest) = places(season_table(season))
    assert (best.name, best.points, best.why.figures) == ("Aksel Nr2", "0", "1 against 0")
    assert rest[0].points == "0"
    assert not rest[0].why.lifted_by
    assert f"{best.why.lifted_by}: 1 against 0" in page()
    assert "provisional" in page().split("</thead>")[0].split("<thead>")[1]
    close(first)
    assert "provisional" not in page()


def test_a_released_evening_without_deals_counts_for_nobody(season, evenings):
    close(*evenings)
    make.again(evenings[0], date=dt.date(2026, 12, 29))
    last = next(row for row in places(season_table(season)) if row.name == "Agnes Nr1")
    assert last.points == "−9"
    assert last.evenings[-1] == ("–", False)


def test_a_guest_is_marked_in_the_table(client, season, evenings):
    guests = Membership.objects.filter(person__first_name="Birte")
    assert not any(place.is_guest for place in places(season_table(season)))
    guests.update(status=Membership.Status.GUEST)
    marked = [place.name for place in places(season_table(season)) if place.is_guest]
    assert marked == ["Birte Nr3"]
    page = client.get(reverse("tournaments:public-season", args=[season.pk])).content.decode()
    assert page.count('<span class="badge">') == 1


@pytest.mark.parametrize("seconds", (60, 0))
def test_the_public_table_is_drawn_once_for_all_who_look(
    client, season, evenings, settings, monkeypatch, seconds
):
    """The twin draws it for each of them."""
    settings.STANDINGS_SECONDS, drawings = seconds, []

    def counted(*words, **named):
        drawings.append(words)
        return season_table(*words, **named)

    monkeypatch.setattr(views, "season_table", counted)
    address = reverse("tournaments:public-season", args=[season.pk])
    pages = [client.get(address).content.decode() for _time in range(3)]
    assert all("Agnes Nr1" in page for page in pages)
    assert len(drawings) == (1 if seconds else 3)


class TestChampion:
    """Who has won, where the director says so."""

    def name(self, client, season, who, why=""):
        address = reverse("tournaments:season-champion", args=[season.pk])
        return client.post(address, {"who": who, "why": why})

    def said(self, client, season):
        return client.get(reverse("tournaments:public-season", args=[season.pk])).content.decode()

    def test_somebody_is_named_and_taken_back(self, english, season, evenings, settings):
        settings.STANDINGS_SECONDS = 0
        person = evenings[0].participants.order_by("number")[2].person
        assert self.name(english, season, str(person.pk), "The rest fell ill").status_code == 302
        named = f"Champion: {person.name}, named by the club: The rest fell ill"
        assert named in self.said(english, season)
        assert evenings[0].activities.filter(verb="season.champion").exists()
        assert self.name(english, season, "").status_code == 302
        assert "named by the club" not in self.said(english, season)

    def test_the_title_is_not_given(self, english, season, evenings, settings):
        del evenings
        settings.STANDINGS_SECONDS = 0
        assert self.name(english, season, "nobody", "Broken off").status_code == 302
        assert "No champion, as the club has decided: Broken off" in self.said(english, season)

    @pytest.mark.parametrize("who", ("nobody", "somebody of the table"))
    def test_a_reason_is_asked_for(self, english, season, evenings, who):
        person = evenings[0].participants.order_by("number")[2].person_id
        answer = self.name(english, season, "nobody" if who == "nobody" else str(person))
        assert answer.status_code == 400
        assert "Say why the title does not go as the table says." in answer.content.decode()

    def test_nobody_else_can_be_named(self, english, season, evenings):
        del evenings
        stranger = make.make_person("Vera", "Vikar")
        assert self.name(english, season, str(stranger.pk), "A friend").status_code == 400
        with pytest.raises(Refusal):
            name_champion(season=season, person=stranger, why="A friend", actor="user:1")

    def test_one_who_is_forgotten_keeps_the_title_under_his_name(
        self, english, season, evenings, settings
    ):
        settings.STANDINGS_SECONDS = 0
        person = evenings[0].participants.order_by("number")[2].person
        self.name(english, season, str(person.pk), "Played best")
        name = person.name
        Season.objects.filter(pk=season.pk).update(champion=None)
        assert f"Champion: {name}, named by the club" in self.said(english, season)


def test_a_season_with_all_that_happens_in_one(season, evenings):
    substitute = make.make_person("Vera", "Vikar")
    chair = Seat.objects.get(table=table_of(evenings[1]), seat=1)
    chair.substitute, chair.substitute_name = substitute, substitute.name
    chair.save()
    late = Penalty(id=uuid4(), seat=1, points=2, reason="Late")
    penalise(table=table_of(evenings[0]), penalty=late, actor=ACTOR)
    decided = {**SOLO, "declarer": 3, "outcome": "bet"}
    make.enter(table_of(evenings[2]), 1, decided, base=1)
    last = evenings[4]
    set_standings(event=last, settings=settings(abandoned=True), actor=ACTOR)
    found = season_table(season)
    # The place keeps what the substitute won; the penalty costs; the last evening is out.
    assert points(found)["Aksel Nr2"] == "+16"  # 4 + 6 + 3 + 6, the best three
    assert (found.table.champion, found.table.vacancy) == (None, Vacancy.EVENING_ABANDONED)
    with translation.override("en"):
        assert champion(found) == "No champion: an evening was broken off and not played anew."
    figures = own_figures(found)
    assert [each.name for each in figures[:2]] == ["Aksel Nr2", "Vera Vikar"]  # by points
    own = {each.name: (each.deals, each.points) for each in figures}
    assert own["Vera Vikar"] == (1, "+6")
    assert own["Aksel Nr2"] == (4, "+19")  # 4 + 3 + 6, and 6 on the evening that was broken off
    assert "Vera Vikar" not in points(found)
    with translation.override("en"):
        assert (
            "A substitute’s games count for the place in which they were played: those won"
            in order(found)
        )
        table_of(evenings[1]).seats.update(substitute=None, substitute_name="")
        assert "substitute" not in order(season_table(season))


def test_what_was_played_of_a_broken_evening_counts_where_the_season_says_so(season, evenings):
    for event in evenings[1:]:
        put_into_season(event=event, season=None, actor=ACTOR)
    set_standings(event=evenings[0], settings=settings(abandoned=True), actor=ACTOR)
    assert points(season_table(season))["Aksel Nr2"] == "0"
    counts = SeasonSettings(name="2026–27", planned=1, counts_abandoned=True)
    change_season(season=season, settings=counts, actor=ACTOR)
    found = season_table(season)
    assert points(found)["Aksel Nr2"] == "+6"
    assert found.table.vacancy is Vacancy.EVENING_ABANDONED


def test_an_evening_that_was_broken_off_is_not_said_to_count_where_it_does_not(season, evenings):
    set_standings(event=evenings[0], settings=settings(abandoned=True), actor=ACTOR)

    def said(*, counts):
        how = SeasonSettings(name="2026–27", planned=5, counts_abandoned=counts)
        change_season(season=season, settings=how, actor=ACTOR)
        with translation.override("en"):
            return counting(season_table(season))

    assert said(counts=True) == "All evenings count."
    assert said(counts=False) == "All evenings count but those that were broken off."


def test_the_longest_name_fits_the_log_of_each_evening(season, evenings):
    longest = SeasonSettings(name="S" * 120, planned=5)
    change_season(season=season, settings=longest, actor=ACTOR)
    noted = Activity.objects.filter(verb="season.changed")
    assert noted.count() == len(evenings)
    for each in noted:
        each.full_clean()  # SQLite takes any length, PostgreSQL does not


def test_a_name_is_given_once(club, season):
    with pytest.raises(Refusal) as refused:
        make_season(club=club, settings=FIVE, actor=ACTOR)
    assert refused.value.reason is StandingsReason.NAME_TAKEN


def test_an_event_joins_no_other_clubs_season(season):
    other = make.make_released_event(make.make_club("Klub Basta"), tables=1)
    with pytest.raises(Refusal) as refused:
        put_into_season(event=other, season=season, actor=ACTOR)
    assert refused.value.reason is StandingsReason.FOREIGN_SEASON


def test_the_way_of_placing_is_the_events_own(club):
    event = make.make_released_event(club, tables=1)
    chosen = settings(comparison=Comparison.PER_ACTIVE_DEAL, min_deals=3)
    changed = set_standings(event=event, settings=chosen, actor=ACTOR)
    assert (changed.comparison, changed.min_deals) == ("per_active_deal", 3)
    assert changed.activities.get().verb == "standings.set"


def test_nobody_shares_the_first_place_before_a_deal_is_played(season, club):
    event = make.make_released_event(club, tables=1, deals=8, season=season)
    assert {row.place for row in places(season_table(season))} == {"–"}
    make.enter(table_of(event), 1, SOLO)
    rows = places(season_table(season))
    assert [row.place for row in rows] == ["1", "=2", "=2", "–"], "who sat out stands last"
    with translation.override("en"):
        assert "Who has a dash" in order(season_table(season))


def test_evenings_of_one_date_are_told_apart(director_client, season, club):
    date = dt.date(2026, 12, 1)
    first = make.make_released_event(club, tables=1, deals=8, season=season)
    for name in ("Klubaften", "Begyndere", "Begyndere"):
        make.again(first, date=date, name=name)
    with translation.override("en"):
        told = [(each.date, each.name) for each in headings(season_table(season))]
    same = "December 1"
    assert told == [
        ("November 21", ""),
        (same, "Klubaften"),
        (same, "Begyndere (1)"),
        (same, "Begyndere (2)"),
    ]
    shown = director_client.get(reverse("tournaments:season", args=[season.pk])).content.decode()
    assert "Begyndere (2)</a>" in shown


def test_an_empty_season_says_so_instead_of_two_bare_heads(director_client, season, club):
    address = reverse("tournaments:season", args=[season.pk])
    english = {"accept-language": "en"}
    shown = director_client.get(address, headers=english).content.decode()
    assert "No evening of this season has been shown to the room yet." in shown
    assert "<table" not in shown
    make.make_released_event(club, tables=1, deals=8, season=season)
    assert director_client.get(address, headers=english).content.decode().count("<table") == 2


def test_the_ways_of_the_first_are_drawn(client, season, evenings):
    first, *others = season_table(season).table.ranked.placings
    svg = client.get(reverse("tournaments:public-season", args=[season.pk])).content.decode()
    drawn = re.findall(r'class="course__line" d="M84,[^"]*"', svg)
    assert [way.count("L") for way in drawn] == [len(evenings)] * (1 + len(others))
    assert f">{first.line.total:+d}</text>" in svg, "the highest is written at the side"


def test_a_season_leads_to_the_evenings_that_can_be_put_into_it(
    client, director_client, season, club
):
    event = make.make_released_event(club, tables=1, deals=8)
    make.make_released_event(make.make_club("Basta"), tables=1, deals=8)
    leads = r'events/[0-9a-f-]+/season/\?season=[^"]*"'
    address = reverse("tournaments:season", args=[season.pk])
    shown = director_client.get(address).content.decode()
    led = f"{reverse('tournaments:event-season', args=[event.pk])}?season={season.pk}"
    assert f'href="{led}"' in shown
    assert len(re.findall(leads, shown)) == 1
    assert re.findall('value="([^"]*)"[^>]*checked', director_client.get(led).content.decode()) == [
        str(season.pk)
    ]
    public = client.get(reverse("tournaments:public-season", args=[season.pk])).content.decode()
    assert not re.findall(leads, public)
    Event.objects.filter(pk=event.pk).update(season=season)
    assert not re.findall(leads, director_client.get(address).content.decode())


def test_an_evening_is_put_into_a_season_and_taken_out_again(director_client, season, club):
    event = make.make_released_event(club, tables=1, deals=8)
    address, english = (
        reverse("tournaments:event-season", args=[event.pk]),
        {"accept-language": "en"},
    )

    def shown():
        return director_client.get(address, headers=english).content.decode()

    def chosen():
        (radio,) = re.findall(r'<input[^>]*type="radio"[^>]*checked[^>]*>', shown())
        return re.findall('value="([^"]*)"', radio)

    assert "None: the evening stands by itself" in shown()
    assert chosen() == [""]
    for belongs, says in ((season.pk, f"in the season {season.name}."), ("", "stands by itself.")):
        answer = director_client.post(address, {"season": belongs}, headers=english, follow=True)
        assert says in answer.content.decode()
        assert chosen() == [str(belongs)]
