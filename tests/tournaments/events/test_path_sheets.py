"""What the path says of the score sheets is true of each round that is shown."""

import pytest

from lhombre_club.printing.domain.asking import note_opened
from lhombre_club.printing.models import Job
from tests import make
from tests.tournaments.events.test_path import PASSED, sheets
from tournaments.models import Round, Table
from tournaments.papers import asking

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=2, deals=1, rounds=2)


def played(round_):
    for table in Table.objects.filter(round=round_):
        make.enter(table, 1, PASSED)


def test_sheets_of_a_round_that_was_played_without_are_not_passed_over(event):
    first, second = event.rounds.all()
    make.open_sheets(first)
    played(first)
    played(second)
    assert sheets(event) == ("later", "opened for round 1, never opened for round 2", False)


def test_sheets_that_nobody_opened_are_named_when_all_is_in(event):
    for round_ in event.rounds.all():
        played(round_)
    assert sheets(event) == ("later", "never opened for rounds 1 and 2", False)


def test_a_round_of_which_one_sheet_was_opened_is_said_to_be_opened_in_part(event):
    first, second = event.rounds.all()
    make.open_sheets(second)
    asking.ask_for_round(round_=first, kind=asking.Kind.SCORE_SHEET, actor="system:test")
    one = first.tables.order_by("number")[0]
    for job in Job.objects.filter(params__table=str(one.pk)):
        note_opened(job)
    assert sheets(event) == ("next", "print those of round 1", True)
    played(first)
    assert sheets(event) == ("later", "opened for round 2, opened in part for round 1", False)


def test_sheets_are_not_done_with_while_a_round_is_still_a_draft(club):
    event = make.make_released_event(club, tables=1, deals=1, rounds=2)
    first, second = event.rounds.all()
    Round.objects.filter(pk=second.pk).update(state=Round.State.DRAFT)
    make.open_sheets(first)
    assert sheets(event) == ("later", "opened for round 1", False)
