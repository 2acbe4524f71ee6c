"""Names in sealed reasons are replaced, and the chain goes on: it proves what stands there now."""

import uuid

import pytest
from django.utils import translation

from lhombre_club.members.models import Membership, Person
from tests import make
from tests.tournaments.kept.canary import ACTOR
from tournaments.book.proving import seals
from tournaments.book.proving.ledger_check import check_all
from tournaments.kept.domain.forgetting import forget_member
from tournaments.kept.domain.names import stands_for
from tournaments.models import Revision, Round, Seal, Table, TableEntry
from tournaments.penalties.domain.penalties import Penalty, penalise
from tournaments.review.pages.seals import answer

pytestmark = pytest.mark.django_db
SOLO = {"declarer": 1, "contract": "solo", "outcome": "won"}


@pytest.fixture
def played(club):
    """An event with a penalty whose reason names a player, and the code that was printed."""
    event = make.make_released_event(club, tables=1, deals=4)
    Person.objects.filter(participations__event=event, participations__number=1).update(
        first_name="Kanarius", last_name="Xylofugl"
    )
    table = Table.objects.select_related("round__event").get(round__event=event)
    make.enter(table, 1, SOLO)
    fine = Penalty(id=uuid.uuid4(), seat=1, points=1, reason="Kanarius talked", deal=1)
    penalise(table=table, penalty=fine, actor=ACTOR)
    printed = seals.head(event)
    event.rounds.update(state=Round.State.FINAL)
    # A round is sealed with its state nowhere in it: nothing differs by that.
    member = Membership.objects.get(person__last_name="Xylofugl")
    return event, printed, member


def forget(member):
    return forget_member(membership=member, actor=ACTOR, directed=[member.club])


def test_the_name_goes_and_the_chain_holds(played):
    event, _printed, member = played
    done = forget(member)
    entry = TableEntry.objects.get()
    assert entry.reason == f"{stands_for(done.number)} talked"
    assert check_all() == []
    newest = event.seals.last()
    assert (newest.kind, newest.subject) == (Seal.Kind.REWORDED, done.pk)


def test_without_a_seal_of_its_own_it_would_be_found(played):
    """The twin: what forgetting does by another way than ours is a changed past."""
    event, _printed, member = played
    TableEntry.objects.update(reason="Anonym 1 talked")
    assert len(check_all()) >= 1
    forget(member)
    assert any("not what seal" in told for told in seals.broken(event))


@pytest.mark.parametrize("field", ("reason", "amounts"))
def test_whoever_changes_it_once_more_is_found(played, field):
    event, _printed, member = played
    forget(member)
    values = {"reason": "Another talked", "amounts": [0, -2, 0, 0]}
    TableEntry.objects.update(**{field: values[field]})
    assert any("not what seal" in told for told in seals.broken(event))


def test_a_result_that_nobody_reworded_is_proved_as_before(played):
    event, _printed, member = played
    forget(member)
    Revision._base_manager.update(record={**SOLO, "outcome": "bet"})
    assert any("not what seal" in told for told in seals.broken(event))


def test_a_printed_code_still_finds_its_state(played):
    event, printed, member = played
    forget(member)
    assert seals.head(event) != printed
    state = seals.state_of(event, printed)
    assert state is not None
    assert state.since == 0
    assert state.reworded
    with translation.override("en"):
        assert "forgotten since" in answer(event, printed).since
    assert answer(event, seals.head(event)).is_good


def test_twice_is_no_harm(played):
    event, _printed, member = played
    TableEntry.objects.count()
    other = event.participants.get(number=2).person
    Person.objects.filter(pk=other.pk).update(first_name="Talked", last_name="Fugl")
    forget(member)
    TableEntry._base_manager.get()
    forget(Membership.objects.get(person=other))
    assert check_all() == []
