"""``check_ledger`` finds what other hands have changed, and says where."""

import uuid

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from scoring.models import JournalEntry, SeatTotal
from tests import make
from tournaments import tasks
from tournaments.book.proving.ledger_check import check_event
from tournaments.book.results import NewResult, enter_result
from tournaments.models import Revision, Table, TableEntry

pytestmark = pytest.mark.django_db
WON = {"declarer": 0, "contract": "solo", "outcome": "won"}
WHERE = "Klubaften, round 1, table 2, deal 1:"


@pytest.fixture
def table(club):
    """Table 2 of 2, with three results, one of them corrected."""
    event = make.make_released_event(club, tables=2)
    table = Table.objects.get(round__event=event, number=2)
    for deal, base, record in (
        (1, 0, WON),
        (2, 0, {"passed": True}),
        (4, 0, {**WON, "outcome": "bet"}),
        (4, 1, WON),
    ):
        entry = NewResult(id=uuid.uuid4(), deal=deal, base=base, record=record)
        enter_result(table=table, entry=entry, actor="user:tester")
    return table


def tamper(sql, *values):
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        assert cursor.rowcount == 1


def found(capsys, *args):
    """The lines that the command prints; it must have exited with an error."""
    with pytest.raises(CommandError) as caught:
        call_command("check_ledger", *args)
    assert caught.value.returncode == 1
    return capsys.readouterr().out.splitlines()


def first_row():
    return JournalEntry.objects.filter(deal=1).get()


def test_an_honest_ledger_agrees(table, capsys):
    call_command("check_ledger")
    assert capsys.readouterr().out == "The ledger agrees: 2 tables, no differences.\n"


def test_nothing_at_all_agrees(db, capsys):
    call_command("check_ledger")
    assert "0 tables" in capsys.readouterr().out


def test_changed_amounts_are_found(table, capsys):
    row = first_row()
    tamper(
        "UPDATE scoring_journalentry SET seat0 = 4, seat1 = -1 WHERE id = %s",
        row.pk,
    )
    says, should = [4, -1, 0, -3, 0, 0, 0, 0], [6, -3, 0, -3, 0, 0, 0, 0]
    assert found(capsys) == [f"{WHERE} row {row.pk} says {says}, should say {should}"]


@pytest.mark.parametrize(
    ("column", "value"), (("ruleset_digest", "other"), ("revision", uuid.UUID(int=5)))
)
def test_another_origin_is_found(table, capsys, column, value):
    shown = value.hex if connection.vendor == "sqlite" and column == "revision" else value
    tamper(f"UPDATE scoring_journalentry SET {column} = %s WHERE deal = 1", shown)
    (line,) = found(capsys)
    assert line.startswith(f"{WHERE} row")
    assert line.endswith("was made from something else, or under other rules")


def test_a_deleted_row_is_found(table, capsys):
    tamper("DELETE FROM scoring_journalentry WHERE deal = 1")
    assert found(capsys) == [f"{WHERE} posted 0 times, should be 1"]


def test_a_doubled_row_is_found(table, capsys):
    row = first_row()
    row.pk, row._state.adding = None, True
    row.save()
    assert found(capsys) == [f"{WHERE} posted 2 times, should be 1"]


def test_a_row_without_a_result_is_found(table, capsys):
    row = first_row()
    row.pk, row._state.adding, row.deal = None, True, 9
    row.save()
    assert found(capsys) == [f"{WHERE.replace('1:', '9:')} posted 1 times, should be 0"]


def test_a_reversal_that_is_none_is_found(table, capsys):
    row = JournalEntry.objects.get(kind=JournalEntry.Kind.REVERSAL)
    tamper(
        "UPDATE scoring_journalentry SET seat0 = seat0 + 1, seat1 = seat1 - 1 WHERE id = %s", row.pk
    )
    (line,) = found(capsys)
    assert "deal 4: " in line
    assert line.endswith("is not the opposite of the row that it reverses")


