"""All that can be done to an evening, each with what should come of it."""

import uuid
from decimal import Decimal
from typing import Any, ClassVar

import pytest
from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from lhombre_club.refusal import Refusal
from scoring.domain import totals
from scoring.models import JournalEntry
from scoring.sequence import SETTINGS
from tests import make
from tests.scoring.lomber_tables import values_of
from tests.tournaments.book.correcting import DIRECTOR
from tests.tournaments.book.naive_evening import BLANK, DEALS, RULES, TABLES, Evening
from tests.tournaments.corrections.previewing import agrees
from tournaments.book import corrections, lines
from tournaments.book.begun import USUAL
from tournaments.book.changes import Change, Rules
from tournaments.book.proving.ledger_check import check_all
from tournaments.book.reasons import BookReason, CorrectionReason
from tournaments.book.results import (
    NewResult,
    enter_result,
)
from tournaments.corrections.preview import (
    preview,
    preview_reseat,
    preview_rules,
    preview_undo,
)
from tournaments.models import Event, Seat, Table, TableEntry
from tournaments.penalties.domain.penalties import (
    Movement,
    Penalty,
    enter_by_hand,
    penalise,
    withdraw_entry,
)
from tournaments.review.domain.rounds import close_round, reopen_round
from tournaments.standings.queries.standings import standings

tables = st.integers(0, TABLES - 1)
deals = st.integers(1, DEALS)
chairs = st.tuples(tables, st.integers(0, 2))
"""Two tables of three or four, the last chair of four left alone."""
records = st.just({"passed": True}) | st.fixed_dictionaries(
    {
        "declarer": st.integers(0, 2),
        "contract": st.sampled_from(["spil", "tourne", "solo", "ren_nolo"]),
        "outcome": st.sampled_from(["won", "won", "won", "bet", "kodille", "remis"]),
    }
)
written = st.one_of(
    st.tuples(records, st.sampled_from(["", "", "decided"])),
    st.sampled_from([BLANK, (None, "annulled"), (None, "not_played")]),
)


