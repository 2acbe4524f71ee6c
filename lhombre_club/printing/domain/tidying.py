"""What nobody needs any more: old papers, papers with a newer one, and what dead workers left."""

import datetime as dt
import time
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from functools import partial
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from lhombre_club.printing import registry, unpacked
from lhombre_club.printing.domain import files
from lhombre_club.printing.models import Job

KEPT: Final = dt.timedelta(days=30)
"""How long a paper is kept after it was last asked for; it can be made again with one click."""
OFFERED: Final = dt.timedelta(days=400)
"""How long a paper that is no longer kept, or was never made, is offered to be made again."""
SECRET: Final = dt.timedelta(days=1)
"""How long what opens something is kept, with the request that it is made of."""
STRAY: Final = dt.timedelta(hours=1)
"""A file that no job names is younger than this while somebody may still be writing it."""

State = Job.State


def tidy() -> None:
    """Remove old and replaced papers, files that no job names, and fonts of dead workers."""
    _let_go_of_old()
    _forget_secret()
    _forget_old()
    _forget_replaced()
    _forget_merged()
    _remove_strays()
    unpacked.remove_dead()


def _let_go_of_old() -> None:
    """The row stays, so that the page can offer to make the paper again."""
    old = Job.objects.filter(state=State.DONE, whole=None, asked_at__lt=timezone.now() - KEPT)
    for pk, name in list(old.values_list("pk", "file_name")):
        if Job.objects.filter(pk=pk, state=State.DONE, file_name=name).update(
            state=State.REMOVED, file_name=""
        ):
            files.remove(name)


def _forget_old() -> None:
    """Nobody makes a paper of the season before last again; else the rows would grow for ever."""
    old = Job.objects.filter(whole=None, asked_at__lt=timezone.now() - OFFERED)
    _forget(list(old.exclude(state__in=Job.WAITING).values_list("pk", flat=True)))


def _forget_secret() -> None:
    """Whether it was made or not: what it is made of tells as much as the paper."""
    old = Job.objects.filter(kind__in=registry.secret_kinds(), asked_at__lt=timezone.now() - SECRET)
    old.filter(state__in=Job.WAITING).update(
        state=State.FAILED, error=Job.Error.GONE, lease=None, lease_until=None
    )
    _forget(list(old.values_list("pk", flat=True)))


def _forget_replaced() -> None:
    """Of each paper that was asked for anew and made, only the newest stays."""
    made_or_not = Job.objects.filter(whole=None).exclude(kind=registry.MERGED)
    rows = made_or_not.exclude(state__in=Job.WAITING).order_by("-asked_at")
    made: set[str] = set()
    replaced: list[UUID] = []
    for pk, kind, params, state in rows.values_list("pk", "kind", "params", "state"):
        paper = registry.hash_of([kind, params])
        if paper in made:
            replaced.append(pk)
        elif state == State.DONE:
            made.add(paper)
    _forget(replaced)


def _forget_merged() -> None:
    """Of each batch the newest file of all its papers stays, while the batch has papers."""
    rows = Job.objects.filter(kind=registry.MERGED).order_by("-asked_at")
    papers = Job.objects.filter(batch=OuterRef("batch")).exclude(kind=registry.MERGED)
    seen: set[UUID] = set()
    useless: list[UUID] = []
    for pk, batch, has in rows.annotate(has=Exists(papers)).values_list("pk", "batch", "has"):
        if batch in seen or not has:
            useless.append(pk)
        seen.add(batch)
    _forget(useless)


def _forget(jobs: list[UUID]) -> None:
    Job.objects.filter(pk__in=jobs).exclude(state__in=Job.WAITING).delete()
    files.remove_of(jobs)


def _remove_strays() -> None:
    """What a killed worker left half-made, or whole under a lease that had gone."""
    before = time.time() - STRAY.total_seconds()
    strays = [name for name in files.all_there() if _written(name) < before]
    named = set(Job.objects.exclude(file_name="").values_list("file_name", flat=True))
    for name in strays:
        if name not in named:
            files.remove(name)


def _written(name: str) -> float:
    """Return when the file was written; to whom it is gone already it is of no age."""
    try:
        return (files.folder() / name).stat().st_mtime
    except FileNotFoundError:
        return float("inf")


def let_go_about(keys: AbstractSet[str], said: Callable[[str], str]) -> int:
    """Remove what was made of any of these, as params name them; return how many papers.

    Their titles are as ``said`` says them. What is being made is refused as changed: nobody knows
    which names it has read.
    """
    jobs = Job.objects.filter(pk__in=_about(keys), whole=None)
    for pk, title in list(jobs.values_list("pk", "title")):
        if (now := said(title)) != title:
            Job.objects.filter(pk=pk).update(title=now[:200])
    whole = list(jobs.values_list("pk", flat=True))
    made = dict(jobs.filter(state=State.DONE).values_list("pk", "file_name"))
    jobs.filter(state__in=Job.WAITING).update(
        state=State.FAILED, error=Job.Error.CHANGED, lease=None, lease_until=None
    )
    jobs.filter(pk__in=made).update(state=State.REMOVED, file_name="")
    parts = list(Job.objects.filter(whole__in=whole).values_list("pk", flat=True))
    Job.objects.filter(pk__in=parts).delete()
    for name in made.values():
        transaction.on_commit(partial(files.remove, name))
    transaction.on_commit(partial(files.remove_of, [*whole, *parts]))
    return len(made)


def _about(keys: AbstractSet[str]) -> set[UUID]:
    """Return the jobs whose params name any of these, and the one file of their batches."""
    rows = Job.objects.values_list("pk", "batch", "params")
    about = [
        (pk, batch)
        for pk, batch, params in rows
        if any(isinstance(value, str) and value in keys for value in params.values())
    ]
    merged = Job.objects.filter(kind=registry.MERGED, batch__in={batch for _pk, batch in about})
    return {pk for pk, _batch in about} | set(merged.values_list("pk", flat=True))
