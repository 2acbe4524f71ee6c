"""What directors read of who got in; a flood of tries neither fills it nor locks them out."""

import datetime as dt

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from lhombre_club import known
from lhombre_club.known import cookie as cookie_of_device
from lhombre_club.members import domain
from lhombre_club.members.domain import security
from lhombre_club.members.logins import brake
from lhombre_club.members.models import ClubRole, SecurityNote
from lhombre_club.members.tasks import NOTED, tidy
from tests import make
from tests.members.test_account import NEW, change, log_in

pytestmark = pytest.mark.django_db
Kind = SecurityNote.Kind


def fail(client, name="director", address="192.0.2.66", password=make.PASSWORD + " not"):
    typed = {"username": name, "password": password}
    return client.post(reverse("members:login"), typed, REMOTE_ADDR=address).status_code


def page(client):
    return client.get(reverse("members:security")).content.decode()


def kinds() -> list[str]:
    return list(SecurityNote.objects.order_by("at").values_list("kind", flat=True))


class TestNotes:
    def test_log_ins_passwords_and_ended_log_ins_are_noted_with_their_address(self, director):
        here = log_in()
        log_in(address="192.0.2.7")
        here.post(reverse("members:end-others"))
        change(here)
        assert kinds() == [Kind.LOGGED_IN, Kind.LOGGED_IN, Kind.ENDED, Kind.PASSWORD]
        shown = page(here)
        for words in ("logged in", "192.0.2.7", "ended log-ins elsewhere", "changed the password"):
            assert words in shown

    def test_a_link_its_use_and_an_office_are_noted(self, client, director, director_client):
        token = domain.make_setup_link(actor="system:command")
        typed = {"name": "Bo Holm", "username": "bo", "password": NEW, "again": NEW}
        client.post(reverse("members:welcome", args=[token]), typed)
        assert kinds() == [Kind.LINK, Kind.BY_LINK, Kind.OFFICE, Kind.OFFICE]
        both = set(SecurityNote.objects.exclude(office="").values_list("office", flat=True))
        assert both == {"administrator", "director"}
        shown = page(director_client)
        for words in ("the club’s computer", "made a link", "set a password by a link", "Bo Holm"):
            assert words in shown

    def test_an_office_is_given_once(self, club):
        user = make.make_user("bo")
        for _ in range(2):
            domain.give_office(user, club, role=ClubRole.Role.OWNER, actor="system:test")
        assert user.club_roles.count() == 1
        assert kinds() == [Kind.OFFICE]

    def test_the_refusals_of_an_hour_are_one_line(self, client, director, director_client):
        for _ in range(3):
            fail(client)
        assert SecurityNote.objects.get().times == 3
        shown = page(director_client)
        assert "3 times in an hour" in shown
        assert "tried in vain to log in" in shown

    def test_an_unknown_name_is_not_kept_since_it_may_be_a_password(self, client, director_client):
        fail(client, name="my secret words")
        assert SecurityNote.objects.get().user is None
        shown = page(director_client)
        assert "an unknown user name" in shown
        assert "secret" not in shown

    def test_a_flood_makes_few_lines(self, client, director, monkeypatch):
        monkeypatch.setattr(security, "NOTED_APART", 3)
        for number in range(8):
            fail(client, address=f"192.0.2.{number}")
        assert SecurityNote.objects.count() == 4
        rest = SecurityNote.objects.get(address="")
        assert (rest.user, rest.times) == (None, 5)

    def test_it_is_kept_for_a_time(self, director):
        log_in()
        log_in()
        first, second = SecurityNote.objects.order_by("at")
        SecurityNote.objects.filter(pk=first.pk).update(
            at=timezone.now() - NOTED - dt.timedelta(hours=1)
        )
        tidy()
        assert list(SecurityNote.objects.all()) == [second]
        assert NOTED.days == 90  # the page says so

    def test_another_clubs_directors_read_neither_it_nor_who_is_unknown(
        self, director, stranger_client
    ):
        log_in()
        fail(Client(), name="nobody")
        domain.make_setup_link(actor="system:command")
        shown = page(stranger_client)
        for words in ("192.0.2", "unknown user", "made a link"):
            assert words not in shown

    def test_older_ones_are_on_the_next_page(self, director, director_client, monkeypatch):
        monkeypatch.setattr("lhombre_club.members.views.account.ON_A_PAGE", 1)
        log_in()
        log_in()
        assert "?page=2" in page(director_client)


