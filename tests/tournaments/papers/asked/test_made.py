"""What was asked for: how old it is, what has changed, in one file, cancelled, made again."""

import datetime as dt
import uuid

import pytest
from django.urls import reverse
from django.utils import timezone

from lhombre_club.printing.domain import files, jobs
from lhombre_club.printing.domain.asking import MOST_WAITING
from lhombre_club.printing.models import Job
from tests import make
from tests.tournaments.papers.asked.asking import ask, ask_for_standings, page
from tournaments.entry.domain.links import issue_link, revoke_links
from tournaments.models import EntryLink, Event, Participant
from tournaments.papers import asking
from tournaments.papers.queries.asked import papers_of

pytestmark = pytest.mark.django_db
State = Job.State


def done(settings):
    """Have the sheets of the round made."""
    for job in Job.objects.filter(state=State.QUEUED):
        make_it(job, settings)


def make_it(job, settings):
    held = jobs.take(job=job.pk, node="x")
    assert held is not None
    (settings.PAPERS_DIR / f"{job.pk}.pdf").write_bytes(b"%PDF-1.7")
    assert jobs.finish(held, file_name=f"{job.pk}.pdf")


def sheets(event, client):
    ask(client, event, kind="score-sheet", round="1")
    return list(Job.objects.filter(kind="score-sheet").order_by("place"))


def deed(client, event, batch, what):
    address = reverse("tournaments:papers-batch", args=[event.pk, batch])
    return client.post(address, {"deed": what})


def seen(client, event):
    return client.get(page(event)).content.decode()


def test_two_clicks_are_one_batch_and_nothing_new_is_made(director_client, event, settings):
    first = sheets(event, director_client)
    done(settings)
    assert sheets(event, director_client) == first
    assert {job.state for job in Job.objects.all()} == {State.DONE}
    assert seen(director_client, event).count("made__batch") == 1


def test_each_paper_says_how_old_it_is(director_client, event, settings):
    sheets(event, director_client)
    done(settings)
    Job.objects.update(finished_at=timezone.now() - dt.timedelta(hours=2, minutes=5))
    assert seen(director_client, event).count("made 2\xa0hours, 5\xa0minutes ago") == 2


def test_a_changed_name_is_noticed_and_only_its_sheet_is_printed_anew(
    director_client, event, settings
):
    first, second = sheets(event, director_client)
    done(settings)
    assert "out of date" not in seen(director_client, event)
    table = event.rounds.get().tables.get(number=2)
    Participant.objects.filter(seats__table=table, seats__seat=0).update(name="Ærke Østergård")
    content = seen(director_client, event)
    assert "One of these papers is out of date: names" in content
    assert content.count(">out of date<") == 1
    assert deed(director_client, event, first.batch, "changed").url == page(event)
    new = Job.objects.get(state=State.QUEUED)
    assert new.params == second.params
    content = seen(director_client, event)
    assert "out of date" not in content  # what is asked for anew stands there alone
    assert content.count(second.title) == 1
    deed(director_client, event, new.batch, "changed")  # nothing has changed now
    assert Job.objects.count() == 3


def test_nothing_is_printed_anew_of_a_table_that_is_no_more(director_client, event, settings):
    first, second = sheets(event, director_client)
    done(settings)
    gone, stays = event.rounds.get().tables.order_by("-number")
    gone.seats.all().delete()
    gone.delete()
    content = seen(director_client, event)
    assert "One of these papers is out of date" in content
    assert "Print only what has changed" not in content
    deed(director_client, event, first.batch, "changed")
    assert not Job.objects.filter(state=State.QUEUED).exists()
    Participant.objects.filter(seats__table=stays, seats__seat=0).update(name="Ærke Østergård")
    assert "Print only what has changed" in seen(director_client, event)
    deed(director_client, event, second.batch, "changed")
    assert [job.params for job in Job.objects.filter(state=State.QUEUED)] == [first.params]


def test_a_sheet_whose_code_has_ended_is_not_said_to_have_changed(director_client, event, settings):
    tables = event.rounds.get().tables.all()
    for table in tables:
        issue_link(table)
    sheets(event, director_client)
    done(settings)
    EntryLink.objects.update(expires_at=timezone.now())
    content = seen(director_client, event)
    assert "2 of these papers have codes that phones can no longer use." in content
    assert "names, seats or results" not in content
    Participant.objects.filter(seats__table=tables[0], seats__seat=0).update(name="Another")
    content = seen(director_client, event)
    assert "One of these papers is out of date: names" in content
    assert "One of these papers has a code that phones can no longer use." in content


