"""Login, its brake, and the page of the one-time link."""

import html
import re

import pytest
from axes.models import AccessAttempt
from django import forms
from django.contrib.auth.forms import UsernameField
from django.db.models.signals import pre_save
from django.test import Client
from django.urls import reverse

from lhombre_club.members import domain
from lhombre_club.members.forms import AccountForm
from lhombre_club.members.logins import brake
from lhombre_club.members.models import Club, User
from tests import make

pytestmark = pytest.mark.django_db
HOSTILE = (
    "https://evil.example/", "//evil.example", "///evil.example", "/\\evil.example",
    "\\\\evil.example", "http:evil.example", "javascript:alert(1)", "data:text/html,x",
    "https:/evil.example", "http:///evil.example", " https://evil.example", "\thttps://evil.example",
    "//evil.example/%2f..", "https://testserver@evil.example/", "https://testserver.evil.example/",
    "ftp://testserver/", "/\t/evil.example", "\x00//evil.example", "//[::1", "https://\u2147vil.example",
)  # fmt: skip


def login(client, username="director", password=make.PASSWORD, **kwargs):
    return client.post(
        reverse("members:login"), {"username": username, "password": password, **kwargs}
    )


class TestLogin:
    def test_it_leads_back_to_where_one_came_from(self, client, director):
        assert login(client, next="/tonight/")["Location"] == "/tonight/"
        assert client.get("/tonight/").status_code == 200

    @pytest.mark.parametrize("target", HOSTILE)
    def test_it_never_leads_to_another_host(self, client, director, target):
        assert login(client, next=target)["Location"] == "/"

    @pytest.mark.parametrize("target", HOSTILE)
    def test_nor_does_logout(self, director_client, target):
        response = director_client.post(reverse("members:logout"), {"next": target})
        assert "evil" not in response["Location"]

    def test_logout_is_by_post_only(self, director_client):
        assert director_client.get(reverse("members:logout")).status_code == 405
        assert director_client.get("/tonight/").status_code == 200
        director_client.post(reverse("members:logout"))
        assert director_client.get("/tonight/").status_code == 302

    def test_unknown_name_and_wrong_password_get_the_same_answer(self, client, director):
        def errors(username):
            return login(client, username, "wrong").context["form"].non_field_errors()

        assert errors("director") == errors("nobody")

    def test_password_managers_know_the_fields(self, client):
        page = client.get(reverse("members:login")).content.decode()
        assert 'autocomplete="username"' in page
        assert 'autocomplete="current-password"' in page

    def test_the_user_name_is_called_as_where_it_was_chosen(self, client):
        form = client.get(reverse("members:login")).context["form"]
        assert form["username"].label == AccountForm.base_fields["username"].label

    def test_it_needs_the_token_of_the_page(self, director):
        assert login(Client(enforce_csrf_checks=True)).status_code == 403


