"""Which confirmations came from the device that keeps the sheet; of old ones nobody knows."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0022_protests_of_each_sender")]

    operations = [
        migrations.AddField("confirmation", "by_keeper", models.BooleanField(default=False)),
    ]
