"""The event pages: from who is here to a released plan, and only for the club's own director."""

import datetime as dt
import re
from decimal import Decimal

import pytest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import override

from lhombre_club.members.models import Attendance, Person
from lhombre_club.members.queries import evening
from lhombre_club.printing.models import Job
from tests import make
from tournaments.book.begun import CLUB_NIGHT
from tournaments.events.domain.events import make_event
from tournaments.events.pages.links import links
from tournaments.models import Event, Round, Season, Table
from tournaments.seating.domain.released import release_rounds

pytestmark = pytest.mark.django_db
NEW = reverse("tournaments:event-new")
FORM = {
    "name": "Klubaften",
    "date": evening().isoformat(),
    "rounds": "2",
    "deals": "40",
    "ruleset": "dlu",
    "accounting": "rasle",
    "language": "da",
}


def here(club, count):
    people = make.make_members(club, count)
    Attendance.objects.bulk_create(
        Attendance(club=club, person=person, date=evening()) for person in people
    )
    return people


def drawn(club, tables=4, people=None):
    return make_event(
        club=club,
        name="Klubaften",
        date=evening(),
        people=people or make.make_members(club, 4 * tables),
        actor="system:test",
    )


def test_the_first_page_leads_a_director_from_step_to_step(director_client, club):
    page = director_client.get("/").content.decode()
    assert reverse("members:import") in page
    people = here(club, 16)
    page = director_client.get("/").content.decode()
    assert NEW in page
    event = drawn(club, people=people)
    page = director_client.get("/").content.decode()
    assert reverse("tournaments:event", args=[event.pk]) in page


def test_the_second_of_a_day_is_not_called_as_the_first(director_client, club):
    people = here(club, 12)

    def name():
        page = director_client.get(NEW).content.decode()
        return re.findall(r'name="name" value="([^"]*)"', page)

    first = drawn(club, people=people[:4])
    assert name() == ["Klubaften (2)"]
    second = drawn(club, people=people[4:8])
    Event.objects.filter(pk=second.pk).update(name="Klubaften (2)")
    assert name() == ["Klubaften (3)"]
    Event.objects.update(date=first.date - dt.timedelta(weeks=1))  # the evening after it
    assert name() == ["Klubaften"]
    Event.objects.filter(pk=first.pk).update(date=first.date - dt.timedelta(weeks=2))
    assert name() == ["Klubaften (2)"], "where there is no first, it was called so by its director"


def test_a_name_that_says_the_date_says_that_of_the_new_evening(director_client, club):
    last, tonight = evening() - dt.timedelta(weeks=1), evening()
    with override("da"):
        before, now = (f"Klubaften {date_format(day, 'j. F')}" for day in (last, tonight))
    people = here(club, 4)
    event = drawn(club, people=people)
    Event.objects.update(name=before, date=last)
    page = director_client.get(NEW).content.decode()
    assert re.findall(r'name="name" value="([^"]*)"', page) == [now]
    assert f"{before}, " in page  # what it begins from is called as it was
    director_client.post(NEW, {**FORM, "name": now, "date": tonight.isoformat()})
    assert Event.objects.exclude(pk=event.pk).get().name == now


def test_two_of_one_name_who_play_in_another_event_are_told_apart(director_client, club):
    people = here(club, 5)
    for person in people[:2]:
        Person.objects.filter(pk=person.pk).update(first_name="Kirsten", last_name="Hansen")
    drawn(club, people=people)
    page = director_client.get(NEW, headers={"accept-language": "en"}).content.decode()
    assert "play in Klubaften tonight: Kirsten Hansen (101), Kirsten Hansen (102), " in page


def test_who_comes_later_is_told_from_another_of_his_name(director_client, club):
    people = here(club, 5)
    late = [person.pk for person in people[:2]]
    Person.objects.filter(pk__in=late).update(first_name="Kirsten", last_name="Hansen")
    Attendance.objects.filter(person__in=late).update(state=Attendance.State.LATE)
    page = director_client.get(NEW, headers={"accept-language": "en"}).content.decode()
    assert "Kirsten Hansen (101), Kirsten Hansen (102)" in page


def test_more_than_any_plan_is_for_are_told_so(director_client, club, monkeypatch):
    monkeypatch.setattr("tournaments.plans.replanning.MOST_PLAYERS", 8)
    here(club, 9)
    answer = director_client.post(NEW, FORM, headers={"accept-language": "en"})
    assert answer.status_code == 400
    assert "There is no plan for so many players." in answer.content.decode()
    assert not Event.objects.exists()


def test_an_event_leads_to_each_of_its_pages(director_client, club):
    event = drawn(club, tables=1)
    shown = director_client.get(reverse("tournaments:event", args=[event.pk])).content.decode()
    for address, title in links(event):
        assert f'href="{address}">{title}</a>' in shown
        assert director_client.get(address).status_code == 200