class TestBrake:
    @pytest.fixture(autouse=True)
    def _on(self, settings):
        settings.AXES_ENABLED = True
        self.limit = settings.AXES_FAILURE_LIMIT
        assert settings.AXES_COOLOFF_TIME == 0.25  # the page says a quarter of an hour

    def fail(self, client, times, username="director", address="10.0.0.1"):
        typed = {"username": username, "password": "wrong"}
        answers = [
            client.post(reverse("members:login"), typed, REMOTE_ADDR=address) for _ in range(times)
        ]
        return answers[-1]

    def test_a_name_is_locked_at_an_address_and_told_so(self, client, director):
        response = self.fail(client, self.limit)
        assert response.status_code == 429
        assert "quarter of an hour" in response.content.decode()
        answer = client.post(
            reverse("members:login"),
            {"username": "director", "password": make.PASSWORD},
            REMOTE_ADDR="10.0.0.1",
        )
        assert answer.status_code == 429

    def test_others_in_the_room_and_the_same_name_elsewhere_still_log_in(
        self, client, director, club
    ):
        make.make_director(club, "second")
        self.fail(client, self.limit)
        for username, address in (("second", "10.0.0.1"), ("director", "10.0.0.2")):
            answer = Client().post(
                reverse("members:login"),
                {"username": username, "password": make.PASSWORD},
                REMOTE_ADDR=address,
            )
            assert answer.status_code == 302

    def row(self, client, tries):
        """What is kept of that many tries with a long query and a long field."""
        typed = {"username": "nobody", "password": "wrong", "more": "x" * 999}
        for _ in range(tries):
            client.post(f"{reverse('members:login')}?{'q' * 999}", typed)
        return AccessAttempt.objects.values().get()

    def test_whoever_goes_on_trying_adds_nothing_to_what_is_kept(self, client):
        few, many = self.row(client, self.limit), self.row(client, self.limit)
        assert few == many
        assert few["failures_since_start"] == self.limit
        assert not few["get_data"] + few["post_data"]

    def test_as_axes_has_it_each_try_adds_all_its_fields(self, client, settings):
        settings.AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = True
        pre_save.disconnect(brake._keep_no_fields, sender=AccessAttempt)
        try:
            few, many = self.row(client, self.limit), self.row(client, self.limit)
        finally:
            pre_save.connect(brake._keep_no_fields, sender=AccessAttempt)
        assert len(many["post_data"]) > len(few["post_data"]) > self.limit * 999

    def test_without_the_brake_the_limit_does_not_hold(self, client, director, settings):
        settings.AXES_ENABLED = False
        assert self.fail(client, self.limit + 1).status_code == 200


class TestWelcome:
    TYPED = {
        "club_name": "Klub Spadille",
        "name": "Anna Bak",
        "username": "anna",
        "password": "four words in a row",
        "again": "four words in a row",
    }

    @pytest.fixture
    def address(self, db):
        return reverse("members:welcome", args=[domain.make_setup_link(actor="system:test")])

    def test_the_first_director_names_the_club_and_is_logged_in(self, client, address):
        page = client.get(address).content.decode()
        assert "club_name" in page
        assert 'autocomplete="new-password"' in page
        client.post(address, self.TYPED)
        assert Club.objects.get().name == "Klub Spadille"
        assert client.get("/tonight/").status_code == 200

    def test_the_form_asks_for_a_name_where_one_is_needed(self, client, address):
        first = client.get(address).context["form"]
        assert first.fields["name"].required
        refused = client.post(address, {**self.TYPED, "name": ""}).context["form"]
        assert refused.errors["name"]
        client.post(address, self.TYPED)
        later = reverse("members:welcome", args=[domain.make_setup_link(actor="system:test")])
        page = Client(headers={"accept-language": "en"}).get(later).content.decode()
        assert "A new director needs one." in page

    @pytest.mark.parametrize("reads_alike", (True, False))
    def test_whoever_chose_letters_that_have_others_logs_in_by_what_he_typed(
        self, client, address, monkeypatch, reads_alike
    ):
        """As of a keyboard that writes wide letters; the twin keeps what the log-in never asks."""
        if not reads_alike:
            monkeypatch.setattr(UsernameField, "to_python", forms.CharField.to_python)
        client.post(address, {**self.TYPED, "username": "\ufb01nn"})
        monkeypatch.undo()
        entered = [login(Client(), name, self.TYPED["password"]) for name in ("\ufb01nn", "finn")]
        assert [answer.status_code == 302 for answer in entered] == [reads_alike] * 2

    def test_the_link_opens_nothing_a_second_time(self, client, address):
        client.post(address, self.TYPED)
        for response in (
            Client().get(address),
            Client().post(address, {**self.TYPED, "username": "bo"}),
        ):
            assert response.status_code == 410
            assert "./club link" in response.content.decode()
        assert User.objects.count() == 1

    def test_looking_at_it_does_not_use_it(self, client, address):
        client.get(address)
        client.head(address)
        assert client.get(address).status_code == 200

    def test_a_new_password_ends_the_old_sessions(self, client, address, director_client, director):
        typed = {**self.TYPED, "username": "director"}
        assert "club_name" not in client.get(address).content.decode()
        client.post(address, typed)
        assert director_client.get("/tonight/").status_code == 302
        assert login(Client(), "director", typed["password"]).status_code == 302

    @pytest.mark.parametrize(
        ("change", "words"),
        (
            ({"password": "short", "again": "short"}, "12"),
            ({"again": "four words in a raw"}, "not the same"),
            ({"username": "two words"}, "user name"),
            ({"username": ""}, "user name is missing"),
            ({"club_name": ""}, "name of the club is missing"),
            ({"name": ""}, "Your name is missing"),
        ),
    )
    def test_what_is_wrong_is_said_and_the_link_stays_good(self, client, address, change, words):
        page = client.post(address, {**self.TYPED, **change}).content.decode()
        assert words in page
        assert not User.objects.exists()
        assert not Club.objects.exists()
        client.post(address, self.TYPED)
        assert User.objects.exists()

    def test_a_password_may_begin_and_end_with_blanks(self, client, address):
        password = "  four words in a row "
        client.post(address, {**self.TYPED, "password": password, "again": password})
        assert login(Client(), "anna", password).status_code == 302

    def test_it_is_kept_by_no_cache_and_told_to_no_other_host(self, client, address):
        response = client.get(address)
        assert "no-store" in response["Cache-Control"]
        assert response["Referrer-Policy"] == "same-origin"

    def test_it_needs_the_token_of_the_page(self, address):
        response = Client(enforce_csrf_checks=True).post(address, self.TYPED)
        assert response.status_code == 403
        assert not User.objects.exists()


