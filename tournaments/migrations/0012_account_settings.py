"""An event keeps what is chosen about its account, however much that comes to be."""

from django.db import migrations, models

BEFORE = {"remis_pays": "players", "remis_price": "game"}
"""How a remis was settled while nothing could be chosen: those who played paid the game."""


def say_what_held(apps, schema_editor):
    """Let what was played stay as it was settled, now that something else is usual."""
    apps.get_model("tournaments", "Event").objects.update(account_settings=BEFORE)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0011_photos_stay"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="account_settings",
            field=models.JSONField(default=dict),
        ),
        migrations.AlterField(
            model_name="event",
            name="accounting",
            field=models.CharField(default="rasle", max_length=10),
        ),
        migrations.RunPython(say_what_held, migrations.RunPython.noop),
    ]
