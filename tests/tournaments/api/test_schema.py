"""The schema that is checked in is the one that the program has, and says all that it sends."""

import itertools
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import call_command

from scoring.pott import POTT
from tournaments.api import results
from tournaments.entry.domain import leases
from tournaments.models import Round

JSON = "application/json"
SCHEMA = Path(__file__).resolve().parents[3] / "docs" / "api" / "schema.yml"


def test_the_schema_is_fresh_valid_and_without_warnings(tmp_path):
    fresh = tmp_path / "schema.yml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(fresh))
    assert fresh.read_text(encoding="utf-8") == SCHEMA.read_text(encoding="utf-8"), (
        "make it anew: manage.py spectacular --validate --fail-on-warn --file docs/api/schema.yml"
    )


def described(schema: dict[str, Any], part: dict[str, Any], sent: Any) -> set[str]:
    """Assert that ``sent`` has just the fields of a ``part`` of the schema; return them all."""
    while "$ref" in part or "allOf" in part:
        part = part["allOf"][0] if "allOf" in part else part
        part = schema["components"]["schemas"][part["$ref"].rpartition("/")[2]]
    if isinstance(sent, list):
        return set().union(*(described(schema, part["items"], each) for each in sent))
    if not isinstance(sent, dict) or "properties" not in part:
        return set()
    assert set(sent) == set(part["properties"])
    below = (described(schema, part["properties"][key], each) for key, each in sent.items())
    return set(sent).union(*below)


@pytest.mark.django_db
@pytest.mark.parametrize("event_of", ({}, {"accounting": POTT.key, "ruleset": "lomber"}))
def test_schema_and_docstring_have_every_field_that_is_sent(
    post, director_client, link_client, sheet_url, table, event_of
):
    schema = yaml.safe_load(SCHEMA.read_text(encoding="utf-8"))
    paths = {path.rpartition("/tables/")[2]: each for path, each in schema["paths"].items()}
    leases.take(table=table, actor="user:x", name="Agnes")
    same = {"id": str(table.pk), "line": "0"}
    later = post(deal=2, line="0")
    answers = [later, post(**same), post(**same), post(line="0"), post(deal=3, line="2")]
    answers.append(post(**{**same, "deal": 4}))
    Round.objects.update(state=Round.State.FINAL)
    answers.append(post(client=link_client, deal=5, line="0"))
    assert {status for status, _ in answers} == {201, 200, 409, 400, 422, 202}
    asked = [("{id}/results/", "post", *answer) for answer in answers]
    asked.append(("{id}/", "get", 200, director_client.get(sheet_url).json()))
    found = [
        described(
            schema, paths[path][method]["responses"][str(status)]["content"][JSON]["schema"], sent
        )
        for path, method, status, sent in asked
    ]
    fields = set(itertools.chain.from_iterable(found))
    assert {field for field in fields if f'"{field}":' not in str(results.__doc__)} == set()
