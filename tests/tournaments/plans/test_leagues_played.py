"""A team season and a pair evening, played through with random results to their standings.

The standings are worked out a second time here from nothing but who declared for how much: the
declarer's side gains what two opponents pay, the other side loses it.
"""

import random
from collections import Counter

import pytest

from rules import RULESETS, read_result, settle
from scoring.ledger import SEATS
from scoring.sequence import account_rules, fold
from scoring.standings import (
    Evening,
    Order,
    SeasonRules,
    StandingsLine,
    at_table,
    by_place,
    by_player,
    by_team,
    divisions,
    ranked,
    season,
)
from tournaments.plans.folders import FolderRules, check_movement, movement, spread
from tournaments.plans.leagues import round_robin
from tournaments.plans.matches import lend, pairs_of, seats, team_tables

DLU = RULESETS["dlu"]
TEAMS, MEMBERS = 13, 4
DEALS = 8
"""At each table of the season; an evening has more, which shows nothing new."""


def lots(seed):
    return random.Random(seed)  # noqa: S311 -- results that anybody can draw again


def play(dealer, rng):
    """One deal: its settlement, and by seat what it brings to the two pairs together."""
    deal = {"players": 4, "dealer": dealer}
    if rng.random() < 0.1:
        return settle(read_result({**deal, "passed": True}, DLU), DLU), 0
    deal["pairs"] = True
    declarer = (dealer + rng.choice((-1, 0, 1))) % 4
    bid = rng.choice(("spil", "tourne", "solo"))
    went = rng.choice(("won", "won", "bet", "kodille"))
    record = read_result({**deal, "declarer": declarer, "contract": bid, "outcome": went}, DLU)
    settled = settle(record, DLU)
    side = 1 if declarer % 2 == 0 else -1
    return settled, 2 * side * settled.declarers[0].value


def account(places, played, stands_in=None):
    """The lines of a table with these four places in seats 0 … 3, after these settlements."""
    dealt = fold(account_rules(players=4), list(enumerate(played, start=1)))
    assert len(dealt[-1].balances) == SEATS
    lines = [
        StandingsLine(
            key=str(place),
            player=str((stands_in or {}).get(place, place)),
            points=dealt[-1].balances[seat],
            deals=sum(seat not in settled.sitters for settled in played),
        )
        for seat, place in enumerate(places)
    ]
    return at_table(lines, opponents=2)


def in_order(totals):
    """(place, total) from the highest on; equals share a place."""
    return [
        (1 + sum(other > total for other in totals.values()), total)
        for total in sorted(totals.values(), reverse=True)
    ]


def placed(table):
    return [(placing.rank, placing.line.total) for placing in table.placings]


def play_season(seed, *, mixing):
    """Every evening's lines, the teams' totals counted apart, and who helped how often."""
    rng = lots(seed)
    evenings, totals = [], Counter(dict.fromkeys(range(TEAMS), 0))
    lent: Counter[int] = Counter()
    for number, one in enumerate(round_robin(TEAMS, byes_on_purpose=True)):
        players = {team: range(MEMBERS * team, MEMBERS * (team + 1)) for team in range(TEAMS)}
        spare = [player for team in one.byes for player in players[team]]
        here = [p for match in one.matches for team in match for p in players[team]]
        stands_in = lend(rng.sample(here, 5 if spare else 0), spare, lent, rng)
        lent.update(stands_in.values())
        lines: list[StandingsLine] = []
        for match in one.matches:
            for (home, first), (away, second) in team_tables(match):
                north_south = pairs_of(players[home], number, mixing=mixing)[first]
                east_west = pairs_of(players[away], number, mixing=mixing)[second]
                played = [play(deal % 4, rng) for deal in range(DEALS)]
                lines += account(
                    seats(north_south, east_west), [deal for deal, _ in played], stands_in
                )
                totals[home] += sum(gain for _, gain in played)
                totals[away] -= sum(gain for _, gain in played)
        evenings.append(Evening(str(number), tuple(lines)))
    return evenings, totals, lent


