"""The one refusal: a deed that was not done. Nothing of it was stored.

A room lists its reasons once, each with its code, its sentence and the status of the answer::

    class MoneyReason(Reason):
        NO_UNIT = "no_unit", _("Say first what a point costs.")
        GONE = "gone", _("Payment %(number)d is no more."), 410

Its deeds raise ``Refusal(MoneyReason.GONE, number=3)``. A page says ``str(refusal)``, in
the language of whoever reads; the API sends the code beside it. What nobody caught becomes a page
of its own; so does an address that only a form may be sent to.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from operator import mod
from threading import Semaphore
from typing import Self

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import is_valid_path
from django.utils.functional import Promise

CONFLICT = 409


class Reason(StrEnum):
    """Why something was not done; each room's own enum extends it."""

    sentence: Promise
    """What is wrong and what to do; may name the facts as ``%(fact)s``."""
    status: int
    """Of the answer over HTTP."""

    def __new__(cls, code: str, sentence: Promise, status: int = CONFLICT) -> Self:
        """Make the member whose value is ``code``."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.sentence = sentence
        member.status = status
        return member


class Refusal(Exception):  # noqa: N818 -- a deed that is refused is no error of the program
    """A deed was not done, for ``reason``; ``facts`` are what its sentence names."""

    def __init__(self, reason: Reason, /, **facts: object) -> None:
        """Refuse for ``reason``."""
        super().__init__(reason, facts)
        self.reason = reason
        self.facts = facts

    @property
    def sentences(self) -> tuple[str, ...]:
        """Everything that is wrong, in the language that is active; usually one sentence."""
        return (str(mod(self.reason.sentence, self.facts)),)  # a plural chooses by its number

    def __str__(self) -> str:
        """Say why, in the language that is active."""
        return " ".join(self.sentences)


@contextmanager
def messages_about(request: HttpRequest, done: str | Promise = "") -> Iterator[None]:
    """Tell on the next page that what is done inside is ``done``, or why it was refused."""
    try:
        yield
    except Refusal as refusal:
        for sentence in refusal.sentences:
            messages.error(request, sentence)
    else:
        if done:
            messages.success(request, str(done))


@contextmanager
def in_turn(turns: Semaphore, seconds: float, reason: Reason) -> Iterator[None]:
    """Wait so long for one of the turns, and give it back; refused for ``reason`` where none comes.

    What takes much of the computer is done by few threads of a process at a time.
    """
    if not turns.acquire(timeout=seconds):
        raise Refusal(reason)
    try:
        yield
    finally:
        turns.release()


class RefusalMiddleware:
    """Answers with a page what no view caught: its sentence, its status and a way back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Stand before ``get_response``."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Hand the request on; say where to go if a form's address was opened as a page."""
        response = self.get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or response.content:
            return response
        context = {"belongs_to": _page_above(request.path)}
        page = render(request, "405.html", context, status=response.status_code)
        page["Allow"] = response["Allow"]
        return page

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Say what was refused; leave every other exception alone."""
        if not isinstance(exception, Refusal):
            return None
        return refused(request, exception)


def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Return the page that says why something was not done."""
    context = {"sentences": refusal.sentences}
    return render(request, "refused.html", context, status=refusal.reason.status)


def _page_above(path: str) -> str:
    """Return the nearest address that this one lies below; "/" where there is none."""
    parts = path.strip("/").split("/")
    above = (
        "/" + "".join(f"{part}/" for part in parts[:end]) for end in range(len(parts) - 1, 0, -1)
    )
    return next((each for each in above if is_valid_path(each)), "/")
