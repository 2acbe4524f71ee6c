"""A merge taken back: all is as it was before, or it is said why it cannot be."""

import datetime as dt
import json
from typing import Any

import pytest
from django.core import serializers
from django.urls import reverse
from django.utils import timezone, translation

from lhombre_club.members import domain
from lhombre_club.members.details import MemberDetails
from lhombre_club.members.models import (
    Answer,
    Attendance,
    MemberNote,
    Membership,
    PastMembership,
    Person,
    SeatingWish,
)
from lhombre_club.refusal import Refusal
from tests import make
from tests.tournaments.cash import books
from tournaments.cash.domain import dues
from tournaments.events.domain import member_parting
from tournaments.events.domain.member_merging import MOVED, merge_members
from tournaments.events.domain.member_parting import part_members
from tournaments.events.reasons import PartReason
from tournaments.models import (
    Activity,
    EveningPrize,
    Event,
    Letter,
    Merge,
    PastEvening,
    PastResult,
    Payment,
    Season,
    SeasonDraw,
    SeasonPlace,
    Seat,
    Settling,
    Waiver,
)

pytestmark = pytest.mark.django_db
ACTOR = "system:test"
DAY = dt.date(2026, 11, 14)
TIMES = {
    "members.attendance": {"marked_at"},
    "tournaments.event": {"version"},
    "tournaments.club": set(),
}
"""What is another afterwards, and has to be."""


@pytest.fixture
def two(club):
    """Two of nearly one name, each with a row of every kind: kept, and gone."""
    season = Season.objects.create(club=club, name="2026–27")
    event = make.make_released_event(club, tables=1, season=season)
    other = make.again(event, date=dt.date(2026, 12, 1))
    kept = Membership.objects.select_related("club", "person").get(person__first_name="Aksel")
    details = MemberDetails("Aksel", "Hollm", email="a@club.example", number="7", household="Vej")
    gone = domain.add_person(club=club, details=details, actor=ACTOR)
    other.participants.filter(person=kept.person).update(person=gone.person)
    third = make.again(event, date=dt.date(2026, 12, 8))
    third.participants.filter(person=kept.person).update(person=None)
    Seat.objects.filter(round__event=third, seat=0).update(substitute=gone.person)
    settling = Settling.objects.create(event=third, fewest=True, basis="x", actor=ACTOR)
    owed = {"settling": settling, "amount": 3, "payee": "x"}
    Payment.objects.create(**owed, payer=str(gone.person_id), reference="1")
    Season.objects.filter(pk=season.pk).update(champion=gone.person, champion_name="Aksel Hollm")
    draw = SeasonDraw.objects.create(season=season, evenings=[], seed=1, least=1, most=1)
    past = PastEvening.objects.create(season=season, date=DAY, name="x", deals=9, actor=ACTOR)
    PastResult.objects.create(evening=past, person=gone.person, name="Aksel Hollm", points=3)
    SeasonPlace.objects.create(draw=draw, number=1, person=gone.person)
    _of_both(club, kept.person, gone.person)
    _of_one(club, gone, event.participants.all()[2].person)
    return kept, gone


def _of_both(club, one, other):
    for person, date in ((one, DAY), (other, DAY), (other, make.EVENING)):
        Attendance.objects.create(club=club, person=person, date=date)
        Answer.objects.create(club=club, person=person, date=date, said="comes")
    accounts, half = books.opened(club), books.half_of(club)
    for person in (one, other):
        dues.waive(half=half, person=person, amount=5, reason="x", actor=ACTOR)
    spring = books.half_of(club, name="Forår")
    dues.waive(half=spring, person=other, amount=5, reason="x", actor=ACTOR)
    EveningPrize.objects.create(club=club, place=1, person=other, name="Aksel", kind="Vin")
    paid = dues.Paid(person=other, amount=7, date=books.DAY, into=accounts["cash"])
    dues.book_dues(half=half, paid=paid, actor=ACTOR)


def _of_one(club, gone, third):
    words = {"club": club, "person": gone.person, "actor": ACTOR}
    MemberNote.objects.create(**words, text="kommer med tog", until=DAY)
    Letter.objects.create(**words, batch=club.pk, kind="plan", about="x", subject="x", text="x")
    until = dt.date(2020, 1, 1)
    PastMembership.objects.create(club=club, person=gone.person, status="guest", until=until)
    one, other = sorted((gone.person, third), key=lambda each: each.pk)
    SeatingWish.objects.create(club=club, one=one, other=other, kind="apart")


def everything():
    """Every row that a merge may touch, as it stands."""
    kinds: set[Any] = {kind for kind, _by, _one_of in MOVED}
    kinds |= {Person, Membership, PastMembership}
    found = {}
    for kind in {*kinds, SeatingWish, Event}:
        rows = kind._base_manager.order_by("pk")
        label = kind._meta.label_lower
        for row in json.loads(serializers.serialize("json", rows)):
            but = TIMES.get(label, set())
            fields = {name: each for name, each in row["fields"].items() if name not in but}
            found[label, row["pk"]] = fields
    return found


