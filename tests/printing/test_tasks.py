"""What the worker does when it starts, when the clock ticks, and when a bell rings."""

import os
import subprocess
import sys
import tempfile
import types
from pathlib import Path

import pytest

from lhombre_club.celery import app, worker_command
from lhombre_club.printing import renderer, request_paper, tasks
from lhombre_club.printing.bell import MAKE_PAPER
from lhombre_club.printing.domain import jobs
from lhombre_club.printing.models import Job
from tests import migrated

ROOT = Path(__file__).resolve().parents[2]
WEB = """
import django
django.setup()
import sys
from django.urls import get_resolver
import lhombre_club.wsgi
def walk(resolver):
    for pattern in resolver.url_patterns:
        walk(pattern) if hasattr(pattern, "url_patterns") else pattern.callback
walk(get_resolver())
from tests import make
from tests.tournaments.papers.asked.asking import ask_for_standings
event = make.make_released_event(make.make_club())
ask_for_standings(event)
from lhombre_club.printing import renderer
assert not [name for name in sys.modules if name.split(".")[0] in ("weasyprint", "pydyf", "pypdf")]
renderer.warm()
assert "weasyprint" in sys.modules
"""


@pytest.mark.django_db
def test_a_task_makes_the_paper_of_its_job(kind, ink):
    job = request_paper(kind=kind, params={}, title="Slip", actor="user:1")
    tasks.make_paper(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.worker) == (Job.State.DONE, "by hand")


@pytest.mark.django_db
def test_the_sweep_is_a_task(kind, heard):
    job = request_paper(kind=kind, params={}, title="Slip", actor="user:1")
    Job.objects.update(rung_at=None)
    tasks.sweep()
    assert heard.jobs == [str(job.pk)]


@pytest.mark.django_db
def test_tidying_is_a_task_and_the_clock_knows_it(kind, papers_dir):
    papers_dir.mkdir()
    stray = papers_dir / ".dead.pdf.tmp"
    stray.touch()
    os.utime(stray, (0, 0))
    tasks.tidy()
    assert not stray.exists()
    assert "lhombre_club.printing.tasks.tidy" in {
        entry["task"] for entry in app.conf.beat_schedule.values()
    }


def test_the_clock_and_the_bell_name_tasks_that_exist():
    app.loader.import_default_modules()
    assert MAKE_PAPER in app.tasks
    for entry in app.conf.beat_schedule.values():
        assert entry["task"] in app.tasks


@pytest.mark.django_db
def test_a_worker_that_starts_takes_over_and_leaves_no_connection(kind, heard, monkeypatch):
    closed = []
    monkeypatch.setattr(
        tasks, "connections", types.SimpleNamespace(close_all=lambda: closed.append(1))
    )
    held, waiting = (
        request_paper(kind=kind, params={}, title="Slip", actor="user:1") for _ in range(2)
    )
    jobs.take(job=held.pk, node="embedded@here")
    tasks.take_over(sender=types.SimpleNamespace(hostname="embedded@here"))
    assert set(heard.jobs) == {str(held.pk), str(waiting.pk)}
    assert closed


def test_a_worker_without_pango_starts_all_the_same(monkeypatch):
    def warm():
        raise renderer.NoPangoError

    monkeypatch.setattr(renderer, "warm", warm)
    monkeypatch.setattr(tempfile, "tempdir", None)
    tasks.warm()
    tasks.let_go()


def test_a_child_that_ends_leaves_no_unpacked_fonts():
    renderer.warm()
    folder = renderer.fonts()[0]._folder
    assert folder.is_dir()
    tasks.let_go()
    assert not folder.exists()


def test_the_worker_command_is_one_line():
    command = worker_command(node="east", processes=4)
    assert command[0] == sys.executable
    assert " ".join(command[1:]) == (
        "-m celery -A lhombre_club worker -B -P prefork -c 4 --without-gossip --without-mingle "
        "--without-heartbeat -n east@%h --loglevel WARNING"
    )


@pytest.mark.strict
def test_no_web_process_ever_loads_weasyprint(tmp_path):
    """Every view is imported and a paper is asked for; only then the worker's part is called."""
    migrated.put_down(tmp_path / "club.sqlite3")
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "lhombre_club.settings",
        "LHOMBRE_VAR": str(tmp_path),
        "DATABASE_URL": f"sqlite:///{tmp_path / 'club.sqlite3'}",
        "CELERY_BROKER_URL": "spool://",
    }
    done = subprocess.run(
        [sys.executable, "-c", WEB],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
