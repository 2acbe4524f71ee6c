"""What a request asks for, read without Django where it can mean one thing only.

What is written otherwise than browsers write it is left to gunicorn and Django.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Final, cast

from django.apps import apps
from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.middleware.gzip import re_accepts_gzip
from django.utils.translation import get_language_from_request

from lhombre_club import known
from lhombre_club.bodies import MOST_COOKIES

LONGEST: Final = 4096
"""Bytes of a head that is read here."""
MOST_FIELDS: Final = 64
_FIRST: Final = re.compile(rb"GET (/[0-9A-Za-z/_-]{1,200}) HTTP/1\.1")
_FIELD: Final = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]++):[ \t]*+([\t\x20-\x7e\x80-\xff]*+)")
"""What is taken is never given back: else blanks that end badly are tried in every way."""
_TAG: Final = re.compile(r'(?:W/)?("[^",]*")|')
READ: Final = frozenset(
    (
        *("host", "cookie", "accept-language", "if-none-match", "connection", "x-request-id"),
        *("accept-encoding", "x-forwarded-proto"),
    )
)
"""Headers that are read here; each may come once."""
LEFT: Final = frozenset(
    (
        *("content-length", "transfer-encoding", "expect", "upgrade", "range", "if-range"),
        *("if-match", "if-unmodified-since", "te", "trailer"),
        *("x-forwarded-protocol", "x-forwarded-ssl"),
    )
)
"""Whoever sends one of these is answered by Django."""
KEEPS: Final = {"": True, "keep-alive": True, "close": False}
PROTOS: Final = ("", "http", "https")
LONGEST_LANGUAGES: Final = 200


@dataclass(frozen=True, slots=True)
class Asked:
    """A page that is asked for, and all that an answer depends on that is the same for all."""

    path: str
    language: str
    proto: str
    """How the visitor came to the proxy, as it says."""
    is_heard: bool
    """Whether that is a proxy of ours."""
    tag: str
    """ETag of what he has; empty: nothing."""
    keeps: bool
    """Whether he may ask again on this connection."""
    id: str
    """By which name he, or the proxy, calls the request."""
    packs: bool
    """Whether he takes it packed."""
    is_nobody: bool
    """Whether none of his cookies says who he is."""

    @property
    def by(self) -> tuple[str, str, bool]:
        """Return where, in which language, and whether by somebody who may be anybody."""
        return self.path, self.language, self.is_nobody

    @property
    def key(self) -> tuple[object, ...]:
        """Return what is the same of all who are answered alike."""
        return self.path, self.language, self.proto, self.is_heard, self.packs


def read(head: bytes, *, is_heard: bool) -> Asked | None:
    """Return what is asked for, by a head that ends with its last line; None: Django is asked."""
    first, *lines = head.removesuffix(b"\r\n").split(b"\r\n")
    page = _FIRST.fullmatch(first)
    if page is None or len(head) > LONGEST or len(lines) > MOST_FIELDS:
        return None
    fields = _fields(lines)
    if fields is None or not _is_ours(fields.get("host", "")):
        return None
    tag = _TAG.fullmatch(fields.get("if-none-match", ""))
    keeps = KEEPS.get(fields.get("connection", "").lower())
    language = _language_of(fields)
    proto = fields.get("x-forwarded-proto", "").lower()
    cookies = fields.get("cookie", "")
    if tag is None or keeps is None or not language or proto not in PROTOS:
        return None
    return Asked(
        path=page[1].decode("ascii"),
        language=language,
        proto=proto,
        is_heard=is_heard,
        tag=tag[1] or "",
        keeps=keeps,
        id=fields.get("x-request-id", ""),
        packs=bool(re_accepts_gzip.search(fields.get("accept-encoding", ""))),
        is_nobody=not cookies or known.is_nobody(name for name, _ in _pairs(cookies)),
    )


def _fields(lines: list[bytes]) -> dict[str, str] | None:
    """Return the headers that are read; None where one is none, twice, or left to Django."""
    found: dict[str, str] = {}
    for line in lines:
        field = _FIELD.fullmatch(line)
        if field is None:
            return None
        name = field[1].decode("ascii").lower()
        if name in LEFT or name in found:
            return None
        if name in READ:
            found[name] = field[2].decode("latin-1").rstrip(" \t")
    return found


@lru_cache(maxsize=1024)
def _is_ours(host: str) -> bool:
    domain, _port = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


def _language_of(fields: dict[str, str]) -> str:
    """Return in which language he reads, as Django finds it; empty where it is to be asked."""
    name, cookies = settings.LANGUAGE_COOKIE_NAME, fields.get("cookie", "")
    chosen, accepts = "", fields.get("accept-language", "")
    if name in cookies:
        chosen = ",".join(said for key, said in _pairs(cookies) if key == name)
        if chosen not in dict(settings.LANGUAGES):
            return ""
    return "" if len(accepts) > LONGEST_LANGUAGES else _language(chosen, accepts)


def _pairs(cookies: str) -> Iterator[tuple[str, str]]:
    """Yield the cookies that Django is given too, as they are written.

    Python's reader takes long for some that are none of ours, and so does each that is empty.
    """
    for each in cookies.split(";", MOST_COOKIES)[:MOST_COOKIES]:
        name, _, said = each.partition("=")
        yield name.strip(" "), said.strip(" ")


@lru_cache(maxsize=1024)
def _language(chosen: str, accepts: str) -> str:
    if not apps.ready:  # it is another program than ours that is served
        return ""
    cookies = {settings.LANGUAGE_COOKIE_NAME: chosen} if chosen else {}
    asks: Any = SimpleNamespace(COOKIES=cookies, META={"HTTP_ACCEPT_LANGUAGE": accepts})
    return get_language_from_request(cast("HttpRequest", asks))
