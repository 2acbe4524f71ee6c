"""The pages about people: for the club's own directors, and for nobody else."""

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from lhombre_club.members import domain, queries
from lhombre_club.members.access import clubs_of
from lhombre_club.members.details import MemberDetails
from lhombre_club.members.importing.file import MAX_BYTES
from lhombre_club.members.importing.lines import CHOICES
from lhombre_club.members.models import Attendance, ClubRole, Membership, Person
from tests import make

pytestmark = pytest.mark.django_db
PAGES = (
    "members:list",
    "members:import",
    "members:add",
    "members:standing",
    "members:union",
    "members:union-figures",
    "members:came",
    "members:tonight",
    "members:tonight-close",
)
POSTS = (
    "members:add",
    "members:import",
    "members:tonight-close",
    "members:tonight-mark",
    "members:tonight-guest",
    "members:tonight-everybody",
)
LIST = "number;first name;last name;e-mail\n7;Agnes;Bak;agnes@club.example\n"


def upload(client, data: str | bytes, name="members.csv"):
    raw = data.encode() if isinstance(data, str) else data
    return client.post(reverse("members:import"), {"file": SimpleUploadedFile(name, raw)})


def draft(response) -> str:
    found = re.search(r'name="draft" value="([^"]+)"', response.content.decode())
    assert found is not None
    return found[1]


def accept(client, response):
    return client.post(reverse("members:import"), {"draft": draft(response)}, follow=True)


def edit(person) -> str:
    return reverse("members:edit", args=[person.pk])


@pytest.fixture
def agnes(club) -> Person:
    details = MemberDetails(
        "Agnes", "Bak", email="agnes@club.example", phone="12345678", number="7"
    )
    return domain.add_person(club=club, details=details, actor="system:test").person


