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
from typing import TYPE_CHECKING, Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils import translation

from lhombre_club.printing.registry import Paper

if TYPE_CHECKING:
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

SCHEME = "print:"
_OWN_FILE = re.compile(r"print:((?:print|fonts)/[a-z0-9-]+\.(css|woff2))")
_TYPES = {"css": "text/css", "woff2": "font/woff2"}


class NoPangoError(Exception):
    """The computer lacks the libraries that WeasyPrint draws with."""


class NotOwnFileError(ValueError):
    """A document asked for something that is not one of the project's print files."""


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

        def fetch(self, url: str, headers: Any = None) -> URLFetcherResponse:  # noqa: ARG002
            path, content_type = own_file(url)
            return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": content_type})

    return OwnFiles(allowed_protocols=(), allow_redirects=False)


def render(paper: Paper) -> bytes:
    """Return the paper, and what follows it, as one PDF.

    Raises NoPangoError where the libraries are missing.
    """
    return _pdf(*((_html(part), part.copies) for part in _in_order(paper)))


def warm() -> None:
    """Load WeasyPrint and the fonts, so that the first paper is as quick as the others."""
    _pdf(('<!doctype html><link rel="stylesheet" href="print:print/paper.css"><p>1</p>', 1))


def _in_order(paper: Paper) -> Iterator[Paper]:
    yield paper
    for part in paper.then:
        yield from _in_order(part)


def _html(paper: Paper) -> str:
    with translation.override(paper.language):
        return render_to_string(
            f"print/{paper.template}",
            {**paper.context, "title": paper.title, "language": paper.language},
        )


def _pdf(*parts: tuple[str, int]) -> bytes:
    """Lay out each part by itself, once for all its copies; the first gives the title."""
    try:
        from weasyprint import HTML  # noqa: PLC0415 -- worker only
    except OSError as error:
        raise NoPangoError(str(error)) from error
    configuration, typeface = fonts()
    documents = [
        HTML(string=html, base_url=SCHEME, url_fetcher=fetcher()).render(
            font_config=configuration, stylesheets=[typeface]
        )
        for html, _ in parts
    ]
    pages = [
        page
        for document, (_, copies) in zip(documents, parts, strict=True)
        for page in document.pages * copies
    ]
    pdf: bytes = documents[0].copy(pages).write_pdf()
    return pdf


def let_go() -> None:
    """Remove the unpacked fonts; a worker's child ends without Python's own farewell."""
    fonts.cache_clear()
    gc.collect()  # WeasyPrint removes the files with the object, and that is part of a cycle


@cache
def fonts() -> "tuple[FontConfiguration, CSS]":
    """Return the typeface of every paper; to unpack it takes as long as half a paper."""
    from weasyprint import CSS  # noqa: PLC0415 -- worker only
    from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415 -- worker only

    configuration = FontConfiguration()
    atexit.register(let_go)  # while Python can still remove the unpacked files
    return configuration, CSS(
        url=f"{SCHEME}print/fonts.css", url_fetcher=fetcher(), font_config=configuration
    )
