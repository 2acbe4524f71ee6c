"""Whatever stands in a field that should be a number or JSON, the answer is no fault of ours."""

import json
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests import make
from tests.sizes import sparse
from tournaments.book.results import NewResult
from tournaments.entry.domain.links import Origin
from tournaments.entry.domain.tray import Sent, Why, receive
from tournaments.models import Revision, Round, Table

pytestmark = pytest.mark.django_db

HOSTILE = (
    "9" * 5000,
    "²",
    "[" * 3000,
    '{"deal": ' + "[" * 3000,
    '{"deal": 1, "tricks": ' + "[" * 900 + "]" * 900 + "}",
    "",
    "\0",
)
FORMS = {
    "doubt": ("round", {"table": "1", "deal": "1", "words": "?"}),
    "waive": ("table", {"deal": "1", "kind": "sums", "reason": "?"}),
    "table-time": ("table", {"minutes": "5"}),
    "round-settings": ("event", {"verification": "none", "protest_minutes": "30"}),
    "table-protest": ("table", {"deal": "1", "words": "?"}),
    "confirm": ("table", {"deal": "10", "seat": "1"}),
    "keeper-take": ("table", {"seat": "1"}),
    "second": ("table", {"d1": "2+"}),
    "import": ("table", {"id": str(uuid.uuid4()), "text": "1;2;spil;won;", "reason": "?"}),
    "tray-place": ("item", {"table": "", "deal": "1", "reason": "?"}),
}
"""What the pages of these rooms take, by the name of their address and the row it is of."""
SHEETS = (("get", "code"), ("post", "code"), ("post", "table"), ("post", "out"))
RESULT = {"id": str(uuid.uuid4()), "deal": 1, "base": 0, "line": "2+", "claimed_at": None}


@pytest.fixture
def rows(club):
    event = make.make_released_event(club, tables=1)
    table = Table.objects.select_related("round__event").get(round__event=event)
    entry = NewResult(id=uuid.uuid4(), deal=7, base=0, record=None)
    item = receive(
        origin=Origin.of(table),
        sent=Sent(entry, {"line": "2+"}),
        why=Why.CLOSED,
        actor="device:phone",
    )
    return {"event": event, "round": table.round, "table": table, "item": item}


@pytest.mark.parametrize(
    ("name", "field"),
    sparse(((name, field) for name, (_, said) in FORMS.items() for field in said), 3),
)
def test_forms(director_client, rows, name, field):
    row, said = FORMS[name]
    if row == "item":
        said = {**said, "table": str(rows["table"].pk)}
    Round.objects.update(state="provisional" if name == "table-protest" else "released")
    address = reverse(f"tournaments:{name}", args=[rows[row].pk])
    for value in HOSTILE:
        assert director_client.post(address, {**said, field: value}).status_code < 500


@pytest.mark.parametrize(("method", "field"), SHEETS)
def test_sheets_that_come_in(director_client, rows, method, field):
    address = reverse("tournaments:round-sheets", args=[rows["round"].pk])
    for value in HOSTILE:
        assert getattr(director_client, method)(address, {field: value}).status_code < 500


def test_seals_and_files(director_client, rows):
    seal = reverse("tournaments:seal", args=[rows["event"].pk])
    address = reverse("tournaments:import", args=[rows["table"].pk])
    for value in HOSTILE:
        assert director_client.get(seal, {"seal": value}).status_code < 500
        file = SimpleUploadedFile("sheet.json", f'{{"deal": 1}}\n{value}'.encode())
        said = {"id": str(uuid.uuid4()), "file": file, "reason": "?"}
        assert director_client.post(address, said).status_code < 500


def test_the_api(director_client, rows):
    address = f"/api/v1/tables/{rows['table'].pk}/results/"

    def post(body, **headers):
        kind = "application/json"
        return director_client.post(address, body, content_type=kind, **headers).status_code

    for value in HOSTILE:
        for field in RESULT:
            assert post(json.dumps({**RESULT, field: value})) == 400
        raw = json.dumps(RESULT).replace('"line": "2+"', f'"record": {value}')
        assert post(raw) == post(value) == 400
        assert post(raw, CONTENT_LENGTH=value) == (413 if value else 400)
    assert not Revision.objects.exists()
