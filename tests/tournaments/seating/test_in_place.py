"""Somebody comes to a table that has room, or leaves one, and nobody else moves."""

import html
import re

import pytest
from django.urls import reverse
from django.utils.translation import override

from lhombre_club.refusal import Refusal
from tests import make
from tests.tournaments.seating.seating import ACTOR, at_table, begin, evening, player, seats
from tournaments.book.proving.ledger_check import check_event
from tournaments.models import Event, Round
from tournaments.papers.queries.drawn import in_no_draw
from tournaments.plans import Name
from tournaments.seating.domain.drawing import lock_table
from tournaments.seating.domain.evening import read
from tournaments.seating.domain.in_place import go_on, places, plan_to_sit, sit_down
from tournaments.seating.domain.players import withdraw
from tournaments.seating.domain.released import release_rounds
from tournaments.seating.pages.ways import also_costs
from tournaments.seating.pages.words import cost_in_words
from tournaments.seating.reasons import SeatingReason
from tournaments.words.figures import short

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_english(director_client):
    director_client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def event(club):
    """Eleven play at tables of four, four and three."""
    return evening(club, 11)


@pytest.fixture
def late(club):
    person = make.make_person("Late", "Comer")
    club.memberships.create(person=person)
    return person


def three(event, number=1):
    """The number of the table of three of a round."""
    tables = event.rounds.get(number=number).tables.all()
    return next(table.number for table in tables if table.seats.count() == 3)


def rows(event, number):
    """The keys of the tables of a round, by their numbers."""
    return dict(event.rounds.get(number=number).tables.values_list("number", "pk"))


def test_who_comes_sits_at_the_table_of_three_and_nobody_else_moves(event, late):
    before, at = seats(event), {number: three(event, number) for number in (1, 2)}
    links = rows(event, 1)
    release_rounds(event=event, actor=ACTOR)
    new = sit_down(event=event, person=late, from_round=1, table=at[1], actor=ACTOR)
    after = seats(event)
    assert {where: after[where] for where in before} == before
    added = {where for where in after if where not in before}
    assert added == {(1, at[1], 3), (2, at[2], 3)}
    assert {after[where] for where in added} == {new.pk}
    kept = {number for number, pk in rows(event, 1).items() if links[number] == pk}
    assert kept == set(links) - {at[1]}  # the sheets of the others are good
    assert set(event.rounds.values_list("state", flat=True)) == {Round.State.DRAFT}
    release_rounds(event=event, actor=ACTOR)
    verbs = set(event.activities.values_list("verb", flat=True))
    assert {"participant.joined", "participant.in_place"} <= verbs
    assert in_no_draw(event) == {new.number}
    go_on(participant=new, after_round=0, actor=ACTOR)
    assert in_no_draw(event) == {new.number}
    first = event.participants.get(number=1)
    withdraw(participant=first, after_round=0, actor=ACTOR)
    assert in_no_draw(event) == set()
    for person in (late, first.person):
        back = places(event, person, 1)[0]
        sit_down(event=event, person=person, from_round=1, table=back, actor=ACTOR)
    assert in_no_draw(event) == {new.number}  # the other was in a draw before he left


@pytest.mark.parametrize("kind", (Event.Kind.INDIVIDUAL, Event.Kind.PAIRS))
def test_tables_hold_as_many_as_the_rules_allow(event, late, kind):
    event.kind, event.ruleset["players"] = kind, [3, 4]
    event.save()
    assert places(event, late, 1) == (three(event),)
    event.ruleset["players"] = [3, 4, 5]
    event.save()
    everywhere = tuple(sorted(rows(event, 1)))
    assert places(event, late, 1) == (
        everywhere if kind == Event.Kind.INDIVIDUAL else (three(event),)
    )


def test_a_table_at_which_nothing_is_entered_takes_one_while_others_play(event, late):
    at = three(event)
    release_rounds(event=event, actor=ACTOR)
    playing = event.rounds.get(number=1).tables.exclude(number=at).first()
    make.enter(playing, 1, {"passed": True})
    released_at = event.rounds.get(number=1).released_at
    new = sit_down(event=event, person=late, from_round=1, table=at, actor=ACTOR)
    first, second = event.rounds.order_by("number")
    assert (first.state, first.released_at) == (Round.State.RELEASED, released_at)
    assert second.state == Round.State.DRAFT
    assert at_table(event, 1, at)[-1] == new
    make.enter(first.tables.get(number=at), 1, {"passed": True})
    assert not check_event(event)


