"""On every page and paper that shows a total, the parts that are shown add up to it."""

import random
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from uuid import uuid4

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from lhombre_club.printing import registry
from tests import make, sizes
from tests.tournaments.played import make_pairs_or_teams, results
from tournaments.models import Event, Participant, Round, Season, Seat, Table, Team
from tournaments.papers.score_sheet.drawing import columns
from tournaments.penalties.domain.bonuses import Bonus, give_bonus
from tournaments.penalties.domain.penalties import (
    Movement,
    Penalty,
    enter_by_hand,
    from_everybody,
    penalise,
)
from tournaments.seating.domain.released import release_rounds
from tournaments.sheets.queries import sheet
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches
from tournaments.teams.domain.substitutes import set_substitute
from tournaments.words.figures import signed

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
DEALS = 6
ACTOR = "system:test"
PARTS = re.compile(r"Round \d+|Penalties|Handicap")


@dataclass
class Shown:
    """A table as it stands on a page: texts by row, the heads first."""

    rows: list[list[str]] = field(default_factory=list)
    struck: list[set[int]] = field(default_factory=list)
    """The cells of each row that are struck out."""

    @property
    def heads(self) -> list[str]:
        return self.rows[0]

    def column(self, head: str) -> list[int]:
        at = self.heads.index(head)
        return [number(row[at]) for row in self.rows[1:]]


