"""Sheets that are asked for on a site's own broker, and whether they came out right."""

import io
import shutil

import pypdf
import redis
from celery import Celery
from django.conf import settings

from lhombre_club.printing.models import Job
from tournaments.book.accounts import names_at
from tournaments.models import Table

State = Job.State


def broker_of(site):
    """A Celery app that publishes where the site's worker listens."""
    app = Celery("asking", set_as_current=False)
    app.conf.update(
        broker_url=site.broker,
        broker_transport_options=dict(settings.CELERY_BROKER_TRANSPORT_OPTIONS),
        task_ignore_result=True,
    )
    if site.broker.startswith("spool"):
        for name in ("queue", "control"):
            (site.var / "spool" / name).mkdir(parents=True, exist_ok=True)
        queue, control = str(site.var / "spool" / "queue"), str(site.var / "spool" / "control")
        app.conf.broker_transport_options = {
            "data_folder_in": queue,
            "data_folder_out": queue,
            "control_folder": control,
        }
    return app


def forget(site):
    """What a broker may do to the messages it was given."""
    if site.broker.startswith("redis"):
        redis.Redis.from_url(site.broker).flushdb()
    else:
        shutil.rmtree(site.var / "spool" / "queue")
        (site.var / "spool" / "queue").mkdir()


def count(*states):
    return Job.objects.filter(state__in=states).count()


def assert_right_papers(site):
    """Each job is done, and its file is the sheet of its table; return the jobs."""
    made = list(Job.objects.all())
    assert {job.state for job in made} == {State.DONE}
    for job in made:
        reader = pypdf.PdfReader(io.BytesIO((site.papers / job.file_name).read_bytes()))
        text = reader.pages[0].extract_text()
        table = Table.objects.get(pk=job.params["table"])
        assert len(reader.pages) == 1
        assert [name for name in names_at(table) if name not in text] == []
    return made
