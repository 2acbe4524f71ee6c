"""What was done by hand since the seats were drawn, and the plan before, stay with the event."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_side_bonuses")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="since_draw",
            field=models.JSONField(default=dict),
        ),
    ]
