"""Who share a place in the standings share the prize: one number, and the same money."""

import datetime as dt
import re

import lxml.html
import pytest
from django.urls import reverse

from tests import make
from tests.tournaments.cash.books import ACTOR, DAY, opened
from tournaments.cash.domain import evenings
from tournaments.events.domain.events import make_event
from tournaments.models import CashAccount, EveningPrize, Round, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def cash(club):
    return opened(club)


@pytest.fixture
def evening(club, cash):
    """Two tables of four with one deal each, won alike: of every place two have it, or more."""
    event = make.make_released_event(club, tables=2)
    for table in event.rounds.get().tables.all():
        won(table, 1)
    come = evenings.Entrance(fee=0, stake=25_00, payers=8, date=DAY, into=cash["cash"])
    evenings.take_entrance(event=event, entrance=come, actor=ACTOR)
    return event


def won(table, deal):
    seat = next(each for each in (0, 1, 2, 3) if (deal - 1) % 4 != each)
    make.enter(table, deal, {"declarer": seat, "contract": "spil", "outcome": "won"})


def first_two(event):
    """The two declarers, who share the first place."""
    seat = next(each for each in (0, 1, 2, 3) if each != 0)
    seats = Seat.objects.filter(round__event=event, seat=seat).order_by("table__number")
    return [each.participant for each in seats]


def page(client, event):
    answer = client.get(reverse("tournaments:evening-cash", args=[event.pk]))
    return lxml.html.fromstring(answer.content.decode())


def test_after_midnight_the_day_that_is_proposed_is_still_that_of_the_evening(
    english, club, cash, time_machine
):
    event = make.make_released_event(club, tables=1)
    time_machine.move_to(dt.datetime(2026, 11, 22, 1, 30, tzinfo=dt.UTC), tick=False)
    days = page(english, event).xpath("//input[@type='date']/@value")
    assert set(days) == {"2026-11-21"}


def chosen(shown):
    """Who is chosen for each prize beforehand, as it is said, and for how many parts."""
    rows = []
    for number in range(1, 7):
        said = shown.xpath(f"//select[@name='winner{number}']/option[@selected]/text()")
        part = shown.xpath(f"string(//input[@name='part{number}']/@value)")
        rows += [(said[0].strip(), part)] if said and part else []
    return rows


def given(client, event, box, **more):
    """Give the prizes as the form has them beforehand, or otherwise."""
    shown = page(client, event)
    (form,) = shown.xpath("//form[.//select[@name='winner1']]")
    said = {**dict(form.form_values()), "date": DAY, **more}
    shown = lxml.html.fromstring(client.post(form.get("action"), said).content.decode())
    (seen,) = shown.xpath("//button[@name='seen']/@value")
    client.post(form.get("action"), {**said, "seen": seen})
    return page(client, event)


def listed(shown):
    rows = [
        [" ".join(cell.text_content().split()) for cell in row]
        for row in shown.xpath("//table/tbody/tr")
    ]
    return [(number, name, kroner) for number, name, kroner, _kind in rows]


def test_two_of_one_place_are_chosen_for_the_same_parts(english, evening):
    one, other = sorted(each.name for each in first_two(evening))
    first, second, *_others = chosen(page(english, evening))
    assert sorted([first[0], second[0]]) == [f"=1 {one}", f"=1 {other}"]
    assert first[1] == second[1]


def test_they_get_one_number_and_the_same_money(english, evening, cash):
    shown = given(english, evening, cash["cash"], winner3="", winner4="", winner5="", winner6="")
    assert [(number, kroner) for number, _name, kroner in listed(shown)] == [
        ("=1", "100.00"), ("=1", "100.00"),
    ]  # fmt: skip
    assert "say otherwise" not in shown.text_content()


def test_the_one_behind_two_of_a_place_has_the_third_prize(english, club, evening, cash):
    third = evening.participants.exclude(pk__in=[each.pk for each in first_two(evening)])[0]
    more = {"winner3": third.pk, "part3": "20", "part1": "40", "part2": "40"}
    shown = given(english, evening, cash["cash"], **more, winner4="", winner5="", winner6="")
    assert [number for number, _name, _kroner in listed(shown)] == ["=1", "=1", "3"]
    assert list(EveningPrize.objects.values_list("place", flat=True)) == [1, 1, 3]


def test_places_of_their_own_are_numbered_as_before(english, evening, cash):
    won(evening.rounds.get().tables.all()[0], 2)
    shown = page(english, evening)
    assert not chosen(shown)[0][0].startswith("=")
    shown = given(english, evening, cash["cash"], winner3="", winner4="", winner5="", winner6="")
    assert [number for number, *_ in listed(shown)][:2] == ["1", "2"]


def test_a_place_that_comes_to_be_shared_is_told(english, evening, cash):
    first, second = evening.rounds.get().tables.all()
    won(first, 2)
    given(english, evening, cash["cash"], winner3="", winner4="", winner5="", winner6="")
    won(second, 2)
    text = page(english, evening).text_content()
    assert re.search(r"say otherwise now: =1 .+; =1 ", text)


def test_parts_of_a_shared_place_are_whole_and_equal(english, club, cash):
    """Three of the first place: a hundred parts do not divide by three."""
    event = make.make_released_event(club, tables=3)
    for table in event.rounds.get().tables.all():
        won(table, 1)
    come = evenings.Entrance(fee=0, stake=25_00, payers=12, date=DAY, into=cash["cash"])
    evenings.take_entrance(event=event, entrance=come, actor=ACTOR)
    shares = [part for _who, part in chosen(page(english, event))]
    assert len(shares) == 3
    assert len(set(shares)) == 1


def test_nobody_is_a_winner_beforehand_and_an_open_round_may_change_who_is(english, club, evening):
    may_change = "Not every round is closed: who wins may change."
    assert may_change in page(english, evening).text_content()
    people = [each.person for each in evening.participants.all()[:4]]
    later = make_event(club=club, name="Klubaften", date=DAY, people=people, actor=ACTOR)
    come = evenings.Entrance(
        fee=0, stake=25_00, payers=4, date=DAY, into=CashAccount.objects.get(key="cash")
    )
    evenings.take_entrance(event=later, entrance=come, actor=ACTOR)
    shown = page(english, later)
    assert chosen(shown) == []
    assert may_change in shown.text_content()
    evening.rounds.update(state=Round.State.FINAL)
    assert may_change not in page(english, evening).text_content()
