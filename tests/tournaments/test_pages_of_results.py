"""Correcting, penalties, money, standings and papers: whoever asks, and whatever is sent."""

import uuid
from dataclasses import dataclass, field

import pytest
from django.urls import reverse

from lhombre_club.members.models import ClubRole
from lhombre_club.printing import bell
from lhombre_club.printing.models import Job
from tests import make
from tests.sizes import sparse
from tournaments.book.changes import Change
from tournaments.book.corrections import correct
from tournaments.corrections import urls as corrections
from tournaments.models import Event, Payment, PenaltyReason, Season, SideBonus, Table, TableEntry
from tournaments.money import urls as money
from tournaments.money.domain import settle_up
from tournaments.papers import urls as papers
from tournaments.penalties import urls as penalties
from tournaments.penalties.domain.penalties import Penalty, penalise
from tournaments.players import urls as players
from tournaments.standings import urls as standings

pytestmark = pytest.mark.django_db
SOLO = {"declarer": 1, "contract": "solo", "outcome": "won"}
NO_NUMBERS = ("", "\0", "²", "\N{ARABIC-INDIC DIGIT SEVEN}", "-1", "1e999", "9" * 5000, "[" * 3000)


@dataclass(frozen=True)
class Form:
    """One address, and what a form there sends."""

    name: str
    of: str
    """What it is about: keys of ``rows``."""
    sent: dict[str, str] = field(default_factory=dict)
    before: tuple[str, ...] = ()
    """What stands before the key in the address."""
    after: tuple[str, ...] = ()
    posts: bool = True
    """Whether it is sent; else it is only looked at."""

    def __str__(self) -> str:
        return "-".join((*self.before, self.name, *self.after))


WHY = {"reason": "Misread"}
SEEN = {"of": "1", "base": "1"}
CORRECTION = {"deal": "1", "way": "change", "line": "2+", "other": "2", "until": "", **SEEN, **WHY}
RULES = {"ruleset": "as_it_is", "accounting": "rasle", "ante": "2", "pot_cap": "3", **WHY}
PENALTY = {f"penalty-{key}": value for key, value in {
    "seat": "1", "points": "2", "deal": "1", "decided_by": "", **WHY
}.items()}  # fmt: skip
HAND = {f"hand-{key}": value for key, value in {
    "payer": "all", "payee": "cash", "points": "2", "deal": "1", **WHY
}.items()}  # fmt: skip
SEASON = {"name": "2027", "planned": "5", "best": "3", "min_deals": "0"}
CHAIN = {"comparison": "raw", "min_deals": "0", "chain0": "points"}
PAGES = (
    Form("correct", "table", CORRECTION),
    Form("correct", "table", {"deal": "1", "way": "swap", "line": "", "other": "2"}, posts=False),
    Form("wrong-seats", "table", {"way": "tables", "one": "", "other": "", "table": "", **WHY}),
    Form("which-line", "table", {"d8s0": "3", "d8s1": ""}),
    Form("sums", "table", {"d8s0": "3", "d8s1": ""}),
    Form("rules", "event", RULES),
    Form("corrections", "event", posts=False),
    Form("correction", "correction", posts=False),
    Form("correction-undo", "correction"),
    Form("entries", "table", posts=False),
    Form("entry-make", "table", PENALTY, after=("penalty",)),
    Form("entry-make", "table", {**PENALTY, "show": "1"}, after=("penalty",)),
    Form("entry-make", "table", HAND, after=("hand",)),
    Form("entry-withdraw", "entry", WHY),
    Form("bonuses", "event", {"winner": "", "each": "2", "round": "1", "deal": "1", **WHY}),
    Form("bonus-withdraw", "bonus"),
    Form("penalty-reason", "reason", {"text": "Late", "points": "1"}),
    Form("money", "table", before=("table",), posts=False),
    Form("money", "event", before=("event",), posts=False),
    Form("money", "season", before=("season",), posts=False),
    Form("settle", "event", before=("event",)),
    Form("unit", "event", {"unit": "0.5", "start": "100"}),
    Form("payment-tick", "payment", {"paid": "1"}),
    Form("teams-next", "teams", {"moving": "1"}, posts=False),
    Form("standings", "event", posts=False),
    Form("standings-directors-table", "event", posts=False),
    Form("standings-settings", "event", CHAIN),
    Form("event-season", "event", {"season": ""}),
    Form("account", "table", posts=False),
    Form("event-penalties", "event", posts=False),
    Form("season", "season", SEASON),
    Form("season-champion", "season", {"who": "nobody", "why": "Too few came"}),
    Form("papers", "event", posts=False),
    Form("papers-ask", "event", {"kind": "score-sheet", "round": "1"}),
    Form("papers-batch", "event", {"deed": "cancel"}, after=(str(uuid.UUID(int=7)),)),
    Form("phone-code", "table", posts=False),
    Form("paper-print", "event", after=("crib",), posts=False),
    Form("season-print", "season", after=("booklet",), posts=False),
    Form("paper-coming", "paper", posts=False),
    Form("paper-wait", "event", after=(str(uuid.UUID(int=7)),), posts=False),
    Form("paper-file", "paper", posts=False),
    Form("paper-again", "paper"),
)
OF_NO_ROW = (
    Form("player-protest", "event player", {"round": "1", "deal": "1", "words": "No"}),
    Form("seasons", "", SEASON),
    Form("honours-print", "", posts=False),
    Form("penalty-reasons", "", {"text": "Late", "points": "1"}),
)
"""What anybody sends, or a director about no row of a club."""
PUBLIC = {
    *("public-standings", "standings-table", "card"),
    *("public-player", "public-season", "public-money"),
    *("standings-text", "latest-standings-text", "results-feed"),
}


