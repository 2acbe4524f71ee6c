from django.db import migrations, models

KINDS = ("countedgames", "countedplayer")
TOUTS = ("tout_made", "tout_failed")


def count_again(apps, schema_editor):
    """Evenings that are counted do not know of their touts."""
    apps.get_model("tournaments", "Counted").objects.update(version=0)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0044_how_long_pages"),
    ]

    operations = [
        *(
            migrations.AddField(
                model_name=kind, name=tout, field=models.PositiveIntegerField(default=0)
            )
            for kind in KINDS
            for tout in TOUTS
        ),
        migrations.RunPython(count_again, migrations.RunPython.noop),
    ]
