"""A protest is the sender's own: what others send in the same name takes no place from him."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0021_tray_says_provisional")]

    operations = [
        migrations.RemoveConstraint("protest", "open_protest_once"),
        migrations.RemoveConstraint("protest", "open_protest_of_a_table_once"),
        migrations.AlterField("protest", "words", models.CharField(max_length=1000, blank=True)),
        migrations.AddConstraint(
            "protest",
            models.UniqueConstraint(
                fields=["table", "deal", "participant", "actor"],
                condition=models.Q(state="open", participant__isnull=False),
                name="open_protest_once",
            ),
        ),
        migrations.AddConstraint(
            "protest",
            models.UniqueConstraint(
                fields=["table", "deal", "actor"],
                condition=models.Q(state="open", participant__isnull=True),
                name="open_protest_of_a_table_once",
            ),
        ),
    ]
