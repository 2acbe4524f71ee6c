"""A photo stays with its event when its table is drawn anew."""

import django.db.models.deletion
from django.db import migrations, models


def say_whose(apps, _editor):
    """Note the event, round and table of each photo there is."""
    photos = apps.get_model("tournaments", "SheetPhoto").objects.select_related("table__round")
    for photo in photos.iterator(chunk_size=500):
        photo.event_id = photo.table.round.event_id
        photo.round_number = photo.table.round.number
        photo.table_number = photo.table.number
        photo.save(update_fields=["event", "round_number", "table_number"])


class Migration(migrations.Migration):

    # PostgreSQL alters no table on which rows of the same transaction wait to be checked.
    atomic = False

    dependencies = [
        ("tournaments", "0010_chain_and_papers"),
    ]

    operations = [
        migrations.AddField(
            model_name="sheetphoto",
            name="event",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="photos",
                to="tournaments.event",
            ),
        ),
        migrations.AddField(
            model_name="sheetphoto",
            name="round_number",
            field=models.PositiveSmallIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="sheetphoto",
            name="table_number",
            field=models.PositiveSmallIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.RunPython(say_whose, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="sheetphoto",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="photos",
                to="tournaments.event",
            ),
        ),
        migrations.AlterField(
            model_name="sheetphoto",
            name="table",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="photos",
                to="tournaments.table",
            ),
        ),
    ]
