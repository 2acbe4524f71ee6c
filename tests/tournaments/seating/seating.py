"""An evening to seat, and what is asked of it in several tests."""

from lhombre_club.members.models import Attendance
from tests import make
from tournaments.book.begun import CLUB_NIGHT, Preset
from tournaments.events.domain.events import make_event
from tournaments.seating.domain.released import release_rounds

ACTOR = "system:test"


def preset(rounds=2, ruleset="dlu", deals=40):
    return Preset(
        title=CLUB_NIGHT.title, ruleset=ruleset, accounting="rasle", rounds=rounds, deals=deals
    )


def evening(club, count=12, *, rounds=2, late=0, ruleset="dlu"):
    """An event of ``count`` members and ``late`` more, drawn and not released."""
    people = make.make_members(club, count + late)
    return make_event(
        club=club,
        name="Klubaften",
        date=make.EVENING,
        people=people[:count],
        late=people[count:],
        actor=ACTOR,
        preset=preset(rounds, ruleset),
    )


def free(club, count=1):
    """So many who are here, and play only where somebody is missing."""
    people = [make.make_person("Free", f"Nr{number}") for number in range(count)]
    for person in people:
        Attendance.objects.create(
            club=club, person=person, date=make.EVENING, state=Attendance.State.FREE
        )
    return people


def begin(event, number=1):
    """Play the first deal at table 1 of a round that is released for that."""
    round_ = event.rounds.get(number=number)
    release_rounds(event=event, only=round_, actor=ACTOR)
    make.enter(round_.tables.first(), 1, {"passed": True})
    return round_


def seats(event, number=None):
    """Who sits where: (round, table, seat) to participant."""
    found = {}
    for round_ in event.rounds.all():
        for table in round_.tables.all():
            for seat in table.seats.all():
                found[round_.number, table.number, seat.seat] = seat.participant_id
    return {at: who for at, who in found.items() if number in {None, at[0]}}


def player(event, number):
    return event.participants.get(number=number)


def at_table(event, number, table):
    """The participants at a table of a round, by seat."""
    return [
        seat.participant
        for seat in event.rounds.get(number=number).tables.get(number=table).seats.order_by("seat")
    ]