@pytest.fixture
def no_checks(table):
    """A database that has lost its CHECKs."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = ON")
            yield
            cursor.execute("PRAGMA ignore_check_constraints = OFF")
        else:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute(
                "ALTER TABLE scoring_journalentry DROP CONSTRAINT journal_sums_to_nothing"
            )
            yield


def test_an_unbalanced_row_is_found(table, no_checks, capsys):
    row = first_row()
    tamper("UPDATE scoring_journalentry SET seat0 = 7 WHERE id = %s", row.pk)
    assert f"{WHERE} row {row.pk} sums to 1, not 0" in found(capsys)


@pytest.mark.parametrize(
    ("column", "value"),
    (
        ("points", 99),
        ("penalties", -7),
        ("won", 7),
        ("kodille", 7),
        ("deals", 7),
        ("highest", 7),
    ),
)
def test_a_changed_total_is_found_and_made_anew(table, capsys, column, value):
    tamper(f"UPDATE scoring_seattotal SET {column} = %s WHERE seat = 0", value)
    (line,) = found(capsys)
    assert line.startswith(
        f"Klubaften, round 1, table 2: seat 0: {column} is stored as {value}, should be "
    )
    call_command("check_ledger", "--rebuild")
    assert "no differences" in capsys.readouterr().out


def test_a_lost_total_is_found_and_made_anew(table, capsys):
    tamper("DELETE FROM scoring_seattotal WHERE seat = 0")
    assert found(capsys) == ["Klubaften, round 1, table 2: seat 0 has no stored total"]
    call_command("check_ledger", "--rebuild")
    call_command("check_ledger")


def test_a_total_of_nobody_is_found(table, capsys):
    SeatTotal.objects.create(book=table.book, seat=4)
    (line,) = found(capsys)
    assert "a seat 4 nobody has" in line


def test_a_book_of_no_table_is_found(table, capsys):
    SeatTotal.objects.create(book="nobody's", seat=0)
    assert found(capsys) == ["book nobody's: the journal has a book that no table keeps"]


def test_rebuilding_does_not_whitewash_the_journal(table, capsys):
    tamper("UPDATE scoring_journalentry SET seat0 = 4, seat1 = -1 WHERE deal = 1")
    (line,) = found(capsys, "--rebuild")
    assert line.startswith(WHERE)


def test_a_result_changed_by_other_hands_is_found(table, capsys):
    revision = Revision.objects.get(deal=1)
    shown = revision.pk.hex if connection.vendor == "sqlite" else revision.pk
    tamper(
        "UPDATE tournaments_revision SET record = %s WHERE id = %s",
        '{"dealer": 0, "declarer": 0, "contract": "solo", "outcome": "bet"}',
        shown,
    )
    lines = found(capsys)
    assert lines[0].startswith(f"{WHERE} row")
    assert all("Klubaften, round 1, table 2" in line for line in lines)


def test_a_stored_result_that_is_none_stops_only_its_own_table(table, capsys):
    tamper("UPDATE tournaments_revision SET record = '{}' WHERE deal = 1")
    settled, sealed = found(capsys)
    assert settled.startswith("Klubaften, round 1, table 2: a stored result or decision is none:")
    assert sealed == f"{WHERE[:-1]}, version 1: this is not what seal 2 has sealed"


def test_a_decision_that_is_none_stops_only_its_own_table(table, capsys):
    TableEntry.objects.create(
        id=uuid.uuid4(), table=table, kind="hand", amounts=[1], reason="9 matadors"
    )
    settled, sealed = found(capsys)
    assert settled.startswith("Klubaften, round 1, table 2: a stored result or decision is none:")
    assert sealed == "Klubaften, round 1, table 2: no seal has this entry"


def test_a_decision_that_is_not_posted_is_found(table, capsys):
    made = TableEntry.objects.create(
        id=uuid.uuid4(), table=table, kind="penalty", amounts=[0, -1, 0, 0], reason="late"
    )
    where = "Klubaften, round 1, table 2"
    assert found(capsys) == [
        f"{where}: penalty {made.pk}: posted 0 times, should be 1",
        f"{where}: seat 1: points is stored as -3, should be -4",
        f"{where}: seat 1: penalties is stored as 0, should be -1",
        f"{where}: no seal has this entry",
    ]


def test_one_event_is_checked_alone(table):
    other = make.make_released_event(make.make_club("Klub Basta"), tables=1)
    tamper("UPDATE scoring_seattotal SET points = 99 WHERE seat = 0")
    assert check_event(other) == []
    event = table.round.event
    (line,) = check_event(event)
    assert line.startswith("Klubaften, round 1, table 2: seat 0: points is stored as 99")
    assert check_event(event, rebuild=True) == []


def test_the_worker_says_in_its_log_what_differs(table, caplog):
    tasks.check_ledger()
    assert not caplog.records
    tamper("UPDATE scoring_seattotal SET points = 99 WHERE seat = 0")
    tasks.check_ledger()
    (record,) = caplog.records
    assert record.levelname == "ERROR"
    assert "table 2: seat 0: points is stored as 99" in record.getMessage()


@pytest.mark.parametrize("tables", (1, 3))
def test_the_number_of_queries_does_not_grow(club, tables, django_assert_num_queries):
    event = make.make_released_event(club, tables=tables)
    for table in Table.objects.filter(round__event=event):
        entry = NewResult(id=uuid.uuid4(), deal=1, base=0, record=WON)
        enter_result(table=table, entry=entry, actor="user:tester")
    with django_assert_num_queries(21):
        call_command("check_ledger")
