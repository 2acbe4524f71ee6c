"""An evening that was broken off comes to its end like any other, and says that it was."""

import re

import pytest
from django.urls import reverse
from django.utils.translation import override

from lhombre_club.members.queries import evening
from lhombre_club.printing import registry
from tests import make
from tests.tournaments.played import make_pairs_or_teams
from tournaments.events.pages.now import now
from tournaments.events.pages.path import path
from tournaments.models import Event, Round, Table
from tournaments.papers.content import look
from tournaments.papers.queries.leading import leading_first
from tournaments.review.domain.rounds import close_round
from tournaments.review.pages.finality import how_final
from tournaments.review.queries.rounds import rounds
from tournaments.screens.domain import screen_of
from tournaments.screens.pages import pages_of
from tournaments.seating.domain.released import release_rounds
from tournaments.seating.queries.tonight import tonight_of
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
ENDS = "The evening was broken off. Settle up, and print the final standings."
WON: dict[str, object] = {"declarer": 1, "contract": "spil", "outcome": "won"}


def tables(event: Event) -> list[Table]:
    return list(Table.objects.filter(round__event=event).order_by("round__number"))


@pytest.fixture
def begun(club):
    """Two rounds of two deals at one table, and one deal of the first is played."""
    event = make.make_released_event(club, tables=1, deals=2, rounds=2, language="en", unit=10)
    Event.objects.filter(pk=event.pk).update(date=evening())
    make.enter(tables(event)[0], 1, WON)
    event.refresh_from_db()
    return event


@pytest.fixture
def event(begun):
    """Of the same the first round is played, and of the second one deal."""
    first, second = tables(begun)
    make.enter(first, 2, WON)
    make.enter(second, 1, WON)
    return begun


def break_off(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(abandoned=True)
    event.refresh_from_db()


def close(event: Event) -> None:
    for round_ in event.rounds.exclude(state=Round.State.DRAFT):
        close_round(round_=round_, actor="user:x")


def end(event: Event) -> None:
    break_off(event)
    close(event)


def page(client, name: str, *args: object) -> str:
    text = client.get(reverse(name, args=args), headers=ENGLISH).content.decode()
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def test_nothing_is_offered_for_deals_that_do_not_come(director_client, event):
    """Neither more time for a table, nor sheets to play on."""
    before = page(director_client, "tournaments:event", event.pk)
    break_off(event)
    after = page(director_client, "tournaments:event", event.pk)
    for offer in ("Give the table 5 min. more", "Print the score sheets of round 2"):
        assert offer in before
        assert offer not in after


class TestItsEnd:
    def test_every_step_is_done_and_the_results_say_how_far_it_came(self, event):
        with override("en"):
            end(event)
            steps = path(event, rounds(event))
        assert [step.state for step in steps] == ["done", "later", "done", "done"]
        assert steps[2].says == "3 of 4 deals, the evening was broken off"
        assert "not opened yet" not in steps[1].says
        assert "never opened for rounds 1 and 2" in steps[1].says
        assert not steps[1].prints

    def test_the_page_leads_to_settling_up_and_offers_no_sheets(self, director_client, event):
        assert "Print the score sheets of round 2" in page(
            director_client, "tournaments:event", event.pk
        )
        end(event)
        shown = page(director_client, "tournaments:event", event.pk)
        assert ENDS in shown
        assert "Print the score sheets of round 2" not in shown
        for name in ("papers", "seating"):  # of a round that is closed nothing is to be played
            shown = page(director_client, f"tournaments:{name}", event.pk)
            assert "Print the score sheets of round" not in shown
        assert "3 of 4 deals, the evening was broken off" in page(
            director_client, "tournaments:home"
        )

    def test_a_draft_of_it_is_not_asked_for(self, director_client, begun):
        begun.rounds.filter(number=2).update(state=Round.State.DRAFT)
        end(begun)
        with override("en"):
            steps = path(begun, rounds(begun))
            said = now(begun, rounds(begun))
        assert [step.state for step in steps] == ["done", "later", "done", "done"]
        assert (said.draft, said.ending) == (None, ENDS)
        assert steps[2].says == "round 1: 1 of 2 deals, the evening was broken off"
        assert leading_first(begun)[1]
        assert ENDS in page(director_client, "tournaments:event", begun.pk)

    def test_a_round_that_was_closed_short_is_not_played_any_more(self, begun):
        """The next one is."""
        break_off(begun)
        first, second = tables(begun)
        close_round(round_=first.round, actor="user:x")
        with override("en"):
            says = "provisional until round 2 is closed, the evening was broken off"
            assert how_final(begun, rounds(begun)) == says
            assert now(begun, rounds(begun)).ending == ""
            assert path(begun, rounds(begun))[1].says.startswith("print those of round 2")
            make.enter(second, 1, WON)
            assert how_final(begun, rounds(begun)) == says
            title = pages_of(begun, screen_of(begun))[0].title
        assert title == "Round 2: how far the tables are"

    def test_the_screen_shows_the_standings(self, event):
        with override("en"):
            break_off(event)
            assert "how far" in pages_of(event, screen_of(event))[0].title
            close(event)
            assert [each.title for each in pages_of(event, screen_of(event))] == ["Standings"]

    def test_a_match_of_it_is_not_so_far(self, director_client, club):
        pairs = make_pairs_or_teams(club, "pairs", 2, deals=2, name="Makker")
        draw_matches(event=pairs, settings=LeagueSettings(times=1), actor="system:test")
        release_rounds(event=pairs, actor="system:test")
        make.enter(tables(pairs)[0], 1, WON)
        round_ = pairs.rounds.get()
        for at in (("matches", pairs.pk), ("round-matches", round_.pk)):
            assert "so far" in page(director_client, f"tournaments:{at[0]}", at[1])
        end(pairs)
        for at in (("matches", pairs.pk), ("round-matches", round_.pk)):
            assert "so far" not in page(director_client, f"tournaments:{at[0]}", at[1])

    @pytest.mark.parametrize("kind", ("standings", "wall", "prizes"))
    def test_its_paper_says_it(self, event, kind):
        end(event)
        params = {"event": str(event.pk)}
        paper = registry.build(kind, params)
        assert paper.context["how_final"] == "final, the evening was broken off"
        before = look([(kind, params)])
        Event.objects.update(abandoned=False)
        assert registry.build(kind, params).context["how_final"] == "final"
        assert look([(kind, params)]) != before


class TestTonight:
    def test_it_is_tonights_still_whether_it_runs_or_is_over(self, director_client, club, event):
        break_off(event)
        assert [one.event for one in tonight_of(club, evening()).running] == [event]
        shown = page(director_client, "members:tonight")
        assert "Everybody who is here plays in it." in shown
        assert "Close the check-in and make the event" not in shown
        close(event)
        found = tonight_of(club, evening())
        assert (found.running, found.over) == ((), (event,))
        shown = page(director_client, "members:tonight")
        assert "Klubaften is over." in shown
        assert "Close the check-in and make the event" not in shown

    def test_a_draft_of_it_does_not_keep_it_running(self, club, begun):
        begun.rounds.filter(number=2).update(state=Round.State.DRAFT)
        end(begun)
        assert tonight_of(club, evening()).over == (begun,)

    def test_where_the_room_has_seen_nothing_of_it_nothing_is_played(self, club, event):
        event.rounds.update(state=Round.State.DRAFT)
        break_off(event)
        found = tonight_of(club, evening())
        assert (found.running, found.over) == ((), ())
