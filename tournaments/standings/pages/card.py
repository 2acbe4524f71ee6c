"""What a messenger shows of an event whose address is sent: a sentence, and a picture."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import Final, TypeAlias

from django.contrib.staticfiles import finders
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

from tournaments.models import Event
from tournaments.standings.pages.standings import sections
from tournaments.standings.queries.standings import Standings, standings_shown

Letter: TypeAlias = tuple[str, ImageFont.FreeTypeFont, float]
"""With its font and its width."""
FIRST: Final = 3
"""Places that are told."""
SIZE: Final = (1200, 630)
"""Pixels: what messengers show whole."""
MARGIN: Final = 80
GREEN: Final = "#14532d"
PALE: Final = "#cfe3d4"
FONTS: Final = ("plex-{}.woff2", "plex-ext-{}.woff2")
"""The letters of the west, and the others of our alphabet."""


def told(event: Event) -> str:
    """Return the day, and the first three as everybody may know them, in one sentence."""
    day = str(date_format(event.date, "DATE_FORMAT"))
    first = [f"{place} {name} {points}" for place, name, points in _first(standings_shown(event))]
    return ". ".join([day, *([", ".join(first)] if first else [])])


def picture(event: Event) -> bytes:
    """Return the same as a PNG, with the names of the club and the event."""
    image = Image.new("RGB", SIZE, GREEN)
    draw = ImageDraw.Draw(image)
    for line in _lines(event):
        line.write(draw)
    out = BytesIO()
    image.quantize(64).save(out, "PNG", optimize=True)
    return out.getvalue()


def _lines(event: Event) -> Iterator["_Line"]:
    shown = standings_shown(event)
    day = str(date_format(event.date, "DATE_FORMAT"))
    if shown.frozen:
        day += " · " + _("Standings after round %(number)d") % {"number": shown.frozen}
    yield _Line(event.club.name, 60, 40, PALE)
    yield _Line(event.name, 120, 76, weight=600)
    yield _Line(day, 225, 40, PALE)
    for row, (place, name, points) in enumerate(_first(shown)):
        top = 330 + 84 * row
        yield _Line(place, top, 56, PALE, weight=600)
        yield _Line(name, top, 56, left=2 * MARGIN, right=3 * MARGIN)
        yield _Line(points, top, 56, weight=600, at_end=True)


def _first(shown: Standings) -> list[tuple[str, str, str]]:
    """Return place, name and points of the first three; nobody before anything is played."""
    if not any(row.deals for row in shown.rows):
        return []
    section = sections(shown)[0]
    return [(one.place, one.name, one.points) for one in section.places[:FIRST] if one.place != "–"]


@dataclass(frozen=True, slots=True)
class _Line:
    """What is written between two margins, each letter with the file that has it."""

    text: str
    top: int
    size: int
    colour: str = "white"
    weight: int = 400
    left: int = MARGIN
    right: int = MARGIN
    at_end: bool = False

    def write(self, draw: ImageDraw.ImageDraw) -> None:
        """Write it, and cut what does not fit."""
        room = SIZE[0] - self.left - self.right
        letters = list(_letters(self.text, self.weight, self.size))
        if _width(letters) > room:
            dots = list(_letters("…", self.weight, self.size))
            while letters and _width([*letters, *dots]) > room:
                letters.pop()
            letters += dots
        at = SIZE[0] - self.right - _width(letters) if self.at_end else self.left
        for letter, font, width in letters:
            draw.text((at, self.top), letter, fill=self.colour, font=font)
            at += width


def _width(letters: Iterable[Letter]) -> float:
    return sum(width for _letter, _font, width in letters)


def _letters(text: str, weight: int, size: int) -> Iterator[Letter]:
    for letter in text:
        files = (name.format(weight) for name in FONTS)
        own = next((name for name in files if ord(letter) in _has(name)), FONTS[0].format(weight))
        font = _font(own, size)
        yield letter, font, font.getlength(letter)


@cache
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(finders.find(f"fonts/{name}")), size)


@cache
def _has(name: str) -> frozenset[int]:
    return frozenset(TTFont(str(finders.find(f"fonts/{name}"))).getBestCmap())
