"""Passwords that anybody guesses are refused everywhere, and few are worked out at once."""

import threading
from contextlib import contextmanager, nullcontext, suppress
from io import StringIO

import pytest
from django.contrib.auth.hashers import get_hasher
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from lhombre_club.copies import encryption
from lhombre_club.members import domain
from lhombre_club.members.logins import passwords
from lhombre_club.members.logins.passwords import AT_ONCE, WITH_WAITING, QueuedArgon2
from lhombre_club.members.models import User
from lhombre_club.members.reasons import SetupReason, SetupRefusedError
from lhombre_club.refusal import Refusal
from tests import make
from tests.refused import refused_for

WEAK = (
    "aaaaaaaaaaaa", "123456789012", "            ", "annaannaanna", "AnnaAnnaAnna",
    "anna anna anna", "abababababab", "abcdefghijkl", "qwertyuiopas", "annaannaanna1",
    "98765432109876", "aaaa bbbb cccc",
)  # fmt: skip
GOOD = (
    "four words in a row",
    "en kop te og brød",
    "tr0ub4dor&3xyz",
    make.PASSWORD,
    "1 spadille, 2 basta",
    "who likes to write may write sixty-four characters, and then some more of them",
)


@pytest.mark.parametrize("password", WEAK)
@pytest.mark.django_db
def test_a_first_director_cannot_take_it_and_is_told_why(password):
    token = domain.make_setup_link(actor="system:test")
    typed = domain.Director("anna", password, "Anna Bak")
    with pytest.raises(SetupRefusedError) as refused:
        domain.use_setup_link(token=token, director=typed, club_name="K", actor="system:test")
    (sentence,) = refused.value.complaints["password"][-1:]
    assert sentence.startswith("This password ") or "too similar" in sentence
    assert not User.objects.exists()


@pytest.mark.parametrize("password", GOOD)
def test_words_are_taken(password):
    validate_password(password, User(username="anna"))


@pytest.mark.parametrize("password", ("aaaaaaaaaaaa", "abcdefghijkl", "qwertyuiopas"))
def test_the_passphrase_of_copies_is_no_such_word(monkeypatch, password):
    monkeypatch.setattr(
        "tournaments.management.commands.passphrase.typed_passphrase", lambda _ask: password
    )
    monkeypatch.setattr(encryption, "keep", lambda _key: pytest.fail("was kept"))
    with pytest.raises(CommandError, match="This passphrase"):
        call_command("passphrase", stdout=StringIO())


def test_the_same_few_are_told_before():
    assert "user name" in passwords.EasilyGuessedValidator().get_help_text()


@pytest.fixture
def no_patience(monkeypatch):
    """Nobody else gives his turn back."""
    monkeypatch.setattr(passwords, "PATIENCE", 0.01)
    for _ in range(AT_ONCE):
        assert passwords._turns.acquire(blocking=False)
    yield
    for _ in range(AT_ONCE):
        passwords._turns.release()


@contextmanager
def held(turns):
    """Somebody else has all of them."""
    count = turns._value
    assert all(turns.acquire(blocking=False) for _ in range(count))
    yield
    for _ in range(count):
        turns.release()


def work_out(key, password, *, is_known):
    with passwords.worked_out_for(passwords.Asker(key, is_known=is_known)):
        QueuedArgon2().encode(password, "y")


@pytest.fixture
def behind(monkeypatch):
    """Let askers try a password that is worked out for ever; return when so many are at it."""
    begun, done, all_ = threading.Semaphore(0), threading.Event(), []

    def slow(_hasher, password, _salt):
        if password == "slow":
            begun.release()
            done.wait(20)
        return ""

    def one(key, is_known):
        with suppress(Refusal):
            work_out(key, "slow", is_known=is_known)

    def behind(askers, *, at_it, is_known):
        for key in askers:
            all_.append(threading.Thread(target=one, args=(key, is_known)))
            all_[-1].start()
        for _ in range(at_it):
            assert begun.acquire(timeout=10)

    monkeypatch.setattr("django.contrib.auth.hashers.Argon2PasswordHasher.encode", slow)
    monkeypatch.setattr(passwords, "PATIENCE", 0.3)
    yield behind
    done.set()
    for each in all_:
        each.join()


@pytest.mark.parametrize("otherwise", (False, True))
def test_strangers_have_one_turn_and_the_known_the_other(behind, otherwise):
    """The twin takes the strangers for known."""
    strangers = [f"address {number}" for number in range(40)]
    at_it = AT_ONCE if otherwise else passwords.OF_STRANGERS
    behind(strangers, at_it=at_it, is_known=otherwise)
    with refused_for(SetupReason.BUSY) if otherwise else nullcontext():
        work_out("device a", "quick", is_known=True)


