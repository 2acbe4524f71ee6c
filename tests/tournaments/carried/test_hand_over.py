"""From the laptop to the hosted site and back: it goes on, or stays and says what would be lost."""

import pytest

from lhombre_club.members.models import Club, Membership, Person
from lhombre_club.refusal import Refusal
from tests import make
from tests.tournaments.carried import everything
from tests.tournaments.carried.test_round_trip import taken
from tournaments.book.proving.ledger_check import check_all
from tournaments.carried.domain import events as domain
from tournaments.carried.domain.comparing import Way
from tournaments.carried.queries import reading, writing
from tournaments.carried.reasons import CarriedReason
from tournaments.kept.domain.names import stands_for
from tournaments.models import (
    Activity,
    EntryLink,
    Event,
    Forgotten,
    Participant,
    Payment,
    Table,
)
from tournaments.money.domain import basis, shares, tick
from tournaments.standings.queries.standings import standings

pytestmark = pytest.mark.django_db
SOLO, BET = everything.SOLO, everything.BET


def gone_on(event, club, deals=(13, 14)):
    """The file of the event as it went on elsewhere; here it is as it was."""
    here = writing.event_file(event)
    event = Event.objects.get(pk=event.pk)
    (_one, other) = everything.tables(event, 1)
    for deal in deals:
        make.enter(other, deal, SOLO)
    there = writing.event_file(event)
    everything.empty_machine()
    club = Club.objects.create(pk=club.pk, name=club.name)
    taken(here, club)
    return there, club


def why(file, club):
    with pytest.raises(Refusal) as refused:
        taken(file, club)
    return refused.value


def test_it_comes_back_with_what_was_entered_elsewhere(event, club):
    pk = event.pk
    table = everything.tables(event, 1)[1]
    there, club = gone_on(event, club)
    link = EntryLink.objects.create(table_id=table.pk, expires_at="2099-01-01T00:00:00Z")
    before = Event.objects.get(pk=pk)
    made = taken(there, club)
    assert made.pk == pk
    assert made.version > before.version
    assert made.epoch != before.epoch
    assert set(Table.objects.get(pk=table.pk).revisions.values_list("deal", flat=True)) >= {13, 14}
    assert EntryLink.objects.get() == link
    assert check_all() == []


def test_twice_is_refused_as_being_here(event, club):
    there, club = gone_on(event, club)
    taken(there, club)
    assert why(there, club).reason is CarriedReason.SAME


@pytest.mark.strict
def test_back_and_forth_many_times(event, club):
    file = writing.event_file(event)
    everything.empty_machine()
    club = Club.objects.create(pk=club.pk, name=club.name)
    for deal in (13, 14, 17, 18):
        made = taken(file, club)
        one = everything.tables(made, 1)[1]
        make.enter(one, deal, BET)
        file = writing.event_file(made)
        assert check_all() == []
        everything.empty_machine()
        club = Club.objects.create(pk=club.pk, name=club.name)
    assert taken(file, club)


@pytest.mark.strict
def test_what_was_entered_here_too_is_named_and_stays(event, club):
    there, club = gone_on(event, club)
    here = Event.objects.get()
    one = everything.tables(here, 1)[0]
    make.enter(one, 13, BET)
    was = everything.rows(here)
    refused = why(there, club)
    assert refused.reason is CarriedReason.DIFFERS
    assert "13" in refused.facts["what"]
    assert everything.rows(Event.objects.get()) == was


@pytest.mark.strict
def test_another_version_of_a_deal_that_is_here_is_named(event, club):
    """Both machines corrected the same deal."""
    there, club = gone_on(event, club)
    one = everything.tables(Event.objects.get(), 1)[1]
    make.enter(one, 13, BET)
    assert why(there, club).reason is CarriedReason.DIFFERS


@pytest.mark.strict
def test_a_payment_that_was_ticked_here_is_not_lost(event, club):
    there, club = gone_on(event, club)
    payment = Payment.objects.filter(paid_at=None)[0]
    tick(payment=payment, actor="system:test")
    refused = why(there, club)
    assert refused.reason is CarriedReason.DIFFERS
    assert "1" in refused.facts["what"]


@pytest.mark.strict
def test_an_older_file_takes_nothing_back(event, club):
    old = writing.event_file(event)
    make.enter(everything.tables(event, 1)[1], 13, SOLO)
    assert why(old, club).reason is CarriedReason.DIFFERS


@pytest.mark.strict
def test_without_the_question_what_is_here_would_be_lost(event, club, monkeypatch):
    """The twin of all these: whoever does not compare throws deals away."""
    there, club = gone_on(event, club)
    one = everything.tables(Event.objects.get(), 1)[0]
    make.enter(one, 13, BET)
    monkeypatch.setattr(domain, "compare", lambda *_: Way.GOES_ON)
    taken(there, club)
    assert not one.revisions.filter(deal=13).exists()


