"""The page of who is here, and the one that closes the check-in."""

import datetime as dt
import re
import uuid

import pytest
from django.urls import reverse
from django.utils import timezone

from lhombre_club.members import domain, queries
from lhombre_club.members.details import MemberDetails
from lhombre_club.members.models import Attendance, Person
from lhombre_club.members.views.tonight import tables_sentence
from tests import make

pytestmark = pytest.mark.django_db
AWAY = Attendance.State.AWAY
CLOSE = reverse("members:tonight-close")
EVENT = reverse("tournaments:event-new")


@pytest.fixture
def agnes(club) -> Person:
    details = MemberDetails("Agnes", "Bak", number="7")
    return domain.add_person(club=club, details=details, actor="system:test").person


def expect(club, *people, state=Attendance.State.EXPECTED):
    for person in people:
        domain.mark(
            club=club, person=person, date=queries.evening(), state=state, actor="system:test"
        )


def states(club):
    now = queries.attendance(club, queries.evening())
    return {Person.objects.get(pk=key).first_name: state.value for key, state in now.states.items()}


class TestTonight:
    def mark(self, client, person, word="here", **headers):
        return client.post(
            reverse("members:tonight-mark"), {word: str(person.pk)}, headers=headers or None
        )

    def test_without_scripts_the_page_comes_back_at_the_row(self, director_client, agnes, director):
        response = self.mark(director_client, agnes)
        assert response["Location"] == f"/tonight/#person-{agnes.pk}"
        page = director_client.get("/tonight/").content.decode()
        assert 'name="back"' in page
        assert "3 more make 1 full table" in page
        assert Attendance.history.get().history_change_reason == director.actor
        self.mark(director_client, agnes, "back")
        assert 'name="back"' not in director_client.get("/tonight/").content.decode()

    def test_on_the_first_evening_all_are_marked_without_a_fold(self, director_client, club, agnes):
        def offered():
            page = director_client.get("/tonight/", headers={"accept-language": "en"})
            return "All active members are here" in page.content.decode().split("<details>")[0]

        assert offered()
        english = {"accept-language": "en", "HX-Request": "true"}
        marked = self.mark(director_client, agnes, **english).content.decode()
        assert 'id="presence-everybody"' in marked
        assert "All active members" not in marked
        assert not offered()
        back = self.mark(director_client, agnes, "back", **english).content.decode()
        assert "All active members are here" in back

    def test_with_htmx_only_the_row_and_the_count_come(self, director_client, agnes):
        page = self.mark(director_client, agnes, **{"HX-Request": "true"}).content.decode()
        assert 'name="back"' in page
        assert page.count('class="presence__row"') == 1
        assert 'hx-swap-oob="true"' in page
        assert "<html" not in page

    def test_saying_it_twice_is_saying_it_once(self, director_client, agnes):
        for _ in range(2):
            self.mark(director_client, agnes)
        assert Attendance.objects.count() == 1

    @pytest.mark.parametrize("key", ("", "x", str(uuid.UUID(int=7))))
    def test_an_unknown_person_is_not_found(self, director_client, key):
        response = director_client.post(reverse("members:tonight-mark"), {"here": key})
        assert response.status_code == 404

    def test_a_fragment_does_not_become_the_login_page(self, client, agnes):
        response = client.post(
            reverse("members:tonight-mark"),
            {"here": str(agnes.pk)},
            headers={"HX-Request": "true", "HX-Current-URL": "http://testserver/tonight/"},
        )
        assert response["HX-Redirect"] == "/login/?next=/tonight/"
        assert not response.content

    def test_a_guest_is_here_at_once(self, director_client):
        page = director_client.post(
            reverse("members:tonight-guest"), {"name": "Eva Skov"}, follow=True
        ).content.decode()
        assert "Eva Skov is here as a guest" in page
        assert Attendance.objects.get().person.full_name == "Eva Skov"
        again = director_client.post(
            reverse("members:tonight-mark"),
            {"away": str(Attendance.objects.get().person_id)},
            headers={"HX-Request": "true"},
        ).content.decode()
        news = re.search(r'id="presence-said" hx-swap-oob="true">(.*?)</div>', again, re.DOTALL)
        assert 'id="presence-said"' in page
        assert news
        assert not news[1].strip(), "what was said of a guest stood there when others were marked"

    @pytest.mark.parametrize("name", ("", "  ", "\u202e", "x" * 200))
    def test_a_guest_needs_a_name(self, director_client, name):
        response = director_client.post(reverse("members:tonight-guest"), {"name": name})
        assert response.status_code == 200
        assert not Person.objects.exists()

    def test_everybody_and_nobody(self, director_client, club):
        make.make_members(club, 3)
        everybody = reverse("members:tonight-everybody")
        director_client.post(everybody, {"who": "expected"})
        assert set(states(club).values()) == {"expected"}
        director_client.post(everybody, {"who": "here"})
        assert Attendance.objects.count() == 3
        assert director_client.post(everybody, {"who": "away"}).status_code == 404
        director_client.post(everybody, {"who": "nobody"})
        assert Attendance.objects.count() == 0

    def test_the_same_as_last_time_in_one_touch(self, director_client, club):
        one, left, guest, known = make.make_members(club, 4)
        club.memberships.filter(person=guest).update(status="guest")
        for days, people in ((21, [known]), (14, [one, left, guest, known])):
            date = queries.evening() - dt.timedelta(days=days)
            for person in people:
                domain.mark_present(club=club, person=person, date=date, actor="system:test")
        club.memberships.filter(person=left).delete()
        expect(club, known, state=Attendance.State.AWAY)
        page = director_client.get("/tonight/").content.decode()
        assert 'value="last"' in page
        director_client.post(reverse("members:tonight-everybody"), {"who": "last"})
        assert states(club) == {one.first_name: "here", known.first_name: "away"}
        assert 'value="last"' not in director_client.get("/tonight/").content.decode()

    def test_who_left_early_was_here_and_a_touch_on_the_wrong_row_was_not(
        self, director_client, club
    ):
        stays, left, _wrong = people = make.make_members(club, 3)
        date = queries.evening() - dt.timedelta(days=7)
        for person in people:
            domain.mark_present(club=club, person=person, date=date, actor="system:test")
        hour = dt.timedelta(hours=1)
        rows = Attendance.history.filter(person=left)
        rows.update(history_date=timezone.now() - hour)
        for person in people[1:]:
            domain.mark(club=club, person=person, date=date, state=AWAY, actor="system:test")
        director_client.post(reverse("members:tonight-everybody"), {"who": "last"})
        assert states(club) == {stays.first_name: "here", left.first_name: "here"}

    def test_the_first_evening_has_no_last_time(self, director_client, agnes):
        assert 'value="last"' not in director_client.get("/tonight/").content.decode()
        director_client.post(reverse("members:tonight-everybody"), {"who": "last"})
        assert not Attendance.objects.exists()

    @pytest.mark.parametrize(
        ("count", "sentence"),
        (
            (0, "Nobody has been marked yet."),
            (1, "3 more make 1 full table."),
            (4, "That is 1 full table."),
            (15, "1 more makes 4 full tables."),
            (16, "That is 4 full tables."),
            (17, "3 more make 5 full tables."),
        ),
    )
    def test_what_so_many_players_make(self, count, sentence):
        assert tables_sentence(count) == sentence

    @pytest.mark.parametrize("state", ("late", "free", "expected", "away"))
    def test_what_else_can_be_said_of_somebody(self, director_client, club, agnes, state):
        self.mark(director_client, agnes, state)
        assert states(club) == {"Agnes": state}
        page = director_client.get("/tonight/").content.decode()
        assert f'name="{state}"' not in page
        assert 'name="here"' in page

    def test_the_count_says_who_comes_beside(self, director_client, club):
        late, free, expected, other = make.make_members(club, 4)
        expect(club, late, state=Attendance.State.LATE)
        expect(club, free, state=Attendance.State.FREE)
        expect(club, expected, other)
        page = director_client.get("/tonight/").content.decode()
        assert "1 comes later, 1 substitute, 2 are expected" in page

    def test_a_touch_on_the_wrong_row_is_taken_back_to_what_was_there(
        self, director_client, club, agnes
    ):
        expect(club, agnes)
        self.mark(director_client, agnes)
        assert states(club) == {"Agnes": "here"}
        self.mark(director_client, agnes, "back")
        assert states(club) == {"Agnes": "expected"}


