"""A couple's wish lasts from evening to evening."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils.translation import override

from lhombre_club.members.domain import keep_wish
from lhombre_club.members.models import SeatingWish
from tests import make
from tests.tournaments.seating.seating import ACTOR, begin, free, player, preset, seats
from tournaments.events.domain.events import make_event
from tournaments.models import Wish
from tournaments.seating.domain.drawing import choose, draw_rest
from tournaments.seating.domain.options import options, plan_after_join
from tournaments.seating.domain.players import join, keep_seat, unwish, wish
from tournaments.seating.pages.ways import wishes_said
from tournaments.seating.queries.seating import seating_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english(director_client):
    director_client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def people(club):
    return make.make_members(club, 13)


def night(club, people, week=0, late=()):
    return make_event(
        club=club,
        name="Klubaften",
        date=make.EVENING + dt.timedelta(weeks=week),
        people=people,
        late=late,
        actor=ACTOR,
        preset=preset(3),
    )


def said(event):
    return [(one.one.number, one.other.number, one.kind) for one in event.wishes.all()]


def ask(event, *, every_evening=True, kind="apart"):
    one, other = player(event, 1), player(event, 2)
    wish(
        event=event, one=one, other=other, kind=kind, actor=ACTOR, every_evening=every_evening
    )  # fmt: skip


def test_it_is_a_wish_of_the_next_event_where_both_come(club, people):
    ask(night(club, people[:12]))
    second = night(club, [*people[2:12], people[1], people[0]], 1)
    assert said(second) == [(11, 12, "apart")]
    tables = [
        {who for at, who in seats(second).items() if at[:2] == table}
        for table in {at[:2] for at in seats(second)}
    ]
    pair = {player(second, 11).pk, player(second, 12).pk}
    assert not any(pair <= table for table in tables)
    assert said(night(club, people[1:], 2)) == []
    assert said(night(club, people[1:], 3, late=people[:1])) == [(1, 13, "apart")]


def test_one_of_tonight_alone_does_not_last(club, people):
    ask(night(club, people[:12]), every_evening=False)
    assert said(night(club, people[:12], 1)) == []


def test_one_of_a_stranger_is_of_tonight(club, people):
    ask(night(club, [make.make_person("Eva"), *people[:11]]))
    assert not SeatingWish.objects.exists()


def test_who_comes_late_brings_it_and_the_plan_shown_is_the_one_taken(club, people):
    keep_wish(club=club, one=people[0], other=people[12], kind="apart", actor=ACTOR)
    event = night(club, people[:12])
    begin(event)
    shown = plan_after_join(event, people[12], 2)
    assert not Wish.objects.exists()
    join(event=event, person=people[12], from_round=2, actor=ACTOR)
    assert said(event) == [(1, 13, "apart")]
    names = {one.pk: one.name for one in event.participants.all()}
    assert {at: names[who] for at, who in seats(event).items() if at[0] > 1} == {
        (one.number, place, seat): name
        for one in shown.rounds
        for place, table in one.tables
        for seat, name in enumerate(table)
    }


def test_who_fills_up_brings_it(club, people):
    event = night(club, people[:11])
    (spare,) = free(club)
    club.memberships.create(person=spare)
    keep_wish(club=club, one=spare, other=people[0], kind="apart", actor=ACTOR)
    assert "filled" in {one.key for one in options(event)}
    choose(event=event, key="filled", actor=ACTOR)
    assert said(event) == [(1, 12, "apart")]


class TestTakenBack:
    def test_tonight_alone_or_for_good(self, club, people):
        first = night(club, people[:12])
        ask(first)
        one, other = player(first, 1), player(first, 2)
        unwish(event=first, one=one, other=other, actor=ACTOR)
        assert said(first) == []
        second = night(club, people[:12], 1)
        assert said(second) == [(1, 2, "apart")]
        pair = {"one": player(second, 1), "other": player(second, 2)}
        unwish(event=second, **pair, actor=ACTOR, every_evening=True)
        assert said(night(club, people[:12], 2)) == []

    def test_the_event_shows_it_and_has_both_buttons(self, director_client, club, people):
        event = night(club, people[:12])
        one, other = player(event, 1), player(event, 2)
        at = reverse("tournaments:participant", args=[event.pk, one.pk])
        sent = {"do": "wish", "kind": "apart", "other": str(other.pk), "every_evening": "on"}
        director_client.post(at, sent)
        listed = reverse("tournaments:participants", args=[event.pk])
        for address in (at, listed):
            assert "every evening</span>" in director_client.get(address).content.decode()
        which = str(event.wishes.get().pk)
        director_client.post(at, {"do": "unwish_tonight", "which": which})
        assert said(event) == []
        assert SeatingWish.objects.exists()
        director_client.post(at, sent)
        director_client.post(at, {"do": "unwish", "which": str(event.wishes.get().pk)})
        assert not SeatingWish.objects.exists()
        assert "every evening</span>" not in director_client.get(listed).content.decode()


def test_the_plan_says_that_every_wish_is_kept(club, people):
    def says(event):
        with override("en"):
            return list(wishes_said(seating_of(event).wished))

    event = night(club, people[:12])
    assert says(event) == []
    one, other, third = (player(event, number) for number in (1, 2, 3))
    wish(event=event, one=one, other=other, kind="apart", actor=ACTOR)
    draw_rest(event=event, actor=ACTOR, seed=1)
    apart = f"{one.name}, {other.name}: not at one table"
    assert says(event) == [f"The wish for the seating is kept: {apart}."]
    keep_seat(participant=third, table=2, seat=None, actor=ACTOR)
    draw_rest(event=event, actor=ACTOR, seed=1)
    both = f"{apart}; {third.name}: table 2"
    assert says(event) == [f"All 2 wishes for the seating are kept: {both}."]
    wish(event=event, one=one, other=other, kind="together", actor=ACTOR)
    together = f"{one.name}, {other.name}: at one table"
    assert says(event) == [
        f"The wish is not kept in rounds 1, 2, 3: {together}.",
        f"The wish is kept: {third.name}: table 2.",
    ]
