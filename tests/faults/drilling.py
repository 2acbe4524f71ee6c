"""The worker at something that takes longer than anybody waits, in a program of its own."""

import subprocess
import sys
from pathlib import Path

from celery.signals import worker_ready
from django.conf import settings

from lhombre_club import celery
from lhombre_club.celery import app

__all__ = ["app"]

setattr(celery, "GRACE", 1.0)  # noqa: B010 -- it is of another module there


@app.task
def drill():
    """Note that it has begun, and do not end."""
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"]):
        (Path(settings.VAR_DIR) / "begun").touch()


@worker_ready.connect
def ask_as_it_starts(**_kwargs):
    drill.delay()
