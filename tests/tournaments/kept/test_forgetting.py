"""Who is forgotten leaves no trace, and every point stays."""

import datetime as dt
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils import timezone

from lhombre_club.copies import forgotten as outside
from lhombre_club.copies import shelf
from lhombre_club.members.models import (
    Attendance,
    Membership,
    Passkey,
    Person,
    RecoveryCode,
    SecondFactor,
    User,
)
from lhombre_club.members.queries import evening
from lhombre_club.printing.models import Job
from lhombre_club.refusal import Refusal
from tests import make
from tests.strangers.addresses import addresses
from tests.tournaments.cash.books import half_of, opened
from tests.tournaments.kept import canary
from tests.tournaments.kept.canary import ACTOR, NAME, traces
from tournaments.book.proving.ledger_check import check_all
from tournaments.cash.domain import dues
from tournaments.cash.domain.owing import owing
from tournaments.kept.domain import places, rewriting
from tournaments.kept.domain.forgetting import clubs_of, forget_member, plan
from tournaments.kept.domain.names import stands_for
from tournaments.kept.reasons import ForgetReason
from tournaments.models import Activity, Event, Forgotten, Letter, Participant, Round, Seat, Waiver
from tournaments.standings.queries.standings import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def forget(django_capture_on_commit_callbacks):
    """Forget a member, and do what waits for the commit."""

    def forget(member, *directed):
        with django_capture_on_commit_callbacks(execute=True):
            return forget_member(membership=member, actor=ACTOR, directed=directed or [member.club])

    return forget


def points(event):
    """What each has, by the key of who plays."""
    return {row.participant: (row.place, row.points) for row in standings(event).rows}


def pages_of(there):
    """The addresses that a director can open, each with what it answers."""
    make.empty_cache()
    found = {}
    for address in addresses(there):
        for asked in ("", "?tables=csv"):
            answer = there.fresh(there.director).get(f"{address.path}{asked}")
            if answer.status_code == 200:
                body = b"".join(answer.streaming_content) if answer.streaming else answer.content
                found[f"{address.path}{asked}"] = body.decode("utf-8", "replace")
    return found


def test_who_is_forgotten_is_not_here_tonight(member, forget):
    """Else the next event that is drawn tonight has a place for nobody."""
    club, person, before = member.club, member.person, evening() - dt.timedelta(days=7)
    Attendance.objects.filter(person=person).delete()
    for date in (before, evening()):
        Attendance.objects.create(club=club, person=person, date=date)
    forget(member)
    assert [row.date for row in Attendance.objects.filter(person=person)] == [before]


def test_nothing_is_left_of_a_name_anywhere(there, member, forget, tmp_path):
    before = traces(tmp_path)
    assert canary.planted() <= before, "the canary is not everywhere"
    assert {"sessions", "cache", "slip.pdf"} <= before
    stood = points(there.event)
    done = forget(member)
    assert traces(tmp_path) == set()
    assert Participant.objects.filter(name=stands_for(done.number)).exists()
    there.event.refresh_from_db()
    assert points(there.event) == stood


GROUPS = [each.key for each in places.KEPT if any(rows.worded and rows.club for rows in each.rows)]


def test_what_one_part_of_the_list_does_not_name_is_found(there, member, forget, monkeypatch):
    """The twin: whatever part is left out, its tables are found to have the name."""
    left = next(each for each in places.KEPT if each.key == "years")
    others = tuple(each for each in places.KEPT if each is not left)
    monkeypatch.setattr(f"{rewriting.__name__}.KEPT", others)
    forget(member)
    assert {"tournaments_season", "tournaments_honour", "tournaments_plannedevening"} <= traces()


@pytest.mark.strict
@pytest.mark.parametrize("key", GROUPS)
def test_each_part_of_the_list_is_needed(there, member, forget, monkeypatch, key):
    others = tuple(each for each in places.KEPT if each.key != key)
    monkeypatch.setattr(f"{rewriting.__name__}.KEPT", others)
    forget(member)
    assert traces() != set()


@pytest.mark.strict
def test_no_page_tells_the_name_any_more(there, member, forget):
    seen = pages_of(there)
    assert len([at for at, page in seen.items() if canary.is_told(page)]) > 30
    forget(member)
    assert [at for at, page in pages_of(there).items() if canary.is_told(page)] == []


@pytest.mark.strict
def test_it_stands_beside_the_copies_and_with_the_club(there, member, forget):
    done = forget(member)
    (entry,) = outside.read(shelf.home())
    assert (entry.club, entry.person, entry.number) == (
        str(there.club.pk), str(member.person_id), done.number,
    )  # fmt: skip
    assert entry.photos == tuple(done.photos) != ()
    assert Forgotten.objects.get() == done
    assert not canary.is_told((shelf.home() / outside.FILE).read_text())


def test_the_log_says_it_without_the_name(there, member, forget):
    forget(member)
    lines = Activity.objects.filter(verb__endswith=".forgotten", event=there.event)
    assert lines.count() == 1
    assert not canary.is_told(lines.get().facts)


