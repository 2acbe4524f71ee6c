"""The stranger's matrix: every address, every method, every kind of stranger.

An answer is a fault that breaks, that says a word of what is not the asker's, that shuts him out of
nothing where he should be, or for which something of the club was written.
"""

import json
import re
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client

from tests.strangers.addresses import Address, Whose, addresses, filled_in
from tests.strangers.scene import KINDS, PUBLIC, SECRET, Scene

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT")
OWN = {"director of another club", "user of no club", "former director"}
"""Who is somebody: what is his own is answered to him."""
WRITES = re.compile(r"\s*(?:INSERT INTO|UPDATE|DELETE FROM|REPLACE INTO)\s+\"?(\w+)", re.IGNORECASE)
OF_VISITS = re.compile(r"members_session|axes_|members_securitynote|members_sentform")
"""What remembers that somebody was there, and nothing of the club."""
OF_THE_TRAY = {"tournaments_trayitem", "tournaments_activity", "tournaments_event"}
"""What is written when a deal waits for the director, in the log and the event's version."""
OF_A_PROTEST = {"tournaments_protest", "tournaments_activity", "tournaments_event"}
"""What is written when somebody protests, likewise."""
LOGIN = "/login/"
ELSEWHERE = "192.0.2.7"
"""From where strangers ask: not from the club's own computer."""
REFUSED_FORM = {400, 409, 422}
"""Answers to an empty form of somebody who was let in."""


@dataclass(frozen=True, slots=True)
class Case:
    """One request of one stranger."""

    kind: str
    method: str
    address: Address

    def __str__(self) -> str:
        return f"{self.kind}: {self.method} {self.address.name}"


def cases(scene: Scene, kinds: int = len(KINDS)) -> Iterator[Case]:
    """Each address by each method, of so many kinds of strangers, who take turns.

    Twice as many look and send, if there are.
    """
    turn = 0
    for address in addresses(scene):
        for method in METHODS:
            many = min(len(KINDS), 2 * kinds if method in {"GET", "POST"} else kinds)
            for step in range(turn, turn + many):
                yield Case(KINDS[step % len(KINDS)], method, address)
            turn += many


def faults(scene: Scene, tried: list[Case]) -> list[str]:
    """Ask for each, take back what was stored, and return what is wrong with the answers."""
    return [f"{case}: {why}" for case in tried if (why := _fault(scene, case))]


def counted(tried: list[Case]) -> dict[str, int]:
    """How many addresses, kinds of strangers, methods and requests there are."""
    parts = {
        "addresses": {each.address.path for each in tried},
        "kinds": {each.kind for each in tried},
        "methods": {each.method for each in tried},
    }
    return {**{name: len(values) for name, values in parts.items()}, "requests": len(tried)}


def _fault(scene: Scene, case: Case) -> str:
    client = scene.fresh(scene.strangers[case.kind])
    written: Counter[str] = Counter()
    try:
        with given_back(), connection.execute_wrapper(_listener(written)):
            answer = client.generic(
                case.method, case.address.path, REMOTE_ADDR=ELSEWHERE, **body_of(scene, case)
            )
    except Exception as error:  # noqa: BLE001 -- whatever comes out of a view is a fault
        return f"{error!r}"[:300]
    return _wrong(case, answer, written)


def body_of(scene: Scene, case: Case) -> dict[str, Any]:
    """A form that is filled in, or a result for the API."""
    if case.method in {"GET", "HEAD", "TRACE", "CONNECT", "OPTIONS"}:
        asked = filled_in(scene) if case.address.name == "tournaments:swap" else {}
        return {"query_string": urlencode(asked)}
    if case.address.name.startswith("api:"):
        body = {"id": str(uuid.uuid4()), "deal": 2, "base": 0, "line": "2+"}
        return {"data": json.dumps(body), "content_type": "application/json"}
    form = urlencode(filled_in(scene))
    return {"data": form, "content_type": "application/x-www-form-urlencoded"}


def _wrong(case: Case, answer: Any, written: Counter[str]) -> str:
    status = answer.status_code
    if status >= 500:
        return f"answered {status}"
    said = _said(answer)
    told = [word for word in _forbidden(case) if word in said]
    if told:
        return f"answered {status} and tells {told}"
    if written and not _may_write(case, written):
        return f"answered {status} and wrote {dict(written)}"
    if _is_shut_out(case) and not (400 <= status < 500 or _asks_for_login(answer)):
        return f"was let in: {status} {answer.headers.get('Location', '')}"
    return ""


def _said(answer: Any) -> str:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return f"{dict(answer.headers)} {body.decode('utf-8', 'replace')}".lower()


def _forbidden(case: Case) -> tuple[str, ...]:
    return (SECRET,) if case.address.whose is Whose.EVERYBODY else (SECRET, PUBLIC)


def _may_write(case: Case, written: Counter[str]) -> bool:
    if case.address.whose is Whose.ASKS:
        return case.kind in OWN
    if _protests(case):
        return set(written) <= OF_A_PROTEST
    return _is_received(case) and set(written) <= OF_THE_TRAY


def _protests(case: Case) -> bool:
    """Whether somebody protests who has typed the code on the paper of the player's table."""
    return (
        case.address.name == "tournaments:player-protest" and case.kind == "who has shown a sheet"
    )


def _is_received(case: Case) -> bool:
    """Whether a phone sends a deal that it had typed while its link was good."""
    return case.address.name == "api:results" and case.kind in {"closed link", "expired link"}


def _is_shut_out(case: Case) -> bool:
    if case.address.whose is Whose.EVERYBODY:
        return False
    if case.address.whose is Whose.ASKS:
        return case.kind not in OWN
    # What an address of the API takes is told to whoever asks, and what is there to nobody.
    asks_how = case.address.name.startswith("api:") and case.method == "OPTIONS"
    return not asks_how and not _is_received(case)


def _asks_for_login(answer: HttpResponse) -> bool:
    return answer.status_code == 302 and answer.headers["Location"].startswith(LOGIN)


def _listener(written: Counter[str]) -> Callable[..., Any]:
    """Count what is written, by table."""

    def listen(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        found = WRITES.match(sql)
        if found and not OF_VISITS.match(found[1]):
            written[found[1]] += 1
        return execute(sql, *rest)

    return listen


@contextmanager
def given_back() -> Iterator[None]:
    """Whatever is stored here is taken back; what wants to be outermost may think that it is."""
    block = transaction.atomic()
    block._from_testcase = True  # type: ignore[attr-defined]  # as Django's own tests do
    with block:
        yield
        transaction.set_rollback(True)


def unreached(scene: Scene) -> set[str]:
    """Names of addresses that its own director, or the table's device, does not reach either.

    Without this a matrix of mistyped addresses would be one of 404 and prove nothing.
    """
    found = set()
    for address in addresses(scene):
        client: Client = scene.device if address.whose is Whose.TABLE else scene.director
        got = []
        for method in ("GET", "POST"):
            with given_back():
                case = Case("director", method, address)
                answer = scene.fresh(client).generic(method, address.path, **body_of(scene, case))
            got.append(answer.status_code)
        if not (got[0] < 400 or got[1] < 400 or got[1] in REFUSED_FORM):
            found.add(address.name)
    return found
