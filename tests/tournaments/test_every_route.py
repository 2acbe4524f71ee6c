"""What every route answers with: how it is to be taken, and nothing private for a disk."""

import re
import uuid

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, get_resolver

from lhombre_club.members.logins.sessions import SessionsMiddleware
from tests.tournaments.api.conftest import link_client_of
from tournaments.standings.domain import SeasonSettings, make_season

pytestmark = pytest.mark.django_db
ASKED_AGAIN = {
    "api/<version>/events/<uuid:pk>/figures/": "how an event was played, as everybody may read it",
    "api/<version>/events/<uuid:pk>/standings/": "the standings that everybody may read",
    "api/<version>/tables/<uuid:pk>/": "a sheet, which its phone asks for every few seconds",
    "events/<uuid:pk>/now/": "how far an event is, drawn anew as it goes on",
    "events/<uuid:pk>/standings/table/": "the table of the standings, drawn anew as they change",
    "robots.txt": "what search engines are told, the same for everybody",
    "rounds/<uuid:pk>/board/": "what hangs on the wall",
    "s/club/<uuid:pk>/calendar.ics": "the calendar that everybody may read, which phones follow",
    "s/club/<uuid:pk>/results.atom": "the results that everybody finds, which readers follow",
    "s/club/<uuid:pk>/standings.txt": "the newest of them, for a page of the club's own",
    "s/<uuid:pk>/card.png": "the picture of the public standings for messengers",
    "s/<uuid:pk>/screen/pages/": "what the room’s screen shows, drawn anew as it changes",
    "s/<uuid:pk>/standings.txt": "the public standings, for a page of the club's own",
    "s/<uuid:pk>/table/": "the table of the public standings",
}
"""What a browser keeps to ask whether it still holds, and why it may: there is nothing private."""


def addresses(patterns=None, before="") -> list[str]:
    """Every route of the program."""
    found: list[str] = []
    for each in get_resolver().url_patterns if patterns is None else patterns:
        route = f"{before}{each.pattern}"
        found += [route] if isinstance(each, URLPattern) else addresses(each.url_patterns, route)
    return found


def filled(route: str, rows: dict[str, str]) -> str:
    """The address of a row that is there, where the route begins as those of ``rows`` do."""
    room = next((key for key in rows if route.removeprefix("api/<version>/").startswith(key)), "")
    values = {
        "version": "v1",
        "uuid:pk": rows.get(room, str(uuid.uuid4())),
        "uuid:person": rows["members/"],
    }
    values |= {
        "uuid:participant": rows["players/"],
        "uuid:event": rows["events/"],
        "str:kind": "event",
    }
    if "players/<uuid:pk>" in route:
        values["uuid:pk"] = rows["players/"]
    return "/" + re.sub(r"<([^>]+)>", lambda found: values.get(found[1], "1"), route)


@pytest.fixture
def rows(club, table):
    """An evening that runs; the beginning of a route, and the key of the row it is about."""
    event = table.round.event
    sitting = event.participants.first()
    settings = SeasonSettings(name="Efterår", planned=4)
    season = make_season(club=club, settings=settings, actor="system:test")
    named = {
        "s/club/": club,
        **dict.fromkeys(("s/season/", "seasons/"), season),
        **dict.fromkeys(("events/", "s/", "money/"), event),
        "tables/": table,
        "rounds/": table.round,
        "members/": sitting.person,
        "players/": sitting,
    }
    return {beginning: str(row.pk) for beginning, row in named.items()}


def asked(client, rows, method="GET", **headers) -> dict[str, HttpResponse]:
    """What each route answers."""
    return {
        route: client.generic(method, filled(route, rows), headers=headers) for route in addresses()
    }


def look(client, rows) -> dict[str, bool]:
    """The routes of pages that the client can open, and whether a browser may keep them."""
    return {
        route: "no-store" not in answer.get("Cache-Control", "")
        for route, answer in asked(client, rows).items()
        if answer.status_code == 200
    }


def kept(seen: dict[str, bool]) -> set[str]:
    return {route for route, is_kept in seen.items() if is_kept}


@pytest.mark.strict
def test_no_page_of_a_director_is_kept(director_client, rows):
    seen = look(director_client, rows)
    assert len(seen) > 50
    assert kept(seen) == ASKED_AGAIN.keys()


@pytest.mark.strict
def test_no_page_of_a_phone_is_kept(table, rows):
    seen = look(link_client_of(table), rows)
    assert {"tables/<uuid:pk>/", "tables/<uuid:pk>/recap/", "s/<uuid:pk>/"} <= seen.keys()
    assert kept(seen) <= ASKED_AGAIN.keys()


@pytest.mark.nightly
def test_without_the_header_they_are(director_client, rows, monkeypatch):
    """The twin."""
    monkeypatch.delattr(SessionsMiddleware, "process_response")
    assert {"", "events/new/", "events/<uuid:pk>/"} <= kept(look(director_client, rows))


def test_what_is_public_is_kept_as_ever(rows):
    nobody = Client()
    assert {"", "s/<uuid:pk>/"} <= kept(look(nobody, rows))
    table = f"/s/{rows['s/']}/table/"
    first = nobody.get(table)
    assert first["Cache-Control"] == "no-cache, private"
    again = nobody.get(table, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert "no-store" not in nobody.get("/static/print/cards.css").get("Cache-Control", "")


@pytest.mark.strict
def test_every_answer_says_how_it_is_to_be_taken(director_client, rows):
    """Not as another kind of thing, in no frame, with no script but ours, told to no other site."""
    for route, answer in asked(director_client, rows).items():
        policy = dict(each.split(" ", 1) for each in answer["Content-Security-Policy"].split("; "))
        for name in ("default-src", "base-uri", "frame-ancestors"):
            assert policy[name] == "'none'", route
        assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
        assert answer["X-Content-Type-Options"] == "nosniff", route
        assert answer["Referrer-Policy"] == answer["Cross-Origin-Opener-Policy"] == "same-origin"
        kind = answer.get("Content-Type", "")
        assert not kind.startswith("text/") or "charset=utf-8" in kind.lower(), (route, kind)


@pytest.mark.strict
def test_no_route_gives_back_what_it_was_asked_with(director_client, rows):
    for route, answer in asked(director_client, rows, "TRACE", x_asked="what was asked").items():
        assert "what was asked" not in b"".join(answer).decode(errors="replace"), route


@pytest.mark.parametrize("path", ("/static/", "/static/print/", "/.git/HEAD", "/manage.py"))
def test_no_folder_and_no_source_is_served(client, path):
    assert client.get(path).status_code == 404
