"""How a setting is read from the environment; what cannot be understood stops the start."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, Final

import environ
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

SESSION_HOURS: Final = 48
"""Hours for which a browser keeps a session."""
CONSOLE: Final = "django.core.mail.backends.console.EmailBackend"
"""What writes letters into a log, where no mail server is named; there they must open nothing."""
KEPT: Final = 100_000
"""Entries of the cache in a process; of Django's 300 a stranger's counts threw out all others."""
SWITCHES: Final = {
    **dict.fromkeys(("on", "1", "true", "yes"), True),
    **dict.fromkeys(("off", "0", "false", "no", ""), False),
}


def no_folder(folder: Path, error: OSError) -> str:
    """Return what is the matter with a data folder that cannot be written to, and what to do."""
    return (
        f"The data folder {folder} cannot be written to: {error.strerror}. Look whether "
        "the disk is there, has room, and whether this user may write to it; then try again."
    )


@contextmanager
def writes_in(folder: Path) -> Iterator[None]:
    """Let what cannot be written in the data folder stop the start with a sentence."""
    try:
        yield
    except OSError as error:
        raise ImproperlyConfigured(no_folder(folder, error)) from error


def made(folder: Path) -> Path:
    """Return a folder of the data, made if need be: what is kept in it is about people."""
    with writes_in(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def switch(text: str) -> bool:
    """Return whether ``text`` says on; a typing error must not switch HTTPS off unseen."""
    word = text.strip().lower()
    if word not in SWITCHES:
        raise ImproperlyConfigured(
            "DEBUG, SITE_TLS, SECOND_FACTOR, HSTS_SUBDOMAINS and HSTS_PRELOAD are one of "
            f"{', '.join(SWITCHES)}; {text!r} is not."
        )
    return SWITCHES[word]


def networks(texts: list[str]) -> list[IPv4Network | IPv6Network]:
    """Return the addresses and networks; one that is misread would let anybody name visitors."""
    try:
        return [ip_network(text.strip()) for text in texts]
    except ValueError as error:
        raise ImproperlyConfigured(
            f"TRUSTED_PROXIES are addresses or networks, separated by commas: {error}."
        ) from error


def hours(text: str) -> float:
    """Return the hours; none would let nobody in."""
    try:
        read = float(text.strip())
    except ValueError:
        read = 0
    if not 0 < read <= SESSION_HOURS:
        raise ImproperlyConfigured(
            f"SESSION_IDLE_HOURS is a number of hours, {SESSION_HOURS} at most; {text!r} is not."
        )
    return read


def signing_keys(text: str) -> list[str]:
    """Return the keys of a file, a line each: first the one that signs, then those of before it.

    An empty one would let everybody sign: of an empty file that is all, and Django refuses it.
    """
    return [line.strip() for line in text.splitlines() if line.strip()] or [""]


def contact(text: str) -> str:
    """Return the address to write to; a program that reads it needs to know of which kind it is."""
    address = text.strip()
    if address and not re.fullmatch("(https://|mailto:|tel:)[!-~]+", address):
        raise ImproperlyConfigured(
            f"SECURITY_CONTACT is one address with https://, mailto: or tel:; {text!r} is not."
        )
    return address


def mail(url: str, sender: str) -> dict[str, Any]:
    """Return Django's settings for mail; a server to which nothing is said is the terminal."""
    try:
        found = environ.Env.email_url_config(url.strip() or "consolemail://")
    except (KeyError, ValueError) as error:
        raise ImproperlyConfigured(
            "EMAIL_URL is such as smtp+tls://user:password@host:587, with %40 and the like for "
            "what stands between its parts; what it is cannot be understood."
        ) from error
    address = sender.strip() or "club@localhost"
    if not re.fullmatch(r"[^@<>\s]+@[^@<>\s]+|[^@<>\r\n]+<[^@<>\s]+@[^@<>\s]+>", address):
        raise ImproperlyConfigured(f"MAIL_FROM is one e-mail address; {sender!r} is not.")
    if found["EMAIL_BACKEND"] != CONSOLE and not sender.strip():
        raise ImproperlyConfigured("With EMAIL_URL say in MAIL_FROM from whom the letters are.")
    return {**found, "DEFAULT_FROM_EMAIL": address, "EMAIL_TIMEOUT": 10}


def cookie_name(name: str, *, tls: bool) -> str:
    """Return what a cookie is called.

    Under TLS a browser takes ``__Host-`` from this very site alone: no neighbour on the same
    domain, and nobody on the way to it by plain http, can put one of his own in its place.
    """
    return f"__Host-{name}" if tls else name


def seconds(text: str) -> int:
    """Return the whole seconds; none are some too."""
    if not (text.isascii() and text.strip().isdecimal()):
        raise ImproperlyConfigured(f"HSTS_SECONDS is a number of seconds; {text!r} is not.")
    return int(text)


def sends_mail() -> bool:
    """Whether there is a mail server: else a letter only lies in the program's own output."""
    return settings.EMAIL_BACKEND != CONSOLE
