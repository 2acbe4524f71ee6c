"""The form at the foot of each page, which has no mark of a visitor's own."""

import pytest
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db
FROM_HERE: tuple[dict[str, str], ...] = (
    {}, {"origin": "http://testserver"}, {"origin": "null"}, {"sec-fetch-site": "none"},
    {"sec-fetch-site": "same-origin", "origin": "http://testserver"},
)  # fmt: skip
FROM_ELSEWHERE = (
    {"origin": "http://elsewhere.example"}, {"origin": "http://testserver.example"},
    {"origin": "http://testserver:81"}, {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site", "origin": "http://testserver"},
    {"sec-fetch-site": "cross-site", "origin": "null"},
)  # fmt: skip


def chosen(headers):
    """What the browser remembers after the form was sent with these headers."""
    client = Client(enforce_csrf_checks=True)
    data = {"language": "en", "next": "/"}
    answer = client.post(reverse("set_language"), data, headers=headers)
    return answer.status_code, bool(client.cookies)


@pytest.mark.parametrize("headers", FROM_HERE)
def test_a_language_is_chosen_by_a_form_without_a_mark(headers):
    assert chosen(headers) == (302, True)


@pytest.mark.parametrize("headers", FROM_ELSEWHERE)
def test_another_sites_form_chooses_none(headers):
    assert chosen(headers) == (403, False)


def test_whoever_only_looks_at_what_everybody_sees_is_given_no_cookie(client, club):
    client.get(reverse("tournaments:public-years", args=[club.pk]))
    assert not client.cookies
