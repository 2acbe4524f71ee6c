"""No address tells of a folder that somebody has still to play: all of them are asked.

The same event is played twice, with one deal between them that is played otherwise. Whoever is no
director must be answered the same, to the letter. The twins switch off the one query that decides.
"""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import product
from urllib.parse import urlsplit
from uuid import uuid5

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils.translation import override

from lhombre_club.members.models import User
from tests import make
from tests.tournaments.conftest import WON
from tests.tournaments.played import make_pairs_or_teams
from tournaments.book.changes import Change
from tournaments.book.corrections import correct
from tournaments.entry.domain.links import issue_link
from tournaments.folders.queries import secret
from tournaments.folders.queries.secret import secret_of, totals_shown
from tournaments.models import Event, Flag, FolderPlan, Round, Table
from tournaments.money.domain import settle_up
from tournaments.money.queries import doubts_of
from tournaments.papers.documents.catalogue import DOCUMENTS
from tournaments.papers.documents.document import About
from tournaments.penalties.domain.bonuses import Bonus, give_bonus
from tournaments.penalties.domain.penalties import Penalty, penalise
from tournaments.review.pages.provisional import doubt_sentences
from tournaments.standings.domain import SeasonSettings, make_season, put_into_season
from tournaments.standings.queries.field import Field
from tournaments.standings.queries.standings import standings, standings_shown
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches

pytestmark = pytest.mark.django_db

ACTOR = "system:test"
DEALS = 4
PASSED: dict[str, object] = {"passed": True}
ONE: dict[str, object] = {"declarer": 1, "contract": "solo_spar", "outcome": "won"}
OTHER: dict[str, object] = {"declarer": 2, "contract": "ren_nolo", "outcome": "kodille"}
TOLD = re.compile(r"solo spar, won|ren nolo, kodille|qvint")  # none of it stands in an id
HIDDEN = 2
"""The deal of table 1 in round 1 of which nobody may read; the second table plays it later."""
CORRECTIONS = (make.new_id(), make.new_id())
PARAMETER = re.compile(r"<(?:(\w+):)?(\w+)>")
DIFFERS = "what is said differs"
KINDS = ("individual", "pott", "pairs", "frozen")


def made(club, kind):
    """Two tables, with eight folders or more; each table plays in its last round what the other
    had in its first."""
    if kind == "pairs":
        event = make_pairs_or_teams(club, "pairs", 4, deals=DEALS, name="Par", unit=Decimal(1))
        draw_matches(event=event, settings=LeagueSettings(), actor=ACTOR, seed=1)
        Round.objects.update(state=Round.State.RELEASED)
    else:
        rules = {"accounting": "pott"} if kind == "pott" else {}
        event = make.make_released_event(
            club, tables=2, rounds=2, deals=DEALS, unit=Decimal(1), **rules
        )
    rounds = event.rounds.count()
    folders = rounds * DEALS
    if kind == "frozen":
        Event.objects.filter(pk=event.pk).update(frozen_after=1)
    else:
        FolderPlan.objects.create(event=event, folders=folders, first=[1, folders - DEALS + 1])
    Event.objects.filter(pk=event.pk).update(
        season=make_season(club=club, settings=SeasonSettings(name="S", planned=1), actor=ACTOR)
    )
    make.enter(at(event, rounds, 2), 1, WON)  # a folder that both have played then
    return Event.objects.get(pk=event.pk)


def at(event, round_, number):
    return Table.objects.select_related("round__event").get(
        round__event=event, round__number=round_, number=number
    )


