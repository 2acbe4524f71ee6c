"""The worker, whose first child dies when it has taken a task and has not yet said so."""

import os
import signal
from pathlib import Path
from typing import Any

from billiard.pool import Worker
from celery.signals import worker_init
from django.conf import settings

from lhombre_club.celery import app

__all__ = ["app"]


@worker_init.connect
def die_once(**_kwargs):
    child: Any = Worker
    make = child._make_protected_receive
    died = Path(settings.VAR_DIR) / "died"

    def dying(self, conn):
        receive = make(self, conn)

        def taken():
            task = receive()
            if task and not died.exists():
                died.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return task

        return taken

    child._make_protected_receive = dying
