"""The chain of seals: what it covers, what it finds, and what a printed code says."""

import datetime as dt
import importlib
import uuid
from dataclasses import replace
from itertools import pairwise

import pytest
from django.apps import apps
from django.db import connection

from lhombre_club.refusal import Refusal
from tests import make
from tests.tournaments.book.correcting import DIRECTOR, make_correction
from tests.tournaments.conftest import BET, WON
from tournaments.book import codes
from tournaments.book.changes import Change, Rules
from tournaments.book.corrections import change_rules, reseat, undo
from tournaments.book.proving.ledger_check import check_all
from tournaments.book.proving.seals import broken, head, state_of
from tournaments.book.reasons import BookReason
from tournaments.events.domain.events import make_event
from tournaments.models import Event, Revision, Round, Seal, Seat, Table
from tournaments.penalties.domain.penalties import Penalty, penalise, withdraw_entry
from tournaments.seating.domain.released import release_rounds

pytestmark = pytest.mark.django_db
migration = importlib.import_module("tournaments.migrations.0010_chain_and_papers")
settings = importlib.import_module("tournaments.migrations.0012_account_settings")


def tamper(sql, *values):
    lite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(
            sql, [each.hex if lite and isinstance(each, uuid.UUID) else each for each in values]
        )
        assert cursor.rowcount == 1


def fine(table):
    penalty = Penalty(id=uuid.uuid4(), seat=1, points=3, reason="late")
    return penalise(table=table, penalty=penalty, actor=DIRECTOR).entry


@pytest.fixture
def played(event, table, enter):
    """Every kind of deed that is sealed, at one table."""
    enter(1, WON)
    enter(2, BET, reason="misheard")
    enter(2, WON)
    kept, taken = fine(table), fine(table)
    withdraw_entry(entry=taken, reason="a mistake", actor=DIRECTOR)
    change = Change(table=table, deal=1, base=1, record=None, ruling="annulled")
    undo(correction=make_correction(event, change), actor=DIRECTOR)
    one, other = Seat.objects.filter(table=table).select_related("round__event")[:2]
    reseat(moves=[(one, other), (other, one)], reason="sat wrong", actor=DIRECTOR)
    event.refresh_from_db()
    rules = Rules.of(event)
    change_rules(
        event=event,
        rules=replace(rules, settings={**rules.settings, "ante": 3}),
        reason="as agreed",
        actor=DIRECTOR,
    )
    assert not kept.withdrawn_at
    return event


def kinds(event):
    return [each.kind for each in event.seals.order_by("number")]


def test_every_deed_that_decides_points_is_sealed_once_and_in_order(played):
    assert kinds(played) == [
        "round",
        *["result"] * 3,
        *["entry"] * 2,
        "withdrawn",
        *["result"] * 2,  # annulled, and put back
        *["round"] * 2,  # seats, rules
    ]
    assert [each.number for each in played.seals.all()] == list(range(1, 12))
    assert not list(broken(played))
    assert not check_all()


def test_what_is_no_deed_is_not_sealed(event, table, enter):
    sent = uuid.uuid4()
    enter(1, WON, base=0, result_id=sent)
    before = head(event)
    assert enter(1, WON, base=0, result_id=sent).replayed
    assert head(event) == before


def test_a_round_is_sealed_when_it_is_shown_to_the_room(club):
    people = make.make_members(club, 8)
    event = make_event(
        club=club, name="Klubaften", date=make.EVENING, people=people, actor=DIRECTOR
    )
    assert not kinds(event)
    assert not head(event)
    release_rounds(event=event, actor=DIRECTOR)
    release_rounds(event=event, actor=DIRECTOR)
    assert kinds(event) == ["round"] * event.rounds.count()
    assert not list(broken(event))


COLUMNS = {
    "deal": 40,
    "number": 9,
    "reason": "said so",
    "actor": "user:else",
    "digest": "f" * 64,
    "record": '{"passed": true}',
    "ruling": "decided",
    "created_at": dt.datetime(2026, 1, 1, tzinfo=dt.UTC),
    "claimed_at": dt.datetime(2026, 1, 1, tzinfo=dt.UTC),
}


