"""What the union asks of a club, and what it gives for teaching."""

import datetime as dt

import pytest
from django.urls import reverse

from lhombre_club.members.came import Evening
from lhombre_club.members.models import Attendance, ClubRole, Membership, UnionFigures
from lhombre_club.members.queries import evening
from lhombre_club.members.union import reckoning
from tests import make

pytestmark = pytest.mark.django_db
Status = Membership.Status
DAY = dt.date(2026, 10, 1)
FIGURES = {
    "statuses": ["active", "honorary"],
    "a_member": "12",
    "least": "150",
    "a_team": "400",
    "counted_on": "2026-09-01",
    "paid_by": "2026-12-24",
    "votes_above": "10, 20",
    "a_lesson": "60",
    "lessons": "1",
}


def dues(statuses, teams=0, **figures):
    counts = [(status, statuses.count(status)) for status in Status if status != Status.GUEST]
    return reckoning.Dues(counts, UnionFigures(**figures), teams)


@pytest.mark.parametrize(
    ("members", "paid", "votes"),
    (
        (0, 0, 1),
        (1, 125, 1),
        (12, 125, 1),
        (13, 130, 1),
        (25, 250, 1),
        (26, 260, 2),
        (50, 500, 2),
        (51, 510, 3),
        (75, 750, 3),
        (76, 760, 4),
    ),
)
def test_dues_and_votes_are_those_of_the_statutes(members, paid, votes):
    found = dues([Status.ACTIVE] * members)
    assert (found.total, found.votes) == (paid, votes)


def test_what_is_shown_adds_up():
    found = dues([Status.PASSIVE] * 3, teams=2, a_team=400)
    assert (found.for_members, found.lacking, found.for_teams) == (30, 95, 800)
    assert found.for_members + found.lacking + found.for_teams == found.total


@pytest.mark.parametrize(
    ("today", "counted", "paid"),
    (
        ("2026-09-30", "2025-10-01", "2025-11-01"),
        ("2026-10-01", "2026-10-01", "2026-11-01"),
        ("2026-12-31", "2026-10-01", "2026-11-01"),
    ),
)
def test_the_count_is_that_of_the_last_first_of_october(today, counted, paid):
    found = reckoning.last_count(UnionFigures(), dt.date.fromisoformat(today))
    assert found == dt.date.fromisoformat(counted)
    assert reckoning.next_payment(UnionFigures(), found) == dt.date.fromisoformat(paid)


@pytest.mark.parametrize("day", (dt.date(2026, 7, 1), dt.date(2027, 1, 3), dt.date(2027, 6, 30)))
def test_a_season_goes_from_july_to_june(day):
    assert reckoning.season_of(day) == (dt.date(2026, 7, 1), dt.date(2027, 6, 30))


def test_so_many_lessons_are_paid_for_and_those_without_a_teacher_are_none():
    evenings = [
        Evening(DAY, 8, 0, 0, 0, beginners=beginners, instructors=instructors)
        for beginners, instructors in ((2, 1), (2, 0), (0, 1), (1, 1), (3, 2))
    ]
    found = reckoning.lessons(UnionFigures(lessons=2), evenings)
    assert [each.grant for each in found] == [150, 100, 0]


def shown(client, asked):
    page = client.get(reverse("members:union"), asked).content.decode()
    return page.replace("\xa0", " ")


def test_who_was_a_member_that_day_is_counted(director_client, club):
    people = make.make_members(club, 16)
    rows = Membership.objects.filter(club=club).order_by("pk")
    rows.update(since=dt.date(2020, 1, 1))
    Membership.objects.filter(pk=rows[0].pk).update(since=DAY + dt.timedelta(days=1))
    Membership.objects.filter(pk=rows[1].pk).update(left_on=DAY - dt.timedelta(days=1))
    Membership.objects.filter(pk=rows[2].pk).update(status=Status.GUEST)
    assert len(people) == 16
    asked = {"date": DAY.isoformat(), "teams": "0"}
    page = shown(director_client, asked)
    assert "13 members at 10 kr" in page
    assert '<td class="num">130</td>' in page
    assert "1 vote." in page


def test_other_figures_are_reckoned_with(director_client, club):
    make.make_members(club, 11)
    address = reverse("members:union-figures")
    page = director_client.get(address).content.decode()
    assert 'value="125"' in page
    kept = director_client.post(address, FIGURES, follow=True).content.decode()
    assert "The figures of the union are kept." in kept
    asked = {"date": evening().isoformat(), "teams": "2"}
    page = shown(director_client, asked)
    for words in (
        "11 members at 12 kr",
        "Up to the 150 kr",
        "2 teams at 400 kr",
        ">950<",
        "2 votes",
    ):
        assert words in page
    assert 'value="10 20"' in director_client.get(address).content.decode()


@pytest.mark.parametrize(
    ("field", "typed", "says"),
    (
        ("votes_above", "many", "Write numbers with blanks between them."),
        ("votes_above", "0", "Write numbers with blanks between them."),
        ("votes_above", "9" * 30, "Write numbers with blanks between them."),
        ("counted_on", "2028-02-29", "Choose a day that every year has."),
        ("a_member", "-1", "0"),
        ("statuses", "admiral", "admiral"),
    ),
)
def test_what_cannot_be_gets_a_sentence_and_changes_nothing(director_client, field, typed, says):
    address = reverse("members:union-figures")
    answer = director_client.post(address, {**FIGURES, field: typed})
    assert answer.status_code == 400
    assert says in answer.content.decode()
    assert not UnionFigures.objects.exists()


def test_an_evening_with_a_beginner_and_an_instructor_is_a_lesson(director_client, club):
    one, other, third = make.make_members(club, 3)
    Membership.objects.filter(person=one).update(is_beginner=True)
    Membership.objects.filter(person=other).update(is_instructor=True)
    for person in (one, other, third):
        Attendance.objects.create(club=club, person=person, date=DAY, state=Attendance.State.HERE)
    asked = {"first": "2026-07-01", "last": "2027-06-30"}
    page = shown(director_client, asked)
    assert '<th scope="row" colspan="3">In all</th>' in page
    assert page.count('<td class="num">100</td>') == 2


def test_a_treasurer_reaches_it_and_is_led_back_to_his_book(client, club):
    treasurer = make.make_director(club, "treasurer")
    ClubRole.objects.filter(user=treasurer).update(role=ClubRole.Role.TREASURER)
    client.force_login(treasurer)
    page = client.get(reverse("members:union")).content.decode()
    assert reverse("tournaments:cash") in page
    assert f'href="{reverse("members:list")}"' not in page
