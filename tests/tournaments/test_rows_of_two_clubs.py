"""A director of two clubs reaches what belongs to either; a stranger is told that there is none."""

import pytest
from django.urls import reverse

from lhombre_club.members.models import ClubRole, Membership
from tests import make
from tests.sizes import sparse
from tests.tournaments.played import make_pairs_or_teams
from tests.tournaments.seating.seating import evening
from tournaments.events import urls as events
from tournaments.events.domain.member_merging import merge_members
from tournaments.events.domain.season_draws import draw_season
from tournaments.folders import urls as folders
from tournaments.kept import urls as kept
from tournaments.models import Merge, Seat
from tournaments.seating import urls as seating
from tournaments.standings.domain import SeasonSettings, make_season
from tournaments.teams import urls as teams
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches

pytestmark = pytest.mark.django_db
ACTOR = "system:test"
OPEN = {"public-folders"}
"""Everybody's."""
OF_MEMBERS = {"forget", "merge", "own-data", "own-data-file", "remove"}
NAMES = tuple(
    sorted(
        pattern.name
        for room in (seating, teams, folders, events, kept)
        for pattern in room.urlpatterns
        if "<uuid:" in str(pattern.pattern) and pattern.name not in OPEN
    )
)


@pytest.fixture
def second(director):
    """The younger of two clubs of one director, so that it is not the one he looks at."""
    club = make.make_club("Klub Manille")
    ClubRole.objects.create(user=director, club=club, role=ClubRole.Role.OWNER)
    return club


def of_season(name, club):
    season = make_season(club=club, settings=SeasonSettings(name="Vinter", planned=7), actor=ACTOR)
    draw_season(season=season, people=make.make_members(club, 7), seed=1, actor=ACTOR)
    return [season.pk, 1] if name == "season-evening" else [season.pk], {}


def of_teams(name, club):
    event = make_pairs_or_teams(club, "pairs", 3, deals=4, name="Makker")
    draw_matches(event=event, settings=LeagueSettings(), actor=ACTOR)
    return [event.rounds.all()[0].pk if name.startswith("round-") else event.pk], {}


def of_evening(name, club):
    event = evening(club, 8)
    one, other = Seat.objects.filter(round__event=event, round__number=1)[:2]
    more = {"participant": one.participant_id, "lock": one.table_id}
    asked = {"round": 1, "one": one.participant_id, "other": other.participant_id}
    return [event.pk, *([more[name]] if name in more else [])], asked if name == "swap" else {}


def ask(client, name, club):
    """Return the status of a page of a row of ``club``, opened or else sent."""
    if name == "part":
        kept, gone = (Membership.objects.get(person=each) for each in make.make_members(club, 2))
        merge_members(kept=kept, gone=gone, actor=ACTOR)
        args = [kept.person_id, Merge.objects.get().pk]
        return client.get(reverse("tournaments:part", args=args)).status_code
    if name in OF_MEMBERS:
        (person,) = make.make_members(club, 1)
        return client.get(reverse(f"tournaments:{name}", args=[person.pk])).status_code
    season, team = name.startswith("season-"), name.startswith(("team", "match", "round-"))
    args, asked = (of_season if season else of_teams if team else of_evening)(name, club)
    address = reverse(f"tournaments:{name}", args=args)
    status = client.get(address, asked).status_code
    return client.post(address, asked).status_code if status == 405 else status


@pytest.mark.parametrize("name", NAMES)
def test_he_reaches_the_rows_of_his_second_club(director_client, second, name):
    assert ask(director_client, name, second) in {200, 302, 400}


@pytest.mark.parametrize("name", sparse(NAMES, 3))
def test_a_stranger_does_not(stranger_client, club, name):
    assert ask(stranger_client, name, club) == 404
