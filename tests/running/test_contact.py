"""Whoever finds a hole is told whom to tell."""

import datetime as dt

import pytest

AT = "/.well-known/security.txt"


def test_the_contact_is_named_for_a_time(client, settings, time_machine):
    time_machine.move_to(dt.datetime(2026, 11, 25, 12, tzinfo=dt.UTC))
    settings.SECURITY_CONTACT = "mailto:club@club.example"
    settings.PUBLIC_URL = "https://club.example"
    answer = client.get(AT)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode().splitlines() == [
        "Contact: mailto:club@club.example",
        "Expires: 2027-05-24T12:00:00Z",
        "Preferred-Languages: da, en",
        "Canonical: https://club.example/.well-known/security.txt",
    ]


@pytest.mark.django_db
def test_where_nobody_is_named_there_is_none(client):
    assert client.get(AT).status_code == 404
