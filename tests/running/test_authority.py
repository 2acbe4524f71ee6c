"""The club's own authority: who is trusted by it, how long, and how a phone comes to know it."""

import ssl
import subprocess

import pytest

from lhombre_club.web import authority
from lhombre_club.web.authority import NoCertificateError
from tests.running.served import Served

HERE, NAMES = ["127.0.0.1", "198.51.100.7"], ["klub.local", "localhost"]


@pytest.fixture
def folder(tmp_path):
    return tmp_path / authority.FOLDER


def accepts(folder, site, *words):
    """Whether who trusts the authority alone takes this certificate for what the words say."""
    said = subprocess.run(
        ["openssl", "verify", "-x509_strict", "-CAfile", folder / authority.OWN, *words, site],
        capture_output=True,
        check=False,
    )
    return said.returncode == 0


def test_who_trusts_the_authority_trusts_this_machine(folder, tmp_path):
    site = authority.certificate(folder, HERE, NAMES)
    with Served(tmp_path, words=["--certfile", str(site)]) as served:
        there = served.secure(folder / authority.OWN)
        there.sendall(b"GET /a/ HTTP/1.0\r\n\r\n")
        assert there.recv(10).startswith(b"HTTP/1.0 2")
        subject = dict(there.getpeercert()["subjectAltName"])
        assert subject["DNS"] == "localhost"
        with pytest.raises(ssl.SSLCertVerificationError):
            ssl.create_default_context().wrap_socket(served.connect(), server_hostname="localhost")


def test_it_is_nobody_elses_to_read(folder):
    authority.certificate(folder, HERE, NAMES)
    kept = list(folder.iterdir())
    assert {each.name for each in kept} == {authority.OWN, authority.KEY, authority.SITE}
    assert [each.stat().st_mode & 0o077 for each in (folder, *kept)] == [0] * 4


def test_a_certificate_is_kept_until_the_address_changes_or_it_nears_its_end(folder, monkeypatch):
    site = authority.certificate(folder, HERE, NAMES)
    first, own = site.read_bytes(), (folder / authority.OWN).read_bytes()
    assert authority.certificate(folder, HERE, NAMES).read_bytes() == first
    monkeypatch.setattr(authority, "DAYS", authority.RENEWED - 1)
    other = authority.certificate(folder, ["203.0.113.9"], NAMES).read_bytes()
    assert accepts(folder, site, "-verify_ip", "203.0.113.9")
    assert not accepts(folder, site, "-verify_ip", "198.51.100.7")
    renewed = authority.certificate(folder, ["203.0.113.9"], NAMES).read_bytes()
    assert len({first, other, renewed}) == 3
    assert (folder / authority.OWN).read_bytes() == own


@pytest.mark.parametrize("limited", (True, False))
def test_whoever_steals_its_key_passes_for_no_other_site(folder, monkeypatch, limited):
    """The twin is an authority for everything."""
    if not limited:
        words = authority._AUTHORITY.splitlines(keepends=True)
        free = "".join(each for each in words if not each.startswith("nameConstraints"))
        monkeypatch.setattr(authority, "_AUTHORITY", free)
    assert accepts(folder, authority.certificate(folder, HERE, NAMES))
    stolen = authority.certificate(folder, HERE, ["bank.example"])
    assert accepts(folder, stolen, "-verify_hostname", "bank.example") is not limited


def test_without_openssl_and_where_it_fails_there_is_a_sentence(folder, monkeypatch):
    with pytest.raises(NoCertificateError, match="made no certificate"):
        authority.certificate(folder, ["no address"], NAMES)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoCertificateError, match="apt-get install openssl"):
        authority.certificate(folder, HERE, NAMES)


@pytest.mark.django_db
def test_a_phone_is_shown_how_to_trust_it_before_it_can_come_by_https(client, settings, folder):
    settings.AUTHORITY_DIR, settings.SECURE_SSL_REDIRECT = folder, True
    assert client.get("/trust/").status_code == 404
    assert client.get("/trust/authority.crt").status_code == 404
    authority.certificate(folder, HERE, NAMES)
    shown = client.get("/trust/")
    assert "iPhone" in shown.text
    assert authority.fingerprint(folder) in shown.text
    assert shown.cookies.keys() <= {"csrftoken"}
    fetched = client.get("/trust/authority.crt")
    assert fetched["Content-Type"] == "application/x-x509-ca-cert"
    assert fetched.content == (folder / authority.OWN).read_bytes()
    assert b"PRIVATE" not in fetched.content
    assert client.get("/login/")["Location"] == "https://testserver/login/"
