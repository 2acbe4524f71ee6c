"""Tables of few columns on a phone: years stay whole, and nothing lies beside the screen."""

import pytest

from tournaments.honours.domain import Title, put_up

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 640}
LINES = """head => {
  const text = document.createRange();
  text.selectNodeContents(head);
  return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""
BESIDE = "region => region.scrollWidth - region.clientWidth"


@pytest.mark.parametrize("size", ("100%", "237.5%"))
def test_a_year_on_the_board_of_honour_stands_in_one_line(new_context, club, size):
    """Before: 202 and 6."""
    names = "Gunnar Lyngholm Andersen og Helga Mosegaard Pilegaard"
    put_up(club=club, titles=[Title(year=2026, title="Parmester", name=names)], actor="user:x")
    page = new_context(viewport=PHONE).new_page()
    page.goto(f"/s/club/{club.pk}/honours/")
    page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
    assert page.locator("tbody th").evaluate(LINES) == 1
    assert page.locator("tbody td").evaluate(LINES) > 1


def test_what_is_kept_is_read_on_a_phone_without_scrolling_sideways(new_context, director):
    """Before: two of four columns of sentences lay beside the screen."""
    page = new_context(director, viewport=PHONE).new_page()
    page.goto("/club/kept/")
    assert page.locator(".table-scroll").first.evaluate(BESIDE) == 0
