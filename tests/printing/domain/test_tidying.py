"""Old papers, papers with a newer one, and what dead workers left are removed."""

import datetime as dt
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from django.utils import timezone

from lhombre_club.printing import Wanted, making, request_merged, request_papers, unpacked
from lhombre_club.printing.domain import jobs, tidying
from lhombre_club.printing.models import Job

pytestmark = pytest.mark.django_db
State = Job.State


@pytest.fixture(autouse=True)
def own_tmp(tmp_path, monkeypatch):
    """What is unpacked here is nobody else's."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def ask(*numbers):
    wanted = [Wanted("slip", {"n": number}, f"Slip {number}") for number in numbers]
    return request_papers(wanted=wanted, actor="user:1")


def make_all():
    for job in Job.objects.filter(state=State.QUEUED):
        making.make(job.pk, node="a@x")


def age(which, by):
    which.update(asked_at=timezone.now() - by)


def kept(papers_dir):
    return {path.name for path in papers_dir.iterdir()}


def test_an_old_paper_goes_and_can_be_made_again(world, ink, papers_dir):
    old, young = ask(1, 2)
    make_all()
    age(Job.objects.filter(pk=old.pk), tidying.KEPT + dt.timedelta(hours=1))
    tidying.tidy()
    assert kept(papers_dir) == {Job.objects.get(pk=young.pk).file_name}
    assert Job.objects.get(pk=old.pk).state == State.REMOVED
    assert jobs.try_again(job=old.pk, actor="user:1")
    make_all()
    assert Job.objects.get(pk=old.pk).file_name in kept(papers_dir)


def test_after_a_year_nobody_is_offered_it_any_more(world, ink, papers_dir):
    old, failed, waiting, young = ask(1, 2, 3, 4)
    Job.objects.filter(pk=failed.pk).update(state=State.FAILED, error=Job.Error.BROKEN)
    making.make(old.pk, node="a@x")
    aged = Job.objects.exclude(pk=young.pk)
    age(aged, tidying.OFFERED - dt.timedelta(hours=1))
    tidying.tidy()
    assert Job.objects.count() == 4
    age(aged, tidying.OFFERED + dt.timedelta(hours=1))
    tidying.tidy()
    assert set(Job.objects.values_list("pk", flat=True)) == {waiting.pk, young.pk}
    assert kept(papers_dir) == set()


def test_a_paper_made_again_is_the_same_to_the_byte(world, ink, papers_dir):
    (job,) = ask(1)
    make_all()
    first = (papers_dir / Job.objects.get().file_name).read_bytes()
    age(Job.objects.all(), 2 * tidying.KEPT)
    tidying.tidy()
    assert jobs.try_again(job=job.pk, actor="user:1")
    make_all()
    assert (papers_dir / Job.objects.get().file_name).read_bytes() == first


def test_a_paper_that_was_asked_for_anew_goes_as_soon_as_the_new_one_is_there(
    world, ink, papers_dir
):
    (old,) = ask(1)
    make_all()
    world[1] = "another name"
    (new,) = ask(1)
    tidying.tidy()
    assert Job.objects.get(pk=old.pk).state == State.DONE  # the new one is not there yet
    make_all()
    tidying.tidy()
    assert list(Job.objects.values_list("pk", flat=True)) == [new.pk]
    assert kept(papers_dir) == {Job.objects.get().file_name}


def test_a_paper_that_failed_is_kept_while_nothing_took_its_place(world, ink):
    (job,) = ask(1)
    held = jobs.take(job=job.pk, node="a@x")
    assert held is not None
    jobs.fail(held, error=Job.Error.GONE)
    tidying.tidy()
    assert Job.objects.filter(pk=job.pk).exists()


def test_one_file_of_a_batch_goes_with_the_batch_or_with_a_newer_one(world, numbered):
    papers = ask(1, 2)
    make_all()
    papers = list(Job.objects.order_by("place"))
    first = request_merged(papers=papers, params={}, title="All", actor="user:1")
    second = request_merged(papers=papers[::-1], params={}, title="All", actor="user:1")
    make_all()
    tidying.tidy()
    assert not Job.objects.filter(pk=first.pk).exists()
    assert Job.objects.filter(pk=second.pk).exists()
    world[1] = "changed"
    ask(1, 2, 3)  # all that is still right goes over into another batch
    world[2] = "changed"
    make_all()
    Job.objects.filter(batch=second.batch).exclude(pk=second.pk).delete()
    tidying.tidy()
    assert not Job.objects.filter(pk=second.pk).exists()


def test_what_no_job_names_goes_when_nobody_can_be_writing_it_any_more(world, ink, papers_dir):
    ask(1)
    make_all()
    named = Job.objects.get().file_name
    long_ago = (timezone.now() - 2 * tidying.STRAY).timestamp()
    for name, old in ((".x.pdf.tmp", True), ("x.pdf", True), (".y.pdf.tmp", False)):
        (papers_dir / name).write_bytes(b"%PDF half")
        if old:
            os.utime(papers_dir / name, (long_ago, long_ago))
    os.utime(papers_dir / named, (long_ago, long_ago))
    tidying.tidy()
    assert kept(papers_dir) == {named, ".y.pdf.tmp"}


def test_there_is_nothing_to_tidy_where_nothing_was_printed(kind, papers_dir):
    tidying.tidy()
    assert not papers_dir.exists()


def test_a_file_that_goes_while_one_looks_is_no_error(world, papers_dir):
    assert tidying._written("no-such.pdf") == float("inf")


CHILD = """
import sys, tempfile
from lhombre_club.printing import unpacked
unpacked.claim()
tempfile.mkdtemp(prefix="weasyprint-")
print(tempfile.gettempdir(), flush=True)
sys.stdin.read()
unpacked.leave()
"""


def test_the_fonts_of_a_killed_child_go_and_those_of_a_living_one_stay(own_tmp):
    environment = {**os.environ, "TMPDIR": str(own_tmp)}
    children = [
        subprocess.Popen(
            [sys.executable, "-c", CHILD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
            cwd=Path(__file__).resolve().parents[3],
        )
        for _ in range(2)
    ]
    killed, living = children
    folders = [Path(child.stdout.readline().strip()) for child in children if child.stdout]
    killed.kill()
    killed.communicate()
    (own_tmp / "lhombre-fonts-none-x").mkdir()  # not one of ours
    assert unpacked.remove_dead() == 1
    assert [folder.exists() for folder in folders] == [False, True]
    living.communicate()  # it ends by itself, and leaves nothing
    assert not folders[1].exists()
    assert (own_tmp / "lhombre-fonts-none-x").exists()


def test_what_somebody_else_has_is_left_alone(own_tmp, monkeypatch):
    gone = f"{unpacked.PREFIX}{2**22 + 1}-"  # no process has such a number
    mine, others = own_tmp / f"{gone}mine", own_tmp / f"{gone}theirs"
    mine.mkdir()
    others.symlink_to(mine)
    (own_tmp / f"{unpacked.PREFIX}1-x").mkdir()  # the first process of all lives
    assert unpacked.remove_dead() == 1
    assert others.is_symlink()
    assert not unpacked._is_ours(own_tmp / "nothing")


def test_a_process_of_somebody_else_lives(monkeypatch):
    def forbidden(_pid, _signal):
        raise PermissionError

    monkeypatch.setattr(os, "kill", forbidden)
    assert unpacked._lives(1)


def test_who_has_claimed_nothing_leaves_nothing(own_tmp):
    unpacked.leave()
    assert own_tmp.exists()
