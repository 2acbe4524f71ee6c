"""The page of an event that is left open follows by itself."""

import re
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils.translation import override

from tests import make
from tournaments.book.begun import CLUB_NIGHT
from tournaments.events.pages.path import path
from tournaments.models import Event, Table
from tournaments.review.domain.flags import clear_flag, raise_flag
from tournaments.review.domain.protests import answer_protest, protest
from tournaments.review.domain.rounds import close_round, make_provisional
from tournaments.review.queries.rounds import rounds
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches
from tournaments.teams.domain.teams import make_team_event

pytestmark = pytest.mark.django_db
PASSED: dict[str, object] = {"passed": True}


class TestWhatFollows:
    """The page of an event that is left open."""

    @pytest.fixture
    def event(self, club):
        return make.make_released_event(club, tables=1, deals=2)

    def asked(self, client, event, **headers):
        address = reverse("tournaments:event-now", args=[event.pk])
        told = client.get(address, headers={"accept-language": "en", **headers})
        return told, re.sub(r"\s+", " ", told.content.decode())

    def test_the_path_is_asked_for_by_the_page_and_follows(self, director_client, event):
        page = director_client.get(reverse("tournaments:event", args=[event.pk])).content.decode()
        assert f'hx-get="{reverse("tournaments:event-now", args=[event.pk])}"' in page
        table = Table.objects.get()
        make.enter(table, 1, PASSED)
        assert "1 of 2 deals" in self.asked(director_client, event)[1]
        make.enter(table, 2, PASSED)
        assert "round 1" in self.asked(director_client, event)[1]
        assert "Every deal is in." in self.asked(director_client, event)[1]

    def test_it_is_sent_again_when_it_has_changed_and_else_not(self, director_client, event):
        first, _page = self.asked(director_client, event)
        tag = {"if-none-match": first["ETag"]}
        assert self.asked(director_client, event, **tag)[0].status_code == 304
        make.open_sheets(event.rounds.get())  # no new version of the event
        assert self.asked(director_client, event, **tag)[0].status_code == 200

    def test_nothing_asks_once_all_is_closed(self, director_client, event):
        for deal in (1, 2):
            make.enter(Table.objects.get(), deal, PASSED)
        close_round(round_=event.rounds.get(), actor="user:x")
        page = director_client.get(reverse("tournaments:event", args=[event.pk])).content.decode()
        assert "data-live" not in page

    def test_protests_and_doubts_are_named_as_on_the_board(self, director_client, event):
        table = Table.objects.get()
        for deal in (1, 2):
            make.enter(table, deal, PASSED)
        make_provisional(round_=event.rounds.get(), actor="user:x")

        def says():
            with override("en"):
                return path(event, rounds(event))[2].says

        doubt = raise_flag(table=table, deal=1, words="Torn.", actor="user:x")
        about = protest(table=table, deal=2, actor="device:x")
        assert says() == "2 of 2 deals, 1 protest, 1 doubt"
        board = reverse("tournaments:round-board", args=[event.rounds.get().pk])
        told = director_client.get(board, headers={"accept-language": "en"}).content.decode()
        named = re.findall(r"#(?:protest-|doubts)[^>]*>\s*(.*?)\s*</a>", told)
        assert named == ["1 protest", "1 doubt"]
        answer_protest(protest=about, answer="It stands.", actor="user:x")
        assert says() == "2 of 2 deals, 1 doubt"
        clear_flag(flag=doubt, reason="Read again.", actor="user:x")
        assert says() == "2 of 2 deals"


def test_of_pairs_no_plan_is_spoken_of_before_there_is_one(director_client, club):
    people = make.make_members(club, 8)
    event = make_team_event(
        club=club,
        name="Par",
        date=make.EVENING,
        people=people,
        actor="user:x",
        preset=replace(CLUB_NIGHT, kind=Event.Kind.PAIRS),
    )
    address = reverse("tournaments:event", args=[event.pk])

    def page():
        return director_client.get(address, headers={"accept-language": "en"}).content.decode()

    assert "not drawn yet" in page()
    assert "The plan is a draft" not in page()
    draw_matches(event=event, settings=LeagueSettings(), actor="user:x", seed=1)
    assert "The plan is a draft" in page()
