"""The same, with the protection switched off: whoever asked it to end waits."""

from celery.signals import worker_shutting_down

from lhombre_club.celery import end_in_time
from tests.faults.drilling import app

__all__ = ["app"]

worker_shutting_down.disconnect(end_in_time)
