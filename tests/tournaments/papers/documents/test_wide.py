"""However many rounds are played, no column of the standings or the crosstable is cut off."""

import re
import subprocess
import uuid
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

import pytest
from fontTools.ttLib import TTFont

from lhombre_club.printing import renderer
from scoring.standings import Comparison
from tests.sizes import some, sparse
from tests.tournaments.papers.documents import scene
from tournaments.models import Event, Sitter
from tournaments.papers.documents import crosstable, results, wide
from tournaments.papers.documents.document import Option
from tournaments.papers.queries import places
from tournaments.standings.pages.crosstables import CrossLine, CrossSection
from tournaments.standings.queries.standings import Row, Standings

pytestmark = pytest.mark.django_db(transaction=True)
EVERY = range(1, 21)
"""The program plans no more rounds."""
ROUNDS = (
    pytest.param(some((12, 2, 5, 7, 20)), id="some"),
    pytest.param(EVERY, id="every", marks=pytest.mark.nightly),
)
PLAYERS = 5
SIZES = {
    "normal": {},
    "large": {"large": True},
    "a5": {"a5": True},
    "a5-large": {"a5": True, "large": True},
}
POINT = 25.4 / 72


@dataclass(frozen=True)
class Word:
    """A word on a page, in millimetres from the left edge."""

    text: str
    left: float
    right: float
    page_width: float


def words(pdf: bytes) -> list[Word]:
    said = subprocess.run(
        ["pdftotext", "-bbox", "-", "-"], input=pdf, capture_output=True, check=True
    ).stdout.decode()
    found, width = [], 0.0
    for line in said.splitlines():
        if page := re.search(r'<page width="([\d.]+)"', line):
            width = float(page[1]) * POINT
        if word := re.search(r'xMin="([-\d.]+)".*xMax="([-\d.]+)".*>(.*)</word>', line):
            left, right = (float(word[at]) * POINT for at in (1, 2))
            found.append(Word(word[3], left, right, width))
    return found


def outside(pdf: bytes, margin: float) -> list[str]:
    """The words that end past a margin, by more than the width of a hair."""
    return [
        word.text
        for word in words(pdf)
        if word.left < margin - 0.2 or word.right > word.page_width - margin + 0.2
    ]


def standings_of(rounds: int, *, penalties: int = 0, compared: bool = False) -> Standings:
    """Players with long names and points of three figures in every round."""
    return Standings(
        tag="",
        rounds=tuple(range(1, rounds + 1)),
        tie_chain=("points", "won"),
        comparison=Comparison.PER_OPPONENT if compared else Comparison.RAW,
        mixed_sizes=False,
        rows=tuple(
            Row(
                place=100 + number,
                shared=True,
                participant=uuid.UUID(int=number),
                number=380 + number,
                name=name,
                points=-1234,
                compared=Fraction(-1234, 3),
                penalties=penalties,
                handicap=-penalties,
                won=100,
                kodille=100,
                highest=100,
                deals=40,
                rounds=(-123,) * rounds,
                decided_by=None,
            )
            for number, name in enumerate(scene.NAMES[4 : 4 + PLAYERS])
        ),
    )


def seats(rounds: int) -> list[places.Place]:
    """All at one table."""
    return [
        places.Place(
            round=number,
            table=1,
            table_id=uuid.UUID(int=1),
            seat=seat,
            participant=uuid.UUID(int=seat),
            sitter=Sitter(""),
        )
        for number in range(1, rounds + 1)
        for seat in range(PLAYERS)
    ]


@pytest.fixture
def event(club, pdftoppm):
    """For the heads of the papers; what they show is made up."""
    return scene.evening(club, tables=1, rounds=1)


