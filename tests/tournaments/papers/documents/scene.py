"""Events with everything on them that a paper can show, the same every time."""

import datetime as dt
import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from unittest import mock

import pypdf

from lhombre_club.members.models import Club, Person
from lhombre_club.printing import registry, renderer
from rules import RULESETS
from tests import make
from tests.tournaments.played import make_pairs_or_teams
from tournaments.book.accounts import deals_at
from tournaments.book.proving import seals
from tournaments.events.domain.demo_results import results
from tournaments.folders import domain as folders
from tournaments.models import Event, Participant, Round, Table
from tournaments.money import domain as settling
from tournaments.papers.documents.catalogue import DOCUMENTS, shelves
from tournaments.papers.score_sheet import drawing
from tournaments.review.domain.sheet_ids import SheetId
from tournaments.seating.domain.released import release_rounds
from tournaments.teams.domain import leagues

NAMES = (
    "Åse Ærenlund", "Ørnulf Þorsteinsson", "Þórður Ægisson", "Bo",
    "Anne-Sofie Bjerregaard-Mortensen Østergaard-Holm", "Guðrún Sæunn Jónsdóttir",
    "Märta Öhman", "Niels-Ebbe von Grüneberg-Rosenkrantz", "Ída Ýr", "Karl Åge Sørensen",
    "Wilhelmina Charlotte Amalie Frederiksen Lykke", "Jón Þ.", "Zita Bo", "Ellen Marie Vang",
    "Pedersen-Kjærsgaard", "Óðinn",
)  # fmt: skip
"""Danish, Icelandic and Swedish letters, short ones and some of 48 letters."""
HALL = 100
"""Players; more are a hall."""
NOW = dt.datetime(2026, 11, 21, 22, 15, tzinfo=dt.UTC)
ADDRESS = "http://192.168.1.20:8000/e/0123456789abcdefghijkl/"
SHEETS = ("score-sheet", "filled-sheet")


def evening(club: Club, *, language: str = "da", unit: str | None = "0.50", **kwargs) -> Event:
    """An event with long names, in the language, for money."""
    event = make.make_released_event(club, language=language, unit=unit, **kwargs)
    rename(event)
    return event


def rename(event: Event) -> None:
    """Give the players, and the members they are, names of all kinds."""
    people: list[Person] = []
    players = list(event.participants.select_related("person"))
    for player, name in zip(players, _names(len(players)), strict=True):
        player.name, person = name, player.person
        assert person is not None
        person.first_name, _, person.last_name = name.partition(" ")
        person.phone, person.email = "12 34 56 78", "nogen@eksempel.dk"
        people.append(person)
    Participant.objects.bulk_update(players, ["name"])
    Person.objects.bulk_update(people, ["first_name", "last_name", "phone", "email"])


def _names(many: int) -> Iterable[str]:
    """So many names; of a hall no two are alike, as they would be told apart by numbers."""
    if many > HALL:
        return (*NAMES, *(f"Spiller Nr{number}" for number in range(len(NAMES), many)))
    return islice(cycle(NAMES), many)


def entered(event: Event, *, deals: int = 40, tables: int = 1, seed: str = "") -> Event:
    """Play so many tables of each round, and one deal at the others; another seed, other deals."""
    ruleset = RULESETS[event.ruleset["id"]]
    for table in Table.objects.filter(round__event=event):
        players = table.seats.count()
        many = min(deals, deals_at(event, players)) if table.number <= tables else 1
        own = f"{seed}{table.number}"
        made = results(own, ruleset=ruleset, players=players, deals=many, first_dealer=0)
        for number, record in enumerate(made, 1):
            make.enter(table, number, _with_cards(record, ruleset))
    event.refresh_from_db()
    return event


def _with_cards(record, ruleset):
    """A tourné that is priced by its cards says which."""
    if ruleset.tourne_cards and record.get("contract") == "tourne":
        return record | {"tourne": {"laid": ["SA", "HA"], "turned": ["HJ"]}}
    return record


def settled(event: Event) -> Event:
    settling.settle_up(scope=event, actor="system:test")
    return event


def closed(event: Event) -> Event:
    """The same event, all of it final: no folder is a secret any more."""
    Round.objects.filter(event=event).update(state=Round.State.FINAL)
    return event


def with_folders(event: Event) -> Event:
    """The same event, played from folders that travel."""
    Round.objects.filter(event=event).update(state=Round.State.DRAFT)
    folders.set_folders(event=event, settings=folders.suggested(event), actor="system:test")
    Round.objects.filter(event=event).update(state=Round.State.RELEASED)
    return Event.objects.get(pk=event.pk)


def meeting(club: Club, kind: str, count: int, **kwargs) -> Event:
    """An event of pairs or teams, all rounds released."""
    event = make_pairs_or_teams(club, kind, count, deals=8, name="Holdkamp", language="da")
    rename(event)
    settings = leagues.LeagueSettings(**kwargs)
    for team in event.teams.all():
        team.name = " – ".join(player.name for player in team.participants.all()[:2])
        team.save()
    leagues.draw_matches(event=event, settings=settings, actor="system:test", seed=1)
    release_rounds(event=event, actor="system:test")
    return Event.objects.get(pk=event.pk)


@contextmanager
def standing_still() -> Iterator[None]:
    """Print as if it were always the same moment, with the same codes on every paper."""
    code = drawing.qr_code(ADDRESS)
    with (
        mock.patch("django.utils.timezone.now", return_value=NOW),
        mock.patch.object(drawing, "qr_code", return_value=code),
        mock.patch.object(SheetId, "__str__", return_value="ABCD-2345-EFGH"),
        mock.patch.object(seals, "head", return_value="ABCD-EFGH-2345-6789"),
    ):
        yield


def kinds(event: Event) -> list[str]:
    """Every kind of paper that the event can have."""
    offered = [document.kind for shelf in shelves(event).values() for document in shelf]
    return [*SHEETS, *(each.kind for each in DOCUMENTS if each.kind in offered)]


def pdf(kind: str, event: Event, **params) -> bytes:
    """The paper of the event's first round, or of the first table there."""
    first = event.rounds.order_by("number").first()
    found = {"event": str(event.pk), **params}
    if first is not None:
        found = {"round": str(first.pk), **found}
        if kind in SHEETS:
            found = {"table": str(first.tables.get(number=1).pk), **found}
    return renderer.render(registry.build(kind, found))


def read(made: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(made))


def text(made: bytes) -> str:
    return "\n".join(page.extract_text() for page in read(made).pages)


def fonts(made: bytes) -> set[str]:
    """The names of the typefaces in a file."""
    return {
        str(font.get_object()["/BaseFont"]).rpartition("+")[2].lstrip("/")
        for page in read(made).pages
        for font in page.get("/Resources", {}).get("/Font", {}).values()
    }
