"""An evening with everything in it, and a data folder of the test's own."""

import pytest

from tests.tournaments.carried import everything


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.PHOTOS_DIR, settings.VAR_DIR = tmp_path / "photos", tmp_path


@pytest.fixture
def event(club):
    return everything.evening(club)
