"""A kind of paper that knows no tournament, and a bell that is heard."""

import io

import pypdf
import pytest

from lhombre_club.printing import Paper, bell, registry, renderer


class Heard:
    """Stands where the broker's client stands, and remembers."""

    def __init__(self):
        self.jobs = []
        self.limits = []
        """Of time, as said for each; none where it is the usual."""

    def send_task(self, name, args, **limits):
        assert name == bell.MAKE_PAPER
        self.jobs.append(args[0])
        self.limits.append(limits)


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
    monkeypatch.setattr(registry, "_looks", {})
    registry.register("slip", lambda params: Paper("slip.html", params, "A slip", "da"))
    return "slip"


@pytest.fixture
def ink(monkeypatch):
    """Stands in for WeasyPrint where a test is about the job and not about the paper."""
    monkeypatch.setattr(renderer, "render", lambda paper: f"%PDF {paper.context}".encode())


@pytest.fixture
def world(kind, monkeypatch):
    """What the slips show, by their number: a test changes it."""
    world: dict[int, str] = {}

    def look(requests):
        return [world.get(params["n"], "") for _kind, params in requests]

    registry.register(kind, registry._builders[kind], look)
    return world


@pytest.fixture
def numbered(monkeypatch):
    """A renderer of real PDFs, a page for each paper, as wide as its number says; and a reader."""

    def render(paper):
        writer = pypdf.PdfWriter()
        for each in renderer._in_order(paper):
            writer.add_blank_page(width=each.context["n"], height=100)
        pdf = io.BytesIO()
        writer.write(pdf)
        return pdf.getvalue()

    monkeypatch.setattr(renderer, "render", render)
    return lambda path: [int(page.mediabox.width) for page in pypdf.PdfReader(path).pages]
