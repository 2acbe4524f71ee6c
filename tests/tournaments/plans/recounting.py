"""A checker of plans that shares no code with the planner."""


def recount(rounds, players):
    """Meetings beyond the first, by a table of all pairs."""
    met = [[0] * players for _ in range(players)]
    for tables in rounds:
        for table in tables:
            for one in table:
                for other in table:
                    met[one][other] += one < other
    return sum(times - 1 for row in met for times in row if times > 1)


def check(plan, players, rounds, sizes):
    """Assert that everybody is seated or sits out, once a round, and that the figures are true."""
    assert len(plan.rounds) == rounds
    assert len(plan.byes) in {0, rounds}
    for number, tables in enumerate(plan.rounds):
        out = plan.byes[number] if plan.byes else ()
        seated = [player for table in tables for player in table]
        assert sorted([*seated, *out]) == list(range(players))
        assert {len(table) for table in tables} <= set(sizes)
    assert plan.repeats == recount(plan.rounds, players) >= plan.bound >= 0
    assert plan.proved_best == (plan.repeats == plan.bound)
    for player in range(players):
        for size in sizes:
            assert seat_spread(plan.rounds, player, size) <= 1


def seat_spread(rounds, player, size):
    """Most less fewest times in one seat, at the tables of a size."""
    had = [0] * size
    for tables in rounds:
        for table in tables:
            if player in table and len(table) == size:
                had[table.index(player)] += 1
    return max(had) - min(had)


def times_at(rounds, players, size):
    """How often each player sits at a table of a size."""
    had = [0] * players
    for tables in rounds:
        for table in tables:
            for player in table:
                had[player] += len(table) == size
    return had
