"""An event that is made before anybody has come, and drawn when they have."""

import datetime as dt
import html
import re

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse

from lhombre_club.members.models import Attendance
from lhombre_club.members.queries import evening
from tests import make
from tests.strangers.addresses import WHOSE
from tournaments.events.domain.events import fill_event, make_event, prepare_event
from tournaments.models import Event, Participant, Round
from tournaments.seating.domain.released import release_rounds

pytestmark = pytest.mark.django_db
NEW, TONIGHT = reverse("tournaments:event-new"), reverse("members:tonight")
ACTOR = "user:director"
DRAW = "Draw the seats of "


@pytest.fixture
def event(club):
    return prepare_event(club=club, name="Mesterskab", date=evening(), actor=ACTOR)


def come(club, people, state=Attendance.State.HERE):
    for person in people:
        Attendance.objects.create(club=club, person=person, date=evening(), state=state)


def filled_in(**changed):
    return {
        "name": "Klubaften",
        "date": evening().isoformat(),
        "rounds": "2",
        "deals": "40",
        "ruleset": "dlu",
        "accounting": "rasle",
        "language": "da",
        **changed,
    }


@pytest.mark.parametrize("players", (0, 2, 8))
def test_an_event_is_prepared_whoever_is_here(english, club, players):
    come(club, make.make_members(club, 8)[:players])
    page = english.get(NEW).content.decode()
    assert 'name="prepare"' in page
    assert ("Draw the seats</span>" in page) == (players == 8)
    sent = filled_in(name="Mesterskab", prepare="yes")
    answer = english.post(NEW, sent, follow=True)
    made = Event.objects.get()
    assert answer.redirect_chain[-1][0] == reverse("tournaments:event", args=[made.pk])
    assert not made.participants.exists()
    assert "Its seats are drawn when people have come." in answer.content.decode()


def test_the_button_says_for_each_kind_of_event_where_it_leads(english, club):
    come(club, make.make_members(club, 8))
    page = english.get(NEW).content.decode()
    for kind, says in (
        ("everybody", "Draw the seats"),
        ("pairs", "Put the pairs together"),
        ("teams", "Put the teams together"),
    ):
        assert f'<span class="of-{kind}">{says}</span>' in page


def test_a_new_event_leads_to_where_a_season_is_begun(english):
    page = english.get(NEW).content.decode()
    assert f'<a href="{reverse("tournaments:seasons")}" target="_blank"' in page


def test_nobody_is_seated_by_a_form_that_was_opened_when_they_were_here(english, club):
    assert english.post(NEW, filled_in()).status_code == 400
    assert not Event.objects.exists()


def test_pairs_are_not_put_together_of_nobody(english):
    answer = english.post(NEW, filled_in(kind="pairs", prepare="yes"))
    says = "at least 4 are needed who are marked as here and play in no other event now; 0 are."
    assert says in answer.content.decode()
    assert not Event.objects.exists()


def test_its_name_says_the_date_for_which_it_is_prepared(english, club):
    before = evening() - dt.timedelta(days=7)
    last = prepare_event(club=club, name=f"Klubaften {before:%Y-%m-%d}", date=before, actor=ACTOR)
    fill_event(event=last, people=make.make_members(club, 4), actor=ACTOR)
    proposed = f"Klubaften {evening():%Y-%m-%d}"
    assert f'value="{proposed}"' in english.get(NEW).content.decode()
    then = evening() + dt.timedelta(days=7)
    proposed = f"Klubaften {then:%Y-%m-%d}"
    assert f'value="{proposed}"' in english.get(NEW, {"date": then.isoformat()}).text
    english.post(NEW, filled_in(name=proposed, date=then.isoformat(), prepare="yes"))
    assert Event.objects.get(date=then).name == proposed


