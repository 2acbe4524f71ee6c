"""The journal of an event: every deed in words, and the way to what it changed."""

import datetime as dt
import html
import re

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from tests import make
from tournaments.book.activity import note
from tournaments.book.changes import Change
from tournaments.book.corrections import correct, reseat, undo
from tournaments.book.results import NewResult, enter_result
from tournaments.book.verbs import VERBS
from tournaments.entry.domain import leases, links
from tournaments.entry.domain.links import Origin
from tournaments.entry.domain.tray import Sent, Why, dismiss, receive
from tournaments.events.pages.log import lines
from tournaments.events.queries.log import journal
from tournaments.models import Activity, Event, Seat, Table
from tournaments.penalties.domain import penalties as entries
from tournaments.review.domain import flags, proofs, rounds
from tournaments.review.domain.protests import answer_protest, protest
from tournaments.seating.domain import players as seating_changes
from tournaments.words.figures import short

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
DEALS = 12
WON = {"declarer": 1, "contract": "spil", "outcome": "won"}
BET = {"declarer": 1, "contract": "solo", "outcome": "bet"}


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=2, deals=DEALS)


@pytest.fixture
def table(event):
    return Table.objects.select_related("round__event").get(round__event=event, number=1)


@pytest.fixture
def told(event):
    """The journal, oldest first, without the times."""

    def told():
        with override("en"):
            read = lines(Event.objects.get(pk=event.pk), journal(event))
        return [
            f"{f'{line.where}: ' if line.where else ''}{line.says} ({line.who})"
            + (f" “{line.why}”" if line.why else "")
            for line in reversed(read)
        ]

    return told


def test_deals_are_told_in_runs_and_what_was_entered_again_by_itself(event, table, told, director):
    for deal in (1, 2, 3, 7):
        make.enter(table, deal, WON if deal == 3 else {"passed": True})
    leases.keep(table=table, actor="device:1", name="a phone")
    leases.take(table=table, actor="device:1", name="", seat=1)
    entry = NewResult(id=make.new_id(), deal=3, base=1, record=BET)
    enter_result(table=table, entry=entry, actor="device:1")
    rounds.reopen_round(round_=table.round, reason="once more", actor=director.actor)
    entry = NewResult(id=make.new_id(), deal=4, base=0, record=WON | {"declarer": 0})
    enter_result(table=table, entry=entry, actor="device:2")
    assert told() == [
        "Round 1, table 1: Entered: deals 1–3, 7. (the program)",
        "Round 1, table 1: The sheet is kept by a phone from now on. (a phone)",
        "Round 1, table 1: The sheet is kept by Aksel Nr2 from now on. (Aksel Nr2)",
        (
            "Round 1, table 1: Deal 3 was entered again: Aksel Nr2: spil, won → "
            "Aksel Nr2: solo, bet. (Aksel Nr2)"
        ),
        "Round 1, table 1: Entered: deals 4. (at the table)",
    ]


def test_a_run_ends_where_the_table_was_corrected(event, table, told, director):
    make.enter(table, 1, WON)
    made = correct(
        event=event, changes=[Change(table, 1, 1, BET)], reason="misread", actor=director.actor
    )
    make.enter(table, 2, WON)
    one, other = table.seats.order_by("seat")[:2]
    reseat(moves=[(one, other), (other, one)], reason="wrong chairs", actor=director.actor)
    make.enter(table, 3, WON)
    undo(correction=made, actor=director.actor)
    entered = "Round 1, table 1: Entered: deals {}. (the program)"
    assert told() == [
        entered.format(1),
        "Round 1, table 1, deal 1: Deals were corrected. (director) “misread”",
        entered.format(2),
        "Round 1, table 1: Wrong seats were put right. (director) “wrong chairs”",
        entered.format(3),
        "Round 1, table 1, deal 1: A correction of deals was taken back. (director) “misread”",
    ]


def test_protests_doubts_and_the_end_of_a_round_say_who_and_why(event, table, told, director):
    for each in Table.objects.filter(round__event=event):
        for deal in range(1, DEALS + 1):
            make.enter(each, deal, {"passed": True})
    flag = flags.raise_flag(table=table, deal=2, words="ink", actor=director.actor)
    flags.take_flag(flag=flag, actor="user:gone")
    flags.clear_flag(flag=flag, reason="read it", actor=director.actor)
    rounds.make_provisional(round_=table.round, actor=director.actor)
    player = table.seats.get(seat=2).participant
    mine = protest(table=table, deal=5, participant=player, words="no pass", actor="visitor:x")
    answer_protest(protest=mine, answer="it was", actor=director.actor)
    protest(table=table, words="by all", actor="device:3")
    protest(table=table, deal=6, participant=player, words="told me", actor=director.actor)
    rounds.reopen_round(round_=table.round, reason="look: 2", actor=director.actor)
    assert told()[2:] == [
        "Round 1, table 1, deal 2: A doubt: the director is in doubt. (director) “ink”",
        (
            "Round 1, table 1, deal 2: Somebody looks into a doubt: the director is in doubt. "
            "(the program) “ink”"
        ),
        (
            "Round 1, table 1, deal 2: A doubt is cleared (“the director is in doubt”). "
            "(director) “read it”"
        ),
        "Round 1 is provisional: all may look at it. (director)",
        "Round 1, table 1, deal 5: A protest was made. (Birte Nr3) “no pass”",
        "Round 1, table 1, deal 5: The protest was answered. (director) “it was”",
        "Round 1, table 1: A protest was made. (at the table) “by all”",
        "Round 1, table 1, deal 6: A protest was made. (Birte Nr3, noted by director) “told me”",
        "Round 1 was opened again. (director) “look: 2”",
    ]