@pytest.mark.strict
def test_an_event_of_another_club_is_not_taken(event):
    other = make.make_club("Klub Basta")
    file = writing.event_file(event)
    assert why(file, other).reason is CarriedReason.ELSEWHERE
    assert Event.objects.get().club_id != other.pk


# --- people -------------------------------------------------------------------------------


def to_other_machine(event, **fields):
    """The file, and a club on another machine."""
    file = writing.event_file(event)
    everything.empty_machine()
    return file, Club.objects.create(name="Klub Manille", **fields)


@pytest.mark.strict
def test_a_member_of_the_same_name_and_number_is_the_same(event):
    file, club = to_other_machine(event)
    person = make.make_person("AGNES", "Nr1")
    Membership.objects.create(club=club, person=person, number="101")
    made = taken(file, club)
    assert Participant.objects.get(event=made, number=1).person == person
    assert Membership.objects.filter(club=club).count() == 8
    assert Person.objects.count() == 9  # the substitute is no member


@pytest.mark.strict
def test_money_goes_to_who_is_the_same(event):
    owed = {(row.payer_name, row.payee_name, row.amount) for row in Payment.objects.all()}
    file, club = to_other_machine(event)
    for number in range(1, 9):
        name = make.NAMES[number - 1]
        person = make.make_person(name, f"Nr{number}")
        Membership.objects.create(club=club, person=person, number=str(100 + number))
    made = taken(file, club)
    assert {(row.payer_name, row.payee_name, row.amount) for row in Payment.objects.all()} == owed
    own = {str(pk) for pk in Person.objects.values_list("pk", flat=True)}
    assert {row.payer for row in Payment.objects.all()} <= own
    settling = made.settlings.get()
    assert settling.basis == basis(shares(made))


@pytest.mark.strict
@pytest.mark.parametrize(("name", "number"), (("Povl", "101"), ("Agnes", "555")))
def test_another_of_the_same_number_or_name_is_another(event, name, number):
    file, club = to_other_machine(event)
    person = make.make_person(name, "Nr1")
    Membership.objects.create(club=club, person=person, number=number)
    made = taken(file, club)
    first = Participant.objects.get(event=made, number=1).person
    assert first not in {None, person}
    assert str(first) == "Agnes Nr1"
    expected = "" if number == "101" else "101"
    assert Membership.objects.get(club=club, person=first).number == expected


@pytest.mark.strict
def test_a_key_that_is_somebodys_of_another_club_is_given_to_nobody(event):
    """Else a file would make any person of the server a member, with all that is known of him."""
    file = writing.event_file(event)
    people = {row["id"]: row for row in Person.objects.values()}
    everything.empty_machine()
    other, club = Club.objects.create(name="A"), Club.objects.create(name="B")
    for row in people.values():
        person = Person.objects.create(**{**row, "last_name": "Hemmelig"})
        Membership.objects.create(club=other, person=person)
    made = taken(file, club)
    own = set(Participant.objects.filter(event=made).values_list("person", flat=True))
    assert not own & people.keys()
    assert not Membership.objects.filter(club=club, person__in=people.keys()).exists()
    assert {row.name for row in standings(made).rows} == {
        row["first_name"] + " " + row["last_name"] for row in people.values()
    } - {"Þórður Ægisson"}


@pytest.mark.strict
def test_a_season_of_the_same_name_is_the_same(event):
    file, club = to_other_machine(event)
    season = club.seasons.create(name="Efterår <b>", planned=9)
    made = taken(file, club)
    assert made.season == season
    assert club.seasons.get().planned == 9


@pytest.mark.strict
def test_who_wrote_it_is_still_named(event, club):
    director = make.make_director(club)
    Activity.objects.filter(event=event, actor=everything.ACTOR).update(actor=director.actor)
    file = writing.event_file(event)
    everything.empty_machine()
    made = taken(file, Club.objects.create(name="C"))
    with reading.read(writing.event_file(made)) as again:
        assert again.parts["writers"] == [{"actor": director.actor, "name": director.username}]


@pytest.mark.strict
def test_nobody_comes_back_who_was_forgotten_since(event, club):
    before = writing.event_file(event)
    person = event.participants.exclude(person=None)[0].person
    row = {"number": 7, "actor": "user:1", "at": event.created_at}
    Forgotten.objects.create(club=club, person=person.pk, **row)
    Person.objects.filter(pk=person.pk).update(first_name=stands_for(7), last_name="")
    refusal = why(before, club)
    assert refusal.reason is CarriedReason.FORGOTTEN
    assert stands_for(7) in str(refusal)
    assert Person.objects.get(pk=person.pk).full_name == stands_for(7)
    after = writing.event_file(Event.objects.get(pk=event.pk))
    assert why(after, club).reason is CarriedReason.SAME  # and not refused for who was forgotten
