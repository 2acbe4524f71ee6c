"""Doubts say whether two readings differ. A proof done without was noted and cleared at once."""

import datetime as dt

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

AT_ONCE = dt.timedelta(seconds=1)
OF_PROOFS = ("sums", "second", "unconfirmed")


def say_what_was_done_without(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    flags = apps.get_model("tournaments", "Flag").objects
    at_once = models.F("created_at") + AT_ONCE
    known = flags.filter(state="cleared", kind__in=OF_PROOFS, cleared_at__lte=at_once)
    known.exclude(reason="").update(differs=False)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0029_calendar")]

    operations = [
        migrations.AddField("flag", "differs", models.BooleanField(default=True)),
        migrations.RunPython(say_what_was_done_without, migrations.RunPython.noop),
    ]
