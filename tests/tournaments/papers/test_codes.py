"""The code of a sheet, and what a paper says of the phone that reads it."""

from itertools import cycle

import pytest
import segno
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from lhombre_club.printing import registry
from tests import make
from tournaments.entry.domain.links import issue_link
from tournaments.models import Table
from tournaments.papers import asking
from tournaments.papers.documents.cut import cards, slips
from tournaments.papers.documents.document import About
from tournaments.papers.score_sheet import drawing

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(club):
    event = make.make_released_event(club, tables=1, deals=40, language="en")
    return Table.objects.get(round__event=event)


def test_the_code_opens_the_table(table, settings, monkeypatch):
    settings.PUBLIC_URL = "http://192.168.1.5:8000"
    seen, make_code = [], segno.make

    def remember(address, **kwargs):
        seen.append((address, kwargs["error"]))
        return make_code(address, **kwargs)

    monkeypatch.setattr(segno, "make", remember)
    registry.build(asking.Kind.SCORE_SHEET, {"table": str(table.pk)})
    ((address, level),) = seen
    assert address.startswith("http://192.168.1.5:8000/e/")
    assert level == "m"


@pytest.mark.parametrize(
    ("address", "pointed"), (("http://127.0.0.1:8000", False), ("https://klub.example", True))
)
def test_a_paper_points_no_phone_to_this_computer_alone(table, settings, address, pointed):
    settings.PUBLIC_URL = address
    part = registry.build(asking.Kind.SCORE_SHEET, {"table": str(table.pk)})
    about = About(table.round.event, table.round)
    assert part.context["open_only_here"] is not pointed
    assert cards.table_cards(about)["open_only_here"] is not pointed
    for template in ("print/sheet.html", "print/sheet-table.html", "print/table-face.html"):
        with translation.override("en"):
            said = render_to_string(template, part.context)
        assert ("Point your phone here" in said) is pointed
        assert ("The code of this table’s sheet" in said) is (not pointed and "face" in template)
    with translation.override("en"):
        drawn = render_to_string("print/sheet-drawing.html", part.context)
        around = render_to_string("print/sheet.html", part.context)
        asked = render_to_string("review/protest_form.html", {"deal": 1, "asks_code": True})
    assert f">{part.context['sheet_id']}</lines>" in drawn  # on one line
    assert "For protests and for the director:" in around
    assert "under “For protests and for the director”" in asked
    assert slips.values(about)["open_only_here"] is not pointed


def test_the_page_of_a_code_shows_none_that_no_phone_opens(director_client, table, settings):
    issue_link(table, actor="user:director")
    address = reverse("tournaments:phone-code", args=[table.pk])

    def served_at(own):
        settings.PUBLIC_URL = own
        return director_client.get(address, headers={"accept-language": "en"}).content.decode()

    here, there = served_at("http://127.0.0.1:8000"), served_at("https://klub.example")
    assert "./club run --lan" in here
    assert 'class="code"' not in here
    assert 'class="code"' in there
    assert "--lan" not in there


def test_a_code_has_every_dark_module():
    code = drawing.qr_code("http://127.0.0.1/e/x/")
    matrix = segno.make("http://127.0.0.1/e/x/", error="m", micro=False).matrix
    assert code.size == len(matrix) + 4
    for y, (modules, (line, dashes)) in enumerate(zip(matrix, code.lines, strict=True)):
        assert line == f"M{drawing.QUIET} {y + drawing.QUIET}.5h{len(matrix)}"
        runs = zip(cycle((1, 0)), map(int, dashes.split()), strict=False)
        assert [dark for dark, length in runs for _ in range(length)] == list(modules)