class TestBrake:
    @pytest.fixture(autouse=True)
    def _on(self, settings):
        settings.AXES_ENABLED = True
        self.limit = settings.AXES_FAILURE_LIMIT

    def lock(self, client, address="192.0.2.1", name="director"):
        for _ in range(self.limit):
            fail(client, name, address)

    def logs_in(self, client, address="192.0.2.1", name="director"):
        return fail(client, name, address, make.PASSWORD) == 302

    def known(self) -> Client:
        client = log_in()
        client.post(reverse("members:logout"))
        return client

    def test_a_stranger_locks_out_no_device_that_is_known(self, director):
        known = self.known()
        self.lock(Client())
        assert self.logs_in(known)

    def test_without_the_cookie_he_does(self, director):
        known = self.known()
        del known.cookies[cookie_of_device()]
        self.lock(Client())
        assert not self.logs_in(known)

    def test_a_cookie_that_somebody_made_up_or_has_of_another_is_none(self, director, club):
        make.make_director(club, "second")
        second = Client()
        self.logs_in(second, name="second")
        second.post(reverse("members:logout"))
        forged = Client()
        forged.cookies[cookie_of_device()] = (
            self.known().cookies[cookie_of_device()].value[:-1] + "_"
        )
        self.lock(Client())
        assert not self.logs_in(second)
        assert not self.logs_in(forged)

    def test_a_known_device_has_its_own_limit_wherever_it_is(self, director):
        known = self.known()
        for number in range(self.limit):
            fail(known, address=f"192.0.2.{number}")
        assert not self.logs_in(known)
        assert self.logs_in(Client())

    def test_a_log_in_resets_what_was_counted_for_the_device(self, director):
        known = self.known()
        for _ in range(2):
            for _ in range(self.limit - 1):
                fail(known)
            assert self.logs_in(known)
            known.post(reverse("members:logout"))

    def test_a_device_is_known_as_that_of_each_who_uses_it(self, director, club):
        shared = self.known()
        make.make_director(club, "second")
        self.logs_in(shared, name="second")
        shared.post(reverse("members:logout"))
        self.lock(Client())
        self.lock(Client(), name="second")
        assert self.logs_in(shared)

    def test_made_up_names_close_an_address_and_no_other_nor_a_known_device(
        self, director, monkeypatch
    ):
        monkeypatch.setattr(brake, "OF_AN_ADDRESS", 6)
        known, tries = self.known(), [fail(Client(), f"made-up-{n}") for n in range(8)]
        assert tries == [200] * 5 + [429] * 3
        assert fail(Client(), "director") == 429  # as a made-up one: it tells nothing
        assert self.logs_in(Client(), "192.0.2.2")
        assert self.logs_in(known, "192.0.2.66")

    def test_a_log_in_that_is_older_than_the_cookie_brings_it_with_the_next_page(self, director):
        old, stranger = log_in(), Client()
        del old.cookies[cookie_of_device()]
        for client in (old, stranger):
            client.get(reverse("members:login"))
        assert cookie_of_device() in old.cookies
        assert cookie_of_device() not in stranger.cookies
        again = old.get(reverse("members:login"))
        assert cookie_of_device() not in again.cookies

    def test_a_new_device_at_a_locked_address_reads_of_the_link_that_lets_a_director_in(
        self, director, monkeypatch
    ):
        monkeypatch.setattr(brake, "OF_AN_ADDRESS", 6)
        for number in range(6):
            fail(Client(), f"made-up-{number}")
        new = Client(headers={"accept-language": "en"}, REMOTE_ADDR="192.0.2.66")
        typed = {"username": "director", "password": make.PASSWORD}
        locked = new.post(reverse("members:login"), typed)
        said = " ".join(locked.content.decode().split())
        assert (
            "./club link, run on the club’s machine, prints a link that opens the program" in said
        )
        link = reverse("members:welcome", args=[domain.make_setup_link(actor="system:command")])
        typed = dict.fromkeys(("password", "again"), "seven other words")
        typed |= {"username": "director", "name": "Bo Holm"}
        assert new.post(link, typed).status_code == 302
        assert new.get("/tonight/").status_code == 200

    def test_the_cookie_is_read_by_no_script_and_sent_over_https_alone_where_there_is_one(
        self, director, settings
    ):
        settings.SITE_TLS = True
        cookie = log_in().cookies["__Host-device"]
        assert cookie["httponly"]
        assert cookie["secure"]
        assert (cookie["samesite"], cookie["path"], cookie["domain"]) == ("Lax", "/", "")


def test_a_browser_that_an_earlier_program_knew_is_known_still():
    said = {"device": "a", "names": ["director"]}
    assert known.read(signing.dumps(said, salt="lhombre_club.members.brake")) == said
