"""A pott table from its first key to a correction taken back, as a director sees it."""

import pytest
from playwright.sync_api import Locator, Page, expect

from rules import RULESETS
from tests import make
from tests.browser.entry import PATIENCE, EntryPage, number
from tournaments.models import Correction, Table
from tournaments.sheets.queries import Sheet, sheet
from tournaments.typed.grammar import print_keys
from tournaments.words.figures import signed

pytestmark = pytest.mark.browser

RESULTS = "**/results/"
UNKNOWN = "…"
PLAYED: tuple[tuple[int, str, str], ...] = (
    (1, "solo", "won"), (2, "solo", "won"), (3, "solo", "won"), (0, "solo", "won"),
    (1, "solo_spar", "kodille"), (2, "solo", "won"), (3, "solo", "won"), (0, "solo", "bet"),
    (1, "nolo_ouvert", "won"),
)  # fmt: skip
"""Declarer, contract and outcome of nine deals; deal 5 fills the pot that deal 9 wins from."""


def keys(deal: int, declarer: int, contract: str, outcome: str) -> str:
    """What is typed for a deal of lomber at a table of four."""
    record = {
        "dealer": (deal - 1) % 4, "declarer": declarer, "contract": contract, "outcome": outcome,
    }  # fmt: skip
    return print_keys(record, ruleset=RULESETS["lomber"], players=4, pairs=False)


NINE = [keys(deal, *played) for deal, played in enumerate(PLAYED, start=1)]
FIVE = keys(5, 1, "spil", "won")


@pytest.fixture
def table(club, live_server) -> Table:
    event = make.make_released_event(
        club, tables=1, deals=12, ruleset="lomber", accounting="pott", unit="1"
    )
    return Table.objects.get(round__event=event)


def pots(entry: EntryPage) -> list[str]:
    return entry.page.locator("[data-pot]").all_inner_texts()


def agrees(entry: EntryPage) -> None:
    """Hold balances and pot of the page against those of the server, deal by deal."""
    known = sheet(entry.table)
    for line, shown, pot in zip(known.lines, entry.shown(), pots(entry), strict=True):
        if line.balances is None:
            assert pot == "", line.deal
            assert set(shown) == {"", "–"}, line.deal
            continue
        assert line.changes is not None
        assert number(pot) == line.pot, line.deal
        for seat, text in enumerate(shown):
            if text != "–":
                assert number(text) == line.balances[seat], (line.deal, seat)
            else:
                assert line.changes[seat] == 0, (line.deal, seat)
    assert entry.totals() == [*known.totals, pot_of(known)]


def pot_of(known: Sheet) -> int | None:
    """What is in the pot after the last deal that was entered."""
    return [line.pot for line in known.lines if line.pot is not None][-1]


def row(page: Page, deal: int) -> Locator:
    """The line of a deal in the table of an account or of a preview."""
    cell = page.get_by_role("cell", name=str(deal), exact=True).first
    return page.get_by_role("row").filter(has=cell)


def amounts(page: Page, deal: int) -> list[str]:
    return row(page, deal).locator("td.num").all_inner_texts()


def points(public: Page) -> dict[str, str]:
    """Points by name, as everybody sees them."""
    lines = public.locator(".standing tbody tr").all()
    return {
        line.locator("th a").inner_text(): line.locator(".standing__points").inner_text()
        for line in lines
    }


def test_correcting_deal_5_changes_deal_9_and_the_standings_until_it_is_taken_back(
    entry, page, new_context, table
):
    entry.type("".join(NINE))
    entry.all_sent()
    agrees(entry)
    public = new_context().new_page()
    public.goto(f"/s/{table.round.event_id}/")
    before = points(public)
    page.get_by_role("link", name="Account and corrections").click()
    ninth = amounts(page, 9)
    page.get_by_role("link", name="5", exact=True).click()
    expect(page.get_by_label("Deal", exact=True)).to_have_value("5")
    page.get_by_label("The right result, in keys").fill(FIVE)
    page.get_by_label("Reason").fill("Misread")
    totals = sheet(table).totals
    page.get_by_role("button", name="Show what it changes").click()
    expect(page.get_by_text("Nothing is stored yet")).to_be_visible()
    expect(row(page, 5).locator("strong").first).to_be_visible()
    expect(page.get_by_text("8 deals are unchanged.")).to_be_visible()  # after 9 the pot alone
    assert not Correction.objects.exists()
    assert sheet(table).totals == totals
    page.get_by_role("button", name="Correct it").click()
    expect(page.get_by_text("It is corrected")).to_be_visible()
    assert sheet(table).totals != totals
    account = f"/tables/{table.pk}/account/"
    made = page.url
    page.goto(account)
    assert amounts(page, 9) != ninth
    standings_show(public, final(table))
    assert points(public) != before
    page.goto(made)
    page.get_by_role("button", name="Take the correction back").click()
    expect(page.get_by_text("It is taken back")).to_be_visible()
    page.goto(account)
    assert amounts(page, 9) == ninth
    standings_show(public, before)
    assert sheet(table).totals == totals


@pytest.mark.commit
def test_who_comes_second_reads_no_balance_before_he_knows_of_the_antes(
    entry, new_context, director, table
):
    """The answer to his own result has the line of the other's, and nothing of what was paid in."""
    rival = EntryPage(new_context(director).new_page(), table).open().hear_nothing()
    entry.type(NINE[0])
    entry.all_sent()
    rival.type(keys(1, 3, "spil", "kodille"))
    expect(rival.note(1)).to_contain_text("Somebody else has entered deal 1")
    totals = rival.page.locator("[data-totals] td")
    expect(totals).to_have_text([UNKNOWN] * 5)
    assert set(rival.shown()[0]) <= {UNKNOWN, "–"}
    rival.page.unroute_all()
    expect(totals).not_to_have_text([UNKNOWN] * 5, timeout=PATIENCE)
    agrees(rival)


def final(table: Table) -> dict[str, str]:
    """What everybody has, as the standings write it."""
    known = sheet(table)
    return dict(zip(known.names, map(signed, known.final), strict=True))


def standings_show(public: Page, wanted: dict[str, str]) -> None:
    """Wait until a page that nobody touches says so."""
    for name, total in wanted.items():
        own = public.get_by_role("link", name=name, exact=True)
        line = public.get_by_role("row").filter(has=own)
        expect(line.locator(".standing__points")).to_have_text(total, timeout=PATIENCE)


def test_without_the_server_the_pot_is_not_guessed_and_comes_back(entry, context, table):
    entry.type("".join(NINE[:2]))
    entry.all_sent()
    agrees(entry)
    known = entry.shown()[:2], pots(entry)[:2]
    context.route(RESULTS, lambda route: route.abort())
    entry.type("".join(NINE[2:4]))
    expect(entry.waiting).to_have_text("2 deals are waiting to be sent")
    totals = entry.page.locator("[data-totals] td")
    expect(totals).to_have_text([UNKNOWN] * 5)
    assert (entry.shown()[:2], pots(entry)[:2]) == known
    assert pots(entry)[2:4] == [UNKNOWN] * 2
    for deal in (3, 4):
        assert set(entry.shown()[deal - 1]) == {UNKNOWN, "–"}, deal
    entry.page.reload()
    entry.ready()
    expect(totals).to_have_text([UNKNOWN] * 5)
    context.unroute_all()
    entry.all_sent()
    agrees(entry)
    assert UNKNOWN not in pots(entry)
