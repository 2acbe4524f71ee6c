"""What is cut for whoever plays in somebody's place: the way through the rounds, and a name."""

from typing import Any

import pytest
from django.utils import translation

from tests import make
from tournaments.papers import asking
from tournaments.papers.documents.document import About
from tournaments.words import wording

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=2, rounds=2, language="en")


def cut(kind, event):
    document = asking.document_of(kind)
    assert document is not None
    pages: Any = document.values(About(event, event.rounds.first()))["pages"]
    return [card for page in pages for card in page]


def test_who_plays_in_somebodys_place_has_a_slip_and_a_name_card(event):
    first, second = event.rounds.order_by("number")
    player = first.seats.first().participant
    whole, half = (round_.seats.get(participant=player) for round_ in (first, second))
    whole.substitute_name, half.substitute_name, half.substitute_from = "Åse", "Rie", 5
    for seat in (whole, half):
        seat.save()
    slips = {slip.name: slip for slip in cut("seat-slips", event)}
    here, there = (f"Table {seat.table.number}" for seat in (whole, half))
    assert slips[player.name].tables == f"a substitute plays\n{there}"
    assert slips[player.name].seats == f"\n{wording.seat_name(half.seat)}"
    assert (slips["Åse"].rounds, slips["Åse"].tables) == ("Round 1", here)
    assert slips["Åse"].of == f"Plays for {player.name}"
    assert (slips["Rie"].tables, slips["Rie"].of) == (
        there,
        f"Plays for {player.name} from deal 5",
    )
    assert list(slips)[-1] == "Åse"
    cards = [card.name for card in cut("name-cards", event)]
    assert {"Åse", "Rie", player.name} <= set(cards)
    assert len(cards) == event.participants.count() + 2


def test_who_plays_for_another_in_a_round_does_not_sit_it_out(event):
    first, _second = event.rounds.order_by("number")
    seats = first.seats.order_by("seat")
    helper, player = seats[0].participant, seats[1].participant
    seats[0].delete()
    chair = first.seats.get(participant=player)
    chair.substitute, chair.substitute_name = helper.person, helper.name
    chair.save()
    own, other = sorted(
        (slip for slip in cut("seat-slips", event) if slip.name == helper.name),
        key=lambda slip: slip.of,
        reverse=True,
    )
    assert own.tables.partition("\n")[0] == f"plays for {player.name}"
    assert (other.of, other.tables) == (f"Plays for {player.name}", f"Table {chair.table.number}")
