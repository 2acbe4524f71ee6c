"""The second step of a log-in: set up, asked for, its codes used once, ended, taken away."""

import datetime as dt
import re

import pyotp
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from lhombre_club.members import domain
from lhombre_club.members.domain import factor
from lhombre_club.members.models import ClubRole, RecoveryCode, SecondFactor, SecurityNote
from tests import make
from tests.members.test_account import is_in, log_in, page

pytestmark = pytest.mark.django_db
Kind = SecurityNote.Kind
ADDRESS = "192.0.2.1"


def digits(secret: str, steps: int = 0) -> str:
    """What a phone shows now, or so many half minutes from now."""
    return pyotp.TOTP(secret).at(timezone.now(), counter_offset=steps)


def set_up(client, password=make.PASSWORD, code=None):
    """Set it up through the page; return the secret, the answer, and the codes for paper."""
    shown = client.get(reverse("members:factor"))
    secret = shown.context["secret"]
    typed = {"secret": shown.context["signed"], "old": password, "code": code or digits(secret)}
    answer = client.post(reverse("members:factor"), typed)
    return secret, answer, re.findall(r"<code>(\S+)</code>", answer.content.decode())


def halfway(username="director") -> Client:
    client = Client(REMOTE_ADDR=ADDRESS)
    typed = {"username": username, "password": make.PASSWORD, "next": "/members/"}
    answer = client.post(reverse("members:login"), typed)
    assert answer["Location"] == reverse("members:code")
    return client


def type_code(client, code):
    return client.post(reverse("members:code"), {"code": code})


@pytest.fixture
def later(monkeypatch):
    """Let time go on by so many seconds."""
    began = timezone.now()

    def go(seconds):
        at = began + dt.timedelta(seconds=seconds)
        monkeypatch.setattr("django.utils.timezone.now", lambda: at)

    go(0)
    return go


class TestSettingUp:
    def test_the_phone_and_the_password_are_proved_before_it_counts(self, director):
        here, elsewhere = log_in(), log_in()
        assert "not your password" in set_up(here, password="no")[1].content.decode()
        shown = set_up(here, code="000000")[1].content.decode()
        assert "The app shows other digits" in shown
        assert "<svg" in shown
        assert not SecondFactor.objects.exists()
        _secret, answer, codes = set_up(here)
        assert answer.status_code == 200
        assert len(set(codes)) == 10
        assert (is_in(here), is_in(elsewhere)) == (True, False)
        kept = str(list(RecoveryCode.objects.values()))
        assert not any(code in kept or code.replace("-", "") in kept for code in codes)
        assert not any(code in page(here) for code in codes)

    def test_what_was_typed_amiss_leaves_the_picture_as_it_is(self, director):
        here = log_in()
        first = here.get(reverse("members:factor")).context["signed"]
        typed = {"secret": first, "old": make.PASSWORD, "code": "1"}
        again = here.post(reverse("members:factor"), typed)
        before = pyotp.parse_uri(again.context["uri"]).secret
        assert again.context["secret"] == before
        assert again.status_code == 400
        assert digits(before)

    def test_a_secret_of_another_is_not_taken(self, director, stranger_client):
        shown = stranger_client.get(reverse("members:factor"))
        secret, signed = shown.context["secret"], shown.context["signed"]
        typed = {"secret": signed, "old": make.PASSWORD, "code": digits(secret)}
        assert log_in().post(reverse("members:factor"), typed).status_code == 400
        assert not SecondFactor.objects.exists()


class TestLoggingIn:
    def test_the_password_alone_opens_nothing(self, director, later):
        secret, _answer, _codes = set_up(log_in())
        later(60)
        client = halfway()
        assert not is_in(client)
        assert client.get("/api/v1/").status_code in {401, 403, 404}
        refused = type_code(client, "123456" if digits(secret) != "123456" else "654321")
        assert "not right, or was used already" in refused.content.decode()
        assert not is_in(client)
        answer = type_code(client, digits(secret))
        assert answer["Location"] == "/members/"
        assert is_in(client)
        kinds = set(SecurityNote.objects.values_list("kind", flat=True))
        assert {Kind.FACTOR, Kind.WRONG_CODE, Kind.LOGGED_IN} <= kinds

    def test_each_code_is_used_once_and_a_clock_may_be_off_by_a_step(self, director, later):
        secret, _answer, codes = set_up(log_in())
        assert type_code(halfway(), digits(secret)).status_code == 400  # it has set it up
        later(90)
        assert type_code(halfway(), digits(secret, -2)).status_code == 400
        assert type_code(halfway(), digits(secret, 2)).status_code == 400
        assert type_code(halfway(), digits(secret, 1)).status_code == 302
        for steps in (1, 0, -1):
            assert type_code(halfway(), digits(secret, steps)).status_code == 400
        assert type_code(halfway(), codes[3].lower().replace("-", " ")).status_code == 302
        assert type_code(halfway(), codes[3]).status_code == 400
        assert type_code(halfway(), codes[9]).status_code == 302
        assert domain.codes_left(director) == 8

    @pytest.mark.strict
    def test_a_clock_that_was_far_ahead_shuts_nobody_out(self, director, later):
        secret, _answer, _codes = set_up(log_in())
        later(10_000_000)
        assert type_code(halfway(), digits(secret)).status_code == 302
        later(100)
        assert type_code(halfway(), digits(secret)).status_code == 302
        assert type_code(halfway(), digits(secret)).status_code == 400

    def test_codes_are_not_guessed_without_end(self, director, settings, later):
        settings.AXES_ENABLED = True
        secret, _answer, _codes = set_up(log_in())
        later(60)
        client = halfway()
        answers = [type_code(client, "00000x") for _ in range(settings.AXES_FAILURE_LIMIT)]
        assert answers[-1].status_code == 429
        assert type_code(client, digits(secret)).status_code == 429

    @pytest.mark.strict
    def test_nor_from_a_thousand_addresses(self, director, later, monkeypatch):
        monkeypatch.setattr(factor, "MOST_WRONG", 3)
        secret, _answer, codes = set_up(log_in())
        later(60)
        for _ in range(3):
            type_code(halfway(), digits(secret, -5))
        assert type_code(halfway(), digits(secret)).status_code == 400
        assert type_code(halfway(), codes[0]).status_code == 302
        assert type_code(halfway(), digits(secret)).status_code == 302

    def test_after_ten_minutes_or_another_password_he_begins_anew(self, director, later):
        secret, _answer, _codes = set_up(log_in())
        later(60)
        client, other = halfway(), halfway()
        later(60 + 600)
        assert type_code(client, digits(secret))["Location"] == reverse("members:login")
        later(61)
        director.set_password("another one of words")
        director.save()
        assert type_code(other, digits(secret))["Location"] == reverse("members:login")

    def test_who_did_not_type_a_password_is_sent_to_where_it_is_asked(self, client):
        assert client.get(reverse("members:code"))["Location"] == reverse("members:login")


