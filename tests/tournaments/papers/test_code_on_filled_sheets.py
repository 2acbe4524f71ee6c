"""By the code of a filled sheet somebody protests: it is there as long as that is possible."""

import pytest

from lhombre_club.printing import registry
from tests import make
from tournaments.models import EntryLink, Event, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=2, rounds=2, deals=8)


def sheet_of(event):
    table = event.rounds.get(number=1).tables.get(number=1)
    return "filled-sheet", {"event": str(event.pk), "table": str(table.pk)}


def closed(event, **rounds):
    event.rounds.filter(**rounds).update(state=Round.State.FINAL)


@pytest.mark.parametrize("tagged", (False, True))
def test_once_every_round_is_closed_a_filled_sheet_has_no_code(event, tagged):
    kind, params = sheet_of(event)
    params["tagged"] = tagged
    assert {"code", "sheet_id"} <= set(registry.build(kind, params).context)
    EntryLink.objects.all().delete()
    closed(event)
    assert not {"code", "sheet_id"} & set(registry.build(kind, params).context)
    assert not EntryLink.objects.exists()


def test_where_no_protest_is_ever_received_it_is_ticked_off_by_its_code_until_it_is_closed(event):
    Event.objects.update(protest_minutes=0)
    assert "code" in registry.build(*sheet_of(event)).context
    closed(event, number=1)
    assert "code" not in registry.build(*sheet_of(event)).context


def test_a_code_too_many_makes_no_paper_out_of_date_but_a_new_one_has_none(event):
    request = sheet_of(event)
    (before,) = registry.digests([request])
    closed(event, number=2)
    assert registry.digests([request]) == [before]
    closed(event)
    (now,) = registry.digests([request])
    assert now != before
    assert registry.shows_the_same(now, before)
