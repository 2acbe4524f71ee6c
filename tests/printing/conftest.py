"""A kind of paper that knows no tournament, and a bell that is heard."""

import pytest

from lhombre_club.printing import Paper, bell, registry, renderer


class Heard:
    """Stands where the broker's client stands, and remembers."""

    def __init__(self):
        self.jobs = []

    def send_task(self, name, args):
        assert name == bell.MAKE_PAPER
        self.jobs.append(args[0])


@pytest.fixture(autouse=True)
def heard(monkeypatch):
    monkeypatch.setattr(bell.bell, "deaf_until", 0.0)
    heard = Heard()
    monkeypatch.setattr(bell, "current_app", heard)
    return heard


@pytest.fixture(autouse=True)
def papers_dir(settings, tmp_path):
    settings.PAPERS_DIR = tmp_path / "papers"
    return settings.PAPERS_DIR


@pytest.fixture
def kind(monkeypatch):
    """A registered kind whose paper says what it was asked."""
    monkeypatch.setattr(registry, "_builders", {})
    registry.register("slip", lambda params: Paper("slip.html", params, "A slip", "da"))
    return "slip"


@pytest.fixture
def ink(monkeypatch):
    """Stands in for WeasyPrint where a test is about the job and not about the paper."""
    monkeypatch.setattr(renderer, "render", lambda paper: f"%PDF {paper.context}".encode())
