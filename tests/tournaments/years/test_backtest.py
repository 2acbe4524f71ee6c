"""A small back-test of the playing strength; the whole is ``tests.bench.bench_rating``."""

import statistics

import pytest

from tests.tournaments.years.raters import RATERS, Ranks, beats, measure
from tests.tournaments.years.simulated import Setting, Simulation
from tournaments.years.strength import Strength

PROGRAM, MEAN = "linear, five years", "mean of points a deal"
CHOSEN = {name: RATERS[name] for name in (PROGRAM, MEAN)}


@pytest.fixture(scope="module")
def usual():
    return measure(Setting(), CHOSEN, seasons=2, times=4)


@pytest.fixture(scope="module")
def apart():
    return measure(Setting(apart=True), CHOSEN, seasons=2, times=6)


@pytest.mark.strict
def test_its_order_is_nearer_to_the_true_one_with_each_season(usual):
    first, second = (statistics.mean(usual[PROGRAM].order[after]) for after in (1, 2))
    assert 0.6 < first < second


def test_true_strengths_lie_where_it_says(usual):
    inside = [each for many in usual[PROGRAM].inside.values() for each in many]
    assert 0.9 < statistics.mean(inside) <= 1


def test_what_it_predicts_comes_true(usual):
    for said, came, many in usual[PROGRAM].bins():
        assert abs(said - came) < 3 * (said * (1 - said) / many) ** 0.5 + 0.02
    assert usual[PROGRAM].loss < 0.693


@pytest.mark.strict
def test_who_meets_the_strong_is_rated_as_who_meets_the_weak(apart):
    """Unlike by the mean of his points: both are average players."""

    def difference(way):
        return statistics.mean(weak - strong for strong, weak in apart[way].probes)

    assert difference(MEAN) > 3 * abs(difference(PROGRAM))


def test_it_is_surer_after_each_evening():
    rater = RATERS[PROGRAM]()
    errors = []
    for evening in Simulation(Setting(members=16, evenings=8), 3).seasons(1):
        rater.add(evening)
        errors.append(statistics.mean(one.error for one in rater.rated().values()))
    assert errors == sorted(errors, reverse=True)


def test_the_same_seed_plays_the_same():
    one, other, third = (
        [evening.tables for evening in Simulation(Setting(evenings=2), seed).seasons(1)]
        for seed in (1, 1, 2)
    )
    assert one == other != third


def test_everybody_comes_to_one_table_of_a_round():
    for evening in Simulation(Setting(evenings=3, apart=True, come=16), 1).seasons(1):
        for half in (evening.tables[:2], evening.tables[2:4]):
            seen = [{one for deal in table for one in deal.players} for table in half]
            assert all(len(each) == 4 for each in seen)
            assert len(set.union(*seen)) == 8


def test_the_stronger_is_likelier_to_win_more():
    equal = Strength(0, 5)
    assert beats(equal, equal, 20) == 0.5
    assert beats(Strength(10, 5), equal, 20) > beats(Strength(10, 20), equal, 20) > 0.5


def test_ranks_are_those_of_the_published_reckoning():
    """Of two who have not played the first wins: as openskill 6.2.0 answers."""
    ranks = Ranks()
    ranks.known |= ranks._after({1: 0, 2: 1})
    (won, error), (lost, same) = ranks.known[1], ranks.known[2]
    assert (won, lost) == pytest.approx((27.6353895, 22.3646105), abs=1e-6)
    assert error == same == pytest.approx(8.0659014, abs=1e-6)