def test_a_filled_sheet_whose_code_was_ended_is_not_said_to_have_changed(
    director_client, event, settings
):
    tables = event.rounds.get().tables.all()
    for table in tables:
        make.enter(table, 1, {"passed": True})
        issue_link(table)
    ask(director_client, event, kind="filled-sheet", round="1")
    done(settings)
    revoke_links(tables[0], actor="user:1")
    content = seen(director_client, event)
    assert "One of these papers has a code that phones can no longer use." in content
    assert "out of date: names" not in content
    make.enter(tables[1], 2, {"passed": True})
    content = seen(director_client, event)
    assert "One of these papers has a code that phones can no longer use." in content
    assert "One of these papers is out of date: names, seats, results" in content


def test_an_address_that_changed_is_not_said_to_be_a_name(director_client, event, settings):
    sheets(event, director_client)
    ask(director_client, event, kind="name-cards")
    done(settings)
    make.enter(event.rounds.get().tables.get(number=1), 1, {"passed": True})
    make.enter(event.rounds.get().tables.get(number=1), 1, {"passed": True}, base=1)
    assert "out of date" not in seen(director_client, event)  # nothing of that is on them
    settings.PUBLIC_URL = "http://192.168.1.5:8000"
    content = seen(director_client, event)
    assert "The codes on 2 of these papers lead to the address that the program had" in content
    assert content.count(">out of date<") == 2  # the sheets: a name card has no code
    assert "names, seats or results" not in content
    table = event.rounds.get().tables.get(number=2)
    Participant.objects.filter(seats__table=table, seats__seat=0).update(name="Another")
    assert "of these papers is out of date: names" in seen(director_client, event)


def test_sheets_of_tables_that_are_no_more_are_headed_by_their_round(
    director_client, event, settings
):
    sheets(event, director_client)
    done(settings)
    for table in event.rounds.get().tables.all():
        table.seats.all().delete()
        table.delete()
    assert ">Score sheets, round 1<" in seen(director_client, event)


def opened(client, event, batch, *, live=False):
    address = reverse("tournaments:paper-wait", args=[event.pk, batch])
    return client.get(address, headers={"HX-Request": "true"} if live else {})


def test_all_papers_come_in_one_file_as_soon_as_all_are_there(director_client, event, settings):
    first, second = sheets(event, director_client)
    make_it(second, settings)
    assert "one file" not in seen(director_client, event)
    opened(director_client, event, first.batch)  # too early
    make_it(first, settings)
    assert "Open all in one file" in seen(director_client, event)
    opened(director_client, event, first.batch)
    merged = Job.objects.get(kind="merged")
    assert merged.params["papers"] == [str(first.pk), str(second.pk)]
    assert merged.title == "Score sheets, round 1, all in one file"
    make_it(merged, settings)
    address = reverse("tournaments:paper-file", args=[merged.pk])
    assert opened(director_client, event, first.batch).url == address
    assert director_client.get(address).status_code == 200
    (settings.PAPERS_DIR / f"{merged.pk}.pdf").unlink()
    assert opened(director_client, event, first.batch).status_code == 200  # it is made again
    assert Job.objects.get(state=State.QUEUED).kind == "merged"


def test_papers_to_be_read_aloud_are_not_joined_and_the_page_says_why(
    director_client, event, settings
):
    """One file of them would have no headings and no tables any more."""
    ask(director_client, event, kind="score-sheet", round="1", tagged="on")
    done(settings)
    content = seen(director_client, event)
    assert "Open all in one file" not in content
    assert "Papers to be read aloud are not joined in one file" in content
    job = Job.objects.filter(kind="score-sheet")[0]
    assert opened(director_client, event, job.batch).url == page(event)
    assert not Job.objects.filter(kind="merged").exists()


def test_one_file_that_failed_says_why(director_client, event, settings):
    first, _second = sheets(event, director_client)
    done(settings)
    opened(director_client, event, first.batch)
    held = jobs.take(job=Job.objects.get(kind="merged").pk, node="x")
    assert held is not None
    jobs.fail(held, error=Job.Error.GONE)
    content = seen(director_client, event)
    assert "is no longer there" in content
    assert "Try again" in content
    assert "is no longer there" in opened(director_client, event, first.batch, live=True).text
    assert "is no longer there" not in opened(director_client, event, first.batch).text
    assert Job.objects.filter(kind="merged", state=State.QUEUED).count() == 1


