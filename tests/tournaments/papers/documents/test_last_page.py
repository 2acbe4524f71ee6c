"""A paper that goes on over the page ends there with more than its foot and one row."""

from dataclasses import replace

import pytest

from lhombre_club.printing import registry, renderer
from tests.tournaments.papers.documents import scene

pytestmark = pytest.mark.django_db


def test_the_seal_of_a_settlement_stands_below_the_last_of_its_rows(club):
    event = scene.settled(scene.entered(scene.evening(club, tables=1, deals=4)))
    paper = registry.build("settling", {"event": str(event.pk)})
    (*_, share) = paper.context["shares"]
    over = []
    for rows, lines in ((23, 1), (23, 2), (24, 1), (25, 1), (27, 1), (28, 1), (29, 1), (30, 1)):
        context = {**paper.context, "shares": [share] * rows, "rounding": "Beløb. " * 17 * lines}
        pages = scene.read(renderer.render(replace(paper, context=context))).pages
        if len(pages) > 1:
            over.append(pages[-1].extract_text())
    assert over
    assert all("segl" in last for last in over)
    assert all(last.count(share.name) > 1 for last in over)
