"""A long paper is made in parts, each with a lease of its own, and joined in its order."""

import datetime as dt
import io
from dataclasses import replace

import pypdf
import pytest
from django.utils import timezone
from pypdf.generic import NameObject, TextStringObject

from lhombre_club.printing import Paper, making, merging, registry, renderer, request_paper
from lhombre_club.printing.domain import jobs
from lhombre_club.printing.models import Job
from lhombre_club.printing.parts import MOST_LINES, PAGES, parts_of

State, Error = Job.State, Job.Error


def paper(number, lines, **kwargs):
    return Paper("x.html", {"n": number, "lines": [0] * lines}, f"P{number}", "da", **kwargs)


def numbers(found):
    return [[each.context["n"] for each in renderer._in_order(part)] for part in found]


def lines_of(part):
    return sum(len(each.context["lines"]) for each in renderer._in_order(part))


def long_paper(params=None):
    """Ten lists that make five parts, and one too long for any."""
    rest = tuple(paper(number, MOST_LINES // 2) for number in range(20, 110, 10))
    return paper(10, MOST_LINES // 2, then=(*rest, paper(110, 3 * MOST_LINES)))


def test_a_short_paper_is_one_part_and_the_same_paper():
    short = paper(1, 3, then=(paper(2, 4),))
    assert parts_of(short) == [short]


def test_a_long_paper_comes_in_parts_that_are_not_too_long():
    found = parts_of(long_paper())
    assert numbers(found) == [[10, 20], [30, 40], [50, 60], [70, 80], [90, 100], [110]]
    assert all(lines_of(part) <= MOST_LINES for part in found[:-1])


def test_twin_without_parts_all_of_it_is_laid_out_at_once():
    assert lines_of(long_paper()) > MOST_LINES


def test_what_follows_what_follows_comes_after_it():
    nested = paper(1, MOST_LINES, then=(paper(2, MOST_LINES, then=(paper(3, 1),)), paper(4, 1)))
    assert numbers(parts_of(nested)) == [[1], [2], [3, 4]]


def cards(count, each=4, **kwargs):
    pages = [list(range(start, start + each)) for start in range(0, count, each)]
    return Paper("cards.html", {PAGES: pages, "cut": "c"}, "Cards", "da", **kwargs)


def test_cards_are_parted_between_their_pages():
    found = parts_of(cards(3 * MOST_LINES))
    assert [sum(map(len, part.context[PAGES])) for part in found] == [MOST_LINES] * 3
    dealt = [card for part in found for page in part.context[PAGES] for card in page]
    assert dealt == list(range(3 * MOST_LINES))
    assert {part.context["cut"] for part in found} == {"c"}
    assert len(parts_of(cards(MOST_LINES))) == 1


def test_a_page_of_too_many_cards_is_a_part_by_itself():
    found = parts_of(cards(4 * MOST_LINES, each=2 * MOST_LINES))
    assert [len(part.context[PAGES]) for part in found] == [1, 1]


def test_several_copies_are_laid_out_once_and_what_is_read_aloud_stays_whole():
    assert len(parts_of(cards(3 * MOST_LINES, copies=2))) == 1
    aloud = replace(long_paper(), tagged=True)
    assert parts_of(aloud) == [aloud]


@pytest.fixture
def job(db, world, numbered, monkeypatch):
    monkeypatch.setitem(registry._builders, "slip", long_paper)
    return request_paper(kind="slip", params={"n": 1}, title="Pack", actor="user:1")


def again(job):
    return Job.objects.get(pk=job.pk)


def parts(job):
    return list(Job.objects.filter(whole=job).order_by("part"))


def make(*some):
    for job in some:
        making.make(job.pk, node="a@x")


def test_the_parts_are_jobs_and_become_one_file_in_their_order(job, numbered, papers_dir, heard):
    make(job)
    assert again(job).state == State.SPLIT
    made = parts(job)
    assert {part.batch for part in made} == {job.batch}
    make(*made[::-1])  # the last first
    assert again(job).state == State.QUEUED
    make(job)
    done = again(job)
    assert (done.state, parts(job)) == (State.DONE, [])
    assert [path.name for path in papers_dir.iterdir()] == [done.file_name]
    assert numbered(papers_dir / done.file_name) == list(range(10, 120, 10))


def test_twin_in_the_order_in_which_they_are_made_the_pages_are_mixed_up(
    job, numbered, papers_dir, monkeypatch
):
    take = jobs.take

    def as_made(**kwargs):
        held = take(**kwargs)
        assert held is not None
        made = Job.objects.filter(whole=held.job, state=State.DONE).order_by("finished_at")
        return replace(held, files=tuple(made.values_list("file_name", flat=True)))

    monkeypatch.setattr(jobs, "take", as_made)
    make(job)
    make(*parts(job)[::-1])
    make(job)
    assert numbered(papers_dir / again(job).file_name) != list(range(10, 120, 10))


def test_every_part_has_a_lease_of_its_own(job):
    make(job)
    first, second, *_ = parts(job)
    assert jobs.take(job=first.pk, node="a@x")
    assert jobs.take(job=second.pk, node="b@x")
    assert jobs.take(job=first.pk, node="b@x") is None
    assert jobs.take(job=job.pk, node="b@x") is None  # it waits for its parts
    jobs.release(node="a@x")
    assert jobs.take(job=first.pk, node="b@x")


def test_all_parts_state_the_same_moment(job, monkeypatch):
    stated = []

    def build(params):
        stated.append(params["as_of"])
        return long_paper()

    monkeypatch.setitem(registry._builders, "slip", build)
    make(job)
    for part in parts(job):
        making._built.cache_clear()  # each in another worker
        make(part)
    assert (len(stated), set(stated)) == (7, {job.as_of.isoformat()})


def test_a_part_that_cannot_be_made_fails_the_whole_with_its_sentence(job, monkeypatch, papers_dir):
    make(job)
    sound, poisoned, *_ = parts(job)
    make(sound)

    def render(_paper):
        raise MemoryError

    monkeypatch.setattr(renderer, "render", render)
    for _ in range(jobs.MOST_ATTEMPTS):
        assert again(job).state == State.SPLIT
        make(poisoned)
    assert (again(job).state, again(job).error) == (State.FAILED, Error.BROKEN)
    assert (parts(job), list(papers_dir.iterdir())) == ([], [])


def test_a_whole_that_failed_is_made_from_the_beginning(job, numbered, monkeypatch, papers_dir):
    make(job)
    jobs.fail(held_of(parts(job)[0]), error=Error.GONE)
    assert again(job).state == State.FAILED
    assert jobs.try_again(job=job.pk, actor="user:1")
    make(job)
    make(*parts(job))
    make(job)
    assert len(numbered(papers_dir / again(job).file_name)) == 11


def held_of(job):
    held = jobs.take(job=job.pk, node="a@x")
    assert held is not None
    return held


def test_what_changes_between_two_parts_is_not_joined(job, world):
    make(job)
    first, second, *_ = parts(job)
    make(first)
    world[1] = "another name"
    make(second)
    assert (again(job).state, again(job).error, parts(job)) == (State.FAILED, Error.CHANGED, [])


def test_a_part_that_is_no_more_is_a_change_too(job, monkeypatch):
    make(job)
    last = parts(job)[-1]
    making._built.cache_clear()
    monkeypatch.setitem(registry._builders, "slip", lambda _params: paper(10, 3))
    make(last)
    assert again(job).error == Error.CHANGED


def test_the_sweep_joins_what_a_dead_worker_left(job, monkeypatch, heard):
    make(job)
    with monkeypatch.context() as patch:
        patch.setattr(jobs, "follow", lambda _whole: None)  # it died just before
        make(*parts(job))
    assert again(job).state == State.SPLIT
    jobs.sweep()
    assert again(job).state == State.QUEUED


def test_a_part_whose_worker_died_three_times_fails_the_whole_at_the_sweep(job):
    make(job)
    first = parts(job)[0]
    past = timezone.now() - dt.timedelta(minutes=10)
    for _ in range(jobs.MOST_ATTEMPTS):
        held_of(first)
        Job.objects.filter(pk=first.pk).update(lease_until=past)
        jobs.sweep()
    assert (again(job).state, again(job).error) == (State.FAILED, Error.LOST)


def test_a_part_that_is_lost_before_it_is_joined_is_made_again(job, papers_dir):
    make(job)
    make(*parts(job))
    (papers_dir / parts(job)[0].file_name).unlink()
    for _ in range(jobs.MOST_ATTEMPTS):
        make(job)
    assert again(job).state == State.FAILED
    assert jobs.try_again(job=job.pk, actor="user:1")
    assert parts(job) == []


def test_whose_lease_has_gone_splits_nothing(job, monkeypatch):
    def parts_meanwhile(_paper):
        jobs.release(node="a@x")
        return [paper(1, 1), paper(2, 1)]

    monkeypatch.setattr(making, "parts_of", parts_meanwhile)
    make(job)
    assert (again(job).state, parts(job)) == (State.QUEUED, [])


def test_joined_files_are_the_same_bytes_each_time_and_say_what_the_first_says(numbered, tmp_path):
    paths = []
    for number in (300, 100, 200):
        path = tmp_path / f"{number}.pdf"
        path.write_bytes(renderer.render(paper(number, 0)))
        paths.append(path)
    one = merging.merge(paths, title="All")
    assert one == merging.merge(paths, title="All")
    (tmp_path / "one.pdf").write_bytes(one)
    assert numbered(tmp_path / "one.pdf") == [300, 100, 200]
    assert merging.merge(paths) != one  # the title


def test_a_joined_file_is_in_the_language_of_its_first(tmp_path):
    for name, language in (("first", "da"), ("second", "en")):
        writer = pypdf.PdfWriter()
        writer.add_blank_page(width=100, height=100)
        writer.root_object[NameObject("/Lang")] = TextStringObject(language)
        writer.write(tmp_path / name)
    merged = merging.merge([tmp_path / "first", tmp_path / "second"])
    assert str(pypdf.PdfReader(io.BytesIO(merged)).root_object["/Lang"]) == "da"


def test_cancelling_leaves_nothing_half_made(job, papers_dir, django_capture_on_commit_callbacks):
    make(job)
    first, second, *_ = parts(job)
    make(first)
    held = held_of(second)
    done = request_paper(kind="slip", params={"n": 2}, title="", actor="user:1", batch=job.batch)
    Job.objects.filter(pk=done.pk).update(state=State.DONE, file_name="done.pdf")
    (papers_dir / "done.pdf").write_bytes(b"%PDF")
    with django_capture_on_commit_callbacks(execute=True):
        assert jobs.cancel(batch=job.batch) == 1
    making._finish(held, b"%PDF half")  # who was making it is let go
    assert list(Job.objects.values_list("pk", flat=True)) == [done.pk]
    assert [path.name for path in papers_dir.iterdir()] == ["done.pdf"]


def test_twin_without_cancelling_what_is_half_made_stays(job, papers_dir):
    make(job)
    first, second, *_ = parts(job)
    make(first)
    making._finish(held_of(second), b"%PDF half")
    assert len(list(papers_dir.iterdir())) == 2
    assert Job.objects.filter(state=State.QUEUED).exists()


def test_cancelling_twice_or_nothing_is_no_error(job):
    assert [jobs.cancel(batch=job.batch) for _ in range(2)] == [1, 0]
    make(job)
    assert not Job.objects.exists()
