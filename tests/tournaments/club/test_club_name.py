"""The club's name: changed by its director, and shown on every page and paper."""

from http import HTTPStatus
from importlib import import_module
from urllib.parse import urlsplit

import pytest
from django.test.signals import template_rendered
from django.urls import reverse

from lhombre_club.club_words.speaking import Chosen, chosen, now
from lhombre_club.members.domain.clubs import choose_words
from lhombre_club.members.models import Club, ClubRole
from tests import make
from tests.tournaments.papers.documents import scene
from tournaments.entry.domain.links import issue_link
from tournaments.models import Event, Season, Table

pytestmark = pytest.mark.django_db
PAGE = reverse("tournaments:club")
NAME = reverse("tournaments:club-name")
OWN = "Klubben ved Åen"
NO_PAGES = {"standings-fragment", "player-protest"}
"""Addresses of everybody's that are a part of a page, or take a form and show none."""


@pytest.fixture
def club(db):
    """Of two clubs, so that no page can guess whose it is."""
    make.make_club("Klub Basta")
    return make.make_club(OWN)


def header(answer):
    """What stands above the content of a page."""
    return answer.content.decode().partition('class="site"')[2].partition("</header>")[0]


def test_its_director_calls_the_club_otherwise(director_client, club):
    assert OWN in director_client.get(PAGE).content.decode()
    answer = director_client.post(NAME, {"name": "  Aftenklubben  "}, follow=True)
    assert Club.objects.get(pk=club.pk).name == "Aftenklubben"
    assert "Aftenklubben" in header(answer)
    newest, oldest = club.history.all()
    assert (newest.name, oldest.name) == ("Aftenklubben", OWN)
    assert newest.history_change_reason.startswith("user:")


def test_a_club_has_some_name(director_client, club):
    answer = director_client.post(NAME, {"name": " "})
    assert answer.status_code == 400
    assert OWN in header(answer)
    assert Club.objects.get(pk=club.pk).name == OWN


def test_nobody_else_names_it(client, stranger_client, club):
    client.post(NAME, {"name": "Min"})
    stranger_client.post(NAME, {"name": "Din"})
    assert Club.objects.get(pk=club.pk).name == OWN


def test_who_directs_two_reads_whose_page_it_is(director_client, director, club):
    other = Club.objects.get(name="Klub Basta")
    ClubRole.objects.create(user=director, club=other, role=ClubRole.Role.OWNER)
    event = make.make_released_event(other, tables=1)
    shown = director_client.get(reverse("tournaments:event", args=[event.pk]))
    assert "<span>Klub Basta</span>" in header(shown)


@pytest.fixture
def everything(club):
    """An evening of the club with a season, folders, money and every paper."""
    event = scene.with_folders(scene.evening(club, tables=2, rounds=1, deals=8, language="da"))
    scene.entered(event, deals=8)
    event.season = Season.objects.create(club=club, name="Vinter")
    event.save()
    return scene.settled(event)


def public_addresses(event):
    """Every address of everybody's pages, from the rooms' own lists."""
    player = event.participants.first()
    for room in ("figures", "folders", "money", "players", "standings"):
        for pattern in import_module(f"tournaments.{room}.urls").urlpatterns:
            route = str(pattern.pattern)
            if not route.startswith("s/") or pattern.name in NO_PAGES:
                continue
            about = {"s/season/": event.season_id, "s/club/": event.club_id}
            args = [next((pk for way, pk in about.items() if route.startswith(way)), event.pk)]
            args += [player.pk] if "participant" in route else []
            yield reverse(f"tournaments:{pattern.name}", args=args)


def test_every_page_for_everybody_says_whose_it_is(client, everything):
    answers = {address: client.get(address) for address in public_addresses(everything)}
    pages = {
        at: page
        for at, page in answers.items()
        if page.status_code == HTTPStatus.OK and b"<html" in page.content
    }
    assert len(pages) >= 5
    assert {at for at, page in pages.items() if OWN not in header(page)} == set()


def test_and_says_it_in_the_clubs_words(client, everything):
    words = {"declarer": "melder"}
    choose_words(club=everything.club, words=words, actor="user:1")
    heard: set[Chosen] = set()

    def listen(**_signal):
        heard.add(now())

    template_rendered.connect(listen)
    try:
        answers = [client.get(address) for address in public_addresses(everything)]
    finally:
        template_rendered.disconnect(listen)
    assert len(answers) >= 5
    assert heard == {chosen(words)}


def test_so_does_a_table_that_a_phone_has_opened(client, everything):
    table = Table.objects.get(round__event=everything, number=1)
    client.get(urlsplit(issue_link(table)).path)
    for name in ("table", "recap"):
        assert OWN in header(client.get(reverse(f"tournaments:{name}", args=[table.pk])))


def test_a_page_of_nobody_says_the_only_club_there_is(client, db):
    make.make_club(OWN)
    assert OWN in header(client.get(reverse("members:login")))
    make.make_club("Klub Basta")
    assert OWN not in header(client.get(reverse("members:login")))


@pytest.mark.strict
@pytest.mark.django_db(transaction=True)
def test_every_paper_says_whose_it_is(everything):
    kinds = scene.kinds(Event.objects.get(pk=everything.pk))
    assert len(kinds) > 12
    said = {kind: " ".join(scene.text(scene.pdf(kind, everything)).split()) for kind in kinds}
    assert [kind for kind, text in said.items() if OWN not in text] == []


@pytest.mark.parametrize("kind", ("pairs", "teams"))
@pytest.mark.django_db(transaction=True)
def test_so_does_the_plan_of_a_league(club, kind):
    assert OWN in scene.text(scene.pdf("matches", scene.meeting(club, kind, 4)))
