"""More than two who sat wrongly: a table turned, tables exchanged, shown first and undone."""

import pytest

from lhombre_club.refusal import Refusal
from tests import make
from tests.tournaments.book.correcting import DIRECTOR
from tests.tournaments.conftest import BET, WON
from tests.tournaments.corrections.previewing import agrees
from tournaments.book.corrections import reseat, undo
from tournaments.book.ledger_check import check_event
from tournaments.book.reasons import CorrectionReason
from tournaments.book.seals import broken
from tournaments.corrections.preview import preview_reseat, preview_undo
from tournaments.models import Seat, TableEntry
from tournaments.penalties.domain.penalties import (
    Movement,
    Penalty,
    enter_by_hand,
    penalise,
    withdraw_entry,
)
from tournaments.standings.queries.standings import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def chairs(two_tables):
    """Two tables of the numbers 1 to 4 and 5 to 8: West of the first won, of the second lost."""
    event, one, other = two_tables
    make.enter(one, 1, WON)
    make.enter(other, 1, BET)
    seats = Seat.objects.select_related("round__event").order_by("table__number", "seat")
    return list(seats.filter(round__event=event))


def results(event):
    return {row.number: row.points for row in standings(event).rows}


def exchange(moves):
    return reseat(moves=moves, reason="sat wrong", actor=DIRECTOR)


def penalties(event):
    """The standing penalties by the number of whom they name: where, at which deal, how many."""
    kept = TableEntry.objects.filter(table__round__event=event, withdrawn_at=None)
    return {
        each.table.seats.get(seat=each.seat or 0).participant.number: (
            each.table.number, each.deal, sum(each.amounts), each.reason, each.decided_by,
        )
        for each in kept
    }  # fmt: skip


TURNED = ((0, 3), (1, 0), (2, 1), (3, 2))
EXCHANGED = tuple((chair, (chair + 4) % 8) for chair in range(8))


@pytest.mark.parametrize("moves", (TURNED, EXCHANGED), ids=("turned", "exchanged"))
def test_many_move_as_was_shown_and_go_back(two_tables, chairs, moves):
    event, before = two_tables[0], results(two_tables[0])
    wanted = [(chairs[chair], chairs[sitter]) for chair, sitter in moves]
    seen = preview_reseat(wanted)
    agrees(seen, event, after=False)
    made = exchange(wanted)
    agrees(seen, event, after=True)
    sat = {sitter + 1: chair + 1 for chair, sitter in moves}
    assert results(event) == {number: before[sat.get(number, number)] for number in before}
    assert results(event) != before
    assert check_event(event) == []
    undo(correction=made, actor=DIRECTOR)
    assert results(event) == before
    assert Seat.objects.get(pk=chairs[0].pk).participant == chairs[0].participant


@pytest.mark.parametrize(
    ("moves", "where"),
    ((((1, 2), (2, 1)), (1, 4)), (TURNED, (1, 4)), (((1, 6), (6, 1)), (2, 0))),
    ids=("two", "turned", "two tables"),
)
def test_a_penalty_stays_with_whom_it_names(two_tables, chairs, moves, where):
    event, one, _other = two_tables
    late = Penalty(id=make.new_id(), seat=1, points=3, reason="Late", decided_by="Bodil", deal=4)
    fined = penalise(table=one, penalty=late, actor=DIRECTOR).entry
    warned = Penalty(id=make.new_id(), seat=2, points=0, reason="Spoke")
    penalise(table=one, penalty=warned, actor=DIRECTOR)
    before = {2: (1, 4, -3, "Late", "Bodil"), 3: (1, 0, 0, "Spoke", "")}
    assert penalties(event) == before
    wanted = [(chairs[chair], chairs[sitter]) for chair, sitter in moves]
    seen = preview_reseat(wanted)
    assert penalties(event) == before, "a preview stores nothing"
    agrees(seen, event, after=False)
    made = exchange(wanted)
    agrees(seen, event, after=True)
    assert penalties(event)[2] == (*where, -3, "Late", "Bodil")
    assert {row.number: row.penalties for row in standings(event).rows if row.penalties} == {2: -3}
    fined.refresh_from_db()
    assert (fined.seat, fined.amounts) == (1, [0, -3, 0, 0]), "what is sealed does not change"
    assert fined.withdrawn_reason == "sat wrong"
    assert check_event(event) == []
    assert list(broken(event)) == []
    back = preview_undo(made)
    undo(correction=made, actor=DIRECTOR)
    agrees(back, event, after=True)
    assert {who: (table, points) for who, (table, _, points, *_) in penalties(event).items()} == {
        2: (1, -3), 3: (1, 0),
    }  # fmt: skip
    assert check_event(event) == []
    assert list(broken(event)) == []


def test_what_changed_hands_and_what_was_taken_back_stay_with_the_chair(two_tables, chairs):
    event, one, _other = two_tables
    late = Penalty(id=make.new_id(), seat=1, points=3, reason="Late")
    taken = penalise(table=one, penalty=late, actor=DIRECTOR).entry
    withdraw_entry(entry=taken, reason="No", actor=DIRECTOR)
    nine = Movement(id=make.new_id(), amounts=(-2, 6, -2, -2), reason="9 matadors")
    enter_by_hand(table=one, movement=nine, actor=DIRECTOR)
    before = results(event)
    exchange([(chairs[1], chairs[2]), (chairs[2], chairs[1])])
    assert TableEntry.objects.count() == 2
    assert results(event) == {**before, 2: before[3], 3: before[2]}


@pytest.mark.parametrize(
    "moves",
    (((0, 1), (1, 2)), ((0, 1), (0, 1)), ((0, 1), (1, 1)), ((0, 0), (1, 1))),
    ids=("left over", "twice one chair", "twice one player", "nobody moves"),
)
def test_everybody_keeps_one_chair(chairs, moves):
    with pytest.raises(Refusal) as refused:
        exchange([(chairs[chair], chairs[sitter]) for chair, sitter in moves])
    assert refused.value.reason is CorrectionReason.NOT_ONE_ROUND


def test_the_same_moves_sent_twice_are_once(two_tables, chairs):
    moves = [(chairs[chair], chairs[sitter]) for chair, sitter in TURNED]
    own_id = make.new_id()
    first = reseat(moves=moves, reason="sat wrong", actor=DIRECTOR, id=own_id)
    again = reseat(moves=moves[::-1], reason="sat wrong", actor=DIRECTOR, id=own_id)
    assert first == again
    assert two_tables[0].corrections.count() == 1