class TestAccess:
    @pytest.mark.parametrize("name", PAGES)
    def test_the_login_page_comes_first_and_leads_back(self, client, name):
        response = client.get(reverse(name) + "?a=1")
        assert response.status_code == 302
        assert response["Location"] == f"/login/?next={reverse(name)}%3Fa%3D1"

    @pytest.mark.parametrize("name", POSTS)
    def test_nobody_writes_without_login(self, client, agnes, name):
        client.post(reverse(name), {"here": str(agnes.pk), "name": "Eva", "who": "active"})
        assert Membership.objects.count() == 1
        assert not Attendance.objects.exists()

    @pytest.mark.parametrize("name", PAGES)
    def test_who_directs_no_club_is_told_so(self, agnes, name):
        client = Client()
        client.force_login(make.make_user())
        response = client.get(reverse(name))
        assert response.status_code == 403
        assert "somebody" in response.content.decode()
        assert "Agnes" not in response.content.decode()

    def test_a_role_that_ends_ends_with_the_next_request(self, director_client, director):
        assert director_client.get(reverse("members:list")).status_code == 200
        ClubRole.objects.filter(user=director).delete()
        assert director_client.get(reverse("members:list")).status_code == 403

    def test_who_is_no_user_or_no_longer_directs_no_club(self, director, club):
        assert clubs_of(director) == [club]
        director.is_active = False
        assert clubs_of(director) == []
        assert clubs_of(AnonymousUser()) == []

    @pytest.mark.parametrize("name", PAGES)
    def test_another_clubs_director_sees_nothing_of_it(self, stranger_client, agnes, name):
        page = stranger_client.get(reverse(name)).content.decode()
        for secret in ("Agnes", "Bak", "agnes@club.example", "12345678"):
            assert secret not in page

    def test_a_member_of_either_of_his_clubs_is_opened_changed_and_marked(
        self, director, director_client, agnes
    ):
        second = make.make_club("Klub Manille")
        ClubRole.objects.create(user=director, club=second, role=ClubRole.Role.OWNER)
        (bo,) = make.make_members(second, 1)
        assert director_client.get(edit(bo)).status_code == 200
        form = {"first_name": "Bo", "status": "active"}
        assert director_client.post(edit(bo), form).status_code == 302
        bo.refresh_from_db()
        assert bo.full_name == "Bo"
        for person, club in ((bo, second), (agnes, agnes.memberships.get().club)):
            director_client.post(reverse("members:tonight-mark"), {"here": str(person.pk)})
            assert queries.present(club, queries.evening()) == [person]

    def test_of_a_member_of_both_the_club_that_he_looks_at_is_meant(
        self, director, director_client, agnes
    ):
        second = make.make_club("Klub Manille")
        ClubRole.objects.create(user=director, club=second, role=ClubRole.Role.OWNER)
        Membership.objects.create(club=second, person=agnes, number="2")
        assert 'value="7"' in director_client.get(edit(agnes)).content.decode()
        director_client.post(reverse("members:choose-club"), {"club": second.pk})
        assert 'value="2"' in director_client.get(edit(agnes)).content.decode()

    def test_another_clubs_member_cannot_be_opened_changed_or_marked(self, stranger_client, agnes):
        assert stranger_client.get(edit(agnes)).status_code == 404
        assert stranger_client.post(edit(agnes), {"first_name": "Eva"}).status_code == 404
        for word in ("here", "away"):
            response = stranger_client.post(reverse("members:tonight-mark"), {word: str(agnes.pk)})
            assert response.status_code == 404
        agnes.refresh_from_db()
        assert agnes.first_name == "Agnes"
        assert not Attendance.objects.exists()

    def test_a_draft_of_one_club_is_worth_nothing_in_another(
        self, director_client, stranger_client
    ):
        shown = upload(director_client, LIST)
        accept(stranger_client, shown)
        assert not Membership.objects.exists()

    @pytest.mark.parametrize("name", POSTS)
    def test_no_post_without_the_token_of_the_page(self, director, agnes, name):
        client = Client(enforce_csrf_checks=True)
        client.force_login(director)
        response = client.post(reverse(name), {"here": str(agnes.pk), "who": "active"})
        assert response.status_code == 403
        assert not Attendance.objects.exists()

    @pytest.mark.parametrize("name", POSTS[3:])
    def test_looking_changes_nothing(self, director_client, name):
        assert director_client.get(reverse(name)).status_code == 405

    @pytest.mark.parametrize("name", PAGES)
    def test_pages_with_people_are_kept_by_no_cache(self, director_client, name):
        assert "no-store" in director_client.get(reverse(name))["Cache-Control"]


