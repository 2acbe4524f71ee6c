"""What an event asks for beside the deals: sums, a second reading, a second player."""

import pytest

from lhombre_club.refusal import Refusal
from tests import make
from tests.tournaments.book.correcting import DIRECTOR, make_correction
from tests.tournaments.conftest import BET, WON
from tournaments.book.changes import Change
from tournaments.entry.domain import leases
from tournaments.models import Activity, Event, Flag, Round, Table
from tournaments.review.domain import flags, proofs, rounds
from tournaments.review.domain.proofs import Reading
from tournaments.review.domain.verification import Checking, block_from, ends
from tournaments.review.domain.verification import gaps as gaps_of
from tournaments.review.queries.provisional import unproved_tables
from tournaments.review.reasons import ReviewReason

pytestmark = pytest.mark.django_db
DEALS = 12
PHONE = "device:phone"
SUMS = [-1, 2, -1, 0]  # what one spil won by West moves, with rasle, East dealing


@pytest.fixture
def asked():
    return Event.Verification.NONE


@pytest.fixture
def table(club, asked):
    event = make.make_released_event(club, tables=1, deals=DEALS, verification=asked)
    table = Table.objects.select_related("round__event").get(round__event=event)
    make.enter(table, 1, WON)
    for deal in range(2, DEALS + 1):
        make.enter(table, deal, {"passed": True})
    return table


def found(table):
    fresh = Table.objects.select_related("round__event").get(pk=table.pk)
    return [(gap.deal, gap.kind, gap.differs) for gap in gaps_of([fresh])]


def show(table):
    return rounds.make_provisional(round_=table.round, actor=DIRECTOR)


def balances(table, deal=DEALS):
    return Checking.of(table).balances(deal)


def test_where_paper_has_sums():
    assert ends(40) == [10, 20, 30, 40]
    assert ends(12) == [10, 12]
    assert ends(4) == [4]
    assert [block_from(deal) for deal in (10, 12, 20, 40)] == [1, 11, 11, 31]


def test_nothing_is_asked_unless_the_event_asks(table):
    assert found(table) == []
    assert show(table).state == "provisional"


def test_a_round_that_is_not_open_takes_no_proof(table):
    Round.objects.update(state=Round.State.FINAL)
    with pytest.raises(Refusal) as refused:
        proofs.state_sums(table=table, sums={10: SUMS}, actor=DIRECTOR)
    assert refused.value.reason is ReviewReason.NOT_OPEN


