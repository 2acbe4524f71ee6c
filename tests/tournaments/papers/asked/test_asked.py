"""The papers page: asking, seeing them come, opening them; and for whom not."""

import datetime as dt
import re
import uuid

import pytest
from django.urls import reverse
from django.utils import timezone

from lhombre_club.printing.domain import jobs
from lhombre_club.printing.models import Job
from tests.tournaments.papers.asked.asking import ask, ask_for_standings, page
from tournaments.models import Round
from tournaments.papers import asking
from tournaments.papers.documents.catalogue import FOR_FOLDERS, FOR_MATCHES, FOR_MONEY
from tournaments.papers.views import SOON

pytestmark = pytest.mark.django_db
State = Job.State


def finish(job, settings, content=b"%PDF-1.7 the paper"):
    held = jobs.take(job=job.pk, node="x")
    assert held is not None
    (settings.PAPERS_DIR / "made.pdf").write_bytes(content)
    assert jobs.finish(held, file_name="made.pdf")


@pytest.mark.parametrize(
    ("data", "kind", "count"),
    (
        ({"kind": "score-sheet", "round": "1"}, "score-sheet", 2),
        ({"kind": "filled-sheet", "round": "1"}, "filled-sheet", 2),
        ({"kind": "standings"}, "standings", 1),
        ({"kind": "round-plan", "round": "1"}, "round-plan", 1),
        ({"kind": "pack"}, "pack", 1),
    ),
)
def test_one_press_asks_for_a_batch(director_client, director, event, data, kind, count):
    response = ask(director_client, event, **data)
    assert response.url == page(event)
    made = list(Job.objects.all())
    assert {job.kind for job in made} == {kind}
    assert {job.actor for job in made} == {director.actor}
    assert (len(made), len({job.batch for job in made})) == (count, 1)


@pytest.mark.parametrize(
    "data",
    (
        {},
        {"kind": "poster"},
        {"kind": "score-sheet"},
        {"kind": "round-plan"},
        {"kind": "score-sheet", "round": "9"},
        {"kind": "score-sheet", "round": "one"},
        {"kind": "score-sheet", "round": "²"},
    ),
)
def test_nonsense_asks_for_nothing(director_client, event, data):
    assert ask(director_client, event, **data).status_code == 404
    assert not Job.objects.exists()


def test_a_sheet_is_asked_for_in_large_print_or_with_the_rules_on_its_back(director_client, event):
    ask(director_client, event, kind="score-sheet", round="1", large="on", back="on", pink="on")
    ask(director_client, event, kind="filled-sheet", round="1", large="on")
    asked = {frozenset(job.params) - {"event", "table"} for job in Job.objects.all()}
    assert asked == {frozenset({"large", "back"}), frozenset()}


@pytest.mark.parametrize(
    ("kind", "comes"),
    (("score-sheet", {"a5", "back", "large", "tagged"}), ("filled-sheet", {"tagged"})),
)
def test_a_sheet_comes_in_each_way_that_the_page_offers_and_it_has(
    director_client, event, kind, comes
):
    shown = director_client.get(page(event)).content.decode()
    offered = dict.fromkeys(re.findall(r'type="checkbox" name="([a-z0-9]+)"', shown), "on")
    assert comes <= set(offered)
    ask(director_client, event, kind=kind, round="1", **offered)
    for job in Job.objects.all():
        assert set(job.params) - {"event", "table"} == comes
        assert "to be read aloud" in job.title


def test_the_page_offers_every_document_once_and_money_only_where_it_is_played_for(
    director_client, event
):
    content = director_client.get(page(event)).content.decode()
    offered = [kind for kind in asking.Kind if f'value="{kind}"' in content]
    assert set(asking.Kind) - set(offered) == FOR_MONEY | FOR_FOLDERS | FOR_MATCHES
    assert all(content.count(f'value="{kind}"') == 1 for kind in offered)


@pytest.mark.parametrize(
    ("address", "told"), (("http://127.0.0.1:8000", True), ("https://klub.example", False))
)
def test_the_page_tells_when_phones_cannot_open_the_codes(
    director_client, event, settings, address, told
):
    settings.PUBLIC_URL = address
    content = director_client.get(page(event)).content.decode()
    assert ("Phones cannot open the codes on these papers" in content) is told


def test_a_round_that_may_still_change_is_not_printed(director_client, event):
    Round.objects.update(state=Round.State.DRAFT)
    assert ask(director_client, event, kind="score-sheet", round="1").status_code == 404
    content = director_client.get(page(event)).content.decode()
    assert "when a round has been released" in content
    assert "Make the score sheets" not in content


def test_the_page_asks_again_while_something_is_to_come_and_then_no_more(
    director_client, event, settings
):
    ask_for_standings(event)
    waiting = director_client.get(page(event), headers={"HX-Request": "true"}).content.decode()
    assert 'hx-trigger="every 250ms"' in waiting
    assert "<html" not in waiting
    assert "0 of 1 made" in waiting
    Job.objects.update(asked_at=timezone.now() - SOON)
    later = director_client.get(page(event), headers={"HX-Request": "true"}).content.decode()
    assert 'hx-trigger="every 1s"' in later
    finish(Job.objects.get(), settings)
    done = director_client.get(page(event), headers={"HX-Request": "true"}).content.decode()
    assert "every" not in done
    assert "1 of 1 made" in done
    assert reverse("tournaments:paper-file", args=[Job.objects.get().pk]) in done


