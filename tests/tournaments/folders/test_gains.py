"""What a table gained with the same cards: recounted, and nobody's gain is nobody's loss."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import examples
from tournaments.folders.queries.compared import Played
from tournaments.folders.queries.gains import Role, averages, by_role, by_table, gains


def played(table, players, declarers, points):
    sitters = frozenset({3} - set(declarers)) if players == 4 else frozenset()
    return Played(
        round=1, table=table, deal=1, dealer=0, names=("a", "b", "c", "d")[:players],
        record={}, value=0, points=tuple(points[:players]),
        declarers=frozenset(declarers), sitters=sitters if declarers else frozenset(),
    )  # fmt: skip


def tables():
    one = st.tuples(
        st.sampled_from((3, 4)),
        st.sets(st.integers(0, 2), max_size=2),
        st.lists(st.integers(-40, 40), min_size=4, max_size=4),
    )
    return st.lists(one, min_size=1, max_size=6).map(
        lambda found: [played(number, *each) for number, each in enumerate(found, start=1)]
    )


@settings(max_examples=examples(100))
@given(st.lists(tables(), min_size=1, max_size=3))
def test_what_some_gain_others_lose(folders):
    total: dict[Role, Fraction] = dict.fromkeys(Role, Fraction())
    for there in folders:
        average = averages(there)
        for each in there:
            assert by_role(each).keys() == gains(each, average).keys()
        for role in Role:
            had = [by_role(each)[role] for each in there if role in by_role(each)]
            assert average.get(role) == (sum(had) / len(had) if had else None)
            assert sum(gains(each, average).get(role, 0) for each in there) == 0
    for own in by_table(folders).values():
        for role, gain in own.items():
            total[role] += gain
    assert set(total.values()) == {0}


def test_three_have_no_sitter_and_a_passed_deal_no_roles():
    assert by_role(played(1, 3, {0}, [4, -2, -2])) == {Role.DECLARER: 4, Role.DEFENDER: -2}
    assert by_role(played(1, 4, set(), [0, 0, 0, 0])) == {}
    assert averages([played(1, 4, set(), [0, 0, 0, 0])]) == {}


def test_two_who_declare_together_count_as_one():
    both = played(1, 4, {0, 1}, [3, 1, -2, -2])
    assert by_role(both) == {Role.DECLARER: 2, Role.DEFENDER: -2, Role.SITTER: -2}
