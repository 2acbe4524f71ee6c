"""What hangs on the wall comes on A3 too: the same paper, all of it larger by the root of two."""

import io
from unittest import mock

import pypdf
import pytest
from django.utils import timezone

from lhombre_club.printing.renderer import render
from tests.tournaments.papers.documents import scene
from tournaments.papers.documents.catalogue import CLUB_DOCUMENTS, DOCUMENTS
from tournaments.papers.documents.document import Option

pytestmark = [pytest.mark.django_db, pytest.mark.strict]
A4, A3 = (595, 842), (842, 1191)
WALL = {"wall", "round-wall", "prizes", "crosstable"}


def test_only_what_hangs_on_the_wall_does():
    assert {each.kind for each in DOCUMENTS if Option.A3 in each.options} == WALL
    of_club = {each.kind for each in CLUB_DOCUMENTS if Option.A3 in each.options}
    assert of_club == {"honours-wall"}


@pytest.mark.parametrize("kind", sorted(WALL))
@pytest.mark.parametrize("tagged", (False, True))
def test_it_says_the_same_on_a_larger_sheet(club, kind, tagged):
    event = scene.evening(club, tables=2)
    document = next(each for each in DOCUMENTS if each.kind == kind)
    of = {"event": event, "round": event.rounds.get(number=1)}
    params = {**{name: str(row.pk) for name, row in of.items()}, "tagged": tagged}
    pages, now = {}, timezone.now()  # a paper says when it was made, to the minute
    for size in ((), ("a3",)):
        with mock.patch.object(timezone, "now", return_value=now):
            paper = document.paper({**params, **dict.fromkeys(size, True)})
        pages[size] = pypdf.PdfReader(io.BytesIO(render(paper))).pages
    small, large = pages[()], pages["a3",]
    assert len(small) == len(large)
    for one, other in zip(small, large, strict=True):
        assert sorted(map(round, one.mediabox[2:])) == list(A4)
        assert sorted(map(round, other.mediabox[2:])) == list(A3)
        assert one.extract_text().split() == other.extract_text().split()
