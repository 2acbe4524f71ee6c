"""What is counted of touts, of tables and by programs, counted again from the raw deals."""

import pytest
from django.urls import reverse

from tests import make
from tests.tournaments.figures.raw import deals_of, play, tables_of
from tests.tournaments.years.test_every_figure import (
    DEALS,
    ENDS,
    NAMES,
    called,
    games_of,
    players,
    table,
    tallies,
    whole,
)
from tournaments.years.counting import count_on

pytestmark = [pytest.mark.django_db, pytest.mark.strict]


def read(client, name, *keys):
    """A page of an event, of the club, or of one who plays there."""
    address = reverse(f"tournaments:{name}", args=keys)
    return client.get(address, headers={"accept-language": "en"}).content.decode()


@pytest.fixture
def people(club):
    return make.make_members(club, 8)


def with_touts(lines, touts):
    """The same lines with a figure more, after how games ended."""
    places = {line: -1 if len(cells) < 9 else len(cells) for line, cells in lines.items()}
    for line, cells in lines.items():
        made = [how for whose, how in touts if line in (whose, "All")]
        told = [float(made.count("made")), float(len(made))] if made else []
        cells.insert(places[line] if places[line] > 0 else len(cells) - 1, told)
    return lines


def touts_of(event, by):
    """How each tout went that was announced, with the line that it counts for."""
    found = []
    for at, (number, _deal, said, there, _moved) in zip(
        tables_of(event), deals_of(event), strict=True
    ):
        if "tout" in said:
            found.append((by(number, at, said, there), said["tout"]))
    return found


def at_tables(event):
    """What a page says of each table, and of all of them."""
    games = []
    for at, (number, _deal, said, there, moved) in zip(
        tables_of(event), deals_of(event), strict=True
    ):
        if not said.get("passed"):
            seat, place = said["declarer"], f"Round {number}, table {at}"
            games.append((there[seat], place, "", said["outcome"], moved[seat]))
    return tallies(games, 1)


def of_contract(_number, _table, said, _there):
    return NAMES[said["contract"]]


def of_table(number, table, _said, _there):
    return f"Round {number}, table {table}"


def of_player(_number, _table, said, there):
    return called(there[said["declarer"]])


@pytest.fixture
def announced(club, people):
    """An evening with touts."""
    event = make.make_released_event(
        club, tables=2, rounds=2, deals=DEALS, people=people, language="en"
    )
    play(event, DEALS, touts=True)
    return event


def test_an_evening_with_touts_and_its_tables(client, announced):
    page = read(client, "public-figures", announced.pk)
    tables = with_touts(at_tables(announced), touts_of(announced, of_table))
    assert table(page, "The tables") == tables
    contracts = tallies(games_of([announced]), 1)
    told = with_touts(contracts, touts_of(announced, of_contract))
    assert table(page, "The contracts") == told
    own = with_touts(players([announced]), touts_of(announced, of_player))
    assert table(page, "Where the points come from") == own
    assert {how for _line, how in touts_of(announced, of_table)} == {"made", "failed"}
    assert "The pairs together" not in page


def test_the_years_of_a_club_know_its_touts_and_each_player_his(
    client, club, announced, people, director_client
):
    assert count_on(club, seconds=60) == 0
    page, games = read(client, "public-years", club.pk), games_of([announced])
    touts = touts_of(announced, of_contract)
    assert table(page, "The contracts") == with_touts(tallies(games, 1), touts)
    own = with_touts(players([announced]), touts_of(announced, of_player))
    assert table(page, "Where the points come from") == own
    told = director_client.get(f"/api/v1/clubs/{club.pk}/years/").json()
    for lines in (told["contracts"], told["hands"], told["players"]):
        for tout in ("made", "failed"):
            assert sum(each[f"tout_{tout}"] for each in lines) == [how for _, how in touts].count(
                tout
            )
    for person in people:
        page = read(client, "public-years-player", club.pk, person.pk)
        his = [each for each in touts_of(announced, of_player) if each[0] == person.name]
        line = table(page, "Where the points come from")[person.name]
        assert line == (own[person.name] if his else own[person.name][:-1])


def test_the_interface_for_programs_says_the_same(announced, director_client):
    told = director_client.get(f"/api/v1/events/{announced.pk}/figures/").json()
    ends = ("games", *ENDS)
    assert {
        each["name"]: whole(
            *(each[part] for part in ("total", "points", "defended", "out", "beside", "held")),
            *(each[end] for end in ends),
        )
        for each in told["players"]
    } == players([announced])
    expected = at_tables(announced)
    assert expected.pop("All")
    assert {
        f"Round {each['round']}, table {each['table']}": whole(
            *(each[end] for end in ends), each["points"]
        )
        for each in told["tables"]
    } == expected
    expected = tallies(games_of([announced]), 1)
    assert expected.pop("All")
    assert {
        NAMES[each["contract"]]: whole(*(each[end] for end in ends), each["points"])
        for each in told["contracts"]
    } == expected
    touts = [how for _line, how in touts_of(announced, of_table)]
    for lines in (told["contracts"], told["tables"], told["players"]):
        for tout in ("made", "failed"):
            assert sum(each[f"tout_{tout}"] for each in lines) == touts.count(tout)
    assert told["deals"] == 4 * DEALS
    assert told["teams"] == []
    assert {"title", "who", "says"} == set(told["awards"][0])
