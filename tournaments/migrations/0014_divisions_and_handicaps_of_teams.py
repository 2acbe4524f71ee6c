from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0013_activity_facts'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='participant',
            name='division',
        ),
        migrations.RemoveField(
            model_name='participant',
            name='handicap',
        ),
    ]
