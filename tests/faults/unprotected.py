"""The worker with its protection switched off: it takes over nothing, and nobody sweeps."""

from celery.signals import worker_ready

from lhombre_club.celery import app

app.conf.beat_schedule = {}


@worker_ready.connect
def take_over(**_kwargs):
    """Do nothing; the real one is taken away as soon as it has been connected."""


@app.on_after_finalize.connect
def disconnect(**_kwargs):
    from lhombre_club.printing import tasks  # noqa: PLC0415 -- after the setup

    worker_ready.disconnect(tasks.take_over)
