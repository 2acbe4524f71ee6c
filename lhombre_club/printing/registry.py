"""Which papers there are: a kind, and the builder that another app registered for it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


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
    copies: int = 1
    """How often its pages stand in the file."""
    then: "tuple[Paper, ...]" = ()
    """What follows in the same file, laid out by itself."""


class CannotPrintError(Exception):
    """What the paper is about is no longer there; trying again would not help."""


Builder = Callable[[dict[str, Any]], Paper]

_builders: dict[str, Builder] = {}


def register(kind: str, builder: Builder) -> None:
    """Let ``builder`` make the papers of this kind; it is called in the worker."""
    _builders[kind] = builder


def build(kind: str, params: dict[str, Any]) -> Paper:
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
