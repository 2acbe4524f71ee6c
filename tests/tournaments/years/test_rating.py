"""How strong players are after each evening: what is kept, how it keeps up, and who sees it."""

import datetime as dt

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from lhombre_club.members.domain.clubs import show_rating
from lhombre_club.members.domain.setup import found_club
from lhombre_club.members.models import Club
from tests import make
from tests.tournaments.conftest import WON
from tests.tournaments.figures.raw import play
from tests.tournaments.years.test_strength import independent
from tournaments import tasks
from tournaments.models import Counted, Event, Rating, Season, Seat, Table
from tournaments.years import rating
from tournaments.years.counting import count_on
from tournaments.years.queries import Span
from tournaments.years.rated import LEAST_EVENINGS, ratings, ratings_of
from tournaments.years.rating import WINDOW, rate_on

pytestmark = pytest.mark.django_db
DEALS = 6
CLUB_RATING = reverse("tournaments:club-rating")


@pytest.fixture
def club(club):
    return show_rating(club=club, shown=True, actor="user:director")


@pytest.fixture
def people(club):
    return make.make_members(club, 8)


def evening(club, people, date, **kwargs):
    event = make.make_released_event(club, tables=2, deals=DEALS, people=people, **kwargs)
    play(event, DEALS)
    Event.objects.filter(pk=event.pk).update(date=date)
    return event


@pytest.fixture
def evenings(club, people):
    """One more than are needed, a week apart, each time in another order."""
    first = dt.date(2026, 3, 1)
    return [
        evening(club, people[turn:] + people[:turn], first + dt.timedelta(weeks=turn))
        for turn in range(LEAST_EVENINGS + 1)
    ]


def worked_out(club):
    assert count_on(club, seconds=60) == 0
    assert rate_on(club, seconds=60) == 0


def shown(club):
    """What everybody may read."""
    found = ratings(Span(club, "dlu"))
    assert found is not None
    return found


def raw_deals(events):
    """Who held cards in each deal and what it moved for him, from the rows of the journal."""
    from scoring.models import JournalEntry  # noqa: PLC0415 -- beside what it is compared with

    seats = {
        (str(seat.table_id), seat.seat): seat.participant.person_id
        for seat in Seat.objects.filter(round__event__in=events).select_related("participant")
    }
    moved = {}
    for table in Table.objects.filter(round__event__in=events):
        for deal in range(1, DEALS + 1):
            moved[str(table.pk), deal] = [0, 0, 0, 0]
    for entry in JournalEntry.objects.filter(deal__in=range(1, DEALS + 1)):
        for seat in range(4):
            if (entry.book, entry.deal) in moved:
                moved[entry.book, entry.deal][seat] += entry.seats[seat]
    for (book, deal), moves in moved.items():
        out = (deal - 1 + 2) % 4
        yield [(str(seats[book, seat]), moves[seat]) for seat in range(4) if seat != out]


def kept(event):
    return {str(row.person_id): (row.points, row.error) for row in event.counted.ratings.all()}


def assert_as_reckoned(event, events):
    expected = independent(list(raw_deals(events)))
    found = kept(event)
    assert found.keys() == expected.keys()
    for person, both in expected.items():
        assert found[person] == pytest.approx(both, abs=1e-9)


def test_they_are_worked_out_from_all_evenings_until_then(club, evenings):
    worked_out(club)
    for place, event in enumerate(evenings, start=1):
        assert_as_reckoned(event, evenings[:place])


@pytest.mark.strict
def test_an_evening_of_long_ago_no_longer_tells(club, people, evenings):
    first = Event.objects.get(pk=evenings[0].pk)
    new = evening(club, people, first.date + WINDOW)
    worked_out(club)
    assert_as_reckoned(new, [*evenings[1:], new])
    Event.objects.filter(pk=new.pk).update(date=first.date + WINDOW - dt.timedelta(days=1))
    worked_out(club)
    assert_as_reckoned(new, [*evenings, new])


