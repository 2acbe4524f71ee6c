"""A session says itself whose log-in it is. Nobody is logged out by it."""

import uuid
from contextlib import suppress

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models


def bring_over(apps, schema_editor):
    before = apps.get_model("sessions", "Session").objects
    rows = apps.get_model("members", "Session").objects
    for old in before.iterator():
        row = rows.model(
            session_key=old.session_key,
            session_data=old.session_data,
            expire_date=old.expire_date,
        )
        with suppress(ValueError, TypeError):  # nobody's, or of another secret key
            row.user = uuid.UUID(SessionStore().decode(old.session_data).get(SESSION_KEY))
        row.save(force_insert=True)
    before.all().delete()


def take_back(apps, schema_editor):
    rows = apps.get_model("members", "Session").objects
    kept = "session_key", "session_data", "expire_date"
    before = apps.get_model("sessions", "Session").objects
    before.bulk_create(before.model(**row) for row in rows.values(*kept))


class Migration(migrations.Migration):

    dependencies = [
        ('members', '0014_first_owners'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('user', models.UUIDField(db_index=True, null=True)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
            },
        ),
        migrations.RunPython(bring_over, take_back, elidable=True),
    ]