def test_a_table_that_has_begun_or_is_locked_takes_nobody(event, late):
    at = three(event)
    table = event.rounds.get(number=1).tables.get(number=at)
    lock_table(table=table, locked=True, actor=ACTOR)
    with pytest.raises(Refusal) as refused:
        plan_to_sit(event, late, 1, at)
    assert refused.value.reason is SeatingReason.LOCKED
    lock_table(table=table, locked=False, actor=ACTOR)
    release_rounds(event=event, actor=ACTOR)
    make.enter(table, 1, {"passed": True})
    with pytest.raises(Refusal) as refused:
        sit_down(event=event, person=late, from_round=1, table=at, actor=ACTOR)
    assert refused.value.reason is SeatingReason.ENTERED
    assert at not in places(event, late, 1)


def test_a_table_goes_on_with_one_fewer(event):
    before = seats(event)
    sits = event.rounds.get(number=1).tables.exclude(number=three(event)).first()
    second = {three(event, 2)}
    leaver = next(
        one
        for one in at_table(event, 1, sits.number)
        if not event.rounds.get(number=2).tables.filter(number__in=second, seats__participant=one)
    )
    go_on(participant=leaver, after_round=0, actor=ACTOR)
    after = seats(event)
    tables: dict[tuple[int, int], list[int]] = {where: [] for where in {at[:2] for at in before}}
    for at in sorted(before):
        if before[at] != leaver.pk:
            tables[at[:2]].append(before[at])
    assert {
        where: [after[at] for at in sorted(after) if at[:2] == where] for where in tables
    } == tables
    assert not read(event).byes(1)
    release_rounds(event=event, actor=ACTOR)


def test_two_do_not_go_on_and_a_table_that_has_begun_stays(event):
    leaver = at_table(event, 1, three(event))[0]
    with pytest.raises(Refusal) as refused:
        go_on(participant=leaver, after_round=0, actor=ACTOR)
    assert refused.value.reason is SeatingReason.TOO_FEW
    round_ = begin(event)
    player_ = round_.tables.first().seats.first().participant
    with pytest.raises(Refusal) as refused:
        go_on(participant=player_, after_round=0, actor=ACTOR)
    assert refused.value.reason is SeatingReason.ENTERED


def test_the_page_offers_it_beside_the_new_plan_and_does_it_as_it_was_shown(
    director_client, event, late
):
    address, at = reverse("tournaments:participants", args=[event.pk]), three(event)
    sent = {"person": str(late.pk), "name": "", "from_round": "1"}
    first = director_client.post(address, sent).text
    assert "Nobody else moves." in first
    assert "Seat the rounds to come anew" in first
    offers = director_client.post(address, {**sent, "at": "0"}).text
    assert f"Sit at table {at}, nobody else moves" in offers
    plan = plan_to_sit(event, late, 1, at)
    second = three(event, 2)
    with override("en"):
        again = cost_in_words(next(cost for cost in plan.costs if cost.name is Name.REPEATS))
    assert f"round 1: table {at}, round 2: table {second}, {again}" in offers
    page = director_client.post(address, {**sent, "at": at}).text
    assert "Nobody else moves." in page
    with override("en"):
        costs = also_costs(plan.costs)
    assert costs
    assert all(html.escape(line) in page for line in costs)
    assert "Nothing is stored yet." in page
    assert event.participants.count() == 11
    yes = {**sent, "at": at, "sure": "1"}
    refused = director_client.post(address, {**yes, "seen": "older"})
    assert "The plan has changed" in refused.text
    assert event.participants.count() == 11
    done = director_client.post(address, {**yes, "seen": read(event).mark}, follow=True)
    assert "Nobody else has changed table." in done.text
    assert at_table(event, 1, at)[-1].person == late


