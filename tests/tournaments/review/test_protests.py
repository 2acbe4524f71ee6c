"""A round is looked at before it is final: provisional, protests, doubts, then closed."""

import datetime as dt

import pytest
from django.utils import timezone

from lhombre_club.refusal import Refusal
from tests import make
from tests.tournaments.book.correcting import DIRECTOR, make_correction
from tests.tournaments.conftest import BET, WON
from tournaments.book.changes import Change
from tournaments.book.reasons import BookReason
from tournaments.models import Activity, Event, Flag, Protest, Round, Table
from tournaments.penalties.domain.penalties import Penalty, penalise
from tournaments.review.domain import flags, rounds
from tournaments.review.domain.protests import (
    LONGEST,
    MOST,
    MOST_OPEN,
    answer_protest,
    protest,
    withdraw,
)
from tournaments.review.reasons import ReviewReason
from tournaments.words.figures import clock

pytestmark = pytest.mark.django_db
DEALS = 4


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=2, deals=DEALS)


@pytest.fixture
def tables(event):
    return list(Table.objects.filter(round__event=event).select_related("round__event"))


@pytest.fixture
def table(tables):
    return tables[0]


@pytest.fixture
def round_(event):
    return event.rounds.get()


@pytest.fixture
def full(tables):
    for table in tables:
        for deal in range(1, DEALS + 1):
            make.enter(table, deal, {"passed": True})


def show(round_):
    return rounds.make_provisional(round_=round_, actor=DIRECTOR)


def close(round_, **kwargs):
    return rounds.close_round(round_=round_, actor=DIRECTOR, **kwargs)


def complain(table, deal=1, **kwargs):
    return protest(table=table, deal=deal, actor="visitor:one", **kwargs)


def late(round_, minutes=31):
    Round.objects.update(provisional_at=timezone.now() - dt.timedelta(minutes=minutes))


def verbs(event):
    return list(Activity.objects.filter(event=event).values_list("verb", flat=True))


class TestProvisional:
    def test_sheets_that_are_missing_are_named(self, round_, tables):
        make.enter(tables[0], 1, {"passed": True})
        with pytest.raises(Refusal) as refused:
            show(round_)
        assert refused.value.reason is ReviewReason.INCOMPLETE
        assert refused.value.facts["tables"] == "1, 2"
        assert Round.objects.get().state == "released"

    def test_what_was_decided_to_have_no_result_is_not_missing(self, event, round_, tables, full):
        change = Change(tables[0], 1, 1, None, ruling="annulled")
        make_correction(event, change, reason="a card too many")
        assert show(round_).state == "provisional"

    @pytest.mark.usefixtures("full")
    def test_it_is_shown_and_takes_no_entries_but_decisions(self, event, round_, table):
        version = Event.objects.get().version
        assert show(round_).provisional_at is not None
        assert Event.objects.get().version == version + 1
        assert verbs(event) == ["round.provisional"]
        with pytest.raises(Refusal) as refused:
            make.enter(table, 1, WON, base=1)
        assert refused.value.reason is BookReason.NOT_OPEN
        penalise(
            table=table,
            penalty=Penalty(id=make.new_id(), seat=0, points=2, reason="late"),
            actor=DIRECTOR,
        )
        make_correction(event, Change(table, 1, 1, BET), reason="the sheet says so")

    @pytest.mark.usefixtures("full")
    def test_twice_is_once_and_a_final_round_stays_final(self, event, round_):
        first = show(round_)
        assert show(round_).provisional_at == first.provisional_at
        close(round_, early=True)
        assert show(round_).state == "final"
        assert verbs(event) == ["round.provisional", "round.closed_early"]

    def test_a_draft_is_not(self, round_):
        Round.objects.update(state=Round.State.DRAFT)
        with pytest.raises(Refusal) as refused:
            show(round_)
        assert refused.value.reason is ReviewReason.NOT_RELEASED

    @pytest.mark.usefixtures("full")
    def test_it_is_opened_again_with_a_reason(self, round_, table):
        show(round_)
        opened = rounds.reopen_round(round_=round_, reason="wrong sheet", actor=DIRECTOR)
        assert (opened.state, opened.provisional_at) == ("released", None)
        make.enter(table, 1, WON, base=1)


