from django.db import migrations


def count_again(apps, schema_editor):
    """Evenings that are counted give a substitute's penalties to whose place it is."""
    apps.get_model('tournaments', 'Counted').objects.update(version=0)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0038_personal_links'),
    ]

    operations = [
        migrations.RunPython(count_again, migrations.RunPython.noop),
    ]
