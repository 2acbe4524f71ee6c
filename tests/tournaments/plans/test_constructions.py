"""Each construction by itself: no repeats, and None where it does not reach."""

import pytest

from tests.tournaments.plans.recounting import recount
from tournaments.plans.constructions import (
    base_round_24,
    bose,
    construct,
    cyclic,
    galois,
    shifted,
)
from tournaments.plans.ghosts import without


@pytest.mark.parametrize(
    ("made", "players", "rounds"),
    (
        (cyclic(10, 4), 40, 4), (cyclic(29, 8, columns=5), 145, 8), (galois(4, 5), 16, 5),
        (galois(9, 9), 36, 9), (galois(20, 21), 80, 21), (galois(7, 7, columns=5), 35, 7),
        (bose(4, 5), 16, 5), (bose(7, 9), 28, 9), (bose(10, 13), 40, 13), (bose(19, 25), 76, 25),
        (base_round_24(7), 24, 7), (shifted(11, 8), 44, 8), (shifted(14, 8), 56, 8),
    ),
)  # fmt: skip
def test_nobody_meets_twice(made, players, rounds):
    assert len(made) == rounds
    for tables in made:
        assert sorted(player for table in tables for player in table) == list(range(players))
    assert recount(made, players) == 0


@pytest.mark.parametrize(
    "made",
    (
        cyclic(3, 1), cyclic(9, 4), galois(1, 1), galois(6, 2), galois(7, 8), galois(4, 6),
        bose(5, 2), bose(8, 2), bose(25, 2), bose(7, 10), shifted(3, 2), shifted(8, 9),
        shifted(10, 10), shifted(4, 4), construct(3, 2), construct(6, 4, columns=5),
        construct(5, 6),
    ),
)  # fmt: skip
def test_what_a_construction_cannot_do_it_leaves(made):
    assert made is None


def test_a_product_of_fields_is_named():
    made = construct(20, 20)
    assert made
    assert made[0] == "GF(4)·GF(5)"


def test_ghosts_never_meet_and_nobody_meets_too_many():
    made = galois(8, 6)
    assert made
    fewer = without(made, 32, 3, most=3)
    assert fewer
    assert recount(fewer, 29) == 0
    assert {tuple(sorted(map(len, tables))) for tables in fewer} == {(3, 3, 3, 4, 4, 4, 4, 4)}
    plane = galois(4, 5)
    assert plane
    assert without(plane, 16, 2, most=2) is None
    assert without(made, 32, 1, most=0) is None
