"""“Print” prints: one click leads to the PDF, made if it is not there; and the page it leaves."""

import re

import pytest
from django.urls import reverse

from lhombre_club.printing.domain import jobs
from lhombre_club.printing.models import Job
from tests import make
from tests.tournaments.papers.asked.asking import ask, page
from tournaments.book.replaced import remove_rounds, remove_tables
from tournaments.models import Event, Participant, Round, Table
from tournaments.papers import asking
from tournaments.papers.queries.opened import Sheets, sheets_of

pytestmark = pytest.mark.django_db
LIVE = {"HX-Request": "true"}


def printing(event, kind="score-sheet", *number):
    return reverse("tournaments:paper-print", args=[event.pk, kind, *number])


def make_all(settings):
    """Do what the worker does, until nothing waits."""
    for job in Job.objects.filter(state=Job.State.QUEUED):
        held = jobs.take(job=job.pk, node="x")
        assert held is not None
        (settings.PAPERS_DIR / f"{job.pk}.pdf").write_bytes(b"%PDF-1.7")
        assert jobs.finish(held, file_name=f"{job.pk}.pdf")


@pytest.mark.parametrize("leads", ("event", "seating", "papers"))
def test_one_click_after_the_release_opens_the_sheets_of_the_round(
    director_client, event, settings, leads
):
    shown = director_client.get(reverse(f"tournaments:{leads}", args=[event.pk])).content.decode()
    assert f'href="{printing(event, "score-sheet", 1)}"' in shown
    waiting = director_client.get(printing(event, "score-sheet", 1), follow=True)
    assert (
        "0 of 2 are ready. The PDF opens here by itself, or the browser saves it." in waiting.text
    )
    (address,) = re.findall(r'hx-get="([^"]*)"', waiting.text)
    make_all(settings)
    assert "2 of 2 are ready" in director_client.get(address, headers=LIVE).text
    make_all(settings)  # the one file of both
    ready = director_client.get(address, headers=LIVE).text
    assert "The PDF is ready. It opens here, or the browser saves it." in ready
    assert "hx-get" not in ready, "who saves it would save it again and again"
    leads_to, link = re.findall(r'(?:data-onward|href)="([^"]*)"', ready)
    assert leads_to == link
    assert not Job.objects.exclude(opened_at=None).exists()
    assert director_client.get(leads_to)["Content-Type"] == "application/pdf"
    again = director_client.get(printing(event, "score-sheet", 1), follow=True)
    assert again.redirect_chain[-1][0] == leads_to
    assert Job.objects.exclude(opened_at=None).count() == Job.objects.count() == 3
    assert set(sheets_of(event).values()) == {Sheets.OPENED}


def test_print_at_the_standings_opens_the_standings(director_client, event, settings):
    shown = director_client.get(reverse("tournaments:standings", args=[event.pk])).content.decode()
    assert f'href="{printing(event, "standings")}"' in shown
    director_client.get(printing(event, "standings"))
    make_all(settings)
    job = Job.objects.get()
    file = reverse("tournaments:paper-file", args=[job.pk])
    shown = director_client.get(printing(event, "standings"), follow=True)
    assert shown.redirect_chain[-1][0] == file


@pytest.mark.parametrize("number", ((), (2,)))
def test_what_is_not_released_is_not_printed(director_client, event, number):
    assert director_client.get(printing(event, "score-sheet", *number)).status_code == 404
    assert director_client.get(printing(event, "poster")).status_code == 404
    Round.objects.update(state=Round.State.DRAFT)
    assert director_client.get(printing(event, "score-sheet", 1)).status_code == 404
    assert not Job.objects.exists()


def test_another_clubs_director_prints_nothing(stranger_client, director_client, event):
    assert stranger_client.get(printing(event, "standings")).status_code == 404
    director_client.get(printing(event, "standings"))
    wait = reverse("tournaments:paper-wait", args=[event.pk, Job.objects.get().batch])
    assert stranger_client.get(wait).status_code == 404
    assert director_client.get(wait).status_code == 200


def test_a_changed_seat_is_printed_as_it_is_now(director_client, event, settings):
    """Twin: what is unchanged is not made a second time."""
    director_client.get(printing(event, "score-sheet", 1))
    make_all(settings)
    seat = event.rounds.get().tables.get(number=2).seats.first()
    Participant.objects.filter(pk=seat.participant_id).update(name="Ærke Østergård")
    director_client.get(printing(event, "score-sheet", 1))
    assert Job.objects.filter(state=Job.State.QUEUED).count() == 1