class TestEnding:
    def test_new_codes_for_paper_end_those_of_before(self, director, later):
        here = log_in()
        secret, _answer, old = set_up(here)
        later(60)
        refused = here.post(reverse("members:factor-codes"), {"code": "1"})
        assert "not right" in refused.content.decode()
        answer = here.post(reverse("members:factor-codes"), {"code": digits(secret)})
        new = re.findall(r"<code>(\S+)</code>", answer.content.decode())
        assert type_code(halfway(), old[0]).status_code == 400
        assert type_code(halfway(), new[0]).status_code == 302

    def test_it_takes_the_password_and_a_code(self, director, later):
        here = log_in()
        secret, _answer, _codes = set_up(here)
        later(60)
        end = reverse("members:factor-end")
        for typed in ({"old": "no", "code": digits(secret)}, {"old": make.PASSWORD, "code": "0"}):
            assert here.post(end, typed).status_code == 400
        assert here.post(end, {"old": make.PASSWORD, "code": digits(secret)}).status_code == 302
        assert not RecoveryCode.objects.exists()
        assert is_in(log_in())

    def test_an_owner_takes_it_from_a_colleague_who_is_told(self, club, director, director_client):
        make.make_officer(club, ClubRole.Role.DIRECTOR, "bo")
        theirs = Client()
        typed = {"username": "bo", "password": make.PASSWORD}
        theirs.post(reverse("members:login"), typed)
        set_up(theirs)
        bo = SecondFactor.objects.get().user
        shown = director_client.get(reverse("members:offices")).content.decode()
        assert reverse("members:factor-take", args=[bo.pk]) in shown
        director_client.post(reverse("members:factor-take", args=[bo.pk]))
        assert not is_in(theirs)
        note = SecurityNote.objects.get(kind=Kind.FACTOR_TAKEN)
        assert (note.user, note.actor) == (bo, director.actor)
        for told in (True, False):
            answer = Client().post(reverse("members:login"), typed, follow=True)
            assert ("director has taken the second step away" in answer.content.decode()) is told
        assert "taken away" in director_client.get(reverse("members:security")).content.decode()

    @pytest.mark.strict
    @pytest.mark.parametrize("role", (ClubRole.Role.ADMINISTRATOR, ClubRole.Role.OWNER))
    def test_nobody_takes_it_from_whose_office_he_could_not_give(self, club, director, role):
        """An administrator not from an owner, and an owner not from one of two clubs."""
        make.make_officer(club, role, "bo")
        if role is ClubRole.Role.OWNER:
            other = make.make_club("Klub Basta")
            ClubRole.objects.create(user=director, club=other, role=ClubRole.Role.DIRECTOR)
        set_up(log_in())
        client = Client()
        client.post(reverse("members:login"), {"username": "bo", "password": make.PASSWORD})
        answer = client.post(reverse("members:factor-take", args=[director.pk]), follow=True)
        assert "does not take this away" in answer.content.decode()
        assert domain.has_factor(director)

    def test_a_link_of_the_clubs_computer_lets_in_without(self, director):
        set_up(log_in())
        token = domain.make_setup_link(actor="system:command")
        new = "seven other words in a row"
        typed = {"name": "", "username": "director", "password": new, "again": new}
        client = Client()
        answer = client.post(reverse("members:welcome", args=[token]), typed, follow=True)
        assert "taken the second step away" in answer.content.decode()
        assert is_in(client)
        assert is_in(log_in(password=new))
        assert SecurityNote.objects.get(kind=Kind.FACTOR_TAKEN).actor == "system:command"
