"""Papers of a season and of the club: one click leads to the PDF, as it is now."""

import re

import pytest
from django.urls import reverse

from lhombre_club.printing.models import Job
from tests import make
from tests.tournaments.papers.asked.test_print import LIVE, make_all
from tournaments.honours.domain import Title, put_up
from tournaments.models import Event, Season, Table

pytestmark = pytest.mark.django_db
WON = {"declarer": 1, "contract": "solo", "outcome": "won"}


@pytest.fixture
def season(club, event):
    season = Season.objects.create(club=club, name="2026", planned=1)
    Event.objects.update(season=season)
    return season


def printing(season, kind="booklet"):
    return reverse("tournaments:season-print", args=[season.pk, kind])


@pytest.mark.parametrize("kind", ("booklet", "season-diplomas", "honours-wall"))
def test_one_click_on_its_page_opens_the_paper(director_client, season, settings, kind):
    Season.objects.update(champion_name="Bo", champion_why="by lot")
    of_season = kind != "honours-wall"
    address = printing(season, kind) if of_season else reverse("tournaments:honours-print")
    leads = reverse("tournaments:season", args=[season.pk]) if of_season else "/honours/"
    assert f'href="{address}"' in director_client.get(leads).content.decode()
    waiting = director_client.get(address, follow=True)
    assert "0 of 1 are ready" in waiting.text
    assert f'href="{leads}"' in waiting.text
    (again,) = re.findall(r'hx-get="([^"]*)"', waiting.text)
    make_all(settings)
    ready = director_client.get(again, headers=LIVE).text
    (leads_to, _link) = re.findall(r'(?:data-onward|href)="([^"]*)"', ready)
    file = director_client.get(leads_to)
    assert file["Content-Type"] == "application/pdf"
    assert ("2026" in file["Content-Disposition"]) is of_season
    assert director_client.get(address, follow=True).redirect_chain[-1][0] == leads_to
    assert Job.objects.count() == 1


def test_diplomas_are_not_offered_before_there_are_any(director_client, season):
    Season.objects.update(planned=2)
    leads = reverse("tournaments:season", args=[season.pk])
    shown = director_client.get(leads, headers={"accept-language": "en"}).text
    assert printing(season, "season-diplomas") not in shown
    assert printing(season) in shown
    assert "Diplomas can be printed when the season is over." in shown
    assert "Put the title on the board of honour" not in shown
    Season.objects.update(champion_name="Bo", champion_why="by lot")
    shown = director_client.get(leads, headers={"accept-language": "en"}).text
    assert f"{reverse('tournaments:honours')}?title=2026" in shown


def test_what_is_awaited_is_named_in_the_language_of_who_waits(director_client, season):
    Event.objects.update(language="da")
    shown = director_client.get(printing(season), follow=True, headers={"accept-language": "en"})
    assert Job.objects.get().title == "Sæsonens hæfte: 2026"
    assert "Booklet of the season: 2026" in shown.text
    assert "Sæsonens hæfte" not in shown.text


def entered(season):
    make.enter(Table.objects.get(round__event__season=season, number=1), 1, WON)


def renamed(season):
    Event.objects.filter(season=season).update(name="Another")


def honoured(season):
    put_up(club=season.club, titles=[Title(year=2020, title="Champion")], actor="user:1")


def called(season):
    Season.objects.filter(pk=season.pk).update(name="2027")


@pytest.mark.parametrize("change", (entered, renamed, honoured, called))
def test_what_has_changed_is_made_anew_and_nothing_else(director_client, season, settings, change):
    director_client.get(printing(season))
    make_all(settings)
    director_client.get(printing(season))
    assert Job.objects.count() == 1
    change(season)
    director_client.get(printing(season))
    assert Job.objects.count() == 2


def test_it_is_read_aloud_where_that_is_asked_for(director_client, season):
    shown = director_client.get(reverse("tournaments:season", args=[season.pk])).text
    assert f'href="{printing(season)}?tagged=1"' in shown
    director_client.get(f"{printing(season)}?tagged=1&large=1")
    assert Job.objects.get().params == {
        "club": str(season.club_id), "season": str(season.pk), "tagged": True,
    }  # fmt: skip


def test_another_clubs_director_and_everybody_else_print_nothing(
    stranger_client, director_client, client, season, settings
):
    director_client.get(printing(season))
    make_all(settings)
    job = Job.objects.get()
    for name in ("paper-coming", "paper-file"):
        address = reverse(f"tournaments:{name}", args=[job.pk])
        assert stranger_client.get(address).status_code == 404
        assert client.get(address).status_code == 302
    assert stranger_client.get(printing(season)).status_code == 404
    public = client.get(reverse("tournaments:public-season", args=[season.pk])).content.decode()
    assert "/print/" not in public
    assert Job.objects.count() == 1


def test_there_is_no_other_paper_of_a_season(director_client, season):
    for kind in ("poster", "honours-wall", "standings"):
        assert director_client.get(printing(season, kind)).status_code == 404


def test_what_could_not_be_made_is_tried_again(director_client, season):
    director_client.get(printing(season))
    job = Job.objects.get()
    Job.objects.update(state=Job.State.FAILED, error=Job.Error.BROKEN)
    coming = reverse("tournaments:paper-coming", args=[job.pk])
    assert "could not be made" in director_client.get(coming).text
    again = director_client.post(reverse("tournaments:paper-again", args=[job.pk]))
    assert again["Location"] == coming
    assert Job.objects.get().state == Job.State.QUEUED


def test_a_paper_of_an_event_is_waited_for_on_its_own_page(director_client, event):
    address = reverse("tournaments:paper-print", args=[event.pk, "crib"])
    waits = director_client.get(address)["Location"]
    job = Job.objects.get()
    answer = director_client.get(reverse("tournaments:paper-coming", args=[job.pk]))
    assert answer["Location"] == waits


def test_no_more_is_asked_for_than_can_be_made(director_client, director, season):
    for number in range(8):
        Job.objects.create(kind="crib", params={"n": number}, actor=director.actor, title="x")
    assert director_client.get(printing(season)).status_code == 429