def test_whatever_else_is_done_to_a_table_says_so(event, table, told, director):
    actor = director.actor
    links.issue_link(table)
    rounds.give_time(table=table, minutes=5, actor=actor)
    Event.objects.update(verification="stated")
    table.round.event.refresh_from_db()
    for deal in range(1, 11):
        make.enter(table, deal, {"passed": True})
    proofs.state_sums(table=table, sums={10: [0, 0, 0, 0]}, actor=actor)
    late = entries.Penalty(id=make.new_id(), seat=3, points=2, reason="late", decided_by="", deal=0)
    stored = entries.penalise(table=table, penalty=late, actor=actor)
    entries.withdraw_entry(entry=stored.entry, reason="was not", actor=actor)
    sent = Sent(NewResult(id=make.new_id(), deal=4, base=0, record=None), {"line": "2+"})
    item = receive(origin=Origin.of(table), sent=sent, why=Why.CLOSED, actor="device:4")
    assert item is not None
    dismiss(item=item, reason="twice", actor=actor)
    at = "Round 1, table 1"
    assert told() == [
        f"{at}: The table’s code for phones was made. (the program)",
        f"{at}: The table’s time was changed: +5, 5 min. (director)",
        f"{at}: Entered: deals 1–10. (the program)",
        f"{at}: The paper’s sums were typed: after deal 10. (director)",
        f"{at}: A penalty was given. (director) “late”",
        f"{at}: An entry by hand or a penalty was withdrawn. (director) “was not”",
        (f"{at}, deal 4: A deal came that no sheet took; it went to the tray. (at the table)"),
        f"{at}, deal 4: A deal in the tray was put away. (director) “twice”",
    ]


def test_who_read_ten_deals_against_the_sheet_is_named(event, table, told, director):
    Event.objects.update(verification="confirmed")
    for deal in range(1, DEALS + 1):
        make.enter(table, deal, {"passed": True}, actor="device:1")
    last = min(DEALS, 10)
    proofs.confirm(table=table, deal=last, seat=1, actor="device:1")
    chair = table.seats.get(seat=2)
    chair.substitute_name = "Gæst"
    chair.save(update_fields=["substitute_name"])
    proofs.confirm(table=table, deal=last, seat=2, actor="device:2")
    one = table.seats.get(seat=1).participant.name
    device = "a device that keeps the sheet or has entered deals in it"
    ticked = f"Deals 1–{last} were ticked for {one} on {device}."
    assert told()[1:] == [
        f"Round 1, table 1: {ticked} (at the table)",
        f"Round 1, table 1: Gæst confirmed deals 1–{last}. (at the table)",
    ]


def test_a_device_is_called_as_it_was_there_and_then(event, table, told):
    """Whoever has it in his hand at a later table did not do what was done at this one."""
    Event.objects.update(verification="confirmed")
    other = Table.objects.select_related("round__event").get(round__event=event, number=2)
    for deal in range(1, DEALS + 1):
        make.enter(table, deal, {"passed": True})
    proofs.confirm(table=table, deal=min(DEALS, 10), seat=1, actor="device:1")
    leases.take(table=other, actor="device:1", name="", seat=2)
    make.enter(table, 1, WON, base=1, actor="device:1")
    leases.take(table=table, actor="device:9", name="", seat=1)
    make.enter(other, 1, WON, actor="device:9")
    make.enter(other, 2, WON, actor="device:8")
    leases.take(table=other, actor="device:8", name="", seat=3)
    named = [line.rpartition("(")[2].rstrip(")") for line in told()]
    chairs = {
        (chair.table.number, chair.seat): chair.participant.name
        for chair in Seat.objects.filter(round__event=event).select_related("table", "participant")
    }
    late, early = short(chairs[2, 2]), short(chairs[1, 1])
    there = short(chairs[2, 3])
    assert named == ["the program", "at the table", late, late, early, early, there, there]


@pytest.mark.parametrize(("first", "later", "both"), ((58, 3, True), (1, 57, False)))
def test_deals_entered_over_the_turn_of_a_minute_show_both(event, table, first, later, both):
    night = dt.datetime(2026, 3, 1, 20, 9, first, tzinfo=dt.UTC)
    for deal, second in ((1, 0), (2, later)):
        with time_machine.travel(night + dt.timedelta(seconds=second), tick=False):
            make.enter(table, deal, {"passed": True})
    (line,) = lines(event, journal(event))
    assert line.since == (night if both else None)


