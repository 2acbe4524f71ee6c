"""Before somebody comes into a running evening it is said what the room must unlearn."""

import html
import re

import pytest
from django.urls import reverse
from django.utils.translation import override

from lhombre_club.printing.domain.asking import note_opened
from lhombre_club.printing.models import Job
from tests import make
from tests.tournaments.seating.seating import ACTOR, begin, evening, player
from tournaments.models import Event, Round, Seat, Wish
from tournaments.papers import asking
from tournaments.penalties.forms import BonusForm
from tournaments.plans import Name, amount
from tournaments.seating.domain.options import plan_after_join
from tournaments.seating.domain.players import wish, withdraw
from tournaments.seating.domain.released import release_rounds
from tournaments.seating.pages.player import PlayerPage
from tournaments.seating.pages.ways import why_again

FAIR = "Nobody is to sit at a table of three too often"
pytestmark = pytest.mark.django_db


def preview(client, event, person):
    address = reverse("tournaments:participants", args=[event.pk])
    sent = {"person": str(person.pk), "name": "", "from_round": "1", "at": "0"}
    answer = client.post(address, sent, headers={"accept-language": "en"})
    return answer.content.decode().partition("Nothing is stored yet.")[2]


def test_a_released_round_becomes_a_draft_and_who_moves_is_named(director_client, club):
    event = evening(club, 12)
    person = make.make_person("Late", "Comer")
    club.memberships.create(person=person)
    assert "becomes a draft" not in preview(director_client, event, person)
    first = event.rounds.get(number=1)
    release_rounds(event=event, only=first, actor=ACTOR)
    shown = preview(director_client, event, person)
    assert "Round 1 is released. It becomes a draft again, to be released anew." in shown
    assert "Round 2 was released" not in shown
    asking.ask_for_round(round_=first, kind=asking.Kind.SCORE_SHEET, actor=ACTOR)
    for job in Job.objects.all():
        note_opened(job)
    shown = preview(director_client, event, person)
    assert "Round 1 is released and its score sheets were opened for printing." in shown
    now = {seat.participant.name: seat.table.number for seat in first.seats.all()}
    plan = plan_after_join(event, person, 1).rounds[0]
    then = {name: number for number, names in plan.tables for name in names}
    moved = {name for name in now if then.get(name) != now[name]}
    said = shown.partition(" in round 1: ")[2].partition(".</li>")[0]
    assert set(said.split(", ")) == moved
    assert "Late" not in said


def test_it_is_said_what_the_wishes_cost_in_meetings(club):
    event = evening(club, 15)
    one, other = player(event, 1), player(event, 2)
    wish(event=event, one=one, other=other, kind=Wish.Kind.TOGETHER, actor=ACTOR)
    plan = plan_after_join(event, make.make_person("Late", "Comer"), 1)
    assert plan.meetings.repeated > (plan.unwished or 0) == 0
    with override("en"):
        assert list(why_again(plan)) == ["Without the wishes for the seating it would be 0."]


def test_wishes_are_not_blamed_for_what_tables_of_three_cost(club):
    event = evening(club, 14)
    round_ = begin(event)
    one, other = round_.seats.filter(table__number=1).order_by("seat")[:2]
    kept = {"one": one.participant, "other": other.participant, "kind": Wish.Kind.APART}
    wish(event=event, **kept, actor=ACTOR)
    leaver = round_.seats.filter(table__number=2).first().participant
    withdraw(participant=leaver, after_round=1, actor=ACTOR)
    plan = plan_after_join(event, make.make_person("Late", "Comer"), 2)
    assert amount(plan.costs, Name.APART) == 1  # of the round that is played
    assert (plan.unwished, plan.unshared) == (None, 0)
    with override("en"):
        said = next(iter(why_again(plan)))
    assert said == f"{FAIR}, else there could be 0 repeated meetings."


def test_it_is_said_that_other_tables_repeat_fewer_meetings(club):
    event = evening(club, 8)
    Event.objects.filter(pk=event.pk).update(tables_of=[4])
    plan = plan_after_join(Event.objects.get(pk=event.pk), make.make_person("Late", "Comer"), 1)
    assert plan.meetings.repeated
    with override("en"):
        (sentence,) = why_again(plan)
    assert sentence.startswith("Other tables repeat fewer meetings: 3 tables of three, 0.")


def test_who_plays_is_listed_by_the_names_that_are_shown(director_client, club):
    event = release_rounds(event=evening(club, 8), actor=ACTOR)
    names = ("Henning", "Jørgen", "Inger", "Åse", "Karen", "Zita", "Ægir", "Øjvind")
    for number, name in enumerate(names, start=1):
        event.participants.filter(number=number).update(name=name)
    page = director_client.get(reverse("tournaments:participants", args=[event.pk])).text
    listed = re.findall(r"<strong>(\w+)</strong>", page)
    sorted_names = ["Henning", "Inger", "Jørgen", "Karen", "Zita", "Ægir", "Øjvind", "Åse"]
    assert listed == sorted_names
    others = PlayerPage(player(event, 1), "", None).forms["wish"]["other"].subwidgets
    assert [each.choice_label for each in others][1:] == sorted_names[1:]
    offered = BonusForm(event)["winner"].subwidgets
    assert [each.choice_label for each in offered][1:] == sorted_names


@pytest.mark.parametrize(("number", "goes_on"), ((1, True), (2, False)))
def test_who_leaves_within_a_round_is_followed_or_his_deals_are_not_played(
    director_client, club, number, goes_on
):
    event = evening(club, 8, rounds=2)
    table = begin(event, number).tables.first()
    if not goes_on:
        event.rounds.filter(number=1).update(state=Round.State.FINAL)
    sits = table.seats.first().participant
    address = reverse("tournaments:participant", args=[event.pk, sits.pk])
    page = html.unescape(director_client.get(address).content.decode())
    assert ('name="later"' in page) is goes_on
    (leads,) = re.findall(r'href="([^"]*way=not_played[^"]*)"', page)
    assert (
        leads == f"{reverse('tournaments:correct', args=[table.pk])}?way=not_played&deal=2&until=40"
    )
    sent = {"do": "substitute", "seat": f"{table.seats.first().pk}:2", "name": "Gæst"}
    director_client.post(address, {**sent, "later": "on"})
    assert Seat.objects.filter(substitute_name="Gæst").count() == 1 + goes_on
