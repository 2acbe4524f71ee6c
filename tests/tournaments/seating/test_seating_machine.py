"""Whatever a director does, in any order: nobody is lost, nothing played moves, no dead end."""

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from lhombre_club.members.models import Club
from lhombre_club.refusal import Refusal
from tests import make
from tests.sizes import examples
from tests.tournaments.seating.seating import ACTOR, begin, evening, free, seats
from tournaments.models import Seat, Table
from tournaments.seating.domain.drawing import (
    choose,
    draw_rest,
    lock_table,
)
from tournaments.seating.domain.options import options
from tournaments.seating.domain.players import (
    come_back,
    join,
    set_rounds,
    withdraw,
)
from tournaments.seating.domain.released import release_rounds
from tournaments.seating.domain.swaps import swap_cost, swap_players
from tournaments.seating.queries.seating import seating_of
from tournaments.seating.reasons import SeatingReason
from tournaments.teams.domain.substitutes import set_substitute
from tournaments.teams.reasons import SubstituteReason

DEEDS = (
    "join", "withdraw", "back", "swap", "lock", "redraw", "choose", "substitute", "begin",
    "release", "rounds",
)  # fmt: skip


def one_of(rows, at):
    rows = list(rows)
    return rows[at % len(rows)]


def do(event, deed, a, b):
    """Do one thing to the evening; ``a`` and ``b`` say to whom and where."""
    rounds = list(event.rounds.all())
    somebody, other = (one_of(event.participants.all(), at) for at in (a, b))
    number = b % (event.planned_rounds + 1) + 1
    if deed == "join":
        join(event=event, person=make.make_person("New"), from_round=number, actor=ACTOR)
    elif deed == "withdraw":
        withdraw(participant=somebody, after_round=number - 1, actor=ACTOR)
    elif deed == "back":
        come_back(participant=somebody, from_round=number, actor=ACTOR)
    elif deed == "rounds":
        set_rounds(event=event, rounds=a % 4, actor=ACTOR)
    elif deed == "redraw":
        draw_rest(event=event, actor=ACTOR, seed=a, last_round_by_standing=bool(b % 2))
    elif deed == "choose":
        choose(event=event, key=one_of([one.key for one in options(event)] or [""], a), actor=ACTOR)
    elif rounds:
        in_a_round(event, one_of(rounds, b), deed, (somebody, other), a)


def in_a_round(event, round_, deed, pair, a):
    if deed == "swap":
        cost = swap_cost(round_=round_, one=pair[0], other=pair[1])
        assert swap_players(round_=round_, one=pair[0], other=pair[1], actor=ACTOR) == cost
    elif deed == "lock":
        table = one_of(round_.tables.all(), a)
        lock_table(table=table, locked=not table.locked, actor=ACTOR)
    elif deed == "substitute":
        seat = one_of(Seat.objects.filter(round=round_), a)
        set_substitute(seat=seat, person=None, name="Guest", actor=ACTOR)
    elif deed == "release":
        release_rounds(event=event, only=round_, actor=ACTOR)
    else:
        begin(event, round_.number)


def check(event):
    """Everybody who plays a round to come sits in it once, or sits out; tables are of 3 to 5."""
    for round_ in seating_of(event).rounds:
        if not round_.is_open or not round_.tables:
            continue
        here = [one.pk for table in round_.tables for one in table.players]
        here += [one.pk for one in round_.byes]
        playing = [
            one.pk
            for one in event.participants.all()
            if one.from_round
            <= round_.number
            <= (round_.number if one.to_round is None else one.to_round)
        ]
        assert sorted(here) == sorted(playing)
        assert all(3 <= len(table.players) <= 5 for table in round_.tables)


def begun(event):
    """What was played, and what is locked and still complete."""
    played = {one.number for one in seating_of(event).rounds if not one.is_open}
    return {at: who for at, who in seats(event).items() if at[0] in played}


def locked(event):
    return {table.pk: seated(table.pk) for table in Table.objects.filter(locked=True)}


def seated(table):
    return list(
        Seat.objects.filter(table=table).order_by("seat").values_list("participant", flat=True)
    )


@pytest.mark.django_db
@settings(
    max_examples=examples(6),
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    count=st.integers(3, 9),
    late=st.integers(0, 2),
    deeds=st.lists(
        st.tuples(st.sampled_from(DEEDS), st.integers(0, 50), st.integers(0, 50)), max_size=6
    ),
)
def test_any_evening(db, count, late, deeds):
    club = Club.objects.create(name="Klub")
    event = evening(club, count, rounds=2, late=late)
    free(club)
    for deed, a, b in deeds:
        event.refresh_from_db()
        before, all_before, stood = begun(event), seats(event), locked(event)
        try:
            do(event, deed, a, b)
        except Refusal as refusal:
            if not isinstance(refusal.reason, SeatingReason | SubstituteReason):
                raise
            assert seats(event) == all_before
        event.refresh_from_db()
        check(event)
        assert before.items() <= seats(event).items()
        if deed in {"redraw", "choose", "join", "release"}:
            assert locked(event) == stood
    # No dead end: the evening can always be ended with what was played, and goes no further.
    last = max((at[0] for at in begun(event)), default=0)
    set_rounds(event=event, rounds=last, actor=ACTOR)
    for one in event.participants.all():
        withdraw(participant=one, after_round=last, actor=ACTOR)
