"""Folders of an event: suggested, checked before release, and known for every deal."""

import pytest

from tests import make
from tournaments.domain.events import release_rounds
from tournaments.domain.folders import (
    FlawedMovementError,
    FolderSettings,
    NoMovementError,
    UnevenError,
    check,
    demand_sound,
    drop_folders,
    folder_of,
    set_folders,
    suggested,
)
from tournaments.models import Activity, Event, FolderPlan, Round, Seat, Table
from tournaments.seating.folders import Flaw

pytestmark = pytest.mark.django_db
DIRECTOR = "user:director"


@pytest.fixture
def event(club):
    """Four tables, two rounds of twenty; nobody has been shown them."""
    made = make.make_released_event(club, tables=4, rounds=2, deals=20)
    Round.objects.update(state=Round.State.DRAFT, released_at=None)
    return made


def table(event, number, round_=1):
    found = Table.objects.select_related("round__event__folder_plan")
    return found.get(round__event_id=event.pk, number=number, round__number=round_)


def test_what_is_suggested_has_no_flaw(event):
    settings = suggested(event)
    assert settings == FolderSettings(folders=20, first=(1, 6, 11, 16), reshuffled_after=20)
    found = check(event, settings)
    assert found.faults == ()
    assert (found.evening.tables, found.evening.deals, len(found.movement[0])) == (4, 40, 40)


def test_a_short_evening_is_not_shuffled_again(club):
    event = make.make_released_event(club, tables=2, deals=12)
    assert suggested(event) == FolderSettings(folders=12, first=(1, 7))


def test_folders_of_every_deal_are_known(event):
    set_folders(event=event, settings=suggested(event), actor=DIRECTOR)
    deal = folder_of(table(event, 2), 1)
    assert deal is not None
    assert (deal.sequence, deal.folder, deal.shuffle) == (1, 6, 0)
    later = folder_of(table(event, 2, round_=2), 16)
    assert later is not None
    assert (later.sequence, later.folder, later.shuffle) == (36, 1, 1)
    assert folder_of(table(event, 2), 21) is None
    drop_folders(event=event, actor=DIRECTOR)
    drop_folders(event=event, actor=DIRECTOR)
    assert folder_of(table(event, 2), 1) is None
    verbs = Activity.objects.filter(event=event).order_by("at").values_list("verb", flat=True)
    assert list(verbs) == ["folders.set", "folders.dropped"]


@pytest.mark.parametrize(
    ("settings", "flaw"),
    (
        (FolderSettings(folders=20, first=(1, 6, 11, 11), reshuffled_after=20), Flaw.TWO_PLACES),
        (FolderSettings(folders=20, first=(1, 6, 11, 16)), Flaw.PLAYED_TWICE),
        (FolderSettings(folders=40, first=(1, 11, 21, 31)), Flaw.MET_TWICE),
        (FolderSettings(folders=50, first=(1, 11, 21, 31)), Flaw.MISSED),
    ),
)
def test_a_flawed_movement_is_not_released(event, settings, flaw):
    set_folders(event=event, settings=settings, actor=DIRECTOR)
    with pytest.raises(FlawedMovementError) as caught:
        release_rounds(event=event, actor=DIRECTOR)
    assert flaw in {fault.flaw for fault in caught.value.faults}
    assert caught.value.names[0].startswith("Agnes")
    assert not Round.objects.filter(state=Round.State.RELEASED).exists()
    set_folders(event=event, settings=suggested(event), actor=DIRECTOR)
    release_rounds(event=event, actor=DIRECTOR)
    assert not Round.objects.filter(state=Round.State.DRAFT).exists()
    with pytest.raises(FlawedMovementError):
        set_folders(event=event, settings=settings, actor=DIRECTOR)
    assert FolderPlan.objects.get().folders == 20


def test_two_sets_of_folders_lie_at_two_tables_at_once(event):
    twice = FolderSettings(folders=20, first=(1, 1, 11, 11), reshuffled_after=20, copies=2)
    set_folders(event=event, settings=twice, actor=DIRECTOR)
    demand_sound(Event.objects.get(pk=event.pk))


def test_a_table_of_three_plays_fewer_deals_than_the_others(event):
    set_folders(event=event, settings=suggested(event), actor=DIRECTOR)
    Seat.objects.filter(table=table(event, 3, round_=2), seat=3).delete()
    with pytest.raises(UnevenError) as caught:
        release_rounds(event=event, actor=DIRECTOR)
    assert (caught.value.round, caught.value.table) == (2, 3)


def test_rounds_with_other_tables_than_were_set(event):
    set_folders(event=event, settings=suggested(event), actor=DIRECTOR)
    Seat.objects.filter(table=table(event, 4)).delete()
    with pytest.raises(UnevenError) as caught:
        demand_sound(event)
    assert (caught.value.round, caught.value.table) == (2, 4)
    Seat.objects.filter(table=table(event, 4, round_=2)).delete()
    with pytest.raises(UnevenError):
        demand_sound(event)
    assert check(event, suggested(event)).evening.tables == 3


def test_tables_without_a_number_in_the_row(event):
    Table.objects.filter(number=4).update(number=9)
    with pytest.raises(UnevenError):
        suggested(event)


def test_nothing_is_suggested_before_the_draw(event):
    event.rounds.all().delete()
    with pytest.raises(NoMovementError):
        suggested(event)


@pytest.mark.parametrize(
    "fields",
    ({"together": 3}, {"first": (0, 1, 2, 3)}, {"folders": 0}, {"first": (1, 2, 3, 21)}),
)
def test_what_cannot_be_laid_out(event, fields):
    settings = FolderSettings(**{"folders": 20, "first": (1, 6, 11, 16), **fields})
    with pytest.raises(ValueError, match=r"folder|bundles|deals"):
        set_folders(event=event, settings=settings, actor=DIRECTOR)
    assert not FolderPlan.objects.exists()


def test_an_event_without_folders_is_released_as_ever(event):
    release_rounds(event=event, actor=DIRECTOR)
    assert not Round.objects.filter(state=Round.State.DRAFT).exists()
