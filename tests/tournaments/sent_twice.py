"""What a director's pages ask for: every form that can be reached, filled in as a person would."""

import datetime as dt
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum, auto
from io import BytesIO
from typing import Any
from urllib.parse import urljoin, urlsplit
from xml.etree.ElementTree import Element

import tinyhtml5  # type: ignore[import-untyped]
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve
from PIL import Image

from lhombre_club.members.queries import evening
from tests import make

XHTML = "{http://www.w3.org/1999/xhtml}"
NOT_KEPT = {"session", "sentform", "accessattempt", "accesslog", "accessfailurelog"}
"""What remembers visits and not what was sent."""
TYPED = {
    "date": "2026-11-26",
    "datetime-local": "2026-11-26T19:00",
    "time": "19:00",
    "email": "anna@club.example",
    "tel": "70 12 34 56",
    "number": "1",
}
NAMED = {
    r"^d\d+s\d$|points|amount|bits|bonus|counted|^rate-|^fee$|^stake$": "3",
    r"unit|worth": "0,25",
    r"password|again": "en-lang-kode-til-klubben",
    r"^old$": make.PASSWORD,
    r"^deal$": "1",
    r"^line$": "0",
    r"^lines$": "26-11-2026;Kaffe;-75,00",
    r"^(other|until)$": "",
    r"^note-until$": str(evening() + dt.timedelta(days=7)),
    r"^past-until$": "2020-01-31",
}
"""What somebody types into a field of such a name."""


def _photo() -> bytes:
    picture = BytesIO()
    Image.new("RGB", (60, 40), "white").save(picture, "JPEG")
    return picture.getvalue()


FILES = {
    "members:import": b"Fornavn;Efternavn\nSofie;Nyborg\n",
    "tournaments:import": b"giv;taster\n1;0\n",
    "tournaments:photos": _photo(),
    "tournaments:club-file": b"a file of something else",
}


class Way(Enum):
    """How a form is filled in, until one way stores something."""

    AS_IT_IS = auto()
    WHOLE = auto()
    OTHERWISE = auto()


