"""The same request is the same job and the same file, while nothing changes."""

import uuid
from collections.abc import Iterator

import pytest

from lhombre_club.printing import (
    CannotPrintError,
    Wanted,
    making,
    registry,
    renderer,
    request_merged,
    request_paper,
    request_papers,
)
from lhombre_club.printing.domain import asking, jobs
from lhombre_club.printing.models import Job
from lhombre_club.printing.reasons import PrintReason
from lhombre_club.refusal import Refusal

pytestmark = pytest.mark.django_db
State = Job.State


def wanted(*numbers):
    return [Wanted("slip", {"n": number}, f"Slip {number}") for number in numbers]


def ask(*numbers, actor="user:1", batch=None):
    return request_papers(wanted=wanted(*(numbers or (1,))), actor=actor, batch=batch)


def make_all():
    for job in Job.objects.filter(state=State.QUEUED).order_by("created_at"):
        making.make(job.pk, node="a@x")


def kept(papers_dir):
    return sorted(path.name for path in papers_dir.iterdir())


def test_a_second_click_makes_nothing_new(world, ink, heard, papers_dir):
    (first,) = ask()
    assert ask()[0].pk == first.pk  # while it waits
    jobs.take(job=first.pk, node="a@x")
    assert ask()[0].pk == first.pk  # while it is being made
    jobs.release(node="a@x")
    make_all()
    done = Job.objects.get()
    assert ask()[0].pk == done.pk  # and when it is there
    make_all()
    assert (Job.objects.count(), kept(papers_dir)) == (1, [done.file_name])


def test_twin_without_the_content_hash_there_are_two_files(world, ink, papers_dir, monkeypatch):
    monkeypatch.setattr(registry, "digests", lambda requests: [""] * len(requests))
    for _ in range(2):
        ask()
        make_all()
    assert (Job.objects.count(), len(kept(papers_dir))) == (2, 2)


def test_what_shows_something_else_is_made_anew_and_what_came_back_is_found(world, ink):
    (first,) = ask()
    make_all()
    world[1] = "another name"
    (second,) = ask()
    assert second.pk != first.pk
    world[1] = ""
    assert ask()[0].pk == first.pk


def test_another_request_and_another_program_make_another_paper(world, monkeypatch):
    (job,) = ask()
    other = request_paper(kind="slip", params={"n": 1, "large": True}, title="", actor="user:1")
    assert other.pk != job.pk
    monkeypatch.setattr(registry, "program", lambda: "an update")
    (updated,) = ask()
    assert updated.pk not in {job.pk, other.pk}
    assert registry.shows_the_same(updated.digest, job.digest)  # nobody needs to print it anew
    assert not registry.shows_the_same(other.digest, job.digest)


def test_a_kind_that_cannot_say_what_it_shows_is_made_each_time(kind, ink):
    assert ask()[0].pk != ask()[0].pk
    assert set(Job.objects.values_list("digest", flat=True)) == {""}


def test_two_who_ask_at_the_same_moment_make_one_job(world, heard, monkeypatch):
    find, (first,) = asking._live, ask()
    found: Iterator[dict[str, Job]] = iter([{}])  # the other's row appears in between

    def live(digests):
        seen = next(found, None)
        return find(digests) if seen is None else seen

    monkeypatch.setattr(asking, "_live", live)
    assert ask()[0].pk == first.pk
    assert Job.objects.count() == 1


def test_a_failed_paper_is_not_taken_for_one(world):
    (job,) = ask()
    held = jobs.take(job=job.pk, node="a@x")
    assert held is not None
    jobs.fail(held, error=Job.Error.GONE)
    (second,) = ask()
    assert second.pk != job.pk
    assert jobs.try_again(job=job.pk, actor="user:1")  # the other does it
    assert list(Job.objects.values_list("pk", flat=True)) == [second.pk]


def test_a_file_that_is_gone_is_made_again_by_the_same_job(
    world, ink, papers_dir, heard, django_capture_on_commit_callbacks
):
    (job,) = ask()
    make_all()
    (papers_dir / Job.objects.get().file_name).unlink()
    heard.jobs.clear()
    with django_capture_on_commit_callbacks(execute=True):
        assert ask()[0].pk == job.pk
    assert heard.jobs == [str(job.pk)]
    make_all()
    assert kept(papers_dir) == [Job.objects.get().file_name]


def test_papers_asked_for_again_go_over_into_the_new_batch_in_its_order(world, ink):
    first = ask(1, 2, 3)
    make_all()
    assert {job.batch for job in ask(1, 2, 3)} == {first[0].batch}  # nothing has changed
    world[2] = "another name"
    second = ask(3, 2, 1)
    assert [job.pk for job in second[::2]] == [first[2].pk, first[0].pk]
    assert second[1].pk not in {job.pk for job in first}
    (batch,) = {job.batch for job in second}
    together = asking.papers_of(batch).order_by("place")
    assert [job.params["n"] for job in together] == [3, 2, 1]
    left = asking.papers_of(first[0].batch)
    assert [job.pk for job in left] == [first[1].pk]


