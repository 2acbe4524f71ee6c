"""A player's page adds up, and each of its ways to look at the deals needs no script."""

import re
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import override

from rules import Outcome
from tests import make
from tests.tournaments.played import results
from tournaments.folders.queries import secret
from tournaments.folders.queries.secret import NOTHING
from tournaments.models import Event, Participant, Seat, Table
from tournaments.penalties.domain.penalties import Penalty, penalise
from tournaments.players.pages.course import stops
from tournaments.players.pages.evening import best_and_worst, lost_and_won
from tournaments.players.pages.folds import Only, folds, only
from tournaments.players.queries import around
from tournaments.players.queries.opponents import Between, opponents
from tournaments.sheets.explaining import own_steps
from tournaments.sheets.hands import sittings
from tournaments.standings.queries.standings import standings_shown
from tournaments.teams.domain.substitutes import set_substitute
from tournaments.words.figures import short, signed

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
DEALS = 24


@pytest.fixture
def event(club):
    """One round at one table, with a stake, an ante and a fine."""
    return played(make.make_released_event(club, tables=1, deals=DEALS, start=100))


def played(event, seed=3):
    for table in Table.objects.filter(round__event=event):
        for deal, told in enumerate(results(seed, DEALS - 1), start=1):
            make.enter(table, deal, told)
        fine = Penalty(id=make.new_id(), seat=1, points=3, reason="Late", deal=4)
        penalise(table=table, penalty=fine, actor="system:test")
    return event


def read(client, player, only=""):
    address = reverse("tournaments:public-player", args=[player.event_id, player.pk])
    answer = client.get(address, {"only": only} if only else {}, headers=ENGLISH)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("entered", (1, 2))
def test_a_place_is_one_of_those_who_have_one(club, client, entered):
    event = make.make_released_event(club, tables=2, deals=4, min_deals=1)
    for table in Table.objects.filter(round__event=event)[:entered]:
        for deal in (1, 2):
            make.enter(table, deal, {"passed": True})
    rows = standings_shown(event).rows
    first = event.participants.get(pk=rows[0].participant)
    placed = sum(row.place is not None for row in rows)
    said = "of 8" if placed == 8 else f"of the {placed} who have a place"
    assert (placed == 8) is (entered == 2)
    assert said in read(client, first)


def test_subtotals_line_and_dots_come_to_what_the_standings_say(event):
    rows = {row.participant: row for row in standings_shown(event).rows}
    between = 0
    for player in event.participants.all():
        (sitting,) = sittings(event, player, NOTHING)
        steps = own_steps(sitting)
        lines = [(step, None) for step in steps]
        parts, row = folds(lines, DEALS), rows[player.pk]
        assert len(parts) == 3 + (sitting.seat == 1)
        assert sum(part.sum for part in parts) == row.points
        assert [line for part in parts for line in part.lines] == lines
        assert stops(sitting, steps)[-1][1] == row.points
        games = [step.game for step in steps]
        assert games.count(Outcome.WON) == row.won
        assert games.count(Outcome.KODILLE) == row.kodille
        for which in (Only.GAMES, Only.LOSSES):
            (some,) = only(lines, which)
            assert some.sum == sum(step.points for step, _protest in some.lines)
        net = sum(each.net for each in opponents([sitting]))
        assert net == row.points - row.penalties
        between += net
    assert between == 0


def test_who_tie_for_what_he_lost_or_won_are_all_named():
    between = [("Aa", 5, 1), ("Bb", 4, 0), ("Cc", 2, 2), ("Dd", 0, 3), ("Ee", 1, 4)]
    found = lost_and_won([Between(*each) for each in between])
    lost, won = found[0].title, found[-1].title
    assert [(each.title, each.points, each.name) for each in found] == [
        (lost, "−4", "Aa"),
        (lost, "−4", "Bb"),
        (won, "+3", "Dd"),
        (won, "+3", "Ee"),
    ]
    assert lost != won
    assert lost_and_won([Between("Cc", 2, 2)]) == lost_and_won([]) == []


def test_it_is_the_player_of_the_page_who_paid_and_received(client, event):
    player = event.participants.get(number=2)
    worst = opponents(sittings(event, player, NOTHING))[0]
    assert worst.net < 0
    page = " ".join(strip_tags(read(client, player)).split())
    said = f"against {short(worst.name)}: {worst.paid} paid, {worst.got} received"
    assert f"Most lost to {signed(worst.net)} {said}" in page


