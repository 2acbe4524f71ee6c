"""The finished papers in PAPERS_DIR, each named after its job and the lease it was made under."""

from collections.abc import Collection
from pathlib import Path
from uuid import UUID

from django.conf import settings


def folder() -> Path:
    """Return where the finished papers are."""
    return Path(settings.PAPERS_DIR)


def name_for(job: UUID, lease: UUID) -> str:
    """Return the name of what one attempt at a job makes."""
    return f"{job}-{lease.hex[:8]}.pdf"


def is_there(name: str) -> bool:
    """Return whether a finished paper is still kept."""
    return bool(name) and (folder() / name).is_file()


def all_there() -> frozenset[str]:
    """Return the names of all papers that are kept: one look for a whole page."""
    return frozenset(path.name for path in folder().iterdir()) if folder().is_dir() else frozenset()


def remove(name: str) -> None:
    """Remove one paper, if it is there."""
    if name:
        (folder() / name).unlink(missing_ok=True)


def remove_of(jobs: Collection[UUID]) -> None:
    """Remove whatever any attempt at these jobs has left, half-made or whole."""
    names = {str(job) for job in jobs}
    for name in all_there() if names else ():
        if name.removeprefix(".")[:36] in names:
            remove(name)
