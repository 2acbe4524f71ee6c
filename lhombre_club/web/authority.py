"""A certificate authority of the club's own, for a room where no name and no proxy is to be had.

It is made once and kept beside the data; phones are told to trust it, and then trust each
certificate that it gives this machine, whichever address the Wi-Fi has given it. It may speak for
names in this network alone: whoever steals its key can pass for no other site.
"""

import hashlib
import secrets
import ssl
import subprocess
import tempfile
from pathlib import Path
from typing import Final

FOLDER: Final = "authority"
"""In the data folder; for nobody but the user that runs the program."""
OWN: Final = "authority.pem"
KEY: Final = "authority.key"
SITE: Final = "site.pem"
"""Key and certificate of this machine; the first line says for which names."""
YEARS: Final = 10
DAYS: Final = 397
"""For which a certificate is good: browsers take none that is much longer."""
RENEWED: Final = 60
"""Days before its end at which it is made anew, whenever the program starts."""
_AUTHORITY: Final = """
[req]
prompt = no
distinguished_name = name
x509_extensions = authority
[name]
commonName = L\\'hombre club {mark}
[authority]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
nameConstraints = critical, permitted;DNS:local, permitted;DNS:localhost
"""
_SITE: Final = """
[req]
prompt = no
distinguished_name = name
[name]
commonName = {first}
[site]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = {names}
"""
_KIND: Final = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")


class NoCertificateError(Exception):
    """There is no certificate; the message is a sentence that says what to do."""


def certificate(folder: Path, addresses: list[str], names: list[str]) -> Path:
    """Return the file with key and certificate for these; authority and file are made if need be.

    ``names`` have to end in ``.local``, or be ``localhost``. Raises NoCertificateError.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    wanted = ", ".join([f"IP:{each}" for each in addresses] + [f"DNS:{each}" for each in names])
    if not (folder / OWN).exists():
        _make_authority(folder)
    site = folder / SITE
    if not (site.exists() and _is_for(site, wanted)):
        _make_site(folder, wanted, addresses[0])
    return site


def fingerprint(folder: Path) -> str:
    """Return the SHA-256 of the authority as phones show it; ``folder`` has to hold one."""
    der = ssl.PEM_cert_to_DER_cert((folder / OWN).read_text(encoding="ascii"))
    return hashlib.sha256(der).digest().hex(":").upper()


def _is_for(site: Path, wanted: str) -> bool:
    with site.open(encoding="ascii") as file:
        names = file.readline().strip()
    end = ("-checkend", str(RENEWED * 86_400))
    return names == wanted and not _openssl("x509", "-noout", *end, "-in", site).returncode


def _make_authority(folder: Path) -> None:
    """Make key and certificate; one that is broken off in the middle is made anew."""
    with tempfile.TemporaryDirectory(dir=folder) as made:
        there = Path(made)
        (there / "config").write_text(_AUTHORITY.format(mark=secrets.token_hex(2)))
        words = ("-config", there / "config", "-days", str(YEARS * 365))
        _done("req", "-x509", *_KIND, *words, "-keyout", there / KEY, "-out", there / OWN)
        for name in (KEY, OWN):  # the certificate last: it says that both are here
            (there / name).chmod(0o600)
            (there / name).replace(folder / name)


def _make_site(folder: Path, wanted: str, first: str) -> None:
    with tempfile.TemporaryDirectory(dir=folder) as made:
        there = Path(made)
        config, key, asked = there / "config", there / "key", there / "asked"
        config.write_text(_SITE.format(first=first, names=wanted))
        _done("req", "-new", *_KIND, "-config", config, "-keyout", key, "-out", asked)
        signed = _done(
            *("x509", "-req", "-in", asked, "-CA", folder / OWN, "-CAkey", folder / KEY),
            *("-set_serial", f"0x{secrets.token_hex(16)}", "-days", str(DAYS)),
            *("-extfile", config, "-extensions", "site"),
        )
        whole = there / SITE
        whole.touch(mode=0o600)
        whole.write_text(f"{wanted}\n{key.read_text()}{signed}{(folder / OWN).read_text()}")
        whole.replace(folder / SITE)


def _openssl(*words: str | Path) -> "subprocess.CompletedProcess[str]":
    try:
        return subprocess.run(  # noqa: S603 -- our own words, no shell
            ["openssl", *words],  # noqa: S607 -- as the system has it
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError as error:
        raise NoCertificateError(
            "--tls needs the program openssl. Install it (Debian: apt-get install openssl), or "
            "bring a certificate with --cert and --key."
        ) from error


def _done(*words: str | Path) -> str:
    """Return what openssl writes. Raises NoCertificateError with its words."""
    ended = _openssl(*words)
    if ended.returncode:
        raise NoCertificateError(f"openssl made no certificate: {ended.stderr.strip()}")
    return ended.stdout