class TestList:
    @pytest.mark.parametrize("name", ("members:list", "members:tonight"))
    @pytest.mark.parametrize("count", (1, 3))
    def test_the_queries_do_not_grow_with_the_members(
        self, club, director_client, count, name, django_assert_num_queries
    ):
        for person in make.make_members(club, count):
            domain.mark_present(club=club, person=person, date=queries.evening(), actor="system:x")
        with django_assert_num_queries(5 if name == "members:list" else 11):
            page = director_client.get(reverse(name)).content.decode()
        assert page.count("Nr") == count * (1 if name == "members:list" else 2)

    def test_a_member_is_added_and_changed(self, director_client, director):
        director_client.post(
            reverse("members:add"), {"first_name": "Åse", "last_name": "Ny", "status": "active"}
        )
        person = Person.objects.get()
        assert person.history.get().history_change_reason == director.actor
        page = director_client.get(edit(person)).content.decode()
        assert 'value="Åse"' in page
        response = director_client.post(
            edit(person),
            {"first_name": "Åse", "last_name": "Skov", "status": "guest", "number": "9"},
            follow=True,
        )
        assert "Åse Skov" in response.content.decode()

    def test_what_is_wrong_is_said_and_what_was_typed_stays(self, director_client, agnes):
        typed = {"first_name": "Bo", "number": "7", "status": "active", "phone": "99"}
        page = director_client.post(reverse("members:add"), typed).content.decode()
        assert "Number 7 belongs to Agnes Bak" in page
        assert 'value="99"' in page
        typed |= {"email": "nobody"}
        page = director_client.post(edit(agnes), typed).content.decode()
        assert "is not an e-mail address" in page
        assert Person.objects.get() == agnes

    def test_a_member_cannot_be_given_anothers_number_or_an_unknown_status(
        self, director_client, club, agnes
    ):
        bo = domain.add_guest(club=club, name="Bo Holm", actor="system:test").person
        typed = {"first_name": "Bo", "number": "7", "status": "guest"}
        assert "belongs to Agnes" in director_client.post(edit(bo), typed).content.decode()
        typed |= {"number": "8", "status": "king"}
        assert "king" in director_client.post(edit(bo), typed).content.decode()
        assert bo.memberships.get().number == ""

    def test_other_fields_cannot_be_slipped_in(self, director_client, agnes, stranger):
        other = stranger.club_roles.get().club
        typed = {"first_name": "Agnes", "status": "active", "club": str(other.pk), "id": "1"}
        director_client.post(edit(agnes), typed)
        assert Membership.objects.get().club != other

    def test_a_name_is_text_and_nothing_else(self, director_client, club):
        name = "<script>alert(1)</script>"
        domain.add_guest(club=club, name=name, actor="system:test")
        for page in ("members:list", "members:tonight"):
            assert name not in director_client.get(reverse(page)).content.decode()


