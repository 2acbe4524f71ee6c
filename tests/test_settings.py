"""What the settings make of the environment, and of the file with the keys."""

import pytest
from django.contrib.auth import get_user
from django.core.exceptions import ImproperlyConfigured
from django.core.signing import Signer
from django.test import RequestFactory

from lhombre_club.members.logins.sessions import SessionStore
from tests.environment import read_settings


@pytest.fixture
def read(monkeypatch, tmp_path):
    return lambda **environment: read_settings(monkeypatch, tmp_path, **environment)


class TestKeys:
    def keys(self, settings):
        return [settings["SECRET_KEY"], *settings["SECRET_KEY_FALLBACKS"]]

    def test_the_first_start_makes_one(self, read, tmp_path):
        (made,) = self.keys(read())
        assert len(made) > 60
        assert self.keys(read()) == [made]
        assert (tmp_path / "secret_key").read_text() == made

    @pytest.mark.parametrize("text", ("new\nold\noldest", "\ufeffnew\r\n\n old \r\noldest\n\n"))
    def test_each_further_line_is_an_earlier_one(self, read, tmp_path, text):
        (tmp_path / "secret_key").write_text(text, newline="")
        assert self.keys(read()) == ["new", "old", "oldest"]

    def test_an_empty_file_lets_nobody_sign(self, read, tmp_path):
        (tmp_path / "secret_key").write_text(" \n\n")
        assert self.keys(read()) == [""]  # which Django refuses where it is used

    def test_the_environment_counts_above_the_file(self, read, tmp_path):
        (tmp_path / "secret_key").write_text("new\nold")
        assert self.keys(read(SECRET_KEY="its")) == ["its"]
        assert self.keys(read(SECRET_KEY="its", SECRET_KEY_FALLBACKS="a,,b")) == ["its", "a", "b"]

    def change(self, settings, *earlier):
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "the key that comes next", earlier

    def test_what_the_earlier_one_has_signed_is_good_until_it_goes(
        self, settings, client, director
    ):
        client.force_login(director)
        key = client.cookies[settings.SESSION_COOKIE_NAME].value
        old = settings.SECRET_KEY

        def who():
            request = RequestFactory().get("/")
            request.session = SessionStore(key)
            return get_user(request)

        self.change(settings, old)
        assert who() == director
        assert Signer().unsign(Signer(key=old).sign("word")) == "word"
        assert Signer(key="the key that comes next", fallback_keys=[]).unsign(Signer().sign("word"))
        client.force_login(director)
        key = client.cookies[settings.SESSION_COOKIE_NAME].value
        self.change(settings)
        assert who() == director

    def test_without_the_earlier_one_he_is_logged_out(self, settings, client, director):
        """The twin."""
        client.force_login(director)
        self.change(settings)
        assert client.get("/tonight/").status_code == 302


def test_a_second_step_is_demanded_of_a_site_that_anybody_reaches(read):
    asked: list[dict[str, str]] = [{}, {"SITE_TLS": "on"}]
    asked += [{"SITE_TLS": "on", "SECOND_FACTOR": "off"}, {"SECOND_FACTOR": "on"}]
    said = [read(**each)["SECOND_FACTOR"] for each in asked]
    assert said == [False, True, False, True]


class TestHeaders:
    def hsts(self, settings):
        names = ("SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
        return [settings[name] for name in names]

    def test_hsts_speaks_of_other_names_only_where_it_is_told_to(self, read):
        year = 365 * 24 * 60 * 60
        assert self.hsts(read()) == [0, False, False]
        assert self.hsts(read(SITE_TLS="on")) == [year, False, False]
        assert self.hsts(read(SITE_TLS="on", HSTS_SUBDOMAINS="on")) == [year, True, False]
        everything = {"SITE_TLS": "on", "HSTS_SUBDOMAINS": "on", "HSTS_PRELOAD": "on"}
        assert self.hsts(read(**everything)) == [year, True, True]

    def test_https_is_led_to_and_kept_to_where_there_is_one(self, read, settings, client, db):
        there = read(SITE_TLS="on")
        for name in ("SECURE_HSTS_SECONDS", "SECURE_SSL_REDIRECT"):
            setattr(settings, name, there[name])
        answer = client.get("/login/", secure=True)
        assert answer["Strict-Transport-Security"] == "max-age=31536000"
        led = client.get("/login/")
        assert (led.status_code, led["Location"]) == (301, "https://testserver/login/")

    def test_errors_show_nothing_of_their_insides_unless_asked(self, read):
        assert not read()["DEBUG"]
        assert read(DEBUG="on")["DEBUG"]

    @pytest.mark.parametrize("name", ("HSTS_SUBDOMAINS", "HSTS_PRELOAD"))
    def test_what_is_not_understood_stops_the_start(self, read, name):
        with pytest.raises(ImproperlyConfigured, match=name):
            read(**{name: "perhaps"})


@pytest.mark.parametrize("said", ("club@club.example", "http://club.example", "mailto:a b@c.dk"))
def test_a_contact_that_no_program_reads_stops_the_start(read, said):
    with pytest.raises(ImproperlyConfigured, match="SECURITY_CONTACT"):
        read(SECURITY_CONTACT=said)


class TestMail:
    def test_without_a_server_it_goes_to_the_terminal(self, read):
        assert read()["EMAIL_BACKEND"].endswith("console.EmailBackend")

    def test_a_server_is_told_who_writes(self, read):
        server = {"EMAIL_URL": "smtp+tls://u%40x:p@mail.example:587"}
        settings = read(**server, MAIL_FROM="Klub Spadille <post@club.example>")
        assert (settings["EMAIL_HOST"], settings["EMAIL_HOST_USER"]) == ("mail.example", "u@x")
        assert (settings["EMAIL_PORT"], settings["EMAIL_USE_TLS"]) == (587, True)
        assert settings["DEFAULT_FROM_EMAIL"] == "Klub Spadille <post@club.example>"
        assert settings["EMAIL_TIMEOUT"] == 10

    @pytest.mark.parametrize(
        "environment",
        (
            {"EMAIL_URL": "smtp://mail.example:25"},
            {"EMAIL_URL": "mail.example", "MAIL_FROM": "a@club.example"},
            {"MAIL_FROM": "the club"},
            {"MAIL_FROM": "a@club.example\nBcc: b@club.example"},
        ),
    )
    def test_what_is_not_understood_stops_the_start(self, read, environment):
        with pytest.raises(ImproperlyConfigured):
            read(**environment)
