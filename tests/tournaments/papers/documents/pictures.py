"""Pictures of pages: made with pdftoppm, kept small and grey, compared with a tolerance.

Two pictures are blurred by a millimetre before they are compared. Another version of Pango or
cairo draws the edge of a letter a little lighter, or a word a fifth of a millimetre further on:
blurred, that changes each place slightly. A column that moves, a line that is gone or a word that
is another makes places white that were not, and the other way round.
"""

import io
import subprocess
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

APPROVED = Path(__file__).parent / "approved"
DPI = 50
BLUR = 2
"""Pixels: a millimetre."""
GREYS = 12
OTHER = 32
"""Levels of grey, of 255, from which a place is another."""
MOST_OTHER = 0.001
"""Share of the places that may be others.

Of the approved pages, drawn a fifth of a millimetre further on and softer, no more than 0.0002 are
others; where the fullest line is missing, no less than 0.004.
"""


def first_page(pdf: bytes) -> Image.Image:
    """The first page, in grey."""
    drawn = subprocess.run(
        ["pdftoppm", "-r", str(DPI), "-gray", "-f", "1", "-l", "1", "-"],
        input=pdf,
        capture_output=True,
        check=True,
    )
    return Image.open(io.BytesIO(drawn.stdout))


def difference(one: Image.Image, other: Image.Image) -> float:
    """The share of places that differ; all of them where the pages are of two sizes."""
    if one.size != other.size:
        return 1.0
    found = ImageChops.difference(*(_blurred(picture) for picture in (one, other)))
    levels = found.tobytes()
    return sum(level >= OTHER for level in levels) / len(levels)


def _blurred(picture: Image.Image) -> Image.Image:
    return picture.convert("L").filter(ImageFilter.GaussianBlur(BLUR))


def approved(name: str) -> Image.Image | None:
    path = APPROVED / f"{name}.png"
    return Image.open(path) if path.exists() else None


def approve(name: str, picture: Image.Image) -> None:
    """Keep the picture with so few greys that it is small."""
    APPROVED.mkdir(exist_ok=True)
    few = picture.convert("L").quantize(GREYS, dither=Image.Dither.NONE)
    few.save(APPROVED / f"{name}.png", optimize=True)


def names() -> Iterator[str]:
    return (path.stem for path in sorted(APPROVED.glob("*.png")))
