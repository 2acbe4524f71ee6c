"""Each figure that a page of statistics shows, counted again from the raw deals.

What the pages say is read from their HTML; what it is compared with comes from the records and the
journal's rows alone, with the formulas of a book of statistics.
"""

import datetime as dt
import math
import re
import statistics
from collections import Counter, defaultdict
from html import unescape
from itertools import groupby

import pytest
from django.urls import reverse

from lhombre_club.members.models import Person
from tests import make
from tests.tournaments.figures.raw import deals_of, parts_of, play
from tournaments.models import Event, Participant, Table
from tournaments.penalties.domain.penalties import Penalty, penalise
from tournaments.years.counting import count_on

pytestmark = [pytest.mark.django_db, pytest.mark.strict]
DEALS = 40
LEAST = 30
ENDS = ("won", "bet", "kodille")
Z = statistics.NormalDist().inv_cdf(0.975)
NAMES = {
    "spil": "Spil", "solo": "Solo", "ren_nolo": "Ren nolo", "nolo_ouvert": "Nolo ouvert",
    "tourne": "Tourné",
}  # fmt: skip
HANDS = {1: "Forehand", 3: "Middlehand", 0: "Backhand"}
"""By how many seats after the dealer."""


@pytest.fixture
def people(club):
    return make.make_members(club, 8)


@pytest.fixture
def evenings(club, people):
    """Two of the same eight, with a penalty each."""
    found = []
    for year in (2026, 2027):
        event = make.make_released_event(
            club, tables=2, rounds=2, deals=DEALS, people=people, language="en"
        )
        table = play(event, DEALS)[year % 2]
        fine = Penalty(id=make.new_id(), seat=2, points=3, reason="late", deal=0)
        penalise(table=table, penalty=fine, actor="user:director")
        Event.objects.filter(pk=event.pk).update(date=dt.date(year, 3, 1))
        found.append(event)
    assert count_on(club, seconds=60) == 0
    return found


@pytest.fixture
def read(client, club):
    """Reads a page of an event, of the club, or of one who plays there."""

    def text(name, *keys):
        address = reverse(f"tournaments:{name}", args=keys)
        return client.get(address, headers={"accept-language": "en"}).content.decode()

    return text


def plain(html):
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def numbers(html):
    """All the figures of a cell."""
    said = plain(html).replace("\N{MINUS SIGN}", "-").replace(",", "")
    return [float(each) for each in re.findall(r"[+-]?\d+(?:\.\d+)?", said)]


def table(page, label):
    """The figures of each line of a table, by what heads the line."""
    body = page.partition(f'aria-label="{label}"')[2].partition("<tbody>")[2]
    found = {}
    for row in re.findall(r"<tr>(.*?)</tr>", body.partition("</tbody>")[0], re.DOTALL):
        (head,) = re.findall(r"<th[^>]*>(.*?)</th>", row, re.DOTALL)
        cells = re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)
        found[plain(head)] = list(map(numbers, cells))
    return found


def close(figures):
    """As near as a figure of so many places can be written."""
    return [pytest.approx(each, abs=0.0051) for each in figures]


def whole(*figures):
    return [[each] for each in figures]


def called(person):
    return Person.objects.get(pk=person).name


def games_of(events):
    """Each game: whose, contract, hand, how it ended, and what it moved for him."""
    found = []
    for event in events:
        for _round, deal, said, there, moved in deals_of(event):
            if not said.get("passed"):
                seat = said["declarer"]
                hand = HANDS[(seat - (deal - 1)) % 4]
                game = (NAMES[said["contract"]], hand, said["outcome"], moved[seat])
                found.append((there[seat], *game))
    return found


def players(events):
    """What a page says of each player, in the order of its columns."""
    parts: defaultdict[object, Counter[str]] = defaultdict(Counter)
    for event in events:
        person = dict(Participant.objects.filter(event=event).values_list("pk", "person_id"))
        for key, each in parts_of(event).items():
            parts[person[key]].update(each)
        for _round, deal, _said, there, _moved in deals_of(event):
            out = (deal - 1 + 2) % 4  # opposite the dealer
            for seat, who in enumerate(there):
                parts[who]["held"] += seat != out
    for who, _contract, _hand, outcome, _points in games_of(events):
        parts[who][outcome] += 1
    return {
        called(who): whole(
            sum(own[each] for each in ("points", "defended", "out", "beside")),
            *(own[each] for each in ("points", "defended", "out", "beside", "held")),
            sum(own[each] for each in ENDS),
            *(own[each] for each in ENDS),
        )
        for who, own in parts.items()
    }


