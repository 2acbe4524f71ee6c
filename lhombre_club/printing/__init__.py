"""Paper: print jobs as rows, a Celery task that does them, and the one renderer.

An app that wants something on paper registers a builder for each kind of paper, and asks for
one with ``request_paper``. Which PDF it becomes, and when, is the worker's affair.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from lhombre_club.printing.registry import CannotPrintError, Paper, register

if TYPE_CHECKING:
    from lhombre_club.printing.models import Job

__all__ = [
    "CannotPrintError",
    "Paper",
    "Wanted",
    "register",
    "request_merged",
    "request_paper",
    "request_papers",
]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A paper that somebody asks for."""

    kind: str
    params: dict[str, Any]
    """Ids and the language, never names."""
    title: str


def request_paper(
    *, kind: str, params: dict[str, Any], title: str, actor: str, batch: UUID | None = None
) -> "Job":
    """Ask for a paper: see ``lhombre_club.printing.domain.asking.request_paper``."""
    from lhombre_club.printing.domain import asking  # noqa: PLC0415 -- needs the loaded models

    return asking.request_paper(kind=kind, params=params, title=title, actor=actor, batch=batch)


def request_papers(
    *, wanted: Sequence[Wanted], actor: str, batch: UUID | None = None
) -> "list[Job]":
    """Ask for papers together: see ``lhombre_club.printing.domain.asking.request_papers``."""
    from lhombre_club.printing.domain import asking  # noqa: PLC0415 -- needs the loaded models

    return asking.request_papers(wanted=wanted, actor=actor, batch=batch)


def request_merged(
    *, papers: "Sequence[Job]", params: dict[str, Any], title: str, actor: str
) -> "Job":
    """Ask for one file: see ``lhombre_club.printing.domain.asking.request_merged``."""
    from lhombre_club.printing.domain import asking  # noqa: PLC0415 -- needs the loaded models

    return asking.request_merged(papers=papers, params=params, title=title, actor=actor)