@pytest.mark.parametrize("mixing", (False, True))
def test_a_season_of_thirteen_teams_two_of_whom_sit_out(mixing):
    evenings, totals, _ = play_season(5, mixing=mixing)
    members = {str(player): str(player // MEMBERS) for player in range(TEAMS * MEMBERS)}
    lines = [line for evening in evenings for line in evening.lines]
    teams = by_team(lines, members)
    assert {int(line.key): line.points for line in teams} == totals
    assert sum(totals.values()) == 0
    assert placed(ranked(teams, Order())) == in_order(totals)
    of_teams = [Evening(e.key, by_team(e.lines, members)) for e in evenings]
    table = season(of_teams, SeasonRules(of=14), Order())
    assert placed(table.ranked) == in_order(totals)
    assert all(len(shares) == 14 for shares in table.shares.values())
    assert sum(line.deals for line in teams) == 3 * DEALS * TEAMS * (TEAMS - 1)


def test_a_substitute_plays_for_the_place_and_keeps_his_own_figures():
    evenings, totals, lent = play_season(6, mixing=False)
    lines = [line for evening in evenings for line in evening.lines]
    assert sum(lent.values()) == 13 * 5
    assert max(lent.values()) - min(lent.values()) <= 3
    own = {line.key: line.points for line in by_player(lines)}
    kept = {line.key: line.points for line in by_place(lines)}
    for player in map(str, range(TEAMS * MEMBERS)):
        for_others = sum(x.points for x in lines if x.player == player != x.key)
        by_others = sum(x.points for x in lines if x.key == player != x.player)
        assert own[player] == kept[player] + for_others - by_others
    assert own != kept
    nights: dict[int, set[str]] = {player: set() for player in lent}
    for evening in evenings:
        for line in evening.lines:
            if line.player != line.key:
                nights[int(line.player)].add(evening.key)
                byes = round_robin(TEAMS, byes_on_purpose=True)[int(evening.key)].byes
                assert int(line.player) // MEMBERS in byes
    assert {player: len(own) for player, own in nights.items()} == lent
    # The twin: were a substitute's points his own team's, the standings would be others.
    wrong = by_team(
        [StandingsLine(key=line.player, points=line.points) for line in lines],
        {str(player): str(player // MEMBERS) for player in range(TEAMS * MEMBERS)},
    )
    assert {int(line.key): line.points for line in wrong} != totals


def test_a_handicap_and_divisions_of_the_same_season():
    evenings, totals, _ = play_season(7, mixing=False)
    members = {str(player): str(player // MEMBERS) for player in range(TEAMS * MEMBERS)}
    lines = [line for evening in evenings for line in evening.lines]
    best = sorted(totals, key=lambda team: -totals[team])[:4]
    teams = by_team(lines, members, {str(team): -30 for team in best})
    assert {int(line.key): line.total for line in teams} == {
        team: total - 30 * (team in best) for team, total in totals.items()
    }
    parted = divisions(teams, {str(team): str(team % 2) for team in range(TEAMS)})
    for half in range(2):
        own = {t: totals[t] - 30 * (t in best) for t in range(half, TEAMS, 2)}
        table = ranked(by_team(parted[str(half)], {str(t): str(t) for t in own}), Order())
        assert placed(table) == in_order(own)


@pytest.mark.parametrize("seed", (1, 2, 3))
def test_a_pair_evening_of_forty_deals_with_folders(seed):
    """Ten pairs at five tables: N–S stay, E–W go up and the folders down, eight at a time."""
    rng = lots(seed)
    rules = FolderRules(
        tables=5, deals=40, folders=40, first=spread(5, 40, 8), together=8, step=-1
    )  # fmt: skip
    made = movement(rules)
    # A pair is named by its table; E–W pair e is 5 + e, and sits at table e - part.
    parts = [[(table, 5 + (table + part) % 5) for table in range(5)] for part in range(5)]
    seated = tuple(
        tuple(seats((2 * ns, 2 * ns + 1), (2 * ew, 2 * ew + 1)) for ns, ew in tables)
        for tables in parts
    )
    assert check_movement(made, seated) == ()
    lines: list[StandingsLine] = []
    totals = Counter(dict.fromkeys(range(10), 0))
    compared: dict[tuple[int, int, int], list[int]] = {}
    for part, tables in enumerate(parts):
        for table, (north_south, east_west) in enumerate(tables):
            deals = made[table][8 * part : 8 * part + 8]
            played = [play((deal.folder - 1) % 4, rng) for deal in deals]
            lines += account(seated[part][table], [deal for deal, _ in played])
            for deal, (_, gain) in zip(deals, played, strict=True):
                totals[north_south] += gain
                totals[east_west] -= gain
                compared.setdefault(deal.cards, []).append(gain)
    assert {len(gains) for gains in compared.values()} == {5}
    assert len(compared) == 40
    teams = by_team(lines, {str(player): str(player // 2) for player in range(20)})
    assert {int(line.key): line.points for line in teams} == totals
    assert placed(ranked(teams, Order())) == in_order(totals)
    assert sum(totals.values()) == 0