@pytest.mark.parametrize("tried", ROUNDS)
@pytest.mark.parametrize("size", sparse(SIZES, 3))
@pytest.mark.parametrize("shape", ({}, {"penalties": -120, "compared": True}), ids=("few", "many"))
def test_standings_of_any_number_of_rounds_are_whole(event, monkeypatch, size, shape, tried):
    cut = {}
    for rounds in tried:
        now = standings_of(rounds, **shape)
        monkeypatch.setattr(results, "standings_shown", lambda _event, now=now: now)
        pdf = scene.pdf("standings", event, **SIZES[size])
        text = scene.text(pdf)
        assert text.count("−123 ") + text.count("−123\n") >= rounds * PLAYERS
        cut[rounds] = outside(pdf, 10 if "a5" in size else 18)
    assert {rounds: found for rounds, found in cut.items() if found} == {}


@pytest.mark.strict
@pytest.mark.parametrize("tried", ROUNDS)
@pytest.mark.parametrize("size", ("normal", "large"))
def test_a_crosstable_of_any_number_of_rounds_is_whole(event, monkeypatch, size, tried):
    cut = {}
    for rounds in tried:
        now, found = standings_of(rounds, penalties=-120), seats(rounds)
        monkeypatch.setattr(crosstable, "standings_shown", lambda _event, now=now: now)
        monkeypatch.setattr(crosstable, "places", lambda _event, found=found: found)
        pdf = scene.pdf("crosstable", event, **SIZES[size])
        assert scene.text(pdf).count(" · ") >= rounds * PLAYERS * (PLAYERS - 2)
        cut[rounds] = outside(pdf, 12)
    assert {rounds: found for rounds, found in cut.items() if found} == {}


@pytest.mark.strict
@pytest.mark.parametrize("size", ("normal", "large"))
@pytest.mark.parametrize("count", (9, 14))
def test_a_crosstable_of_pairs_is_whole(event, monkeypatch, size, count):
    numbers = tuple(range(1, count + 1))
    line = CrossLine(count, " – ".join(scene.NAMES[4:6]), ("−1.234",) * count)
    section = CrossSection("A", numbers, (line,) * count)
    monkeypatch.setattr(crosstable, "crosstables", lambda *_: ())
    monkeypatch.setattr(crosstable, "league_rounds", lambda *_, **_how: ())
    monkeypatch.setattr(crosstable, "cross_sections", lambda _: [section])
    Event.objects.filter(pk=event.pk).update(kind=Event.Kind.PAIRS)
    pdf = scene.pdf("crosstable", event, **SIZES[size])
    assert outside(pdf, 12) == []
    assert scene.text(pdf).count("−1.234") == count * count


def test_a_few_rounds_stand_in_one_table_upright():
    few = wide.Wide(["Runde 1", "Kruk"], [[wide.Cell("+1"), wide.Cell("0")]])
    how = wide.of_standings(frozenset())
    assert wide.fits_upright(few, 80, how)
    assert wide.page(how, upright=True)["size"] == ""
    assert wide.parts(few, 80, how, upright=True, title="A") == [wide.Part("A", ":")]


def test_parts_are_equally_long_and_say_which_they_are():
    many = wide.Wide(["Runde"] * 20, [[wide.Cell("−1.234")] * 20])
    how = wide.of_standings(frozenset({Option.LARGE}))
    found = wide.parts(many, 90, how, upright=False, title="A")
    assert [part.columns for part in found] == ["0:7", "7:14", "14:20"]
    assert [part.heading for part in found] == [f"A · Del {part} af 3" for part in (1, 2, 3)]


def test_letters_are_as_wide_as_is_said():
    path, _type = renderer.own_file("print:fonts/plex-400.woff2")
    font = TTFont(path)
    letters, widths = font.getBestCmap(), font["hmtx"]
    measured = {
        letter: widths[letters[ord(letter)]][0] / font["head"].unitsPerEm
        for letter in chain(*wide.WIDTHS)
    }
    wrong = {
        letter: width
        for letter, width in measured.items()
        if not width <= wide.WIDTH_OF[letter] <= width + 0.06
    }
    assert wrong == {}
