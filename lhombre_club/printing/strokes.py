"""Short lines and straight strokes, drawn many times faster than WeasyPrint lays them out.

A score sheet has more than five hundred short texts and a thousand strokes. For each text
WeasyPrint makes boxes and asks Pango three times; here each word is shaped once in a worker's
life, and from then on only drawn. It looks the same: fonts, kerning and baseline are WeasyPrint's.
Three tags of its SVG are drawn here:

``<lines>``: each line of its text below the other. ``x`` is where they stand as ``text-anchor``
says, ``top`` that of the first, ``step`` the height of each; ``font-size``, ``font-weight`` and
``fill`` are SVG's, the typeface is the paper's own. An empty line is a gap.

``<pairs>``: blocks of two lines, the first strong, beside one another over the ``width``.

``<path>``: lengths without units; what has a curve is drawn by WeasyPrint, once.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Any, Final

TYPEFACE: Final = ["Plex", "Plex Ext", "DejaVu Sans", "sans-serif"]
"""As in paper.css, which says why."""
STRONG: Final = 600
MOST_WORDS: Final = 4000
"""A worker forgets the word that it used longest ago; a club's evening has a few hundred."""
SHIFT: Final = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""How much of its width a text stands left of its place."""
_NUMBER: Final = r"(-?[\d.]+)"
_COMMAND: Final = re.compile(rf"([MlhvVz])(?:{_NUMBER}(?: {_NUMBER})?)?")
_GOES: Final[dict[str, Callable[[float, float, float, float], tuple[float, float]]]] = {
    "M": lambda _x, _y, to_x, to_y: (to_x, to_y),
    "l": lambda x, y, by_x, by_y: (x + by_x, y + by_y),
    "h": lambda x, y, by_x, _: (x + by_x, y),
    "v": lambda x, y, by_y, _: (x, y + by_y),
    "V": lambda x, _y, to_y, _: (x, to_y),
}
_curves: dict[str, bytes] = {}
"""The few shapes with curves that the templates have, as WeasyPrint drew them."""
_STRAIGHT: Final = re.compile(rf"(?:[Ml]{_NUMBER} {_NUMBER}|[hvV]{_NUMBER}|z)*")


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """A shaped text; WeasyPrint draws it as it draws a text box."""

    pango_layout: Any
    style: Any
    text: str
    width: float
    height: float
    baseline: float


def register() -> None:
    """Let WeasyPrint's SVG draw these tags; once in a process."""
    from weasyprint.svg import TAGS  # noqa: PLC0415 -- worker only

    TAGS["lines"] = _lines
    TAGS["pairs"] = _pairs
    TAGS["path"] = _path


def forget() -> None:
    """Let go of the words: they hold the fonts."""
    _word.cache_clear()


def _lines(svg: Any, node: Any, font_size: float) -> None:
    pen = Pen(svg, node, font_size)
    shift = SHIFT[node.get("text-anchor", "start")]
    for row, text in enumerate((node.text or "").split("\n")):
        if text:
            word = pen.word(text)
            pen.write(word, pen.x - shift * word.width, row)
    pen.lift()


def _pairs(svg: Any, node: Any, font_size: float) -> None:
    pen = Pen(svg, node, font_size)
    said = [text for line in node.text.split("\n") if (text := line.strip())]
    pairs = [
        (pen.word(strong, STRONG), pen.word(below))
        for strong, below in zip(said[::2], said[1::2], strict=True)
    ]
    widths = [max(word.width for word in pair) for pair in pairs]
    gap = (float(node.get("width")) - sum(widths)) / max(1, len(pairs) - 1)
    left = pen.x
    for pair, width in zip(pairs, widths, strict=True):
        for row, word in enumerate(pair):
            pen.write(word, left, row)
        left += width + gap
    pen.lift()


class Pen:
    """Writes the words of one tag."""

    def __init__(self, svg: Any, node: Any, font_size: float) -> None:
        self.x, self.top, self.step = (float(node.get(it, 0)) for it in ("x", "top", "step"))
        self._svg, self._font_size = svg, font_size
        self._weight = int(node.get("font-weight", 400))
        self._drawn: dict[Word, list[bytes]] = svg.__dict__.setdefault("words_drawn", {})
        self._spacing = float(node.get("letter-spacing", 0)) * font_size
        fill, stroke = svg.set_graphical_state(node, font_size)
        svg.stream.begin_text()
        svg.fill_stroke(fill, stroke, text=True)

    def word(self, text: str, weight: int = 0) -> Word:
        """Return the shaped text."""
        weight = weight or self._weight
        return _word(text, self._font_size, weight, self._spacing, self._svg.font_config)

    def write(self, word: Word, left: float, row: int) -> None:
        """Draw a word so many rows below the first, in the middle of its row's height."""
        base = self.top + self.step * row + (self.step - word.height) / 2 + word.baseline
        stream = self._svg.stream
        stream.stream.append(f"1 0 0 -1 {left:.6g} {base:.6g} Tm".encode())
        if word not in self._drawn:
            self._drawn[word] = _drawn(stream, word)
        stream.stream.extend(self._drawn[word])

    def lift(self) -> None:
        """End writing."""
        self._svg.stream.end_text()


def _drawn(stream: Any, word: Word) -> list[bytes]:
    """Return how PDF writes a word where the matrix has put it, and name its font in the file."""
    from weasyprint.draw.text import draw_first_line  # noqa: PLC0415 -- worker only
    from weasyprint.matrix import Matrix  # noqa: PLC0415 -- worker only

    before = len(stream.stream)
    stream._current_font = None  # noqa: SLF001 -- the font is to be named, whatever was before
    draw_first_line(stream, word, "none", "none", Matrix())
    drawn: list[bytes] = stream.stream[before + 1 :]  # without the matrix
    del stream.stream[before:]
    return drawn


@lru_cache(MOST_WORDS)
def _word(text: str, size: float, weight: int, spacing: float, font_config: Any) -> Word:
    from weasyprint.css.properties import INITIAL_VALUES  # noqa: PLC0415 -- worker only
    from weasyprint.svg.text import Style  # noqa: PLC0415 -- worker only
    from weasyprint.text.line_break import split_first_line  # noqa: PLC0415 -- worker only

    style = Style(INITIAL_VALUES)
    style.font_config = font_config
    style.update(
        font_family=TYPEFACE,
        font_size=size,
        font_weight=weight,
        font_variant_numeric=("tabular-nums",),
        letter_spacing=spacing or "normal",
    )
    layout, _, _, width, height, baseline = split_first_line(text, style, None, inf, 0)
    layout.reactivate(style)
    return Word(layout, style, text, width, height, baseline)


def _path(svg: Any, node: Any, font_size: float) -> None:
    from weasyprint.svg.path import path as any_path  # noqa: PLC0415 -- worker only

    path, drawn = node.get("d", ""), svg.stream.stream
    if _STRAIGHT.fullmatch(path):
        drawn.append(_straight(path))
    elif path in _curves:
        drawn.append(_curves[path])
    else:
        before = len(drawn)
        any_path(svg, node, font_size)
        _curves[path] = b"\n".join(drawn[before:])


@lru_cache(64)
def _straight(path: str) -> bytes:
    """Return a path of straight strokes as PDF draws it."""
    x = y = 0.0
    drawn = []
    for letter, first, second in _COMMAND.findall(path):
        if letter == "z":
            drawn.append("h")
            continue
        x, y = _GOES[letter](x, y, float(first), float(second or 0))
        drawn.append(f"{x:.6g} {y:.6g} {'m' if letter == 'M' else 'l'}")
    return "\n".join(drawn).encode()
