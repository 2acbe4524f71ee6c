"""Costs have names; wishes are kept where they can be."""

from dataclasses import replace

import pytest

from tournaments.plans import Name, Wishes, amount, costs, plan, swap, total
from tournaments.plans.costs import WEIGHTS

TWO = (((0, 1, 2, 3), (4, 5, 6, 7)), ((0, 1, 4, 5), (2, 3, 6, 7)))


def amounts(rounds, wishes, byes=()):
    return {cost.name: cost.amount for cost in costs(rounds, wishes, byes)}


@pytest.mark.parametrize(
    ("name", "wishes", "counted"),
    (
        (Name.REPEATS, Wishes(), 4),
        (Name.SAME_TABLE, Wishes(), 4),
        (Name.APART, Wishes(apart=frozenset({(0, 1), (0, 7)})), 2),
        (Name.TOGETHER, Wishes(together=frozenset({(0, 1), (0, 2), (0, 7)})), 3),
        (Name.FIXED_SEAT, Wishes(seats={0: (0, 0), 1: (0, 2), 6: (1, 2)}), 2),
        (Name.FIRST_ROUND, Wishes(first_round=frozenset({(0, 1), (0, 4)})), 1),
        (Name.STRENGTH, Wishes(strength=(0, 0, 0, 0, 1, 1, 1, 1)), 8),
        (Name.LAST_ROUND, Wishes(standing=(0, 1, 4, 5, 2, 3, 6, 7)), 20),
        (Name.SAME_TABLE, Wishes(seats={0: (0, -1), 6: (1, 2)}), 2),
        (Name.FIXED_SEAT, Wishes(seats={0: (0, -1), 2: (0, -1)}), 1),
        (Name.THREES, Wishes(), 0),
        (Name.UNEVEN, Wishes(), 0),
        (Name.BYES, Wishes(), 0),
        (Name.SUBSTITUTES, Wishes(), 0),
    ),
)
def test_each_cost_counts_what_its_name_says(name, wishes, counted):
    assert amount(costs(TWO, wishes), name) == counted


def test_a_table_of_three_too_often_is_counted():
    rounds = (((0, 1, 2, 3), (4, 5, 6)),) * 4
    assert amounts(rounds, Wishes())[Name.THREES] == 3 * (4 - 2)
    assert amounts(rounds, Wishes(), byes=((7,),) * 4)[Name.THREES] == 3 * (4 - 2)
    assert set(amounts((), Wishes()).values()) == {0}


def test_byes_tables_of_other_sizes_and_substitutes_cost_something():
    rounds = (((0, 1, 2, 3), (4, 5, 6)), ((0, 1, 2, 3, 4), ()), ((0, 1, 2, 3), (4, 5, 6)))
    byes = ((7,), (7, 6, 5), (7,))
    found = {cost.name: cost.amount for cost in costs(rounds, Wishes(), byes, substitutes=2)}
    names = (Name.UNEVEN, Name.BYES, Name.BYES_AGAIN, Name.SUBSTITUTES)
    assert [found[name] for name in names] == [11, 5, 2, 2]


def test_the_total_weighs():
    weights = {**dict.fromkeys(Name, 0), Name.REPEATS: 7}
    assert total(costs(TWO, Wishes(weights=weights))) == 28
    assert list(WEIGHTS) == list(Name)


def test_wishes_are_kept():
    wishes = Wishes(
        apart=frozenset({(0, 1), (2, 3)}),
        together=frozenset({(4, 5)}),
        seats={6: (0, 2), 7: (3, 1), 12: (3, 3)},
        first_round=frozenset({(8, 9), (8, 10)}),
    )
    made = plan(20, 4, 3, tables_of=(3, 4), wishes=wishes)
    found = amounts(made.rounds, wishes)
    assert [found[name] for name in (Name.APART, Name.TOGETHER, Name.FIRST_ROUND)] == [0, 0, 0]
    assert found[Name.FIXED_SEAT] == 0
    assert made.construction == "GF(5), then search for wishes"
    assert found[Name.REPEATS] == 6  # two pairs meet in all four rounds


@pytest.mark.strict
def test_strong_and_weak_sit_apart_and_the_last_round_goes_by_standing():
    groups = Wishes(
        strength=(0,) * 8 + (1,) * 8, weights={**WEIGHTS, Name.STRENGTH: WEIGHTS[Name.REPEATS]}
    )
    assert amounts(plan(16, 2, 1, wishes=groups).rounds, groups)[Name.STRENGTH] == 0
    swiss = Wishes(standing=tuple(range(16)))
    made = plan(16, 3, 1, wishes=swiss)
    # four neighbours at a table differ by 1 + 1 + 1 + 2 + 2 + 3
    assert amounts(made.rounds, swiss)[Name.LAST_ROUND] == 4 * 10


def test_a_wish_without_a_price_leaves_the_plan_to_algebra():
    made = plan(40, 4, 3, wishes=Wishes(seats={11: (7, 3)}))
    assert made.construction == "cyclic"
    assert made.repeats == 0
    assert all(tables[7][3] == 11 for tables in made.rounds)


def test_tables_of_other_numbers_are_visited():
    asked = Wishes()
    wished = amounts(plan(40, 6, 3, wishes=asked).rounds, asked)[Name.SAME_TABLE]
    assert wished < amounts(plan(40, 6, 3).rounds, asked)[Name.SAME_TABLE]


def test_a_seat_that_a_table_has_not_is_nobodys():
    made = plan(7, 2, 1, tables_of=(3, 4), wishes=Wishes(seats={0: (1, 4), 1: (0, 3)}))
    assert sorted(p for table in made.rounds[0] for p in table) == list(range(7))


def test_a_swap_says_what_it_costs():
    rounds = (((0, 1, 2, 3), (4, 5, 6, 7)), ((0, 4, 1, 5), (2, 6, 3, 7)))
    made = swap(rounds, 1, 1, 6)
    assert made.rounds[1] == ((0, 4, 6, 5), (2, 1, 3, 7))
    assert made.rounds[0] == rounds[0]
    assert made.difference == total(made.after) - total(made.before)
    back = swap(made.rounds, 1, 1, 6, replace(Wishes()))
    assert back.rounds == rounds
    assert back.difference == -made.difference
    with pytest.raises(ValueError, match="cannot change places"):
        swap(rounds, 0, 1, 9)
