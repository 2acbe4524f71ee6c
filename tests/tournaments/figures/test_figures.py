"""Every figure is counted again from what stands in the database, as the page does not."""

import datetime as dt
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from scoring.models import JournalEntry
from tests import make
from tests.tournaments.conftest import WON
from tests.tournaments.figures.raw import newest, parts_of, play
from tournaments.figures.counted import by_contract, by_player
from tournaments.figures.pages import awards, contract_lines, player_lines
from tournaments.figures.queries import played
from tournaments.models import Event, Seat, Table
from tournaments.penalties.domain.penalties import Penalty, penalise
from tournaments.standings.domain import StandingsSettings, set_standings
from tournaments.standings.queries.standings import standings_shown
from tournaments.words.figures import fraction

pytestmark = pytest.mark.django_db
DEALS = 12


@pytest.fixture(params=("rasle", "pott"))
def event(request, club):
    event = make.make_released_event(
        club, tables=2, rounds=2, deals=DEALS, language="en", accounting=request.param
    )
    tables = play(event, DEALS)
    fine = Penalty(id=make.new_id(), seat=2, points=3, reason="late", deal=0)
    penalise(table=tables[0], penalty=fine, actor="user:director")
    return Event.objects.get(pk=event.pk)


def test_contracts_are_those_of_the_records(event):
    games: Counter[tuple[str, str]] = Counter()
    for said in newest(event).values():
        if not said.get("passed"):
            games[said["contract"], said["outcome"]] += 1
    counted = by_contract(played(event))
    shown = {
        (contract, str(outcome)): many
        for contract, tally in counted.items()
        for outcome, many in tally.outcomes.items()
    }
    assert shown == dict(games)
    assert sum(games.values()) == 40


def test_players_are_those_of_the_journal(event):
    parts = parts_of(event)
    counted = by_player(played(event))
    assert len(counted) == 8
    for key, own in counted.items():
        shown = {each: getattr(own, each) for each in ("points", "defended", "out", "beside")}
        assert shown == {each: parts[key][each] for each in shown}


def test_every_line_adds_up_to_the_standings_and_to_the_line_of_all(event):
    with override("en"):
        found = played(event)
        names = dict(event.participants.values_list("pk", "name"))
        players = player_lines(by_player(found), names)
        *contracts, every = contract_lines(by_contract(found), found.ruleset)
    points = {str(row.participant): row.points for row in standings_shown(event).rows}
    assert {line.key: number(line.cells[0]) for line in players} == points
    for line in players:
        assert sum(map(number, line.cells[1:5])) == number(line.cells[0])
    for column, total in enumerate(every.cells):
        assert sum(number(line.cells[column]) for line in contracts) == number(total)


def number(said):
    return int(said.replace("\N{MINUS SIGN}", "-"))


