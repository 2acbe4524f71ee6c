"""Paper: print jobs as rows, a Celery task that does them, and the one renderer.

An app that wants something on paper registers a builder for each kind of paper, and asks for
one with ``request_paper``. Which PDF it becomes, and when, is the worker's affair.
"""

from typing import TYPE_CHECKING, Any
from uuid import UUID

from lhombre_club.printing.registry import CannotPrintError, Paper, register

if TYPE_CHECKING:
    from lhombre_club.printing.models import Job

__all__ = ["CannotPrintError", "Paper", "register", "request_paper"]


def request_paper(
    *, kind: str, params: dict[str, Any], title: str, actor: str, batch: UUID | None = None
) -> "Job":
    """Ask for a paper: see ``lhombre_club.printing.domain.jobs.request_paper``."""
    from lhombre_club.printing.domain import jobs  # noqa: PLC0415 -- needs the loaded models

    return jobs.request_paper(kind=kind, params=params, title=title, actor=actor, batch=batch)
