"""What no browser sends, for every field of every form, every address, and the API."""

import json
import random
import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice, product, zip_longest
from typing import Any
from urllib.parse import parse_qsl, quote, urljoin, urlsplit

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import resolve

from tests.tournaments.sent_twice import XHTML, Form, Way, forms, pages

HALF = b"\xed\xa0\x80"
"""Half of a pair of UTF-16, as the bytes of a form can say it."""
TEXTS: tuple[str, ...] = (
    "9" * 5000, "0010" + "9" * 4400, "-" + "9" * 5000, "2147483648", "9223372036854775808", "-1",
    "²", "٣", "1_0", " 1 ", "0x10", "1e999", "1e-999", "NaN", "Infinity", "1,2,3", "0,,5",
    "[" * 3000, '{"a":' * 3000, "[1, 2", "", " ", "\0", "a\0b", "x" * 30_000, "\U0001f0a1" * 300,
    "0000-00-00", "9999-12-31", "0001-01-01", "2026-02-30", "2026-11-26T99:99", "99999-01-01",
    "no-uuid", str(uuid.UUID(int=0)), "' OR 1=1 --", "<script>", "%s%d%(a)s", "{0.__class__}",
    "a\r\nX-Header: b", "../../etc/passwd", "//example.com/", "http://[", "\u202e", "\ufffe",
    "None",
)  # fmt: skip
FORM_VALUES: tuple[tuple[str | bytes, ...], ...] = (
    *((text,) for text in TEXTS),
    (HALF,),
    (b"\xff\xfe",),
    (),
    ("1", "1", "²"),
    ("x",) * 400,
)
"""What stands in a field: once, not at all, or many times."""
JSON_VALUES: tuple[object, ...] = (
    *TEXTS,
    "\ud800", [], {}, [[]], ["x"], {"a": 1}, None, True, False, 0, -1, 10**30, 0.5, float("nan"),
    float("inf"), 1e308, {"": None}, [None] * 2000,
)  # fmt: skip
RAW = ("", "[", "[" * 3000, '{"a":' * 3000, "9" * 5000, "²", "\0", '"x"', "null", "{}", "[{}]")
FILES = (b"", b"\0", HALF, b"\xff\xd8\xff", b"GIF89a", b"[" * 3000, b"a;b\n" * 500, b"9" * 5000)
RESULT = {"deal": 1, "base": 0, "line": "2+", "confirmed": False, "reason": "", "claimed_at": None}
RECORD: dict[str, object] = {
    "declarer": 1, "contract": "spil", "outcome": "won", "dealer": 0, "trump": "S", "tricks": 5,
    "passed": False, "tout": "made", "pairs": [], "joined": [], "partner": 2, "matadors": 3,
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """One request that should be answered, whatever it says."""

    kind: str
    """The form, address or member of a body; many cases are of one kind."""
    said: str
    send: Callable[[Client], Any]


@dataclass(frozen=True)
class Reached:
    """What one visitor's pages ask for."""

    forms: dict[str, Form]
    """By name: the one with most fields."""
    queries: dict[str, set[str]]
    """By address: what is asked of it, by a link or a form."""


def reached(client: Client, first: tuple[str, ...], most_pages: int | None = None) -> Reached:
    """Look at every kind of page, or the first few, for the forms and questions on it."""
    most: dict[str, Form] = {}
    asked: dict[str, set[str]] = {}
    for address, page in islice(pages(client, first, of_all=True), most_pages):
        asked.setdefault(urlsplit(address).path, set())
        for form in forms(address, page):
            known = most.get(form.name)
            if known is None or len(form.values) > len(known.values):
                most[form.name] = form
        for target, name in _questions(address, page):
            asked.setdefault(target, set()).add(name)
    return Reached(most, asked)


def _questions(address: str, page: Any) -> Iterator[tuple[str, str]]:
    for link in page.iter(f"{XHTML}a"):
        parts = urlsplit(urljoin(address, link.get("href", "")))
        ours = not parts.scheme  # what a phone's app opens is no page
        for name, _ in parse_qsl(parts.query if ours else "", keep_blank_values=True):
            yield parts.path, name
    for form in page.iter(f"{XHTML}form"):
        if form.get("method", "get").lower() == "get":
            target = urlsplit(urljoin(address, form.get("action") or address)).path
            yield from ((target, one.get("name", "")) for one in form.iter() if one.get("name"))


def cases_of(found: Reached) -> Iterator[Case]:
    """Every field with every value, alone."""
    for form in found.forms.values():
        for field, values in product(_fields(form), FORM_VALUES):
            yield _filled(form, {field: values})
        for field, data in product(form.files, FILES):
            yield _filled(form, {field: SimpleUploadedFile("x\u202e.csv", data)})
        for field, values in product(form.files, FORM_VALUES[:6]):
            yield _filled(form, {field: values})
    for path, names in found.queries.items():
        known = {*names, *_named_alike(path, found)}
        for name, values in product(sorted(known), FORM_VALUES):
            yield _asked(path, name, values)
        for part, text in product(range(len(path.split("/"))), TEXTS[:24]):
            yield _at(path, part, text)


def cases_together(found: Reached, count: int, lot: random.Random) -> Iterator[Case]:
    """Two or three fields of a form at once, drawn by lot."""
    those = [form for form in found.forms.values() if _fields(form)]
    for _ in range(count):
        form = lot.choice(those)
        fields = lot.sample(_fields(form), min(len(_fields(form)), lot.choice((2, 3))))
        yield _filled(form, {field: lot.choice(FORM_VALUES) for field in fields})


def cases_of_api(table: str, event: str) -> Iterator[Case]:
    """Every member of a result and of its record, whole bodies, and what stands in the heads."""
    results = f"/api/v1/tables/{table}/results/"
    for field, value in product(("id", "record", "withdrawn", *RESULT), JSON_VALUES):
        body = {"id": str(uuid.uuid4()), **RESULT, field: value}
        if field in {"record", "withdrawn"}:
            del body["line"]
        yield _posted(f"{field}", results, json.dumps(body))
    for field, value in product(RECORD, JSON_VALUES):
        record = {**RECORD, field: value}
        body = {"id": str(uuid.uuid4()), "deal": 1, "base": 0, "record": record}
        yield _posted(f"record.{field}", results, json.dumps(body))
    for raw in RAW:
        yield _posted("body", results, raw)
        yield _posted("record", results, f'{{"id": "{uuid.uuid4()}", "deal": 1, "record": {raw}}}')
    for address, text in product(
        (f"/api/v1/tables/{table}/", f"/api/v1/events/{event}/standings/", results), TEXTS
    ):
        head = text.encode("ascii", "replace").decode()
        yield Case(f"{address} tag", text[:20], _gets(address, if_none_match=head))
        yield Case(f"{address} kind", text[:20], _gets(address, accept=head))
        yield _asked(address, "format", (text,))


def chosen(
    cases: Iterable[tuple[Client, Case]], count: int, lot: random.Random
) -> list[tuple[Client, Case]]:
    """So many of the cases, in turn of each form, address and member of a body."""
    of_kind: dict[str, list[tuple[Client, Case]]] = {}
    for client, case in cases:
        of_kind.setdefault(case.kind, []).append((client, case))
    for those in of_kind.values():
        lot.shuffle(those)
    in_turn = chain.from_iterable(zip_longest(*of_kind.values()))
    return list(islice(filter(None, in_turn), count))


def _fields(form: Form) -> list[str]:
    return sorted(name for name in form.values if name != "csrfmiddlewaretoken")


def _named_alike(path: str, found: Reached) -> Iterator[str]:
    """What is posted to the same view may be asked of it too."""
    view = resolve(path).view_name
    for form in found.forms.values():
        if resolve(urlsplit(form.action).path).view_name == view:
            yield from _fields(form)[:12]


def _filled(form: Form, hostile: dict[str, Any]) -> Case:
    whole = {**form.values, **form.empty, **hostile}
    values = {name: list(v) if isinstance(v, tuple) else v for name, v in whole.items()}
    other = Form(form.page, form.action, form.button, values, {}, {}, _files(form, hostile))
    said = " ".join(f"{name}={str(value)[:40]}" for name, value in hostile.items())
    return Case(form.name, said, lambda client: other.send(client, Way.AS_IT_IS))


def _files(form: Form, hostile: dict[str, Any]) -> tuple[str, ...]:
    return tuple(name for name in form.files if name not in hostile)


def _asked(path: str, name: str, values: tuple[str | bytes, ...]) -> Case:
    said = "&".join(f"{name}={quote(value[:9000])}" for value in values[:50])
    return Case(f"GET {resolve(path).view_name}", said[:60], _gets(f"{path}?{said}"))


def _at(path: str, part: int, text: str) -> Case:
    parts = path.split("/")
    parts[part] = quote(text[:3000], safe="")
    address = "/" + "/".join(parts).lstrip("/")
    return Case(f"GET at {resolve(path).view_name}", address[:90], _gets(address))


def _gets(address: str, **headers: str) -> Callable[[Client], Any]:
    return lambda client: client.get(address, headers=headers)


def _posted(field: str, address: str, body: str) -> Case:
    kind = "application/json"
    return Case(
        f"API {field}",
        body[:160],
        lambda client: client.post(address, body.encode("utf-8", "replace"), content_type=kind),
    )