class Reader(HTMLParser):
    """The tables of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[Shown] = []
        self.in_cell = False

    def handle_starttag(self, tag, _attributes):
        if tag == "table":
            self.tables.append(Shown())
        elif tag == "tr":
            self.tables[-1].rows.append([])
            self.tables[-1].struck.append(set())
        elif tag in ("td", "th"):
            self.tables[-1].rows[-1].append("")
            self.in_cell = True
        elif tag == "s" and self.in_cell:
            self.tables[-1].struck[-1].add(len(self.tables[-1].rows[-1]) - 1)

    def handle_endtag(self, tag):
        self.in_cell = self.in_cell and tag not in ("td", "th")

    def handle_data(self, data):
        if self.in_cell:
            row = self.tables[-1].rows[-1]
            row[-1] = " ".join(f"{row[-1]} {data}".split())


def drawing(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 -- the same every time


def tables_of(page: str) -> list[Shown]:
    reader = Reader()
    reader.feed(page)
    return reader.tables


def number(text: str) -> int:
    """The number that a cell begins with; nothing where it shows none."""
    found = re.match(r"[+−]?[\d,]+", text)
    return int(found[0].replace("−", "-").replace(",", "")) if found else 0


def page(client, name: str, *args) -> str:
    answer = client.get(reverse(f"tournaments:{name}", args=args), headers=ENGLISH)
    assert answer.status_code == 200
    return str(answer.content.decode())


def paper(kind: str, event: Event) -> str:
    """The paper as it is before it is laid out."""
    made = registry.build(kind, {"event": str(event.pk)})
    with translation.override("en"):
        said = {**made.context, "language": "en"}
        return str(render_to_string(f"print/{made.template}", said))


def adds_up(tables: Iterable[Shown]) -> int:
    """Hold that points are rounds, penalties and handicap; return in how many lines."""
    lines = 0
    for shown in tables:
        if "Points" in shown.heads and any(map(PARTS.fullmatch, shown.heads)):
            parts = [shown.column(head) for head in shown.heads if PARTS.fullmatch(head)]
            sums = [sum(line) for line in zip(*parts, strict=True)]
            assert shown.column("Points") == sums
            lines += len(sums)
    return lines


def decide(event: Event, draw: random.Random) -> None:
    """Play some deals of each table, and move points beside them."""
    for table in Table.objects.filter(round__event=event):
        players = table.seats.count()
        for deal, told in enumerate(results(draw.randrange(1000), DEALS - 2), start=1):
            make.enter(table, deal, told)
        for _ in range(draw.randrange(3)):
            fine = Penalty(
                id=uuid4(), seat=draw.randrange(players), points=draw.randrange(9), reason="Late"
            )
            penalise(table=table, penalty=fine, actor=ACTOR)
        if draw.randrange(2):
            moved = from_everybody(players=players, each=2, to=draw.randrange(players))
            movement = Movement(id=uuid4(), amounts=moved, reason="Nine matadors")
            enter_by_hand(table=table, movement=movement, actor=ACTOR)


def an_evening(club, draw: random.Random, *, tables: int = 2, rounds: int = 2) -> Event:
    """Of some rounds, for money, with a stake; one of a season."""
    season = Season.objects.create(club=club, name="2026", best=1)
    event = make.make_released_event(
        club,
        tables=tables,
        rounds=rounds,
        deals=DEALS,
        language="en",
        unit="0.50",
        season=season,
        start=draw.choice((0, 100)),
        accounting=draw.choice(("rasle", "pott", "mixed")),
    )
    decide(event, draw)
    # The same person is fined twice in one round.
    for points in (5, 3):
        fine = Penalty(id=uuid4(), seat=0, points=points, reason="Late")
        first = Table.objects.filter(round__event=event).order_by("round__number", "number")[0]
        penalise(table=first, penalty=fine, actor=ACTOR)
    for winner in draw.sample(list(event.participants.all()), k=2):
        bonus = Bonus(id=uuid4(), winner=winner.pk, each=2, reason="Nine matadors", round=1)
        give_bonus(event=event, bonus=bonus, actor=ACTOR)
    return event


def a_league(club, draw: random.Random) -> Event:
    """Of teams with handicaps, one of whom somebody of no team plays for."""
    event = make_pairs_or_teams(club, Event.Kind.TEAMS, 4, deals=DEALS, name="Hold", language="en")
    for team in event.teams.all():
        Team.objects.filter(pk=team.pk).update(handicap=draw.choice((-3, 0, 4)) or 2)
    draw_matches(event=event, settings=LeagueSettings(), actor=ACTOR, seed=1)
    missing = Seat.objects.filter(round__event=event).order_by("round__number")[0]
    set_substitute(seat=missing, person=make.make_person("Åse"), later=True, actor=ACTOR)
    release_rounds(event=event, actor=ACTOR)
    decide(event, draw)
    return Event.objects.get(pk=event.pk)


def the_standings(client, event: Event) -> None:
    """On page, public page, paper and API; and the crosstable."""
    here = adds_up(tables_of(page(client, "standings", event.pk)))
    everybody = adds_up(tables_of(page(client, "public-standings", event.pk)))
    on_paper = adds_up(tables_of(paper("standings", event)))
    players, teams = event.participants.count(), event.teams.count()
    assert here == everybody == on_paper == players + teams
    if not teams:
        assert adds_up(tables_of(paper("crosstable", event))) == players
    rows = client.get(f"/api/v1/events/{event.pk}/standings/").json()["rows"]
    assert len(rows) == players
    for row in rows:
        assert row["points"] == row["penalties"] + sum(each or 0 for each in row["rounds"])


def the_pages_of_players(client, event: Event) -> None:
    """A total is that of the rounds and their penalties, each as the standings show it.

    A round is that of its lines; a deal that he sat out is told, and the handicap of his team.
    """
    placed = client.get(f"/api/v1/events/{event.pk}/standings/").json()
    rows = {row["participant"]: row for row in placed["rows"]}
    for player in event.participants.all():
        shown = page(client, "public-player", event.pk, player.pk)
        total, *_ = re.findall(r'own__total">(.*?)</strong>', shown)
        played = re.findall(r"<h2>\s*Round (\d+), table \d+: (.*?)\s*</h2>", shown)
        fined = re.findall(r"Penalties beside it: (\S+)", shown)
        row, steps = rows[str(player.pk)], tables_of(shown)
        assert len(steps) == len(played) > 0
        for round_, came_to in played:
            assert row["rounds"][placed["rounds"].index(int(round_))] == number(came_to)
        assert row["penalties"] == sum(map(number, fined))
        lines = sum(sum(table.column("Points")) for table in steps)
        assert number(total) == row["points"] == lines
        assert ("The handicap" in shown) == bool(player.team and player.team.handicap)
        sat_out(player, steps)


def sat_out(player: Participant, steps: Iterable[Shown]) -> None:
    """Every deal in which he is dealt no cards is told as such, with what it cost him."""
    seats = Seat.objects.filter(participant=player, round__state__in=Round.SHOWN)
    for seat, table in zip(seats.order_by("round__number"), steps, strict=True):
        by_deal = {row[0]: row[2] for row in table.rows[1:] if row[0]}
        for line in sheet(seat.table).lines:
            if line.settlement and line.changes:
                idle = seat.seat in line.settlement.idle
                points = signed(line.changes[seat.seat])
                cost = [points] if points != "0" or not idle else []
                assert by_deal[str(line.deal)] == " ".join([*cost, *["sat out"] * idle])


def the_accounts(client, event: Event) -> None:
    """The total of a seat is the sum of its column."""
    for table in Table.objects.filter(round__event=event):
        (shown,) = tables_of(page(client, "account", table.pk))
        _heads, *steps, total = shown.rows
        for seat in range(table.seats.count()):
            assert number(total[1 + seat]) == sum(number(step[2 + seat]) for step in steps)


def the_sheets_on_paper(event: Event) -> None:
    """The last line of a filled sheet is the account's, and the lines with a sign come to it."""
    for table in Table.objects.filter(round__event=event):
        entered = sheet(table)
        with translation.override("en"):
            every = columns(entered, filled=True)
        (labels,) = (each.strong.split("\n") for each in every if each.kind == "result")
        points = [each for each in every if each.kind == "points"]
        balances = [each for each in every if each.kind == "balance"]
        assert labels[-1] == "Total"
        for seat, (gained, stands) in enumerate(zip(points, balances, strict=True)):
            moved = sum(map(number, f"{gained.text}\n{gained.strong}".split("\n")))
            assert number(stands.strong.split("\n")[-1]) == entered.final[seat]
            assert entered.opening[seat] + moved == entered.final[seat]