def test_papers_added_to_a_batch_stand_after_those_that_are_there(world):
    batch = uuid.uuid4()
    for number in (7, 5):
        ask(number, batch=batch)
    together = asking.papers_of(batch).order_by("place")
    assert [job.params["n"] for job in together] == [7, 5]


def test_who_has_enough_waiting_is_asked_to_wait_and_nobody_else(world, ink):
    for number in range(asking.MOST_WAITING):
        asking.demand_room(actor="user:1")
        ask(number, number + 100)  # a batch of many counts once
    with pytest.raises(Refusal) as refused:
        asking.demand_room(actor="user:1")
    assert refused.value.reason is PrintReason.TOO_MANY
    asking.demand_room(actor="user:2")
    make_all()
    asking.demand_room(actor="user:1")


def test_three_are_asked_for_in_as_many_queries_as_one(world, django_assert_num_queries):
    with django_assert_num_queries(8):
        ask(1)
    with django_assert_num_queries(8):
        ask(2, 3, 4)


def one_file(batch_jobs):
    job = request_merged(papers=batch_jobs, params={"event": "e"}, title="All", actor="user:1")
    making.make(job.pk, node="a@x")
    return Job.objects.get(pk=job.pk)


def test_one_file_has_the_papers_in_the_order_of_the_batch(world, numbered, papers_dir):
    made = ask(30, 10, 20)
    for job in sorted(made, key=lambda job: job.params["n"]):
        making.make(job.pk, node="a@x")
    together = list(asking.papers_of(made[0].batch).order_by("place"))
    merged = one_file(together)
    assert numbered(papers_dir / merged.file_name) == [30, 10, 20]
    assert merged.batch == made[0].batch
    assert one_file(together).pk == merged.pk  # the same request, the same file


def test_twin_in_the_order_in_which_they_were_made_it_is_another(world, numbered, papers_dir):
    made = ask(30, 10, 20)
    for job in sorted(made, key=lambda job: job.params["n"]):
        making.make(job.pk, node="a@x")
    merged = one_file(list(asking.papers_of(made[0].batch).order_by("finished_at")))
    assert numbered(papers_dir / merged.file_name) != [30, 10, 20]


def test_one_file_of_other_papers_is_another(world, numbered):
    made = ask(1, 2)
    make_all()
    together = list(Job.objects.order_by("place"))
    first = one_file(together)
    second = one_file(together[::-1])
    assert (first.pk, first.state) != (second.pk, State.DONE)
    assert first.batch == second.batch == made[0].batch


def test_one_file_of_what_is_no_longer_there_says_so(world, numbered, papers_dir):
    ask(1, 2)
    make_all()
    together = list(Job.objects.order_by("place"))
    (papers_dir / together[0].file_name).unlink()
    assert one_file(together).error == Job.Error.GONE
    with pytest.raises(CannotPrintError):
        asking.files_of([str(uuid.uuid4())])


def test_the_moment_stated_is_that_from_which_nothing_has_changed(world, monkeypatch):
    stated = []
    monkeypatch.setitem(registry._builders, "slip", lambda params: stated.append(params["as_of"]))
    monkeypatch.setattr(making, "parts_of", lambda paper: [paper])
    monkeypatch.setattr(renderer, "render", lambda _paper: b"%PDF")
    (job,) = ask()
    making.make(job.pk, node="a@x")
    assert stated == [job.as_of.isoformat()]
    again = Job.objects.get()
    (late,) = ask(2)
    world[2] = "changed between the click and the worker"
    making.make(late.pk, node="a@x")
    late = Job.objects.get(pk=late.pk)
    assert stated[1] == late.as_of.isoformat() > again.as_of.isoformat()
    assert [late.digest] == registry.digests([("slip", {"n": 2})])
    assert ask(2)[0].pk == late.pk


def test_what_changes_while_it_is_built_is_taken_for_nothing(world, ink, monkeypatch):
    def build(params):
        world[1] = world.get(1, "") + "again and again "
        return registry.Paper("slip.html", params, "A slip", "da")

    monkeypatch.setitem(registry._builders, "slip", build)
    (job,) = ask()
    make_all()
    assert (Job.objects.get().state, Job.objects.get().digest) == (State.DONE, "")
    assert ask()[0].pk != job.pk


def test_two_jobs_never_stand_for_one_paper(world, ink):
    (late,) = ask(1)
    world[1] = "changed"
    (right,) = ask(1)
    make_all()  # both show the same now
    assert [Job.objects.get(pk=job.pk).digest != "" for job in (late, right)] == [False, True]
