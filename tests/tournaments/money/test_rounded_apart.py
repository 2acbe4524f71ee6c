"""Evenings are rounded one by one and their season as a whole: it asks for what they have not."""

import datetime as dt
from collections import defaultdict
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scoring.domain import Total
from tests import make
from tests.tournaments.papers.documents import scene
from tournaments.models import Event, Participant, Payment, Round, Season, Seat, Table
from tournaments.money.domain import (
    Paid,
    Played,
    owed,
    played,
    settle_up,
    shares,
    shares_of,
)
from tournaments.money.queries import rounded_apart

SPIL = {"declarer": 1, "contract": "spil", "outcome": "won"}
ACTOR = "system:test"
PEOPLE = tuple(make.new_id() for _ in range(6))

Tables = st.permutations(range(len(PEOPLE))).flatmap(
    lambda people: st.lists(st.integers(-99, 99), min_size=3, max_size=4).map(
        lambda points: list(zip(people, points, strict=False))
    )
)
"""Who sat at a table, by seat, with what each has there; the rest is left in the pot."""
Evenings = st.lists(
    st.tuples(
        st.lists(Tables, min_size=1, max_size=2),
        st.sampled_from(("0.05", "0.25", "0.35", "0.50", "1", "3.33")),
        st.sampled_from(Event.Smallest.values),
        st.booleans(),
    ),
    min_size=1,
    max_size=5,
)


def played_of(evenings):
    """All that was played, and the events that were settled up by themselves."""
    chairs, totals, alone = [], {}, []
    for number, (tables, unit, smallest, settled) in enumerate(evenings):
        date = make.EVENING + dt.timedelta(days=number)
        event = Event(unit=Decimal(unit), smallest=smallest, date=date)
        alone += [event] * settled
        for place, seats in enumerate(tables, start=1):
            # Who sits at two tables of an evening sits there in two rounds.
            round_ = Round(event=event, number=place)
            table = Table(round=round_, number=1)
            totals[str(table.pk)] = [Total(seat, points) for seat, (_, points) in enumerate(seats)]
            for seat, (person, _points) in enumerate(seats):
                player = Participant(event=event, person_id=PEOPLE[person], number=person)
                chairs.append(Seat(round=round_, table=table, seat=seat, participant=player))
    return Played(tuple(chairs), totals, {}), alone


def pay(done, found):
    """Let all of them pay; less is what one was paid."""
    for one in found:
        for side, amount in ((one.payer, one.amount), (one.payee, -one.amount)):
            before = done[side.key].amount if side.key in done else Decimal(0)
            done[side.key] = Paid(side.name, before + amount)


def remembered(found, alone):
    """The same where it is known what the evenings were settled for."""
    settled = {event.pk: shares_of(found.at([event])) for event in alone}
    had = {key: {each.key: each.money for each in parts} for key, parts in settled.items()}
    every = {seat.round.event_id: seat.round.event for seat in found.chairs}
    return replace(found, evenings=had).at(every.values())


@given(Evenings, st.sampled_from(("kept", "known", "unknown")))
def test_evenings_and_season_together_are_the_rounding_of_the_exact_total(evenings, settled):
    """What evenings were settled for is kept, or the season was settled for other amounts."""
    had, alone = played_of(evenings)
    had = had if settled == "unknown" else remembered(had, alone)
    had = had if settled == "kept" else replace(had, kept={})
    done: dict[str, Paid] = {}
    for event in alone:
        pay(done, owed(shares_of(had.at([event])), {})[0])
    before = {key: each.amount for key, each in done.items()}
    parts = shares_of(had)
    pay(done, owed(parts, done)[0])
    exact: dict[str, Fraction] = defaultdict(Fraction)
    for tables, unit, _smallest, _settled in evenings:
        for seats in tables:
            mean = Fraction(sum(points for _, points in seats), len(seats))
            for person, points in seats:
                exact[str(PEOPLE[person])] += (points - mean) * Fraction(unit)
    finest = min(Decimal(smallest) / 100 for _, _, smallest, _ in evenings)
    assert {part.key: part.exact for part in parts} == exact
    for part in parts:
        has = -done[part.key].amount if part.key in done else Decimal(0)
        assert has == part.money
        assert has % finest == 0
        assert abs(Fraction(has) - part.exact) < finest
    assert sum(each.amount for each in done.values()) == 0
    if len(alone) == len(evenings):
        corrections = [abs(done[key].amount - before.get(key, 0)) for key in done]
        assert rounded_apart(had, alone) == max(corrections, default=0)
        if settled == "kept" and all(
            abs(exact[key] + Fraction(before.get(key, 0))) < finest for key in exact
        ):
            assert not any(corrections)


@pytest.fixture
def season(club):
    return Season.objects.create(club=club, name="Vinter", planned=2)


@pytest.fixture
def two_evenings(club, season):
    """Two evenings, each settled by itself, at which the same player has won the same game.

    Or lost it at the other.
    """

    def two_evenings(unit, other_outcome="won"):
        one = make.make_released_event(club, tables=1, deals=8, unit=unit, season=season)
        other = make.again(one, date=make.EVENING + dt.timedelta(days=7), unit=unit)
        for event, outcome in ((one, "won"), (other, other_outcome)):
            make.enter(Table.objects.get(round__event=event), 1, {**SPIL, "outcome": outcome})
            settle_up(scope=event, actor=ACTOR)

    return two_evenings


def read(client, season):
    address = reverse("tournaments:money", args=["season", season.pk])
    answer = client.get(address, headers={"accept-language": "en"})
    return " ".join(answer.content.decode().split())