@dataclass(frozen=True)
class Form:
    """A form of a page, with the button that sends it."""

    page: str
    action: str
    button: str
    values: dict[str, list[str]] = field(hash=False)
    empty: dict[str, str] = field(hash=False)
    """What nobody need fill in, and what somebody would."""
    others: dict[str, str] = field(hash=False)
    """What could stand where something stands."""
    files: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Its address without keys, and its button: forms of one name do the same."""
        match = resolve(urlsplit(self.action).path)
        return f"{match.view_name} {self.button}".strip()

    def send(self, client: Client, way: Way) -> HttpResponse:
        """Send it as a browser would."""
        sent: dict[str, object] = dict(self.values)
        if way is Way.WHOLE:
            sent |= self.empty
        elif way is Way.OTHERWISE:
            sent |= self.others
        for name in self.files:
            kind = resolve(urlsplit(self.action).path).view_name
            sent[name] = SimpleUploadedFile("file", FILES[kind])
        return client.post(self.action, sent, headers={"referer": f"http://testserver{self.page}"})  # type: ignore[return-value]


def pages(
    client: Client, first: tuple[str, ...], *, of_all: bool = False
) -> Iterator[tuple[str, Element]]:
    """Every page that links lead to, of each kind at most two about the same row, or ``of_all``."""
    waiting, seen = list(first), set(first)
    kinds: Counter[str] = Counter()
    while waiting:
        address = waiting.pop(0)
        about = re.search(r"[0-9a-f]{8}-[0-9a-f-]{27}", address)
        row = about[0] if about and not of_all else ""
        kind = f"{resolve(urlsplit(address).path).view_name} {row}"
        kinds[kind] += 1
        if kinds[kind] > 2:
            continue
        answer = client.get(address)
        if answer.status_code != 200 or "text/html" not in answer["Content-Type"]:
            continue
        page = tinyhtml5.parse(answer.content.decode())
        yield address, page
        for link in page.iter(f"{XHTML}a"):
            target = urljoin(address, link.get("href", "")).partition("#")[0]
            if target.startswith("/") and target not in seen:
                seen.add(target)
                waiting.append(target)


def forms(address: str, page: Element) -> Iterator[Form]:
    """The forms of a page that store something, once for each of their buttons."""
    outside = [one for one in page.iter() if one.get("form")]
    for form in page.iter(f"{XHTML}form"):
        if form.get("method", "get").lower() != "post":
            continue
        own = [one for one in outside if one.get("form") == form.get("id")]
        asked = [*form.iter(), *own]
        values, empty, others = _values(asked)
        files = tuple(one.get("name", "") for one in asked if one.get("type") == "file")
        buttons = [one for one in asked if _sends(one)]
        for button in buttons or [Element("button")]:
            name = button.get("name", "")
            extra = {name: [button.get("value", "")]} if name else {}
            action = button.get("formaction") or form.get("action") or address
            label = f"{name}={button.get('value', '')}" if name else ""
            yield Form(
                address,
                urljoin(address, action).partition("#")[0],
                re.sub(r"[0-9a-f-]{30,}", "…", label),
                {**values, **extra},
                empty,
                others,
                files,
            )


def _sends(one: Element) -> bool:
    kind = one.tag.removeprefix(XHTML)
    return (kind == "button" and one.get("type", "submit") == "submit") or (
        kind == "input" and one.get("type") == "submit"
    )


def _values(asked: list[Element]) -> tuple[dict[str, list[str]], dict[str, str], dict[str, str]]:
    found: dict[str, list[str]] = {}
    empty: dict[str, str] = {}
    others: dict[str, str] = {}
    for one in asked:
        name, tag, kind = one.get("name"), one.tag.removeprefix(XHTML), one.get("type", "text")
        if not name or one.get("disabled") is not None or kind in {"file", "submit"}:
            continue
        if tag == "select":
            found[name], others[name] = _chosen(one)
        elif kind in {"radio", "checkbox"}:
            _choose(found, name, one)
            others |= {name: one.get("value", "on")} if kind == "radio" else {}
        elif tag in {"input", "textarea"}:
            there = one.get("value", "") or ("".join(one.itertext()).strip())
            if there or kind == "hidden":
                found.setdefault(name, []).append(there)
                others |= {name: f"{there} 2"} if kind == "text" else {}
            elif one.get("required") is not None:
                found[name] = [_typed(name, one)]
            else:
                found[name] = [""]
                empty[name] = _typed(name, one)
    return found, empty, others


def _typed(name: str, one: Element) -> str:
    for part, text in NAMED.items():
        if re.search(part, name):
            return text
    return one.get("min") or TYPED.get(one.get("type", "text"), "Sofie")


def _chosen(select: Element) -> tuple[list[str], str]:
    """What is chosen, and what else could be; of two that are to be chosen, not the same."""
    options = list(select.iter(f"{XHTML}option"))
    chosen = [one.get("value", "") for one in options if one.get("selected") is not None]
    rest = [one.get("value", "") for one in options if one.get("value")] or [""]
    first = rest[-1] if "other" in select.get("name", "") else rest[0]
    return [one for one in chosen if one] or [first], rest[-1]


def _choose(found: dict[str, list[str]], name: str, one: Element) -> None:
    value = one.get("value", "on")
    if one.get("checked") is not None:
        kept = found.get(name, []) if one.get("type") == "checkbox" else []
        found[name] = [*kept, value]
    elif one.get("type") == "radio" or one.get("required") is not None:
        found.setdefault(name, [value])


class Stored:
    """What the database holds: a digest of each table's rows, as they lie there.

    Only what a statement that is no question has named since is read again: a hundred tables hold
    a whole season, and one form writes to a few of them.
    """

    def __init__(self) -> None:
        tables = {
            model._meta.db_table
            for model in apps.get_models(include_auto_created=True)
            if model._meta.model_name not in NOT_KEPT and model._meta.managed
        }
        self._named: set[str] = set()
        self._before = _digests(tables)

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Look at what is asked of the database from here on; it holds what it held at first."""
        self._named.clear()
        with connection.execute_wrapper(self._look):
            yield

    def _look(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if not sql.startswith("SELECT"):
            self._named.update(re.findall(r'"(\w+)"', sql))
        return execute(sql, *rest)

    def now(self) -> dict[str, str]:
        """Return the digest of each table."""
        return self._before | _digests(self._named & set(self._before))


def _digests(tables: set[str]) -> dict[str, str]:
    with connection.cursor() as cursor:
        return {table: _digest(cursor, table) for table in tables}


def _digest(cursor: CursorWrapper, table: str) -> str:
    cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
    return hashlib.sha256(repr(sorted(map(repr, cursor.fetchall()))).encode()).hexdigest()
