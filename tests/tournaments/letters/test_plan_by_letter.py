"""The plan by letter says to each of two on one chair which deals are theirs, and for whom."""

import pytest
from django.utils.translation import override

from lhombre_club.members.models import Membership
from tests import make
from tournaments.letters.preview.evenings import plan
from tournaments.models import Seat
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
