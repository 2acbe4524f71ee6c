"""How papers are set: hyphens, numbers, suits, and letters that our typeface does not have."""

import re
from fractions import Fraction
from functools import cache

import pytest
from fontTools.ttLib import TTFont

from lhombre_club.printing import Paper, renderer
from tests.sizes import sparse
from tests.tournaments.papers.documents import scene
from tournaments.models import Event
from tournaments.papers.score_sheet import columns, grid
from tournaments.words.figures import fraction, grouped, kroner, signed

pytestmark = pytest.mark.django_db(transaction=True)
OURS = {"Plex", "Plex-Semi-Bold", "Plex-Ext", "Plex-Ext-Semi-Bold"}
HYPHEN = re.compile(r"[-\u2010]\s*$").search
STRANGE = ("Ali 😀", "عمر الخيام", "山田太郎", "Ж. Петров", "e\u0301\u0323", "\u202egnorw")


def test_numbers_are_danish():
    assert (signed(-1234), signed(12345), signed(-999)) == ("−1.234", "+12.345", "−999")
    assert grouped(1_234_567) == "1.234.567"
    assert (fraction(Fraction(-49, 4)), fraction(Fraction(7))) == ("−12,25", "7")
    assert (fraction(Fraction(5, 3)), fraction(Fraction(-1, 6))) == ("1,67", "−0,17")


def test_money_is_danish(club):
    event = scene.entered(scene.evening(club, tables=1, unit="150"))
    scene.settled(event)
    amounts = [payment.amount for payment in event.settlings.get().payments.all()]
    text = scene.text(scene.pdf("receipts", event))
    assert max(amounts) >= 1000
    for amount in amounts:
        assert kroner(amount) in text
    shares = scene.text(scene.pdf("settling", event)).split("Vundet og tabt")[-1]
    assert "−" in shares
    assert re.search(r"\s-\d", shares) is None


def test_a_long_danish_word_is_parted_where_danish_parts_it_and_a_name_is_not():
    words = "Turneringslederforsamlingsprotokol " * 9
    context = {"sections": [], "created": scene.NOW.isoformat()}
    said, named = (
        scene.text(renderer.render(Paper("standings.html", context | own, "x", "da")))
        for own in ({"order": words}, {"event": words})
    )
    ends = {line.rstrip()[:-1].split()[-1] for line in said.splitlines() if HYPHEN(line)}
    assert ends
    assert all("Turneringslederforsamlingsprotokol".startswith(end) for end in ends)
    assert not any(map(HYPHEN, named.splitlines()))


@pytest.mark.strict
def test_only_our_typefaces_are_used_and_suits_are_drawn(club):
    event = scene.entered(scene.evening(club, tables=1, players=5, ruleset="hoem"))
    for kind in scene.kinds(event):
        made = scene.pdf(kind, event)
        assert scene.fonts(made) <= OURS, kind
        assert not set("♠♥♦♣") & set(scene.text(made)), kind


def test_each_letter_of_the_north_is_in_our_typeface():
    letters = set("".join(scene.NAMES)) | set("æøåÆØÅðÐþÞáéíóúýöäÖÄ−–…’")
    for weight in (400, 600):
        path, _type = renderer.own_file(f"print:fonts/plex-{weight}.woff2")
        assert letters - set(map(chr, TTFont(path).getBestCmap())) == set()


@pytest.mark.strict
def test_letters_that_we_do_not_have_break_no_page(club):
    event = scene.evening(club, tables=2)
    plain = {kind: pages(kind, event) for kind in scene.kinds(event) if kind != "pack"}
    for player, name in zip(event.participants.all(), STRANGE, strict=False):
        player.name = name
        player.save()
    event = Event.objects.get(pk=event.pk)
    assert {kind: pages(kind, event) for kind in plain} == plain
    assert "Петров" in scene.text(scene.pdf("standings", event))


def pages(kind: str, event: Event) -> int:
    return len(scene.read(scene.pdf(kind, event)).pages)


@pytest.mark.parametrize("large", (False, True))
@pytest.mark.parametrize("players", (3, 4, 5))
@pytest.mark.parametrize("name", sparse((*scene.NAMES, "W" * 48, "Ma " * 16, "Mm-" * 16), 6))
def test_a_name_above_its_column_is_read_to_the_end(name, players, large):
    """Measured with the typeface itself; the narrowest columns are those of Høm with a pot."""
    width = Fraction(186 - 107, players)
    size, step = columns.name_fit(name, width, large=large)
    room = float(width - Fraction(9, 5))
    needed = measured_lines(name, float(size * grid.POINT), room)
    assert needed * step <= columns.NAME_HEIGHT + Fraction(1, 2)


@cache
def bold() -> TTFont:
    path, _type = renderer.own_file("print:fonts/plex-600.woff2")
    return TTFont(path)


def measured_lines(name: str, em: float, room: float) -> int:
    font = bold()
    letters, widths = font.getBestCmap(), font["hmtx"]
    scale = em / font["head"].unitsPerEm
    count, used = 1, 0.0
    for part in columns.name_parts(name):
        wide = sum(widths[letters[ord(letter)]][0] for letter in part.rstrip()) * scale
        if used and used + wide > room:
            count, used = count + 1, 0.0
        while wide > room:
            count, wide = count + 1, wide - room
        used += wide + widths["space"][0] * scale * part.endswith(" ")
    return count