def test_two_pages_say_the_same_of_what_went_between_them_though_one_was_replaced(event):
    seat = Seat.objects.get(round__event=event, participant__number=2)
    set_substitute(seat=seat, person=None, name="Zita Ny", since=DEALS // 2, actor="system:test")
    one, other = event.participants.get(number=1), seat.participant
    of_one, of_other = (
        {each.name: (each.paid, each.got) for each in opponents(sittings(event, who, NOTHING))}
        for who in (one, other)
    )
    assert of_one[other.name] == of_other[one.name][::-1] != (0, 0)


@pytest.mark.parametrize(("since", "is_there"), ((None, True), (1, False), (3, False), (4, True)))
def test_who_has_a_substitute_from_the_next_deal_on_sits_nowhere_now(client, club, since, is_there):
    event = make.make_released_event(club, tables=1)
    seat = Seat.objects.filter(round__event=event)[0]
    for deal in (1, 2):
        make.enter(seat.table, deal, {"passed": True})
    if since:
        set_substitute(seat=seat, person=None, name="Zita Ny", since=since, actor="system:test")
    page = read(client, seat.participant)
    assert ("own__now" in page) is is_there
    assert ("Deals without cards:" in page) is is_there


def test_the_ways_to_look_are_links_and_fold_nothing(client, event):
    player = event.participants.get(number=2)
    whole = read(client, player)
    assert whole.count('<details class="fold"') == 4
    rows = re.findall(r'<tr id="deal-1-(\d+)"', whole)
    assert rows == [str(deal) for deal in range(1, DEALS)]
    own = re.findall(r'href="#told-1-(\d+)"', whole)
    assert "?only=games#deals" in whole
    games = read(client, player, "games")
    assert '<details class="fold"' not in games
    assert re.findall(r'<tr id="deal-1-(\d+)"', games) == own
    assert 0 < len(re.findall(r'<tr id="deal-1-', read(client, player, "losses"))) < len(rows)
    assert read(client, player, "nothing known").count('<details class="fold"') == 4


@pytest.mark.strict
def test_the_number_of_queries_does_not_grow_with_his_evenings(client, event):
    asked, page = [], ""
    player = event.participants.get(number=2)
    for more in (1, 5):
        for _evening in range(more):
            played(make.again(event))
        make.empty_cache()
        with CaptureQueriesContext(connection) as seen:
            page = read(client, player)
        asked.append(len(seen))
    assert asked[0] == asked[1]
    others = Participant.objects.filter(person=player.person).exclude(event=event)
    assert sum(str(other.pk) in page for other in others) == 6


def anew(_whose, draw):
    """What is worked out for each who asks."""
    return SimpleNamespace(table=draw(None)[1])


@pytest.mark.strict
@pytest.mark.parametrize("otherwise", (None, anew))
def test_what_can_be_secret_is_read_once_for_all_players(client, club, monkeypatch, otherwise):
    """It is every deal of the event. The twin reads it for each page."""
    event = make.make_released_event(club, tables=2, rounds=2, deals=DEALS, frozen_after=1)
    played(event)
    if otherwise:
        monkeypatch.setattr(around, "drawn", otherwise)
    reading = Mock(wraps=secret.tables_of)
    monkeypatch.setattr(secret, "tables_of", reading)
    for player in event.participants.all():
        assert "<h1" in read(client, player)
    assert (reading.call_count <= 2) == (not otherwise)


def test_a_round_that_a_director_keeps_to_himself_is_gone_from_every_page_at_once(
    client, club, settings
):
    settings.STANDINGS_SECONDS = 60
    event = make.make_released_event(club, tables=1, rounds=2, deals=DEALS)
    played(event)
    one, other, *_ = event.participants.all()
    says = "deal-2-1"
    assert says in read(client, one)
    Event.objects.update(frozen_after=1)
    assert says not in read(client, other)


def test_the_best_and_the_worst_deal_are_told_without_what_filled_the_pot_before(client, club):
    event = make.make_released_event(club, tables=1, ruleset="lomber", accounting="pott")
    table = Table.objects.get(round__event=event)
    for deal in (1, 5):
        make.enter(table, deal, {"declarer": 1, "contract": "nolo_ouvert", "outcome": "won"})
    one, other = (table.seats.get(seat=seat).participant for seat in (1, 2))
    (sitting,) = sittings(event, one, NOTHING)
    step = own_steps(sitting)[-1]
    assert step.brought > step.points
    assert step.what.endswith("efter at alle lagde 2 i potten")
    with override("en"):
        assert best_and_worst([(1, [step])])[0].title == "Best deal, antes aside"
    best = " ".join(strip_tags(read(client, one)).split())
    assert f"Best deal {signed(step.brought)} Round 1, deal 1" in best
    assert "Worst deal" not in read(client, other)  # the others’ games cost nothing: the pot pays
