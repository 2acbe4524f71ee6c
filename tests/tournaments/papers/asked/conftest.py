"""A page of papers without a worker: nobody hears the bell."""

import pytest

from lhombre_club.printing import bell
from tests import make


@pytest.fixture(autouse=True)
def quiet(monkeypatch, settings, tmp_path):
    monkeypatch.setattr(bell.bell, "ring", lambda _job, **_: True)
    settings.PAPERS_DIR = tmp_path
    settings.LANGUAGE_CODE = "en"


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=2, language="en")
