"""From when to when somebody is a member: who has left is asked about no more, and can be read."""

import datetime as dt
import re

import pytest
from django.urls import reverse

from lhombre_club.members import domain, queries
from lhombre_club.members.details import MemberDetails, Status
from lhombre_club.members.models import Attendance, Membership, OwnField, PastMembership
from lhombre_club.members.reasons import MemberReason
from lhombre_club.refusal import Refusal
from tests import make

pytestmark = pytest.mark.django_db
ACTOR = "user:somebody"
MAY, JUNE, SEPTEMBER = dt.date(2026, 5, 1), dt.date(2026, 6, 30), dt.date(2026, 9, 1)
DAY = dt.timedelta(days=1)


@pytest.fixture
def agnes(club) -> Membership:
    made = domain.add_person(club=club, details=MemberDetails("Agnes", "Bak"), actor=ACTOR)
    return domain.set_times(membership=made, since=MAY, left_on=None, actor=ACTOR)


def standing(club, *days):
    return [[str(each.status) for each in queries.standing_on(club, day)] for day in days]


def test_a_change_of_status_holds_from_today_on_and_the_earlier_one_is_kept(club, agnes):
    today = queries.evening()
    for status in (Status.PASSIVE, Status.HONORARY):
        details = MemberDetails("Agnes", "Bak", status=status)
        domain.change_person(membership=agnes, details=details, actor=ACTOR)
    (past,) = domain.past_of(agnes)  # of the two of today the last holds
    assert (past.status, past.since, past.until) == ("active", MAY, today - DAY)
    assert standing(club, MAY - DAY, MAY, today - DAY, today) == [
        [], ["active"], ["active"], ["honorary"],
    ]  # fmt: skip


def test_an_import_steps_as_a_director_does(club, agnes):
    domain.import_members(club=club, text="name;status\nAgnes Bak;passive", actor=ACTOR)
    (past,) = domain.past_of(agnes)
    assert (past.status, past.since) == ("active", MAY)
    agnes.refresh_from_db()
    assert (agnes.status, agnes.since) == ("passive", queries.evening())
    assert past.history.get().history_change_reason == ACTOR


def test_the_new_ones_of_a_list_are_members_from_the_day_that_is_said(club, director_client):
    text = "name;member since\nAgnes Bak;1.5.2026\nBo Holm;\nEva Skov;long ago\n"
    address = reverse("members:import")
    page = director_client.post(address, {"text": text}).content.decode()
    assert "“long ago” is no date" in page
    draft = re.search(r'name="draft" value="([^"]+)"', page)
    assert draft
    again = director_client.post(address, {"draft": draft[1], "since": "soon"})
    assert (again.status_code, Membership.objects.count()) == (400, 0)
    director_client.post(address, {"draft": draft[1], "since": "2026-06-30"})
    rows = Membership.objects.order_by("person__first_name")
    assert [row.since for row in rows] == [MAY, JUNE]
    counted = director_client.get(reverse("members:union"), {"date": MAY.isoformat(), "teams": 0})
    found = re.findall(r'href="([^"]+/times/)">([^<]+)<', counted.content.decode())
    bo = rows[1].person_id
    assert found == [(reverse("members:times", args=[bo]), "Bo Holm")]


def test_a_field_of_the_clubs_own_keeps_its_column(club):
    field = OwnField.objects.create(club=club, label="Indmeldt", kind=OwnField.Kind.TEXT)
    domain.import_members(club=club, text="navn;indmeldt\nBo;1. maj", actor=ACTOR)
    row = Membership.objects.get()
    assert (row.own, row.since) == ({str(field.pk): "1. maj"}, queries.evening())


def test_who_has_left_is_not_offered_and_may_come_back(club, agnes):
    today = queries.evening()
    coming = today + 7 * DAY
    domain.mark(club=club, person=agnes.person, date=coming, state=EXPECTED, actor=ACTOR)
    domain.mark(club=club, person=agnes.person, date=JUNE, state=EXPECTED, actor=ACTOR)
    domain.set_times(membership=agnes, since=MAY, left_on=JUNE, actor=ACTOR)
    assert list(Attendance.objects.values_list("date", flat=True)) == [JUNE]
    domain.mark_all_active(club=club, date=today, actor=ACTOR)
    assert queries.members_on(club, JUNE)
    assert not queries.members_on(club, today)
    assert not queries.attendance(club, today).here
    domain.come_back(membership=agnes, since=SEPTEMBER, status="passive", actor=ACTOR)
    assert queries.members_on(club, today)
    assert standing(club, JUNE, JUNE + DAY, SEPTEMBER) == [["active"], [], ["passive"]]


