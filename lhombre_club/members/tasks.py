"""What the worker does for members. Only a worker imports this module."""

from datetime import timedelta
from typing import Any, Final

from axes.models import AccessAttempt, AccessLog
from celery import shared_task
from celery.signals import worker_ready
from django.db import connections
from django.utils import timezone

from lhombre_club.members import once
from lhombre_club.members.models import SecurityNote, Session

TRIED: Final = timedelta(days=30)
"""How long it is kept who logged in from where, or tried to; nobody is shut out for so long."""

NOTED: Final = timedelta(days=90)
"""How long a director can read who got in and who did not."""


@shared_task
def tidy() -> None:
    """Forget the log-ins that have run out, those of last month, and the forms of before."""
    now = timezone.now()
    Session.objects.filter(expire_date__lt=now).delete()
    for log in (AccessAttempt, AccessLog):
        log.objects.filter(attempt_time__lt=now - TRIED).delete()
    SecurityNote.objects.filter(at__lt=now - NOTED).delete()
    once.forget_old()


@worker_ready.connect
def tidy_now(**_kwargs: Any) -> None:
    """A computer that is off at night does it as it starts."""
    tidy()
    connections.close_all()  # the next child is forked from here, and SQLite bears no fork
