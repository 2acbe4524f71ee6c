"""The one place that knows WeasyPrint. It is imported when a worker first renders, never sooner.

Whatever a document asks for is looked up by name among the project's own print files; there is no
other way out of it: no network, no file, no ``data:``. Names are escaped by the template, so that
this is the second wall, not the first.
"""

import atexit
import gc
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils import translation

from lhombre_club.club_words.speaking import spoken
from lhombre_club.printing import strokes
from lhombre_club.printing.registry import Paper

if TYPE_CHECKING:
    from weasyprint import CSS
    from weasyprint.document import Document
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

SCHEME = "print:"
DRAWING = f"{SCHEME}drawing"
_OWN_FILE = re.compile(r"print:((?:print|fonts)/[a-z0-9-]+\.(css|woff2))")
TAGGED = "pdf/ua-1"
_TYPES = {"css": "text/css", "woff2": "font/woff2"}


_STYLE_SHEET = re.compile(r'<link rel="stylesheet" href="print:print/([a-z0-9-]+\.css)">')


class Part(NamedTuple):
    """What is laid out by itself."""

    html: str
    copies: int = 1
    drawing: str = ""
    """An SVG; the page shows it as ``print:drawing``."""


class NoPangoError(Exception):
    """The computer lacks the libraries that WeasyPrint draws with."""


class NotOwnFileError(ValueError):
    """A document asked for something that is not one of the project's print files."""


@cache
def own_file(url: str) -> tuple[Path, str]:
    """Return the print file behind ``url`` and its content type.

    Raises NotOwnFileError for everything that is not the name of a file of ours.
    """
    match = _OWN_FILE.fullmatch(url)
    found = finders.find(match[1]) if match else None
    if match is None or not isinstance(found, str):
        raise NotOwnFileError(f"not a print file: {url[:200]}")
    return Path(found), _TYPES[match[2]]


@cache
def fetcher() -> "URLFetcher":
    """Return the fetcher that finds the project's own print files and nothing else."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse  # noqa: PLC0415 -- worker only

    class OwnFiles(URLFetcher):
        """No protocol at all is handed on to the fetcher's own handlers."""

        drawing = b""
        """The drawing of the paper that is being laid out."""

        def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:  # noqa: ARG002
            if url == DRAWING:
                return URLFetcherResponse(url, self.drawing, {"Content-Type": "image/svg+xml"})
            path, content_type = own_file(url)
            return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": content_type})

    return OwnFiles(allowed_protocols=(), allow_redirects=False)


def render(paper: Paper) -> bytes:
    """Return the paper, and what follows it, as one PDF.

    Raises NoPangoError where the libraries are missing.
    """
    parts = (
        Part(
            _filled_in(part.template, part),
            part.copies,
            _filled_in(part.drawing, part) if part.drawing else "",
        )
        for part in _in_order(paper)
    )
    return _pdf(*parts, variant=TAGGED if paper.tagged else None, zoom=paper.zoom)


def warm() -> None:
    """Load WeasyPrint and the fonts, so that the first paper is as quick as the others."""
    _pdf(Part('<!doctype html><link rel="stylesheet" href="print:print/paper.css"><p>1</p>'))


def _in_order(paper: Paper) -> Iterator[Paper]:
    yield paper
    for part in paper.then:
        yield from _in_order(part)


def _filled_in(template: str, paper: Paper) -> str:
    with translation.override(paper.language), spoken(paper.words):
        return render_to_string(
            f"print/{template}",
            {**paper.context, "title": paper.title, "language": paper.language},
        )


def _pdf(*parts: Part, variant: str | None = None, zoom: float = 1) -> bytes:
    """Lay out each part by itself, once for all its copies; the first gives the title."""
    documents = [_laid_out(part) for part in parts]
    pages = [
        page
        for document, part in zip(documents, parts, strict=True)
        for page in document.pages * part.copies
    ]
    pdf: bytes = documents[0].copy(pages).write_pdf(pdf_variant=variant, zoom=zoom)
    return pdf


def _laid_out(part: Part) -> "Document":
    try:
        from weasyprint import HTML  # noqa: PLC0415 -- worker only
    except OSError as error:
        raise NoPangoError(str(error)) from error
    configuration, typeface = fonts()
    own = fetcher()
    own.drawing = part.drawing.encode()
    styles = [style_sheet(name) for name in _STYLE_SHEET.findall(part.html)]
    return HTML(string=_STYLE_SHEET.sub("", part.html), base_url=SCHEME, url_fetcher=own).render(
        font_config=configuration, stylesheets=[typeface, *styles]
    )


@cache
def style_sheet(name: str) -> "CSS":
    """Return a style sheet of ours, parsed once: that takes as long as to lay out a page."""
    from weasyprint import CSS  # noqa: PLC0415 -- worker only

    return CSS(url=f"{SCHEME}print/{name}", url_fetcher=fetcher(), font_config=fonts()[0])


def let_go() -> None:
    """Remove the unpacked fonts; a worker's child ends without Python's own farewell."""
    strokes.forget()
    style_sheet.cache_clear()
    fonts.cache_clear()
    gc.collect()  # WeasyPrint removes the files with the object, and that is part of a cycle


@cache
def fonts() -> "tuple[FontConfiguration, CSS]":
    """Return the typeface of every paper; to unpack it takes as long as half a paper."""
    from weasyprint import CSS  # noqa: PLC0415 -- worker only
    from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415 -- worker only

    strokes.register()
    configuration = FontConfiguration()
    atexit.register(let_go)  # while Python can still remove the unpacked files
    return configuration, CSS(
        url=f"{SCHEME}print/fonts.css", url_fetcher=fetcher(), font_config=configuration
    )