def test_what_is_ready_stands_before_what_can_be_asked_for(director_client, event):
    ask(director_client, event, kind="score-sheet", round="1")
    shown = director_client.get(page(event)).content.decode()
    assert shown.index('id="papers-made"') < shown.index("<button type=")
    assert shown.index("table 1") < shown.index("Make the filled sheets")
    assert shown[: shown.index('id="papers-made"')].count('class="button') == 1


def test_what_is_not_made_yet_is_not_called_ready(director_client, event, settings):
    """The round is released with its sheets only asked for: the page says how far they are."""

    def heading():
        shown = director_client.get(page(event)).content.decode()
        (said,) = re.findall(r'id="papers-made-heading">([^<]*)<', shown)
        return said.strip()

    ask(director_client, event, kind="score-sheet", round="1")
    assert heading() == "On the way"
    make_all(settings)
    assert heading() == "Ready to print"
    ask(director_client, event, kind="filled-sheet", round="1")
    assert heading() == "On the way, and ready to print"
    make_all(settings)
    Round.objects.update(state=Round.State.DRAFT)
    assert heading() == "Nothing is ready to print"


def test_the_round_whose_sheets_come_next_leads_and_then_those_to_come(director_client, club):
    event = make.make_released_event(club, tables=1, rounds=3, deals=4, language="en")
    for number in ("1", "2", "3"):
        ask(director_client, event, kind="score-sheet", round=number)

    def orders():
        shown = director_client.get(page(event)).content.decode()
        made = shown[shown.index('id="papers-made"') : shown.index("More papers")]
        button = re.search(r'button--primary"[^>]*score-sheet/([0-9])/', shown)
        boxes = re.findall(r"Score sheets, round ([0-9])", made)
        return button and button[1], list(dict.fromkeys(boxes))

    for leading, order in (("1", ["1", "2", "3"]), ("2", ["2", "3", "1"])):
        assert orders() == (leading, order)
        for deal in range(1, 5):
            make.enter(Table.objects.get(round__number=leading), deal, {"passed": True})
    assert orders() == ("3", ["3", "2", "1"])


def test_what_is_out_of_date_lies_behind_a_fold(director_client, event, settings):
    ask(director_client, event, kind="name-cards")
    ask(director_client, event, kind="crib")
    make_all(settings)
    assert "Out of date" not in director_client.get(page(event)).content.decode()
    Participant.objects.filter(number=1).update(name="Ærke Østergård")
    shown = director_client.get(page(event)).content.decode()
    fold = shown[shown.index("<summary>Out of date (1)</summary>") : shown.index("More papers")]
    assert "Name cards" in fold
    assert "Rules in short" not in fold


def test_titles_are_in_the_language_of_who_reads_them(director_client, event):
    Event.objects.update(language="da")
    event.refresh_from_db()
    for kind in asking.SHEETS:
        ask(director_client, event, kind=kind, round="1", tagged="on")
    ask(director_client, event, kind="standings")
    assert Job.objects.filter(title="Stilling").exists()
    english = director_client.get(page(event), headers={"accept-language": "en"}).text
    assert "Score sheet, round 1, table 2 (to be read aloud)" in english
    assert "Filled sheet, round 1, table 2" in english
    assert "Stilling" not in english
    assert "bord 2" not in english
    danish = director_client.get(page(event), headers={"accept-language": "da"}).text
    assert "Stilling" in danish
    assert "bord 2" in danish


@pytest.mark.parametrize("way", (remove_tables, remove_rounds), ids=("table", "round"))
def test_titles_are_so_too_of_what_is_no_more(director_client, event, way):
    Event.objects.update(language="da")
    event.refresh_from_db()
    for kind in (*asking.SHEETS, "round-plan"):
        ask(director_client, event, kind=kind, round="1", tagged="on")
    of = event.rounds.all() if way is remove_rounds else Table.objects.filter(round__event=event)
    way(of)
    english = director_client.get(page(event), headers={"accept-language": "en"}).text
    assert "Score sheet, round 1, table 2 (to be read aloud)" in english
    assert "Filled sheet, round 1, table 2" in english
    assert "Plan of the round, round 1" in english
    assert "bord 2" not in english
    assert "runde 1" not in english
