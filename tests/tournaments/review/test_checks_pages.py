"""The board of a round and what holds it up: protests, doubts, proofs."""

import datetime as dt
import re

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from tests import make
from tests.tournaments.api.conftest import link_client_of
from tournaments.book.changes import Change
from tournaments.book.corrections import correct
from tournaments.entry.domain import leases
from tournaments.models import (
    Activity,
    Event,
    Flag,
    Revision,
    Round,
    SecondEntry,
    Table,
    TableLease,
)
from tournaments.review.domain import flags, rounds
from tournaments.review.domain.protests import answer_protest, protest
from tournaments.typed.grammar import LONGEST_LINE

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
DEALS = 4
WON = {"declarer": 1, "contract": "spil", "outcome": "won"}


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=2, deals=DEALS)


@pytest.fixture
def tables(event):
    return list(Table.objects.filter(round__event=event).select_related("round__event"))


@pytest.fixture
def full(tables):
    for table in tables:
        make.enter(table, 1, WON)
        for deal in range(2, DEALS + 1):
            make.enter(table, deal, {"passed": True})


@pytest.fixture
def shown(full, event):
    """The round is provisional."""
    return rounds.make_provisional(round_=event.rounds.get(), actor="user:director")


def address(name, *args):
    return reverse(f"tournaments:{name}", args=args)


def read(client, name, *args):
    answer = client.get(address(name, *args), headers=ENGLISH)
    assert answer.status_code == 200
    return answer.content.decode()


def send(client, name, *args, **data):
    answer = client.post(address(name, *args), data, follow=True, headers=ENGLISH)
    assert answer.status_code == 200
    return answer.content.decode()


def player_of(table):
    return table.seats.get(seat=0).participant


