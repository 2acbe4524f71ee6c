"""A pair that must meet again sits otherwise than before, and seats stay even."""

import pytest

from tests.tournaments.plans.recounting import seat_spread
from tournaments.plans import plan


def again_alike(rounds):
    """Pairs and relations seen before, by going round each table seat by seat."""
    seen, alike = set(), 0
    for tables in rounds:
        for table in tables:
            for here, one in enumerate(table):
                for there, other in enumerate(table):
                    if one < other:
                        relation = (one, other, (there - here) % len(table))
                        alike += relation in seen
                        seen.add(relation)
    return alike


@pytest.mark.parametrize(("players", "rounds", "most"), ((20, 6, 0), (24, 8, 0), (16, 6, 4)))
def test_those_who_meet_again_sit_otherwise(players, rounds, most):
    made = plan(players, rounds, 1, tables_of=(3, 4, 5))
    assert again_alike(made.rounds) <= most
    assert all(
        seat_spread(made.rounds, player, size) <= 1
        for player in range(players)
        for size in (3, 4, 5)
    )


def test_a_large_field_is_left_as_it_was_coloured(monkeypatch):
    found = again_alike(plan(24, 8, 1).rounds)
    monkeypatch.setattr("tournaments.plans.seats.MOST_VARIED", 0)
    assert again_alike(plan(24, 8, 1).rounds) > found