class AnyEvening(RuleBasedStateMachine):
    """Two tables of a round, and everything that can happen to what is written there."""

    accounting: ClassVar[str] = ""
    steps: ClassVar[int] = 0

    def __init__(self) -> None:
        super().__init__()
        self.sandbox = transaction.atomic()
        # What is durable may be done in a test's own transaction.
        self.sandbox._from_testcase = True  # type: ignore[attr-defined]
        self.sandbox.__enter__()
        self.undoable: list[Any] = []
        self.stored: list[TableEntry] = []

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.sandbox.__exit__(None, None, None)

    @initialize(players=st.sampled_from([3, 4]), data=st.data())
    def begin(self, players, data):
        with_pot = self.accounting in {"pott", "mixed"}
        ruleset = data.draw(st.sampled_from(["lomber", "own"] if with_pot else list(RULES)))
        made = make.make_released_event(
            make.make_club(),
            tables=TABLES,
            players=players,
            deals=DEALS if players == 4 else DEALS * 4 // 3,
            ruleset=RULES[ruleset][1],
            accounting=self.accounting,
            unit=Decimal("0.25"),
        )
        self.pk = made.pk
        self.at = list(Table.objects.filter(round__event=made).select_related("round__event"))
        self.evening = Evening(
            players,
            ruleset=ruleset,
            accounting=self.accounting,
            **USUAL,
            unit=Decimal("0.25"),
        )

    @property
    def event(self) -> Event:
        """As it is stored."""
        return Event.objects.get(pk=self.pk)

    def both(self, show, do, *, allowed):
        """Preview and do it: both are refused, or both come to the same."""
        try:
            seen = show()
        except Refusal as refused:
            if not isinstance(refused.reason, CorrectionReason):
                raise
            assert not allowed
            with pytest.raises(Refusal):
                do()
            return None
        assert allowed
        agrees(seen, self.event, after=False)
        done = do()
        agrees(seen, self.event, after=True)
        return done or True

    @rule(table=tables, deal=deals, record=st.none() | records, late=st.integers(0, 9))
    def enter(self, table, deal, record, late):
        base = self.evening.versions[table][deal - 1] - (late == 0)
        entry = NewResult(id=uuid.uuid4(), deal=deal, base=max(base, 0), record=record)
        fresh = entry.base == self.evening.versions[table][deal - 1]
        _, ruling = self.evening.sheets[table][deal - 1]
        if fresh and ruling and not self.evening.final:
            with pytest.raises(Refusal) as refused:
                enter_result(table=self.at[table], entry=entry, actor="device:x")
            assert refused.value.reason is BookReason.RULED
            return
        if not fresh or self.evening.final or not self.evening.legal(deal, record):
            with pytest.raises(Refusal):
                enter_result(table=self.at[table], entry=entry, actor="device:x")
            return
        self.both(
            lambda: preview(self.event, [Change(self.at[table], deal, entry.base, record)]),
            lambda: enter_result(table=self.at[table], entry=entry, actor="device:x"),
            allowed=True,
        )
        self.evening.write([(table, deal, (record, ""))])

    def correct(self, becomes, changes):
        """Make a correction after which each (table, deal, line) should be written."""
        allowed = bool(becomes) and all(
            deal <= DEALS and self.evening.legal(deal, record) for _, deal, (record, _) in becomes
        )
        event = self.event
        made = self.both(
            lambda: preview(event, changes),
            lambda: corrections.correct(
                event=event, changes=changes, reason="misread", actor=DIRECTOR
            ),
            allowed=allowed,
        )
        if made is not None:
            self.undoable.append(
                ("lines", made, self.evening.write(becomes), self.numbers(becomes))
            )
        return made is not None

    def numbers(self, becomes):
        return [self.evening.versions[table][deal - 1] for table, deal, _ in becomes]

    def change(self, table, deal, line):
        base = self.evening.versions[table][deal - 1] if deal <= DEALS else 0
        return Change(self.at[table], deal, base, *line)

    @rule(
        becomes=st.lists(
            st.tuples(tables, deals, written),
            min_size=1,
            max_size=4,
            unique_by=lambda line: line[:2],
        )
    )
    def correct_lines(self, becomes):
        self.correct(becomes, [self.change(*each) for each in becomes])

    @rule(table=tables, deal=deals, line=written)
    def correct_and_back(self, table, deal, line):
        was = self.evening.sheets[table][deal - 1]
        before = totals([self.at[table].book]).get(self.at[table].book)
        if self.correct([(table, deal, line)], [self.change(table, deal, line)]):
            assert self.correct([(table, deal, was)], [self.change(table, deal, was)])
            after = totals([self.at[table].book])[self.at[table].book]
            assert before in {after, None}
            assert before or not any(total.points for total in after)

    @rule(table=tables, deal=deals)
    def drop_doubled(self, table, deal):
        sheet = self.evening.sheets[table]
        becomes = [*sheet[: deal - 1], *sheet[deal:], BLANK]
        self.move(table, becomes, lines.drop_doubled(self.at[table], deal))

    @rule(table=tables, deal=deals, record=st.none() | records)
    def insert_deal(self, table, deal, record):
        sheet = self.evening.sheets[table]
        becomes = [*sheet[: deal - 1], (record, ""), *sheet[deal - 1 :]]
        self.move(table, becomes, lines.insert_deal(self.at[table], deal, record))

    @rule(table=tables, one=deals, other=deals)
    def swap_lines(self, table, one, other):
        becomes = list(self.evening.sheets[table])
        becomes[one - 1], becomes[other - 1] = becomes[other - 1], becomes[one - 1]
        self.move(table, becomes, lines.swap_lines(self.at[table], one, other))

    @rule(table=tables, deal=deals, to=deals)
    def move_deal(self, table, deal, to):
        becomes = [line for at, line in enumerate(self.evening.sheets[table], 1) if at != deal]
        becomes.insert(to - 1, self.evening.sheets[table][deal - 1])
        self.move(table, becomes, lines.move_deal(self.at[table], deal, to))

    def move(self, table, becomes, changes):
        self.correct(self.evening.differing(table, becomes), changes)

    @rule(one=chairs, other=chairs)
    def swap_seats(self, one, other):
        chair, across = [
            Seat.objects.select_related("round__event").get(table=self.at[table], seat=seat)
            for table, seat in (one, other)
        ]
        moves = [(chair, across), (across, chair)]
        made = self.both(
            lambda: preview_reseat(moves),
            lambda: corrections.reseat(moves=moves, reason="sat wrong", actor=DIRECTOR),
            allowed=one != other,
        )
        if made is not None:
            self.evening.exchange(one, other)
            self.undoable.append(("seats", made, (one, other), self.sit(one, other)))

    def sit(self, *at):
        return [self.evening.sitting[table][seat] for table, seat in at]

    @rule(
        changed=st.fixed_dictionaries(
            {},
            optional={
                "ruleset": st.sampled_from(list(RULES)),
                "accounting": st.sampled_from(["rasle", "pot", "pott", "mixed"]),
                **{key: values_of(setting) for key, setting in SETTINGS.items()},
                "ante": st.integers(2, 7),
                "unit": st.sampled_from([None, Decimal("0.25"), Decimal(3)]),
            },
        )
    )
    def change_rules(self, changed):
        rules, event = {**self.evening.rules, **changed}, self.event
        ruleset = RULES[rules["ruleset"]][1]
        settings = {key: rules[key] for key in SETTINGS}
        asked = {key: rules[key] for key in ("accounting", "unit")}
        wanted = Rules(ruleset=ruleset, settings=settings, **asked)
        made = self.both(
            lambda: preview_rules(event, wanted),
            lambda: corrections.change_rules(
                event=event, rules=wanted, reason="agreed", actor=DIRECTOR
            ),
            allowed=rules["ante"] <= 6 and self.evening.allows(rules),
        )
        if made is not None:
            self.undoable.append(("rules", made, self.evening.rules, rules))
            self.evening.rules = rules

    @precondition(lambda self: self.undoable)
    @rule(data=st.data())
    def undo(self, data):
        place = data.draw(st.integers(max(0, len(self.undoable) - 3), len(self.undoable) - 1))
        kind, made, was, stood = self.undoable[place]
        undone = self.both(
            lambda: preview_undo(made),
            lambda: corrections.undo(correction=made, actor=DIRECTOR),
            allowed=self.may_undo(kind, was, stood),
        )
        if undone is not None:
            del self.undoable[place]
            self.undoable.append((kind, undone, *self.put_back(kind, was, stood)))
            with pytest.raises(Refusal) as refused:
                corrections.undo(correction=made, actor=DIRECTOR)
            assert refused.value.reason is CorrectionReason.UNDONE

    def may_undo(self, kind, was, stood):
        if kind == "lines":
            legal = all(self.evening.legal(deal, record) for _, deal, (record, _) in was)
            return legal and self.numbers(was) == stood
        if kind == "seats":
            return self.sit(*was) == stood
        was, stood = self.beside_the_unit(was, stood)
        return self.evening.rules == stood and self.evening.allows(was)

    def beside_the_unit(self, was, stood):
        """A unit agreed on meanwhile stays, where the correction did not change it."""
        if was["unit"] != stood["unit"]:
            return was, stood
        return tuple({**each, "unit": self.evening.rules["unit"]} for each in (was, stood))

    def put_back(self, kind, was, stood):
        """Let the evening be as before; return what an undo of that needs to know."""
        if kind == "lines":
            return self.evening.write(was), self.numbers(was)
        if kind == "seats":
            self.evening.exchange(*was)
            return was, self.sit(*was)
        was, stood = self.beside_the_unit(was, stood)
        self.evening.rules = was
        return stood, was

    def decide(self, do, entry):
        """A penalty or an entry by hand, which a closed round does not take."""
        try:
            stored = do()
        except Refusal:
            assert self.evening.final
        else:
            assert not self.evening.final
            self.evening.entries.append(entry)
            self.stored.append(stored.entry)

    @rule(table=tables, seat=st.integers(0, 2), points=st.integers(0, 9))
    def penalise(self, table, seat, points):
        penalty = Penalty(id=uuid.uuid4(), seat=seat, points=points, reason="late")
        amounts = [-points if at == seat else 0 for at in range(self.evening.players)]
        self.decide(
            lambda: penalise(table=self.at[table], penalty=penalty, actor=DIRECTOR),
            ("penalty", table, amounts),
        )

    @rule(table=tables, each=st.integers(1, 5), cash=st.booleans())
    def enter_by_hand(self, table, each, cash):
        players = self.evening.players
        amounts = (-each if cash else (players - 1) * each, *(-each,) * (players - 1))
        movement = Movement(
            id=uuid.uuid4(), amounts=amounts, cash=-sum(amounts), reason="9 matadors"
        )
        self.decide(
            lambda: enter_by_hand(table=self.at[table], movement=movement, actor=DIRECTOR),
            ("hand", table, list(amounts)),
        )

    @precondition(lambda self: self.evening.entries)
    @rule(data=st.data())
    def withdraw(self, data):
        place = data.draw(st.integers(0, len(self.evening.entries) - 1))
        try:
            withdraw_entry(entry=self.stored[place], reason="mistaken", actor=DIRECTOR)
        except Refusal:
            assert self.evening.final
        else:
            self.evening.entries[place] = None

    @rule()
    def close(self):
        close_round(round_=self.at[0].round, actor=DIRECTOR)
        self.evening.final = True

    @precondition(lambda self: self.evening.final)
    @rule()
    def reopen(self):
        reopen_round(round_=self.at[0].round, reason="a sheet was found", actor=DIRECTOR)
        self.evening.final = False

    @invariant()
    def all_adds_up(self):
        if not hasattr(self, "evening"):
            return
        type(self).steps += 1
        stored = totals([table.book for table in self.at])
        for place, table in enumerate(self.at):
            purses, *others = self.evening.count(place)
            empty = [0] * (5 - len(purses))
            rows = [
                [*row.seats, row.pot, row.penalties, row.cash]
                for row in JournalEntry.objects.filter(book=table.book)
            ]
            assert not any(sum(row) for row in rows)
            summed = [sum(column) for column in zip(*rows, strict=True)] or [0] * 8
            assert summed == [*purses, *empty, *others]
            assert tuple(total.points for total in stored.get(table.book, ())) in {
                (),
                tuple(purses),
            }
        assert {row.number: row.points for row in standings(self.event).rows} == (
            self.evening.points()
        )
        assert check_all() == []
