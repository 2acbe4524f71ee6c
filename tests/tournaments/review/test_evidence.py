"""What paper proves: the id of each sheet, and the seal of the state that a paper shows."""

import pytest

from tests import make
from tests.tournaments.papers.documents import scene
from tournaments.book.proving import seals
from tournaments.book.proving.seals import head, state_of
from tournaments.entry.domain import links
from tournaments.models import Table
from tournaments.papers.documents.document import TRIES, sealed
from tournaments.papers.score_sheet import drawing
from tournaments.review.domain.sheet_ids import SheetId
from tournaments.review.domain.sheets_in import find

pytestmark = pytest.mark.django_db
WITH_TOTALS = ("filled-sheet", "standings", "crosstable", "settling", "receipts")


@pytest.fixture
def event(club):
    event = scene.evening(club, tables=1, language="en")
    event = scene.settled(scene.entered(event, deals=4))
    event.refresh_from_db()
    return event


def first_table(event):
    tables = Table.objects.filter(round__event=event).select_related("round__event")
    return tables.get(number=1)


@pytest.mark.strict
@pytest.mark.parametrize(
    ("kind", "options"),
    (
        ("score-sheet", {}),
        ("score-sheet", {"large": True}),
        ("score-sheet", {"tagged": True}),
        ("filled-sheet", {}),
        ("filled-sheet", {"tagged": True}),
    ),
)
def test_a_sheet_has_its_id_in_print_and_in_its_code(event, monkeypatch, kind, options):
    addresses = []
    drawn = drawing.qr_code

    def qr_code(address):
        addresses.append(address)
        return drawn(address)

    monkeypatch.setattr(drawing, "qr_code", qr_code)
    table = first_table(event)
    text = scene.text(scene.pdf(kind, event, **options))
    assert str(SheetId.of(table)) in "".join(text.split())
    assert addresses == [f"{links.issue_link(table)}{SheetId.of(table).typed}/"]
    assert find(table.round, addresses[0]) == table


@pytest.mark.strict
def test_a_sheet_of_no_table_has_no_id(event):
    assert "For protests" not in scene.text(scene.pdf("pack", event, tagged=True))


@pytest.mark.parametrize("kind", WITH_TOTALS)
def test_what_shows_totals_carries_the_seal_of_its_state(event, kind):
    text = scene.text(scene.pdf(kind, event))
    assert f"seal {head(event)}" in text
    assert f"version {event.version}" in text
    make.enter(first_table(event), 30, {"passed": True})
    printed = text[text.index("seal ") + 5 :][:19]
    state = state_of(event, printed)
    assert state is not None
    assert state.since == 1


@pytest.mark.parametrize("kind", ("score-sheet", "round-plan", "attendance-list", "crib"))
def test_what_shows_no_totals_carries_no_seal(event, kind):
    assert head(event) not in scene.text(scene.pdf(kind, event))


def test_a_deal_that_comes_in_between_gives_no_paper_the_wrong_seal(event):
    """The seal is that of the second reading, which nothing came in between."""
    deals = iter([30])

    def read():
        for deal in deals:
            make.enter(first_table(event), deal, {"passed": True})
        return {"version": event.version}

    before = head(event)
    made = sealed(event, read)
    event.refresh_from_db()
    assert made == {"seal": head(event), "version": event.version}
    assert made["seal"] != before


def test_where_deals_keep_coming_no_seal_is_claimed(event):
    deals = iter(range(20, 40))

    def read():
        make.enter(first_table(event), next(deals), {"passed": True})
        return {}

    assert sealed(event, read) == {"seal": ""}
    assert next(deals) == 20 + TRIES


def test_without_looking_again_a_paper_would_claim_the_wrong_state(event, monkeypatch):
    """The twin: whoever asks for the seal only once prints that of the state before."""
    once = head(event)
    monkeypatch.setattr(seals, "head", lambda _event: once)

    def read():
        make.enter(first_table(event), 30, {"passed": True})
        return {}

    claimed = sealed(event, read)["seal"]
    monkeypatch.undo()
    assert claimed
    assert claimed != head(event)
