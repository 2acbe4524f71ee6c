"""A released table and those who ask for it."""

import json
import uuid
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.http import HttpRequest
from django.test import Client

from lhombre_club.members.logins.sessions import SessionStore
from tests import make
from tournaments.entry.domain.links import admit, issue_link, open_link
from tournaments.models import Table

LANGUAGE = {"HTTP_ACCEPT_LANGUAGE": "en"}


@pytest.fixture
def event_of():
    """What the event is beside a plain one of ``dlu``."""
    return {}


@pytest.fixture
def event(club, event_of):
    return make.make_released_event(club, tables=1, **event_of)


@pytest.fixture
def table(event):
    return Table.objects.get(round__event=event)


@pytest.fixture
def sheet_url(table):
    return f"/api/v1/tables/{table.pk}/"


@pytest.fixture
def results_url(sheet_url):
    return f"{sheet_url}results/"


@pytest.fixture
def standings_url(event):
    return f"/api/v1/events/{event.pk}/standings/"


def link_client_of(table, **kwargs):
    """A client that came by the link of ``table``."""
    client = Client(**kwargs)
    token = urlsplit(issue_link(table)).path.split("/")[2]
    request = HttpRequest()
    request.session = SessionStore()
    admit(request, open_link(token))
    request.session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = str(request.session.session_key)
    return client


@pytest.fixture
def link_client(table):
    return link_client_of(table)


@pytest.fixture
def post(director_client, results_url):
    """Post an entry as the director, with what is needed filled in; answer status and JSON."""

    def post(client=director_client, url=results_url, **body):
        body = {"id": str(uuid.uuid4()), "deal": 1, "base": 0, **body}
        answer = client.post(url, json.dumps(body), content_type="application/json", **LANGUAGE)
        return answer.status_code, answer.json()

    return post
