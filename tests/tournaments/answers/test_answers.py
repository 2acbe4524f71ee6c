"""A member's own link: what he says by it, what the director makes of it, and how it ends."""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse

from lhombre_club.members import domain, queries
from lhombre_club.members.details import MemberDetails
from lhombre_club.members.models import Answer, Attendance, Membership, PersonalLink
from lhombre_club.printing import registry
from lhombre_club.printing.domain import tidying
from lhombre_club.printing.models import Job
from tests import make
from tournaments.answers.views import own
from tournaments.book.activity import note
from tournaments.events.domain.events import make_event
from tournaments.events.domain.member_merging import merge_members
from tournaments.kept.domain.forgetting import forget_member
from tournaments.models import PlannedEvening

pytestmark = pytest.mark.django_db
ACTOR = "system:test"
EN = {"accept-language": "en"}


@pytest.fixture
def agnes(club) -> Membership:
    details = MemberDetails("Agnes", "Bak", phone="12 34 56 78")
    PlannedEvening.objects.create(club=club, name="Torsdag", date=queries.evening())
    return domain.add_person(club=club, details=details, actor=ACTOR)


@pytest.fixture
def address(agnes) -> str:
    return reverse("tournaments:personal", args=[domain.give_link(membership=agnes, actor=ACTOR)])


def say(address, said, date=None):
    sent = {"date": str(date or queries.evening()), "said": said}
    return Client().post(address, sent, headers=EN)


def tonight(client) -> str:
    return str(client.get("/tonight/", headers=EN).content.decode())


def test_a_member_says_whether_he_comes_and_changes_it(address):
    page = Client().get(address, headers=EN).content.decode()
    assert "Agnes Bak" in page
    assert "You have not answered yet." in page
    assert not Answer.objects.exists()
    for said in ("away", "comes", "comes"):
        assert say(address, said)["Location"].startswith("./#day-")
    row = Answer.objects.get()
    assert (row.said, row.is_late) == ("comes", False)
    assert "I come</strong>" in Client().get(address, headers=EN).content.decode()
    say(address, "perhaps")
    say(address, "away", dt.date(1999, 1, 1))
    assert Answer.objects.get().said == "comes"
    assert not Attendance.objects.exists()


def test_a_director_takes_the_answers_over_and_undoes_it(director_client, club, agnes, address):
    bo = domain.add_person(club=club, details=MemberDetails("Bo", "Eg"), actor=ACTOR)
    late = reverse("tournaments:personal", args=[domain.give_link(membership=bo, actor=ACTOR)])
    say(address, "comes")
    page = tonight(director_client)
    assert "Tick all who said they come" in page
    assert "It marks 1 as here:" in page
    sent = {"people": f"{agnes.person_id} {bo.person_id}"}
    take = reverse("members:tonight-answers")
    director_client.post(take, sent)
    director_client.post(take, sent)
    assert [row.person for row in Attendance.objects.filter(state="here")] == [agnes.person]
    say(address, "away")
    say(late, "comes")
    assert Answer.objects.get(person=agnes.person).said == "comes"
    assert Answer.objects.get(person=bo.person).is_late
    assert "(after the list was taken)" in tonight(director_client)
    (taken,) = club.lists_taken.all()
    for _twice in range(2):
        director_client.post(take, {"back": str(taken.pk)})
    assert not Attendance.objects.exists()
    counted = dict(
        director_client.get(reverse("tournaments:answers")).context["rows"][0][1].counted
    )
    assert sum(counted.values()) == club.memberships.count()


def test_what_is_kept_is_told_to_who_knows_more_than_the_address(address):
    data = f"{address}data/"
    assert Client().post(data, {"known": "87654321"}).status_code == 400
    answer = Client().post(data, {"known": "+45 12345678"}, headers=EN)
    assert "12 34 56 78" in answer.content.decode()
    file = Client().post(data, {"known": "12345678", "file": "1"})
    assert file.json()["name"] == "Agnes Bak"
    tries = [Client().post(data, {"known": "12345678"}, headers=EN) for _try in range(12)]
    assert tries[-1].status_code == 400


def test_a_text_of_parts_is_told_there_by_the_parts_that_name_him(club, agnes, address):
    people = [agnes.person, *make.make_members(club, 3)]
    event = make_event(club=club, name="Torsdag", date=make.EVENING, people=people, actor=ACTOR)
    for _time in range(3):
        note(event=event, verb="lease.taken", actor=ACTOR, round=1, table=1, name="Agnes Bak")
    told = Client().post(f"{address}data/", {"known": "12345678"}, headers=EN).content.decode()
    named = told.partition("Texts that name the member")[2]
    assert named.count("Agnes Bak") == 1  # thrice the same says no more than once
    assert "{" not in named.partition("</ul>")[0]