class TestSums:
    @pytest.fixture
    def asked(self):
        return Event.Verification.STATED

    def state(self, table, sums):
        return proofs.state_sums(table=table, sums=sums, actor=DIRECTOR)

    def test_missing_sums_keep_a_round_from_being_provisional(self, table):
        assert found(table) == [(10, "sums", False), (12, "sums", False)]
        with pytest.raises(Refusal) as refused:
            show(table)
        assert refused.value.reason is ReviewReason.NOT_PROVED
        assert refused.value.facts["tables"] == "1"
        with pytest.raises(Refusal) as refused:
            rounds.close_round(round_=table.round, actor=DIRECTOR)
        assert refused.value.reason is ReviewReason.NOT_PROVED
        assert self.state(table, {10: balances(table), 12: balances(table)}) == []
        assert show(table).state == "provisional"

    def test_the_same_sums_again_are_no_deed(self, table):
        for _ in range(2):
            self.state(table, {10: balances(table)})
        self.state(table, {10: balances(table), 12: balances(table)})
        told = Activity.objects.filter(verb="sums.stated").values_list("facts", flat=True)
        assert list(told) == [{"round": 1, "table": 1, "after": deal} for deal in ("10", "12")]

    def test_a_sum_that_differs_is_flagged_until_it_agrees(self, table):
        wrong = [points + 1 for points in balances(table)]
        (flag,) = self.state(table, {10: wrong, 12: balances(table)})
        assert (flag.deal, flag.kind, flag.state) == (10, "sums", "open")
        with pytest.raises(Refusal) as refused:
            show(table)
        assert refused.value.reason is ReviewReason.DOUBTS
        assert self.state(table, {10: balances(table)}) == []
        flag.refresh_from_db()
        assert (flag.state, flag.cleared_by) == ("cleared", flags.PROVED)
        assert show(table).state == "provisional"
        # By itself it was cleared for what agreed; the same difference again is one again.
        assert self.state(table, {10: wrong})

    def test_a_difference_is_cleared_with_a_reason_for_what_stands_there(self, table):
        wrong = [points + 1 for points in balances(table)]
        (flag,) = self.state(table, {10: wrong, 12: balances(table)})
        flags.clear_flag(flag=flag, reason="The paper adds wrong.", actor=DIRECTOR)
        assert found(table) == []
        assert not unproved_tables(table.round.event, table.round.number)
        make.enter(table, 2, BET | {"declarer": 2}, base=1)
        assert [deal for deal, _, _ in found(table)] == [10, 12]

    def test_a_correction_that_makes_it_agree_clears_it(self, table):
        paper = balances(table)
        make.enter(table, 1, BET, base=1)
        self.state(table, {10: paper, 12: paper})
        assert Flag.objects.filter(state="open").count() == 2
        make.enter(table, 1, WON, base=2)
        assert show(table).state == "provisional"
        assert not Flag.objects.filter(state="open").exists()

    def test_a_box_may_stay_empty_but_is_missed(self, table):
        partly = [None, *balances(table)[1:]]
        assert self.state(table, {10: partly}) == []
        assert found(table)[0] == (10, "sums", False)

    def test_a_proof_is_done_without_for_a_reason(self, table):
        def waive(deal):
            return flags.waive(
                table=table, deal=deal, kind="sums", reason="No paper.", actor=DIRECTOR
            )

        assert [waive(10), waive(10), waive(0)] == [1, 0, 1]
        assert show(table).state == "provisional"

    @pytest.mark.parametrize("sums", ({9: SUMS}, {10: SUMS[:3]}))
    def test_only_where_the_paper_has_some(self, table, sums):
        with pytest.raises(Refusal) as refused:
            self.state(table, sums)
        assert refused.value.reason is ReviewReason.NO_SUCH_DEAL


class TestSecondReading:
    @pytest.fixture
    def asked(self):
        return Event.Verification.SECOND

    def read(self, table, *, wrong=None, actor=DIRECTOR, deals=range(1, DEALS + 1)):
        told = {1: WON, **(wrong or {})}
        readings = [Reading(deal, told.get(deal, {"passed": True}), "typed") for deal in deals]
        dealt = [
            Reading(each.deal, {**each.record, "dealer": (each.deal - 1) % 4}, each.typed)
            for each in readings
        ]
        return proofs.read_again(table=table, readings=dealt, actor=actor)

    def test_every_line_is_read_again(self, table):
        assert len(found(table)) == DEALS
        assert self.read(table) is None
        assert found(table) == []
        assert show(table).state == "provisional"

    def test_it_stops_at_the_first_difference(self, table):
        stop = self.read(table, wrong={1: BET, 3: WON})
        assert stop.deal == 1
        assert stop.first["outcome"] == "won"
        assert table.second_entries.count() == 1
        assert found(table)[0] == (1, "second", True)
        with pytest.raises(Refusal) as refused:
            show(table)
        assert refused.value.reason is ReviewReason.DOUBTS
        assert self.read(table) is None
        assert show(table).state == "provisional"

    def test_the_first_was_wrong(self, table):
        self.read(table, wrong={1: BET})
        make_correction(table.round.event, Change(table, 1, 1, BET), reason="the second is right")
        assert self.read(table, deals=range(2, DEALS + 1)) is None
        assert show(table).state == "provisional"

    def test_a_line_that_was_not_entered_differs(self, table):
        make.enter(table, 5, None, base=1)
        stop = self.read(table)
        assert (stop.deal, stop.first) == (5, None)

    def test_who_entered_it_is_no_second(self, table):
        with pytest.raises(Refusal) as refused:
            self.read(table, actor="system:test")
        assert refused.value.reason is ReviewReason.SAME_PERSON

    def test_what_is_no_result_is_refused(self, table):
        with pytest.raises(Refusal) as refused:
            self.read(table, wrong={2: {**WON, "declarer": 3}})
        assert refused.value.reason is ReviewReason.NO_RESULT
        with pytest.raises(Refusal) as refused:
            self.read(table, deals=[DEALS + 1])
        assert refused.value.reason is ReviewReason.NO_SUCH_DEAL
        assert not table.second_entries.exists()


