"""The writers of one process queue at SQLite: nobody is passed by, and nobody is in the way."""

import gc
import os
import threading
from functools import partial

import pytest
from django.db import OperationalError, connection, connections, transaction
from django.db.backends.sqlite3.base import Database  # type: ignore[attr-defined]

from lhombre_club.disk import Fault, fault_of
from lhombre_club.members.models import Club
from lhombre_club.queued_sqlite import base
from lhombre_club.queued_sqlite.turns import Turn, Turns, turns_of
from tests import make
from tests.faults.harness import until

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]
LITE = connection.vendor == "sqlite"
WRITERS, TRIES, MOST = 8, 10, 200


class NoTurn(Turn):
    """The protection switched off: everybody is called at once, and SQLite decides."""

    def comes_within(self, seconds):
        super().comes_within(0)
        return True


def started(deed):
    """Let a thread do it; its connection is closed afterwards."""

    def run():
        try:
            deed()
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def waiting():
    """How many wait for their turn."""
    return len(turns_of(str(connection.settings_dict["NAME"])).waiting)


def write(name):
    with transaction.atomic():
        Club.objects.create(name=name)


def passed_by():
    """How often we write while another waits who was there before, as often as it is tried."""
    passes = []
    for _ in range(TRIES):
        ours = 0
        with transaction.atomic():
            other = started(partial(write, "other"))
            until(lambda: waiting() == 1)
        while ours < MOST:
            with transaction.atomic():
                if Club.objects.filter(name="other").exists():
                    break
                ours += 1
        other.join()
        Club.objects.all().delete()
        passes.append(ours)
    return passes


if LITE:

    def test_who_came_first_writes_first():
        order = []

        def written(place):
            with transaction.atomic():
                order.append(place)
                write(f"club {place}")  # nested: it has the turn already

        threads = []
        with transaction.atomic():
            for place in range(WRITERS):
                threads.append(started(partial(written, place)))
                until(lambda: waiting() == len(threads))
        for thread in threads:
            thread.join()
        names = Club.objects.order_by("pk").values_list("name", flat=True)
        assert order == list(range(WRITERS))
        assert len(names) == WRITERS

    def test_nobody_is_passed_by():
        assert passed_by() == [0] * TRIES

    def test_without_turns_one_is_passed_by(monkeypatch):
        monkeypatch.setattr(base, "Turn", NoTurn)
        assert max(passed_by()) > 0

    def test_a_single_write_queues_too():
        club = make.make_club("before")
        with transaction.atomic():
            thread = started(lambda: Club.objects.filter(pk=club.pk).update(name="after"))
            until(lambda: waiting() == 1)
        thread.join()
        club.refresh_from_db()
        assert club.name == "after"

    def test_readers_do_not_wait():
        make.make_club("kept")
        found: list[str] = []
        with transaction.atomic():
            write("not seen")
            started(lambda: found.extend(Club.objects.values_list("name", flat=True))).join()
        assert found == ["kept"]

    def test_who_waits_too_long_is_told_and_leaves_the_queue(monkeypatch):
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.01)
        refused = []

        def give_up():
            with pytest.raises(OperationalError, match="database is locked") as error:
                write("late")
            refused.append(error.value)

        with transaction.atomic():
            started(give_up).join()
            assert fault_of(refused[0]) is Fault.AWAY
            assert waiting() == 0
        started(lambda: write("next")).join()
        assert Club.objects.get().name == "next"

    def test_another_process_that_writes_ends_no_queue(monkeypatch):
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.01)
        connection.close()  # the next one has that patience
        beside = Database.connect(connection.settings_dict["NAME"], isolation_level=None)
        beside.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="database is locked"):
            write("refused")
        beside.close()
        write("stored")
        connection.close()
        assert Club.objects.get().name == "stored"

    def test_a_connection_closed_in_the_middle_ends_its_turn():
        with transaction.atomic():
            Club.objects.create(name="lost")
            connection.close()
            started(lambda: write("other")).join()
        assert Club.objects.get().name == "other"

    def test_a_thread_that_dies_in_the_middle_ends_its_turn():
        def die():
            connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
            Club.objects.create(name="lost")

        thread = threading.Thread(target=die)
        thread.start()
        thread.join()
        gc.collect()
        write("other")
        assert Club.objects.get().name == "other"


def test_a_turn_that_is_forgotten_is_over():
    turns = Turns()
    turn = Turn(turns)
    assert turn.comes_within(0)
    late = Turn(turns)
    assert not late.comes_within(0)
    turn.end()
    turn.end()
    assert late.comes_within(0)
    del late
    assert Turn(turns).comes_within(0)


def test_a_forked_child_queues_behind_nobody():
    turns = turns_of("forked")
    turn = Turn(turns)
    assert turn.comes_within(0)
    child = os.fork()
    if not child:
        os._exit(0 if Turn(turns).comes_within(0) else 1)
    assert os.waitpid(child, 0)[1] == 0
    turn.end()