class TestClosing:
    def test_where_nobody_is_missing_it_leads_to_the_event(self, director_client, agnes):
        assert director_client.get(CLOSE).url == EVENT

    def test_each_who_is_missing_is_asked_about_with_a_likely_answer(self, director_client, club):
        expected, late, _unknown = make.make_members(club, 3)
        expect(club, expected)
        expect(club, late, state=Attendance.State.LATE)
        page = director_client.get(CLOSE).content.decode()
        assert page.count("absentee") == 2
        assert page.count("checked") == 2
        assert "Birte" not in page

    def test_the_answers_are_kept_and_the_event_comes(self, director_client, club):
        comes, later, away = make.make_members(club, 3)
        expect(club, comes, later, away)
        answers = {comes: "here", later: "late", away: "away"}
        form = {f"of-{person.pk}": answer for person, answer in answers.items()}
        assert director_client.post(CLOSE, form).url == EVENT
        assert states(club) == {"Agnes": "here", "Aksel": "late", "Birte": "away"}

    def test_who_has_come_meanwhile_is_here(self, director_client, club, agnes):
        expect(club, agnes)
        domain.mark_present(club=club, person=agnes, date=queries.evening(), actor="system:test")
        assert director_client.post(CLOSE, {f"of-{agnes.pk}": "away"}).url == EVENT
        assert states(club) == {"Agnes": "here"}

    @pytest.mark.parametrize("answer", ("", "king", "free"))
    def test_who_was_not_decided_about_is_asked_about_again(
        self, director_client, club, agnes, answer
    ):
        expect(club, agnes)
        assert director_client.post(CLOSE, {f"of-{agnes.pk}": answer}).url == CLOSE
        assert states(club) == {"Agnes": "expected"}

    @pytest.mark.parametrize(("here", "warned"), ((1, True), (2, False)))
    def test_more_than_half_missing_is_warned_of(self, director_client, club, here, warned):
        people = make.make_members(club, here + 2)
        expect(club, *people[:2])
        expect(club, *people[2:], state=Attendance.State.HERE)
        assert ("more than half" in director_client.get(CLOSE).content.decode()) is warned

    def test_another_clubs_director_decides_nothing(self, stranger_client, club, agnes):
        expect(club, agnes)
        stranger_client.post(CLOSE, {f"of-{agnes.pk}": "away"})
        assert states(club) == {"Agnes": "expected"}
