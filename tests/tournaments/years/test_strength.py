"""Strengths, beside the same worked out otherwise; and what holds of them whoever plays."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.years.strength import (
    BELIEVED,
    EVENING,
    NARROWEST,
    USUAL,
    Balance,
    information,
    inverse,
    strengths,
)

PLAYERS = "abcdefgh"


@st.composite
def deals(draw, least=1):
    """Deals of an evening: three or four hold cards, and one wins what the others lose."""
    made = []
    for _ in range(draw(st.integers(least, 30))):
        held = draw(st.permutations(PLAYERS))[: draw(st.sampled_from((3, 3, 3, 4)))]
        value = draw(st.integers(-8, 8))
        moves = [value * (len(held) - 1), *[-value] * (len(held) - 1)]
        made.append(list(zip(held, moves, strict=True)))
    return made


def solved(matrix, right):
    """Solve a system of equations in fractions, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for place in range(len(rows)):
        pivot = next(number for number in range(place, len(rows)) if rows[number][place])
        rows[place], rows[pivot] = rows[pivot], rows[place]
        rows[place] = [figure / rows[place][place] for figure in rows[place]]
        for number, row in enumerate(rows):
            if number != place:
                rows[number] = [a - row[place] * b for a, b in zip(row, rows[place], strict=True)]
    return [row[-1] for row in rows]


def independent(evening):
    """Strengths and their variances from the deals themselves, in fractions.

    Each deal is an equation for each with cards: what it moved for him, beyond the mean.
    """
    names = sorted({name for deal in evening for name, _moved in deal})
    size = len(names)
    normal = [[Fraction(0)] * size for _ in names]
    right = [Fraction(0)] * size
    squares, free = Fraction(0), 0
    for deal in evening:
        many, total = len(deal), sum(moved for _name, moved in deal)
        free += many - 1
        for name, moved in deal:
            beyond = moved - Fraction(total, many)
            row = [
                (each == name) - (Fraction(1, many) if each in dict(deal) else 0) for each in names
            ]
            squares += beyond**2
            for one in range(size):
                right[one] += row[one] * beyond
                for other in range(size):
                    normal[one][other] += row[one] * row[other]
    chance = squares / free
    trace = sum(normal[one][one] for one in range(size))
    clear = sum(figure**2 for row in normal for figure in row)
    seen = (sum(figure**2 for figure in right) - chance * trace) / clear
    usual = Fraction(str(USUAL)) ** 2 * chance
    players = size * (usual / (usual + chance * trace / clear)) ** 2
    variance = (players * seen + BELIEVED * usual) / (players + BELIEVED)
    variance = max(variance, Fraction(str(NARROWEST)) ** 2 * chance)
    for one in range(size):
        normal[one][one] += chance / variance
    points = solved(normal, right)
    found = {}
    for place, name in enumerate(names):
        unit = [Fraction(each == name) for each in names]
        error = (chance * solved(normal, unit)[place]) ** Fraction(1, 2)
        found[name] = (EVENING * float(points[place]), EVENING * float(error))
    return found


def told(evening):
    return strengths(Balance.of(evening))


def near(found, expected):
    assert found.keys() == expected.keys()
    for name, (points, error) in expected.items():
        assert found[name].points == pytest.approx(points, abs=1e-9)
        assert found[name].error == pytest.approx(error, abs=1e-9)


@given(deals())
def test_they_are_those_of_an_independent_reckoning(evening):
    if any(moved for deal in evening for _name, moved in deal):
        near(told(evening), independent(evening))
    else:
        assert told(evening) == {}


@given(deals(), st.randoms(use_true_random=False))
def test_neither_the_order_of_deals_nor_that_of_players_matters(evening, chance):
    mixed = [chance.sample(deal, len(deal)) for deal in chance.sample(evening, len(evening))]
    near(told(mixed), {name: (one.points, one.error) for name, one in told(evening).items()})


@given(deals())
def test_they_add_up_to_nothing(evening):
    assert sum(one.points for one in told(evening).values()) == pytest.approx(0, abs=1e-8)


@given(deals(), deals())
def test_evenings_add_up_and_can_be_taken_away_again(first, second):
    both = Balance.of(first)
    both.take(Balance.of(second))
    together, apart = Balance.of([*first, *second]), Balance.of(first)
    assert (both.gained, both.weights, both.spread) == (
        together.gained,
        together.weights,
        together.spread,
    )
    both.take(Balance.of(second), -1)
    assert strengths(both) == strengths(apart)


def game(declarer, others, value):
    return [(declarer, 2 * value), *((other, -value) for other in others)]


def same(times, chance):
    """Deals of three of six who are alike, as chance would have them."""
    for _ in range(times):
        declarer, *others = chance.sample(PLAYERS[:6], 3)
        yield game(declarer, others, chance.choice((-4, -2, 1, 2, 3)))


@given(deals(), deals())
def test_more_is_known_of_everybody_after_more_deals(first, second):
    """As long as strengths are taken to vary as much."""

    def unsure(evening):
        known = information(PLAYERS, Balance.of(evening).weights)
        for place, row in enumerate(known):
            row[place] += 1
        return [row[place] for place, row in enumerate(inverse(known))]

    before, after = unsure(first), unsure([*first, *second])
    assert all(more <= less + 1e-12 for less, more in zip(before, after, strict=True))
    assert sum(after) < sum(before)


def test_a_new_player_is_an_average_one_and_least_sure():
    evening = list(same(200, Random(2)))  # noqa: S311 -- it is to be repeated
    new = [("z", 0), ("a", 3), ("b", -3)]
    found = told([*evening, new])
    assert abs(found["z"].points) < 1
    assert found["z"].error == max(one.error for one in found.values())


def test_who_meets_the_strong_is_not_rated_lower_for_it():
    """Two break even: one with those who win from all others, one with those who lose."""
    evening = []
    for one, other in combinations("ABCD", 2):
        evening += [game(one, ("w", "x"), 3), game(other, ("y", "z"), 3)] * 6
        evening += [game("m", (one, other), 1), game("m", (one, other), -1)] * 6
    for one, other in combinations("wxyz", 2):
        evening += [game("n", (one, other), 1), game("n", (one, other), -1)] * 6
    found = told(evening)
    assert found["m"].points > found["n"].points + found["n"].error


def test_two_of_one_name_at_a_table_say_nothing_of_each_other():
    found = told([[("Guest", 4), ("Guest", -2), ("a", -2)]] * 3)
    assert found["Guest"].points > 0 > found["a"].points


def test_nothing_is_told_where_nothing_was_moved():
    assert strengths(Balance()) == {}
    assert told([[("a", 0), ("b", 0), ("c", 0)]]) == {}
    assert told([[("a", 3)], []]) == {}


@given(st.integers(1, 12), st.randoms(use_true_random=False))
def test_the_inverse_undoes_the_matrix(size, chance):
    half = [[chance.uniform(-1, 1) for _ in range(size)] for _ in range(size)]
    matrix = [
        [sum(a * b for a, b in zip(one, other, strict=True)) + (one is other) for other in half]
        for one in half
    ]
    found = inverse(matrix)
    for place, row in enumerate(matrix):
        for column in range(size):
            product = sum(figure * found[each][column] for each, figure in enumerate(row))
            assert product == pytest.approx(float(place == column), abs=1e-9)
