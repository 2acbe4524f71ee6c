"""What ends at the tables with somebody's office: the links that he made, and what he keeps."""

from django.dispatch import receiver

from lhombre_club.members.access import offices_held
from lhombre_club.members.domain.offices import office_ended
from lhombre_club.members.models import ClubRole
from lhombre_club.members.offices import Deed, deeds_of
from tournaments.entry.domain.links import revoke_links
from tournaments.models import Activity, Table, TableLease


@receiver(office_ended)
def end_at_tables(role: ClubRole, **_signal: object) -> None:
    """Revoke the links to tables of the club that he made on a screen; let go of what he keeps.

    A device that came by one of them is out with it. The codes of printed sheets are the club's and
    stay, and so does everything while another office of his lets him direct.
    """
    user, club = role.user, role.club_id
    if Deed.DIRECT in deeds_of(offices_held(user), club):
        return
    TableLease.objects.filter(holder=user.actor, table__round__event__club=club).delete()
    made = Activity.objects.filter(event__club=club, verb="link.issued", actor=user.actor)
    keys = {fact for fact in made.values_list("facts__table_key", flat=True) if fact}
    for table in Table.objects.filter(pk__in=keys):
        revoke_links(table, actor=role.ended_by or user.actor)
