"""Papers to be read aloud: a language, a title, and a structure that says what is what."""

import re
from collections import Counter

import pytest

from tests.tournaments.papers.documents import scene
from tournaments.papers.documents.catalogue import DOCUMENTS
from tournaments.papers.documents.document import Option

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(club):
    event = scene.evening(club, tables=2, rounds=2, deals=8)
    return scene.settled(scene.entered(scene.with_folders(event), deals=4))


def structure(node, found=None):
    """Every element below, with its children."""
    found = [] if found is None else found
    node = node.get_object()
    if hasattr(node, "get") and "/S" in node:
        found.append(node)
    kids = node.get("/K", []) if hasattr(node, "get") else []
    for kid in kids if isinstance(kids, list) else [kids]:
        if not isinstance(kid, int):
            structure(kid, found)
    return found


def kinds_of(elements):
    return Counter(str(each["/S"]) for each in elements)


@pytest.mark.strict
def test_every_paper_to_be_read_aloud_says_what_is_what(event):
    for kind in scene.kinds(event):
        says_what_is_what(scene.read(scene.pdf(kind, event, tagged=True)).root_object)


def says_what_is_what(root):
    assert str(root["/Lang"]) == "da"
    assert root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert b"pdfuaid:part" in root["/Metadata"].get_object().get_data()
    elements = structure(root["/StructTreeRoot"])
    figures = [each for each in elements if each["/S"] == "/Figure"]
    assert [each for each in figures if not each.get("/Alt")] == []
    cells = [each for each in elements if each["/S"] == "/TD"]
    assert [each for each in cells if "/A" not in each] == []


@pytest.mark.parametrize("kind", ("score-sheet", "filled-sheet", "standings", "round-plan"))
def test_a_table_is_a_table_with_headings(event, kind):
    found = kinds_of(
        structure(scene.read(scene.pdf(kind, event, tagged=True)).root_object["/StructTreeRoot"])
    )
    assert found["/Table"] >= 1
    assert found["/TH"] >= 4
    assert found["/TD"] > found["/TR"] > 2
    assert found["/H1"] == 1


def test_what_is_not_asked_for_has_no_structure(event):
    assert "/StructTreeRoot" not in scene.read(scene.pdf("standings", event)).root_object


@pytest.mark.nightly
def test_a_sheet_reads_alike_as_a_drawing_and_as_a_table(event):
    drawn, table = (
        scene.text(scene.pdf("filled-sheet", event, **params)) for params in ({}, {"tagged": True})
    )
    numbers = re.compile(r"[+\u2212]\d+")
    assert Counter(numbers.findall(drawn)) == Counter(numbers.findall(table))


@pytest.mark.strict
def test_a_paper_says_whose_it_is_and_when_it_was_made(event):
    with scene.standing_still():
        about = scene.read(scene.pdf("score-sheet", event)).metadata
        documents = {
            document.kind: scene.read(scene.pdf(document.kind, event)).metadata
            for document in DOCUMENTS
            if document.kind != "matches"
        }
    for each in (about, *documents.values()):
        assert each is not None
        assert each.author == "L’hombreklubben Spadille"
        assert each.creation_date == scene.NOW
        assert "2026" in str(each.subject)
        assert "spadille" in str(each["/Keywords"]).casefold()
    titles = {str(each.title) for each in documents.values() if each}
    assert len(titles) == len(documents)


@pytest.mark.strict
def test_equal_papers_are_equal_to_the_byte(event):
    with scene.standing_still():
        for params in ({}, {"tagged": True}, {"large": True}):
            one, other = (scene.pdf("standings", event, **params) for _ in range(2))
            assert one == other


def test_only_what_a_document_has_is_asked_of_it(event):
    labels = [scene.read(scene.pdf("labels", event, a5=a5)).pages[0] for a5 in (True, False)]
    assert len({tuple(page.mediabox) for page in labels}) == 1


@pytest.mark.strict
def test_a5_is_half_of_a4_and_large_print_is_larger(event):
    for document in DOCUMENTS:
        plain = scene.pdf(document.kind, event)
        if Option.A5 in document.options:
            small = area(scene.pdf(document.kind, event, a5=True))
            assert small == pytest.approx(area(plain) / 2, rel=0.01), document.kind
        if Option.LARGE in document.options and document.kind != "crosstable":  # it fills its sheet
            assert largest(scene.pdf(document.kind, event, large=True)) > largest(plain)


def area(made: bytes) -> float:
    box = scene.read(made).pages[0].mediabox
    return float(box.width * box.height)


def largest(made: bytes) -> float:
    """The size of the type that most of the text is set in."""
    sizes: Counter[float] = Counter()

    def note(text, _transformation, matrix, _font, size):
        sizes[round(abs(size * matrix[3]), 1)] += len(text.strip())

    for page in scene.read(made).pages:
        page.extract_text(visitor_text=note)
    return sum(size * count for size, count in sizes.items()) / sum(sizes.values())