def test_his_account_goes_and_a_directors_stays(there, member, forget):
    for user in User.objects.all():
        SecondFactor.objects.create(user=user, secret="A" * 32, last_step=0)
        RecoveryCode.objects.create(user=user, number=0, digest="!")
        Passkey.objects.create(user=user, site="localhost", credential=str(user.pk))
    User.objects.filter(pk=there.user.pk).update(first_name=canary.FIRST, last_name=canary.LAST)
    forget(member)
    gone, stays = User.objects.get(username=stands_for(1)), User.objects.get(pk=there.user.pk)
    assert not gone.is_active
    assert not gone.has_usable_password()
    for model in (SecondFactor, RecoveryCode, Passkey):
        assert not model.objects.filter(user=gone).exists()
        assert model.objects.filter(user=stays).exists()
    assert stays.is_active
    assert stays.get_full_name() == NAME


@pytest.mark.strict
def test_papers_that_show_him_are_removed_and_can_be_made_again(there, member, forget, tmp_path):
    forget(member)
    job = Job.objects.get(kind="labels")
    assert (job.state, job.file_name) == (Job.State.REMOVED, "")
    assert not (tmp_path / "slip.pdf").exists()


@pytest.mark.strict
def test_photos_of_his_tables_are_removed_and_others_stay(there, member, forget, tmp_path):
    away = there.rows["rounds"].tables.exclude(seats__participant__person=member.person)
    other = away.exclude(seats__substitute=member.person)[0]
    kept = make.make_photo(other, 1)
    (tmp_path / kept.file_name).write_bytes(b"x")
    gone = there.rows["photos"]
    forget(member)
    assert [photo.pk for photo in there.event.photos.all()] == [kept.pk]
    assert (tmp_path / kept.file_name).exists()
    assert not (tmp_path / gone.file_name).exists()


def test_who_has_the_same_name_keeps_it(there, member, forget):
    other = canary.another(there.club, canary.FIRST, canary.LAST)
    Participant.objects.filter(event=there.event, number=2).update(
        person=other.person, name=f"{NAME} (2)"
    )
    there.rows["honours"].__class__.objects.filter(pk=there.rows["honours"].pk).update(name=NAME)
    forget(member)
    other.person.refresh_from_db()
    assert other.person.full_name == NAME
    assert there.event.participants.get(number=2).name == f"{NAME} (2)"
    assert not there.event.participants.filter(person=member.person, name=NAME).exists()
    honour = there.rows["honours"].__class__.objects.get(pk=there.rows["honours"].pk)
    assert honour.name == NAME, "nobody knows which of the two it was"


def test_a_first_name_that_others_have_is_left_in_texts(club):
    one = canary.another(club, "Bodil", "Krag")
    canary.another(club, "Bodil", "Eg")
    names = plan(one.person, club).names
    assert names.said("Bodil Krag, Bodil and Krag; Kragerup, BODIL KRAG") == (
        f"{names.instead}, Bodil and {names.instead}; Kragerup, {names.instead}"
    )
    assert names.said({"Krag": ["x", 1, None]}) == {names.instead: ["x", 1, None]}


def test_numbers_go_on_and_no_way_of_showing_names_changes_them(club, forget):
    made = [canary.another(club, first, last) for first, last in (("Ib", "By"), ("Ea", "Ry"))]
    assert [forget(each).number for each in made] == [1, 2]
    assert sorted(map(str, Person.objects.all())) == [stands_for(1), stands_for(2)]
    assert not Membership.objects.filter(club=club).exists()


def test_no_number_is_given_that_came_with_the_clubs_file(club, forget):
    """There it was given on another machine, of which nothing is noted here."""
    gone = forget(canary.another(club, "Ib", "By"))
    make.make_released_event(
        club, people=[Person.objects.get(pk=gone.person), *make.make_members(club, 3)], tables=1
    )
    gone.delete()
    (shelf.home() / outside.FILE).unlink()
    assert forget(canary.another(club, "Ea", "Ry")).number == 2


@pytest.mark.parametrize(
    ("state", "days"),
    (("released", -31), ("released", -30), ("provisional", 0), ("draft", 7), ("final", 0)),
)
def test_who_plays_just_now_or_is_to_play_is_not_forgotten(club, state, days, forget):
    event = make.make_released_event(club, tables=1)
    event.rounds.update(state=state)
    date = timezone.localdate() + dt.timedelta(days=days)
    Event.objects.filter(pk=event.pk).update(date=date)
    member = Membership.objects.filter(club=club)[0]
    if state == Round.State.FINAL or days < -30:
        assert forget(member)
        return
    with pytest.raises(Refusal) as refused:
        forget(member)
    assert refused.value.reason == ForgetReason.PLAYS
    Event.objects.filter(pk=event.pk).update(abandoned=True)
    assert forget(member)


