"""What the pages of letters offer, what they warn of, and in which order they name people."""

import datetime as dt
import re

import pytest
from django.urls import reverse

from lhombre_club.members import queries
from lhombre_club.members.models import Person
from tests import make
from tournaments.letters.preview import Topic, drafts
from tournaments.models import Letter

WARNS = "opens on this computer alone"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _written_in_english(settings):
    settings.LANGUAGE_CODE = "en"


def page(client, address):
    answer = client.get(address)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def letter(club, person, **fields):
    return Letter.objects.create(
        club=club, person=person, batch=fields.pop("batch", make.new_id()), subject="s", text="t",
        actor="user:x", **{"kind": Letter.Kind.INVITATION, **fields},
    )  # fmt: skip


def test_nobody_is_asked_to_an_evening_that_has_begun_or_is_over(english, club):
    event, today = make.make_released_event(club), queries.evening()
    type(event).objects.filter(pk=event.pk).update(date=today)
    event.rounds.update(date=None, state="draft")
    member = event.participants.exclude(person=None)[0].person
    now = letter(club, member, about=today.isoformat())
    before = letter(club, member, about=(today - dt.timedelta(days=1)).isoformat())
    write = reverse("tournaments:letter-write", args=["invitation", today.isoformat()])
    post = reverse("tournaments:letters")
    again = reverse("tournaments:letters-batch", args=[now.batch])
    assert write in page(english, post)
    assert write in page(english, again)
    old = page(english, reverse("tournaments:letters-batch", args=[before.batch]))
    assert "/post/write/" not in old
    event.rounds.update(state="released")
    assert write not in page(english, post)
    assert write not in page(english, again)
    assert english.get(write).status_code == 404


def test_what_is_added_stands_where_it_is_said_to_stand(english, club):
    event = make.make_released_event(club, language="en")
    write = reverse("tournaments:letter-write", args=["plan", event.pk])
    assert "at the end of every letter, before “Kind regards”" in page(english, write)
    made = drafts(Topic(club, Letter.Kind.PLAN, str(event.pk), "Bring cake."))
    assert made
    for each in made:
        assert "Round 1" in each.text.partition("Bring cake.\n\nKind regards")[0]


def test_a_link_is_warned_of_only_where_one_is_in_the_letter(english, club, settings):
    settings.PUBLIC_URL = "http://127.0.0.1:8000"
    event = make.make_released_event(club)
    type(event).objects.filter(pk=event.pk).update(date=queries.evening() + dt.timedelta(days=3))
    event.rounds.update(date=None)
    about = {"plan": event.pk, "invitation": (queries.evening() + dt.timedelta(days=3)).isoformat()}
    warned = {
        kind: WARNS in page(english, reverse("tournaments:letter-write", args=[kind, key]))
        for kind, key in about.items()
    }
    assert warned == {"plan": False, "invitation": True}


def test_letters_stand_in_danish_order(english, club):
    people, batch = make.make_members(club, 4), make.new_id()
    for person, name in zip(people, ("Åse", "Ørn", "Ægir", "zita"), strict=True):
        Person.objects.filter(pk=person.pk).update(first_name=name, last_name="")
        letter(club, person, about="2026-10-01", batch=batch)
    shown = page(english, reverse("tournaments:letters-batch", args=[batch]))
    assert re.findall(r"<summary>\s*<strong>(\S+)</strong>", shown) == [
        "zita",
        "Ægir",
        "Ørn",
        "Åse",
    ]
