"""Whatever stands in a field that somebody fills in, a paper reads nothing and keeps its pages."""

import itertools
import sys
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.db import models
from django.template import base as templates
from weasyprint.urls import URLFetcher

from lhombre_club.printing import renderer
from tests import make
from tests.sizes import HOSTILE_APART, HOSTILE_TURNS, SHAPES_APART
from tests.tournaments.papers.documents import scene
from tests.tournaments.papers.hostile import READING, SHAPES
from tournaments.models import Event, Participant, Seat, Table
from tournaments.penalties.domain import penalties as entries

pytestmark = pytest.mark.django_db(transaction=True)

APPS = ("members", "tournaments", "scoring")
CODES = frozenset({
    "accounting", "actor", "answered_by", "basis", "book", "cleared_by", "content", "decided_in",
    "digest", "division_key", "history_change_reason", "holder", "language", "line", "made_by",
    "owner", "paid_by", "paper_by", "password", "payee", "payer", "reference", "ruleset_digest",
    "seen", "username", "verb", "withdrawn_by",
})  # fmt: skip
"""Text fields that the program alone fills in, each with a key of its own making."""
FILLED_IN = {
    "members.Club.name",
    "members.Person.first_name",
    "members.Person.phone",
    "members.Membership.number",
    "tournaments.Event.name",
    "tournaments.Participant.name",
    "tournaments.Team.name",
    "tournaments.Seat.substitute_name",
    "tournaments.TableEntry.reason",
    "tournaments.Payment.payer_name",
    "tournaments.PenaltyReason.text",
    "scoring.JournalEntry.reason",
}
"""Some of the fields that have to be among those that are filled with what is hostile."""


CLOCKS = Path("/usr/share/zoneinfo")
OF_TEAMS = ("matches", "crosstable", "standings", "filled-sheet")
"""What a meeting prints otherwise than an evening."""
SOME = ("filled-sheet", "settling", "name-cards", "member-list")
MADE_OF_OTHERS = {"pack"}
NUMBERED = {("members.Membership", "number"), ("tournaments.Team", "name")}
"""No two of a club, or of an event, may be the same."""


class Opened:
    """What Python opened and whom it called while it was listening."""

    def __init__(self):
        self.listening = False
        self.files: list[str] = []
        self.calls: list[object] = []

    def __call__(self, event, args):
        if not self.listening:
            return
        if event == "open" and isinstance(args[0], (str, bytes)):
            self.files.append(str(args[0]))
        elif event in {"socket.connect", "socket.getaddrinfo"}:
            self.calls.append(args[-1])

    def __enter__(self):
        self.files, self.calls, self.listening = [], [], True
        return self

    def __exit__(self, *_error):
        self.listening = False

    def foreign(self):
        """The files that are neither the project's nor the program's own."""
        own = [settings.BASE_DIR, settings.VAR_DIR, Path(sys.prefix), Path(sys.base_prefix), CLOCKS]
        own += [Path(sys.pycache_prefix)] if sys.pycache_prefix else []
        return [
            name
            for name in self.files
            if "/weasyprint-" not in name and not any(Path(name).is_relative_to(at) for at in own)
        ]


opened = Opened()
sys.addaudithook(opened)  # for good: Python takes none back


def text_fields():
    """Every text field that somebody fills in, of every model."""
    for model in apps.get_models():
        if model._meta.app_label in APPS and not model.__name__.startswith("Historical"):
            for field in model._meta.concrete_fields:
                is_text = isinstance(field, (models.CharField, models.TextField))
                if is_text and not field.choices and field.name not in CODES:
                    yield model, field


@pytest.fixture
def events(club):
    """An evening for money with a penalty and a substitute, and a meeting of pairs."""
    evening = scene.evening(club, tables=1, rounds=1, deals=8)
    scene.entered(evening, deals=8)
    table = Table.objects.get(round__event=evening)
    Seat.objects.filter(table=table, seat=1).update(substitute_name="Rie Reserve")
    entries.penalise(
        table=table,
        penalty=entries.Penalty(id=make.new_id(), seat=0, points=2, reason="for sent"),
        actor="system:test",
    )
    scene.settled(Event.objects.get(pk=evening.pk))
    return [evening, scene.meeting(make.make_club("Klub Basta"), "pairs", 4)]


