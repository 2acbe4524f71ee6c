import re
from string import Formatter

from django.db import migrations, models

AT_TABLE = "{round}/{table}"
AT_DEAL = "{round}/{table}/{deal}"
CORRECTED = {
    f"{kind}.{done}": ["{correction}"]
    for kind in ("deals", "seats", "rules", "final")
    for done in ("corrected", "undone")
}
FORMS = CORRECTED | {
    "event.made": [""],
    "event.restored": [""],
    "rounds.drawn": ["seed {seed}"],
    "seating.chosen": ["{way}"],
    "rounds.planned": ["{rounds}"],
    "players.swapped": ["{round}: {player}, {other}"],
    "table.locked": [AT_TABLE],
    "table.unlocked": [AT_TABLE],
    "participant.joined": ["{player}"],
    "participant.back": ["{player}"],
    "participant.withdrawn": ["{player} after {round}"],
    "wish.made": ["{player}, {other}: {kind}"],
    "wish.withdrawn": ["{player}, {other}"],
    "seat.kept": ["{player}: {own_table}, {own_seat}"],
    "strength.set": ["{player}: {strength}"],
    "substitute.set": ["{round}: {seats}"],
    "substitutes.drawn": ["{round}: {seats}"],
    "teams.set": ["{teams}"],
    "matches.drawn": ["seed {seed}"],
    "round.dated": ["{round}"],
    "evening.drawn": ["{evening}"],
    "season.changed": ["{season}"],  # its id; in the oldest lines its name
    "standings.set": [""],
    "folders.set": ["{folders}"],
    "folders.dropped": [""],
    "rounds.released": ["{round}", ""],
    "round.released": ["{round}"],
    "rounds.set": ["{verification}, {protest_minutes} min"],
    "round.provisional": ["{round}"],
    "round.closed": ["{round}"],
    "round.closed_early": ["{round}"],
    "round.reopened": ["{round}: {reason}"],
    "time.given": [AT_TABLE + ": {minutes:+d}, {extra} min"],
    "lease.taken": [AT_TABLE + ": {name}"],
    "device.barred": [AT_TABLE],
    "link.issued": ["{table_key}"],
    "link.revoked": ["{table_key}"],
    "sums.stated": [AT_TABLE + " {after}"],
    "sheet.read_again": [AT_TABLE + " stops at {stop}", AT_TABLE],
    "deals.confirmed": [AT_TABLE + " {last} seat {seat}"],
    "flag.raised": [AT_DEAL + " {kind}"],
    "flag.taken": [AT_DEAL + " {kind}"],
    "flag.cleared": [AT_DEAL + " {kind}"],
    "protest.made": [AT_DEAL],
    "protest.answered": [AT_DEAL],
    "tray.received": ["{item}"],
    "tray.placed": ["{item}"],
    "tray.dismissed": ["{item}"],
    "entry.penalty": ["{entry}"],
    "entry.hand": ["{entry}"],
    "entry.transfer": ["{entry}"],
    "entry.withdrawn": ["{entry}"],
    "photo.attached": ["{photo}"],
    "photo.removed": ["{photo}"],
    "paper.in": [AT_TABLE],
    "paper.out": [AT_TABLE],
    "unit.agreed": ["{unit}"],
    "money.settled": ["{settling}"],
    "payment.paid": ["{reference}"],
    "payment.unpaid": ["{reference}"],
}
"""How the subject of each verb was written, the fullest form first."""
WORDS = {
    "after", "correction", "entry", "item", "kind", "name", "photo", "reason", "reference",
    "season", "settling", "table_key", "unit", "verification", "way",
}
"""Facts that are text; all others are whole numbers, or None."""
LONGEST = 80
BATCH = 200


def names(form):
    return [name for _text, name, _spec, _how in Formatter().parse(form) if name]


def pattern_of(form):
    pattern = ""
    for text, name, _spec, _how in Formatter().parse(form):
        pattern += re.escape(text)
        if name:
            pattern += f"(?P<{name}>{'.*' if name in WORDS else '[+-]?[0-9]+|None'})"
    return re.compile(pattern, re.DOTALL)


def fact(name, text):
    if name in WORDS:
        return text
    return None if text == "None" else int(text)


def facts_of(verb, subject):
    """Return the facts of a subject; one that was never written so is kept as what was said."""
    forms = FORMS.get(verb, [])
    facts = {name: None for form in forms for name in names(form)}
    for form in forms:
        if found := pattern_of(form).fullmatch(subject):
            return facts | {name: fact(name, text) for name, text in found.groupdict().items()}
    return facts | {"said": subject}


def subject_of(verb, facts):
    if "said" in facts or verb not in FORMS:
        return facts.get("said", "")
    *fuller, last = FORMS[verb]
    form = next((each for each in fuller if None not in map(facts.get, names(each))), last)
    return form.format_map(facts)[:LONGEST]


def take_subjects_apart(apps, _editor):
    Activity = apps.get_model("tournaments", "Activity")
    for rows in _logs(apps):
        for row in rows:
            row.facts = facts_of(row.verb, row.subject)
        Activity.objects.bulk_update(rows, ["facts"], batch_size=BATCH)


def put_subjects_together(apps, _editor):
    Activity = apps.get_model("tournaments", "Activity")
    for rows in _logs(apps):
        for row in rows:
            row.subject = subject_of(row.verb, row.facts)
        Activity.objects.bulk_update(rows, ["subject"], batch_size=BATCH)


def _logs(apps):
    """Return the log of each event, so that no more than one is held at a time."""
    Event = apps.get_model("tournaments", "Event")
    return (list(event.activities.all()) for event in Event.objects.all())


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0012_account_settings'),
    ]

    operations = [
        migrations.AddField(
            model_name='activity',
            name='facts',
            field=models.JSONField(default=dict),
        ),
        migrations.RunPython(take_subjects_apart, put_subjects_together, elidable=True),
        migrations.RemoveField(
            model_name='activity',
            name='subject',
        ),
    ]