@pytest.fixture
def rows(club, monkeypatch, settings, tmp_path):
    """What the pages are about, all of one club."""
    monkeypatch.setattr(bell.bell, "ring", lambda _job, **_: True)
    settings.PAPERS_DIR = tmp_path
    (tmp_path / "made.pdf").write_bytes(b"%PDF-")
    season = Season.objects.create(club=club, name="2026")
    event = make.make_released_event(club, tables=1, deals=8, season=season, unit="1")
    table = Table.objects.get(round__event=event, number=1)
    make.enter(table, 1, SOLO)
    fine = Penalty(id=uuid.uuid4(), seat=1, points=1, reason="Late", deal=1)
    penalise(table=table, penalty=fine, actor="user:x")
    change = Change(table, 1, 1, {**SOLO, "outcome": "bet"})
    settle_up(scope=event, actor="user:x")
    paper = {"kind": "standings", "params": {"event": str(event.pk)}, "title": "x"}
    made = {"state": Job.State.DONE, "file_name": "made.pdf", "actor": "user:x"}
    return {
        "event": event,
        "table": table,
        "correction": correct(event=event, changes=[change], reason="No", actor="user:x"),
        "player": event.participants.first(),
        "entry": TableEntry.objects.get(),
        "reason": PenaltyReason.objects.create(club=club, text="Late", points=1),
        "bonus": SideBonus.objects.create(
            event=event, winner=event.participants.all()[0], each=2, reason="Nine", round=1
        ),
        "season": season,
        "payment": Payment.objects.first(),
        "teams": make.again(event, kind=Event.Kind.TEAMS),
        "paper": Job.objects.create(**paper, **made),
    }


def address(form, rows):
    keys = [rows[each].pk for each in form.of.split()]
    return reverse(f"tournaments:{form.name}", args=[*form.before, *keys, *form.after])


def send(client, form, rows, **sent):
    """Open the page, or send its form with an id that its client makes."""
    if not form.posts:
        return client.get(address(form, rows), sent, follow=True)
    key = "penalty-id" if "penalty" in form.after else "hand-id" if "hand" in form.after else "id"
    return client.post(address(form, rows), {key: str(uuid.uuid4()), **sent}, follow=True)


def test_every_address_of_these_rooms_is_tried():
    tried = {form.name for form in (*PAGES, *OF_NO_ROW)} | PUBLIC
    rooms = (corrections, penalties, money, players, standings, papers)
    assert tried == {each.name for room in rooms for each in room.urlpatterns}


@pytest.mark.parametrize("form", sparse(PAGES, 4, 2), ids=str)
def test_a_director_of_two_clubs_reaches_the_rows_of_both(stranger, stranger_client, rows, form):
    assert send(stranger_client, form, rows, **form.sent).status_code == 404
    ClubRole.objects.create(user=stranger, club=rows["event"].club, role=ClubRole.Role.OWNER)
    assert send(stranger_client, form, rows, **form.sent).status_code != 404


FILLED = [form for form in (*PAGES, *OF_NO_ROW) if form.sent]


@pytest.mark.strict
@pytest.mark.parametrize("form", sparse(FILLED, 12, 4), ids=str)
def test_whatever_is_sent_is_answered(rows, director_client, form):
    director_client.raise_request_exception = False
    failed = [
        (name, said[:20])
        for name in form.sent
        for said in NO_NUMBERS
        if send(director_client, form, rows, **{**form.sent, name: said}).status_code >= 500
    ]
    assert failed == []


def test_no_kind_is_settled_but_those_there_are(rows, director_client):
    for kind in ("\0", "9" * 5000, "round"):
        asked = reverse("tournaments:money", args=[kind, rows["event"].pk])
        assert director_client.get(asked).status_code == 404
