"""One way in, on pages and in the API: a director of several clubs, and a stranger."""

import json
import uuid
from typing import Any

import pytest
from django.urls import reverse

from lhombre_club.members.models import ClubRole
from tests import make
from tests.sizes import sparse
from tests.tournaments.review.test_photos_pages import picture
from tournaments.api import urls as api_urls
from tournaments.book.results import NewResult
from tournaments.entry import urls as entry_urls
from tournaments.entry.domain.links import Origin
from tournaments.entry.domain.tray import Sent, Why, receive
from tournaments.models import Table
from tournaments.review import urls as review_urls
from tournaments.review.domain.flags import raise_flag
from tournaments.review.domain.photos import attach
from tournaments.review.domain.protests import protest
from tournaments.review.domain.sheet_ids import SheetId

pytestmark = pytest.mark.django_db
ROWS = {
    "event": ("seal", "round-settings", "tray", "scorers", "api:standings", "api:figures"),
    "round": (
        "round-board", "round-provisional", "round-checks", "round-sheets", "doubt", "round-close",
        "round-reopen",
    ),
    "table": (
        "photos", "waive", "table-time", "import", "recap", "table-protest", "confirm", "second",
        "keeper", "keeper-take", "keeper-bar", "table", "phone", "next-sheet", "revoke-links",
        "api:table", "api:results", "protests-answer",
    ),
    "photo": ("photo", "photo-remove"),
    "flag": ("flag-take", "flag-clear"),
    "protest": ("protest-withdraw", "protest-answer"),
    "item": ("tray-place", "tray-dismiss"),
    "club": ("api:years",),
}  # fmt: skip
"""Names of addresses, by the row that they are of."""
POSTED = frozenset(
    {
        "round-provisional", "doubt", "round-close", "round-reopen", "waive", "table-time",
        "table-protest", "confirm", "keeper-take", "keeper-bar", "revoke-links", "api:results",
        "photo-remove", "flag-take", "flag-clear", "protest-answer", "protest-withdraw",
        "protests-answer", "tray-dismiss",
    }
)  # fmt: skip
SENT = {"table": "1", "words": "?", "reason": "?"}
RESULT = {"id": str(uuid.uuid4()), "deal": 1, "base": 0, "line": "2+"}


@pytest.fixture
def rows(director, settings, tmp_path):
    """Rows of another club that the director directs too, younger than his first."""
    settings.PHOTOS_DIR = tmp_path / "photos"
    club = make.make_club("Klub Manille")
    ClubRole.objects.create(user=director, club=club, role=ClubRole.Role.OWNER)
    event = make.make_released_event(club, tables=1, deals=4)
    table = Table.objects.select_related("round__event").get(round__event=event)
    sent = Sent(NewResult(id=uuid.uuid4(), deal=1, base=0, record=None), {"line": "2+"})
    found: dict[str, Any] = {
        "club": club,
        "event": event,
        "round": table.round,
        "table": table,
        "photo": attach(table=table, data=picture(), actor="user:x"),
        "flag": raise_flag(table=table, deal=1, words="?", actor="user:x"),
        "item": receive(origin=Origin.of(table), sent=sent, why=Why.CLOSED, actor="device:x"),
    }
    table.round.state, table.round.provisional_at = "provisional", event.created_at
    table.round.save()
    found["protest"] = protest(table=table, actor=director.actor)
    return found


def ask(client, rows, row, name):
    pk = rows[row].pk
    if name.startswith("api:"):
        address = reverse(name, kwargs={"version": "v1", "pk": pk})
    else:
        address = reverse(f"tournaments:{name}", args=[pk])
    if name == "api:results":
        return client.post(address, json.dumps(RESULT), content_type="application/json")
    return client.post(address, SENT) if name in POSTED else client.get(address)


EVERY = [(row, name) for row, names in ROWS.items() for name in names]


def test_every_address_is_asked():
    patterns = (*review_urls.urlpatterns, *entry_urls.urlpatterns)
    own = {each.name for each in patterns if "<uuid:pk>" in str(each.pattern)}
    api = {each.name for each in api_urls.urlpatterns}
    asked = {name.removeprefix("api:") for _, name in EVERY}
    assert asked == own | api


@pytest.mark.parametrize(("row", "name"), sparse(EVERY, 4, 2))
def test_a_director_of_two_clubs_reaches_both_and_a_stranger_neither(
    director_client, stranger_client, rows, row, name
):
    assert ask(stranger_client, rows, row, name).status_code == 404
    assert ask(director_client, rows, row, name).status_code < 400


def test_a_paper_is_found_in_each_club(director_client, rows):
    sheet = SheetId.of(rows["table"]).typed
    answer = director_client.get(reverse("tournaments:entry-link-of-sheet", args=["x", sheet]))
    assert answer.status_code == 302
    assert reverse("tournaments:round-sheets", args=[rows["round"].pk]) in answer.url