def poison(texts, port=""):
    """Let the text fields say these in turn; where no two may say the same, with a number first."""
    said = itertools.cycle(text.replace("PORT", port) for text in texts)
    for model, field in text_fields():
        for number, row in enumerate(models.QuerySet(model).order_by("pk").values_list("pk")):
            first = f"{number}" if (model._meta.label, field.name) in NUMBERED else ""
            value = f"{first}{next(said)}"[: field.max_length]
            models.QuerySet(model).filter(pk=row[0]).update(**{field.name: value})


def pages_of(events, kinds=()):
    """Render the papers of the events; return how many pages each has, and look into each."""
    found = {}
    for event in Event.objects.filter(pk__in=[event.pk for event in events]):
        own = OF_TEAMS if event.kind != Event.Kind.INDIVIDUAL else ()
        for kind in kinds or own or set(scene.kinds(event)) - MADE_OF_OTHERS:
            reader = scene.read(scene.pdf(kind, event))
            assert list(reader.attachments) == []
            assert all("/Annots" not in page for page in reader.pages)
            assert "root:x:0" not in "".join(page.extract_text() for page in reader.pages)
            found[kind, event.kind] = len(reader.pages)
    return found


@pytest.fixture
def plain(events):
    """How many pages each paper has while nothing hostile stands anywhere."""
    return pages_of(events)


def test_every_field_that_somebody_fills_in_is_tried():
    tried = {f"{model._meta.label}.{field.name}" for model, field in text_fields()}
    assert tried >= FILLED_IN
    assert len(READING) >= 25


@pytest.mark.strict
@pytest.mark.parametrize("part", range(2))
def test_what_wants_to_be_read_is_only_printed(events, hits, part):
    """In each turn every text stands in some fields; after as many turns as texts, in every one."""
    for turn in range(part, HOSTILE_TURNS, 2):
        poison([*READING[turn:], *READING[:turn]], hits.port)
        with opened:
            pages_of(events)
        assert (opened.calls, opened.foreign()) == ([], []), turn
    assert hits == []


@pytest.mark.strict
def test_after_all_turns_every_text_has_stood_in_every_field(events):
    """In as many turns as a night has; asked of two fields."""
    first: set[str] = set()
    last: set[str] = set()
    for turn in range(len(READING)):
        poison([*READING[turn:], *READING[:turn]])
        first.add(Event.objects.get(pk=events[0].pk).name)
        last.add(Participant.objects.filter(event=events[0]).order_by("pk")[1].name)
    assert (len(first), len(last)) == (len(READING), len(READING))


@pytest.mark.nightly
def test_no_shape_of_a_text_breaks_a_page(events, plain):
    for text in SHAPES[::SHAPES_APART]:
        poison([text])
        for kind, pages in pages_of(events).items():
            assert pages <= 2 * plain[kind] + 1, (kind, text[:20])


def believed(monkeypatch):
    """The first wall is down: what stands in a field is taken for a part of the page."""
    monkeypatch.setattr(templates, "conditional_escape", str)


@pytest.mark.nightly
def test_even_a_page_that_believes_its_fields_reads_nothing(events, hits, monkeypatch):
    believed(monkeypatch)
    for text in READING[::HOSTILE_APART]:
        poison([text], hits.port)
        with opened:
            pages_of(events[:1], SOME)
        assert (opened.calls, opened.foreign()) == ([], []), text
    assert hits == []


@pytest.mark.nightly
def test_twin_without_both_walls_something_is_read(events, hits, monkeypatch):
    believed(monkeypatch)
    own = type(renderer.fetcher())

    class Open(own):  # type: ignore[misc, valid-type]
        def fetch(self, url, headers=None):
            return own.fetch(self, url) if url.startswith("print:") else self.any(url)

        def any(self, url):
            return URLFetcher.fetch(URLFetcher(timeout=2), url)

    monkeypatch.setattr(renderer, "fetcher", Open)
    read = []
    for text in READING[::HOSTILE_APART]:
        poison([text], hits.port)
        with opened:
            try:
                pages_of(events[:1], SOME)
            except AssertionError:
                read.append(text)  # an attachment, or the words of the file
        if opened.calls or opened.foreign():
            read.append(text)
    assert len(set(read)) > len(READING[::HOSTILE_APART]) / 4
    assert hits != []
