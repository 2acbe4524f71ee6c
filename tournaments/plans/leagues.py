"""Round robin of pairs or teams: who meets whom, who is at home, who sits out.

With the fewest byes it is the circle method; its home sides are those of the Berger tables (de
Werra, "Scheduling in sports", 1981: no schedule has fewer breaks). With two byes a round, kept
free so that those who sit out can lend substitutes, it is the cyclic schedule that is explained
in ``docs/algorithms/leagues.md``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

FEWEST_TEAMS = 2
BYES_ON_PURPOSE = 2
MOST_TEAMS = 60


class LeagueError(ValueError):
    """A number of teams, byes or groups for which there is no schedule."""


Match: TypeAlias = tuple[int, ...]
"""Two teams, home first, or three in a ring: the N–S of each meet the E–W of the next."""


@dataclass(frozen=True, slots=True)
class LeagueRound:
    """What is played at one time. Teams are numbers from 0."""

    matches: tuple[Match, ...]
    byes: tuple[int, ...]
    """Who sits out, and can lend substitutes."""


Schedule: TypeAlias = tuple[LeagueRound, ...]


def round_robin(teams: int, *, byes_on_purpose: bool = False, times: int = 1) -> Schedule:
    """Every two meet ``times`` times, each second time with home and away exchanged.

    With ``byes_on_purpose`` two sit out in every round but the last one, where nobody does. An
    odd number then leaves an odd number to play, so one match of each round is a ring of three;
    there two teams meet at one table, and at the other in another round. Such a schedule is for
    teams of two pairs only. Raises ``LeagueError`` for numbers that have no schedule.

    >>> [one.matches for one in round_robin(4)]
    [((0, 3), (1, 2)), ((3, 1), (2, 0)), ((2, 3), (0, 1))]
    """
    if not FEWEST_TEAMS <= teams <= MOST_TEAMS or times < 1:
        raise LeagueError(f"{teams} do not meet {times} times")
    if not byes_on_purpose:
        once = _circle(teams)
    elif teams <= BYES_ON_PURPOSE + 1:
        raise LeagueError(f"of {teams} two cannot sit out")
    else:
        once = _even_with_byes(teams) if teams % 2 == 0 else _odd_with_byes(teams)
    back = tuple(_turned(one) for one in once)
    return tuple(one for leg in range(times) for one in (back if leg % 2 else once))


def tables(match: Match) -> tuple[tuple[int, int], ...]:
    """The tables of a team match: whose pair sits N–S, whose E–W.

    >>> tables((4, 7)), tables((1, 2, 3))
    (((4, 7), (7, 4)), ((1, 2), (2, 3), (3, 1)))
    """
    return tuple(zip(match, (*match[1:], match[0]), strict=True))


def groups(order: Sequence[int], number: int) -> tuple[tuple[int, ...], ...]:
    """Part ``order``, the strongest first, into ``number`` groups of equal strength.

    They are dealt to and fro: 1 2 3, 3 2 1, 1 2 3. Sizes differ by one at most. Raises
    ``LeagueError`` where a group would have nobody to meet.

    >>> groups(range(7), 3)
    ((0, 5, 6), (1, 4), (2, 3))
    """
    if number < 1 or len(order) < FEWEST_TEAMS * number:
        raise LeagueError(f"{len(order)} do not make {number} groups")
    dealt: list[list[int]] = [[] for _ in range(number)]
    for place, team in enumerate(order):
        lap, group = divmod(place, number)
        dealt[group if lap % 2 == 0 else number - 1 - group].append(team)
    return tuple(tuple(group) for group in dealt)


def exchanged(divisions: Sequence[Sequence[int]], moving: int) -> tuple[tuple[int, ...], ...]:
    """The divisions of the next season; ``moving`` go up and as many down between neighbours.

    Each division comes in the order of its standing, the highest division first. Raises
    ``LeagueError`` where somebody would have to go up and down.

    >>> exchanged([(0, 1, 2), (3, 4, 5), (6, 7)], 1)
    ((0, 1, 3), (2, 4, 6), (5, 7))
    """
    inner = len(divisions) > FEWEST_TEAMS
    if moving < 0 or any(len(division) < moving * (1 + inner) for division in divisions):
        raise LeagueError(f"no division loses {moving} both ways")
    following = [list(division) for division in divisions]
    for upper in range(len(divisions) - 1):
        down = divisions[upper][len(divisions[upper]) - moving :]
        up = divisions[upper + 1][:moving]
        following[upper] = [team for team in following[upper] if team not in down] + [*up]
        following[upper + 1] = [*down] + [team for team in following[upper + 1] if team not in up]
    return tuple(tuple(division) for division in following)


def side_by_side(parts: Sequence[Sequence[int]], schedules: Sequence[Schedule]) -> Schedule:
    """Play the schedules of divisions or groups at the same time.

    ``parts`` says which teams the numbers of each schedule are. Where one schedule is longer than
    another, the teams of the shorter one sit the last rounds out.
    """
    length = max(len(schedule) for schedule in schedules)
    rounds = []
    for number in range(length):
        matches: list[Match] = []
        byes: list[int] = []
        for part, schedule in zip(parts, schedules, strict=True):
            if number < len(schedule):
                one = schedule[number]
                matches += [tuple(part[team] for team in match) for match in one.matches]
                byes += [part[team] for team in one.byes]
            else:
                byes += part
        rounds.append(LeagueRound(tuple(matches), tuple(byes)))
    return tuple(rounds)


def _turned(one: LeagueRound) -> LeagueRound:
    return LeagueRound(tuple(match[::-1] for match in one.matches), one.byes)


def _circle(teams: int) -> Schedule:
    """Round r pairs those whose numbers add up to 2r; who is alone meets the fixed team or nobody.

    Home alternates with the distance, so from one round to the next for each team.
    """
    modulus = teams - 1 if teams % 2 == 0 else teams
    rounds = []
    for r in range(modulus):
        matches: list[Match] = []
        fixed = modulus
        if teams % 2 == 0:
            matches.append((r, fixed) if r % 2 == 0 else (fixed, r))
        for distance in range(1, modulus // 2 + 1):
            ends = ((r + distance) % modulus, (r - distance) % modulus)
            matches.append(ends if distance % 2 else ends[::-1])
        rounds.append(LeagueRound(tuple(matches), () if teams % 2 == 0 else (r,)))
    return tuple(rounds)


def _even_with_byes(teams: int) -> Schedule:
    """Differences 1 … n/2 - 1 once each in a base round that turns; n/2 in the last round."""
    even, odd = divmod(teams // 2 - 1, 2)
    matches = [(even - step, even + step) for step in range(1, even + 1)]
    low = 3 * even + odd
    matches += [(low - step, low + 1 + step) for step in range(even + odd)]
    base = LeagueRound(tuple(matches), (even, teams - 1))
    half = teams // 2
    last = LeagueRound(tuple((team, team + half) for team in range(half)), ())
    return (*_developed(base, teams), last)


def _odd_with_byes(teams: int) -> Schedule:
    """A ring of differences 1, 1, 2, matches of differences 3 … (n-1)/2, and a last round.

    In the last round the N–S of each meet the E–W of the next but one: the other table of those
    who are the ends of a ring.
    """
    most = teams // 2
    even, odd = most // 2 - 1, (most - 1) // 2
    centre = even + 1
    matches: list[Match] = [(centre - 1, centre, centre + 1)]
    matches += [(centre - step, centre + step) for step in range(2, even + 2)]
    low = 2 * even + 3 + odd
    matches += [(low - step, low + 1 + step) for step in range(1, odd + 1)]
    base = LeagueRound(tuple(matches), (low, low + 1))
    ring = tuple(2 * step % teams for step in range(teams))
    return (*_developed(base, teams), LeagueRound((ring,), ()))


def _developed(base: LeagueRound, modulus: int) -> Schedule:
    return tuple(
        LeagueRound(
            tuple(tuple((team + turn) % modulus for team in match) for match in base.matches),
            tuple((team + turn) % modulus for team in base.byes),
        )
        for turn in range(modulus)
    )
