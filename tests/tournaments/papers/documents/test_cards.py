"""Cards: what stands on them is read from where they stand."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.utils import translation

from tests import make
from tests.tournaments.papers.documents import scene
from tournaments.words import wording


def test_a_long_name_takes_two_lines_and_is_not_far_smaller_than_the_others():
    style = Path(str(finders.find("print/cards.css"))).read_text(encoding="utf-8")
    found = re.findall(r"\.badge \.(who|long|longer) \{ font-size: ([0-9]+)pt", style)
    sizes = {name: int(size) for name, size in found}
    assert sizes["longer"] >= 0.6 * sizes["who"]


@pytest.mark.django_db(transaction=True)
def test_on_a_slip_the_seat_stands_on_the_line_of_its_round_also_after_one_sat_out(club):
    event = make.make_released_event(club, tables=1, rounds=2, language="en")
    first, second = event.rounds.order_by("number")
    seat = first.seats.order_by("seat")[0]
    there = second.seats.get(participant=seat.participant)
    seat.delete()
    page = scene.read(scene.pdf("seat-slips", event)).pages[0]
    lines = page.extract_text(extraction_mode="layout").splitlines()
    (idle,) = [line.partition("sits out")[2] for line in lines if "sits out" in line]
    with translation.override("en"):
        name = wording.seat_name(there.seat)
    assert not re.match(rf"\s*{name}", idle)
    assert any(re.search(rf"Round 2\s+Table 1\s+{name}", line) for line in lines)
