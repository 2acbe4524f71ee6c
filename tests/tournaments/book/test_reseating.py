"""More than two who sat wrongly: a table turned, tables exchanged, shown first and undone."""

import pytest

from lhombre_club.refusal import Refusal
from tests import make
from tests.tournaments.book.correcting import DIRECTOR
from tests.tournaments.conftest import BET, WON
from tests.tournaments.corrections.previewing import agrees
from tournaments.book.corrections import reseat, undo
from tournaments.book.proving.ledger_check import check_event
from tournaments.book.reasons import CorrectionReason
from tournaments.corrections.preview import preview_reseat
from tournaments.models import Seat
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