# --- where others read along --------------------------------------------------------------

ELSEWHERE = "192.0.2.7"


@pytest.mark.parametrize(
    ("asked", "where"),
    (
        (True, {"REMOTE_ADDR": ELSEWHERE}),
        (False, {"REMOTE_ADDR": ELSEWHERE, "wsgi.url_scheme": "https"}),
        (False, {"REMOTE_ADDR": ELSEWHERE, "SERVER_NAME": ELSEWHERE, "HTTP_HOST": "testserver"}),
        (False, {"REMOTE_ADDR": "127.0.0.1"}),
    ),
)
@pytest.mark.parametrize("by_link", (True, False))
def test_who_can_be_read_along_with_is_asked_before_a_password_is_typed(
    client, asked, where, by_link
):
    address = f"/welcome/{domain.make_setup_link(actor='test')}/" if by_link else "/login/"
    shown = client.get(address, {"next": "/members/", "language": "æ"}, **where)
    assert ("can be read along" in shown.text) is asked
    assert ('name="password"' in shown.text) is not asked
    if asked:
        (onward,) = re.findall(r'class="button" href="([^"]*anyway[^"]*)"', shown.text)
        shown = client.get(html.unescape(onward), **where)
        assert shown.request["QUERY_STRING"] == "next=%2Fmembers%2F&language=%C3%A6&anyway=1"
        assert 'name="password"' in shown.text
        assert by_link or 'value="/members/"' in shown.text


def test_who_has_typed_it_loses_nothing(client, director):
    typed = {"username": director.username, "password": make.PASSWORD, "next": "/members/"}
    answer = client.post("/login/", typed, REMOTE_ADDR=ELSEWHERE)
    assert answer["Location"] == "/members/"
    assert client.get("/login/", REMOTE_ADDR=ELSEWHERE).status_code == 302


@pytest.mark.parametrize(
    "key", (r'"\000abcdefghijklmnopqrstuvwxyz01234"', "ABCDEFGHIJKLMNOP", "æ" * 32)
)
def test_a_session_that_was_never_given_is_not_looked_for(client, key, django_assert_num_queries):
    """PostgreSQL would not take each of these."""
    client.cookies.load(f"sessionid={key}")
    with django_assert_num_queries(0):
        assert client.get("/account/").status_code == 302


@pytest.mark.parametrize("address", ("https://[::1", "\x00", "/tonight/", ""))
def test_a_part_of_a_page_is_led_to_the_login_wherever_it_says_that_it_stands(client, address):
    asked = {"HX-Request": "true", "HX-Current-URL": address}
    answer = client.get("/account/", headers=asked)
    assert answer["HX-Redirect"].startswith("/login/?next=/")