class TestImport:
    def test_nothing_is_written_until_it_is_accepted(self, director_client, director):
        shown = upload(director_client, LIST)
        assert "Agnes Bak" in shown.content.decode()
        assert not Person.objects.exists()
        done = accept(director_client, shown)
        assert "1 new, 0 changed, 0 left out" in done.content.decode()
        assert Membership.objects.get().history.get().history_change_reason == director.actor

    def test_all_that_a_line_says_of_somebody_new_is_shown(self, director_client):
        said = "name;household;status;beginner\nAgnes Bak;Mill Street;passive;yes\n"
        page = " ".join(upload(director_client, said).content.decode().split())
        for label, text in (
            ("Household", "Mill Street"),
            ("Status", "passive"),
            ("Beginner", "yes"),
        ):
            assert f"<dt>{label}</dt> <dd> <ins>{text}</ins>" in page

    def test_errors_are_told_by_line_and_the_rest_can_be_taken(self, director_client):
        shown = upload(director_client, LIST + "8;;Skov;\n9;Bo;Holm;bo.example\n")
        page = shown.content.decode()
        assert "The name is missing" in page
        assert "is not an e-mail address" in page
        accept(director_client, shown)
        assert Membership.objects.count() == 1

    def test_a_list_that_says_nothing_new_offers_nothing_to_accept(self, director_client, agnes):
        page = upload(director_client, LIST).content.decode()
        assert "1 unchanged" in page
        assert 'name="draft"' not in page

    def test_accepting_twice_is_accepting_once(self, director_client):
        shown = upload(director_client, LIST)
        accept(director_client, shown)
        accept(director_client, shown)
        assert Membership.objects.count() == 1

    def test_what_changed_meanwhile_is_shown_before_it_is_written(self, director_client, club):
        shown = upload(director_client, LIST)
        details = MemberDetails("Agnes", "Holm", number="7")
        domain.add_person(club=club, details=details, actor="system:test")
        again = accept(director_client, shown)
        page = again.content.decode()
        assert "changed meanwhile" in page
        assert "Holm" in page
        assert Person.objects.get().last_name == "Holm"
        accept(director_client, again)
        assert Person.objects.get().last_name == "Bak"

    @pytest.mark.parametrize("sealed", ("", "x", "eyJ:1:2", "æ" * 99))
    def test_a_draft_that_is_not_ours_is_refused(self, director_client, sealed):
        response = director_client.post(reverse("members:import"), {"draft": sealed}, follow=True)
        assert "choose the file once more" in response.content.decode()

    def test_a_draft_that_was_tampered_with_is_refused(self, director_client):
        sealed = draft(upload(director_client, LIST))
        middle = len(sealed) // 4
        changed = sealed[:middle] + ("A" if sealed[middle] != "A" else "B") + sealed[middle + 1 :]
        director_client.post(reverse("members:import"), {"draft": changed})
        assert not Person.objects.exists()
        director_client.post(reverse("members:import"), {"draft": sealed})
        assert Person.objects.exists()

    def test_a_draft_expires(self, director_client, monkeypatch):
        sealed = draft(upload(director_client, LIST))
        monkeypatch.setattr("lhombre_club.members.importing.drafts._LIVES", -1)
        response = director_client.post(reverse("members:import"), {"draft": sealed}, follow=True)
        assert "choose the file once more" in response.content.decode()

    @pytest.mark.parametrize(
        ("data", "word"),
        (
            (b"", "The file is empty"),
            (b"PK\x03\x04", "This is a spreadsheet that cannot be read here"),
            (b"x" * (MAX_BYTES + 1), "larger than 2 MB"),
            (b"hello", "must name the columns"),
        ),
    )
    def test_a_file_that_is_no_list_gets_a_sentence(self, director_client, data, word):
        response = upload(director_client, data)
        assert response.status_code == 200
        assert word in response.content.decode()

    def test_a_list_that_does_not_fit_into_a_page_gets_a_sentence(self, director_client, settings):
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100_050
        assert "too large to be shown" in upload(director_client, LIST).content.decode()

    def test_no_file_gets_a_sentence(self, director_client):
        page = director_client.post(reverse("members:import"), {}).content.decode()
        assert "Choose a file first" in page

    def test_a_list_is_pasted_from_a_spreadsheet(self, director_client):
        pasted = LIST.replace(";", "\t")
        shown = director_client.post(reverse("members:import"), {"text": pasted})
        accept(director_client, shown)
        assert Membership.objects.get().person.email == "agnes@club.example"

    def test_what_was_pasted_is_there_again_after_a_look_at_what_would_happen(
        self, director_client
    ):
        address, pasted = reverse("members:import"), LIST + ";;;no name\n"
        shown = director_client.post(address, {"text": pasted})
        page = shown.content.decode()
        assert "Choose another file" not in page
        assert "Back to what you pasted" in page
        back = director_client.post(address, {"draft": draft(shown), "back": "1"})
        assert back.context["form"]["text"].value() == pasted
        assert not Person.objects.exists()
        wrong = director_client.post(address, {"text": "name;status\nAgnes Bak;king\n"})
        assert "Correct them in what you pasted." in wrong.content.decode()
        assert draft(wrong)

    def test_another_file_can_be_chosen_after_a_file(self, director_client):
        page = upload(director_client, LIST).content.decode()
        assert "Choose another file" in page
        assert "Back to what you pasted" not in page

    def test_the_page_says_which_words_are_a_status(self, director_client):
        page = director_client.get(reverse("members:import")).content.decode()
        for word in CHOICES["status"]:
            assert word in page

    def test_what_is_pasted_and_no_list_stays_in_the_page_with_a_sentence(self, director_client):
        page = director_client.post(reverse("members:import"), {"text": "hello"}).content.decode()
        assert "must name the columns" in page
        assert ">\nhello</textarea>" in page

    @pytest.mark.strict
    def test_a_large_honest_list_fits_into_the_page(self, director_client):
        rows = "".join(f"{n};Navn{n};Efternavn{n};m{n}@club.example\n" for n in range(5000))
        shown = upload(director_client, "number;first name;last name;e-mail\n" + rows)
        accept(director_client, shown)
        assert Membership.objects.count() == 5000
