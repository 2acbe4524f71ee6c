"""Which papers there are: a kind, and the builder that another app registered for it."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from lhombre_club.club_words import speaking
from lhombre_club.printing.program import program


@dataclass(frozen=True, slots=True)
class Paper:
    """One document, ready to be laid out."""

    template: str
    """Name of an HTML template under ``templates/print/``."""
    context: dict[str, Any]
    """Plain values for the template; no model."""
    title: str
    """Title in the PDF's own description."""
    language: str
    """Language of the texts, such as ``da``."""
    drawing: str = ""
    """Name of a template beside it that is an SVG, for what has hundreds of lines."""
    copies: int = 1
    """How often its pages stand in the file."""
    then: "tuple[Paper, ...]" = ()
    """What follows in the same file, laid out by itself."""
    tagged: bool = False
    """Whether the file says what is a heading, a table, a list: PDF/UA-1, for reading aloud."""
    zoom: float = 1
    """How much larger than it was laid out all of it is, its sheets of paper too."""
    words: speaking.Chosen = field(default_factory=speaking.now)
    """The club's own words: those that were spoken when the paper was built."""


class CannotPrintError(Exception):
    """What the paper is about is no longer there; trying again would not help."""


Params = dict[str, Any]
"""Ids and the language, never names."""
Builder = Callable[[Params], Paper]
Request = tuple[str, Params]
"""A kind, and what its builder needs."""
Look = Callable[[Sequence[Request]], Sequence[str]]
"""Says for each of some papers what it would show now, in as few queries for many as for one.

After a space the same may follow without the address of the program."""

SHOWN = 32
"""Letters of a content hash that say what a paper shows; as many follow."""
BARE = 16
"""Letters that follow: of the same without the program's address, and then of the program."""
MERGED = "merged"
"""The kind that needs no builder: all papers of a batch in one file."""

_builders: dict[str, Builder] = {}
_looks: dict[str, Look] = {}
_secret: set[str] = set()


def register(
    kind: str, builder: Builder, look: Look | None = None, *, secret: bool = False
) -> None:
    """Let ``builder`` make the papers of this kind; it is called in the worker.

    It may state the moment in ``params["as_of"]``, from which on nothing has changed. Without a
    ``look`` nobody knows whether a paper is still right, and each request makes a new one. A
    ``secret`` one opens something: it is kept for a day, and nothing is left of it then.
    """
    _builders[kind] = builder
    (_secret.add if secret else _secret.discard)(kind)
    _looks.pop(kind, None)
    if look is not None:
        _looks[kind] = look


def build(kind: str, params: Params) -> Paper:
    """Return the paper that the registered builder makes of ``params``.

    Raises CannotPrintError for a kind that nobody registered, and whatever the builder raises.
    """
    builder = _builders.get(kind)
    if builder is None:
        raise CannotPrintError(f"no builder is registered for {kind!r}")
    return builder(params)


def is_registered(kind: str) -> bool:
    """Return whether a paper of this kind can be asked for."""
    return kind in _builders


def secret_kinds() -> frozenset[str]:
    """Return the kinds of papers that open something."""
    return frozenset(_secret)


def is_tagged(params: Params) -> bool:
    """Return whether a paper is asked for that is to be read aloud.

    It is laid out whole, so that it may take longer, and it is joined with no other.
    """
    return bool(params.get("tagged"))


def digests(requests: Sequence[Request]) -> list[str]:
    """Return the content hash of each paper: the same while the same request gives the same file.

    Its first half is taken of the request and of what the paper shows, the second of the same
    without the program's address, and of the program that draws it. Empty for a kind without a
    look.
    """
    found: dict[int, str] = {}
    for look in set(_looks.values()):
        asked = [at for at, (kind, _) in enumerate(requests) if _looks.get(kind) is look]
        shown = look([requests[at] for at in asked]) if asked else ()
        for at, what in zip(asked, shown, strict=True):
            found[at] = digest_of(requests[at], what)
    return [found.get(at, "") for at in range(len(requests))]


def digest_of(request: Request, shown: str) -> str:
    """Return the content hash of a paper that shows this."""
    whole, _, bare = shown.partition(" ")
    return hash_of([*request, whole])[:SHOWN] + hash_of([*request, bare])[:BARE] + program()[:BARE]


def shows_the_same(one: str, other: str) -> bool:
    """Return whether papers of these content hashes differ by their program at most."""
    return one[:SHOWN] == other[:SHOWN]


def differs_by_address(one: str, other: str) -> bool:
    """Return whether papers of these content hashes would be the same at one address."""
    bare = slice(SHOWN, SHOWN + BARE)
    return not shows_the_same(one, other) and one[bare] == other[bare]


def hash_of(value: Any) -> str:
    """Return a hash of plain values: the same in every process, whatever the order of keys."""
    text = json.dumps(value, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()
