"""The Celery app: one worker command, on the embedded spool or on Redis."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lhombre_club.settings")

app = Celery("lhombre_club")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