def test_who_was_never_a_member_is_forgotten_as_a_guest_of_the_name(club, forget):
    event = make.make_released_event(club, tables=1)
    event.rounds.update(state=Round.State.FINAL)
    event.participants.filter(number=1).update(person=None, name="Knud Løs")
    Seat.objects.filter(round__event=event, seat=2).update(substitute_name="Knud Løs")
    done = forget(canary.another(club, "Knud", "Løs"))
    assert event.participants.get(number=1).name == stands_for(done.number)
    assert Seat.objects.get(round__event=event, seat=2).sits == stands_for(done.number)


def test_who_stands_in_a_club_of_others_is_not_forgotten_by_one(club, forget):
    elsewhere = make.make_club("Klub Basta")
    event = make.make_released_event(elsewhere, tables=1)
    event.rounds.update(state=Round.State.FINAL)
    person = Person.objects.filter(participations__event=event)[0]
    member = Membership.objects.create(club=club, person=person)
    with pytest.raises(Refusal) as refused:
        forget(member)
    assert refused.value.reason == ForgetReason.ELSEWHERE
    forget(member, club, elsewhere)
    assert {row.club for row in Forgotten.objects.all()} == {club, elsewhere}
    assert len({row.number for row in Forgotten.objects.all()}) == 1
    assert event.participants.get(person=person).name == stands_for(1)


def test_where_somebody_stands_is_looked_up_one_way_at_a_time(member):
    """All ways in one question would pair each evening's players with each who ever came."""
    asked = str(clubs_of(member.person).query).split("SELECT")
    many = ("members_membership", "members_attendance", "tournaments_event", "tournaments_season")
    for part in asked:
        assert sum(f'"{table}"' in part for table in many) <= 1, part


def test_of_another_club_nothing_is_changed_where_somebody_is_called_the_same(club, forget):
    member = canary.another(club, canary.FIRST, canary.LAST)
    elsewhere = make.make_club("Klub Basta")
    other = canary.another(elsewhere, canary.FIRST, canary.LAST)
    event = make.make_released_event(elsewhere, tables=1)
    Participant.objects.filter(event=event, number=1).update(name=NAME)
    forget(member)
    assert event.participants.get(number=1).name == NAME
    other.person.refresh_from_db()
    assert other.person.full_name == NAME


def test_the_ledger_agrees_afterwards(club, forget):
    """Of what is sealed too: see ``test_rewording``."""
    event = make.make_released_event(club, tables=1, deals=4)
    for deal in (1, 2):
        make.enter(event.rounds.get().tables.get(), deal, {
            "declarer": 1, "contract": "solo", "outcome": "won",
        })  # fmt: skip
    event.rounds.update(state=Round.State.FINAL)
    forget(Membership.objects.filter(club=club)[0])
    assert check_all() == []


def test_what_was_owed_and_paid_of_dues_stays(club, forget):
    people = make.make_members(club, 3)
    box = opened(club)["cash"]
    today = timezone.localdate()
    half, to_come = half_of(club), half_of(club, name="Vinter", begins=today + dt.timedelta(1))
    dues.waive(half=half, person=people[2], amount=50_00, reason="studerende", actor=ACTOR)
    some = dues.Paid(person=people[0], amount=80_00, date=today, into=box)
    dues.book_dues(half=half, paid=some, actor=ACTOR)
    for person in people:
        forget(Membership.objects.get(person=person))
    found = owing(half)
    assert [found[each.pk].owed for each in people] == [120_00, 200_00, 50_00]
    assert owing(to_come) == {}, "who is gone before its first day owes nothing of it"
    assert not Waiver.objects.filter(reason="studerende").exists()


def test_who_is_forgotten_and_let_off_has_paid_nothing_too_much(club, forget, english):
    """No status says any more what they owed: what was paid of it stays paid."""
    people = make.make_members(club, 3)
    box, half, today = opened(club)["cash"], half_of(club), timezone.localdate()
    for person, much in zip(people, (200_00, 80_00), strict=False):
        paid = dues.Paid(person=person, amount=much, date=today, into=box)
        dues.book_dues(half=half, paid=paid, actor=ACTOR)
    for person in people:
        forget(Membership.objects.get(person=person))
    page = english.get(reverse("tournaments:dues-half", args=[half.pk])).content.decode()
    assert "End the waiver" not in page
    assert page.count("Owes nothing more") == 2, "who has paid all has nothing to end"
    for waiver in half.waivers.all():
        dues.end_waiver(waiver=waiver, actor=ACTOR)
    found = owing(half)
    assert [found[each.pk].owed for each in people[:2]] == [0, 0]
    assert people[2].pk not in found


def test_what_goes_with_a_member_is_not_said_to_be_replaced(there, member):
    """A letter to them is removed, whatever name stands in it; one that only names them is not."""
    own = Letter.objects.filter(club=there.club, person=member.person)
    assert own
    named = [each for each in plan(member.person, there.club).changes if each.rows.kind is Letter]
    assert {each.pk for each in named}.isdisjoint(own.values_list("pk", flat=True))


def test_what_is_planned_is_no_more_than_what_is_done(there, member, forget):
    what = plan(member.person, there.club)
    forget(member)
    again = plan(Person.objects.get(pk=member.person_id), there.club, what.number)
    assert replace(again, names=what.names).changes == []
