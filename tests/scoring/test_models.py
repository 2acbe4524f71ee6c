"""The journal: written once, and balanced by the database itself."""

import uuid

import pytest
from django.db import IntegrityError, connection, transaction

from scoring.domain import every_points
from scoring.models import JournalEntry, SeatTotal

pytestmark = pytest.mark.django_db


def make_entry(*seats, pot=0, **kwargs):
    amounts = dict(zip(("seat0", "seat1", "seat2", "seat3", "seat4"), seats, strict=True))
    return JournalEntry(
        **{
            "book": "a table",
            "deal": 1,
            "kind": JournalEntry.Kind.DEAL,
            "pot": pot,
            "revision": uuid.uuid4(),
            "ruleset_digest": "",
            "reason": "entered",
            "actor": "user:tester",
            **amounts,
            **kwargs,
        }
    )


@pytest.mark.parametrize("seats", ((2, -1, 0, -1, 0), (0, 0, 0, 0, 0), (-6, 3, 3, 0, 0)))
def test_a_balanced_row_is_written(seats):
    JournalEntry.objects.bulk_create([make_entry(*seats)])
    assert JournalEntry.objects.get().seats == seats


@pytest.mark.parametrize("account", ("pot", "penalties", "cash"))
def test_no_account_may_gain_what_nobody_gave(account):
    unbalanced = make_entry(-2, 0, 0, 0, 0, **{account: 3})
    with pytest.raises(IntegrityError), transaction.atomic():
        JournalEntry.objects.bulk_create([unbalanced])
    JournalEntry.objects.bulk_create([make_entry(-2, 0, 0, 0, 0, **{account: 2})])
    assert getattr(JournalEntry.objects.get(), account) == 2


def test_without_the_check_an_unbalanced_row_is_written(checks_off):
    """The twin: it is the CHECK that refuses, and nothing before it."""
    JournalEntry.objects.bulk_create([make_entry(-2, 0, 0, 0, 0, penalties=3)])
    assert JournalEntry.objects.get().penalties == 3


@pytest.fixture
def checks_off(db):
    """A database that has lost the CHECK; the transaction of the test gives it back."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = ON")
            yield
            cursor.execute("PRAGMA ignore_check_constraints = OFF")
        else:
            cursor.execute(
                "ALTER TABLE scoring_journalentry DROP CONSTRAINT journal_sums_to_nothing"
            )
            yield


@pytest.mark.parametrize(
    ("seats", "pot"), (((2, -1, 0, 0, 0), 0), ((1, 0, 0, 0, 0), 1), ((0, 0, 0, 0, -1), 0))
)
def test_an_unbalanced_row_is_refused_by_the_database(seats, pot):
    with pytest.raises(IntegrityError), transaction.atomic():
        JournalEntry.objects.bulk_create([make_entry(*seats, pot=pot)])
    assert not JournalEntry.objects.exists()


def test_a_pot_may_take_what_the_seats_give():
    make_entry(-2, 0, 0, 0, 0, pot=2).save()
    assert JournalEntry.objects.get().pot == 2


def test_sql_of_other_hands_cannot_unbalance_a_row():
    make_entry(2, -1, 0, -1, 0).save()
    with (
        pytest.raises(IntegrityError),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("UPDATE scoring_journalentry SET seat0 = 3")


def test_a_row_is_written_once():
    row = make_entry(2, -1, 0, -1, 0)
    row.save()
    for change in (row.save, row.delete, JournalEntry.objects.all().delete):
        with pytest.raises(TypeError):
            change()
    with pytest.raises(TypeError):
        JournalEntry.objects.update(seat0=0)


def test_rows_name_themselves():
    assert str(make_entry(0, 0, 0, 0, 0)) == "a table 1 deal"
    assert str(SeatTotal(book="a table", seat=2, points=-3)) == "a table 2: -3"


def test_the_points_of_every_seat_come_in_one_order_whatever_was_written_first():
    seats = ("b", 1, 4), ("a", 2, -9), ("b", 0, -4), ("a", 0, 9)
    for book, seat, points in seats:
        SeatTotal(book=book, seat=seat, points=points).save()
    assert every_points() == sorted(seats)


def test_a_row_is_reversed_once():
    row = make_entry(2, -1, 0, -1, 0)
    row.save()
    kind = JournalEntry.Kind.REVERSAL
    make_entry(-2, 1, 0, 1, 0, kind=kind, reverses=row).save()
    with pytest.raises(IntegrityError), transaction.atomic():
        make_entry(-2, 1, 0, 1, 0, kind=kind, reverses=row).save()


@pytest.mark.parametrize("kind", JournalEntry.Kind)
def test_a_reversal_names_its_entry_and_nothing_else_does(kind):
    row = make_entry(0, 0, 0, 0, 0)
    row.save()
    reverses = None if kind == JournalEntry.Kind.REVERSAL else row
    with pytest.raises(IntegrityError), transaction.atomic():
        make_entry(0, 0, 0, 0, 0, kind=kind, reverses=reverses).save()