class TestAwards:
    @pytest.fixture
    def event(self, club):
        return make.make_released_event(club, tables=2, rounds=2, deals=8, language="en")

    @staticmethod
    def given(event):
        with override("en"):
            return {each.title: (each.who, each.says) for each in awards(played(event))}

    @staticmethod
    def at(event, round_, number):
        return Table.objects.get(round__event=event, round__number=round_, number=number)

    @staticmethod
    def name(table, seat):
        return table.seats.get(seat=seat).participant.name

    def test_nothing_is_given_for_nothing(self, event):
        make.enter(self.at(event, 1, 1), 1, {"passed": True})
        assert {says for _who, says in self.given(event).values()} == {
            "Not given: nobody has earned it."
        }

    def test_each_says_how_it_came_about(self, event):
        first = self.at(event, 1, 1)
        bold = {"declarer": 1, "contract": "nolo_ouvert", "outcome": "won"}
        make.enter(first, 1, bold)
        make.enter(first, 2, {**WON, "declarer": 2})
        make.enter(first, 5, WON)
        make.enter(self.at(event, 1, 2), 1, {**WON, "outcome": "kodille"})
        given = self.given(event)
        who = self.name(first, 1)
        assert given["The boldest game won"][0] == who
        assert given["The boldest game won"][1].startswith(
            "Round 1, table 1, deal 1: nolo ouvert, +"
        )
        assert given["The longest run of games won"] == (who, "2 games in a row.")
        assert given["The unluckiest"] == (self.name(self.at(event, 1, 2), 1), "1 kodille.")
        assert given["The best round"][0] == who

    def test_who_plays_for_another_and_then_for_himself_is_one(self, event):
        first = self.at(event, 1, 1)
        chair = first.seats.get(seat=1)
        second = self.at(event, 2, 1).seats.exclude(participant=chair.participant)[0]
        who = second.participant
        Seat.objects.filter(pk=chair.pk).update(
            substitute=who.person_id, substitute_name=who.name, substitute_from=1
        )
        for deal in (1, 3):
            make.enter(first, deal, {**WON, "declarer": 1})
        make.enter(second.table, second.seat + 2, {**WON, "declarer": second.seat})
        assert self.given(event)["The longest run of games won"] == (
            who.name,
            "3 games in a row.",
        )

    def test_where_somebody_played_for_another_it_is_said_what_is_counted_of_whom(
        self, client, event
    ):
        table = self.at(event, 1, 1)
        make.enter(table, 1, WON)
        page = reverse("tournaments:public-figures", args=[event.pk])
        said = "An award goes to who played, also in the place of another."
        assert said not in client.get(page, headers={"accept-language": "en"}).text
        table.seats.filter(seat=1).update(substitute_name="Zita", substitute_from=1)
        Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
        text = client.get(page, headers={"accept-language": "en"}).text
        assert said in text.split("The contracts")[0]

    def test_the_best_defender_is_by_the_mean_of_those_who_defended_often(self, event):
        first = self.at(event, 1, 1)
        for deal in (1, 5):  # who deals and the seat before him defend
            make.enter(first, deal, {**WON, "outcome": "bet"})
        make.enter(self.at(event, 1, 2), 1, {**WON, "contract": "solo", "outcome": "kodille"})
        make.enter(first, 2, {**WON, "declarer": 2})
        deals = [deal for deal in played(event).deals if deal.table == 1]
        seats = {seat: [deal.moves[seat] for deal in deals] for seat in (0, 3)}
        assert (seats[0][1], seats[3][1]) == (-1, 0), "the third deal cost the one who dealt first"
        who, says = self.given(event)["The best defender"]
        assert who == self.name(first, 3)
        mean = (seats[3][0] + seats[3][2]) // 2
        begins = f"{mean:+d} on average in the games of others. Compared are those who"
        assert says.startswith(begins)

    def test_a_run_goes_on_in_the_next_round_and_ends_with_a_game_that_is_lost(self, event):
        first = self.at(event, 1, 1)
        make.enter(first, 1, WON)
        player = first.seats.get(seat=1).participant
        seat = Seat.objects.get(round__event=event, round__number=2, participant=player)
        after = 1 + (seat.seat - 1) % 4  # he sits after the dealer
        make.enter(seat.table, after, {**WON, "declarer": seat.seat})
        assert self.given(event)["The longest run of games won"][1] == "2 games in a row."
        make.enter(first, 5, {**WON, "outcome": "bet"})
        assert self.given(event)["The longest run of games won"][1] == "1 game won."

    def test_what_many_would_share_is_not_given(self, event):
        for number, deal in ((1, 1), (1, 2), (2, 1), (2, 2)):
            make.enter(self.at(event, 1, number), deal, {**WON, "declarer": deal % 4})
        assert self.given(event)["The boldest game won"] == ("", "Not given: 4 would share it.")

    def test_three_share_one(self, event):
        names = []
        for number, deal in ((1, 1), (1, 2), (2, 1)):
            table = self.at(event, 1, number)
            make.enter(table, deal, {**WON, "declarer": deal % 4})
            names.append(self.name(table, deal % 4))
        assert (
            self.given(event)["The boldest game won"][0] == f"{names[0]}, {names[1]} and {names[2]}"
        )

    @pytest.mark.parametrize("award", ("The boldest game won", "The longest run of games won"))
    def test_who_share_one_are_named_in_the_order_of_the_deals(self, event, award):
        names = []
        for number, deal in ((2, 1), (1, 3), (1, 1)):
            table = self.at(event, 1, number)
            make.enter(table, deal, {**WON, "declarer": deal % 4})
            names.append(self.name(table, deal % 4))
        said = f"{names[2]}, {names[1]} and {names[0]}"
        assert self.given(event)[award][0] == said