class TestByItself:
    @pytest.fixture(autouse=True)
    def by_itself(self, event):
        Event.objects.update(provisional_by_itself=True)
        event.refresh_from_db()

    def follow(self, table):
        found = Table.objects.select_related("round__event").get(pk=table.pk)
        return rounds.follow(table=found)

    def test_only_after_the_last_sheet(self, tables):
        for deal in range(1, DEALS + 1):
            make.enter(tables[0], deal, {"passed": True})
        assert [self.follow(table) for table in tables] == [False, False]
        for deal in range(1, DEALS + 1):
            make.enter(tables[1], deal, {"passed": True})
        assert self.follow(tables[1])
        assert Round.objects.get().state == "provisional"

    @pytest.mark.usefixtures("full")
    def test_not_where_the_event_does_not_want_it(self, table):
        Event.objects.update(provisional_by_itself=False)
        assert not self.follow(table)
        assert Round.objects.get().state == "released"


class TestProtest:
    @pytest.fixture(autouse=True)
    def shown(self, full, round_):
        show(round_)

    def test_it_holds_the_round_until_it_is_answered(self, event, round_, table):
        made = complain(table, words=" it was\0 bet ")
        late(round_)
        with pytest.raises(Refusal) as refused:
            close(round_)
        assert refused.value.reason is ReviewReason.DOUBTS
        answered = answer_protest(protest=made, answer="The sheet says won.", actor=DIRECTOR)
        assert (answered.state, answered.words) == ("answered", "it was bet")
        assert close(round_).state == "final"
        assert verbs(event) == [
            "round.provisional", "protest.made", "protest.answered", "round.closed",
        ]  # fmt: skip

    def test_the_same_again_is_the_same_one(self, table):
        assert complain(table) == complain(table, words="again")
        player = table.seats.first().participant
        own = complain(table, participant=player)
        assert own == complain(table, participant=player)
        assert Protest.objects.count() == 2

    def test_later_words_are_kept_below_the_earlier_ones_until_there_are_too_many(self, table):
        complain(table, words="It was bet")
        complain(table, words="It was bet")
        made = complain(table, words="Ask South")
        assert (made.words, Protest.objects.get().words) == ("It was bet\nAsk South",) * 2
        assert verbs(table.round.event)[1:] == ["protest.made", "protest.added"]
        for letter in "abcd":
            complain(table, words=letter * 200)
        with pytest.raises(Refusal) as refused:
            complain(table, words="e" * 200)
        assert refused.value.reason is ReviewReason.TOO_MANY_PROTESTS
        assert len(Protest.objects.get().words) <= LONGEST

    def test_what_others_send_in_a_players_name_takes_nothing_from_him(self, table):
        player = table.seats.first().participant
        for deal in range(MOST_OPEN):
            complain(table, deal, participant=player, words="ha")
        own = [
            protest(table=table, deal=deal, participant=player, actor="visitor:two", words="bet")
            for deal in range(MOST_OPEN)
        ]
        assert [each.words for each in own] == ["bet"] * MOST_OPEN
        withdraw(protest=player.protests.filter(actor="visitor:one").first(), actor="visitor:one")
        assert player.protests.filter(actor="visitor:two", state="open").count() == MOST_OPEN

    def test_one_sender_has_few_at_a_table_in_whatever_names(self, table):
        seats = table.seats.all()
        for place in range(MOST_OPEN):
            complain(table, 1, participant=seats[place].participant)
        with pytest.raises(Refusal) as refused:
            complain(table, 1, participant=seats[MOST_OPEN].participant)
        assert refused.value.reason is ReviewReason.TOO_MANY_PROTESTS
        for seat in seats:  # a director notes what each of them says
            protest(table=table, deal=1, participant=seat.participant, actor=DIRECTOR)

    def test_one_player_has_few_at_a_time_and_few_in_all(self, table):
        made = [complain(table, deal) for deal in range(MOST_OPEN)]
        with pytest.raises(Refusal) as refused:
            complain(table, MOST_OPEN)
        assert refused.value.reason is ReviewReason.TOO_MANY_PROTESTS
        for each in made:
            answer_protest(protest=each, answer="No.", actor=DIRECTOR)
        for _ in range(MOST - MOST_OPEN):
            answer_protest(protest=complain(table, 1), answer="No.", actor=DIRECTOR)
        with pytest.raises(Refusal) as refused:
            complain(table, 1)
        assert refused.value.reason is ReviewReason.TOO_MANY_PROTESTS

    @pytest.mark.parametrize("deal", (-1, DEALS + 1))
    def test_only_about_a_deal_of_the_sheet(self, table, deal):
        with pytest.raises(Refusal) as refused:
            complain(table, deal)
        assert refused.value.reason is ReviewReason.NO_SUCH_DEAL

    def test_only_of_who_sits_there(self, tables):
        other = tables[1].seats.first().participant
        with pytest.raises(Refusal) as refused:
            complain(tables[0], participant=other)
        assert refused.value.reason is ReviewReason.NOT_OPEN

    def test_only_in_time(self, event, round_, table):
        late(round_, 29)
        complain(table)
        late(round_, 30)
        with pytest.raises(Refusal) as refused:
            complain(table, 2)
        assert refused.value.reason is ReviewReason.NOT_OPEN
        Event.objects.update(protest_minutes=0)
        late(round_, 0)
        with pytest.raises(Refusal) as refused:
            complain(table, 2)
        assert refused.value.reason is ReviewReason.NOT_OPEN

    def test_not_when_it_is_closed_early(self, round_, table):
        close(round_, early=True)
        with pytest.raises(Refusal) as refused:
            complain(table)
        assert refused.value.reason is ReviewReason.NOT_OPEN

    def test_the_first_answer_stands_and_says_something(self, table):
        made = complain(table)
        with pytest.raises(Refusal) as refused:
            answer_protest(protest=made, answer=" ", actor=DIRECTOR)
        assert refused.value.reason is ReviewReason.SAY_WHY
        answer_protest(protest=made, answer="No.", actor=DIRECTOR)
        assert answer_protest(protest=made, answer="Yes.", actor=DIRECTOR).answer == "No."

    def test_the_end_of_the_time_has_its_day_if_it_is_tomorrow(self, round_):
        Event.objects.update(protest_minutes=24 * 60)
        with pytest.raises(Refusal) as refused:
            close(round_)
        tomorrow = timezone.localdate() + dt.timedelta(days=1)
        assert str(tomorrow.year) in str(refused.value.facts["time"])

    def test_a_round_is_not_closed_before_the_time_is_up(self, round_):
        with pytest.raises(Refusal) as refused:
            close(round_)
        assert refused.value.reason is ReviewReason.TOO_EARLY
        until = rounds.protests_until(Round.objects.select_related("event").get())
        assert until is not None
        assert until > timezone.now()
        assert refused.value.facts["time"] == clock(until)
        late(round_)
        assert close(round_).state == "final"