@pytest.mark.parametrize("key", ("device a", "device b"))
def test_nobody_tries_two_passwords_at_once(behind, key):
    """The twin is another device."""
    behind(["device a"], at_it=1, is_known=True)
    with refused_for(SetupReason.BUSY) if key == "device a" else nullcontext():
        work_out(key, "quick", is_known=True)


@pytest.mark.django_db
class TestTurns:
    @pytest.fixture(autouse=True)
    def _hasher(self, settings):
        settings.PASSWORD_HASHERS = ["lhombre_club.members.logins.passwords.QueuedArgon2"]

    @pytest.mark.parametrize("name", ("director", "nobody"))
    def test_one_more_waits_a_little_and_is_told_to_try_again(
        self, client, director, no_patience, name
    ):
        typed = {"username": name, "password": make.PASSWORD}
        answer = client.post(reverse("members:login"), typed)
        assert answer.status_code == 503
        assert "wait a moment" in answer.content.decode()

    def test_a_turn_is_given_back(self, client, director):
        for _ in range(AT_ONCE + 1):
            typed = {"username": "director", "password": "wrong"}
            assert client.post(reverse("members:login"), typed).status_code == 200

    @pytest.mark.parametrize("is_known", (True, False))
    def test_strangers_who_try_passwords_keep_no_known_device_waiting(
        self, client, director, monkeypatch, is_known
    ):
        """The twin is a browser in which nobody has logged in."""
        typed = {"username": "director", "password": make.PASSWORD}
        assert client.post(reverse("members:login"), typed).status_code == 302
        client.post(reverse("members:logout"))
        monkeypatch.setattr(passwords, "PATIENCE", 0.01)
        with held(passwords._turns_of_strangers):
            there = client if is_known else Client()
            answer = there.post(reverse("members:login"), typed)
        assert answer.status_code == (302 if is_known else 503)

    def test_a_link_that_waits_in_vain_stays_good(self, no_patience):
        token = domain.make_setup_link(actor="system:test")
        typed = domain.Director("anna", "four words in a row", "Anna Bak")
        with refused_for(SetupReason.BUSY):
            domain.use_setup_link(token=token, director=typed, club_name="K", actor="system:test")
        assert domain.setup_link(token).used_at is None


def test_never_more_are_worked_out_at_once(monkeypatch):
    now, most, lock = 0, 0, threading.Lock()
    together = threading.Barrier(AT_ONCE)

    def slow(_hasher, _password, _salt):
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        together.wait(10)
        with lock:
            now -= 1
        return ""

    monkeypatch.setattr("django.contrib.auth.hashers.Argon2PasswordHasher.encode", slow)
    all_ = [
        threading.Thread(target=QueuedArgon2().encode, args=("x", "y")) for _ in range(WITH_WAITING)
    ]
    for each in all_:
        each.start()
    for each in all_:
        each.join()
    assert most == AT_ONCE


@pytest.mark.parametrize("places", (WITH_WAITING, WITH_WAITING + 1))
def test_few_wait_for_their_turn_and_the_next_is_refused_at_once(monkeypatch, no_patience, places):
    """The twin has a place more, and he waits there."""
    monkeypatch.setattr(passwords, "_places", threading.BoundedSemaphore(places))
    monkeypatch.setattr(passwords, "PATIENCE", 60)
    monkeypatch.setattr(
        "django.contrib.auth.hashers.Argon2PasswordHasher.encode", lambda *_words: ""
    )
    ended = threading.Semaphore(0)

    def one():
        with suppress(Refusal):
            QueuedArgon2().encode("x", "y")
        ended.release()

    all_ = [threading.Thread(target=one) for _ in range(WITH_WAITING + 1)]
    for each in all_:
        each.start()
    refused = ended.acquire(timeout=10 if places == WITH_WAITING else 1)
    passwords._turns.release()
    for each in all_:
        each.join()
    assert passwords._turns.acquire(blocking=False)  # as the fixture left it
    assert refused is (places == WITH_WAITING)


def test_the_club_uses_it(settings):
    from lhombre_club import settings as real  # noqa: PLC0415 -- the club's, not those of tests

    settings.PASSWORD_HASHERS = ["lhombre_club.members.logins.passwords.QueuedArgon2"]
    assert isinstance(get_hasher(), QueuedArgon2)
    assert real.PASSWORD_HASHERS == settings.PASSWORD_HASHERS


def test_what_is_weak_is_weak_without_a_user_too():
    with pytest.raises(ValidationError):
        validate_password("aaaaaaaaaaaa")