def play(event, told):
    """Play a round and close it, punish, mend the deal that is secret, and settle up.

    It is the first, or the one that is frozen.
    """
    round_ = (event.frozen_after or 0) + 1
    for number, deal in product((1, 2), range(1, DEALS + 1)):
        table, record = at(event, round_, number), {**WON, "declarer": deal % 4}  # after the dealer
        if not table.revisions.filter(deal=deal).exists():
            key = uuid5(table.pk, str(deal))  # which the table's own phone reads
            make.enter(table, deal, told if (number, deal) == (1, HIDDEN) else record, key=key)
    first = at(event, round_, 1)
    words, winner = f"qvint {told['contract']}", event.participants.order_by("number")[0]
    penalty = Penalty(id=make.new_id(), seat=0, points=3, reason=words, deal=HIDDEN)
    penalise(table=first, penalty=penalty, actor=ACTOR)
    if event.frozen_after:
        points = 1 + len(told["contract"])
        other = Penalty(id=make.new_id(), seat=1, points=points, reason=words)
        penalise(table=first, penalty=other, actor=ACTOR)
    won = Bonus(id=make.new_id(), winner=winner.pk, each=2, reason=words, round=round_, deal=HIDDEN)
    give_bonus(event=event, bonus=won, actor=ACTOR)
    Round.objects.filter(event=event, number=round_).update(state=Round.State.FINAL)
    mended = ((PASSED, CORRECTIONS[0]), (told, CORRECTIONS[1]))
    for base, (record, key) in enumerate(mended, start=1):
        change = Change(first, HIDDEN, base, record)
        correct(event=event, changes=[change], reason=words, actor=ACTOR, id=key)
    settle_up(scope=event, actor=ACTOR)


@pytest.fixture(autouse=True)
def one_mark(monkeypatch):
    """What is drawn anew each time that a page is shown says nothing of a deal."""
    monkeypatch.setattr("pyotp.random_base32", lambda: "A" * 32)
    monkeypatch.setattr("lhombre_club.members.templatetags.once.new_mark", lambda: "x")


@pytest.fixture(params=KINDS)
def event(request, club):
    return made(club, request.param)


@pytest.fixture
def open_to_all(monkeypatch):
    """The protection is off: whatever is entered may be read."""
    monkeypatch.setattr(secret, "open_cards", lambda _event, tables: frozenset(
        folder.cards for table in tables for folder in table.folders.values()
    ))  # fmt: skip
    monkeypatch.setattr(secret, "is_frozen", lambda *_: False)
    monkeypatch.setattr(Field, "until", lambda field, last: field)


