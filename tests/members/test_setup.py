"""The one-time link: it makes the first director, and opens nothing a second time."""

import datetime as dt
import socket
from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.utils import timezone

from lhombre_club.members import domain, queries
from lhombre_club.members.access import clubs_of
from lhombre_club.members.models import Club, SetupLink, User
from lhombre_club.members.reasons import SetupReason, SetupRefusedError
from tests import make
from tests.refused import refused_for

pytestmark = pytest.mark.django_db
PASSWORD = "four words in a row"


def link() -> str:
    return domain.make_setup_link(actor="system:test")


def use(token, username="anna", password=PASSWORD, name="Anna Bak", club_name="Klub Spadille"):
    return domain.use_setup_link(
        token=token,
        director=domain.Director(username, password, name),
        club_name=club_name,
        actor="system:test",
    )


def refusal(*args, **kwargs) -> dict[str, list[str]]:
    token = link()
    users = User.objects.count()
    with pytest.raises(SetupRefusedError) as refused:
        use(token, *args, **kwargs)
    assert User.objects.count() == users
    assert domain.setup_link(token).used_at is None  # the link stays good
    return refused.value.complaints


def test_the_first_link_makes_the_club_and_its_director():
    user = use(link())
    club = Club.objects.get()
    assert (club.name, clubs_of(user), user.first_name) == ("Klub Spadille", [club], "Anna Bak")
    assert authenticate(username="anna", password=PASSWORD) == user


def test_a_link_works_once():
    token = link()
    use(token)
    with refused_for(SetupReason.LINK):
        use(token, "another")
    assert User.objects.count() == 1


def test_of_two_who_looked_at_the_same_time_one_wins(monkeypatch):
    token = link()
    seen = domain.setup_link(token)
    use(token)
    monkeypatch.setattr("lhombre_club.members.domain.setup.setup_link", lambda _token: seen)
    with refused_for(SetupReason.LINK):
        use(token, "another")
    assert User.objects.count() == 1


def test_a_later_link_sets_a_new_password_and_keeps_the_name():
    first = use(link())
    again = use(link(), "ANNA", "other words in a row", name="", club_name="ignored")
    assert again == first
    assert again.first_name == "Anna Bak"
    assert authenticate(username="anna", password=PASSWORD) is None
    assert Club.objects.count() == 1


def test_a_later_link_adds_another_director():
    use(link())
    second = use(link(), "bo", name="Bo Holm")
    assert clubs_of(second) == [Club.objects.get()]


def test_a_newer_link_makes_the_older_void():
    old = link()
    new = link()
    with refused_for(SetupReason.LINK):
        domain.setup_link(old)
    use(new)


def test_a_link_expires_after_a_day():
    token = link()
    assert timezone.now() + dt.timedelta(hours=23) < SetupLink.objects.get().expires_at
    SetupLink.objects.update(expires_at=timezone.now())
    with refused_for(SetupReason.LINK):
        use(token)


@pytest.mark.parametrize("token", ("", "x", "ü\udc80", "a" * 500))
def test_an_unknown_link_opens_nothing(token):
    link()
    with refused_for(SetupReason.LINK):
        domain.setup_link(token)


def test_only_a_digest_is_kept():
    token = link()
    assert len(token) >= 40
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM members_setuplink")
        assert token not in str(cursor.fetchall())


def test_a_director_of_another_club_keeps_his_password(club):
    make.make_director(make.make_club("Klub Basta"), "stranger")
    assert "username" in refusal("stranger")
    assert authenticate(username="stranger", password=make.PASSWORD)


def test_somebody_without_a_role_does_not_become_director(club):
    make.make_user("somebody")
    assert "username" in refusal("Somebody")


@pytest.mark.parametrize(
    ("field", "typed"),
    (
        ("password", {"password": "eleven char"}),
        ("password", {"password": "1q2w3e4r5t6y"}),
        ("username", {"username": "two words"}),
        ("username", {"username": "a" * 151}),
        ("name", {"name": ""}),
    ),
)
def test_what_cannot_be_taken_is_told_at_its_field(field, typed):
    assert list(refusal(**typed)) == [field]


def test_all_complaints_come_at_once():
    assert set(refusal("two words", "short", "")) == {"username", "password", "name"}


class TestCommand:
    def run(self, *args) -> str:
        out = StringIO()
        call_command("link", *args, stdout=out)
        return out.getvalue()

    def test_it_prints_a_link_that_works(self, settings, client):
        settings.PUBLIC_URL = "http://127.0.0.5:8000"
        address = self.run().strip()
        assert address.startswith("http://127.0.0.5:8000/welcome/")
        use(address.rstrip("/").rsplit("/", 1)[1])

    def test_it_names_the_port_that_is_asked_for(self, settings):
        settings.PUBLIC_URL = "http://127.0.0.5:8000"
        assert self.run("--port", "8100").startswith("http://127.0.0.5:8100/welcome/")

    def test_what_the_program_said_itself_counts_above_this_terminal(self, settings, tmp_path):
        settings.PUBLIC_URL, settings.SERVED_AT = "http://127.0.0.1:8000", tmp_path / "address"
        settings.SERVED_AT.write_text("http://127.0.0.5:8123\n", encoding="utf-8")
        assert self.run().startswith("http://127.0.0.5:8123/welcome/")
        out = StringIO()
        call_command("link", address="http://127.0.0.1:8001", stdout=out)
        assert out.getvalue().startswith("http://127.0.0.1:8001/welcome/")

    def test_it_leaves_a_trace(self, director_client):
        self.run()
        shown = director_client.get("/security/").content.decode()
        assert "the club’s computer" in shown
        assert "made a link" in shown

    def test_it_says_beside_the_link_that_nothing_answers_there(self, settings):
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            listening.listen()
            settings.PUBLIC_URL = f"http://127.0.0.1:{listening.getsockname()[1]}"
            said = [StringIO(), StringIO(), StringIO()]
            call_command("link", stdout=StringIO(), stderr=said[0])
        call_command("link", stdout=StringIO(), stderr=said[1])
        settings.PUBLIC_URL = "https://club.example"  # a proxy's, which may be asked from outside
        call_command("link", stdout=StringIO(), stderr=said[2])
        assert [bool(each.getvalue()) for each in said] == [False, True, False]
        assert "./club run" in said[1].getvalue()

    def test_an_address_with_colons_stays_one(self, settings):
        settings.PUBLIC_URL = "http://[::1]:8000"
        assert self.run("--port", "8100").startswith("http://[::1]:8100/welcome/")

    def test_it_keeps_quiet_when_asked_to_and_a_director_is_there(self):
        assert self.run("--unless-director")
        use(link())
        assert queries.has_director()
        assert not self.run("--unless-director")
        assert self.run()


def test_a_database_that_fails_is_a_sentence(monkeypatch):
    def nothing(*_args, **_kwargs):
        raise OperationalError("no such table: members_setuplink")

    monkeypatch.setattr("lhombre_club.members.domain.make_setup_link", nothing)
    with pytest.raises(CommandError, match="There is no link"):
        call_command("link")
