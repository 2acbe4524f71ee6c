"""The tray says of a device that was shut out that it was, and not that its link was closed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0032_ratings")]

    operations = [
        migrations.AlterField(
            "trayitem",
            "why",
            models.CharField(
                choices=[
                    ("table_gone", "the table was drawn anew and is no more"),
                    ("provisional", "the round was provisional"),
                    ("closed", "the round was closed"),
                    ("link_expired", "the link of the sheet had expired"),
                    ("link_revoked", "the link of the sheet had been closed"),
                    ("barred", "the device had been shut out of the table"),
                ],
                max_length=12,
            ),
        )
    ]