def test_sums_that_were_never_typed_are_not_told_as_differing(event, table, told, director):
    Event.objects.update(verification="stated")
    for deal in range(1, DEALS + 1):
        make.enter(table, deal, {"passed": True})
    flags.waive(table=table, deal=0, kind="sums", reason="wet", actor=director.actor)
    at = f"Round 1, table 1, deal {DEALS}"
    assert told()[-2:] == [
        f"{at}: A doubt: the sums on the paper are not typed. (director)",
        f"{at}: A doubt is cleared (“the sums on the paper are not typed”). (director) “wet”",
    ]


def test_players_are_called_by_their_names(event, told):
    agnes, aksel = event.participants.order_by("number")[:2]
    seating_changes.wish(event=event, one=agnes, other=aksel, kind="apart", actor="user:x")
    seating_changes.keep_seat(participant=aksel, table=1, seat=None, actor="user:x")
    note(event=event, verb="players.swapped", actor="user:x", round=1, player=2, other=7)
    note(event=event, verb="participant.withdrawn", actor="user:x", player=2, round=1)
    note(event=event, verb="rounds.planned", actor="user:x", rounds=3)
    assert [each.removesuffix(" (the program)") for each in told()] == [
        "A wish was noted: Agnes Nr1 and Aksel Nr2.",
        "Where Aksel Nr2 always sits was set.",
        "Aksel Nr2 and Gerda Nr7 changed seats before play.",
        "Aksel Nr2 left after round 1.",
        "So many rounds are planned: 3.",
    ]


def test_a_table_that_is_no_more_and_a_deed_of_another_program_are_told(event, told):
    note(event=event, verb="photo.removed", actor="user:x", photo=str(make.new_id()))
    note(event=event, verb="lease.taken", actor="device:5", round=7, table=7, name="Hans")
    Activity.objects.create(event=event, verb="moon.rose", actor="user:x")
    assert told() == [
        "A photo of the sheet was removed. (the program)",
        "The sheet is kept by 7/7: Hans from now on. (Hans)",
        "Something else was done: moon.rose. (the program)",
    ]


def test_each_line_leads_to_what_it_changed(event, director_client, table):
    of_other_events = {"teams.set", "matches.drawn", "round.dated"}
    for verb in set(VERBS) - of_other_events:
        for fact in (1, 7, None, str(make.new_id()), str(table.pk)):
            note(event=event, verb=verb, actor="user:x", **dict.fromkeys(VERBS[verb].facts, fact))
    make.enter(table, 1, WON)
    correct(event=event, changes=[Change(table, 1, 1, BET)], reason="x", actor="user:x")
    addresses = {line.address for line in lines(event, journal(event))}
    assert len(addresses) > 15
    for address in addresses:
        assert director_client.get(address, headers=ENGLISH).status_code == 200, address


def test_the_page_has_a_hundred_lines_and_leads_to_the_older_ones(event, director_client):
    address = reverse("tournaments:journal", args=[event.pk])
    for _ in range(101):
        note(event=event, verb="standings.set", actor="user:x")

    def read(page):
        answer = director_client.get(address, {"page": page}, headers=ENGLISH)
        return html.unescape(answer.content.decode())

    assert read(1).count("How places are decided was changed.") == 2 * 100
    assert "Older" in read(1)
    assert "Newer" not in read(1)
    assert read(2).count("How places are decided was changed.") == 2
    assert "Older" not in read(2)


def test_it_takes_no_more_queries_for_more_deeds(event, table):
    def queries():
        with CaptureQueriesContext(connection) as seen:
            lines(event, journal(event))
        return len(seen)

    make.enter(table, 1, WON)
    rounds.give_time(table=table, minutes=5, actor="user:x")
    few = queries()
    for deal in (2, 3, 4):
        make.enter(table, deal, {"passed": True})
        rounds.give_time(table=table, minutes=5, actor="user:y")
        flags.raise_flag(table=table, deal=deal, words="?", actor="user:z")
    assert queries() == few


def test_another_club_sees_nothing(stranger_client, event):
    address = reverse("tournaments:journal", args=[event.pk])
    assert stranger_client.get(address).status_code == 404


def test_a_correction_says_who_what_was_and_what_is(event, table, director, director_client):
    make.enter(table, 1, WON)
    changes = [Change(table, 1, 1, BET), Change(table, 2, 0, {"passed": True})]
    made = correct(event=event, changes=changes, reason="misread", actor=director.actor)
    annulled = correct(
        event=event,
        changes=[Change(table, 2, 1, None, ruling="annulled")],
        reason="a card too many",
        actor=director.actor,
    )

    def words(correction):
        address = reverse("tournaments:correction", args=[correction.pk])
        page = director_client.get(address, headers=ENGLISH).content.decode()
        return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())

    page = words(made)
    assert f", {director.username}" in page
    assert "Round 1, table 1, deal 1 : Aksel Nr2: spil, won → Aksel Nr2: solo, bet" in page
    assert "Round 1, table 1, deal 2 : no result → All passed" in page
    assert "Round 1, table 1, deal 2 : All passed → annulled" in words(annulled)
    assert Activity.objects.filter(verb="deals.corrected").count() == 2
