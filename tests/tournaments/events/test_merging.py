"""Two members who are one: what each did is the one's, and whoever met himself is two people."""

import datetime as dt
import re

import pytest
from django.urls import reverse
from django.utils import translation

from lhombre_club.members import domain
from lhombre_club.members.details import MemberDetails
from lhombre_club.members.models import Attendance, Membership, Person
from lhombre_club.refusal import Refusal
from tests import make
from tournaments.events.domain.member_merging import merge_members, merger
from tournaments.events.reasons import MergeReason
from tournaments.models import Activity, Payment, Season, Seat, Settling, Table
from tournaments.standings.domain import name_champion
from tournaments.standings.pages.seasons import places
from tournaments.standings.queries.seasons import season_table

pytestmark = pytest.mark.django_db
SOLO = {"declarer": 1, "contract": "solo", "outcome": "won"}
ACTOR = "system:test"
ENGLISH = {"accept-language": "en"}
FIRST = dt.date(2026, 11, 14)


@pytest.fixture
def season(club):
    return Season.objects.create(club=club, name="2026–27")


@pytest.fixture
def twice(club, season):
    """Aksel of two evenings, on the second of which he was added anew: kept, and gone."""
    event = make.make_released_event(club, tables=1, deals=8, season=season)
    again = make.again(event, date=dt.date(2026, 12, 1))
    for each in (event, again):
        make.enter(Table.objects.get(round__event=each), 1, SOLO)
    kept = Membership.objects.get(person__first_name="Aksel")
    Person.objects.filter(pk=kept.person_id).update(last_name="Holm")
    kept.person.refresh_from_db()
    details = MemberDetails("Aksel", "Hollm", email="aksel@club.example")
    gone = domain.add_person(club=club, details=details, actor=ACTOR)
    again.participants.filter(person=kept.person).update(person=gone.person)
    for person, date in ((kept.person, FIRST), (gone.person, FIRST), (gone.person, again.date)):
        Attendance.objects.create(club=club, person=person, date=date)
    return event, again, kept, gone


def test_everything_goes_over_and_the_history_stays(twice, season):
    _event, again, kept, gone = twice
    name_champion(season=season, person=gone.person, why="Voted", actor=ACTOR)
    assert {row.points for row in places(season_table(season)) if row.place in {"=1", "1"}} == {
        "+6"
    }
    merge_members(kept=kept, gone=gone, actor=ACTOR)
    assert places(season_table(season))[0].points == "+12"
    assert list(Attendance.objects.values_list("person", "date").order_by("date")) == [
        (kept.person_id, FIRST), (kept.person_id, again.date),
    ]  # fmt: skip
    assert not Person.objects.filter(pk=gone.person_id).exists()
    assert Person.history.filter(id=gone.person_id, history_type="-").exists()
    kept.person.refresh_from_db()
    assert (kept.person.first_name, kept.person.email) == ("Aksel", "aksel@club.example")
    season.refresh_from_db()
    assert season.champion == kept.person
    line = Activity.objects.get(verb="member.merged")
    assert line.event == again


def test_a_substitute_and_who_pays_go_over_too(twice):
    event, _again, kept, gone = twice
    other = make.again(event, date=dt.date(2026, 12, 8))
    other.participants.filter(person=kept.person).update(person=None)
    seat = Seat.objects.filter(round__event=other)[0]
    Seat.objects.filter(pk=seat.pk).update(substitute=gone.person)
    settling = Settling.objects.create(event=other, fewest=True, basis="x", actor=ACTOR)
    owed = Payment.objects.create(
        settling=settling, payer=str(gone.person_id), payee="x", amount=3, reference="1"
    )
    assert other in merger(kept, gone).events
    merge_members(kept=kept, gone=gone, actor=ACTOR)
    seat.refresh_from_db()
    owed.refresh_from_db()
    assert (seat.substitute, owed.payer) == (kept.person, str(kept.person_id))


def both_play(twice):
    event, _again, _kept, gone = twice
    event.participants.filter(number=1).update(person=gone.person)


def substitutes_himself(twice):
    event, _again, _kept, gone = twice
    Seat.objects.filter(round__event=event, seat=0).update(substitute=gone.person)


def pay_each_other(twice):
    _event, again, kept, gone = twice
    Payment.objects.create(
        settling=Settling.objects.create(event=again, fewest=True, basis="x", actor=ACTOR),
        payer=str(gone.person_id), payee=str(kept.person_id), amount=3, reference="1",
    )  # fmt: skip


def belongs_elsewhere(twice):
    other = make.make_club("Klub Manille")
    Membership.objects.create(club=other, person=twice[3].person)


@pytest.mark.parametrize(
    ("met", "reason"),
    (
        (both_play, MergeReason.BOTH_PLAYED),
        (substitutes_himself, MergeReason.BOTH_PLAYED),
        (pay_each_other, MergeReason.BOTH_PAY),
        (belongs_elsewhere, MergeReason.ELSEWHERE),
    ),
)
def test_who_met_himself_is_two_people(director_client, twice, met, reason):
    met(twice)
    _event, again, kept, gone = twice
    with pytest.raises(Refusal) as refused:
        merge_members(kept=kept, gone=gone, actor=ACTOR)
    assert refused.value.reason is reason
    assert again.participants.filter(person=gone.person).exists()
    page = reverse("tournaments:merge", args=[kept.person_id])
    told = director_client.post(page, {"other": str(gone.person_id)}, headers=ENGLISH)
    with translation.override("en"):
        assert str(reason.sentence) in told.content.decode()


def test_it_is_shown_before_it_is_done(director_client, twice):
    _event, again, kept, gone = twice
    page = reverse("tournaments:merge", args=[kept.person_id])
    assert (
        page in director_client.get(reverse("members:edit", args=[kept.person_id])).content.decode()
    )
    form = director_client.get(page).content.decode()
    options = re.findall(r'<option value="([^"]+)"', form)
    assert options[0] == str(gone.person_id)  # of nearly the same name
    sent = {"other": str(gone.person_id)}
    shown = director_client.post(page, sent, headers=ENGLISH).content.decode()
    assert "Aksel Hollm becomes Aksel Holm. Nothing is stored yet." in shown
    assert "marked at the door on 2 evenings" in shown
    assert Membership.objects.filter(pk=gone.pk).exists()
    (seen,) = re.findall(r'name="seen"\s+value="([^"]+)"', shown)
    assert director_client.post(page, {**sent, "seen": "else"}).status_code == 200
    assert director_client.post(page, {**sent, "seen": seen}).url == reverse("members:list")
    assert not Membership.objects.filter(pk=gone.pk).exists()
    assert again.participants.filter(person=kept.person).exists()


def test_another_clubs_director_merges_nobody(stranger_client, twice):
    _event, _again, kept, gone = twice
    page = reverse("tournaments:merge", args=[kept.person_id])
    assert stranger_client.post(page, {"other": str(gone.person_id)}).status_code == 404
