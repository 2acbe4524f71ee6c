"""The plan by letter says which deals are whose on a chair of two, and who sits out."""

import datetime as dt

import pytest
from django.utils.translation import override

from lhombre_club.members.models import Membership
from tests import make
from tournaments.letters.preview.evenings import plan
from tournaments.models import Event, Seat
from tournaments.teams.domain.substitutes import set_substitute

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("since", "own", "others"),
    (
        (6, "North, until deal 5, then Zita Ny; with", "North, from deal 6, for {name}; with"),
        (1, "", "North, for {name}; with"),
    ),
)
def test_each_is_told_which_deals_are_theirs(club, since, own, others):
    people = make.make_members(club, 4)
    event = make.make_released_event(club, tables=1, people=people, language="en")
    seat = Seat.objects.get(round__event=event, seat=0)
    zita = make.make_person("Zita", "Ny", email="zita@club.example")
    Membership.objects.create(club=club, person=zita)
    set_substitute(seat=seat, person=zita, since=since, actor="system:test")
    with override("en"):
        bodies = plan(club, str(event.pk)).bodies
    (laurits,) = (each for each in people if each.pk == seat.participant.person_id)
    assert own in bodies.get(laurits.pk, "")
    assert (laurits.pk in bodies) is bool(own)
    assert others.format(name=seat.participant.name) in bodies[zita.pk]
    rest = [text for who, text in bodies.items() if who not in {zita.pk, laurits.pk}]
    assert len(rest) == 3
    assert not [text for text in rest if "until deal" in text]


def test_who_sits_a_round_out_is_told_so_in_its_place_among_the_rounds(club):
    people = make.make_members(club, 5)
    event = make.make_released_event(club, tables=1, rounds=3, people=people[:4], language="en")
    Event.objects.filter(pk=event.pk).update(date=dt.date(2026, 11, 29))
    seat = event.rounds.get(number=2).seats.order_by("seat")[0]
    (out,) = (each.pk for each in people if each.pk == seat.participant.person_id)
    idle = people[4].pk
    seat.delete()
    event.participants.create(person=people[4], number=5, name="Idle", from_round=3)
    event.rounds.filter(number=3).update(date=dt.date(2026, 12, 6))
    with override("en"):
        bodies = plan(club, str(event.pk)).bodies
    opening, _empty, *lines = bodies[out].splitlines()
    assert opening.endswith("on Sunday November 29:")
    assert [line.partition(":")[0] for line in lines] == [
        "Round 1", "Round 2", "Round 3, Sunday December 6",
    ]  # fmt: skip
    assert lines[1] == "Round 2: you sit this round out"
    *_, last = bodies[idle].splitlines()
    assert last == "Round 3, Sunday December 6: you sit this round out"
    assert bodies[idle].count("Round") == 1