class TestProtestOnAClubNight:
    """The rounds are closed as soon as they are full, without a time for protests."""

    def test_from_the_first_deal_that_is_entered_and_it_holds_the_round(self, round_, tables):
        with pytest.raises(Refusal) as refused:
            complain(tables[0])
        assert refused.value.reason is ReviewReason.NOTHING_ENTERED
        make.enter(tables[0], 1, {"passed": True})
        made = complain(tables[0])
        with pytest.raises(Refusal) as refused:
            close(round_)
        assert refused.value.reason is ReviewReason.DOUBTS
        Event.objects.update(protest_minutes=0)
        with pytest.raises(Refusal) as refused:
            complain(tables[0], 2)
        assert refused.value.reason is ReviewReason.NOT_OPEN
        answer_protest(protest=made, answer="No.", actor=DIRECTOR)
        assert close(round_).state == "final"

    def test_of_a_closed_round_while_another_is_open_and_the_time_is_not_over(self, club):
        event = make.make_released_event(club, tables=1, deals=1, rounds=2)
        first, second = Table.objects.filter(round__event=event).order_by("round__number")
        make.enter(first, 1, {"passed": True})
        make.enter(second, 1, {"passed": True})
        close(first.round)
        made = complain(first)
        with pytest.raises(Refusal) as refused:
            close(second.round)
        assert refused.value.reason is ReviewReason.EARLIER_PROTESTS
        assert refused.value.facts["rounds"] == "1"
        Round.objects.filter(number=1).update(closed_at=timezone.now() - dt.timedelta(minutes=30))
        with pytest.raises(Refusal) as refused:
            complain(first, 0)
        assert refused.value.reason is ReviewReason.NOT_OPEN
        Round.objects.filter(number=1).update(closed_at=timezone.now())
        answer_protest(protest=made, answer="No.", actor=DIRECTOR)
        close(second.round)
        with pytest.raises(Refusal) as refused:
            complain(first)
        assert refused.value.reason is ReviewReason.NOT_OPEN