class TestConfirmation:
    @pytest.fixture
    def asked(self):
        return Event.Verification.CONFIRMED

    def confirm(self, table, deal=10, seat=2):
        return proofs.confirm(table=table, deal=deal, seat=seat, actor=PHONE)

    def test_every_ten_deals_are_confirmed(self, table):
        assert found(table) == [(10, "unconfirmed", False), (12, "unconfirmed", False)]
        self.confirm(table)
        self.confirm(table, 12)
        assert found(table) == []
        assert show(table).state == "provisional"

    def test_what_is_entered_later_is_not_confirmed(self, table):
        self.confirm(table)
        self.confirm(table, 12)
        make.enter(table, 3, BET, base=1)
        assert found(table) == [(10, "unconfirmed", False)]

    def test_who_keeps_the_sheet_is_no_witness(self, table):
        leases.take(table=table, actor=PHONE, name="", seat=2)
        with pytest.raises(Refusal) as refused:
            self.confirm(table)
        assert refused.value.reason is ReviewReason.SAME_PERSON
        self.confirm(table, seat=1)

    @pytest.mark.parametrize(
        ("device", "keeper", "verb"),
        (
            ("device:other", PHONE, "deals.confirmed"),
            (PHONE, PHONE, "deals.ticked"),
            ("system:test", PHONE, "deals.ticked"),  # it entered the deals
            ("device:other", "", "deals.confirmed"),
        ),
    )
    def test_it_is_said_which_was_tapped_on_the_keepers_device(self, table, device, keeper, verb):
        if keeper:
            leases.take(table=table, actor=keeper, name="", seat=1)
        made = proofs.confirm(table=table, deal=10, seat=2, actor=device)
        assert made.by_keeper == (verb == "deals.ticked")
        assert Activity.objects.get(verb__startswith="deals.").verb == verb
        assert found(table) == [(12, "unconfirmed", False)]

    def test_not_before_all_ten_are_in(self, table):
        make.enter(table, 3, None, base=1)
        with pytest.raises(Refusal) as refused:
            self.confirm(table)
        assert refused.value.reason is ReviewReason.NOT_IN

    @pytest.mark.parametrize(("deal", "seat"), ((9, 1), (10, 4), (10, -1)))
    def test_only_by_a_seat_and_for_ten(self, table, deal, seat):
        with pytest.raises(Refusal) as refused:
            self.confirm(table, deal, seat)
        assert refused.value.reason is ReviewReason.NO_SUCH_DEAL

    def test_a_player_who_says_no_raises_a_flag(self, table):
        self.confirm(table)
        self.confirm(table, 12)
        flag = proofs.deny(table=table, deal=10, seat=1, actor=PHONE)
        assert found(table) == [(10, "unconfirmed", False)]
        with pytest.raises(Refusal) as refused:
            show(table)
        assert refused.value.reason is ReviewReason.DOUBTS
        flags.clear_flag(flag=flag, reason="Looked at together.", actor=DIRECTOR)
        assert show(table).state == "provisional"