def test_its_pages_stand_in_groups_and_not_in_a_row(director_client, club):
    event = drawn(club, tables=1)
    address = reverse("tournaments:event", args=[event.pk])
    shown = director_client.get(address, headers={"accept-language": "en"}).content.decode()
    headings = ("The evening", "The rules", "What was done")
    places = [shown.index(f"<h2>{heading}</h2>") for heading in headings]
    assert places == sorted(places)
    rules = shown[places[1] : places[2]]
    assert rules.count("<li>") == 3
    assert "Journal" not in rules


def test_seasons_are_one_step_from_home_with_an_event_tonight_and_without(director_client, club):
    seasons = f'href="{reverse("tournaments:seasons")}"'
    assert seasons in director_client.get("/").content.decode()
    drawn(club, tables=1)
    assert director_client.get("/").content.decode().count(seasons) == 1


def test_an_evening_is_put_into_a_season_and_taken_out(director_client, stranger, club):
    event = drawn(club, tables=1)
    season, foreign = (
        Season.objects.create(club=owner, name="2026–27")
        for owner in (club, stranger.club_roles.get().club)
    )
    own = reverse("tournaments:event", args=[event.pk])
    putting = reverse("tournaments:event-season", args=[event.pk])
    assert putting in director_client.get(own).content.decode()
    assert director_client.post(putting, {"season": str(season.pk)}).url == own
    shown = director_client.get(own).content.decode()
    assert f'<a href="{reverse("tournaments:season", args=[season.pk])}">2026–27</a>' in shown
    assert director_client.post(putting, {"season": str(foreign.pk)}).status_code == 400
    event.refresh_from_db()
    assert event.season == season
    director_client.post(putting, {"season": ""})
    event.refresh_from_db()
    assert event.season is None


def test_who_sits_out_is_on_the_events_page(director_client, club):
    event = make.make_released_event(club, tables=2)
    people = [each.person for each in event.participants.all()[:5]]
    five = drawn(club, people=people)
    for each, sits in ((five, True), (event, False)):
        address = reverse("tournaments:event", args=[each.pk])
        shown = director_client.get(address, headers={"accept-language": "en"}).content.decode()
        assert ("Sits this round out: " in shown) is sits


def test_a_visitor_sees_only_what_is_released(client, club):
    event = drawn(club)
    assert str(event.pk) not in client.get("/").content.decode()
    release_rounds(event=event, actor="system:test")
    assert str(event.pk) in client.get("/").content.decode()


def test_sixteen_who_are_here_make_a_club_night(director_client, club):
    here(club, 16)
    page = director_client.get(NEW).content.decode()
    assert "Klubaften" in page
    answer = director_client.post(NEW, FORM)
    event = Event.objects.get()
    assert answer.url == reverse("tournaments:seating", args=[event.pk])
    assert (event.club, event.participants.count(), event.rounds.count()) == (club, 16, 2)
    assert event.planned_rounds == CLUB_NIGHT.rounds


def test_who_comes_later_is_named_and_plays_from_the_second_round(director_client, club):
    people = here(club, 12)
    late = people[-1:]
    Attendance.objects.filter(person__in=late).update(state=Attendance.State.LATE)
    page = director_client.get(NEW, headers={"accept-language": "en"}).content.decode()
    assert f"1 comes later and plays from round 2: {late[0].name}" in page
    director_client.post(NEW, FORM)
    first = Event.objects.get().participants.values_list("person", "from_round")
    assert dict(first) == {person.pk: 2 if person in late else 1 for person in people}


def test_rules_account_and_price_are_the_clubs_to_choose(director_client, club):
    here(club, 16)
    chosen = {"ruleset": "lomber", "accounting": "pott", "unit": "0,25"}
    director_client.post(NEW, {**FORM, **chosen}, headers={"accept-language": "da"})
    event = Event.objects.get()
    assert (event.ruleset["id"], event.accounting) == ("lomber", "pott")
    assert event.unit == Decimal("0.25")
    assert event.sitter_pays


def test_the_papers_speak_the_language_that_was_chosen(director_client, club):
    here(club, 16)
    director_client.post(NEW, {**FORM, "language": "en"}, headers={"accept-language": "da"})
    event = Event.objects.get()
    director_client.post(reverse("tournaments:papers-ask", args=[event.pk]), {"kind": "standings"})
    assert Job.objects.get().title == "Standings"
    unknown = director_client.post(NEW, {**FORM, "language": "de"})
    assert unknown.status_code == 400


def test_a_pott_is_refused_where_the_rules_have_none(director_client, club):
    here(club, 16)
    answer = director_client.post(NEW, {**FORM, "accounting": "pott"})
    assert answer.status_code == 400
    assert "<details open>" in answer.content.decode()
    assert not Event.objects.exists()


@pytest.mark.parametrize("count", (0, 1, 2))
def test_a_field_that_does_not_fill_tables_makes_nothing(director_client, club, count):
    here(club, count)
    answer = director_client.post(NEW, FORM)
    assert answer.status_code == 400
    assert reverse("members:tonight") in answer.content.decode()
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    "spoilt",
    ({"name": ""}, {"date": "21/13"}, {"rounds": "0"}, {"deals": "many"}, {"unit": "-1"}),
)
def test_a_spoilt_form_is_shown_again_with_what_was_typed(director_client, club, spoilt):
    here(club, 16)
    answer = director_client.post(NEW, {**FORM, "name": "Torsdag", **spoilt})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "field__error" in page
    assert spoilt.get("name", "Torsdag") in page
    assert not Event.objects.exists()