def routes(patterns=None, before="") -> Iterator[str]:
    """Every address of the program, as it is declared."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, before + str(each.pattern))
        elif isinstance(each, URLPattern):
            yield before + str(each.pattern)


class Known:
    """What a visitor could know to put into an address."""

    def __init__(self, event: Event) -> None:
        tables = [at(event, event.rounds.count(), 2), at(event, 1, 1)]
        seats = list(tables[1].seats.all())
        links = [self.token(table) for table in tables[:1]]
        self.words = {
            "version": ["v1"],
            "slug": ["klubbens"],
            **{name: ["none"] for name in ("key", "about")},
            "kind": ["event", "table", "season", "penalty", "score-sheet", "standings"],
            "token": links,
            "sheet": ["1-1", "R1T1"],
        }
        self.whole = [1, 2]
        self.participants = [seat.participant_id for seat in seats[:2]]
        rows = [*tables, *event.rounds.all(), *event.corrections.all()]
        self.keys = [event.pk, event.season_id, *(row.pk for row in rows), self.participants[0]]

    @staticmethod
    def token(table: Table) -> str:
        return urlsplit(issue_link(table)).path.removeprefix("/e/").rstrip("/")

    def values(self, converter: str, name: str) -> list[object]:
        if name in {"participant", "person"}:
            return [*self.participants]
        if converter == "uuid":
            return [*self.keys]
        if converter == "int":
            return [*self.whole]
        return [*self.words[name]]  # a new sort of address is named above

    def addresses(self) -> Iterator[str]:
        for route in routes():
            found = PARAMETER.findall(route)
            for values in product(*(self.values(*each) for each in found)):
                address = route
                for value in values:
                    address = PARAMETER.sub(str(value), address, count=1)
                yield "/" + address


def read(event: Event, who: str, addresses: Iterable[str] = ()) -> dict[str, str]:
    """What each of these addresses answers to somebody, or all of those that tell him anything."""
    client, found = visitor(event, who), {}
    for address in addresses or Known(event).addresses():
        answer = client.get(address)
        client.cookies.pop("messages", None)  # said on whichever page is next
        if answer.status_code < 400:
            found[address] = text(answer)
    return found


def text(answer) -> str:
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return content.decode(errors="replace")


def visitor(event: Event, who: str) -> Client:
    client = Client(headers={"accept-language": "en"}, REMOTE_ADDR="192.0.2.7")  # not the laptop
    if who == "phone":
        token = Known.token(at(event, event.rounds.count(), 2))
        assert client.get(reverse("tournaments:entry-link", args=[token])).status_code == 302
    if who == "stranger":
        client.force_login(User.objects.get(username="stranger"))
    return client


def played_as(event: Event, told: dict[str, object], look):
    """What ``look`` finds if the secret deal is played so; then it was never played."""
    before = transaction.savepoint()
    make.empty_cache()
    with time_machine.travel(make.EVENING, tick=False):
        play(event, told)
        found = look(Event.objects.get(pk=event.pk))
    transaction.savepoint_rollback(before)
    return found


def differing(event: Event, who: str) -> dict[str, str]:
    """The addresses that tell how the secret deal was played, by what they say of it."""
    Known.token(at(event, event.rounds.count(), 2))  # the same in both, as his list is
    visitor(event, who).get(reverse("tournaments:penalty-reasons"))
    one = played_as(event, ONE, lambda now: read(now, who))
    other = played_as(event, OTHER, lambda now: read(now, who, one))
    assert len([said for said in one.values() if said]) > 5
    return {
        address: " ".join(TOLD.findall(said)) or DIFFERS
        for address, said in one.items()
        if said != other.get(address) or TOLD.search(said)
    }


@pytest.mark.strict
@pytest.mark.parametrize(
    ("event", "who"),
    (
        pytest.param("individual", "phone", marks=pytest.mark.nightly),
        pytest.param("pairs", "phone", marks=pytest.mark.nightly),
        ("frozen", "phone"),
        pytest.param("individual", "stranger", marks=pytest.mark.nightly),
        pytest.param("individual", "nobody", marks=pytest.mark.nightly),
        pytest.param("pott", "nobody", marks=pytest.mark.nightly),
        pytest.param("frozen", "nobody", marks=pytest.mark.nightly),
    ),
    indirect=["event"],
)
def test_no_address_tells_of_it(event, who, stranger):
    assert differing(event, who) == {}


@pytest.mark.nightly
@pytest.mark.parametrize("event", ("individual", "frozen", "pairs"), indirect=True)
def test_the_twin_finds_it(event, open_to_all):
    found = differing(event, "nobody")
    names = {f"/s/{event.pk}/", f"/s/{event.pk}/table/", f"/s/{event.pk}/money/"}
    assert names <= found.keys()
    assert f"/s/season/{event.season_id}/" in found
    assert any("solo spar" in said for address, said in found.items() if "/p/" in address)
    assert "solo spar" in found[f"/s/{event.pk}/"], "the note of what was mended"
    assert "qvint" in found[f"/s/{event.pk}/"]


def papers(event: Event) -> list[object]:
    """What is hung up: the documents that say how the event stands."""
    of = {"standings", "crosstable"}
    told = [each.values(About(event)) for each in DOCUMENTS if each.kind in of]
    assert len(told) == len(of)
    return [str(each) for each in told]


def test_no_paper_that_is_hung_up_tells_of_it(event):
    assert played_as(event, ONE, papers) == played_as(event, OTHER, papers)


def test_its_twin_does(event, open_to_all):
    assert played_as(event, ONE, papers) != played_as(event, OTHER, papers)


@pytest.mark.strict
def test_directors_see_everything_and_are_told_what_others_do_not(event, director_client):
    season = make_season(
        club=event.club, settings=SeasonSettings(name="x", planned=1), actor="user:x"
    )

    def get(address):
        return director_client.get(address, headers={"accept-language": "en"})

    def seen(now):
        put_into_season(event=now, season=season, actor="user:x")
        page = get(reverse("tournaments:standings", args=[now.pk])).content.decode()
        (fresh,) = re.findall(r'hx-get="([^"]+)"', page)
        return page, text(get(fresh)), text(get(reverse("tournaments:season", args=[season.pk])))

    one, other = (played_as(event, told, seen) for told in (ONE, OTHER))
    for before, after in zip(one, other, strict=True):
        assert before != after
        assert "Only you see this" in before
    public = reverse("tournaments:public-season", args=[season.pk])
    assert "Only you see this" not in text(get(public))


class TestWhatIsSecret:
    @pytest.fixture
    def event(self, club):
        return made(club, "individual")

    def test_a_folder_until_the_last_table_has_played_it(self, event):
        first, last = at(event, 1, 1), at(event, 2, 2)
        for number, deal in product((1, 2), range(1, DEALS + 1)):
            make.enter(at(event, 1, number), deal, PASSED)
        assert secret_of(event).at(first.pk) == {2, 3, 4}
        assert secret_of(event).left_out == 7, (
            "of nine that are in, the first folder's two are told"
        )
        with override("en"):
            assert "7 deals are counted here that" in " ".join(doubt_sentences(doubts_of(event)))
        make.enter(last, 2, PASSED)
        assert secret_of(event).at(first.pk) == secret_of(event).at(last.pk) == {3, 4}

    def test_who_opens_a_folder_by_what_is_taken_back_is_doubted(self, event):
        """He is the last who plays it, and reads what the others did; the twin is not the last."""
        first, last = at(event, 1, 1), at(event, 2, 2)
        phone = visitor(event, "phone")

        def send(deal, base, record):
            sent = {"id": str(make.new_id()), "deal": deal, "base": base, **record}
            address = f"/api/v1/tables/{last.pk}/results/"
            answer = phone.post(address, sent, content_type="application/json")
            assert answer.status_code == 201, answer.content

        for number, deal in product((1, 2), range(1, DEALS + 1)):
            make.enter(at(event, 1, number), deal, PASSED)
        send(3, 0, {"record": PASSED})
        send(3, 1, {"withdrawn": True})
        assert not Flag.objects.exists()
        send(2, 0, {"record": PASSED})
        assert 2 not in secret_of(event).at(first.pk)
        send(2, 1, {"withdrawn": True})
        assert 2 in secret_of(event).at(first.pk)
        (doubt,) = Flag.objects.all()
        assert (doubt.table_id, doubt.deal, doubt.kind) == (last.pk, 2, Flag.Kind.DOUBT)
        assert not doubt.owner

    def test_nothing_once_the_event_is_over_or_broken_off_or_without_folders(self, event):
        make.enter(at(event, 1, 1), 2, PASSED)
        assert secret_of(event).left_out == 2
        event.abandoned = True
        assert not secret_of(event).deals
        event.abandoned = False
        Round.objects.update(state=Round.State.FINAL)
        assert not secret_of(event).deals
        Round.objects.update(state=Round.State.RELEASED)
        assert secret_of(event).left_out == 2
        FolderPlan.objects.all().delete()
        assert not secret_of(Event.objects.get()).deals

    def test_in_a_pott_also_what_comes_after_a_secret_deal(self, club):
        event = made(club, "pott")
        for number, deal in product((1, 2), range(1, DEALS + 1)):
            make.enter(at(event, 1, number), deal, PASSED)
        for deal in (2, 3, 4):
            make.enter(at(event, 2, 2), deal, PASSED)
        assert not secret_of(event).at(at(event, 1, 1).pk)
        make.enter(at(event, 2, 1), 2, PASSED)  # folder 6, but 5 is missing
        assert secret_of(event).at(at(event, 1, 2).pk) == {1, 2, 3, 4}
        make.enter(at(event, 2, 1), 1, PASSED)
        assert secret_of(event).at(at(event, 1, 2).pk) == {3, 4}

    def test_totals_are_those_of_the_open_deals_alone(self, event):
        for deal in range(1, DEALS + 1):
            make.enter(at(event, 1, 2), deal, PASSED)
        make.enter(at(event, 1, 1), 1, WON)
        make.enter(at(event, 1, 1), 2, ONE)
        book = str(at(event, 1, 1).pk)
        shown = totals_shown(event, {book})
        assert shown.left_out == 5
        assert [each.points for each in shown.totals[book]] == [-1, 2, 0, -1]
        assert [each.highest for each in shown.totals[book]] == [0, 1, 0, 0]
        assert sum(row.won for row in standings_shown(event).rows) == 2
        assert sum(row.won for row in standings(event).rows) == 3

    def test_without_folders_no_query_more(self, event, django_assert_num_queries):
        plain = Event.objects.select_related("folder_plan").get()
        FolderPlan.objects.all().delete()
        plain = Event.objects.select_related("folder_plan").get()
        with django_assert_num_queries(1):
            totals_shown(plain, {"none"})
        with django_assert_num_queries(0):
            secret_of(plain)
