"""The director is always told one next step."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from lhombre_club.printing import registry
from lhombre_club.printing.domain.asking import note_opened
from lhombre_club.printing.models import Job
from tests import make
from tournaments.book.changes import Change
from tournaments.book.corrections import correct
from tournaments.events.domain.events import make_event
from tournaments.events.pages.path import ending, path
from tournaments.events.pages.settles import Settles
from tournaments.models import Event, Payment, Season, Table
from tournaments.money.domain import settle_up, tick
from tournaments.papers import asking
from tournaments.review.domain.proofs import state_sums
from tournaments.review.domain.protests import protest
from tournaments.review.domain.rounds import close_round, make_provisional, protests_until
from tournaments.review.queries.rounds import rounds
from tournaments.seating.domain.released import release_rounds
from tournaments.seating.domain.swaps import swap_players

pytestmark = pytest.mark.django_db
BOTH = "provisional until rounds 1 and 2 are closed"
PASSED: dict[str, object] = {"passed": True}


def _change(event, version, outcome):
    """Correct the first deal of an event whose rounds are closed."""
    table = Table.objects.filter(round__event=event)[0]
    entered = {"declarer": 1, "contract": "solo", "outcome": outcome}
    changes = [Change(table, 1, version, entered)]
    correct(event=event, changes=changes, reason="Misread", actor="user:x")


@pytest.fixture
def event(club):
    return make_event(
        club=club,
        name="Klubaften",
        date=make.EVENING,
        people=make.make_members(club, 4),
        actor="system:test",
    )


def states(event: Event) -> list[str]:
    return [step.state for step in path(event, rounds(event))]


def test_the_steps_follow_the_evening(event):
    assert states(event) == ["next", "later", "later", "later"]
    with override("en"):
        _seats, _sheets, deals, standings = path(event, rounds(event))
    assert deals.says == "no round is released yet"
    assert (standings.says, standings.address) == ("are here once a round is released", "")
    release_rounds(event=event, actor="system:test")
    assert states(event) == ["done", "next", "later", "later"]
    tables = list(Table.objects.filter(round__event=event))
    make.enter(tables[0], 1, PASSED)
    assert states(event) == ["done", "later", "next", "later"]
    for table in tables:
        for deal in range(1, event.deals_per_round + 1):
            make.enter(table, deal, PASSED, base=int((table, deal) == (tables[0], 1)))
    assert states(event) == ["done", "later", "next", "later"]  # both are to be closed
    for round_ in event.rounds.all():
        close_round(round_=round_, actor="user:x")
    assert states(event) == ["done", "later", "done", "done"]


def test_a_step_says_how_far_it_is_and_leads_there(event):
    release_rounds(event=event, actor="system:test")
    make.enter(Table.objects.filter(round__event=event)[0], 3, PASSED)
    with override("en"):
        seats, _sheets, deals, _standings = path(event, rounds(event))
        assert (str(seats.title), seats.says) == ("Seats", "released")
    assert deals.says == "1 of 80 deals"
    assert seats.address == reverse("tournaments:seating", args=[event.pk])
    assert deals.address.startswith(reverse("tournaments:event", args=[event.pk]))


def sheets(event: Event) -> tuple[str, str, bool]:
    with override("en"):
        step = path(event, rounds(event))[1]
    return step.state, step.says, step.prints


def test_the_score_sheets_are_one_click_away_until_they_were_opened(event):
    first, second = event.rounds.all()
    release_rounds(event=event, actor="system:test")
    for round_ in (first, second):  # made, as every release has them made, and seen by nobody
        asking.ask_for_round(round_=round_, kind=asking.Kind.SCORE_SHEET, actor="system:test")
    assert sheets(event) == ("next", "print those of round 1", True)
    address = path(event, rounds(event))[1].address
    assert address == reverse("tournaments:paper-print", args=[event.pk, "score-sheet", 1])
    for job in Job.objects.filter(params__table=str(first.tables.get().pk)):
        note_opened(job)
    assert sheets(event) == ("later", "opened for round 1, not opened yet for round 2", True)
    assert states(event)[2] == "next"
    make.open_sheets(second)
    assert sheets(event) == ("done", "opened for rounds 1 and 2", False)
    step = path(event, rounds(event))[1]
    assert step.address == reverse("tournaments:papers", args=[event.pk])


def test_a_deal_that_is_in_prints_no_sheet(event):
    release_rounds(event=event, actor="system:test")
    make.enter(Table.objects.filter(round__event=event)[0], 3, PASSED)
    assert sheets(event) == ("later", "not opened yet for rounds 1 and 2", True)
    assert states(event)[2] == "next"


def test_sheets_that_show_other_seats_are_printed_again(event):
    first, second = event.rounds.all()
    release_rounds(event=event, actor="system:test")
    make.open_sheets(first)
    make.open_sheets(second)
    one, other = event.participants.all()[:2]
    swap_players(round_=first, one=one, other=other, actor="system:test")
    release_rounds(event=event, actor="system:test")
    says = "those of round 1 have changed: print them again"
    assert sheets(event) == ("next", says, True)
    make.open_sheets(first)
    assert sheets(event) == ("done", "opened for rounds 1 and 2", False)


def test_an_evening_that_is_released_round_by_round(event):
    first, second = event.rounds.all()
    release_rounds(event=event, actor="system:test", only=first)
    assert states(event) == ["later", "next", "later", "later"]
    with override("en"):
        assert path(event, rounds(event))[0].says == "round 1 is released, round 2 is a draft"
    for table in first.tables.all():
        for deal in range(1, event.deals_per_round + 1):
            make.enter(table, deal, PASSED)
    assert states(event) == ["later", "later", "next", "later"]
    with override("en"):
        assert path(event, rounds(event))[2].says == "round 1 is full: close it"
    close_round(round_=first, actor="user:x")
    assert states(event) == ["next", "later", "later", "later"]
    with override("en"):
        seats, _sheets, deals, _standings = path(event, rounds(event))
    assert (seats.says, deals.says) == ("release the next round", "round 1: 40 of 40 deals")
    release_rounds(event=event, actor="system:test", only=second)
    assert states(event) == ["done", "next", "later", "later"]


def test_a_round_that_is_full_is_closed_before_the_next_is_printed(event):
    first, _second = event.rounds.all()
    release_rounds(event=event, actor="system:test")
    for table in first.tables.all():
        for deal in range(1, event.deals_per_round + 1):
            make.enter(table, deal, PASSED)
    with override("en"):
        deals = path(event, rounds(event))[2]
    assert (deals.state, deals.says) == ("next", "round 1 is full: close it")
    assert deals.address.endswith("#round-1")
    open_ = protest(table=first.tables.all()[0], actor="device:x")
    with override("en"):
        deals = path(event, rounds(event))[2]
    assert deals.says == "round 1 is full: answer 1 protest, then close it"
    assert deals.address.endswith(f"/{first.pk}/checks/#protest-{open_.pk}")
    open_.delete()
    Event.objects.filter(pk=event.pk).update(verification=Event.Verification.CONFIRMED)
    event.refresh_from_db()
    with override("en"):
        deals = path(event, rounds(event))[2]
    wanted = "round 1 is full: get the sheet of table 1 confirmed, then close it"
    assert deals.says == wanted  # to close it is refused before
    assert deals.address.endswith(f"/{first.pk}/checks/")
    event.verification = Event.Verification.NONE
    event.save()
    last = event.deals_per_round
    state_sums(table=first.tables.get(), sums={last: [1, 0, 0, 0]}, actor="user:x")
    with override("en"):
        deals = path(event, rounds(event))[2]
    wanted = "round 1 is full: look why the paper of table 1 has other sums, then close it"
    assert deals.says == wanted
    assert deals.address.endswith(f"/tables/{first.tables.get().pk}/")
    state_sums(table=first.tables.get(), sums={last: [0, 0, 0, 0]}, actor="user:x")
    make_provisional(round_=first, actor="user:x")
    assert states(event)[1] == "next"  # while protests are received, there is nothing to close
    close_round(round_=first, actor="user:x", early=True)
    assert states(event)[1] == "next"


class TestTheEnd:
    @pytest.fixture
    def event(self, club):
        event = make.make_released_event(club, tables=1, deals=1, rounds=2)
        for table in Table.objects.filter(round__event=event):
            make.enter(table, 1, PASSED)
        return event

    def says(self, event):
        with override("en"):
            plan = rounds(Event.objects.get(pk=event.pk))
            return ending(event, plan), path(event, plan)[-1].says

    def test_nothing_is_said_while_a_sheet_is_missing(self, club):
        event = make.make_released_event(make.make_club("B"), tables=1, deals=1)
        assert self.says(event) == ("", "provisional")

    def test_a_round_that_is_in_is_not_final_yet(self, event):
        assert self.says(event) == (
            "Every deal is in. The standings are final when rounds 1 and 2 are closed.",
            BOTH,
        )

    def test_a_provisional_round_says_until_when(self, event):
        first = make_provisional(round_=event.rounds.get(number=1), actor="user:x")
        until = protests_until(first)
        assert until is not None
        at = timezone.localtime(until).strftime("%H:%M")
        rest = "Round 2 is not closed either."
        sentence = (
            f"Every deal is in. Round 1 is provisional until {at}, and not closed yet. {rest}"
        )
        assert self.says(event) == (sentence, BOTH)
        Event.objects.update(protest_minutes=0)
        sentence = f"The time for protests is over. Close round 1. {rest}"
        assert self.says(event) == (sentence, BOTH)

    def test_only_what_is_closed_is_final(self, event):
        one, two = event.rounds.all()
        close_round(round_=one, actor="user:x")
        last = "Every deal is in. The standings are final when round 2 is closed."
        assert self.says(event) == (last, "provisional until round 2 is closed")
        with override("en"):
            deals, standings = path(event, rounds(event))[2:]
            assert (deals.state, deals.says) == ("next", "round 2 is full: close it")
        assert deals.address.endswith("#round-2")
        assert standings.state == "later"
        close_round(round_=two, actor="user:x")
        assert self.says(event) == ("Every round is closed. Print the final standings.", "final")
        assert states(event) == ["done", "later", "done", "done"]

    def test_the_standings_and_their_paper_say_how_final_they_are(self, client, event):
        address = reverse("tournaments:standings-table", args=[event.pk])

        def says():
            page = client.get(address, headers={"accept-language": "en"}).text
            badge = re.findall(r'<span class="badge[^>]*>\s*([^<]*?)\s*</span>', page)[0]
            paper = registry.build("standings", {"event": str(event.pk)}).context
            assert str(paper["how_final"]).capitalize() == badge
            return badge

        Event.objects.update(language="en")
        assert says() == BOTH.capitalize()
        one, two = event.rounds.all()
        close_round(round_=one, actor="user:x")
        assert says() == "Provisional until round 2 is closed"
        close_round(round_=two, actor="user:x")
        assert says() == "Final"

    def test_while_a_round_is_missing_the_standings_say_how_far_they_go(self, club):
        event = make.make_released_event(make.make_club("B"), tables=1, deals=2, rounds=2)
        first, second = Table.objects.filter(round__event=event).order_by("round__number")
        assert self.says(event)[1] == "provisional"
        make.enter(first, 1, PASSED)
        assert self.says(event)[1] == "provisional: round 1 is being played"
        make.enter(first, 2, PASSED)
        assert self.says(event)[1] == "provisional after round 1"
        close_round(round_=first.round, actor="user:x")
        assert self.says(event)[1] == "provisional after round 1"
        make.enter(second, 1, PASSED)
        assert self.says(event)[1] == "provisional: round 2 is being played"
        Event.objects.filter(pk=event.pk).update(abandoned=True)
        close_round(round_=second.round, actor="user:x")
        assert self.says(event)[1] == "final"

    def test_the_rounds_that_are_drawn_are_closed_and_more_are_planned(
        self, director_client, event
    ):
        Event.objects.filter(pk=event.pk).update(planned_rounds=event.rounds.count() + 1)
        for round_ in event.rounds.all():
            close_round(round_=round_, actor="user:x")
        address = reverse("tournaments:event", args=[event.pk])
        page = director_client.get(address, headers={"accept-language": "en"}).content.decode()
        assert f"Round {event.rounds.count() + 1} is still to be drawn." in page

    def test_the_end_leads_to_settling_up_and_to_the_final_standings(self, director_client, event):
        settle = reverse("tournaments:money", args=["event", event.pk])
        prints = reverse("tournaments:paper-print", args=[event.pk, "standings"])

        def green(name):
            address = reverse(f"tournaments:{name}", args=[event.pk])
            page = director_client.get(address).content.decode()
            return re.findall(r'class="button button--primary"\s+href="([^"]*)"', page)

        assert prints not in green("papers")
        for round_ in event.rounds.all():
            close_round(round_=round_, actor="user:x")
        assert green("event") == [prints]
        assert green("papers") == [prints]
        Event.objects.update(unit=1)
        assert green("event") == [settle]
        with override("en"):
            says = ending(event, rounds(event), Settles(settle))
        assert says == "Every round is closed. Settle up, and print the final standings."
        settle_up(scope=Event.objects.get(pk=event.pk), actor="user:x")
        assert green("event") == [prints]

    @pytest.mark.parametrize("kind", ("event", "season"))
    def test_what_moves_money_after_settling_is_settled_up_again(
        self, director_client, event, kind
    ):
        season = Season.objects.create(club=event.club, name="2026")
        Event.objects.update(unit=1, season=season)
        for round_ in event.rounds.all():
            close_round(round_=round_, actor="user:x")
        event = Event.objects.get(pk=event.pk)
        scope = {"event": event, "season": season}[kind]

        def page():
            address = reverse("tournaments:event", args=[event.pk])
            return director_client.get(address, headers={"accept-language": "en"}).content.decode()

        _change(event, 1, "won")
        settle_up(scope=scope, actor="user:x")
        owed = Payment.objects.count()
        assert owed > 1
        whose = " of the season" if kind == "season" else ""
        assert f"It is settled up. Not ticked off yet: {owed} payments{whose}." in page()
        for payment in Payment.objects.all():
            tick(payment=payment, actor="user:x")
        assert "settled up" not in page()
        _change(event, 2, "bet")
        told = page()
        of = " of the season" if kind == "season" else ""
        says = f"Every round is closed. Results{of} have come or changed since it was settled up."
        assert says in told
        place = reverse("tournaments:money", args=[kind, scope.pk])
        green = re.findall(r'class="button button--primary"\s+href="([^"]*)"', told)
        assert green == [place]
        settle_up(scope=scope, actor="user:x")
        assert "It is settled up. " in page()

    def test_an_evenings_own_payments_are_counted_beside_those_of_its_season(
        self, director_client, event
    ):
        season = Season.objects.create(club=event.club, name="2026")
        Event.objects.update(unit=1, season=season)
        for round_ in event.rounds.all():
            close_round(round_=round_, actor="user:x")
        event = Event.objects.get(pk=event.pk)

        def told():
            address = reverse("tournaments:event", args=[event.pk])
            page = director_client.get(address, headers={"accept-language": "en"}).content.decode()
            return re.findall(r"(\d+) payments?\b( of the season)?", page), page

        _change(event, 1, "won")
        settle_up(scope=event, actor="user:x")
        own = list(Payment.objects.all())
        _change(event, 2, "bet")
        settle_up(scope=season, actor="user:x")
        of_season = list(Payment.objects.filter(settling__season=season))
        assert own
        assert of_season
        both = [(str(len(own)), ""), (str(len(of_season)), " of the season")]
        for place, unpaid, ticked in (
            (["season", season.pk], both, of_season),
            (["event", event.pk], both[:1], own),
        ):
            counted, page = told()
            assert counted == unpaid
            assert reverse("tournaments:money", args=place) in page
            for payment in ticked:
                tick(payment=payment, actor="user:x")
        assert told()[0] == []
