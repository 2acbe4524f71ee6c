"""The pages of accounts as they are met: nothing for axe to find, nothing wider than its screen."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from lhombre_club.web import authority
from rules import RULESETS
from tests import make
from tests.browser.pages.test_pages import DESK, PHONE, SMALLEST_TARGET, findings
from tests.sizes import few, some
from tournaments.book.changes import Change
from tournaments.book.corrections import correct, undo
from tournaments.events.domain.demo_results import results
from tournaments.models import Participant, Table
from tournaments.money import domain as settling
from tournaments.penalties.domain import penalties as entries
from tournaments.penalties.domain import reason_list
from tournaments.penalties.domain.bonuses import Bonus, give_bonus
from tournaments.sheets.queries import sheet
from tournaments.standings.domain import SeasonSettings, make_season
from tournaments.years.counting import count_on

pytestmark = pytest.mark.browser

ACTOR = "system:test"
LONG_NAME = "Bent Frederiksen-Kristoffersen"
MISREAD = 13
TRUE = {"declarer": 1, "contract": "solo", "outcome": "won"}
CORRECTED = {"declarer": 1, "contract": "spil", "outcome": "won"}
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
LARGE_LETTERS = "document.documentElement.style.fontSize = '237.5%'"  # twice what it is
TOUCHED_HERE = ".button:visible, button:visible, select:visible, input[type=text]:visible"
Act = Callable[[Page], None]


@pytest.fixture
def season(club):
    wanted = SeasonSettings(name="Vinteren 2026–27", planned=5, best=4)
    return make_season(club=club, settings=wanted, actor=ACTOR)


@pytest.fixture
def pott(club, season, live_server) -> Table:
    """A table with everything that an account can hold, settled up, one payment ticked off."""
    event = make.make_released_event(
        club, tables=1, deals=12, ruleset="lomber", accounting="pott", unit="1", season=season
    )
    Participant.objects.filter(event=event, number=4).update(name=LONG_NAME)
    table = Table.objects.get(round__event=event)
    for deal in (1, 2, 3, 4, 6, 7, 8):
        make.enter(table, deal, {"declarer": deal % 4, "contract": "solo", "outcome": "won"})
    make.enter(table, 5, {"declarer": 1, "contract": "solo_spar", "outcome": "kodille"})
    make.enter(table, 9, {"declarer": 1, "contract": "nolo_ouvert", "outcome": "won"})
    make.enter(table, 10, {"declarer": 2, "contract": "solo", "outcome": "bet"})
    decide(table)
    settling.settle_up(scope=event, actor=ACTOR)
    settling.tick(payment=event.settlings.get().payments.all()[0], actor=ACTOR)
    return table


def decide(table: Table) -> None:
    """Penalise, enter by hand, take an entry back, correct, and take a correction back."""
    reason = reason_list.penalty_reasons(table.round.event.club)[0].text
    late = entries.Penalty(
        id=make.new_id(), seat=3, points=2, reason=reason, decided_by="Bodil", deal=4
    )
    entries.penalise(table=table, penalty=late, actor=ACTOR)
    amounts = entries.from_everybody(players=4, each=2, to=2)
    nine = entries.Movement(id=make.new_id(), amounts=amounts, reason="9 matadors")
    stored = entries.enter_by_hand(table=table, movement=nine, actor=ACTOR)
    entries.withdraw_entry(entry=stored.entry, reason="Only eight", actor=ACTOR)
    event = table.round.event
    winner = table.seats.get(seat=1).participant_id
    bonus = Bonus(id=make.new_id(), winner=winner, each=2, reason="9 matadors", round=1, deal=3)
    give_bonus(event=event, bonus=bonus, actor=ACTOR)
    made = correct(
        event=event, changes=[Change(table, 5, 1, CORRECTED)], reason="Misread", actor=ACTOR
    )
    undo(correction=made, actor=ACTOR)


@pytest.fixture
def long_sheet(pott) -> Table:
    """A full sheet of another evening under the union's rules."""
    rules = RULESETS["dlu"]
    event = make.again(
        pott.round.event, ruleset=rules.to_json(), ruleset_digest=rules.digest,
        accounting="rasle", deals_per_round=40,
    )  # fmt: skip
    table = Table.objects.get(round__event=event)
    played = results("a sheet", ruleset=rules, players=4, deals=40, first_dealer=0)
    for deal, record in enumerate(played, start=1):
        make.enter(table, deal, TRUE if deal == MISREAD else record)
    return table


@pytest.fixture
def paper(long_sheet) -> dict[str, str]:
    """What stands on the paper of the full sheet, by box; one line is then entered wrongly."""
    sums = {
        f"d{each.deal}s{seat}": str(points)
        for each in sheet(long_sheet).subtotals
        for seat, points in enumerate(each.balances)
    }
    make.enter(long_sheet, MISREAD, {**TRUE, "outcome": "bet"}, base=1)
    return sums