def test_what_is_not_ready_yet_is_cancelled_and_the_rest_stays(director_client, event, settings):
    first, _second = sheets(event, director_client)
    make_it(first, settings)
    assert "Cancel what is not ready yet" in seen(director_client, event)
    deed(director_client, event, first.batch, "cancel")
    assert list(Job.objects.all()) == [first]
    assert "Cancel what is not ready yet" not in seen(director_client, event)
    assert deed(director_client, event, uuid.uuid4(), "cancel").url == page(event)
    assert deed(director_client, event, first.batch, "dance").url == page(event)
    assert list(Job.objects.all()) == [first]


def test_another_club_cancels_nothing(stranger_client, director_client, event):
    first, _second = sheets(event, director_client)
    assert deed(stranger_client, event, first.batch, "cancel").status_code == 404
    assert Job.objects.count() == 2


def test_a_batch_of_another_event_is_left_alone(director_client, event):
    first, _second = sheets(event, director_client)
    other = Event.objects.get(pk=event.pk)
    other.pk = uuid.uuid4()
    other.save(force_insert=True)
    deed(director_client, other, first.batch, "cancel")
    assert Job.objects.count() == 2


def test_a_paper_that_is_no_longer_kept_is_made_again_with_one_click(
    director_client, event, settings
):
    ask_for_standings(event)
    job = Job.objects.get()
    make_it(job, settings)
    (settings.PAPERS_DIR / f"{job.pk}.pdf").unlink()
    content = seen(director_client, event)
    assert "Make it again" in content
    assert "no longer kept" in content
    director_client.post(reverse("tournaments:paper-again", args=[job.pk]))
    assert Job.objects.get().state == State.QUEUED


def test_a_long_paper_shows_how_far_its_parts_are(director_client, event):
    ask_for_standings(event)
    held = jobs.take(job=Job.objects.get().pk, node="x")
    assert held is not None
    jobs.split(held, parts=3, digest=held.digest, as_of=timezone.now())
    assert 'value="0"' in seen(director_client, event)
    part = Job.objects.filter(part=0, whole__isnull=False).get()
    taken = jobs.take(job=part.pk, node="x")
    assert taken is not None
    jobs.finish(taken, file_name="part.pdf")
    content = seen(director_client, event)
    assert "1 of 3 parts" in content
    assert 'value="25"' in content
    part_address = reverse("tournaments:paper-file", args=[part.pk])
    assert director_client.get(part_address).status_code == 404


def test_who_asks_for_too_much_at_once_is_told_so(director_client, director, event, settings):
    kinds = [kind for kind in asking.Kind if asking.document_of(kind)]
    answers = [ask(director_client, event, kind=kind, round="1") for kind in kinds]
    assert [answer.status_code for answer in answers] == [302] * MOST_WAITING + [429] * (
        len(kinds) - MOST_WAITING
    )
    assert Job.objects.count() == MOST_WAITING
    assert "still being made" in answers[-1].content.decode()
    assert answers[-1]["Retry-After"]
    done(settings)
    assert ask(director_client, event, kind="standings").status_code == 302


def test_a_document_is_asked_for_in_large_print_and_says_so(director_client, event):
    ask(director_client, event, kind="standings", large="on", back="on", pink="on")
    job = Job.objects.get()
    assert set(job.params) == {"event", "large"}
    assert job.title == "Standings (large print)"


def test_a_reader_hears_once_that_all_is_there(director_client, event, settings):
    ask_for_standings(event)
    headers = {"HX-Request": "true"}
    assert b"hx-swap-oob" not in director_client.get(page(event), headers=headers).content
    done(settings)
    news = director_client.get(page(event), headers=headers).content.decode()
    assert '<div hx-swap-oob="innerHTML:#papers-news">All papers are ready.</div>' in news
    assert "hx-swap-oob" not in seen(director_client, event)


def test_what_is_made_while_the_page_is_drawn_is_not_said_to_be_no_longer_kept(
    event, director_client, settings, monkeypatch
):
    sheets(event, director_client)
    listed = files.all_there

    def and_then_it_is_made():
        there = listed()
        done(settings)
        return there

    monkeypatch.setattr(files, "all_there", and_then_it_is_made)
    (batch,) = papers_of(event)
    assert all(job.state != State.DONE or job.file_name in batch.there for job in batch.jobs)
