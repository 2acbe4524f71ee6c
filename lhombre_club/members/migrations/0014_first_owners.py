"""Whoever directs a club becomes what he may do: the first its owner, the others both offices."""

from django.db import migrations


def give_offices(apps, schema_editor):
    roles = apps.get_model("members", "ClubRole")
    owned = set()
    directors = roles.objects.filter(role="director").select_related("user")
    for role in directors.order_by("user__date_joined", "user__pk"):
        role.since = role.user.date_joined
        if role.club_id in owned:
            roles.objects.create(
                user=role.user, club_id=role.club_id, role="administrator", since=role.since
            )
        else:
            owned.add(role.club_id)
            role.role = "owner"
        role.save()


def take_back(apps, schema_editor):
    """Whoever may direct directs again; the other offices were not there before."""
    roles = apps.get_model("members", "ClubRole")
    roles.objects.exclude(until=None).delete()
    for owner in roles.objects.filter(role="owner"):
        if not roles.objects.filter(user=owner.user_id, club=owner.club_id, role="director").exists():
            owner.role = "director"
            owner.save()
    roles.objects.exclude(role="director").delete()


class Migration(migrations.Migration):

    dependencies = [
        ('members', '0013_offices'),
    ]

    operations = [
        migrations.RunPython(give_offices, take_back, elidable=True),
    ]
