"""Seats that were wrong, and rules that were: what was played is theirs, or worth otherwise."""

import uuid
from dataclasses import replace
from decimal import Decimal

import pytest

from rules import RULESETS, derive
from scoring.models import JournalEntry
from tests import make
from tests.tournaments.domain import potts
from tests.tournaments.domain.conftest import BET, WON
from tests.tournaments.domain.correcting import DIRECTOR, make_correction, refusals
from tournaments.domain.corrections import (
    Change,
    ChangedSinceError,
    LinesRefusedError,
    NotOneRoundError,
    Rules,
    RulesNotAllowedError,
    change_rules,
    swap_seats,
    undo,
)
from tournaments.domain.ledger_check import check_event
from tournaments.domain.queries.sheets import sheet
from tournaments.domain.queries.standings import standings
from tournaments.domain.results import RefusedError
from tournaments.domain.seals import broken
from tournaments.domain.settling import agree_on_unit
from tournaments.models import Correction, Event, Round, Seat, Table

pytestmark = pytest.mark.django_db


def sitting(event):
    return {
        (seat.table.number, seat.seat): seat.participant.number
        for seat in Seat.objects.filter(round__event=event).select_related("table", "participant")
    }


def exchange(one, other, **kwargs):
    return swap_seats(one=one, other=other, reason="sat wrong", actor=DIRECTOR, **kwargs)


def results(event):
    return {row.number: (row.points, row.won) for row in standings(event).rows}


class TestSeats:
    """Tables 1 and 2 seat the numbers 1 to 4 and 5 to 8; seat 1 of table 1 won a game."""

    @pytest.fixture(autouse=True)
    def played(self, two_tables):
        self.event, self.one, self.other = two_tables
        make.enter(self.one, 1, WON)
        make.enter(self.other, 1, BET)

    def seat(self, table, number):
        return Seat.objects.select_related("round__event").get(table=table, seat=number)

    @pytest.mark.parametrize(
        ("where", "number", "own", "others"),
        (
            ("one", 2, {2: (0, 0), 3: (2, 1)}, {6: (-2, 0)}),
            ("other", 1, {2: (-2, 0), 6: (2, 1)}, {}),
        ),
        ids=("one table", "two tables"),
    )
    def test_the_points_move_to_whom_they_belong(self, where, number, own, others):
        before, sat = results(self.event), sitting(self.event)
        rows = JournalEntry.objects.count()
        made = exchange(self.seat(self.one, 1), self.seat(getattr(self, where), number))
        assert results(self.event) == {**before, **own, **others}
        assert JournalEntry.objects.count() == rows
        assert made.kind == "seats"
        assert check_event(self.event) == []
        assert list(broken(self.event)) == []
        undo(correction=made, actor=DIRECTOR)
        assert (results(self.event), sitting(self.event)) == (before, sat)

    def test_who_played_in_the_place_moves_too(self):
        seat = self.seat(self.one, 1)
        seat.substitute, seat.substitute_name = make.make_person("Povl"), "Povl"
        seat.save()
        exchange(seat, self.seat(self.other, 0))
        assert self.seat(self.one, 1).substitute is None
        assert self.seat(self.other, 0).substitute == seat.substitute
        assert self.seat(self.other, 0).substitute_name == "Povl"

    def test_chairs_of_one_round_only(self, club):
        seat = self.seat(self.one, 1)
        (later, *_) = make.make_round(
            self.event, list(self.event.participants.all()), 1, 2
        ).seats.all()
        for other in (seat, later):
            with pytest.raises(NotOneRoundError):
                exchange(seat, other)

    def test_a_round_that_nobody_saw_is_drawn_again_instead(self):
        Round.objects.update(state=Round.State.DRAFT)
        with pytest.raises(LinesRefusedError):
            exchange(self.seat(self.one, 1), self.seat(self.one, 2))

    def test_who_sits_there_by_now_must_have_been_seen(self):
        one, other = self.seat(self.one, 1), self.seat(self.one, 2)
        made = exchange(one, other)
        with pytest.raises(ChangedSinceError):
            exchange(one, other)
        exchange(self.seat(self.one, 1), self.seat(self.one, 0))
        with pytest.raises(ChangedSinceError, match="seats"):
            undo(correction=made, actor=DIRECTOR)

    def test_sent_twice_is_once(self):
        one, other, own_id = self.seat(self.one, 1), self.seat(self.one, 2), uuid.uuid4()
        assert exchange(one, other, id=own_id) == exchange(other, one, id=own_id)
        assert Correction.objects.count() == 1


