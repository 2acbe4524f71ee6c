"""No page for everybody tells a name that somebody, or his club, keeps from everybody."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import ImageDraw

from lhombre_club.members import shown
from lhombre_club.members.models import Person, ShownAs
from rules import RULESETS
from tests import make
from tests.strangers.addresses import Whose, addresses
from tests.strangers.scene import Scene
from tournaments.book import names
from tournaments.events.domain.demo_results import results
from tournaments.models import Honour, Participant, Round, Screen, Seat, Table
from tournaments.money.domain import settle_up
from tournaments.review.domain.protests import protest
from tournaments.seating.domain.released import release_rounds
from tournaments.standings.domain import name_champion
from tournaments.words.figures import BETWEEN
from tournaments.years.counting import count_on

pytestmark = pytest.mark.django_db
ACTOR = "system:test"
LAST = "Qvortrup"
"""What every last name begins with that nobody may read."""
MANY = 14
"""Fewer addresses than this, of those that tell names, would leave one out."""


@pytest.fixture
def named(there) -> list[Scene]:
    """The club with last names that are known again, an evening of it and a league."""
    people = list(Person.objects.filter(memberships__club=there.club).order_by("pk"))
    for number, one in enumerate(people):
        one.first_name, one.last_name = f"Fornavn{number}", f"{LAST}{chr(97 + number)}sen"
        one.display_name = f"Alias {number}"
    Person.objects.bulk_update(people, ["first_name", "last_name", "display_name"])
    for player in Participant.objects.filter(event__club=there.club).select_related("person"):
        Participant.objects.filter(pk=player.pk).update(name=str(player.person))
    league = _played(there.rows["league"])
    _stood_in(there.event)
    _played(there.event)
    _told(there, people)
    rows = {"s": league, "players": league.participants.all()[0]}
    return [there, replace(there, rows={**there.rows, **rows})]


def _played(event):
    """Everything is played, and names of pairs are made of names."""
    for team in event.teams.all():
        team.name = BETWEEN.join(one.name for one in team.participants.order_by("place_in_team"))
        team.save()
    release_rounds(event=event, actor=ACTOR)
    for table in Table.objects.filter(round__event=event):
        deals, first = event.deals_per_round, table.first_dealer
        made = results("1", ruleset=RULESETS["dlu"], players=4, deals=deals, first_dealer=first)
        for deal, record in enumerate(made, 1):
            if not table.revisions.filter(deal=deal).exists():
                make.enter(table, deal, record)
    event.refresh_from_db()
    return event


def _stood_in(event):
    """A member plays for a guest from the first deal, a guest for a member from the fourth."""
    one, other, third = Seat.objects.filter(round__event=event, table__number=2)[:3]
    Participant.objects.filter(pk=other.participant_id).update(person=None, name=f"Gæst {LAST}")
    helper = make.make_person("Hjælper", f"{LAST}berg", display_name="Alias H")
    for seat, values in (
        (one, {"substitute_name": f"Ven {LAST}holm", "substitute_from": 4}),
        (other, {"substitute": helper, "substitute_name": helper.full_name}),
        (third, {"substitute_name": f"Nabo {LAST}lund"}),
    ):
        Seat.objects.filter(pk=seat.pk).update(**values)


def _told(there, people):
    """A season with its champion, a board of honour, the years, money, protests, a screen."""
    event, club = there.event, there.club
    Round.objects.filter(event=event).update(
        state=Round.State.PROVISIONAL, provisional_at=timezone.now()
    )
    player = there.rows["players"]
    table = Table.objects.select_related("round__event").get(round__event=event, number=1)
    protest(table=table, participant=player, words="", actor=ACTOR)
    club.shows_rating = True
    club.save()
    champion = player.person
    name_champion(season=event.season, person=champion, why="Lod", actor=ACTOR)
    Honour.objects.create(
        club=club, year=2001, title="Makkermester", name=f"{people[0].name} og {people[1].name}"
    )
    settle_up(scope=event, actor=ACTOR)
    Screen.objects.update_or_create(
        event=event, defaults={"faces": [face for face in Screen.Face if face != Screen.Face.CLOCK]}
    )
    count_on(club, seconds=60)


def told(scenes: list[Scene]) -> Iterator[tuple[str, str]]:
    """Yield every address of everybody's, with what it answers; of a picture what is written."""
    make.empty_cache()
    for scene in scenes:
        for address in addresses(scene):
            if address.whose is Whose.EVERYBODY:
                yield address.path, _answer(address.path)
    yield _asked_once_more(scenes[0])


def _asked_once_more(scene: Scene) -> tuple[str, str]:
    """The page that asks whether a protest is to be sent, and names whose it is."""
    args = [scene.event.pk, scene.rows["players"].pk]
    at = reverse("tournaments:player-protest", args=args)
    client = scene.fresh(scene.strangers["who has shown a sheet"])
    page = client.post(at, {"round": "1", "deal": "1", "words": "Se"}).content.decode()
    assert 'name="sure"' in page
    return at, page


def _answer(at: str) -> str:
    written: list[str] = []

    def text(_self, _at, letter, **_how):
        written.append(letter)

    with mock.patch.object(ImageDraw.ImageDraw, "text", text):
        answer: Any = Client().get(at)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return f"{dict(answer.headers)} {''.join(written)} {body.decode('utf-8', 'replace')}"


def choose(there: Scene, club: ShownAs, own: ShownAs = ShownAs.CLUBS) -> None:
    there.club.shown_as = club
    there.club.save()
    Person.objects.update(shown_as=own)


def telling(scenes: list[Scene], word: str) -> set[str]:
    return {at for at, answer in told(scenes) if word in answer}


@pytest.mark.strict
def test_everybody_reads_of_each_what_was_chosen(named):
    """And its twin: where nobody asks under what name, most pages are found to tell it."""
    choose(named[0], ShownAs.INITIAL)
    assert telling(named, LAST) == set()
    choose(named[0], ShownAs.FULL, ShownAs.PSEUDONYM)
    assert telling(named, "Fornavn") == set()
    assert len(telling(named, "Alias")) > MANY
    choose(named[0], ShownAs.FULL)
    assert len(telling(named, LAST)) > MANY
    choose(named[0], ShownAs.INITIAL)
    with mock.patch.object(shown, "_now") as nobody:
        nobody.get.return_value = None
        assert len(telling(named, LAST)) > MANY


def test_no_page_speaks_in_a_clubs_words_without_the_names_that_go_with_them():
    """But for the phone of a table, whose players read each other's names."""
    rooms = Path(names.__file__).parents[1]
    speaking = [file for file in rooms.rglob("*.py") if "import speak" in file.read_text()]
    assert [file.name for file in speaking] == ["links.py"]