@pytest.mark.parametrize("column", COLUMNS)
def test_each_column_of_a_result_is_covered(event, enter, column):
    made = [enter(deal, WON).revision for deal in (1, 2, 3)][1]
    tamper(f"UPDATE tournaments_revision SET {column} = %s WHERE id = %s", COLUMNS[column], made.pk)
    (line,) = broken(event)
    assert line.startswith("Klubaften, round 1, table 1, deal ")
    assert line.endswith(": this is not what seal 3 has sealed")


def test_the_check_of_the_ledger_says_it_and_without_the_chain_nobody_does(
    event, enter, monkeypatch
):
    """The second half is the twin: who entered it moves no point, so no account tells."""
    made = enter(1, WON).revision
    enter(2, WON)
    tamper("UPDATE tournaments_revision SET actor = 'user:else' WHERE id = %s", made.pk)
    assert check_all() == [
        "Klubaften, round 1, table 1, deal 1, version 1: this is not what seal 2 has sealed"
    ]
    monkeypatch.setattr("tournaments.book.proving.ledger_check.broken", lambda *_words: ())
    assert not check_all()


@pytest.mark.parametrize(
    ("column", "value"),
    (
        ("amounts", "[0, 0, 0, 0]"),
        ("reason", "early"),
        ("decided_by", "me"),
        ("withdrawn_by", "user:else"),
        ("withdrawn_reason", "none"),
    ),
)
def test_each_column_of_a_decision_is_covered(event, table, column, value):
    entry = fine(table)
    withdraw_entry(entry=entry, reason="a mistake", actor=DIRECTOR)
    tamper(f"UPDATE tournaments_tableentry SET {column} = %s WHERE id = %s", value, entry.pk)
    seal = 3 if column.startswith("withdrawn") else 2
    assert list(broken(event)) == [
        f"Klubaften, round 1, table 1: this is not what seal {seal} has sealed"
    ]


def test_a_decision_that_other_hands_withdraw_is_found(event, table):
    entry = fine(table)
    tamper("UPDATE tournaments_tableentry SET withdrawn_at = created_at WHERE id = %s", entry.pk)
    assert list(broken(event)) == ["Klubaften, round 1, table 1: no seal has this withdrawn"]


def test_a_result_that_other_hands_add_is_found(event, table, enter):
    enter(1, WON)
    Revision.objects.create(
        id=uuid.uuid4(), table=table, deal=1, number=2, record=None, digest="", actor="user:else"
    )
    assert list(broken(event)) == [
        "Klubaften, round 1, table 1, deal 1, version 2: no seal has this result"
    ]


@pytest.mark.parametrize(
    "sql",
    (
        "UPDATE tournaments_event SET ante = 3",
        """UPDATE tournaments_event SET account_settings = '{"remis_pays": "players"}'""",
        "UPDATE tournaments_event SET accounting = 'pot'",
        "UPDATE tournaments_event SET ruleset = '{}'",
        "UPDATE tournaments_table SET first_dealer = 2",
        "UPDATE tournaments_seat SET seat = 4 WHERE seat = 3",
    ),
)
def test_other_rules_and_seats_are_found(event, enter, sql):
    enter(1, WON)
    tamper(sql)
    assert list(broken(event)) == ["Klubaften, round 1: rules or seats are not as sealed"]


def test_a_result_that_is_gone_is_found(event, enter):
    made = [enter(deal, WON).revision.pk for deal in (1, 2, 3)][2]
    tamper("DELETE FROM tournaments_revision WHERE id = %s", made)
    assert list(broken(event)) == [f"Klubaften, seal 4: what it sealed is gone (result {made})"]


def test_a_seal_that_is_gone_is_found(event, enter):
    for deal in (1, 2):
        enter(deal, WON)
    tamper("DELETE FROM tournaments_seal WHERE number = 2")
    assert list(broken(event)) == ["Klubaften: seal 2 is missing"]


def test_who_takes_the_last_row_and_its_seal_is_given_away_by_paper(event, enter):
    enter(1, WON)
    earlier = head(event)
    made = enter(2, WON).revision.pk
    printed = head(event)
    tamper("DELETE FROM tournaments_revision WHERE id = %s", made)
    tamper("DELETE FROM tournaments_seal WHERE number = 3")
    assert not list(broken(event)), "nothing in the database tells"
    assert state_of(event, printed) is None
    assert state_of(event, earlier) is not None


