"""The worker with its protection switched off: nobody frees the lock of a child that was killed."""

from celery.signals import worker_ready

from lhombre_club import celery
from lhombre_club.celery import app

__all__ = ["app"]

worker_ready.disconnect(celery.watch)
