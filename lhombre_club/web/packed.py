"""What is sent packed: the program's own files, the pages that everybody reads, and the sheet.

Whoever reads the lengths of what is sent can guess a secret in a packed page letter by letter, if
he can have it drawn again and again beside words of his own (BREACH). So no page is packed that may
hold one, such as a code. In these the one secret is the mark of their forms, which Django draws
otherwise each time, and they end with a chance number of bytes. See ADR 0025.
"""

import gzip
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware, re_accepts_gzip
from django.utils.cache import patch_vary_headers
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

EVERYBODYS: Final = "/s/"
"""With what the addresses begin that are for everybody."""
SHEETS: Final = frozenset({"tournaments:phone", "tournaments:table"})
"""The pages on which deals are entered: they know every word that could be said of one."""
LETTERS: Final = ("text/", "application/atom+xml", "application/manifest+json", "image/svg+xml")
"""Kinds of what can be packed; pictures and letters to be drawn are so already."""


EXPLAINED: Final = re.compile(
    rb"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*$|(?=\S))", re.MULTILINE
)
"""A comment that is alone on its lines, and what other lines begin with."""
OURS: Final = tuple(str(settings.BASE_DIR / each) for each in ("lhombre_club", "tournaments"))
"""Where our own files lie; others may have a licence that is to be read with them."""
PACKED: Final = {"Content-Encoding": "gzip"}


def takes_packed(asks: Mapping[str, Any]) -> bool:
    """Whether who asks by these headers can unpack it, as Django reads it."""
    return bool(re_accepts_gzip.search(asks.get("HTTP_ACCEPT_ENCODING", "")))


class PackedPagesMiddleware(GZipMiddleware):
    """Packs what is fetched of the pages that everybody reads, with an end of chance length."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Pack it, if it is one of those; whoever has it already is told so and no more."""
        match = request.resolver_match
        holds_none = request.path.startswith(EVERYBODYS) or (match and match.view_name in SHEETS)
        is_letters = response.get("Content-Type", "").startswith(LETTERS)
        if not (holds_none and is_letters and request.method in {"GET", "HEAD"}):
            return response
        packed: HttpResponseBase = super().process_response(request, response)
        return packed


class PackedFilesMiddleware(WhiteNoiseMiddleware):
    """Serves the program's files, each packed once: a club's computer packs none beforehand."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponseBase:
        """Return the file, a part of it, or that whoever asks has it."""
        path, headers = static_file.get_path_and_headers({})
        is_letters = dict(headers)["Content-Type"].startswith(LETTERS)
        answer: HttpResponseBase
        if is_letters and _is_packed(static_file, request):
            answer = HttpResponse(packed(path), headers={**dict(headers), **PACKED})
            answer["Content-Length"] = str(len(packed(path)))
        else:
            answer = WhiteNoiseMiddleware.serve(static_file, request)
        if is_letters:
            patch_vary_headers(answer, ("Accept-Encoding",))
        return answer


def _is_packed(static_file: StaticFile, request: HttpRequest) -> bool:
    """Whether the whole file is asked for by who has not got it and can unpack it."""
    asks = request.META
    is_whole = request.method == "GET" and "HTTP_RANGE" not in asks
    return is_whole and takes_packed(asks) and not static_file.is_not_modified(asks)


@cache
def packed(path: str) -> bytes:
    """Return what a file says, packed; it does not change while the program runs.

    What our scripts explain is left out: a third of what would be sent of them.
    """
    says = Path(path).read_bytes()
    if path.endswith(".js") and path.startswith(OURS):
        says = plain(says)
    return gzip.compress(says, mtime=0)


def plain(script: bytes) -> bytes:
    """Return a script of ours without what it explains; each line keeps its number.

    No string of ours goes over several lines.
    """
    return EXPLAINED.sub(lambda found: b"\n" * found[0].count(b"\n"), script)
