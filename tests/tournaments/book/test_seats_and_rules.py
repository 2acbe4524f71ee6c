"""Seats that were wrong, and rules that were: what was played is theirs, or worth otherwise."""

import uuid
from dataclasses import replace
from decimal import Decimal

import pytest
from django.utils.translation import override

from lhombre_club.refusal import Refusal
from rules import RULESETS, derive
from scoring.models import JournalEntry
from scoring.sequence import SETTINGS
from tests import make
from tests.tournaments.book import potts
from tests.tournaments.book.correcting import DIRECTOR, make_correction, refusals
from tests.tournaments.conftest import BET, WON
from tournaments.book.accounts import OWN_COLUMNS
from tournaments.book.begun import USUAL
from tournaments.book.changes import Change, LinesRefusedError, Rules
from tournaments.book.corrections import change_rules, reseat, undo
from tournaments.book.proving.ledger_check import check_event
from tournaments.book.proving.seals import broken
from tournaments.book.reasons import BookReason, CorrectionReason
from tournaments.events.domain.events import make_event
from tournaments.models import Correction, Event, Round, Seat, Table
from tournaments.money.domain import agree_on_unit
from tournaments.sheets.queries import sheet
from tournaments.standings.queries.standings import standings

pytestmark = pytest.mark.django_db


def sitting(event):
    return {
        (seat.table.number, seat.seat): seat.participant.number
        for seat in Seat.objects.filter(round__event=event).select_related("table", "participant")
    }


def exchange(one, other, **kwargs):
    moves = [(one, other), (other, one)]
    return reseat(moves=moves, reason="sat wrong", actor=DIRECTOR, **kwargs)


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
            with pytest.raises(Refusal) as refused:
                exchange(seat, other)
            assert refused.value.reason is CorrectionReason.NOT_ONE_ROUND

    def test_a_round_that_nobody_saw_is_drawn_again_instead(self):
        Round.objects.update(state=Round.State.DRAFT)
        with pytest.raises(Refusal) as refused:
            exchange(self.seat(self.one, 1), self.seat(self.one, 2))
        assert refused.value.reason is CorrectionReason.SEATS_NOT_OPEN

    def test_who_sits_there_by_now_must_have_been_seen(self):
        one, other = self.seat(self.one, 1), self.seat(self.one, 2)
        made = exchange(one, other)
        with pytest.raises(Refusal) as refused:
            exchange(one, other)
        assert refused.value.reason is CorrectionReason.OTHERS_SIT_THERE
        exchange(self.seat(self.one, 1), self.seat(self.one, 0))
        with pytest.raises(Refusal) as refused:
            undo(correction=made, actor=DIRECTOR)
        assert refused.value.reason is CorrectionReason.CHANGED_SINCE

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
        now = Rules.of(self.event)
        chosen = {key: fields.pop(key) for key in SETTINGS if key in fields}
        rules = replace(now, settings={**now.settings, **chosen}, **fields)
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

    def test_a_setting_that_has_no_column_of_its_own(self):
        """Deal 5 becomes a remis of solo: all three pay what a bet costs, or one bit each."""
        line = sheet(self.table).lines[4]
        remis = {"declarer": 2, "contract": "solo", "outcome": "remis"}
        make_correction(self.event, Change(self.table, 5, line.revision, remis))
        before = sheet(self.table)
        made = self.change(remis_price="one", remis_pays="players")
        after = sheet(self.table)
        assert self.event.account_settings["remis_pays"] == "players"
        assert before.lines[4].changes != after.lines[4].changes == (-1, -1, -1)
        assert after.lines[4].value == -1
        assert (check_event(self.event), list(broken(self.event))) == ([], [])
        undo(correction=made, actor=DIRECTOR)
        assert sheet(self.table).totals == before.totals
        assert (check_event(self.event), list(broken(self.event))) == ([], [])

    def test_what_was_stored_before_a_setting_came_has_it_as_usual(self):
        """An event and a correction of earlier days say nothing of the settings since."""
        assert self.event.account_settings == {}
        said = Rules.of(self.event).settings
        assert said == {**USUAL, "sitter_pays": self.event.sitter_pays}
        made = self.change(ante=3)
        for rules in (made.before["was"], made.before["is"]):
            for key in ("remis_pays", "remis_price"):
                del rules[key]
        made.save()
        assert Rules.from_json(made.before["was"]).settings == said
        undo(correction=made, actor=DIRECTOR)
        assert sheet(self.table).totals == potts.TOTALS_WITH_BET

    def test_a_new_event_says_all_of_it(self, club):
        event = make_event(
            club=club,
            name="Ny",
            date=self.event.date,
            people=[each.person for each in self.event.participants.all() if each.person],
            actor=DIRECTOR,
        )
        assert {*event.account_settings, *OWN_COLUMNS} == SETTINGS.keys()
        assert Rules.of(event).settings == USUAL

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
        with pytest.raises(Refusal) as refused:
            undo(correction=made, actor=DIRECTOR)
        assert refused.value.reason is CorrectionReason.CHANGED_SINCE

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
        assert refusals(caught) == [(5, BookReason.REFUSED)]
        with override("en"):
            (said,) = caught.value.sentences
        assert said.startswith(f"Round 1, table {self.table.number}, deal 5: ")
        assert Event.objects.get(pk=self.event.pk).ruleset["id"] == "lomber"

    @pytest.mark.parametrize(
        ("fields", "setting"),
        (
            ({"ruleset": RULESETS["dlu"]}, "accounting"),
            ({"ante": 7}, "ante"),
            ({"pot_cap": -1}, "pot_cap"),
            ({"remis_pays": "nobody"}, "remis_pays"),
            ({"unit": Decimal(0)}, "unit"),
        ),
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_settings_that_do_not_go_together(self, fields, setting):
        with pytest.raises(Refusal) as caught:
            self.change(**fields)
        assert caught.value.reason is CorrectionReason.RULES_NOT_ALLOWED
        assert caught.value.facts["setting"] == setting

    def test_rules_that_somebody_else_changed_since(self):
        seen = Event.objects.get(pk=self.event.pk)
        made = self.change(ante=3)
        rules = replace(Rules.of(seen), unit=None)
        with pytest.raises(Refusal) as refused:
            change_rules(event=seen, rules=rules, reason="late", actor=DIRECTOR)
        assert refused.value.reason is CorrectionReason.CHANGED_SINCE
        self.change(ante=4)
        with pytest.raises(Refusal) as refused:
            undo(correction=made, actor=DIRECTOR)
        assert refused.value.reason is CorrectionReason.CHANGED_SINCE

    def test_sent_twice_is_once(self):
        seen, own_id = Event.objects.get(pk=self.event.pk), uuid.uuid4()
        now = Rules.of(seen)
        rules = replace(now, settings={**now.settings, "ante": 3})
        for _ in range(2):
            change_rules(event=seen, rules=rules, reason="agreed", actor=DIRECTOR, id=own_id)
        assert Correction.objects.count() == 1

    def test_an_event_with_nothing_in_it_just_has_other_rules(self, club):
        event = make.make_released_event(make.make_club("B"), tables=1)
        now = Rules.of(event)
        rules = replace(now, settings={**now.settings, "sitter_pays": True})
        change_rules(event=event, rules=rules, reason="agreed", actor=DIRECTOR)
        assert Event.objects.get(pk=event.pk).sitter_pays
        assert check_event(event) == []
        assert list(broken(event)) == []
