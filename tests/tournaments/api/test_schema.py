"""The schema that is checked in is the one that the program has."""

from pathlib import Path

from django.core.management import call_command

SCHEMA = Path(__file__).resolve().parents[3] / "docs" / "api" / "schema.yml"


def test_the_schema_is_fresh_valid_and_without_warnings(tmp_path):
    fresh = tmp_path / "schema.yml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(fresh))
    assert fresh.read_text(encoding="utf-8") == SCHEMA.read_text(encoding="utf-8"), (
        "make it anew: manage.py spectacular --validate --fail-on-warn --file docs/api/schema.yml"
    )