@pytest.mark.strict
def test_a_correction_of_an_old_evening_goes_through_all_after_it(club, evenings, monkeypatch):
    worked_out(club)
    done = []
    true = rating.keep

    def seen(evening, told, window):
        done.append(evening.pk)
        true(evening, told, window)

    monkeypatch.setattr(rating, "keep", seen)
    worked_out(club)
    assert done == []
    table = Table.objects.filter(round__event=evenings[2])[0]
    make.enter(table, 1, {**WON, "contract": "nolo_ouvert", "outcome": "kodille"}, base=1)
    worked_out(club)
    assert done == [event.pk for event in evenings[2:]]
    assert_as_reckoned(evenings[-1], evenings)


@pytest.mark.strict
def test_an_evening_that_is_taken_away_is_worked_out_of_all_after_it(club, evenings):
    worked_out(club)
    Counted.objects.filter(event=evenings[1]).delete()
    Event.objects.filter(pk=evenings[1].pk).update(frozen_after=0, version=F("version") + 1)
    worked_out(club)
    rest = [evenings[0], *evenings[2:]]
    assert_as_reckoned(Event.objects.get(pk=rest[-1].pk), rest)


@pytest.mark.strict
def test_an_evening_that_is_entered_late_comes_in_its_turn(club, people, evenings):
    worked_out(club)
    late = evening(club, people, dt.date(2026, 3, 10))
    worked_out(club)
    assert_as_reckoned(late, [*evenings[:2], late])
    assert_as_reckoned(Event.objects.get(pk=evenings[-1].pk), [*evenings, late])


@pytest.mark.strict
def test_two_who_are_one_are_rated_as_one(club, people, evenings):
    stranger = make.make_person("Zita", "Zahle")
    seats = evenings[0].participants.filter(person=people[0])
    seats.update(person=stranger)
    Event.objects.filter(pk=evenings[0].pk).update(version=F("version") + 1)
    worked_out(club)
    assert str(stranger.pk) in kept(Event.objects.get(pk=evenings[-1].pk))
    evenings[0].participants.filter(person=stranger).update(person=people[0])
    Event.objects.filter(pk=evenings[0].pk).update(version=F("version") + 1)
    worked_out(club)
    assert_as_reckoned(Event.objects.get(pk=evenings[-1].pk), evenings)


@pytest.mark.strict
def test_it_stops_when_its_time_is_up_and_goes_on_from_there(club, evenings):
    count_on(club)
    assert rate_on(club, seconds=0) == len(evenings)
    assert not Rating.objects.exists()
    worked_out(club)
    assert Rating.objects.count() == 8 * len(evenings)


@pytest.mark.strict
def test_who_was_not_there_is_kept_after_the_last_evening_alone(club, people, evenings):
    del evenings
    others = make.make_members(make.make_club("Klub Basta"), 8)
    new = evening(club, others, dt.date(2026, 6, 1))
    worked_out(club)
    assert new.counted.ratings.count() == 16
    last = evening(club, people, dt.date(2026, 7, 1))
    worked_out(club)
    assert Rating.objects.filter(counted=new.pk).count() == 8
    assert last.counted.ratings.count() == 16


@pytest.mark.strict
def test_whose_evenings_are_too_few_is_not_told_of(club, people, evenings):
    guest = evenings[-1].participants.filter(person=people[0])
    guest.update(person=None, name="Gæst")
    Event.objects.filter(pk=evenings[-1].pk).update(version=F("version") + 1)
    worked_out(club)
    found = shown(club)
    assert found.as_of == dt.date(2026, 3, 1) + dt.timedelta(weeks=LEAST_EVENINGS)
    assert {one.key: one.evenings for one in found.players} == {
        person.pk: LEAST_EVENINGS + (person != people[0]) for person in people
    }
    assert [one.place for one in found.players] == list(range(1, 9))
    best = [one.points.is_ for one in found.players]
    assert best == sorted(best, reverse=True)
    after = ratings_of(Span(club, "dlu"), people[1])
    assert after.keys() == {event.pk for event in evenings[LEAST_EVENINGS - 1 :]}


@pytest.mark.strict
def test_one_who_is_no_member_is_rated_by_his_name(club, people, evenings):
    for event in evenings:
        event.participants.filter(person=people[0]).update(person=None, name="Gæst")
    worked_out(club)
    assert "Gæst" in {one.key for one in shown(club).players}


