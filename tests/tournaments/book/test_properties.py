"""Whatever is entered, corrected and withdrawn: the account is that of what counts in the end."""

import uuid

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.domain import audit, tally, totals
from scoring.models import JournalEntry
from tests import make
from tests.sizes import examples
from tournaments.book.accounts import stored_account
from tournaments.book.results import NewResult, RefusedError, StaleError, enter_result
from tournaments.models import Table

DEALS = 8
Records = st.none() | st.one_of(
    st.just({"passed": True}),
    st.fixed_dictionaries(
        {
            "declarer": st.integers(0, 3),
            "contract": st.sampled_from(["spil", "tourne", "solo", "ren_nolo"]),
            "outcome": st.sampled_from(["won", "bet", "kodille"]),
        }
    ),
)
Steps = st.lists(st.tuples(st.integers(1, DEALS), Records, st.integers(0, 9)), max_size=20)


class AnyEvening(TestCase):
    """Random entries, of which some are refused or come too late."""

    @settings(max_examples=examples(30))
    @given(Steps)
    def test_totals_are_those_of_a_fresh_fold(self, steps):
        event = make.make_released_event(make.make_club(), tables=1, deals=DEALS)
        table = Table.objects.select_related("round__event").get(round__event=event)
        counts = dict.fromkeys(range(1, DEALS + 1), 0)
        for deal, record, late in steps:
            base = counts[deal] - (late == 0)
            entry = NewResult(id=uuid.uuid4(), deal=deal, base=max(base, 0), record=record)
            try:
                enter_result(table=table, entry=entry, actor="user:tester")
            except RefusedError:
                assert record["declarer"] == (deal + 1) % 4
            except StaleError:
                assert late == 0
            else:
                counts[deal] += 1
        fresh = stored_account(table)
        assert audit({table.book: fresh}) == []
        assert totals([table.book]).get(table.book, tally(fresh)) == tally(fresh)
        rows = list(JournalEntry.objects.filter(book=table.book))
        assert all(sum(row.seats) + row.pot == 0 for row in rows)
        for seat, total in enumerate(tally(fresh)):
            assert sum(row.seats[seat] for row in rows) == total.points

    @settings(max_examples=examples(20))
    @given(Steps, st.integers(1, DEALS))
    def test_corrected_and_corrected_back_changes_nothing(self, steps, deal):
        event = make.make_released_event(make.make_club(), tables=1, deals=DEALS)
        table = Table.objects.get(round__event=event)
        last = {}

        def enter(deal, record):
            base = table.revisions.filter(deal=deal).count()
            entry = NewResult(id=uuid.uuid4(), deal=deal, base=base, record=record)
            enter_result(table=table, entry=entry, actor="user:tester")
            last[deal] = record

        enter(deal, {"passed": True})
        for at, record, _ in steps:
            if record is None or record.get("declarer") != (at + 1) % 4:
                enter(at, record)
        before, log = totals([table.book]), table.revisions.count()
        was = last[deal]
        enter(deal, None)
        enter(deal, {"declarer": deal % 4, "contract": "solo", "outcome": "kodille"})
        enter(deal, was)
        assert totals([table.book]) == before
        assert table.revisions.count() == log + 3
