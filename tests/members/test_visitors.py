"""Behind a proxy a visitor is known by his own address, and by no other that he invents."""

import tracemalloc
from ipaddress import ip_network

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import reverse

from lhombre_club.environment import networks
from lhombre_club.visitors import address_of, counted_at, visitor
from tests import make

pytestmark = pytest.mark.django_db
PROXY = "192.0.2.7"
STRANGER, DIRECTOR = "198.51.100.1", "203.0.113.2"


@pytest.fixture(autouse=True)
def _proxy(settings):
    settings.AXES_ENABLED = True
    settings.TRUSTED_PROXIES = [ip_network("192.0.2.0/24"), ip_network("::1")]


def log_in(named, password, address=PROXY):
    return Client().post(
        reverse("members:login"),
        {"username": "director", "password": password},
        REMOTE_ADDR=address,
        headers={"X-Forwarded-For": named},
    )


def fail(settings, names=(STRANGER,), address=PROXY):
    """Try a wrong password as often as may be, under these names in turn; the last answer."""
    tries = [
        log_in(names[turn % len(names)], "wrong", address)
        for turn in range(settings.AXES_FAILURE_LIMIT)
    ]
    return tries[-1].status_code


def test_one_visitor_locks_nobody_else_out(director, settings):
    assert fail(settings) == 429
    assert log_in(DIRECTOR, make.PASSWORD).status_code == 302
    assert log_in(STRANGER, make.PASSWORD).status_code == 429


def test_without_trust_in_the_proxy_he_does(director, settings):
    settings.TRUSTED_PROXIES = []
    fail(settings)
    assert log_in(DIRECTOR, make.PASSWORD).status_code == 429


def test_what_is_no_address_is_not_remembered():
    """A stranger's own words, before anybody has refused them."""
    tracemalloc.start()
    try:
        for number in range(100):
            assert visitor(STRANGER, f"{number:05}{'a' * 60_000}") == STRANGER
        assert tracemalloc.get_traced_memory()[0] < 1_000_000
    finally:
        tracemalloc.stop()


def test_invented_addresses_make_nobody_another(director, settings):
    invented = [f"10.0.0.{number}" for number in range(9)]
    assert fail(settings, invented, address=STRANGER) == 429  # straight to the program
    assert fail(settings, [f"{name}, {DIRECTOR}" for name in invented]) == 429  # to the proxy


@pytest.mark.parametrize("by_network", (True, False))
def test_one_house_with_many_addresses_is_counted_as_one(director, settings, by_network):
    """The twin counts each address by itself, and lets him guess without end."""
    if not by_network:
        settings.AXES_CLIENT_IP_CALLABLE = address_of
    house = [f"2001:db8:1:2::{number:x}" for number in range(settings.AXES_FAILURE_LIMIT)]
    assert (fail(settings, house) == 429) is by_network
    assert log_in("2001:db8:1:3::1", make.PASSWORD).status_code == 302


@pytest.mark.parametrize(
    ("address", "counted"),
    (
        ("192.0.2.9", "192.0.2.9"),
        ("::ffff:192.0.2.9", "192.0.2.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("", None),
    ),
)
def test_where_a_visitor_is_counted(rf, address, counted):
    assert counted_at(rf.get("/", REMOTE_ADDR=address)) == counted


def test_a_stranger_does_not_say_that_he_came_by_https(client, settings):
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_SSL_REDIRECT = True
    said = {"X-Forwarded-Proto": "https"}
    for address, status in ((PROXY, 200), (STRANGER, 301)):
        answer = client.get(reverse("members:login"), headers=said, REMOTE_ADDR=address)
        assert answer.status_code == status


@pytest.mark.parametrize(
    ("chain", "address"),
    (
        ("198.51.100.1", "198.51.100.1"),
        ("10.0.0.1, 198.51.100.1 , 192.0.2.9", "198.51.100.1"),
        ("192.0.2.1,192.0.2.2", "192.0.2.1"),
        ("made up, unknown", PROXY),
        ("10.0.0.1, unknown, 192.0.2.9", "192.0.2.9"),
        ("", PROXY),
        ("2001:db8::5, ::1", "2001:db8::5"),
    ),
)
def test_the_nearest_that_is_no_proxy_of_ours_is_the_visitor(chain, address):
    assert visitor(PROXY, chain) == address
    assert visitor(STRANGER, chain) == STRANGER


@pytest.mark.parametrize("text", ("proxy.example", "10.0.0.1/8", "10.0.0.256", ""))
def test_what_is_no_network_stops_the_start(text):
    with pytest.raises(ImproperlyConfigured, match="TRUSTED_PROXIES"):
        networks([text])