class TestPages:
    def page(self, client, club, person=None, **sent):
        name = "tournaments:public-years-player" if person else "tournaments:public-years"
        url = reverse(name, args=[club.pk, person.pk] if person else [club.pk])
        answer = client.get(url, sent, headers={"accept-language": "en"})
        assert answer.status_code == 200
        return answer.content.decode()

    def test_a_club_and_one_who_plays_there(self, client, club, people, evenings, settings):
        settings.STANDINGS_SECONDS = 0
        tasks.count_years()
        text = self.page(client, club)
        assert "Of fewer than 5 evenings nothing is said." in text
        assert "up to April 5, 2026" in text
        own = self.page(client, club, people[0])
        assert "after 6 evenings: place" in own
        assert 'class="course__band"' in own
        assert own.count("<figure") == 2

    @pytest.mark.strict
    def test_strengths_are_those_of_now(self, client, club, people, evenings):
        season = Season.objects.create(club=club, name="2026")
        Event.objects.filter(pk__in=[event.pk for event in evenings]).update(season=season)
        worked_out(club)
        assert "Playing strength" not in self.page(client, club, season=str(season.pk))
        assert "trength" not in self.page(client, club, people[0], season=str(season.pk))

    def test_hidden_is_hidden_everywhere_and_at_once(
        self, client, director_client, club, people, evenings, settings
    ):
        settings.STANDINGS_SECONDS = 0
        del evenings
        worked_out(club)
        api = f"/api/v1/clubs/{club.pk}/years/"
        for yes in (True, False, True):
            director_client.post(CLUB_RATING, {"shown": str(int(yes))})
            assert ("Playing strength" in self.page(client, club)) is yes
            assert ("Playing strength" in self.page(client, club, people[0])) is yes
            told = director_client.get(api).json()["rating"]
            assert bool(told and told["players"]) is yes

    @pytest.mark.strict
    def test_the_api_says_the_same(self, director_client, club, evenings):
        del evenings
        worked_out(club)
        told = director_client.get(f"/api/v1/clubs/{club.pk}/years/").json()["rating"]
        found = shown(club)
        assert told["as_of"] == found.as_of.isoformat()
        assert told["players"] == [
            {
                "place": one.place,
                "person": str(one.key),
                "name": one.name,
                "points": one.points.is_,
                "low": one.points.low,
                "high": one.points.high,
                "evenings": one.evenings,
            }
            for one in found.players
        ]
        year = director_client.get(f"/api/v1/clubs/{club.pk}/years/", {"year": "2026"})
        assert year.json()["rating"] is None

    @pytest.mark.strict
    def test_what_is_worked_out_anew_is_another_answer(self, director_client, club, evenings):
        url = f"/api/v1/clubs/{club.pk}/years/"
        worked_out(club)
        tag = director_client.get(url)["ETag"]
        assert director_client.get(url, HTTP_IF_NONE_MATCH=tag).status_code == 304
        Counted.objects.filter(event=evenings[-1]).update(rated="old")
        worked_out(club)
        assert director_client.get(url, HTTP_IF_NONE_MATCH=tag).status_code == 200

    @pytest.mark.strict
    def test_queries_are_as_many_for_more_evenings(self, client, club, people, evenings):
        many = []
        for weeks in (0, 40):
            evening(club, people, dt.date(2026, 5, 1) + dt.timedelta(weeks=weeks))
            worked_out(club)
            make.empty_cache()
            for person in (None, people[0]):
                with CaptureQueriesContext(connection) as made:
                    self.page(client, club, person)
                many.append(len(made))
        assert many[:2] == many[2:]
        assert len(evenings) > 1


def test_a_club_keeps_it_to_itself_until_it_says_otherwise():
    assert not found_club(name="Klub Ponto", actor="user:x").shows_rating


def test_what_was_said_is_in_the_clubs_history(director_client, club):
    before = club.history.count()
    for yes in ("0", "0", "1"):
        director_client.post(CLUB_RATING, {"shown": yes})
    newest, older = club.history.all()[: club.history.count() - before]
    assert (newest.shows_rating, older.shows_rating) == (True, False)
    assert newest.history_change_reason.startswith("user:")


def test_no_stranger_says_it(client, stranger_client, club):
    for visitor in (client, stranger_client):
        visitor.post(CLUB_RATING, {"shown": "0"})
    assert Club.objects.get(pk=club.pk).shows_rating
