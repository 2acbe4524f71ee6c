"""A real Chromium against a real server; whatever it complains of fails the test."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.test import Client
from django.test.client import ClientHandler
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Response,
    WebError,
    expect,
)

from lhombre_club.members.models import User
from tests import make
from tests.browser.entry import EntryPage
from tests.browser.phone import SMALLEST, PhonePage
from tournaments.entry.domain import links
from tournaments.models import Event, Table

# Playwright's own loop runs in this thread, and Django would take our queries for its.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# The one without a window does the same in less time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SECONDS = 15
EXPECTED = (
    "Failed to load resource",  # the browser's note on an answer the tests look at
    "htmx: htmx:error: Failed to fetch",  # a page asks who keeps the table while it is offline
    "Service Worker registration blocked",  # as said of `new_context`
    "htmx: htmx:error: signal is aborted",  # a test lets minutes pass at once
)

expect.set_options(timeout=15_000)  # milliseconds; a busy machine is slow, not wrong


def chromium() -> str | None:
    """Where it is; None where there is none."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


MakeContext = Callable[..., BrowserContext]


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    found = chromium()
    if found is None:
        reason = "no Chromium: install it, or name it in the variable CHROMIUM"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return {"executable_path": found, "args": list(QUIET)}


class Underway:
    """The requests that the live server is at, by the thread that answers each.

    A test's own client is not counted: whether what it asked for was ever read to its end is its
    own affair, and one that was not would hold up every test that comes after it.
    """

    def __init__(self) -> None:
        self._threads: set[int] = set()
        self._changed = threading.Condition()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Count from now on, and wait at the end: a test may end before its deals are stored."""
        request_started.connect(self._begin)
        request_finished.connect(self._end)
        try:
            yield
            with self._changed:
                assert self._changed.wait_for(lambda: not self._threads, SECONDS), "still answering"
        finally:
            request_started.disconnect(self._begin)
            request_finished.disconnect(self._end)

    def _begin(self, sender: type[object], **_kwargs: object) -> None:
        if not issubclass(sender, ClientHandler):
            with self._changed:
                self._threads.add(threading.get_ident())

    def _end(self, **_kwargs: object) -> None:
        with self._changed:
            self._threads.discard(threading.get_ident())
            self._changed.notify_all()


@pytest.fixture
def faults() -> list[str]:
    """What the browsers of this test complained of; a test may clear what it provoked."""
    return []


@pytest.fixture
def new_context(browser: Browser, live_server, faults: list[str]) -> Iterator[MakeContext]:
    """Open another browser: its own cookies and storage, logged in as ``user`` if given.

    It has no service worker, as over plain http: what goes through one, a test cannot cut off.
    """
    opened: list[BrowserContext] = []

    def make(user: User | None = None, **kwargs) -> BrowserContext:
        kwargs.setdefault("service_workers", "block")
        context = browser.new_context(base_url=live_server.url, locale="en-GB", **kwargs)
        watch(context, faults)
        if user is not None:
            log_in(context, user, live_server.url)
        opened.append(context)
        return context

    with Underway().watched():
        yield make
        for context in opened:
            context.close()
    assert not faults, faults


@pytest.fixture
def context(new_context: MakeContext, director: User) -> BrowserContext:
    """The director's browser."""
    return new_context(director)


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page of the director's browser."""
    return context.new_page()


@pytest.fixture
def event(club, live_server) -> Event:
    """Two released rounds at four tables."""
    return make.make_released_event(club, tables=4, rounds=2)


@pytest.fixture
def table(event: Event) -> Table:
    return Table.objects.get(round__event=event, round__number=1, number=1)


@pytest.fixture
def small_table(club, live_server) -> Table:
    """A table with three deals."""
    return Table.objects.get(round__event=make.make_released_event(club, tables=1, deals=3))


@pytest.fixture
def table_of_three(club, live_server) -> Table:
    event = make.make_released_event(club, tables=1, players=3)
    return Table.objects.get(round__event=event)


@pytest.fixture
def entry(page: Page, table: Table) -> EntryPage:
    """The director at the first table's sheet."""
    return EntryPage(page, table).open()


@pytest.fixture
def phone(new_context: MakeContext, table: Table) -> PhonePage:
    """A phone that came by the link on the sheet."""
    page = new_context(viewport=SMALLEST, has_touch=True).new_page()
    address = links.issue_link(table).partition("/e/")[2]
    return PhonePage(page, table).open(f"/e/{address}")


def watch(context: BrowserContext, faults: list[str]) -> None:
    """Note script errors, breaches of the content security policy, and missing files."""

    def console(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not message.text.startswith(EXPECTED):
            faults.append(message.text)

    def error(error: WebError) -> None:
        faults.append(str(error.error))

    def response(response: Response) -> None:
        if response.status >= 500 or (response.status == 404 and "/static/" in response.url):
            faults.append(f"{response.status} {response.url}")

    context.on("console", console)
    context.on("weberror", error)
    context.on("response", response)


def log_in(context: BrowserContext, user: User, url: str) -> None:
    """Give the browser the cookie that a login gives."""
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": url}])
