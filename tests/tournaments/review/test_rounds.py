"""A round is closed once its account is proved; then it is corrected, not entered."""

import pytest
from django.urls import reverse

from lhombre_club.copies.shelf import Why
from lhombre_club.printing import bell
from lhombre_club.refusal import Refusal
from scoring.domain import write_totals
from tests.tournaments.book.correcting import DIRECTOR, make_correction
from tests.tournaments.conftest import BET, WON
from tournaments import tasks
from tournaments.book.accounts import locked_tables, stored_account
from tournaments.book.changes import Change
from tournaments.book.proving.ledger_check import check_event
from tournaments.book.reasons import BookReason, CorrectionReason
from tournaments.events.queries.every_event import events, public_events
from tournaments.models import Activity, Event, Round
from tournaments.review.domain.rounds import close_round, reopen_round
from tournaments.review.queries.rounds import rounds
from tournaments.review.reasons import ReviewReason
from tournaments.standings.queries.standings import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(event):
    return event.rounds.get()


def close(round_):
    return close_round(round_=round_, actor=DIRECTOR)


def reopen(round_, reason="a sheet was found"):
    return reopen_round(round_=round_, reason=reason, actor=DIRECTOR)


def log(event):
    return list(Activity.objects.filter(event=event).values_list("verb", "facts"))


def test_a_closed_round_takes_no_result(event, round_, enter):
    enter(1, WON)
    version = Event.objects.get().version
    closed = close(round_)
    assert (closed.state, closed.closed_at is not None) == ("final", True)
    assert log(event) == [("round.closed", {"round": 1})]
    assert Event.objects.get().version == version + 1
    with pytest.raises(Refusal) as refused:
        enter(2, WON)
    assert refused.value.reason is BookReason.NOT_OPEN


def test_the_club_is_copied_when_a_round_is_closed_and_not_when_it_was_before(
    round_, enter, monkeypatch, django_capture_on_commit_callbacks
):
    enter(1, WON)
    asked = []
    monkeypatch.setattr(bell.bell, "send", lambda *words: asked.append(words))
    for _twice in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            close(round_)
    assert asked == [(tasks.copy_club.name, Why.ROUND)]


def test_it_is_corrected_by_a_director_with_a_reason_and_that_is_noted(event, table, enter, round_):
    enter(1, WON)
    close(round_)
    with pytest.raises(Refusal) as refused:
        make_correction(event, Change(table, 1, 1, BET), reason="")
    assert refused.value.reason is CorrectionReason.NO_REASON
    made = make_correction(event, Change(table, 1, 1, BET), reason="the sheet says so")
    assert log(event)[1:] == [("final.corrected", {"correction": str(made.pk)})]
    assert standings(event).rows[-1].points == -2


def test_what_does_not_agree_is_not_closed(event, round_, enter):
    enter(1, WON)
    (table,) = locked_tables(event)
    account = stored_account(table)
    enter(1, BET)
    write_totals(table.book, account)
    with pytest.raises(Refusal) as refused:
        close(round_)
    assert refused.value.reason is ReviewReason.LEDGER
    findings = check_event(event)
    assert len(findings) == 3 + 2  # points of three seats; won and highest of one
    assert refused.value.facts["says"] == findings[0]
    assert Round.objects.get().state == "released"


def test_closing_twice_is_once(event, round_):
    first = close(round_)
    assert close(round_).closed_at == first.closed_at
    assert log(event) == [("round.closed", {"round": 1})]


def test_a_reopened_round_takes_results(event, round_, enter):
    close(round_)
    assert reopen(round_).closed_at is None
    assert log(event)[1:] == [("round.reopened", {"round": 1, "reason": "a sheet was found"})]
    enter(1, WON)
    reopen(round_)
    assert len(log(event)) == 2


@pytest.mark.parametrize("reason", ("", " ", "x" * 73, "a\0b"))
def test_reopening_needs_a_reason(round_, reason):
    close(round_)
    with pytest.raises(Refusal) as refused:
        reopen(round_, reason)
    assert refused.value.reason is ReviewReason.SAY_WHY_REOPENED
    assert Round.objects.get().state == "final"


@pytest.mark.parametrize("deed", (close, reopen))
def test_a_draft_is_neither_closed_nor_reopened(round_, deed):
    Round.objects.update(state=Round.State.DRAFT)
    with pytest.raises(Refusal) as refused:
        deed(round_)
    assert refused.value.reason is ReviewReason.NOT_RELEASED
    assert Round.objects.get().state == "draft"


class TestWhatIsFinalIsShown:
    @pytest.fixture(autouse=True)
    def closed(self, event, enter, round_):
        enter(1, WON)
        close(round_)

    def test_in_the_queries(self, event, club):
        (round_,) = rounds(event)
        assert (round_.is_released, round_.is_final) == (True, True)
        assert public_events() == [event]
        assert [vars(each)["released"] for each in events(club)] == [1]
        assert standings(event).rounds == (1,)
        assert standings(event).rows[0].points == 2

    @pytest.mark.parametrize("name", ("standings", "papers", "public-standings"))
    def test_on_the_pages(self, event, director_client, name):
        answer = director_client.get(reverse(f"tournaments:{name}", args=[event.pk]))
        assert answer.status_code == 200

    def test_a_draft_is_not(self, event, director_client):
        Round.objects.update(state=Round.State.DRAFT)
        public = director_client.get(reverse("tournaments:public-standings", args=[event.pk]))
        assert public.status_code == 404
        assert public_events() == []
