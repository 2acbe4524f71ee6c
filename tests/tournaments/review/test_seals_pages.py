"""A director types the seal from a paper and is told what it says."""

import html
import uuid

import pytest
from django.urls import reverse

from tests import make
from tournaments.book.codes import ALPHABET, spelled
from tournaments.book.proving.seals import LETTERS, head, seal
from tournaments.book.results import NewResult, enter_result
from tournaments.models import Event, Round, Table
from tournaments.money.domain import settle_up
from tournaments.penalties.domain.penalties import Penalty, penalise, withdraw_entry

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
PASSED: dict[str, object] = {"passed": True}


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=1)


@pytest.fixture
def table(event):
    return Table.objects.get(round__event=event)


@pytest.fixture
def ask(event, director_client):
    def ask(code=None, of=event):
        sent = {} if code is None else {"seal": code}
        answer = director_client.get(
            reverse("tournaments:seal", args=[of.pk]), sent, headers=ENGLISH
        )
        assert answer.status_code == 200
        return " ".join(html.unescape(answer.content.decode()).split())

    return ask


def test_the_seal_of_now_is_shown_and_known(ask, event, table):
    make.enter(table, 3, PASSED)
    assert f"the seal of the event is <b>{head(event)}</b>" in ask()
    page = ask(head(event))
    assert "after deal 3 at table 1 of round 1 was entered." in page
    assert "No result has been entered, decided or corrected since." in page
    assert reverse("tournaments:account", args=[table.pk]) in page


def test_an_older_seal_says_how_much_came_later(ask, event, table):
    make.enter(table, 1, PASSED)
    printed = head(event)
    make.enter(table, 2, PASSED)
    assert "1 thing has been entered" in ask(printed.lower())
    make.enter(table, 1, None, base=1)
    page = ask(printed.replace("-", " "))
    assert "2 things have been entered, decided or corrected since." in page
    assert "after deal 1 at table 1 of round 1 was changed." in ask(head(event))


def test_the_release_of_a_round_is_none_of_the_things_that_came_later(ask, event, table):
    make.enter(table, 1, PASSED)
    printed = head(event)
    round_ = make.again(event, name="Next").rounds.get()
    Round.objects.filter(pk=round_.pk).update(event=event, number=2)
    seal(event.pk, [Round.objects.get(pk=round_.pk)])
    assert "No result has been entered, decided or corrected since." in ask(printed)
    seal(event.pk, [Round.objects.get(pk=round_.pk)])  # as when its seats are corrected
    assert "1 thing has been entered, decided or corrected since." in ask(printed)


def test_each_kind_of_deed_has_its_words(ask, event, table):
    assert "after a round was released, or its seats or rules were corrected." in ask(head(event))
    penalty = Penalty(id=uuid.uuid4(), seat=1, points=3, reason="late")
    entry = penalise(table=table, penalty=penalty, actor="user:x").entry
    assert "after a decision at table 1 of round 1." in ask(head(event))
    withdraw_entry(entry=entry, reason="mistake", actor="user:x")
    assert "after a decision at table 1 of round 1 was withdrawn." in ask(head(event))


def test_a_slip_is_told_from_a_seal_that_never_was(ask, event):
    code = head(event)
    wrong = code[:-1] + ALPHABET[(ALPHABET.index(code[-1]) + 1) % len(ALPHABET)]
    assert "one of these is wrong or missing" in ask(wrong)
    assert "one of these is wrong or missing" in ask("<b>")
    assert "belongs to no state of this event" in ask(spelled(2026, LETTERS))


def test_a_seal_of_another_event_leads_there(ask, event):
    other = make.again(event, name="Forårspokal")
    page = ask(head(other))
    assert "This is a seal of another event: Forårspokal." in page
    assert reverse("tournaments:seal", args=[other.pk]) in page
    assert "after a round was released" in ask(head(other), of=other)


def test_another_clubs_event_is_not_told(ask):
    other = make.make_released_event(make.make_club("Klub Basta"), tables=1)
    assert "belongs to no state of this event" in ask(head(other))


def test_what_is_typed_is_shown_as_text(event, director_client):
    answer = director_client.get(reverse("tournaments:seal", args=[event.pk]), {"seal": "<b>x"})
    assert "<b>x" not in answer.content.decode()


def test_the_papers_lead_to_it_and_say_the_seal_of_now(event, table, director_client):
    make.enter(table, 3, PASSED)
    answer = director_client.get(reverse("tournaments:papers", args=[event.pk]))
    assert reverse("tournaments:seal", args=[event.pk]) in answer.content.decode()
    assert head(event) in answer.content.decode()


def test_only_the_clubs_directors_ask(event, stranger_client, client):
    address = reverse("tournaments:seal", args=[event.pk])
    assert stranger_client.get(address).status_code == 404
    assert client.get(address).status_code == 302


def test_a_deal_that_was_typed_twice_is_one_state(ask, event, table):
    entry = NewResult(id=uuid.uuid4(), deal=1, base=0, record=PASSED)
    for _ in range(2):
        enter_result(table=table, entry=entry, actor="user:x")
    assert "No result has been entered" in ask(head(event))


@pytest.mark.parametrize("unit", (None, 1, 0))
def test_the_papers_that_carry_a_seal_are_named_all_of_them(ask, event, unit):
    """Also where it was settled up, and nothing is asked for a point since."""
    event.unit = unit if unit is None else 1
    event.save()
    if unit is not None:
        settle_up(scope=event, actor="user:x")
    Event.objects.update(unit=unit or None)
    page = ask()
    named = page.split("at the foot of these papers: ")[1].split(".")[0].split(", ")
    money = [] if unit is None else ["Settling up", "Receipts"]
    wall = ["Standings for the wall", "Crosstable", "Prizes for the wall", "Diplomas"]
    assert named == ["Filled sheets", "Standings", *money, *wall]