def move(revision, at):
    """Let a revision have been written at another time."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tournaments_revision SET created_at = %s WHERE deal = %s", [at, revision.deal]
        )


class TestLife:
    def test_from_the_last_sheet_to_the_end(self, director_client, event, full):
        round_ = event.rounds.get()
        assert "Wait 30 minutes for protests first" in read(director_client, "event", event.pk)
        assert "is provisional" in send(director_client, "round-provisional", round_.pk)
        told = send(director_client, "round-close", round_.pk)
        assert "Protests are received until" in told
        assert "round is closed" in send(director_client, "round-close", round_.pk, early="yes")
        assert Round.objects.get().state == "final"
        again = send(director_client, "round-reopen", round_.pk, reason="A sheet is late")
        assert "take results again" in again

    def test_what_is_missing_is_named(self, director_client, event, tables):
        make.enter(tables[0], 1, WON)
        told = send(director_client, "round-provisional", event.rounds.get().pk)
        assert "Deals are missing at the tables 1, 2." in told

    def test_what_is_not_proved_is_named(self, director_client, event, full):
        Event.objects.update(verification="stated")
        told = send(director_client, "round-provisional", event.rounds.get().pk)
        assert "sheets of the tables 1, 2 are not proved" in told
        assert "Not proved yet" in told  # the page where it is mended

    def test_an_open_protest_is_answered_where_it_holds_the_round_up_and_after_its_correction(
        self, director_client, event, tables, shown
    ):
        made = protest(table=tables[0], actor="visitor:1", deal=2, words="It was solo")
        place = f'id="protest-{made.pk}"'
        assert place not in read(director_client, "event", event.pk)
        told = send(director_client, "round-close", shown.pk, early="yes")
        assert "Protests or doubts are still open" in told
        assert place in told
        change = Change(tables[0], 2, 1, WON)
        mended = correct(event=event, changes=[change], reason="Solo", actor="user:director")
        way = f"{address('round-checks', shown.pk)}#protest-{made.pk}"
        assert way in read(director_client, "correction", mended.pk)
        answer_protest(protest=made, answer="You are right.", actor="user:director")
        assert way not in read(director_client, "correction", mended.pk)

    def test_the_settings_are_the_directors(self, director_client, event):
        data = {"verification": "second", "protest_minutes": "45", "provisional_by_itself": "on"}
        assert "holds from now on" in send(director_client, "round-settings", event.pk, **data)
        event.refresh_from_db()
        assert (event.verification, event.protest_minutes) == ("second", 45)
        wrong = {**data, "protest_minutes": "-1"}
        answer = director_client.post(address("round-settings", event.pk), wrong)
        assert answer.status_code == 400


class TestBoard:
    def test_it_says_how_far_each_table_is(self, director_client, event, tables):
        for deal in range(1, 4):
            make.enter(tables[0], deal, {"passed": True})
        start = timezone.now() - dt.timedelta(minutes=30)
        for revision in Revision.objects.all():
            at = start + dt.timedelta(minutes=10 * revision.deal)
            move(revision, at)
        leases.take(table=tables[0], actor="device:one", name="", seat=1)
        long_ago = timezone.now() - dt.timedelta(minutes=20)
        TableLease.objects.update(seen_at=long_ago)
        page = read(director_client, "round-board", event.rounds.get().pk)
        assert "0 of 2 sheets entered" in page
        assert "about done at" in page
        assert "kept by" in page
        event.rounds.update(state=Round.State.FINAL)
        assert "kept by" not in read(director_client, "round-board", event.rounds.get().pk)

    def test_a_device_that_is_silent_is_named(self, director_client, event, tables):
        leases.take(table=tables[0], actor="device:one", name="", seat=1)
        TableLease.objects.update(seen_at=timezone.now() - dt.timedelta(minutes=20))
        assert "is silent since" in read(director_client, "round-board", event.rounds.get().pk)

    def test_time_is_given_and_taken_back(self, director_client, event, tables):
        give = address("table-time", tables[0].pk)
        director_client.post(give, {"minutes": "10"})
        given = Activity.objects.get(verb="time.given").at

        def says(minutes):
            until = timezone.localtime(given + dt.timedelta(minutes=minutes))
            return f"{minutes} minutes more, until {until:%H:%M}"

        def page():
            return " ".join(read(director_client, "event", event.pk).split())

        assert says(10) in page()
        director_client.post(give, {"minutes": "-5"})
        assert says(5) in page()
        director_client.post(give, {"minutes": "10"})
        assert says(15) in page(), "on top of what it had"
        assert "as a number" in send(director_client, "table-time", tables[0].pk, minutes="x" * 9)

    def test_what_is_doubtful_is_counted(self, director_client, event, tables, shown):
        flags.raise_flag(table=tables[0], deal=0, words="Torn.", actor="user:x")
        page = read(director_client, "round-board", shown.pk)
        assert "1 sheet to look at" in page
        assert "Protests are received until" in page

    def test_what_is_not_proved_is_counted(self, director_client, event, full):
        Event.objects.update(verification="confirmed")
        assert "2 sheets not proved" in read(director_client, "event", event.pk)

    def test_an_unchanged_board_is_not_sent_again(self, director_client, event):
        round_ = event.rounds.get()
        url = address("round-board", round_.pk)
        tag = director_client.get(url)["ETag"]
        again = director_client.get(url, headers={"if-none-match": tag})
        assert again.status_code in {200, 304}  # a new minute is a new board
        flags.raise_flag(table=round_.tables.first(), deal=0, words="?", actor="user:x")
        assert director_client.get(url, headers={"if-none-match": tag}).status_code == 200

    def test_a_correction_after_the_end_is_published(self, client, event, tables, shown):
        rounds.close_round(round_=shown, actor="user:director", early=True)
        change = Change(tables[0], 1, 1, {**WON, "outcome": "bet"})
        correct(event=event, changes=[change], reason="Misread", actor="user:director")
        page = read(client, "public-standings", event.pk)
        assert "Corrected after round 1 was closed" in page
        assert "after the end" not in page
        assert "Round 1, table 1, deal 1: " in page
        assert "(Misread)" in page
        assert "director" not in page

    def test_without_one_nothing_is_said(self, client, event, shown):
        assert "Corrected after" not in read(client, "public-standings", event.pk)
        assert "provisional, protests until" in read(client, "public-standings", event.pk)


def test_a_second_reading_is_kept_however_long_it_may_be_typed():
    assert SecondEntry._meta.get_field("line").max_length == LONGEST_LINE


class TestDoubts:
    def test_noted_taken_cleared(self, director_client, director, event, tables):
        round_ = event.rounds.get()
        page = send(director_client, "doubt", round_.pk, table="2", deal="3", words="Who declared?")
        assert "The doubt is noted" in page
        assert "Table 2, deal 3" in page
        flag = Flag.objects.get()
        taken = send(director_client, "flag-take", flag.pk)
        assert "looks into it" in taken
        assert reverse("tournaments:flag-take", args=[flag.pk]) not in taken
        assert "Say why" in send(director_client, "flag-clear", flag.pk)
        assert "Cleared: South" in send(director_client, "flag-clear", flag.pk, reason="South")

    def test_of_a_table_and_a_deal_that_exist(self, director_client, event):
        url = address("doubt", event.rounds.get().pk)
        assert director_client.post(url, {"table": "9", "words": "?"}).status_code == 404
        said = {"table": "2", "deal": "77", "words": "Who <declared>?"}
        answer = director_client.post(url, said, headers=ENGLISH)
        assert answer.status_code == 409
        told = answer.content.decode()
        assert "no deal of that number" in told
        assert '<option value="2" selected>' in told
        assert 'value="77"' in told
        assert 'value="Who &lt;declared&gt;?"' in told

    def test_a_proof_is_done_without(self, director_client, event, tables, full):
        Event.objects.update(verification="stated")
        round_ = event.rounds.get()
        page = read(director_client, "round-checks", round_.pk)
        assert "Table 1, after deal 4" in page
        data = {"deal": "4", "kind": "sums", "reason": "No paper"}
        told = send(director_client, "waive", tables[0].pk, **data)
        assert "as it is" in told
        assert "The sums on the paper are not typed. " in told.partition("Not proved yet")[0]
        assert "The sums on the paper differ" not in told
        assert (
            "Table 1, after deal 4"
            not in read(director_client, "round-checks", round_.pk).partition("Not proved yet")[2]
        )

    def test_lines_that_nobody_read_are_told_once_a_sheet(self, director_client, event, full):
        Event.objects.update(verification="second")
        page = read(director_client, "round-checks", event.rounds.get().pk)
        assert page.count("Nobody has read it a second time.") == 2


class TestProofs:
    def test_sums_are_typed_where_the_wrong_line_is_looked_for(
        self, director_client, event, tables, full
    ):
        Event.objects.update(verification="stated")
        for table in tables:
            data = {f"d4s{seat}": str(points) for seat, points in enumerate((-1, 2, 0, -1))}
            page = send(director_client, "which-line", table.pk, **data)
            assert 'value="2"' in page
        page = read(director_client, "which-line", tables[0].pk)
        assert 'value="2"' in page

    def test_a_second_reading_stops_where_it_differs(self, director_client, event, tables, full):
        Event.objects.update(verification="second", provisional_by_itself=True)
        table = tables[0]
        page = read(director_client, "second", table.pk)
        assert "Compare" in page
        assert "2+" not in page.partition("<form")[2]
        wrong = {"d1": "2-", "d2": "0", "d3": "0", "d4": "0"}
        answer = director_client.post(address("second", table.pk), wrong, headers=ENGLISH)
        page = answer.content.decode()
        assert answer.status_code == 400
        assert "The first entry says:" in page
        assert page.index("autofocus") < page.index('name="d2"')
        assert table.second_entries.count() == 1
        right = {**wrong, "d1": "2+"}
        assert "both readings agree" in send(director_client, "second", table.pk, **right)
        assert Round.objects.get().state == "released"
        send(director_client, "second", tables[1].pk, **right)
        assert Round.objects.get().state == "provisional"

    @pytest.mark.parametrize(
        ("typed", "says"),
        (("3+", "sits out"), ("zz", "no seat"), ("28.+", "no such result")),
    )
    def test_a_line_that_says_no_result_is_told(self, director_client, tables, full, typed, says):
        answer = director_client.post(
            address("second", tables[0].pk), {"d1": typed, "d2": "0"}, headers=ENGLISH
        )
        assert answer.status_code == 400
        page = answer.content.decode()
        assert says in page
        assert f'value="{typed}"' in page

    def test_who_entered_it_is_told_so(self, tables):
        phone = link_client_of(tables[0])
        url = f"/api/v1/tables/{tables[0].pk}/results/"
        body = {"id": str(make.new_id()), "deal": 1, "base": 0, "line": "2+"}
        assert phone.post(url, body, content_type="application/json").status_code == 201
        answer = phone.post(address("second", tables[0].pk), {"d1": "2+"}, headers=ENGLISH)
        assert "somebody else" in answer.content.decode()

    def test_ten_deals_are_confirmed_by_another_seat(self, tables, full):
        Event.objects.update(verification="confirmed")
        phone = link_client_of(tables[0])
        page = read(phone, "recap", tables[0].pk)
        assert page.count(": right") == 4
        assert "it is noted as ticked for you" not in page
        page = send(phone, "confirm", tables[0].pk, deal="4", seat="2")
        assert "confirmed by" in page
        page = send(phone, "confirm", tables[0].pk, deal="4", seat="0", wrong="yes")
        assert "confirmed by" not in page
        assert Flag.objects.get().kind == "unconfirmed"
        assert "no deal of that number" in send(phone, "confirm", tables[0].pk, deal="3", seat="2")

    def test_what_is_confirmed_on_the_keepers_own_device_is_called_ticked(self, tables, full):
        Event.objects.update(verification="confirmed")
        phone = link_client_of(tables[0])
        send(phone, "keeper-take", tables[0].pk, seat="1")
        assert "it is noted as ticked for you" in read(phone, "recap", tables[0].pk)
        page = send(phone, "confirm", tables[0].pk, deal="4", seat="2")
        assert re.search(r"ticked for .+ on a device that keeps the sheet or has entered", page)
        assert "confirmed by" not in page
        page = send(link_client_of(tables[0]), "confirm", tables[0].pk, deal="4", seat="2")
        assert "confirmed by" in page


def test_the_list_says_where_a_players_protest_is_noted(director_client, event, tables, full):
    round_ = event.rounds.get()
    recap = f'href="{address("recap", tables[1].pk)}"'
    page = read(director_client, "round-checks", round_.pk)
    assert "To note a player’s protest, open the sheet of the table" in page  # it is played
    assert recap in page
    rounds.make_provisional(round_=round_, actor="user:director")
    page = read(director_client, "round-checks", round_.pk)
    assert "open the sheet of the table" in page
    assert recap in page
    Round.objects.update(provisional_at=timezone.now() - dt.timedelta(days=1))
    page = read(director_client, "round-checks", round_.pk)
    assert "The time for protests is over." in page
    assert recap not in page
    rounds.close_round(round_=round_, actor="user:director")
    assert "takes no protests" in read(director_client, "round-checks", round_.pk)


@pytest.mark.parametrize("name", ("round-provisional", "round-checks", "doubt", "round-board"))
def test_another_club_finds_no_round(stranger_client, event, name):
    url = address(name, event.rounds.get().pk)
    ask = stranger_client.get if name in {"round-checks", "round-board"} else stranger_client.post
    assert ask(url).status_code == 404


@pytest.mark.parametrize("name", ("waive", "table-time", "keeper-bar", "recap", "second"))
def test_another_club_finds_no_table(stranger_client, tables, name):
    url = address(name, tables[0].pk)
    ask = stranger_client.get if name in {"recap", "second"} else stranger_client.post
    assert ask(url).status_code == 404


def test_who_is_not_logged_in_is_sent_to_log_in(client, tables):
    assert client.get(address("recap", tables[0].pk)).url.startswith(reverse("members:login"))


@pytest.mark.parametrize("count", (1, 3))
def test_the_board_asks_as_much_for_three_tables_as_for_one(
    director_client, club, count, django_assert_num_queries
):
    event = make.make_released_event(club, tables=count, deals=DEALS, verification="stated")
    for table in Table.objects.filter(round__event=event):
        make.enter(table, 1, WON)
    with django_assert_num_queries(29):
        director_client.get(address("event", event.pk))


def test_a_protest_stands_beside_what_the_sheet_says(director_client, tables, shown):
    one, other = tables
    asked = [(one, 1), (other, 2), (other, 0)]
    for table, deal in asked:
        protest(table=table, deal=deal, actor="device:1")
    page = read(director_client, "round-checks", one.round_id)
    name = one.seats.get(seat=1).participant.name
    assert f"The sheet says: {name}: spil, won" in page
    assert "The sheet says: All passed" in page
    assert page.count("The sheet says") == len(asked) - 1