def test_the_plan_shows_every_name_at_a_table_and_can_be_drawn_again(director_client, club):
    event = drawn(club)
    address = reverse("tournaments:seating", args=[event.pk])
    before = director_client.get(address).content.decode()
    for participant in event.participants.all():
        assert before.count(participant.name) >= 2
    assert director_client.post(reverse("tournaments:draw", args=[event.pk])).url == address
    assert director_client.get(address).content.decode() != before


def test_releasing_opens_the_tables(director_client, club):
    event = drawn(club)
    board = reverse("tournaments:event", args=[event.pk])
    table = reverse("tournaments:table", args=[event.rounds.first().tables.first().pk])
    assert table not in director_client.get(board).content.decode()
    director_client.post(reverse("tournaments:release", args=[event.pk]))
    assert table in director_client.get(board).content.decode()
    assert {round_.state for round_ in event.rounds.all()} == {Round.State.RELEASED}


def test_with_a_deal_in_the_seats_stay(director_client, club):
    event = release_rounds(event=drawn(club), actor="system:test")
    make.enter(event.rounds.get(number=1).tables.get(number=1), 1, {"passed": True})
    before = list(event.rounds.values_list("pk"))
    answer = director_client.post(reverse("tournaments:draw", args=[event.pk]), follow=True)
    assert "notice--bad" in answer.content.decode()
    assert list(event.rounds.values_list("pk")) == before


PAGES = ("event", "seating", "standings", "papers")
DEEDS = ("draw", "release")


@pytest.mark.parametrize("name", PAGES + DEEDS)
def test_another_clubs_director_finds_nothing(stranger_client, club, name):
    event = drawn(club)
    address = reverse(f"tournaments:{name}", args=[event.pk])
    ask = stranger_client.post if name in DEEDS else stranger_client.get
    answer = ask(address)
    assert answer.status_code == 404
    assert "Agnes" not in answer.content.decode()
    assert {round_.state for round_ in event.rounds.all()} == {Round.State.DRAFT}


@pytest.mark.parametrize("name", PAGES + DEEDS)
def test_who_is_not_logged_in_is_sent_to_log_in(client, club, name):
    event = drawn(club)
    address = reverse(f"tournaments:{name}", args=[event.pk])
    answer = (client.post if name in DEEDS else client.get)(address)
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("members:login"))


@pytest.mark.parametrize("name", DEEDS)
def test_a_deed_is_never_a_get(director_client, club, name):
    address = reverse(f"tournaments:{name}", args=[drawn(club).pk])
    assert director_client.get(address).status_code == 405


def test_who_sits_a_round_out_is_on_the_events_page(director_client, club):
    director_client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    people = make.make_members(club, 6)
    event = drawn(club, people=people[:5])
    event.participants.create(person=people[5], number=6, name="Late", from_round=3)
    release_rounds(event=event, actor="system:test")
    page = director_client.get(reverse("tournaments:event", args=[event.pk])).content.decode()
    for round_ in event.rounds.all():
        (out,) = set(people[:5]) - {
            seat.participant.person for seat in round_.seats.select_related("participant__person")
        }
        assert page.count(f"Sits this round out: {out.name}") == 1
    assert "Late" not in page


@pytest.mark.parametrize("tables", (1, 3))
@pytest.mark.parametrize("name", ("event", "seating"))
def test_a_page_asks_as_much_for_three_tables_as_for_one(
    director_client, club, name, tables, django_assert_num_queries
):
    event = drawn(club, tables=tables)
    address = reverse(f"tournaments:{name}", args=[event.pk])
    with django_assert_num_queries({"event": 13, "seating": 18}[name]):
        director_client.get(address)


def test_only_a_round_of_which_a_deal_is_in_is_being_played(director_client, club):
    director_client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    event = make.make_released_event(club, tables=1, deals=1, rounds=2)
    address = reverse("tournaments:event", args=[event.pk])
    first, second = Table.objects.filter(round__event=event).order_by("round__number")
    assert "being played" not in director_client.get(address).content.decode()
    make.enter(first, 1, {"passed": True})
    page = director_client.get(address).content.decode()
    assert "being played" not in page
    assert '<span class="badge">released</span>' in page.partition("Round 2")[2]
    Event.objects.filter(pk=event.pk).update(deals_per_round=2)
    make.enter(second, 1, {"passed": True})
    assert "being played" in director_client.get(address).content.decode()


@pytest.mark.parametrize("is_released", (True, False))
def test_the_papers_are_in_reach_also_while_the_step_prints_the_sheets(
    director_client, club, is_released
):
    event = make.make_released_event(club, tables=1, deals=4)
    if not is_released:
        event.rounds.update(state="draft")
    page = director_client.get(reverse("tournaments:event", args=[event.pk])).content.decode()
    pages = page[page.index('<nav class="groups"') :]
    assert f'href="{reverse("tournaments:papers", args=[event.pk])}"' in pages