@pytest.mark.django_db
def test_a_season_says_why_it_asks_for_a_krone_more(director_client, season, two_evenings):
    two_evenings(Decimal("0.50"))  # -0.50, 1, 0 and -0.50 each evening: 0, 1, 0 and -1
    paid_before = set(Payment.objects.values_list("pk", flat=True))
    settle_up(scope=season, actor=ACTOR)
    (correction,) = Payment.objects.exclude(pk__in=paid_before)
    assert correction.amount == 1
    left = {share.key: share.money for share in shares(season)}
    for payment in Payment.objects.all():
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
    assert set(left.values()) == {0}
    page = read(director_client, season)
    assert f"{correction.payer_name} pays {correction.payee_name} 1 kr" in page
    assert "makes a difference of up to 1 kr for a player, which is evened out here" in page


@pytest.mark.django_db
def test_where_it_makes_no_difference_nothing_is_said(director_client, season, two_evenings):
    two_evenings(Decimal(1))  # twice as much
    settle_up(scope=season, actor=ACTOR)
    page = read(director_client, season)
    assert "count as settled here" in page
    assert "rounded by itself" not in page


@pytest.mark.django_db
def test_of_an_evening_settled_again_its_season_asks_for_no_more(director_client, club, season):
    """Who sat elsewhere keeps his half krone up, though afresh another would be rounded up."""
    unit = Decimal("0.37")
    event = make.make_released_event(club, tables=2, deals=8, unit=unit, season=season)
    one, other = Table.objects.filter(round__event=event).order_by("number")
    make.enter(one, 1, {**SPIL, "contract": "solo"})
    make.enter(other, 1, SPIL)
    settle_up(scope=event, actor=ACTOR)
    for base, outcome in enumerate(("bet", "kodille", "won", "bet"), start=1):
        contract = "spil" if base % 2 else "solo"
        make.enter(one, 1, {**SPIL, "contract": contract, "outcome": outcome}, base=base)
        settled = shares(event)
        if settled != shares_of(replace(played(event), kept={})):
            break
    else:
        pytest.fail("each is what it would be afresh")
    settle_up(scope=event, actor=ACTOR)
    assert [each.money for each in shares(season)] == [each.money for each in settled]
    before = set(Payment.objects.values_list("pk", flat=True))
    settle_up(scope=season, actor=ACTOR)
    assert set(Payment.objects.values_list("pk", flat=True)) == before
    assert shares(season) == settled
    assert "rounded by itself" not in read(director_client, season)


@pytest.mark.django_db
def test_of_an_evening_that_was_changed_and_not_settled_again_it_asks_for_what_is_missing(
    club, season
):
    event = make.make_released_event(club, tables=1, deals=8, unit=Decimal(1), season=season)
    table = Table.objects.get(round__event=event)
    make.enter(table, 1, SPIL)
    settle_up(scope=event, actor=ACTOR)
    assert played(season).evenings.keys() == {event.pk}
    make.enter(table, 1, {**SPIL, "outcome": "bet"}, base=1)
    found = played(season)
    assert found.evenings == found.kept == {}
    assert shares(season) == shares_of(found)


@pytest.mark.django_db
def test_an_evening_that_was_changed_is_named_and_no_rounding_is_said_for_it(
    director_client, season, two_evenings
):
    two_evenings(Decimal("0.50"))
    first = season.events.earliest("date")
    since = "Results have come or changed since: what differs is settled here."
    page = read(director_client, season)
    assert "makes a difference of up to 1 kr" in page
    assert since not in page
    make.enter(Table.objects.get(round__event=first), 1, {**SPIL, "outcome": "bet"}, base=1)
    for is_settled in (False, True):
        page = read(director_client, season)
        own = reverse("tournaments:money", args=["event", first.pk])
        (named,) = (each for each in page.split("<li>") if since in each.split("</li>")[0])
        assert own in named
        assert "rounded by itself" not in page
        if not is_settled:
            settle_up(scope=season, actor=ACTOR)


@pytest.mark.django_db
def test_what_is_kept_of_evenings_is_said_where_something_is(director_client, season, two_evenings):
    kept = "Who played only at evenings that were settled up by themselves keeps what these come to"
    two_evenings(Decimal("0.25"), "kodille")
    assert kept in read(director_client, season)
    for event in season.events.all():
        address = reverse("tournaments:money", args=["event", event.pk])
        page = director_client.get(address, headers={"accept-language": "en"}).content.decode()
        assert kept not in page
        assert kept not in " ".join(scene.text(scene.pdf("settling", event)).split())
        make.enter(Table.objects.get(round__event=event), 1, {"passed": True}, base=1)
    assert kept not in read(director_client, season)


@pytest.mark.django_db
def test_of_an_evening_that_is_again_as_it_was_settled_a_settled_season_asks_for_nothing(
    season, two_evenings
):
    two_evenings(Decimal("0.25"), "kodille")  # 0.25, -0.50, 0 and 0.25 in all: 1, -1, 0 and 0
    before = [each.money for each in shares(season)]
    assert before != [each.money for each in shares_of(replace(played(season), kept={}))]
    settle_up(scope=season, actor=ACTOR)
    table = Table.objects.get(round__event=season.events.earliest("date"))
    make.enter(table, 1, {**SPIL, "outcome": "bet"}, base=1)
    settle_up(scope=season, actor=ACTOR)
    make.enter(table, 1, SPIL, base=2)
    assert [each.money for each in shares(season)] == before