def test_a_link_is_opened_so_often_from_one_address_and_no_more(address, monkeypatch):
    monkeypatch.setattr(own, "MOST_OPENED", 2)
    answers = [Client().get(address).status_code for _time in range(3)]
    assert answers == [200, 200, 429]
    assert Client(REMOTE_ADDR="192.0.2.9").get(address).status_code == 200


def test_a_link_is_told_once_renewed_and_closed(director_client, agnes, address):
    own = reverse("tournaments:member-link", args=[agnes.person_id])
    director_client.post(own, {"make": "1"})
    assert Client().get(address).status_code == 410
    first = director_client.get(own)
    made = first.context["address"]
    token = made.rstrip("/").rpartition("/")[2]
    assert len(token) == 32
    assert token in first.content.decode()
    assert token not in director_client.get(own).content.decode()
    assert PersonalLink.objects.get().digest != token
    assert Client().get(reverse("tournaments:personal", args=[token])).status_code == 200
    director_client.post(own, {"close": "1"})
    assert Client().get(reverse("tournaments:personal", args=[token])).status_code == 410


def test_guests_without_a_link_are_not_counted_as_members(director_client, club, address):
    for number, name in enumerate(("Bo", "Carl", "Ditte")):
        row = domain.add_person(club=club, details=MemberDetails(name, "Eg"), actor=ACTOR)
        if number == 2:
            Membership.objects.filter(pk=row.pk).update(status=Membership.Status.GUEST)
    index = reverse("tournaments:member-links")
    page = " ".join(director_client.get(index, headers=EN).content.decode().split())
    assert "2 members have no link. 1 guest has no link." in page
    Membership.objects.exclude(status=Membership.Status.GUEST).delete()
    page = " ".join(director_client.get(index, headers=EN).content.decode().split())
    assert "0 members have no link. 1 guest has no link." in page
    assert "Slips for those who have no link" in page


def test_slips_are_made_for_who_has_no_link_and_go_after_a_day(director_client, club, address):
    domain.add_person(club=club, details=MemberDetails("Bo", "Eg"), actor=ACTOR)
    answer = director_client.post(reverse("tournaments:member-links"), {"who": "none"})
    job = Job.objects.get()
    assert answer["Location"] == reverse("tournaments:paper-coming", args=[job.pk])
    slips = [s for page in registry.build(job.kind, job.params).context["pages"] for s in page]
    assert [slip.name for slip in slips] == ["Bo Eg"]
    path = "/me/" + slips[0].address.partition("/me/")[2]
    assert Client().get(path).status_code == 200
    assert Client().get(address).status_code == 200
    Job.objects.update(asked_at=job.asked_at - dt.timedelta(days=2))
    tidying.tidy()
    assert not Job.objects.exists()


def test_a_link_ends_with_a_merger_and_with_the_membership(club, agnes, address):
    say(address, "comes")
    stays = domain.add_person(club=club, details=MemberDetails("Agnes", "Back"), actor=ACTOR)
    merge_members(kept=stays, gone=agnes, actor=ACTOR)
    assert Answer.objects.get().person == stays.person
    assert Client().get(address).status_code == 410
    assert not PersonalLink.objects.exists()
    token = domain.give_link(membership=stays, actor=ACTOR)
    address = reverse("tournaments:personal", args=[token])
    assert "Agnes Back" in Client().get(address).content.decode()
    before = queries.evening() - dt.timedelta(days=1)
    stays.refresh_from_db()
    domain.set_times(membership=stays, since=before, left_on=before, actor=ACTOR)
    assert Client().get(address).status_code == 410
    assert not PersonalLink.objects.exists()
    assert not Answer.objects.exists()


def test_nothing_is_left_of_who_is_forgotten(club, agnes, address):
    say(address, "comes")
    forget_member(membership=agnes, actor=ACTOR, directed=[club])
    assert not PersonalLink.objects.exists()
    assert not Answer.objects.exists()
    assert Client().get(address).status_code == 410


def test_a_link_is_said_to_show_what_is_kept_only_where_it_does(director_client, agnes):
    address = reverse("tournaments:member-link", args=[agnes.person_id])
    says = "It also shows what the club keeps about the member."
    assert says in director_client.get(address, headers=EN).content.decode()
    type(agnes.person).objects.filter(pk=agnes.person_id).update(phone="", email="")
    assert says not in director_client.get(address, headers=EN).content.decode()
