"""The event pages: from who is here to a released plan, and only for the club's own director."""

from decimal import Decimal

import pytest
from django.urls import reverse

from lhombre_club.members.models import Attendance
from lhombre_club.members.queries import evening
from tests import make
from tournaments.domain.events import CLUB_NIGHT, make_event, release_rounds
from tournaments.models import Event, Round

pytestmark = pytest.mark.django_db
NEW = reverse("tournaments:event-new")
FORM = {
    "name": "Klubaften",
    "date": "2026-11-21",
    "rounds": "2",
    "deals": "40",
    "ruleset": "dlu",
    "accounting": "rasle",
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


def test_a_visitor_sees_only_what_is_released(client, club):
    event = drawn(club)
    assert str(event.pk) not in client.get("/").content.decode()
    release_rounds(event=event, actor="system:test")
    assert str(event.pk) in client.get("/").content.decode()


def test_sixteen_who_are_here_make_a_club_night(director_client, club):
    here(club, 16)
    page = director_client.get(NEW).content.decode()
    assert "Klubaften" in page or "Club night" in page
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


@pytest.mark.parametrize("tables", (1, 3))
@pytest.mark.parametrize("name", ("event", "seating"))
def test_a_page_asks_as_much_for_three_tables_as_for_one(
    director_client, club, name, tables, django_assert_num_queries
):
    event = drawn(club, tables=tables)
    address = reverse(f"tournaments:{name}", args=[event.pk])
    with django_assert_num_queries({"event": 12, "seating": 18}[name]):
        director_client.get(address)
