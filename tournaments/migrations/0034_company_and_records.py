import django.db.models.deletion
from django.db import migrations, models


def count_again(apps, schema_editor):
    """Evenings that are counted do not say yet who met whom, nor what was best of each."""
    apps.get_model('tournaments', 'Counted').objects.update(version=0)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0033_barred_in_tray'),
    ]

    operations = [
        migrations.AddField(
            model_name='countedplayer',
            name='best_deal',
            field=models.IntegerField(default=0),
        ),
        migrations.AddField(
            model_name='countedplayer',
            name='best_round',
            field=models.IntegerField(default=0),
        ),
        migrations.AddField(
            model_name='countedplayer',
            name='run',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.CreateModel(
            name='CountedMeeting',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('deals', models.PositiveIntegerField()),
                ('points', models.IntegerField()),
                ('squares', models.PositiveBigIntegerField()),
                ('declared', models.PositiveIntegerField()),
                ('won', models.PositiveIntegerField()),
                ('defended', models.PositiveIntegerField()),
                ('beaten', models.PositiveIntegerField()),
                ('allied', models.PositiveIntegerField()),
                ('felled', models.PositiveIntegerField()),
                ('counted', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='meetings', to='tournaments.counted')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.countedplayer')),
                ('own', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='meetings', to='tournaments.countedplayer')),
            ],
        ),
        migrations.RunPython(count_again, migrations.RunPython.noop),
    ]
