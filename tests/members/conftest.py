"""Sentences are looked for in English, whatever the club's language."""

import os
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.utils import translation

SHARED = Path(django_settings.BASE_DIR).parent / "shared"


@pytest.fixture(autouse=True)
def _english(settings):
    settings.LANGUAGE_CODE = "en"
    with translation.override("en"):
        yield


@pytest.fixture
def members_csv() -> bytes:
    """The shared list of sixteen members."""
    path = SHARED / "data" / "members.csv"
    if not path.exists():
        if os.environ.get("CI") == "true":
            pytest.fail("the shared data are not beside the repository")
        pytest.skip("the shared data are not beside the repository")
    return path.read_bytes()