EXPECTED = Attendance.State.EXPECTED


def test_no_two_times_run_into_one_another(club, agnes):
    with pytest.raises(Refusal) as refused:
        domain.come_back(membership=agnes, since=SEPTEMBER, status="active", actor=ACTOR)
    assert refused.value.reason is MemberReason.NOT_LEFT
    past = domain.add_past(
        membership=agnes, status="guest", since=None, until=MAY - DAY, actor=ACTOR
    )
    for reason, deed, said in (
        ("ENDS_FIRST", domain.set_times, {"since": JUNE, "left_on": MAY}),
        ("OVERLAPS", domain.set_times, {"since": None, "left_on": None}),
        ("OVERLAPS", domain.add_past, {"status": "guest", "since": None, "until": MAY - 9 * DAY}),
        ("BEGUN", domain.add_past, {"status": "guest", "since": None, "until": MAY}),
    ):
        with pytest.raises(Refusal) as refused:
            deed(membership=agnes, actor=ACTOR, **said)
        assert refused.value.reason is MemberReason[reason]
    domain.drop_past(past=past, actor=ACTOR)
    assert not PastMembership.objects.exists()
    domain.set_times(membership=agnes, since=None, left_on=None, actor=ACTOR)


def test_the_pages_let_a_member_leave_and_come_back_and_count_him(club, agnes, director_client):
    page = reverse("members:times", args=[agnes.person_id])
    left = {"keep": "1", "since": MAY, "left_on": JUNE}
    assert director_client.post(page, left).status_code == 302
    shown = [
        "Agnes Bak" in director_client.get(reverse("members:list"), {"who": who}).content.decode()
        for who in ("", "left", "all")
    ]
    assert shown == [False, True, True]
    assert "Agnes" not in director_client.get(reverse("members:tonight")).content.decode()
    again = {"again": "1", "again-since": MAY, "again-status": "active"}
    refused = director_client.post(page, again)
    assert refused.status_code == 400
    assert "The member was active until" in refused.content.decode()
    director_client.post(page, again | {"again-since": SEPTEMBER})
    counted = reverse("members:standing")
    rows = director_client.get(counted, {"date": SEPTEMBER - DAY, "tables": "csv"}).content.decode()
    assert "Agnes" not in rows
    rows = director_client.get(counted, {"date": SEPTEMBER, "tables": "csv"}).content.decode()
    assert "Agnes Bak" in rows
    guest = make.make_person("Gerda", "Gæst")
    Membership.objects.create(club=club, person=guest, status="guest")
    rows = director_client.get(counted, {"date": SEPTEMBER}).content.decode()
    assert re.search(r"Who they were</h2>(?:(?!Gerda).)*<h2>Guests</h2>.*Gerda", rows, re.DOTALL)
    past = PastMembership.objects.get()
    director_client.post(page, {"drop": past.pk})
    assert not PastMembership.objects.exists()


@pytest.mark.parametrize(("days", "says"), ((0, "the club had"), (1, "the club will have")))
def test_who_is_counted_on_a_day_to_come_is_not_said_to_have_been(director_client, days, says):
    asked = {"date": queries.evening() + days * DAY}
    assert says in director_client.get(reverse("members:standing"), asked).content.decode()


def test_three_letters_find_a_member(club, director_client):
    for person, number in zip(make.make_members(club, 2), "78", strict=True):
        Membership.objects.filter(person=person).update(number=f"K-{number}")
    found = [
        director_client.get(reverse("members:list"), {"q": words}).content.decode().count("<tr>")
        for words in ("agn", "AKS", "k7 aks", "k8 aks", "nr", "")
    ]
    assert found == [2, 2, 0, 2, 3, 3]  # the head is a row, where anybody is found
