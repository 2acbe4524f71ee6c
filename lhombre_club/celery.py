"""The Celery app, and the one worker command: on the embedded spool or on Redis."""

import os
import sys
from pathlib import Path

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lhombre_club.settings")

app = Celery("lhombre_club")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def worker_command(
    *,
    beat_file: Path,
    node: str = "embedded",
    processes: int = 1,
    application: str = "lhombre_club",
) -> list[str]:
    """Return the command that starts the worker and its clock.

    ``beat_file`` is where the clock remembers when it last rang. A worker that starts under the
    ``node`` name of a dead one takes over its jobs, so no two living ones may share a name.
    """
    return [
        *(sys.executable, "-m", "celery", "-A", application, "worker"),
        *("-B", "-s", str(beat_file)),
        *("-P", "prefork", "-c", str(processes)),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
        *("-n", f"{node}@%h", "--loglevel", "WARNING"),
    ]
