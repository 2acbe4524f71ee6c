"""The place of a member's own link in a letter is never shown as the program keeps it."""

import uuid

import pytest
from django.urls import reverse

from tests.tournaments.kept import canary
from tournaments.models import Letter

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("name", "is_to_another"), (("forget", True), ("own-data", False)))
def test_it_is_said_in_words(english, club, name, is_to_another):
    knud, ea = canary.another(club, "Knud", "Krag"), canary.another(club, "Ea", "Ry")
    text = "Hej Knud Krag. Svar her: {{answer}}"
    Letter.objects.create(
        club=club, batch=uuid.uuid4(), person=(ea if is_to_another else knud).person,
        subject="Kommer du?", text=text, kind="invitation", about="x", actor="system:test",
    )  # fmt: skip
    page = english.get(reverse(f"tournaments:{name}", args=[knud.person_id])).content.decode()
    assert "Svar her: (the member’s own link)" in page
    assert "{{answer}}" not in page
