"""Last names as a page shortens them that has no room: by the letter that everybody reads."""

from lhombre_club.members.models import Person
from lhombre_club.members.namesakes import TAG
from lhombre_club.members.shown import Initial
from tournaments.models import Table


def surnames(table: Table) -> dict[str, str]:
    """Return by the names of those at a table their last names, from the letter of a short name on.

    Who came in somebody's place is among them. One query.
    """
    found = {}
    for seat in table.seats.select_related("participant__person", "substitute"):
        player = seat.participant
        for name, person in ((player.name, player.person), (seat.substitute_name, seat.substitute)):
            bare = TAG.sub("", name)
            if initial := _initial(bare, person):
                found[bare] = initial.last
    return found


def _initial(name: str, person: Person | None) -> Initial | None:
    """Return the short form of a name, which only who is known has in two parts."""
    if person and person.full_name == name:
        return Initial.of(person.first_name, person.last_name)
    return Initial.of(name, "")