def test_it_is_drawn_once_of_those_who_are_here(english, club, event):
    people = make.make_members(club, 10)
    come(club, people[:8])
    come(club, people[8:9], Attendance.State.LATE)
    at = reverse("tournaments:event-fill", args=[event.pk])
    answer = english.post(at, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("tournaments:seating", args=[event.pk])
    assert set(event.participants.filter(from_round=1).values_list("person", flat=True)) == {
        person.pk for person in people[:8]
    }
    assert event.participants.get(from_round=2).person == people[8]
    release_rounds(event=event, actor=ACTOR)
    come(club, people[9:])
    english.post(at)
    assert event.participants.count() == 9
    assert set(event.rounds.values_list("state", flat=True)) == {Round.State.RELEASED}


def test_pairs_that_are_not_drawn_yet_stay_pairs(english, club):
    people = make.make_members(club, 8)
    come(club, people)
    english.post(NEW, filled_in(kind="pairs"))
    pairs = Event.objects.get()
    pairs.participants.all()[0].delete()
    english.post(reverse("tournaments:event-fill", args=[pairs.pk]))
    assert pairs.participants.count() == 7
    assert not pairs.rounds.exists()


@pytest.mark.parametrize("players", (0, 1, 2))
def test_of_too_few_it_is_not_drawn(english, club, event, players):
    come(club, make.make_members(club, 4)[:players])
    page = english.get(reverse("tournaments:event", args=[event.pk])).content.decode()
    assert TONIGHT in page
    assert DRAW not in page
    answer = english.post(reverse("tournaments:event-fill", args=[event.pk]), follow=True)
    assert f"would have {players} players, too few for a table" in answer.content.decode()
    assert not Participant.objects.exists()
    assert not event.rounds.exists()


@pytest.mark.parametrize("page", ("event", "seating", "participants"))
def test_its_pages_lead_to_the_draw(english, club, event, page):
    come(club, make.make_members(club, 4))
    shown = english.get(reverse(f"tournaments:{page}", args=[event.pk])).content.decode()
    assert f"{DRAW}Mesterskab" in " ".join(shown.split())
    assert "No two players meet twice" not in shown


def test_the_check_in_leads_to_the_draw_and_not_to_a_second_event(english, club, event):
    people = make.make_members(club, 9)
    come(club, people[:8])
    shown = english.get(TONIGHT).content.decode()
    assert "Close the check-in and draw the seats" in shown
    assert "is not in it yet" not in shown
    shown = english.get(reverse("members:tonight-close"), follow=True).content.decode()
    assert f"{DRAW}Mesterskab" in " ".join(shown.split())
    english.post(reverse("tournaments:event-fill", args=[event.pk]))
    come(club, people[8:])
    shown = english.get(TONIGHT).content.decode()
    assert "Close the check-in" not in shown
    assert "is not in it yet" in shown


@pytest.mark.parametrize("page", ("event", "seating", "participants", "new"))
def test_who_plays_in_another_event_may_play_in_it_too(english, club, event, page):
    people = make.make_members(club, 5)
    come(club, people)
    make_event(club=club, name="Two", date=evening(), people=people[:4], actor=ACTOR)
    at = NEW if page == "new" else reverse(f"tournaments:{page}", args=[event.pk])
    shown = " ".join(english.get(at).text.split())
    assert shown.count("4 of those who are here play in Two tonight") == 1
    assert f"{DRAW}Mesterskab" not in shown
    (choice,) = re.findall(r'href="([^"]*)">Let them play in both', html.unescape(shown))
    shown = " ".join(english.get(f"{at}{choice}").text.split())
    assert f"{DRAW}Mesterskab" in shown
    form = shown.partition(reverse("tournaments:event-fill", args=[event.pk]))[2]
    fields = re.findall(r'name="(who)" value="(\w+)"', form.partition("</form>")[0])
    english.post(reverse("tournaments:event-fill", args=[event.pk]), dict(fields))
    assert event.participants.count() == 5


def pages_of(event):
    """Every address that is one event's, however it is asked for."""
    for name in WHOSE:
        for words in ((), ("event",), ("score-sheet", 1), (1,)):
            try:
                address = reverse(name, args=[event.pk, *words])
            except NoReverseMatch:
                try:
                    address = reverse(name, args=[*words, event.pk]) if words else ""
                except NoReverseMatch:
                    continue
            if f"/{event.pk}/" in address:
                yield address


@pytest.mark.strict
def test_every_page_of_it_is_there(english, event):
    """None of them breaks, for the director, who reads what may be gone, and for a visitor."""
    addresses = sorted(set(pages_of(event)))
    assert len(addresses) > 40
    for client in (english, Client()):
        for address in addresses:
            assert client.get(address).status_code < 500, address
            assert client.post(address).status_code < 500, address
    assert Event.objects.filter(pk=event.pk).exists()
