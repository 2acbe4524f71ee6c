"""The desk under every rule set: the number pad alone, letters, and the tenth contract."""

from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, expect

from rules import RuleSet, read_result, score_card
from tests import make
from tests.browser.entry import EntryPage
from tests.sizes import few
from tests.tournaments.typed.probes import EACH
from tournaments.book.doubts import doubt
from tournaments.models import Event, Revision, Table
from tournaments.sheets.queries import sheet
from tournaments.typed import grammar

pytestmark = pytest.mark.browser

Typed = tuple[str, str, Mapping[str, object]]
PAD = {**{digit: f"Numpad{digit}" for digit in "0123456789"}, "+": "NumpadAdd"}
PAD |= {"-": "NumpadSubtract", "*": "NumpadMultiply", "/": "NumpadDivide", ",": "NumpadDecimal"}
"""Key → the number pad's own name of it, on a Danish keyboard."""


def press(page: Page, word: str) -> None:
    """Press each key as it lies on the number pad."""
    for key in word:
        page.evaluate(
            """([key, code]) => document.activeElement.dispatchEvent(
                new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }))""",
            [key, PAD[key]],
        )
        page.keyboard.insert_text(key)


def by_pad_and_letters(rules: RuleSet, players: int) -> list[Typed]:
    """Return for a deal of each contract the word on the number pad, by letters, and the record."""
    found: list[Typed] = []
    for line in score_card(rules)["contracts"]:
        if line["by_cards"]:
            continue
        dealer = len(found) % players
        seats = [seat for seat in range(players) if sits(rules, line["id"], players, dealer, seat)]
        pad, letter = str(seats[0] + 1), grammar.SEAT_LETTERS[0][seats[0]]
        tout = "," if line["tout"] else ""
        record = grammar.parse(
            f"{pad}{line['digit']}{tout}+",
            dealer=dealer,
            names=make.NAMES[:players],
            ruleset=rules,
            pairs=False,
        )
        read = read_result({**record, "ruleset": rules.id}, rules, players).to_json()
        words = f"{pad}{line['digit']}{tout}+", f"{letter}{line['letter']}{tout}v".upper()
        found.append((*words, read))
    return found


def sits(rules: RuleSet, contract: str, players: int, dealer: int, seat: int) -> bool:
    """Whether this seat may be declarer."""
    record = {"dealer": dealer, "declarer": seat, "contract": contract, "outcome": "won"}
    return bool(grammar.print_keys(record, ruleset=rules, players=players, pairs=False))


@pytest.mark.parametrize("rules", few(EACH), ids=lambda rules: rules.id)
def test_every_contract_by_number_pad_and_by_letters(club, page, rules):
    players = max(rules.players)
    event = make.make_released_event(club, tables=1, players=players)
    Event.objects.update(ruleset=rules.to_json(), ruleset_digest=rules.digest)
    table = Table.objects.get(round__event=event)
    entry = EntryPage(page, table).open()
    told = by_pad_and_letters(rules, players)
    for word, _letters, _record in told:
        press(page, word)
    press(page, "0")
    entry.all_sent()
    if doubt(rules, {"passed": True}):
        expect(entry.note(len(told) + 1)).to_contain_text("If it was so all the same")
        entry.stands_at(len(told) + 1)
        assert len(stored(table)) == len(told)
        entry.press("Enter")  # it was so
        entry.all_sent()
    assert stored(table) == [record for *_words, record in told] + [passed(len(told), players)]
    assert entry.totals() == list(sheet(table).totals)
    entry.type("1:")
    for number, (_word, letters, _record) in enumerate(told, start=1):
        entry.stands_at(number)
        entry.type(letters)  # the same again, which is no correction
    entry.all_sent()
    expect(page.locator(".entry-line.is-bad")).to_have_count(0)
    assert Revision.objects.filter(table=table).count() == len(told) + 1
    entry.press("Escape", "/")
    entry.stands_at(len(told) + 1)
    entry.press("Escape", "Backspace")
    entry.all_sent()
    expect(entry.note(len(told) + 1)).to_contain_text("taken back")


def stored(table: Table) -> list[dict[str, object]]:
    records = Revision.objects.filter(table=table).order_by("deal").values_list("record", flat=True)
    players = table.seats.count()
    return [{"players": players, **(record or {})} for record in records]


def passed(deal: int, players: int) -> dict[str, object]:
    return {"players": players, "dealer": deal % players, "passed": True}