class TestRules:
    """The worked pott, and what its event might have been played by."""

    @pytest.fixture(autouse=True)
    def played(self, club):
        self.event = Event.objects.get(pk=potts.make_pott(club, unit=Decimal("0.25")).pk)
        self.table = Table.objects.get(round__event=self.event)

    def change(self, **fields):
        rules = replace(Rules.of(self.event), **fields)
        made = change_rules(event=self.event, rules=rules, reason="as agreed", actor=DIRECTOR)
        self.event.refresh_from_db()
        return made

    def test_all_is_settled_again(self):
        made = self.change(ante=3)
        assert sheet(self.table).totals == (-1, 0, -2)
        assert sheet(self.table).lines[8].pot == 3
        assert self.event.ante == 3
        assert made.kind == "rules"
        assert check_event(self.event) == []
        assert list(broken(self.event)) == []
        undo(correction=made, actor=DIRECTOR)
        assert sheet(self.table).totals == potts.TOTALS_WITH_BET
        assert Event.objects.get(pk=self.event.pk).ante == 2
        assert check_event(self.event) == []
        assert list(broken(self.event)) == []

    def test_another_account_or_unit(self):
        self.change(accounting="rasle", unit=None)
        assert (self.event.accounting, self.event.unit) == ("rasle", None)
        assert sum(sheet(self.table).totals) == 0
        assert check_event(self.event) == []
        assert list(broken(self.event)) == []

    def test_a_unit_agreed_on_since_stays_when_the_rules_go_back(self):
        made = self.change(ante=3)
        agree_on_unit(event=self.event, unit=Decimal(1), actor=DIRECTOR)
        undo(correction=made, actor=DIRECTOR)
        self.event.refresh_from_db()
        assert (self.event.ante, self.event.unit) == (2, Decimal(1))

    def test_a_unit_that_the_correction_changed_is_in_the_way(self):
        made = self.change(unit=None)
        agree_on_unit(event=self.event, unit=Decimal(1), actor=DIRECTOR)
        with pytest.raises(ChangedSinceError):
            undo(correction=made, actor=DIRECTOR)

    def test_an_option_is_another_rule_set(self):
        own = derive(RULESETS["lomber"], "own", kaske=True)
        self.change(ruleset=own)
        assert self.event.ruleset_digest == own.digest
        assert set(
            JournalEntry.objects.filter(reversed_by=None)
            .exclude(kind="reversal")
            .values_list("ruleset_digest", flat=True)
        ) == {own.digest}
        assert check_event(self.event) == []
        assert list(broken(self.event)) == []

    def test_deals_that_the_rules_refuse_refuse_all(self):
        rules = replace(Rules.of(self.event), ruleset=RULESETS["dlu"], accounting="rasle")
        remis = {**potts.WON, "outcome": "remis"}  # dlu has none
        make_correction(self.event, Change(self.table, 5, 1, remis))
        with pytest.raises(LinesRefusedError) as caught:
            change_rules(event=self.event, rules=rules, reason="tried", actor=DIRECTOR)
        assert refusals(caught) == [(5, RefusedError)]
        assert Event.objects.get(pk=self.event.pk).ruleset["id"] == "lomber"

    @pytest.mark.parametrize(
        ("fields", "setting"),
        (
            ({"ruleset": RULESETS["dlu"]}, "accounting"),
            ({"ante": 7}, "ante"),
            ({"pot_cap": -1}, "pot_cap"),
            ({"unit": Decimal(0)}, "unit"),
        ),
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_settings_that_do_not_go_together(self, fields, setting):
        with pytest.raises(RulesNotAllowedError) as caught:
            self.change(**fields)
        assert caught.value.setting == setting

    def test_rules_that_somebody_else_changed_since(self):
        seen = Event.objects.get(pk=self.event.pk)
        made = self.change(ante=3)
        rules = replace(Rules.of(seen), unit=None)
        with pytest.raises(ChangedSinceError, match="rules"):
            change_rules(event=seen, rules=rules, reason="late", actor=DIRECTOR)
        self.change(ante=4)
        with pytest.raises(ChangedSinceError, match="rules"):
            undo(correction=made, actor=DIRECTOR)

    def test_sent_twice_is_once(self):
        seen, own_id = Event.objects.get(pk=self.event.pk), uuid.uuid4()
        rules = replace(Rules.of(seen), ante=3)
        for _ in range(2):
            change_rules(event=seen, rules=rules, reason="agreed", actor=DIRECTOR, id=own_id)
        assert Correction.objects.count() == 1

    def test_an_event_with_nothing_in_it_just_has_other_rules(self, club):
        event = make.make_released_event(make.make_club("B"), tables=1)
        rules = replace(Rules.of(event), sitter_pays=True)
        change_rules(event=event, rules=rules, reason="agreed", actor=DIRECTOR)
        assert Event.objects.get(pk=event.pk).sitter_pays
        assert check_event(event) == []
        assert list(broken(event)) == []
