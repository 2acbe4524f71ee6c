"""What the worker does for members. Only a worker imports this module."""

from celery import shared_task
from django.contrib.sessions.models import Session
from django.utils import timezone


@shared_task
def tidy() -> None:
    """Forget the log-ins that have run out."""
    Session.objects.filter(expire_date__lt=timezone.now()).delete()
