"""Movements of folders, and twins of them that are wrong."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import examples
from tournaments.plans.folders import (
    Fault,
    Flaw,
    FolderDeal,
    FolderRules,
    as_seated,
    check_movement,
    movement,
    open_folders,
    spread,
)

EVENING = FolderRules(
    tables=5, deals=40, folders=20, first=spread(5, 20), reshuffled_after=20
)  # fmt: skip


def mitchell(tables, parts):
    """N–S keep their table; E–W go one table up. Pairs are two numbers of one player each."""
    return tuple(
        tuple((table, tables + (table - part) % tables) for table in range(tables))
        for part in range(parts)
    )


def flaws(made, *args):
    return {fault.flaw for fault in check_movement(made, *args)}


@settings(max_examples=examples(60))
@given(
    st.integers(1, 12), st.integers(1, 4), st.integers(1, 4), st.sampled_from((1, -1)), st.data()
)
def test_folders_that_go_round_reach_every_table_once(tables, together, extra, step, data):
    folders = (tables + extra) * together
    shuffles = data.draw(st.integers(1, 3))
    rules = FolderRules(
        tables=tables,
        deals=folders * shuffles,
        folders=folders,
        first=spread(tables, folders, together),
        together=together,
        step=step,
        reshuffled_after=folders,
    )
    made = movement(rules)
    assert check_movement(made) == ()
    for table in made:
        assert [deal.sequence for deal in table] == list(range(1, folders * shuffles + 1))
        assert len({deal.cards for deal in table}) == folders * shuffles
    for at_once in zip(*made, strict=True):
        assert len({deal.cards for deal in at_once}) == tables


@st.composite
def evenings(draw):
    """Rounds in which some tables are missing, and at some of which three play fewer deals."""
    length, most = draw(st.integers(4, 12)), draw(st.integers(2, 4))
    three = length * 3 // 4
    last = draw(st.lists(st.sampled_from((three, length)), min_size=most, max_size=most))
    rounds = draw(st.integers(1, 4))
    parts = [last]
    for _ in range(rounds - 1):
        here = draw(st.integers(1, most))
        deals = draw(st.lists(st.sampled_from((three, length)), min_size=here, max_size=here))
        parts.append([*deals, *[0] * (most - here)])
    return length, parts


@settings(max_examples=examples(80))
@given(evenings(), st.sampled_from((1, -1)), st.randoms(use_true_random=False))
def test_tables_of_three_and_rounds_with_fewer_tables(evening, step, chance):
    """Shuffled again for each round, a set goes right whoever sits where."""
    length, parts = evening
    rules = FolderRules(
        tables=len(parts[0]), deals=length * len(parts), folders=length,
        first=spread(len(parts[0]), length), step=step, reshuffled_after=length,
    )  # fmt: skip
    made = as_seated(movement(rules), length, parts)
    people = [chance.sample(range(99), 4 * len(counts)) if counts else [] for counts in parts]
    seated = tuple(
        tuple(
            tuple(who[4 * table : 4 * table + 4]) if deals else ()
            for table, deals in enumerate(counts)
        )
        for who, counts in zip(people, parts, strict=True)
    )
    assert check_movement(made, seated, length=length) == ()
    for part, counts in enumerate(parts):
        plays = Counter(deal.folder for table in made for deal in table if deal.shuffle == part)
        assert sum(plays.values()) == sum(counts)
        full = sum(deals == length for deals in counts)
        assert all(plays[folder] >= full for folder in range(1, length + 1))
        assert max(plays.values()) <= sum(deals > 0 for deals in counts)


def test_a_table_that_has_the_deals_may_not_miss_a_folder():
    """The twin: three at the second table miss what they have no deals for, and nothing else."""
    rules = FolderRules(tables=2, deals=8, folders=8, first=(1, 5))
    made = as_seated(movement(rules), 8, [(8, 6)])
    assert check_movement(made) == ()
    other = tuple(replace(deal, folder=9) if deal.folder == 5 else deal for deal in made[1])
    assert {(fault.flaw, fault.table) for fault in check_movement((made[0], other))} == {
        (Flaw.MISSED, 0), (Flaw.MISSED, 1),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("step", "folders"),
    ((1, [3, 4, 5, 6, 1, 2]), (-1, [3, 4, 1, 2, 5, 6]), (2, [3, 4, 1, 2, 5, 6])),
)
def test_bundles_come_up_or_down(step, folders):
    rules = FolderRules(tables=1, deals=6, folders=6, first=(3,), together=2, step=step)
    assert [deal.folder for deal in movement(rules)[0]] == folders


def test_an_evening_with_a_break_has_each_number_twice_with_other_cards():
    first = movement(EVENING)[1]
    assert [(d.sequence, d.folder, d.shuffle) for d in first[15:22]] == [
        (16, 20, 0), (17, 1, 0), (18, 2, 0), (19, 3, 0), (20, 4, 0), (21, 5, 1), (22, 6, 1),
    ]  # fmt: skip


def test_without_the_break_the_second_half_plays_the_same_cards_again():
    assert flaws(movement(EVENING)) == set()
    assert flaws(movement(replace(EVENING, reshuffled_after=0))) == {Flaw.PLAYED_TWICE}


def test_a_table_that_stops_early_misses_folders():
    made = movement(replace(EVENING, deals=15))
    assert flaws(made) == {Flaw.MISSED}
    assert Fault(Flaw.MISSED, 16, 0, table=0) in check_movement(made)


def test_a_folder_lies_at_one_table_unless_there_are_copies():
    made = movement(replace(EVENING, first=(1, 5, 9, 9, 17)))
    found = check_movement(made)
    assert {fault.flaw for fault in found} == {Flaw.TWO_PLACES}
    assert found[0] == Fault(Flaw.TWO_PLACES, 9, 0, sequence=1)
    assert check_movement(made, copies=2) == ()


def test_pairs_that_move_meet_no_folder_twice_at_five_tables_but_do_at_four():
    five = FolderRules(tables=5, deals=40, folders=40, first=spread(5, 40, 8), together=8)
    assert check_movement(movement(five), mitchell(5, 5)) == ()
    four = FolderRules(tables=4, deals=40, folders=40, first=spread(4, 40, 10), together=10)
    found = check_movement(movement(four), mitchell(4, 4))
    assert {fault.flaw for fault in found} == {Flaw.MET_TWICE}
    assert {fault.player for fault in found} == {4, 5, 6, 7}
    assert {fault.sequence for fault in found} == set(range(21, 41))


def test_with_a_break_the_same_number_may_be_met_again():
    rules = FolderRules(
        tables=4, deals=16, folders=8, first=spread(4, 8, 2), together=2, reshuffled_after=8
    )
    crossing = ((0, 4), (1, 5), (2, 6), (3, 7))
    moved = ((0, 5), (1, 4), (2, 7), (3, 6))
    assert check_movement(movement(rules), (crossing, moved)) == ()
    assert flaws(movement(rules), (crossing, moved, crossing, moved)) == {Flaw.MET_TWICE}


@pytest.mark.parametrize(
    ("made", "seated"),
    (
        (((FolderDeal(1, 1),), ()), ()),
        ((), ()),
        (((FolderDeal(1, 1),),), (((0,), (1,)),)),
        (((FolderDeal(1, 1),),), (((0,),), ((1,),))),
    ),
)
def test_a_movement_that_cannot_be_checked_is_refused(made, seated):
    with pytest.raises(ValueError, match="deals"):
        check_movement(made, seated)


@pytest.mark.parametrize(
    ("changes", "why"),
    (
        ({"deals": 0}, "has tables"),
        ({"reshuffled_after": -1}, "has tables"),
        ({"together": 3}, "bundles"),
        ({"first": (1, 2)}, "every table"),
        ({"first": (0, 5, 9, 13, 17)}, "none of the set"),
        ({"first": (1, 5, 9, 13, 21)}, "none of the set"),
    ),
)
def test_settings_that_cannot_be_laid_out_are_refused(changes, why):
    with pytest.raises(ValueError, match=why):
        replace(EVENING, **changes)


def test_nothing_is_published_that_a_table_has_still_to_play():
    made = movement(FolderRules(tables=2, deals=4, folders=4, first=(1, 3)))
    assert open_folders(made, (0, 0)) == frozenset()
    assert open_folders(made, (2, 2)) == frozenset()
    assert open_folders(made, (3, 2)) == {(1, 0, 3)}
    assert open_folders(made, (4, 4)) == {(1, 0, folder) for folder in range(1, 5)}