def test_who_seals_a_forged_past_anew_is_given_away_by_paper(event, enter):
    made = enter(1, WON).revision.pk
    enter(2, WON)
    printed = head(event)
    tamper("UPDATE tournaments_revision SET actor = 'user:else' WHERE id = %s", made)
    Seal.objects.all().delete()
    migration.seal_what_is_there(apps, None)
    assert not list(broken(event))
    assert state_of(event, printed) is None


def test_a_code_says_which_state_it_is_of(event, table, enter):
    first = head(event)
    made = enter(1, WON).revision
    second = head(event)
    entry = fine(table)
    third = head(event)
    shown = state_of(event, first)
    assert shown is not None
    assert (shown.kind, shown.deed, shown.since) == ("round", None, 2)
    shown = state_of(event, second.lower().replace("-", " "))
    assert shown is not None
    assert (shown.kind, shown.deed, shown.since) == ("result", made, 1)
    assert shown.at == event.seals.get(number=2).at
    shown = state_of(event, third)
    assert shown is not None
    assert (shown.deed, shown.since) == (entry, 0)


def test_a_code_of_another_event_is_of_no_state_here(event, enter):
    enter(1, WON)
    other = make.make_released_event(make.make_club("Klub Basta"), tables=1)
    assert state_of(event, head(other)) is None
    assert state_of(other, head(other)) is not None


def test_a_code_has_four_times_four_letters_that_no_eye_confuses(event):
    groups = head(event).split("-")
    assert [len(group) for group in groups] == [4] * 4
    assert not set("".join(groups)) & set("01IOU")


def test_every_slip_of_one_letter_or_two_is_noticed(event):
    typed = head(event).replace("-", "")
    for at, letter in enumerate(typed):
        for other in set(codes.ALPHABET) - {letter}:
            with pytest.raises(Refusal) as refused:
                state_of(event, typed[:at] + other + typed[at + 1 :])
            assert refused.value.reason is BookReason.NO_SEAL
    for at, (one, two) in enumerate(pairwise(typed)):
        if one != two:
            with pytest.raises(Refusal) as refused:
                state_of(event, typed[:at] + two + one + typed[at + 2 :])
            assert refused.value.reason is BookReason.NO_SEAL


@pytest.mark.parametrize("typed", ("", "K7QP", "K" * 17, "0" * 16, "Ø" * 16))
def test_what_is_no_code_at_all_is_mistyped(event, typed):
    with pytest.raises(Refusal) as refused:
        state_of(event, typed)
    assert refused.value.reason is BookReason.NO_SEAL


def test_what_was_there_before_is_chained_by_the_migration(played, monkeypatch):
    monkeypatch.setattr(migration, "BATCH", 2)
    live = [(each.kind, each.subject) for each in played.seals.order_by("number")]
    Seal.objects.all().delete()
    assert len(list(broken(played))) > len(live) - 4
    migration.seal_what_is_there(apps, None)
    made = [(each.kind, each.subject) for each in played.seals.order_by("number")]
    assert made == [live[0], *[each for each in live[1:] if each[0] != "round"]]
    assert not list(broken(played))
    assert [each.at for each in played.seals.all()] == sorted(
        each.at for each in played.seals.all()
    )


def test_events_have_chains_of_their_own(event, enter):
    before = head(event)
    other = make.again(event)
    make.enter(Table.objects.get(round__event=other), 1, WON)
    assert head(event) == before
    enter(1, WON)
    assert kinds(event) == kinds(other) == ["round", "result"]
    assert not list(broken(other))


def test_a_draft_needs_no_seal(event):
    Round.objects.create(event=event, number=2)
    assert not list(broken(event))


def test_what_was_played_before_stays_as_it_was_settled_and_sealed(played):
    """The seals of that time say nothing of a remis, since there was no choice."""
    Event.objects.filter(pk=played.pk).update(accounting="pott", account_settings=settings.BEFORE)
    Seal.objects.all().delete()
    migration.seal_what_is_there(apps, None)
    Event.objects.filter(pk=played.pk).update(account_settings={})
    assert list(broken(Event.objects.get(pk=played.pk))), "another custom was played"
    settings.say_what_held(apps, None)
    assert not list(broken(Event.objects.get(pk=played.pk)))
