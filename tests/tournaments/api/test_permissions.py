"""Who may do what: every route, every method, every kind of visitor, two clubs."""

import json
import uuid

import pytest
from django.test import Client

from lhombre_club.members.models import ClubRole
from tests import make
from tests.tournaments.api.conftest import link_client_of
from tournaments.api.urls import urlpatterns
from tournaments.models import Event, Revision, Table

pytestmark = pytest.mark.django_db

ROUTES = {
    ("table", "get"): 200,
    ("results", "post"): 201,
    ("standings", "get"): 200,
    ("figures", "get"): 200,
    ("years", "get"): 200,
}
"""Every route and method, and what it answers to who may."""
VISITORS = {
    "anonymous": {},
    "member": {},
    "director": {"table", "results", "standings", "figures", "years"},
    "link": {"table", "results"},
    "stranger": {},
    "stranger's link": {},
    "former director": {},
}
"""What each may reach of the club's."""


@pytest.fixture
def foreign_table(stranger):
    club = ClubRole.objects.get(user=stranger).club
    return Table.objects.get(round__event=make.make_released_event(club, tables=1))


@pytest.fixture
def clients(director_client, stranger_client, table, foreign_table, club):
    member, former = Client(), Client()
    member.force_login(make.make_user("member"))
    left = make.make_director(club, "former")
    former.force_login(left)
    ClubRole.objects.filter(user=left).delete()
    return {
        "anonymous": Client(),
        "member": member,
        "director": director_client,
        "link": link_client_of(table),
        "stranger": stranger_client,
        "stranger's link": link_client_of(foreign_table),
        "former director": former,
    }


def ask(client, route, table):
    name, method = route
    event = table.round.event_id
    club = Event.objects.filter(pk=event).values_list("club", flat=True).first() or uuid.uuid4()
    url = {
        "table": f"/api/v1/tables/{table.pk}/",
        "results": f"/api/v1/tables/{table.pk}/results/",
        "standings": f"/api/v1/events/{event}/standings/",
        "figures": f"/api/v1/events/{event}/figures/",
        "years": f"/api/v1/clubs/{club}/years/",
    }[name]
    body = {"id": str(uuid.uuid4()), "deal": 1, "base": 0, "line": "2+"}
    if method == "get":
        return client.get(url)
    return client.post(url, json.dumps(body), content_type="application/json")


def test_every_route_is_in_the_matrix():
    assert {pattern.name for pattern in urlpatterns} == {route for route, _ in ROUTES}


@pytest.mark.parametrize("visitor", VISITORS)
@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
def test_matrix(clients, table, visitor, route):
    name, _ = route
    answer = ask(clients[visitor], route, table)
    if name in VISITORS[visitor]:
        assert answer.status_code == ROUTES[route]
    elif visitor == "anonymous":
        assert (answer.status_code, answer.json()["code"]) == (403, "not_authenticated")
    else:
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert Revision.objects.exists() == (answer.status_code == 201)


@pytest.mark.parametrize("route", ROUTES)
def test_the_strangers_own_is_his(clients, foreign_table, route):
    assert ask(clients["stranger"], route, foreign_table).status_code == ROUTES[route]
    assert ask(clients["director"], route, foreign_table).status_code == 404


@pytest.mark.parametrize("visitor", [name for name in VISITORS if name != "anonymous"])
@pytest.mark.parametrize("route", ROUTES)
def test_what_is_foreign_looks_like_what_is_not_there(clients, table, visitor, route):
    nowhere = Table(pk=uuid.uuid4(), round=table.round)
    nowhere.round.event_id = uuid.uuid4()
    assert ask(clients[visitor], route, nowhere).status_code == 404


def test_an_unknown_version_is_nowhere(director_client, table):
    answer = director_client.get(f"/api/v2/tables/{table.pk}/")
    assert answer.status_code == 404


@pytest.mark.parametrize("kind", ("director", "link"))
def test_an_unsafe_request_proves_where_it_comes_from(director, table, results_url, kind):
    if kind == "link":
        client = link_client_of(table, enforce_csrf_checks=True)
    else:
        client = Client(enforce_csrf_checks=True)
        client.force_login(director)
    body = json.dumps({"id": str(uuid.uuid4()), "deal": 1, "base": 0, "line": "2+"})
    answer = client.post(results_url, body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    assert not Revision.objects.exists()
    client.cookies["csrftoken"] = token = "x" * 32
    answer = client.post(
        results_url, body, content_type="application/json", headers={"X-CSRFToken": token}
    )
    assert answer.status_code == 201


def test_an_inactive_user_is_nobody(director, director_client, sheet_url):
    director.is_active = False
    director.save()
    assert director_client.get(sheet_url).status_code == 403


def test_junk_keys_change_nothing(director_client, table, results_url):
    own = {"id": str(uuid.uuid4()), "deal": 1, "base": 0, "line": "2+"}
    for key in ("number", "actor", "digest", "created_at", "table", "record__x", "_state"):
        body = json.dumps({**own, key: "junk"})
        answer = director_client.post(results_url, body, content_type="application/json")
        assert answer.status_code == 400
    assert not Revision.objects.exists()
