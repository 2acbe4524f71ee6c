"""Every paper of events of all sizes: who is on it, what it adds up to, what it is set in."""

import re
from collections.abc import Iterable

import pytest

from lhombre_club.members.queries import members
from tests.sizes import few
from tests.tournaments.papers.documents import scene
from tournaments.models import Event
from tournaments.papers.documents.catalogue import FOR_MATCHES
from tournaments.standings.queries.standings import standings, standings_shown
from tournaments.words.figures import short, signed

pytestmark = pytest.mark.django_db(transaction=True)
WITH_PLAYERS = {
    "round-plan", "round-wall", "seat-slips", "name-cards", "pack", "standings", "wall",
    "crosstable", "settling",
}  # fmt: skip
WITH_MEMBERS = {"attendance-list", "member-list", "labels"}
OURS = {"Plex", "Plex-Semi-Bold", "Plex-Ext", "Plex-Ext-Semi-Bold"}


def made(club, players, tables, ruleset="dlu") -> Event:
    """An event in which everything there is of an evening has happened."""
    event = scene.evening(club, tables=tables, players=players, rounds=2, ruleset=ruleset)
    return scene.settled(scene.entered(scene.with_folders(event), deals=8))


def letters(text: str) -> str:
    """A text without what setting it adds or takes away."""
    return re.sub(r"[\s\u00ad-]", "", text)


def missing(kind: str, event: Event, text: str) -> list[str]:
    """What a paper has to say and does not."""
    wanted: list[str] = []
    if kind in WITH_PLAYERS:
        wanted += [short(player.name) for player in event.participants.all()]
    if kind in WITH_MEMBERS:
        wanted += [short(row.person.listed) for row in members(event.club)]
    if kind in {"standings", "wall", "crosstable"}:
        wanted += [signed(row.points) for row in standings_shown(event).rows]
    if kind in {"receipts", "settling"}:
        wanted += [payment.reference for payment in event.settlings.get().payments.all()]
    found = letters(text)
    return [each for each in wanted if letters(each) not in found]


def check(event: Event, kinds: Iterable[str]) -> None:
    assert sum(row.points for row in standings(event).rows) == 0
    for kind in kinds:
        pdf = scene.pdf(kind, event)
        pages = [page.extract_text() for page in scene.read(pdf).pages]
        assert missing(kind, event, "".join(pages)) == [], kind
        assert scene.fonts(pdf) <= OURS, kind
        assert [number for number, said in enumerate(pages, 1) if not letters(said)] == [], kind


@pytest.mark.strict
@pytest.mark.parametrize(("players", "ruleset"), few(((4, "dlu"), (5, "hoem"), (3, "dlu"))))
def test_four_tables(club, players, ruleset):
    event = made(club, players, 4, ruleset)
    kinds = scene.kinds(event)
    assert not FOR_MATCHES & set(kinds)
    check(event, [kind for kind in kinds if kind != "pack" or players == 4])


@pytest.mark.parametrize("ruleset", few(("familie", "klub", "lomber")))
def test_papers_that_differ_by_their_rules(club, ruleset):
    check(made(club, 4, 1, ruleset), (*scene.SHEETS, "crib", "standings"))


@pytest.mark.nightly
@pytest.mark.parametrize(("players", "ruleset"), ((3, "klub"), (4, "dlu"), (5, "hoem")))
def test_a_hundred_tables(club, players, ruleset):
    event = made(club, players, 100, ruleset)
    check(event, scene.kinds(event))


@pytest.mark.strict
@pytest.mark.parametrize(("kind", "count"), few((("pairs", 5), ("teams", 4))))
def test_pairs_and_teams(club, kind, count):
    event = scene.meeting(club, kind, count)
    teams = [letters(team.name)[:30] for team in event.teams.all()]
    for each in ("matches", "crosstable", "standings", "round-plan", "pack"):
        pdf = scene.pdf(each, event)
        text = letters(scene.text(pdf))
        if each != "round-plan":
            assert [name for name in teams if name not in text] == [], each
        assert scene.fonts(pdf) <= OURS, each


def test_a_name_that_is_not_there_is_missed(club):
    event = made(club, 3, 1)
    text = scene.text(scene.pdf("standings", event)).replace("Þ", "T")
    assert [name for name in missing("standings", event, text) if "Þ" in name]
