"""The club, and which tests need no second database: a page looks the same on both."""

import shutil

import pytest
from django.conf import settings
from django.utils import translation

from tests import make

SLOW = [
    "test_hostile_fields.py", "test_look.py", "test_matrix.py", "test_tagged.py", "test_wide.py",
]  # fmt: skip
collect_ignore = SLOW if "postgresql" in settings.DATABASES["default"]["ENGINE"] else []


@pytest.fixture
def club(db):
    return make.make_club("L’hombreklubben Spadille")


@pytest.fixture(autouse=True)
def danish():
    with translation.override("da"):
        yield


@pytest.fixture
def pdftoppm():
    if shutil.which("pdftoppm") is None:
        pytest.skip("no pdftoppm")