@pytest.fixture
def opened(pott, long_sheet, season) -> dict[str, str]:
    """Each page that is looked at as it opens: its name and its address."""
    event = pott.round.event
    made = event.corrections.get(undoes=None)
    count_on(event.club)
    player = pott.seats.get(seat=3).participant
    named = {
        **{name: [pott.pk] for name in ("account", "correct", "entries", "which-line")},
        **{name: [event.pk] for name in ("corrections", "standings-settings", "rules", "event")},
        "bonuses": [event.pk],
        **{name: [event.pk] for name in ("public-money", "public-standings")},
        **{name: [season.pk] for name in ("season", "public-season")},
        "public-player": [event.pk, player.pk],
        "public-years": [event.club_id],
        "public-years-player": [event.club_id, player.person_id],
        "correction": [made.pk],
        "penalty-reasons": [],
        "seasons": [],
    }
    money = {"event": event.pk, "table": pott.pk, "season": season.pk}
    return {
        **{name: reverse(f"tournaments:{name}", args=args) for name, args in named.items()},
        **{
            f"money of {kind}": reverse("tournaments:money", args=[kind, pk])
            for kind, pk in money.items()
        },
        "long account": reverse("tournaments:account", args=[long_sheet.pk]),
        "its undoing": reverse("tournaments:correction", args=[made.undone_by.pk]),
    }


@pytest.fixture
def addresses(opened, long_sheet, paper) -> dict[str, tuple[str, Act]]:
    """Each page: its name, its address, and what to do there before it is looked at."""
    correcting = opened["correct"]
    which_line = reverse("tournaments:which-line", args=[long_sheet.pk])
    return {
        **{name: (address, look) for name, address in opened.items()},
        "preview": (f"{correcting}?deal=5&line=2%2B", preview),
        "refused correction": (f"{correcting}?deal=99&line=9%2B", preview),
        "refused entry": (opened["entries"], refuse_entry),
        "suspects": (which_line, partial(ask_which_line, paper=paper)),
        "rules preview": (opened["rules"], preview_rules),
    }


def look(page: Page) -> None:
    """Do nothing: the page is looked at as it opens."""


def preview(page: Page) -> None:
    page.get_by_label("Reason").fill("Misread")
    page.get_by_role("button", name="Show what it changes").click()
    page.wait_for_load_state()


def preview_rules(page: Page) -> None:
    page.get_by_label("Account", exact=True).select_option("rasle")
    preview(page)


def refuse_entry(page: Page) -> None:
    page.get_by_label("Who pays").select_option("0")
    page.get_by_label("Who gets it").select_option("0")
    page.locator("[name=hand-reason]").fill("Nothing")
    page.get_by_role("button", name="Enter").click()
    page.wait_for_load_state()


def ask_which_line(page: Page, *, paper: dict[str, str]) -> None:
    for box, points in paper.items():
        page.locator(f"[name={box}]").fill(points)
    page.get_by_role("button", name="Which line is wrong?").click()
    page.locator(".suspects").wait_for()


def visit(page: Page, addresses: dict[str, tuple[str, Act]]) -> Iterator[str]:
    """Open one page after the other, and say which."""
    for name, (address, act) in addresses.items():
        answer = page.goto(address)
        assert answer is not None
        assert answer.ok, (name, answer.status)
        act(page)
        yield name


@pytest.mark.nightly
@pytest.mark.parametrize(("scheme", "viewport"), few((("dark", PHONE), ("light", DESK))))
def test_axe_finds_nothing(new_context, director, addresses, scheme, viewport):
    page = new_context(director, color_scheme=scheme, viewport=viewport).new_page()
    found = {name: findings(page) for name in visit(page, addresses)}
    assert not any(found.values()), {name: lines for name, lines in found.items() if lines}


@pytest.mark.parametrize("size", some(("narrow", "large letters")))
def test_no_page_is_wider_than_its_screen(new_context, director, addresses, size):
    page = new_context(director, viewport=PHONE if size == "narrow" else DESK).new_page()
    wide = {}
    for name in visit(page, addresses):
        if size == "large letters":
            page.evaluate(LARGE_LETTERS)
        wide[name] = page.evaluate(WIDER)
    assert not any(wide.values()), {name: by for name, by in wide.items() if by}


@pytest.mark.nightly
def test_what_is_touched_is_large(new_context, director, addresses):
    page = new_context(director, viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    small = {}
    for name in visit(page, addresses):
        heights = page.locator(TOUCHED_HERE).evaluate_all(
            "all => all.map(a => [a.outerHTML.slice(0, 80), a.getBoundingClientRect().height])"
        )
        small[name] = [html for html, height in heights if height < SMALLEST_TARGET]
    assert not any(small.values()), {name: html for name, html in small.items() if html}


def test_a_correction_asks_only_for_what_its_kind_needs(page: Page, pott):
    page.goto(reverse("tournaments:correct", args=[pott.pk]))
    ways = {
        "change": "line",
        "annulled": "",
        "not_played": "until",
        "skipped": "line",
        "move": "other",
    }
    for way, needed in ways.items():
        page.locator(f'[name="way"][value="{way}"]').check()
        shown = [
            name
            for name in ("line", "other", "until")
            if page.locator(f'main [name="{name}"]').is_visible()
        ]
        assert shown == [needed] * bool(needed), way


def test_how_a_phone_trusts_the_club_runs_out_of_no_phone(page, live_server, settings, tmp_path):
    settings.AUTHORITY_DIR = tmp_path
    authority.certificate(tmp_path, ["127.0.0.1"], ["localhost"])
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{live_server.url}/trust/")
    assert page.evaluate(WIDER) == 0
    page.evaluate(LARGE_LETTERS)
    assert page.evaluate(WIDER) == 0
    assert findings(page) == []