def test_a_finished_paper_opens_in_the_browser(director_client, event, settings):
    ask_for_standings(event)
    job = Job.objects.get()
    address = reverse("tournaments:paper-file", args=[job.pk])
    assert director_client.get(address).status_code == 404
    finish(job, settings)
    response = director_client.get(address)
    assert b"".join(response.streaming_content) == b"%PDF-1.7 the paper"
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == 'inline; filename="standings-klubaften.pdf"'
    assert "no-store" in response["Cache-Control"]
    (settings.PAPERS_DIR / "made.pdf").unlink()
    assert director_client.get(address).status_code == 404


def test_a_paper_that_failed_says_why_and_can_be_asked_for_again(director_client, event):
    ask_for_standings(event)
    job = Job.objects.get()
    held = jobs.take(job=job.pk, node="x")
    assert held is not None
    jobs.fail(held, error=Job.Error.NO_PANGO)
    content = director_client.get(page(event)).content.decode()
    assert "apt-get install libpango" in content
    again = reverse("tournaments:paper-again", args=[job.pk])
    assert again in content
    assert director_client.post(again).url == page(event)
    job.refresh_from_db()
    assert job.state == State.QUEUED


def test_a_paper_that_nobody_makes_is_noticed(director_client, event):
    ask_for_standings(event)
    assert b"longer than it should" not in director_client.get(page(event)).content
    Job.objects.update(rung_at=timezone.now() - dt.timedelta(minutes=2))
    assert b"longer than it should" in director_client.get(page(event)).content


def test_a_paper_to_be_read_aloud_may_take_as_long_as_its_lease(director_client, event):
    ask(director_client, event, kind="standings", tagged="on")
    job = jobs.take(job=Job.objects.get().pk, node="x")
    assert job is not None
    minutes = dt.timedelta(minutes=2)
    Job.objects.update(rung_at=timezone.now() - minutes)
    assert b"longer than it should" not in director_client.get(page(event)).content
    Job.objects.update(lease_until=timezone.now() - minutes)
    assert b"longer than it should" in director_client.get(page(event)).content


def test_another_club_finds_nothing(stranger_client, event, settings):
    ask_for_standings(event)
    job = Job.objects.get()
    finish(job, settings)
    for response in (
        stranger_client.get(page(event)),
        ask(stranger_client, event, kind="standings"),
        stranger_client.get(reverse("tournaments:paper-file", args=[job.pk])),
        stranger_client.post(reverse("tournaments:paper-again", args=[job.pk])),
    ):
        assert response.status_code == 404
    assert Job.objects.count() == 1


def test_who_is_not_logged_in_is_sent_to_log_in(client, event, settings):
    ask_for_standings(event)
    job = Job.objects.get()
    finish(job, settings)
    for response in (
        client.get(page(event)),
        ask(client, event, kind="standings"),
        client.get(reverse("tournaments:paper-file", args=[job.pk])),
    ):
        assert response.status_code == 302
        assert response.url.startswith(reverse("members:login"))


def test_no_paper_is_no_paper(director_client, event):
    for name in ("paper-file", "paper-again"):
        address = reverse(f"tournaments:{name}", args=[uuid.uuid4()])
        method = director_client.get if name == "paper-file" else director_client.post
        assert method(address).status_code == 404


def test_one_batch_or_three_are_the_same_number_of_queries(
    director_client, event, django_assert_max_num_queries
):
    def fill(count):
        for _ in range(count):
            asking.ask_for_round(
                round_=event.rounds.get(), kind=asking.Kind.SCORE_SHEET, actor="user:1"
            )

    fill(1)
    with django_assert_max_num_queries(20) as one:
        director_client.get(page(event))
    fill(2)
    with django_assert_max_num_queries(len(one)):
        director_client.get(page(event))


def test_the_newest_stands_first(director_client, event):
    asking.ask_for_round(round_=event.rounds.get(), kind=asking.Kind.SCORE_SHEET, actor="user:1")
    ask_for_standings(event)
    content = director_client.get(page(event)).content.decode().split("papers-made-heading")[-1]
    assert content.index("Standings") < content.index("Score sheets")
    assert content.index("table 1") < content.index("table 2")


@pytest.mark.parametrize(
    ("title", "named"),
    (
        (
            "Fremmødeliste",
            (
                'inline; filename="fremmoedeliste-klubaften.pdf"; '
                "filename*=UTF-8''fremm%C3%B8deliste-klubaften.pdf"
            ),
        ),
        (
            "Åben – kamp",
            (
                'inline; filename="aaben-kamp-klubaften.pdf"; '
                "filename*=UTF-8''%C3%A5ben-kamp-klubaften.pdf"
            ),
        ),
        ("x" * 200, f'inline; filename="{"x" * 100}.pdf"'),
        ("…", 'inline; filename="klubaften.pdf"'),
    ),
)
def test_a_file_keeps_the_letters_of_its_title(director_client, event, settings, title, named):
    ask_for_standings(event)
    job = Job.objects.get()
    (settings.PAPERS_DIR / "one.pdf").write_bytes(b"%PDF-1.7")
    Job.objects.update(title=title, state=Job.State.DONE, file_name="one.pdf")
    answer = director_client.get(reverse("tournaments:paper-file", args=[job.pk]))
    assert answer["Content-Disposition"] == named
