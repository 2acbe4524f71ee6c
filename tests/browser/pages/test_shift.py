"""Nothing moves under a finger while a page that was never opened before comes in."""

import pytest
from django.urls import reverse

from tests import make
from tournaments.models import Table

pytestmark = pytest.mark.browser

MOST = 0.01
"""Of the screen; one line of text that moves is more."""
WATCH = """window.moved = 0; new PerformanceObserver((list) => {
  for (const each of list.getEntries()) window.moved += each.value;
}).observe({type: "layout-shift", buffered: true});"""


@pytest.mark.parametrize("width", (360, 1366))
def test_letters_that_come_late_move_nothing(new_context, club, live_server, width):
    event = make.make_released_event(club, tables=2, deals=8)
    for table in Table.objects.filter(round__event=event):
        for deal in range(1, 9):
            won = {"declarer": deal % 4, "contract": "spil", "outcome": "won"}
            make.enter(table, deal, won)
    player = event.participants.all()[0]
    for route, keys in (
        ("public-standings", [event.pk]),
        ("public-player", [event.pk, player.pk]),
        ("public-figures", [event.pk]),
        ("screen", [event.pk]),
    ):
        page = new_context(viewport={"width": width, "height": 740}).new_page()
        page.add_init_script(WATCH)
        page.goto(reverse(f"tournaments:{route}", args=keys))
        page.evaluate("document.fonts.ready")
        page.wait_for_function("document.fonts.check('1em Plex')")
        assert page.evaluate("window.moved") < MOST, route