def test_that_he_sits_at_one_table_all_the_time_is_said_before_he_does(director_client, club, late):
    address = reverse("tournaments:participants", args=[evening(club, 3).pk])
    sent = {"person": str(late.pk), "name": "", "from_round": "1"}
    anew = director_client.post(address, {**sent, "at": "0"}).text
    assert "round 1: table 1, round 2: table 1, " in anew
    page = director_client.post(address, {**sent, "at": "1"}).text
    assert "Who comes sits at table 1 in each of 2 rounds." in page


def test_the_page_offers_a_table_of_a_round_that_others_play(director_client, event, late):
    at = three(event)
    release_rounds(event=event, actor=ACTOR)
    make.enter(event.rounds.get(number=1).tables.exclude(number=at).first(), 1, {"passed": True})
    address = reverse("tournaments:participants", args=[event.pk])
    sent = {"person": str(late.pk), "name": "", "from_round": "1"}
    page = director_client.post(address, sent).text
    assert "Round 1 has begun." in page
    assert "Seat them like that" not in page
    assert f"Sit at table {at}, nobody else moves" in page
    assert page.index("Nobody has moved yet.") < page.index(f"Sit at table {at}")
    page = director_client.post(address, {**sent, "at": at}).text
    assert "Round 1 goes on at the other tables." in page
    assert "Round 1 was released" not in page
    assert "Round 2 is released. It becomes a draft again" in page


def test_the_page_of_a_player_lets_his_table_go_on(director_client, event):
    at = next(n for n in rows(event, 2) if n != three(event, 2))
    leaver = at_table(event, 2, at)[0]
    address = reverse("tournaments:participant", args=[event.pk, leaver.pk])
    sent = {"do": "leave", "after_round": "1"}
    offered = director_client.post(address, sent).text
    assert f"Table {at} goes on with 3, nobody changes table" in offered
    shown = html.unescape(director_client.post(address, {**sent, "at": at}).text)
    assert "Nobody else changes table." in shown  # who sat after him closes up
    assert "Nobody else moves." not in shown
    closes_up = [
        f"{short(one.name)} ({seat})"
        for one, seat in zip(at_table(event, 2, at)[1:], ("North", "West", "South"), strict=True)
    ]
    others = f"Round 2, table {at}: {', '.join(closes_up)} sit on other chairs than now."
    assert others in shown
    yes = {**sent, "at": at, "sure": "1", "seen": read(event).mark}
    done = director_client.post(address, yes, follow=True).text
    assert "Nobody else has changed table." in done
    assert player(event, leaver.number).to_round == 1
    assert len(at_table(event, 2, at)) == 3
    back = director_client.post(address, {"do": "back", "from_round": "2", "at": "0"})
    assert f"Sit at table {at}, nobody else moves" in back.text


def test_nobody_moves_unless_a_new_plan_is_better(director_client, club):
    event = evening(club, 16)  # nobody meets twice, and fewer than none is not to be had
    begin(event)
    before, leaver = seats(event, 2), at_table(event, 2, 1)[1]
    address = reverse("tournaments:participant", args=[event.pk, leaver.pk])
    sent = {"do": "leave", "after_round": "1"}
    first = director_client.post(address, sent).text
    assert "Nobody else changes table." in first
    assert "To seat everybody anew would be no better." in first
    anew = director_client.post(address, {**sent, "at": "0"}).text
    assert "Nobody else changes table." not in anew
    assert "Table 1 goes on with 3, nobody changes table" in anew
    shown = dict(re.findall(r'name="(at|seen)" value="([^"]+)"', first)[:2])
    director_client.post(address, {**sent, **shown, "sure": "1"})
    gone = {who for who in before.values() if who not in set(seats(event, 2).values())}
    assert gone == {leaver.pk}
    assert {at[1] for at, who in seats(event, 2).items() if before[at] != who} <= {1}


def test_a_new_plan_stands_first_where_only_tables_of_four_are_drawn(director_client, club):
    event = evening(club, 12)
    Event.objects.filter(pk=event.pk).update(tables_of=[4])
    begin(event)
    leaver = at_table(event, 2, 1)[1]
    address = reverse("tournaments:participant", args=[event.pk, leaver.pk])
    shown = director_client.post(address, {"do": "leave", "after_round": "1"}).text
    assert "Nobody else changes table." not in shown
    assert "Table 1 goes on with 3, nobody changes table" in shown