class TestFlag:
    def test_it_holds_the_round_until_it_is_cleared(self, event, round_, table, full):
        flag = flags.raise_flag(table=table, deal=2, words="Who declared?", actor=DIRECTOR)
        assert flag == flags.raise_flag(table=table, deal=2, words="Who?", actor=DIRECTOR)
        for deed in (show, close):
            with pytest.raises(Refusal) as refused:
                deed(round_)
            assert refused.value.reason is ReviewReason.DOUBTS
        assert flags.take_flag(flag=flag, actor="user:other").owner == "user:other"
        with pytest.raises(Refusal) as refused:
            flags.clear_flag(flag=flag, reason="", actor=DIRECTOR)
        assert refused.value.reason is ReviewReason.SAY_WHY
        cleared = flags.clear_flag(flag=flag, reason="South did.", actor=DIRECTOR)
        assert (cleared.state, cleared.reason) == ("cleared", "South did.")
        assert flags.clear_flag(flag=flag, reason="West.", actor=DIRECTOR).reason == "South did."
        assert flags.take_flag(flag=flag, actor="user:third").owner == "user:other"
        assert show(round_).state == "provisional"
        assert verbs(event) == [
            "flag.raised", "flag.taken", "flag.cleared", "round.provisional",
        ]  # fmt: skip

    def test_it_is_about_a_deal_of_an_open_round_and_says_why(self, round_, table):
        with pytest.raises(Refusal) as refused:
            flags.raise_flag(table=table, deal=DEALS + 1, words="?", actor=DIRECTOR)
        assert refused.value.reason is ReviewReason.NO_SUCH_DEAL
        for words in ("", "Who\0?"):
            with pytest.raises(Refusal) as refused:
                flags.raise_flag(table=table, deal=1, words=words, actor=DIRECTOR)
            assert refused.value.reason is ReviewReason.SAY_WHY
        close(round_)
        with pytest.raises(Refusal) as refused:
            flags.raise_flag(table=table, deal=1, words="?", actor=DIRECTOR)
        assert refused.value.reason is ReviewReason.NOT_OPEN
        assert not Flag.objects.exists()


class TestSettings:
    def test_they_are_stored_and_noted(self, event):
        wanted = rounds.RoundSettings(
            verification=Event.Verification.STATED, protest_minutes=10, provisional_by_itself=True
        )
        rounds.set_rounds(event=event, settings=wanted, actor=DIRECTOR)
        event.refresh_from_db()
        found = (event.verification, event.protest_minutes, event.provisional_by_itself)
        assert found == ("stated", 10, True)
        assert verbs(event) == ["rounds.set"]

    @pytest.mark.parametrize(("given", "left"), (([5, 5], 10), ([5, -10], 0), ([999], 120)))
    def test_extra_time_is_added_up_within_bounds(self, table, given, left):
        for minutes in given:
            rounds.give_time(table=table, minutes=minutes, actor=DIRECTOR)
        table.refresh_from_db()
        assert (table.extra_minutes, table.extra_at is not None) == (left, True)
        assert verbs(table.round.event) == ["time.given"] * len(given)
