"""Who asks: behind a proxy every request is the proxy's, for somebody whom it names.

Log-in limits, limits of protests and the logs look at ``REMOTE_ADDR``. With the proxy's own address
there, ten wrong passwords of one visitor would lock everybody out.
"""

from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.http.request import HttpHeaders

FORWARDED: Final = ("X-Forwarded-For", "X-Forwarded-Proto", "Forwarded")
"""What a proxy says of a visitor, and what any visitor could say of himself."""
HOUSE: Final = 64
"""Bits of an address of IPv6 that say in which network it is."""
LONGEST: Final = 64
"""Letters of an address, with its zone. What is longer is none, and may be 64 KB of a stranger's
own words, of which some thousands would be remembered."""


cache_of_addresses = lru_cache(maxsize=4096)
"""Each is read some times in each request, and reading one takes as long as a small query."""


class VisitorMiddleware:
    """Takes the visitor's address from a trusted proxy, and from nobody else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Stand before ``get_response``."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Hand the request on as the visitor's."""
        address = request.META["REMOTE_ADDR"]
        # Not by ``request.headers``, which from then on keep what is taken away below.
        named = request.META.get(HttpHeaders.to_wsgi_name(FORWARDED[0]), "")
        request.META["REMOTE_ADDR"] = visitor(address, named)
        if not is_trusted(address):
            for name in FORWARDED:
                request.META.pop(HttpHeaders.to_wsgi_name(name), None)
        return self.get_response(request)


def address_of(request: HttpRequest) -> str:
    """From where a request comes; empty where it is made up, and from no network."""
    return str(request.META.get("REMOTE_ADDR", ""))[:45]


def counted_at(request: HttpRequest) -> str | None:
    """Where a limit counts a request; None where it has no address."""
    return house_of(address_of(request))


@cache_of_addresses
def house_of(text: str) -> str | None:
    """Where a limit counts an address; None if it is none.

    One house has a whole network of IPv6, and could come from another address of it each time.
    """
    if not is_address(text):
        return None
    address = ip_address(text)
    if isinstance(address, IPv6Address):
        own = ip_network((address, HOUSE), strict=False).network_address
        address = address.ipv4_mapped or own
    return str(address)


def can_be_read_along(request: HttpRequest) -> bool:
    """Whether others in the network can read it: it comes from another computer, in plain."""
    address = address_of(request)
    is_own = address == request.META.get("SERVER_NAME")  # the laptop by its own address
    is_here = is_own or (is_address(address) and ip_address(address).is_loopback)
    return not (request.is_secure() or is_here)


def open_only_here() -> bool:
    """Whether the addresses that are given to others lead to this computer, wherever opened."""
    return urlsplit(settings.PUBLIC_URL).hostname in {"127.0.0.1", "localhost", "::1"}


def visitor(address: str, forwarded: str) -> str:
    """Return where a request comes from that ``address`` hands on with these words.

    Each proxy writes at the end where it was asked from; what stands before the nearest that is
    none of ours may be invented, and what is no address says nothing.
    """
    while is_trusted(address):
        forwarded, _, last = forwarded.rpartition(",")
        if not is_address(last.strip()):
            break
        address = last.strip()
    return address


def is_address(text: str) -> bool:
    """Whether it is an address of the internet."""
    return len(text) <= LONGEST and _is_address(text)


@cache_of_addresses
def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def is_trusted(address: str) -> bool:
    """Whether it is the address of a proxy of ours."""
    return is_address(address) and any(
        ip_address(address) in network for network in settings.TRUSTED_PROXIES
    )
