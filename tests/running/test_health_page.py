"""The director's page of what may go wrong unseen: each row, well and not."""

import datetime as dt
import json
import shutil
import tomllib
from types import SimpleNamespace

import pytest
from axes.models import AccessAttempt, AccessLog
from django.db import connection, connections
from django.urls import reverse
from django.utils import timezone, translation

from lhombre_club import disk, logs
from lhombre_club.copies import shelf
from lhombre_club.health.rows import State, look
from lhombre_club.members.models import Session
from lhombre_club.members.tasks import TRIED, tidy, tidy_now
from lhombre_club.printing.models import Job
from scoring.models import SeatTotal
from tests import make
from tournaments import tasks
from tournaments.book.proving import proofs
from tournaments.models import Table, TableLease
from tournaments.review.domain.rounds import close_round

pytestmark = pytest.mark.django_db
PASSED: dict[str, object] = {"passed": True}
HOUR = dt.timedelta(hours=1)


@pytest.fixture(autouse=True)
def var(settings, tmp_path):
    """A data folder of its own, with a key for the copies."""
    settings.VAR_DIR, settings.PHOTOS_DIR = tmp_path, tmp_path / "media"
    with translation.override("en"):
        yield tmp_path


def a_table(club):
    """The one table of an evening."""
    return Table.objects.get(round__event=make.make_released_event(club, tables=1))


def row(name, club):
    """The row of that name."""
    (found,) = (each for each in look(club) if each.name == name)
    return found


def test_the_page_is_for_directors(client, director_client):
    assert client.get(reverse("health")).status_code == 302
    client.force_login(make.make_user())
    assert client.get(reverse("health")).status_code == 403
    page = director_client.get(reverse("health"))
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    assert reverse("health") in director_client.get(reverse("tournaments:club")).text


def test_it_says_where_the_results_are_kept(club):
    found = row("Database", club)
    assert found.state is State.WELL
    assert ("PostgreSQL" if connection.vendor == "postgresql" else "A file") in found.says
    assert str(connection.settings_dict["PASSWORD"] or "no password") not in found.says


@pytest.mark.parametrize(("free", "state"), ((disk.LOW, State.WELL), (disk.LOW - 1, State.BAD)))
def test_a_disk_that_is_nearly_full_is_said(club, monkeypatch, free, state):
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=free))
    assert row("Disk", club).state is state


def test_each_place_of_copies_has_its_row(club, settings, var, monkeypatch):
    stick = var / "stick"
    settings.BACKUP_PLACES = [stick]
    assert row("Copies", club).says == "There is none."
    assert row(f"Copies in {stick}", club).advice == "Is the stick plugged in?"
    if connection.vendor != "sqlite":
        return
    stick.mkdir()
    monkeypatch.setattr(shelf, "newest", lambda *_places: shelf.Copy(stick, 17, timezone.now()))
    for name in ("Copies", f"Copies in {stick}"):
        found = row(name, club)
        assert found.state is State.WELL
        assert "number 17" in found.says
    monkeypatch.setattr(
        shelf, "newest", lambda *_places: shelf.Copy(stick, 17, timezone.now() - 49 * HOUR)
    )
    assert row("Copies", club).state is State.LOOK


def test_whether_a_copy_was_tried_is_said(club, var):
    assert not [each for each in look(club) if each.name == "A copy tried"]
    (var / "backups" / "club-000017-20261124T041500Z").mkdir(parents=True)
    assert row("A copy tried", club).state is State.LOOK
    for complaint, days, state in (
        ("", 0, State.WELL),
        ("", 31, State.LOOK),
        ("torn", 0, State.BAD),
    ):
        done_at = (timezone.now() - days * 24 * HOUR).isoformat()
        said = {"number": 17, "copy": "copy 17", "done_at": done_at, "complaint": complaint}
        (var / "drill.json").write_text(json.dumps(said))
        found = row("A copy tried", club)
        assert (found.state, "Number 17" in found.says) == (state, True)


def test_what_is_dated_later_than_now_is_said(club, time_machine):
    table = a_table(club)
    make.enter(table, 1, PASSED)
    assert row("Clock", club).state is State.WELL
    time_machine.move_to(timezone.now() - HOUR)
    found = row("Clock", club)
    assert found.state is State.LOOK
    assert "dated later" in found.says


def test_the_last_proof_is_remembered_by_whoever_made_it(club, time_machine):
    assert row("Account", club).state is State.LOOK
    tasks.check_ledger()
    assert "no table" in row("Account", club).says
    table = a_table(club)
    make.enter(table, 1, PASSED)
    found = row("Account", club)
    assert found.state == State.LOOK
    assert "At 1 table deals were entered that are not" in found.says
    tasks.check_ledger()
    found = row("Account", club)
    assert "since" not in found.says
    assert (found.state, "agreed at 1 table" in found.says) == (State.WELL, True)
    time_machine.move_to(timezone.now() + 73 * HOUR)
    assert row("Account", club).state is State.LOOK
    SeatTotal.objects.filter(book=table.book, seat=0).update(points=99)
    tasks.check_ledger()
    found = row("Account", club)
    assert found.state is State.BAD
    assert "difference" in found.says