def award(event, title):
    with override("en"):
        return {each.title: (each.who, each.says) for each in awards(played(event))}.get(title)


def test_the_best_newcomer_is_who_had_never_sat_there(club):
    people = make.make_members(club, 5)
    first = make.make_released_event(club, tables=1, deals=8, people=people[:4])
    Event.objects.filter(pk=first.pk).update(date=first.date - dt.timedelta(days=7))
    make.enter(Table.objects.get(round__event=first), 1, WON)
    assert award(Event.objects.get(pk=first.pk), "The best newcomer") is None, "all were new"
    second = make.make_released_event(club, tables=1, deals=8, people=people[1:])
    table = Table.objects.get(round__event=second)
    make.enter(table, 1, {**WON, "declarer": 1})
    new = table.seats.get(participant__person=people[4])
    moved = JournalEntry.objects.get(book=str(table.pk), kind="deal").seats[new.seat]
    assert moved < 0
    said = f"\N{MINUS SIGN}{-moved} on a first evening in the club."
    assert award(second, "The best newcomer") == (people[4].name, said)


def test_the_best_folder_is_what_the_same_cards_did_not_bring_to_others(event):
    found = played(event)
    assert award(event, "The best folder") is None
    folders = {1: (0, 1, 1), 2: (0, 1, 2)}
    deals = [replace(each, folder=folders.get(each.number)) for each in found.deals]
    with override("en"):
        told = {each.title: each for each in awards(replace(found, deals=tuple(deals)))}
    got: dict[int, list[int]] = {}
    for deal in deals:
        if deal.folder and deal.games:
            got.setdefault(deal.number, []).append(deal.moves[deal.games[0].seat])
    beyond = [max(each) - (sum(each) - max(each)) / (len(each) - 1) for each in got.values()]
    with override("en"):
        gain = fraction(Fraction(max(beyond)))
    says = told["The best folder"].says
    assert f"With the same cards others got {gain} less on average." in says


def read(client, event):
    at = reverse("tournaments:public-figures", args=[event.pk])
    page = client.get(at, headers={"accept-language": "en"}).content.decode()
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_the_page_of_everybody_leads_to_it(client, event):
    standings = client.get(reverse("tournaments:public-standings", args=[event.pk]))
    assert reverse("tournaments:public-figures", args=[event.pk]) in standings.content.decode()
    page = read(client, event)
    assert "Awards of the night" in page
    assert "48 deals, with those that all passed." in page
    assert "Awards of the night Provisional" in page
    assert "won or lost while sitting out, or when all passed" in page


def test_the_awards_are_said_to_be_final_when_every_round_is_closed(client, event):
    event.rounds.update(state="final")
    assert "Awards of the night Final" in read(client, event)


def test_while_the_end_is_kept_back_nothing_of_it_is_counted(client, event):
    settings = StandingsSettings(tie_chain=("points",), frozen_after=1)
    set_standings(event=event, settings=settings, actor="user:director")
    page = read(client, event)
    assert "24 deals, with those that all passed." in page
    assert "Awards of the night" not in page
    assert "The awards are given when the rest is shown." in page


def test_where_all_that_is_entered_is_kept_back_it_does_not_say_that_nothing_is(client, event):
    Event.objects.filter(pk=event.pk).update(frozen_after=0)
    page = read(client, event)
    assert "Nothing of what is entered may be shown to everybody yet." in page
    assert "Nothing is entered yet." not in page


def test_before_the_first_deal_it_says_so(client, club):
    assert "Nothing is entered yet." in read(client, make.make_released_event(club, tables=1))


def test_the_number_of_queries_does_not_grow_with_the_tables(club):
    asked = []
    for tables in (1, 10):
        event = make.make_released_event(make.make_club(f"Klub {tables}"), tables=tables, deals=4)
        make.enter(Table.objects.filter(round__event=event)[0], 1, WON)
        with CaptureQueriesContext(connection) as seen:
            played(Event.objects.select_related("folder_plan").get(pk=event.pk))
        asked.append(len(seen))
    assert asked[0] == asked[1]
