"""Who wishes to sit apart and is put together all the same is named, in pairs and teams."""

import pytest

from lhombre_club.members.domain import drop_wish, keep_wish
from tests.tournaments.played import ACTOR, make_pairs_or_teams
from tests.tournaments.teams.shown import page
from tournaments.models import Seat
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches

pytestmark = pytest.mark.django_db


def people(event):
    players = event.participants.order_by("number")
    return [player.person for player in players if player.person]


@pytest.mark.parametrize("kind", ("pairs", "teams"))
def test_two_who_wish_to_sit_apart_are_named_where_they_are_put_together(
    director_client, club, kind
):
    event = make_pairs_or_teams(club, kind, 2, deals=4, name="Par")
    one, other, *_rest, last = people(event)
    told = f"{one.name} and {other.name} wish not to sit at one table, and are partners."
    keep_wish(club=club, one=one, other=other, kind="together", actor=ACTOR)
    assert told not in page(director_client, "teams", event.pk)
    keep_wish(club=club, one=one, other=other, kind="apart", actor=ACTOR)
    for name in ("teams", "matches"):
        assert told in page(director_client, name, event.pk)
    drop_wish(club=club, one=one, other=other, actor=ACTOR)
    keep_wish(club=club, one=one, other=last, kind="apart", actor=ACTOR)
    assert "wish not to sit" not in page(director_client, "teams", event.pk)


def test_who_meets_and_wishes_to_sit_apart_is_named_once_it_is_drawn(director_client, club):
    event = make_pairs_or_teams(club, "pairs", 2, deals=4, name="Par")
    one, *_rest, last = people(event)
    keep_wish(club=club, one=one, other=last, kind="apart", actor=ACTOR)
    draw_matches(event=event, settings=LeagueSettings(), actor=ACTOR, seed=1)
    told = f"Round 1, table 1: {one.name} and {last.name} wish not to sit at one table, and do."
    pages = (("matches", event.pk), ("round-matches", event.rounds.get().pk))
    assert all(told in page(director_client, *which) for which in pages)
    Seat.objects.filter(participant__person=last).update(substitute_name="Rie")
    assert not any(told in page(director_client, *which) for which in pages)