def tallies(games, by):
    """What a page says of each contract (``by`` 1) or hand (2), and of all of them."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for game in games:
        for line in (game[by], "All"):
            found[line][game[3]] += 1
            found[line]["points"] += game[4]
    return {
        line: whole(sum(own[each] for each in ENDS), *(own[each] for each in ENDS), own["points"])
        for line, own in found.items()
    }


def share(part, of):
    """The roots of what Wilson solved, in percent; nothing of too few."""
    if of < LEAST:
        return []
    is_, square = part / of, Z * Z / of
    a, b, c = 1 + square, -(2 * is_ + square), is_ * is_
    root = math.sqrt(b * b - 4 * a * c)
    return [round(100 * each) for each in (is_, (-b - root) / 2 / a, (-b + root) / 2 / a)]


def mean(points):
    if len(points) < LEAST:
        return []
    is_ = statistics.fmean(points)
    half = Z * statistics.stdev(points) / math.sqrt(len(points))
    return [is_, is_ - half, is_ + half]


def sure(games):
    won = [game[3] for game in games].count("won")
    return [[len(games)], share(won, len(games)), close(mean([game[4] for game in games]))]


def company(events, own):
    """What the page of a player says of each with whom he has held cards."""
    points: defaultdict[object, list[int]] = defaultdict(list)
    lost: defaultdict[object, list[bool]] = defaultdict(list)
    for event in events:
        for _round, deal, said, there, moved in deals_of(event):
            with_cards = [who for seat, who in enumerate(there) if seat != (deal + 1) % 4]
            for other in set(with_cards) - {own} if own in with_cards else ():
                points[other].append(moved[there.index(own)])
                if not said.get("passed"):
                    by = there[said["declarer"]]
                    role = "own" if by == own else "other" if by == other else "third"
                    lost[other, role].append(said["outcome"] != "won")
    return {
        called(other): [
            [len(each)],
            close(mean(each)),
            share(lost[other, "own"].count(False), len(lost[other, "own"])),
            share(sum(lost[other, "other"]), len(lost[other, "other"])),
            share(sum(lost[other, "third"]), len(lost[other, "third"])),
        ]
        for other, each in points.items()
    }


def test_an_evening(read, evenings):
    page = read("public-figures", evenings[0].pk)
    assert table(page, "Where the points come from") == players(evenings[:1])
    assert table(page, "The contracts") == tallies(games_of(evenings[:1]), 1)
    assert f"{4 * DEALS} deals, with those that all passed." in plain(page)


def test_a_club(read, club, evenings):
    page, games = read("public-years", club.pk), games_of(evenings)
    assert table(page, "Where the points come from") == players(evenings)
    assert table(page, "The contracts") == tallies(games, 1)
    assert table(page, "From which hand") == tallies(games, 2)
    by_who = {who: [game for game in games if game[0] == who] for who, *_rest in games}
    assert table(page, "How sure that is") == {
        **{called(who): sure(own) for who, own in by_who.items()},
        "All": sure(games),
    }
    assert any(len(own) >= LEAST for own in by_who.values())
    assert f"2 events. {8 * DEALS} deals, with those that all passed." in plain(page)


def test_each_player(read, club, evenings, people):
    for person in people:
        page = read("public-years-player", club.pk, person.pk)
        own = [game for game in games_of(evenings) if game[0] == person.pk]
        assert table(page, "Where the points come from") == {
            person.name: players(evenings)[person.name]
        }
        assert table(page, "The contracts") == tallies(own, 1)
        assert table(page, "From which hand") == tallies(own, 2)
        assert table(page, "How sure that is") == {
            person.name: sure(own),
            "The club": sure(games_of(evenings)),
        }
        assert table(page, "With whom and against whom") == company(evenings, person.pk)
        told, so_far = [], 0
        for event in evenings:
            (total,), *_parts, (games,), (won,), _bet, _kodille = players([event])[person.name]
            so_far += total
            told.append(whole(total, so_far, games, won))
        assert list(table(page, "Evening by evening").values()) == told[::-1]


def best_of(figures):
    """Whose is the most, and how much it is."""
    most = max(figures.values())
    best = (who for who, figure in figures.items() if figure == most)
    return {called(who[0] if isinstance(who, tuple) else who) for who in best}, most


def defenders(event):
    """What the games of others moved for each who held cards; of those who defended often."""
    moved: defaultdict[object, list[int]] = defaultdict(list)
    for _round, deal, said, there, points in deals_of(event):
        for seat, who in enumerate(there):
            if not said.get("passed") and seat not in {said["declarer"], (deal + 1) % 4}:
                moved[who].append(points[seat])
    often = max(map(len, moved.values()))
    return {who: statistics.fmean(all_) for who, all_ in moved.items() if 2 * len(all_) >= often}


def raw_awards(event):
    """Whose each award is, and by how much."""
    rounds: Counter[object] = Counter()
    for number, _deal, _said, there, moved in deals_of(event):
        for seat, who in enumerate(there):
            rounds[who, number] += moved[seat]
    games = games_of([event])
    by_who = {who: [game for game in games if game[0] == who] for who, *_rest in games}
    ended = {who: [game[3] for game in own] for who, own in by_who.items()}
    runs = {
        who: max((len(list(run)) for end, run in groupby(own) if end == "won"), default=0)
        for who, own in ended.items()
    }
    dearest = {who: max(game[4] for game in own) for who, own in by_who.items()}
    return {
        "The game that brought most": best_of(dearest),
        "The longest run of games won": best_of(runs),
        "The best round": best_of(rounds),
        "The best defender": best_of(defenders(event)),
        "The unluckiest": best_of({who: own.count("kodille") for who, own in ended.items()}),
    }


def test_the_awards_of_an_evening(read, evenings):
    for at, event in enumerate(evenings):
        nolo = {"declarer": at, "contract": "nolo_ouvert", "outcome": "won"}
        make.enter(Table.objects.filter(round__event=event)[at], 1, nolo, base=1)
        page = read("public-figures", event.pk).partition('<dl class="awards">')[2]
        told = dict(re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", page, re.DOTALL))
        for title, (names, figure) in raw_awards(event).items():
            who, _strong, says = told[title].rpartition("</strong>")
            if len(names) > 3:
                assert "would share it" in says
                continue
            assert set(re.split(", | and ", plain(who))) == names, title
            assert any(abs(each - figure) < 0.0051 for each in numbers(says)), title
