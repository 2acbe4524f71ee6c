"""What a browser holds of the entry pages for the time without a network."""

import re
from pathlib import Path

import pytest

from tournaments.entry.pages import held

pytestmark = pytest.mark.django_db


def files(answer) -> set[str]:
    return set(re.findall(r'"(/static/[^"]+)"', answer.text))


@pytest.mark.parametrize("page", ("", "phone/"))
def test_all_that_a_page_names_is_held(director_client, table, page):
    html = director_client.get(f"/tables/{table.pk}/{page}").text
    named = set(re.findall(r'"(/static/[^"]+)"', html))
    assert named
    assert named <= files(director_client.get("/tables/worker.js"))


def test_the_script_may_answer_for_the_tables_and_is_never_an_old_one(client):
    answer = client.get("/tables/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]


def test_another_file_is_another_build(monkeypatch):
    before = held.worker()
    held.worker.cache_clear()
    read = Path.read_bytes
    monkeypatch.setattr(
        Path, "read_bytes", lambda path: read(path) + b"\n" * (path.name == "phone.css")
    )
    assert held.worker().partition("\n")[0] != before.partition("\n")[0]
    held.worker.cache_clear()