def the_matches(client, event: Event) -> None:
    """Who leads a match leads by the difference."""
    lines = 0
    for shown in tables_of(page(client, "matches", event.pk)):
        for row in shown.rows[1:]:
            home, away = (number(part.strip()) for part in row[3].split(":"))
            ahead = re.search(r" by (\d+)", row[4])
            assert abs(home - away) == (int(ahead[1]) if ahead else 0)
            lines += 1
    assert lines > 0


def the_money(client, event: Event) -> None:
    """On page and paper: kroner are those for the points and those by side bonuses."""
    asked = page(client, "money", "event", event.pk), paper("settling", event)
    for shown in (each for text in asked for each in tables_of(text)):
        if "Kroner" in shown.heads:
            kroner, parts = shown.column("Kroner"), ("For the points", "Side bonuses")
            assert [sum(line) for line in zip(*map(shown.column, parts), strict=True)] == kroner
            assert sum(kroner) == 0
            assert any(shown.column("Side bonuses"))
    assert all("Side bonuses" in text for text in asked)


SEEDS = range(sizes.of(2, 4, 12))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_total_of_an_evening_is_the_sum_of_its_parts(director_client, club, seed):
    event = an_evening(club, drawing(seed))
    for check in (the_standings, the_pages_of_players, the_accounts, the_money):
        check(director_client, event)
    the_sheets_on_paper(event)


@pytest.mark.strict
@pytest.mark.parametrize("seed", sizes.few(SEEDS))
def test_every_total_of_a_league_is_the_sum_of_its_parts(director_client, club, seed):
    event = a_league(club, drawing(seed))
    for check in (the_standings, the_pages_of_players, the_accounts, the_matches):
        check(director_client, event)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_season_is_the_evenings_that_count(client, club, seed):
    event = an_evening(club, drawing(seed), tables=1, rounds=1)
    decide(make.again(event), drawing(seed + 100))
    table, own = tables_of(page(client, "public-season", event.season_id))
    points = table.heads.index("Points")
    for row, struck in list(zip(table.rows, table.struck, strict=True))[1:]:
        counting = (at for at in (points + 1, points + 2) if at not in struck)
        assert number(row[points]) == sum(number(row[at]) for at in counting)
    assert len(table.rows) == len(own.rows) == 1 + event.participants.count()
