import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone

from tournaments.book.proving.sealed_content import (
    BEFORE,
    chained,
    of_entry,
    of_result,
    of_round,
    of_withdrawal,
)

BATCH = 1000
SHOWN = ("released", "provisional", "final")


def seal_what_is_there(apps, _editor):
    """Chain what was entered so far, event by event, in the order in which it came."""
    for event in apps.get_model("tournaments", "Event").objects.iterator(chunk_size=BATCH):
        _seal_event(apps, event)


def _seal_event(apps, event):
    Seal = apps.get_model("tournaments", "Seal")
    digest, waiting = "", []
    for number, (at, kind, subject, content) in enumerate(_deeds(apps, event), start=1):
        digest = chained(digest, kind, content)
        stored = content if kind == "round" else ""
        waiting.append(
            Seal(event=event, number=number, kind=kind, subject=subject, content=stored,
                 digest=digest, at=at)
        )
        if len(waiting) == BATCH:
            Seal.objects.bulk_create(waiting)
            waiting = []
    Seal.objects.bulk_create(waiting)


def _deeds(apps, event):
    """Yield the rounds as they are, and then results and decisions by their time."""
    for round_ in event.rounds.filter(state__in=SHOWN).select_related("event").order_by("number"):
        if not hasattr(round_.event, "account_settings"):
            round_.event.account_settings = BEFORE  # what the next but one gives it
        yield round_.released_at or timezone.now(), "round", round_.pk, of_round(round_)
    # Only what puts them in order is held: an event may have ten thousand deals.
    Revision = apps.get_model("tournaments", "Revision")
    Entry = apps.get_model("tournaments", "TableEntry")
    results = Revision.objects.filter(table__round__event=event)
    entries = Entry.objects.filter(table__round__event=event)
    order = [(at, number, "result", pk)
             for at, number, pk in results.values_list("created_at", "number", "pk")]
    order += [(at, 0, "entry", pk) for at, pk in entries.values_list("created_at", "pk")]
    order += [(at, 0, "withdrawn", pk)
              for at, pk in entries.exclude(withdrawn_at=None).values_list("withdrawn_at", "pk")]
    order.sort(key=lambda each: (*each[:3], str(each[3])))
    text = {"result": (results, of_result), "entry": (entries, of_entry),
            "withdrawn": (entries, of_withdrawal)}
    for start in range(0, len(order), BATCH):
        batch = order[start:start + BATCH]
        rows = {}
        for kind, (queryset, _) in text.items():
            wanted = [pk for _at, _number, its, pk in batch if its == kind]
            rows[kind] = {row.pk: row for row in queryset.filter(pk__in=wanted)}
        for at, _number, kind, pk in batch:
            yield at, kind, pk, text[kind][1](rows[kind][pk])


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0009_sheet_photos'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='paper_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='table',
            name='paper_by',
            field=models.CharField(blank=True, max_length=80),
        ),
        migrations.CreateModel(
            name='Seal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('round', 'the rules and seats of a round'), ('result', 'a result'), ('entry', 'a decision beside the deals'), ('withdrawn', 'a decision that was withdrawn')], max_length=10)),
                ('subject', models.UUIDField()),
                ('content', models.TextField(blank=True)),
                ('digest', models.CharField(max_length=64)),
                ('at', models.DateTimeField()),
                ('event', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seals', to='tournaments.event')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='seal_once')],
            },
        ),
        migrations.RunPython(seal_what_is_there, migrations.RunPython.noop, elidable=True),
    ]
