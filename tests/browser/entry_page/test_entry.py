"""A director with a pile of paper sheets, at the keyboard, without a pause."""

import itertools
import json
import os
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from rules import RULESETS, read_result, settle
from tests.browser.entry import EntryPage, stored
from tests.sizes import TYPED_SHEETS
from tournaments.models import Revision, Table
from tournaments.sheets.queries import sheet
from tournaments.typed.grammar import print_keys
from tournaments.words.figures import signed

pytestmark = pytest.mark.browser

DATA = Path(__file__).resolve().parents[3].parent / "shared" / "data"
MOST_KEYS = 110
"""For a sheet of forty deals."""


def evening():
    """The eight sheets of the shared evening, each with its answer."""
    if not DATA.is_dir():
        reason = f"the shared evening is not at {DATA}"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    files = (DATA / "evening-dlu.jsonl", DATA / "evening-dlu.answers.jsonl")
    lines = ([json.loads(line) for line in file.read_text().splitlines()] for file in files)
    return list(zip(*lines, strict=True))


def words(told):
    """The keys of each deal of a sheet, as who wants no statistics types them."""
    return [
        print_keys(
            plain({"dealer": number % 4, **deal}), ruleset=RULESETS["dlu"], players=4, pairs=False
        )
        for number, deal in enumerate(told["deals"])
    ]


def plain(record):
    """The record with its outcome instead of trump, tricks, and that it was given up."""
    if record.get("passed"):
        return record
    ruleset = RULESETS["dlu"]
    outcome = settle(read_result({**record, "ruleset": "dlu"}, ruleset, 4), ruleset)
    beside = {"trump", "tricks", "abandoned"}
    kept = {key: said for key, said in record.items() if key not in beside}
    return {**kept, "outcome": outcome.declarers[0].outcome.value}


NOT_READ = (
    ("3+", "Birte Nr3 sits out this deal, because Agnes Nr1 deals."),
    ("s6-", "sits out"),
    ("1g+", "“g” is no contract"),
    ("20+", "“0” is no contract"),
    ("+", "“+” is no seat. Begin with the declarer’s column, 1 to 4, or type 0 when all passed."),
    ("😀", "“😀” is no seat"),
    ("7-", "“7” is no seat"),
    ("hello", "“h” is no seat"),
    ("2...+", "says no result"),
    ("♠", "“♠” is no seat"),
    ("77:", "There is no deal 77"),
)
"""Keys and part of the sentence that answers them, at a deal that the first seat deals."""
NOT_ALLOWED = ("14.+", "There was no tout to announce")
"""Read, sent, and refused by the rules."""


def test_sheets_typed_without_a_pause(page, event, new_context):
    public = new_context().new_page()
    public.goto(f"/s/{event.pk}/")
    points: Counter[str] = Counter()
    for told, answer in evening()[:TYPED_SHEETS]:
        table = Table.objects.get(
            round__event=event, round__number=told["round"], number=told["table"]
        )
        typed = words(told)
        assert sum(map(len, typed)) <= MOST_KEYS
        entry = EntryPage(page, table).open()
        entry.type("".join(typed))
        entry.all_sent()
        expect(page.locator("[data-done]")).to_be_visible()
        check(entry, answer)
        points.update(dict(zip(sheet(table).names, answer["balances"], strict=True)))
        standings_show(public, points)


def standings_show(public: Page, points: Counter[str]) -> None:
    """Wait until a page that nobody touches has everybody's points."""
    for name, total in points.items():
        own = public.get_by_role("link", name=name, exact=True)
        row = public.get_by_role("row").filter(has=own)
        expect(row.locator(".standing__points")).to_have_text(
            f"{total:+d}".replace("-", "−") if total else "0"
        )


def check(entry: EntryPage, answer):
    """Hold the page and the database against the answers, deal by deal."""
    balances = [list(total) for total in running(answer)]
    assert entry.totals() == answer["balances"]
    for deal in (10, 20, 30, 40):
        assert entry.subtotals(deal) == balances[deal - 1]
    for number, shown in enumerate(entry.shown()):
        sitter = (number + 2) % 4
        wanted = [signed(points) for points in balances[number]]
        assert [text for seat, text in enumerate(shown) if seat != sitter] == [
            text for seat, text in enumerate(wanted) if seat != sitter
        ]
        assert shown[sitter] == "–"
    known = sheet(entry.table)
    assert [list(line.balances or ()) for line in known.lines] == balances
    assert list(known.totals) == answer["balances"]
    assert Revision.objects.filter(table=entry.table).count() == len(balances)


def running(answer):
    changes = (deal["changes"] for deal in answer["deals"])
    return itertools.accumulate(
        changes, lambda total, change: [a + b for a, b in zip(total, change, strict=True)]
    )


def test_bad_entries_are_answered_with_a_sentence_and_lose_nothing(entry):
    told, answer = evening()[0]
    typed = words(told)
    entry.type("".join(typed[:20]))
    for keys, sentence in NOT_READ:
        entry.type(keys)
        expect(entry.note(21)).to_contain_text(sentence)
        expect(entry.page.locator("[data-alert]")).to_contain_text(sentence)
        expect(entry.field(21)).to_have_value(keys)
        entry.stands_at(21)
        entry.press("Escape")
        expect(entry.field(21)).to_have_value("")
    keys, sentence = NOT_ALLOWED
    entry.type(keys + "".join(typed[21:30]))
    expect(entry.note(21)).to_contain_text(sentence)
    expect(entry.field(21)).to_have_value(keys)
    entry.all_sent()
    assert len(stored(entry.table)) == 29
    entry.type("21:" + typed[20])
    entry.press("Escape")
    entry.stands_at(31)
    entry.type("".join(typed[30:]))
    entry.all_sent()
    check(entry, answer)
