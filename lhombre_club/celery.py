"""The Celery app, and the one worker command: on the embedded spool or on Redis."""

import os
import sys

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lhombre_club.settings")

app = Celery("lhombre_club")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def worker_command(
    *,
    node: str = "embedded",
    processes: int = 1,
    application: str = "lhombre_club",
) -> list[str]:
    """Return the command that starts the worker and its clock.

    A worker that starts under the ``node`` name of a dead one takes over its jobs, so no two
    living ones may share a name on one machine.
    """
    return [
        *(sys.executable, "-m", "celery", "-A", application, "worker"),
        *("-B", "-P", "prefork", "-c", str(processes)),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
        *("-n", f"{node}@%h", "--loglevel", "WARNING"),
    ]
