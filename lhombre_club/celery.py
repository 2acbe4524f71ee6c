"""The Celery app, and the commands of worker and clock: on the embedded spool or on Redis."""

import os
import signal
import sys
import threading
from functools import partial
from typing import Any

from celery import Celery
from celery.schedules import crontab
from celery.signals import (
    before_task_publish,
    setup_logging,
    task_prerun,
    worker_ready,
    worker_shutting_down,
)

from lhombre_club import logs
from lhombre_club.supervisor import GRACE

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lhombre_club.settings")

REQUEST = "request_id"
"""Of a message: the header with the id of the request."""


def _each(seconds: float, task: str) -> dict[str, Any]:
    """Every so often; what waits before a busy worker does not pile up."""
    return {"task": task, "schedule": seconds, "options": {"expires": seconds - 5}}


def _at_night(minute: int, task: str, **kwargs: str) -> dict[str, Any]:
    """Once in the hour after four, if the computer is on."""
    when = crontab(hour=4, minute=minute)
    return {"task": task, "schedule": when, "kwargs": kwargs, "options": {"expires": 3600}}


app = Celery("lhombre_club")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# What the clock asks for by itself, and when, by the club's own time.
app.conf.beat_schedule = {
    "sweep print jobs": _each(30, "lhombre_club.printing.tasks.sweep"),
    "count the years": _each(30, "tournaments.tasks.count_years"),
    # Those for which nobody rang, and those that the mail server did not take.
    "send letters": _each(30, "tournaments.tasks.send_letters"),
    "copy the club": _at_night(0, "tournaments.tasks.copy_club", why="night"),
    # Once a month; and whenever the worker starts.
    "try the newest copy": _at_night(15, "tournaments.tasks.restore_drill"),
    # A computer that is off then checks as it starts.
    "prove the account": _at_night(30, "tournaments.tasks.check_ledger"),
    # And whenever the worker starts.
    "tidy papers": _at_night(45, "lhombre_club.printing.tasks.tidy"),
    # After the copy of the night; what a club has not chosen stays.
    "let go what is kept no longer": _at_night(55, "tournaments.tasks.let_go"),
    "forget old log-ins": _at_night(50, "lhombre_club.members.tasks.tidy"),
}


def worker_command(
    *,
    node: str = "embedded",
    processes: int = 1,
    application: str = "lhombre_club",
    clock: bool = True,
) -> list[str]:
    """Return the command that starts the worker, with the clock in it unless that runs elsewhere.

    A worker that starts under the ``node`` name of a dead one takes over its jobs, so no two
    living ones may share a name on one machine.
    """
    return [
        *(sys.executable, "-m", "celery", "-A", application, "worker"),
        *(["-B"] if clock else []),
        *("-P", "prefork", "-c", str(processes)),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
        *("-n", f"{node}@%h", "--loglevel", "WARNING"),
    ]


def clock_command() -> list[str]:
    """Return the command of the clock alone."""
    return [sys.executable, "-m", "celery", "-A", "lhombre_club", "beat", "--loglevel", "WARNING"]


@setup_logging.connect
def keep_logging(**_kwargs: Any) -> None:
    """Keep Django's logging: Celery makes its own, unless somebody listens here."""


@before_task_publish.connect
def hand_on(headers: dict[str, Any], **_kwargs: Any) -> None:
    """Write on the message which request rings."""
    headers[REQUEST] = logs.request_id()


@task_prerun.connect
def take_up(task: Any, **_kwargs: Any) -> None:
    """Let the lines of a task have the id of that request; the clock rings without one."""
    logs.take_up(task.request.get(REQUEST) or "")


@worker_ready.connect
def watch(sender: Any, **_kwargs: Any) -> None:
    """See that a child which is killed while it waits or answers does not stop the worker.

    On the spool the children read from one pipe and answer by another, each under a lock: who is
    killed while he holds one takes it to the grave. On Redis each child has pipes of its own.
    """
    pool = getattr(getattr(sender, "pool", None), "_pool", None)
    if pool is not None and getattr(pool, "on_process_down", pool) is None:
        pool.on_process_down = partial(unlock, pool)


def unlock(pool: Any, _dead: Any) -> None:
    """Free the locks of the pipes when nobody is left who could hold them."""
    if not pool._pool:  # noqa: SLF001 -- billiard has no other name for its children
        for lock in (pool._inqueue._rlock, pool._outqueue._wlock):  # noqa: SLF001
            lock.acquire(block=False)
            lock.release()
        give_back(pool)


def give_back(pool: Any) -> None:
    """Count as lost what a dead child may have taken without saying so: its message comes again.

    Else the worker would wait for its answer, and take no other message until then. What another
    child finds in the pipe all the same is made once: a job has one holder.
    """
    for task in list(pool._cache.values()):  # noqa: SLF001 -- nor for what is under way
        if not task.ready() and not task.accepted():
            pool.mark_as_worker_lost(task, 0)


@worker_shutting_down.connect
def end_in_time(**_kwargs: Any) -> None:
    """End in the time that a supervisor gives, though it may have been killed.

    Celery waits for what it does, and trying a copy takes minutes; the folder would be held as
    long, and nobody could start the club again.
    """
    if os.getpgrp() == os.getpid():  # else others are in the group
        timer = threading.Timer(GRACE, os.killpg, (os.getpid(), signal.SIGKILL))
        timer.daemon = True
        timer.start()
