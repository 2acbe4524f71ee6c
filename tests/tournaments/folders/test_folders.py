"""Folders of an event: suggested, checked before release, and known for every deal."""

import pytest

from tests import make
from tests.refused import refused_for
from tests.tournaments.played import make_pairs_or_teams
from tournaments.folders.domain import (
    FolderSettings,
    check,
    deals_of,
    demand_sound,
    drop_folders,
    set_folders,
    suggested,
)
from tournaments.folders.reasons import FlawedMovementError, FolderReason
from tournaments.models import Activity, Event, FolderPlan, Round, Seat, Table
from tournaments.plans.folders import Flaw
from tournaments.seating.domain.released import release_rounds
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches

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
    deal, *_ = deals_of(table(event, 2), 20)
    assert (deal.sequence, deal.folder, deal.shuffle) == (1, 6, 0)
    later = deals_of(table(event, 2, round_=2), 20)[15]
    assert (later.sequence, later.folder, later.shuffle) == (36, 1, 1)
    drop_folders(event=event, actor=DIRECTOR)
    drop_folders(event=event, actor=DIRECTOR)
    assert deals_of(table(event, 2), 20) == ()
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


def test_a_table_of_three_plays_the_first_of_its_folders(event):
    Seat.objects.filter(table=table(event, 3), seat=3).delete()
    set_folders(event=event, settings=suggested(event), actor=DIRECTOR)
    demand_sound(event)
    full, three = deals_of(table(event, 1), 20), deals_of(table(event, 3), 15)
    assert {deal.cards for deal in three} < {deal.cards for deal in full}
    later = deals_of(table(event, 3, round_=2), 20)
    assert (later[0].sequence, later[0].shuffle) == (21, 1), "it begins round 2 with the others"


def test_a_round_with_fewer_tables(event):
    Seat.objects.filter(table=table(event, 4)).delete()
    Table.objects.filter(round__number=1, number=4).delete()
    set_folders(event=event, settings=suggested(event), actor=DIRECTOR)
    demand_sound(event)
    assert check(event, suggested(event)).evening.parts == ((20, 20, 20, 0), (20, 20, 20, 20))
    Seat.objects.filter(table__number=4).delete()
    with refused_for(FolderReason.OTHER_TABLES) as caught:
        demand_sound(event)
    assert caught.value.facts == {"tables": 3, "deals": 20}


def test_a_set_from_before_tables_of_three_could_play_is_set_anew(event):
    """It says nothing of the deals of a round: every table counted its own."""
    set_folders(event=event, settings=suggested(event), actor=DIRECTOR)
    FolderPlan.objects.update(round_deals=0)
    demand_sound(event)
    Seat.objects.filter(table=table(event, 3), seat=3).delete()
    with refused_for(FolderReason.OTHER_TABLES):
        demand_sound(event)
    set_folders(event=event, settings=suggested(event), actor=DIRECTOR)
    demand_sound(event)


def test_tables_without_a_number_in_the_row(event):
    Table.objects.filter(number=2).update(number=9)
    with refused_for(FolderReason.GAP) as caught:
        suggested(event)
    assert caught.value.facts == {"round": 1, "table": 2}


@pytest.mark.parametrize("kind", ("pairs", "teams"))
def test_a_league_in_which_two_sit_out_in_every_round_but_the_last(club, kind):
    event = make_pairs_or_teams(club, kind, 6, deals=8, name="Liga")
    byes = LeagueSettings(byes_on_purpose=True)
    draw_matches(event=event, settings=byes, actor=DIRECTOR, seed=4)
    found = check(event, suggested(event))
    assert found.faults == ()
    full, last = found.evening.parts[0], found.evening.parts[-1]
    assert 0 in full
    assert set(last) == {8}, "nobody sits out the last round"
    set_folders(event=event, settings=suggested(event), actor=DIRECTOR)
    demand_sound(event)
    for round_ in event.rounds.all():
        at = [deals_of(each, 8) for each in tables_of_round(round_)]
        assert len({frozenset(deal.cards for deal in deals) for deals in at}) == 1, "all the same"
        assert all(len({deal.cards for deal in deals}) == 8 for deals in at)


def tables_of_round(round_):
    return Table.objects.filter(round=round_).select_related("round__event__folder_plan")


def test_nothing_is_suggested_before_the_draw(event):
    event.rounds.all().delete()
    with refused_for(FolderReason.NOT_DRAWN):
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