def test_what_was_proved_when_its_round_was_closed_does_not_wait_for_a_proof(club, time_machine):
    event = make.make_released_event(club, tables=2, rounds=2)
    first, other = (
        Table.objects.get(round__event=event, round__number=number, number=1) for number in (1, 2)
    )
    tasks.check_ledger()
    for table in (first, other):
        make.enter(table, 1, PASSED)
    assert "At 2 tables deals were entered that are not" in row("Account", club).says
    close_round(round_=first.round, actor="user:director")
    assert "since" not in row("Account", club).says  # the account of the whole event was proved
    time_machine.move_to(timezone.now() + HOUR)
    make.enter(other, 2, PASSED)
    assert "At 1 table deals were entered that are not" in row("Account", club).says


def test_what_was_kept_of_a_proof_and_cannot_be_read_is_none(var):
    for text in ("", "{}", "[]", '{"at": 5, "tables": 1, "differences": 0}'):
        (var / "proof.json").write_text(text)
        assert proofs.last() is None


def test_a_proof_that_cannot_be_kept_is_told_all_the_same(club, var):
    a_table(club)
    (var / "proof.tmp").mkdir()
    assert proofs.prove()[1].tables == 1
    assert proofs.last() is None


def test_a_paper_that_nobody_makes_is_said(club):
    assert row("Papers", club).state is State.WELL
    job = Job.objects.create(kind="sheet", title="A sheet", actor="user:director")
    assert row("Papers", club).state is State.WELL
    Job.objects.filter(pk=job.pk).update(asked_at=timezone.now() - HOUR)
    assert row("Papers", club).state is State.LOOK


def test_a_device_that_has_fallen_silent_is_named_by_its_table(club):
    event = make.make_released_event(club, tables=2)
    table = Table.objects.filter(round__event=event, number=2)[0]
    assert row("Tables", club).state is State.WELL
    now = timezone.now()
    lease = TableLease.objects.create(
        table=table, holder="device:d", name="phone", taken_at=now, seen_at=now
    )
    assert row("Tables", club).state is State.WELL
    TableLease.objects.filter(pk=lease.pk).update(seen_at=timezone.now() - HOUR)
    found = row("Tables", club)
    assert found.state is State.LOOK
    assert "round 1, table 2" in found.says


def test_what_restores_have_put_aside_is_counted_and_never_removed(club, var):
    assert not [each for each in look(club) if each.name == "Put aside by restores"]
    (var / "aside-1").mkdir()
    (var / "aside-1" / "club.sqlite3").write_bytes(b"x" * 2048)
    found = row("Put aside by restores", club)
    assert found.says == "1 folder, 2.0\xa0KB."
    assert (var / "aside-1").exists()


@pytest.mark.parametrize("model", (AccessAttempt, AccessLog))
def test_who_tried_to_log_in_is_forgotten_after_a_month(model):
    names = {"username": "somebody", "ip_address": "192.0.2.7", "path_info": "/login/"}
    more = {"failures_since_start": 1} if model is AccessAttempt else {}
    old, new = (model.objects.create(**names, **more, user_agent=each) for each in ("old", "new"))
    model.objects.filter(pk=old.pk).update(attempt_time=timezone.now() - TRIED - HOUR)
    tidy()
    assert list(model.objects.all()) == [new]


def test_a_worker_that_starts_forgets_too_and_leaves_no_connection(director_client, monkeypatch):
    """A club's computer is off at night."""
    closed = []
    monkeypatch.setattr(connections, "close_all", lambda: closed.append(True))
    Session.objects.update(expire_date=timezone.now() - HOUR)
    tidy_now()
    assert not Session.objects.exists()
    assert closed


def test_log_ins_that_have_run_out_are_forgotten(director_client):
    old = Session.objects.get()
    Session.objects.create(session_key="new", expire_date=timezone.now() + HOUR)
    Session.objects.filter(pk=old.pk).update(expire_date=timezone.now() - HOUR)
    tidy()
    assert [each.session_key for each in Session.objects.all()] == ["new"]


def test_it_says_which_program_it_is(club):
    found = row("Program", club)
    assert found.state is State.WELL
    project = tomllib.loads((logs.ROOT / "pyproject.toml").read_text())
    assert found.says.startswith(f"Version {project['project']['version']}, on Python 3.")


LOCAL, FAR = {"REMOTE_ADDR": "127.0.0.1"}, {"REMOTE_ADDR": "192.0.2.7"}


def test_whoever_watches_on_this_computer_gets_the_same_without_names(club, client, monkeypatch):
    then = timezone.now() - HOUR
    TableLease.objects.create(
        table=a_table(club), holder="device:d", name="phone", taken_at=then, seen_at=then
    )
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=disk.LOW - 1))
    answer = client.get(reverse("status"), **LOCAL)
    told = answer.json()
    assert answer.status_code == 200
    assert told["worst"] == told["disk"] == "bad"
    assert (told["tables"], told["papers"], told["drill"]) == ("look", "well", "well")
    assert set(told.values()) <= {"well", "look", "bad"}
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize("header", ("X-Forwarded-For", "X-Forwarded-Proto", "Forwarded"))
def test_nobody_else_does_but_a_director(club, client, director_client, header):
    address = reverse("status")
    assert client.get(address, **FAR).status_code == 404
    assert client.get(address, **LOCAL, headers={header: "somebody"}).status_code == 404
    assert director_client.get(address, **FAR).status_code == 200
    client.force_login(make.make_user())
    assert client.get(address, **FAR).status_code == 404