def merged(two):
    kept, gone = two
    merge_members(kept=kept, gone=gone, actor=ACTOR)
    return Merge.objects.select_related("club", "person").get()


def test_all_is_as_it_was_before(two):
    before, history = everything(), Person.history.count()
    merge = merged(two)
    moved = {label for label, _by, _keys in merge.moved}
    assert moved == {kind._meta.label for kind, _by, _one_of in MOVED}, "each kind is tried"
    assert everything() != before
    part_members(merge=merge, actor=ACTOR)
    assert everything() == before
    assert not Merge.objects.exists()
    assert Person.history.count() > history, "the history tells of both"
    assert Activity.objects.filter(verb="member.parted").count() == 1
    with pytest.raises(Refusal) as refused:
        part_members(merge=merge, actor=ACTOR)
    assert refused.value.reason is PartReason.PARTED


def test_a_journal_that_forgets_a_kind_is_found(two, monkeypatch):
    """The twin: what is not written down does not go back."""
    before, merge = everything(), merged(two)
    monkeypatch.setattr(member_parting, "_move_back", lambda *_args: None)
    part_members(merge=merge, actor=ACTOR)
    assert everything() != before


def test_what_was_done_since_stays_with_who_stayed(two, club):
    kept, gone = two
    was, own = gone.person_id, gone.pk
    merge = merged(two)
    Attendance.objects.create(club=club, person=kept.person, date=dt.date(2026, 12, 24))
    Person.objects.filter(pk=kept.person_id).update(email="new@club.example")
    back = part_members(merge=merge, actor=ACTOR)
    assert back.pk == own
    assert Attendance.objects.get(date=dt.date(2026, 12, 24)).person == kept.person
    assert Person.objects.get(pk=kept.person_id).email == "new@club.example"
    assert Person.objects.get(pk=was).email == "a@club.example"
    assert Membership.objects.get(person=kept.person).number != "7"


def settled(two, _merge):
    event = Event.objects.get(date=dt.date(2026, 12, 1))
    Settling.objects.create(event=event, fewest=True, basis="x", actor=ACTOR)


def made_champion(two, _merge):
    season = Season.objects.create(club=two[0].club, name="Ny", champion=two[0].person)
    Event.objects.filter(date=dt.date(2026, 12, 1)).update(season=season)


def waived(two, _merge):
    Waiver.objects.filter(person=two[0].person).update(at=timezone.now())


def merged_again(two, _merge):
    details = MemberDetails("Aksel", "Hol")
    third = domain.add_person(club=two[0].club, details=details, actor=ACTOR)
    merge_members(kept=two[0], gone=third, actor=ACTOR)


def given_to_another(two, _merge):
    Seat._base_manager.filter(substitute=two[0].person).update(substitute=make.make_person("Ny"))


def number_taken(two, _merge):
    Membership.objects.filter(pk=two[0].pk).update(number="8")
    other = Membership.objects.exclude(pk=two[0].pk)[0]
    Membership.objects.filter(pk=other.pk).update(number="7")


@pytest.mark.parametrize(
    ("since", "reason"),
    (
        (settled, PartReason.SETTLED),
        (made_champion, PartReason.CHAMPION),
        (waived, PartReason.PAID),
        (merged_again, PartReason.MERGED),
        (given_to_another, PartReason.MOVED),
        (number_taken, PartReason.NUMBER),
    ),
)
def test_what_rests_on_it_is_told_and_nothing_is_done(english, two, since, reason):
    merge = merged(two)
    since(two, merge)
    before = everything()
    with pytest.raises(Refusal) as refused:
        part_members(merge=merge, actor=ACTOR)
    assert refused.value.reason is reason
    page = english.get(reverse("tournaments:part", args=[two[0].person_id, merge.pk]))
    with translation.override("en"):
        assert str(reason.sentence) in page.content.decode()
    assert "Make them two again" not in page.content.decode()
    assert everything() == before


def test_it_is_shown_before_it_is_done(english, two):
    merge = merged(two)
    found = english.get(reverse("tournaments:merge", args=[two[0].person_id])).content.decode()
    address = reverse("tournaments:part", args=[two[0].person_id, merge.pk])
    assert address in found
    page = english.get(address)
    assert "Aksel Hollm is a member again" in page.content.decode()
    assert "marked at the door on 1 evening" in page.content.decode()
    assert english.post(address, {"seen": "else"}).status_code == 200
    assert Merge.objects.exists()
    answer = english.post(address, {"seen": page.context["seen"]}, follow=True)
    assert "are two members again" in answer.content.decode()
    assert english.get(address).status_code == 404
