"""Whatever can be typed of a deal can be tapped on the phone, behind one button."""

import re
import sys
from collections.abc import Mapping
from dataclasses import replace

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ViewportSize, expect

from rules import RULESETS, RuleSet, dealt_in, read_result, score_card
from tests import make
from tests.browser.mixes import deals
from tests.browser.phone import PhonePage, clean
from tests.sizes import few
from tests.tournaments.typed.probes import EACH, one_of, probes
from tournaments.entry.domain import links
from tournaments.models import Event, Revision, Table
from tournaments.typed import extras as grammar_extras
from tournaments.typed import grammar

pytestmark = pytest.mark.browser

SMALLEST = ViewportSize(width=320, height=568)
MOST_TAPS = {"familie": 1.6, "klub": 1.6, "hoem": 4.6, "lomber": 1.6}
"""A deal; under hoem the commonest game is told by its cards."""


@pytest.fixture
def phone_of(new_context, club, live_server):
    """A phone at a table that plays by these rules."""

    def phone_of(rules: RuleSet) -> PhonePage:
        event = make.make_released_event(club, tables=1)
        Event.objects.update(ruleset=rules.to_json(), ruleset_digest=rules.digest)
        table = Table.objects.get(round__event=event)
        page = new_context(viewport=SMALLEST, has_touch=True).new_page()
        return PhonePage(page, table).open(f"/e/{links.issue_link(table).partition('/e/')[2]}")

    return phone_of


def chip(phone: PhonePage, part: str, keys: str) -> None:
    phone.tap(phone.page.locator(f'[data-extra="{part}"][data-keys="{keys}"]'))


def show_more(phone: PhonePage) -> None:
    """Where cards make the price, they are shown already."""
    if phone.act("more").get_attribute("aria-expanded") == "false":
        phone.tap(phone.act("more"))


def join(phone: PhonePage, word: str) -> None:
    seat = int(word[1]) - 1
    chip(phone, "joined", str(seat))
    if "e" in word:
        chip(phone, "joined-extra", str(seat))
    if word.endswith("g"):
        chip(phone, "joined-gave", str(seat))
    for _trick in range(int(word[-1]) if word[2:] and word[-1].isdigit() else 0):
        chip(phone, "another", str(seat))


def tap_word(phone: PhonePage, word: str, rules: RuleSet) -> None:
    """Tap what a typed word says."""
    said = re.fullmatch(grammar.pattern(4), word)
    assert said is not None
    more = re.fullmatch(grammar_extras.PATTERN, said["extras"] or "")
    assert more is not None
    phone.choose(grammar.contract_keys(rules)[said["contract"]])
    show_more(phone)
    for each in re.findall("j[^j]+", more["joined"]):
        join(phone, each)
    cards = {"laid": re.findall("..", more["laid"] or "")}
    for suit, rank in re.findall("(.)(.)", more["turned"] or ""):
        cards |= {"suit": [suit], "rank": [rank]}
    letters = {part: list(more[part] or "") for part in ("trump", "tricks", "flags")}
    whole = {part: re.findall(".+", more[part] or "") for part in ("extra", "peeked", "first")}
    parts = {**cards, **letters, **whole, "tout": re.findall(".+", said["tout"] or "")}
    for part, tapped in parts.items():
        for keys in tapped:
            chip(phone, part, keys)
    phone.end(int(said["seat"]) - 1, grammar.OUTCOMES[said["outcome"]])
    phone.wait()


@pytest.mark.nightly
@pytest.mark.parametrize("rules", few(EACH), ids=lambda rules: rules.id)
def test_every_kind_of_word_can_be_tapped(phone_of, rules):
    phone = phone_of(rules)
    wanted: list[Mapping[str, object]] = []
    for kind in probes():
        dealer = len(wanted) % 4
        # A seat that joined has its tricks on the phone.
        word = one_of(kind, rules, dealer=dealer)
        if word is None:
            continue
        record = grammar.parse(
            word, dealer=dealer, names=make.NAMES[:4], ruleset=rules, pairs=False
        )
        expect(phone.page.locator("h1")).to_have_text(f"Deal {len(wanted) + 1}")
        tap_word(phone, word, rules)
        wanted.append(read_result({**record, "ruleset": rules.id}, rules, 4).to_json())
    phone.all_sent()
    expect(phone.page.locator("[data-attention]")).to_be_hidden()
    stored = Revision.objects.filter(table=phone.table).order_by("deal")
    assert [{"players": 4, **(each.record or {})} for each in stored] == wanted
    assert len(wanted) > len(grammar_extras.SUITS)


@pytest.mark.nightly
@pytest.mark.parametrize("rules", few(EACH), ids=lambda rules: rules.id)
def test_all_there_is_to_say_of_each_contract_is_readable_and_in_reach(phone_of, rules):
    phone = phone_of(rules)
    for contract in grammar.contract_keys(rules).values():
        phone.choose(contract)
        show_more(phone)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= SMALLEST["width"]
        for button in phone.page.locator("[data-extra]:visible").all():
            box = button.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44
        phone.tap(phone.act("more"))
    found = Axe().run(phone.page)
    assert found.violations_count == 0, found.generate_report()


def test_what_is_missing_is_asked_for_before_it_is_stored(phone_of):
    phone = phone_of(RULESETS["hoem"])
    phone.choose("koebe_nolo")
    phone.tap(phone.act("more"))
    chip(phone, "joined", "3")
    phone.end(1, "won")
    expect(phone.page.get_by_role("alert")).to_have_text("Tap the declarer’s tricks too.")
    chip(phone, "tricks", "0")
    chip(phone, "another", "3")
    chip(phone, "another", "3")
    chip(phone, "fewer", "3")
    phone.end(1, "won")
    phone.all_sent()
    assert (Revision.objects.get().record or {})["tricks"] == [None, 0, None, 1]


def test_a_second_tap_takes_back_and_another_contract_begins_anew(phone_of):
    phone = phone_of(RULESETS["dlu"])
    phone.tap(phone.act("more"))
    for keys in ("h", "k", "k"):
        chip(phone, "trump", keys)
    for keys in "537":
        chip(phone, "tricks", keys)
    expect(phone.page.locator("[data-counted]")).to_have_text("7")
    chip(phone, "tricks", "1")
    expect(phone.page.locator("[data-counted]")).to_have_text("7 – 1")
    pressed = phone.page.locator('[data-extra="tricks"][aria-pressed="true"]')
    assert [text.strip() for text in pressed.all_text_contents()] == ["1", "7"]
    counted = phone.page.get_by_role("status").filter(has_text="7 – 1")
    assert counted.evaluate("(node) => getComputedStyle(node).opacity") == "1"
    clean(phone.page)
    chip(phone, "flags", "g")
    expect(phone.page.locator('[data-seat="1"] [data-outcome="won"]')).to_be_disabled()
    phone.tap(phone.act("more"))
    phone.choose("solo")
    expect(phone.page.locator('[data-part="flags"]')).to_be_hidden()
    phone.end(1, "won")
    phone.all_sent()
    assert Revision.objects.get().record == {
        "dealer": 0, "declarer": 1, "contract": "solo", "outcome": "won",
    }  # fmt: skip


@pytest.mark.nightly
def test_the_contract_is_asked_for_first_and_what_was_said_of_the_deal_stays(phone_of):
    phone = phone_of(RULESETS["hoem"])
    phone.tap(phone.act("more"))
    for keys in "54":
        chip(phone, "tricks", keys)
    phone.end(1, "won")
    alert = phone.page.locator("[data-alert]")
    expect(alert).to_have_text("Which game was it? Tap the contract first.")
    expect(phone.page.locator("[data-more]")).to_be_hidden()
    expect(phone.act("more")).to_have_text(re.compile("More: tricks: 5–\u20604"))
    phone.choose("solo")
    phone.end(1, "won")
    phone.all_sent()
    assert (Revision.objects.get().record or {})["tricks"] == [0, 5, None, 4]


@pytest.mark.nightly
def test_a_newer_choice_lifts_what_cannot_be_together_with_it(phone_of):
    phone = phone_of(RULESETS["dlu"])
    bet = phone.page.locator('[data-seat="1"] [data-outcome="bet"]')
    tout, given_up = (
        phone.page.locator(f'[data-extra="{part}"][data-keys="{keys}"]')
        for part, keys in (("tout", "."), ("flags", "g"))
    )
    more = phone.act("more")
    phone.tap(more)
    for one, other in ((tout, given_up), (given_up, tout), (tout, given_up)):
        phone.tap(one)
        phone.tap(other)
        expect(other).to_have_attribute("aria-pressed", "true")
        expect(one).to_have_attribute("aria-pressed", "false")
        expect(phone.page.locator('[data-seat="1"] [data-outcome]:enabled')).not_to_have_count(0)
        phone.tap(other)
    phone.tap(given_up)
    phone.tap(more)
    expect(more).to_contain_text("More: given up")
    expect(bet).to_be_enabled()


def test_spades_make_a_solo_the_contract_that_is_played_in_them_and_it_is_seen(phone_of):
    phone = phone_of(RULESETS["dlu"])
    phone.choose("solo")
    phone.tap(phone.act("more"))
    chip(phone, "tricks", "5")
    chip(phone, "trump", "s")
    expect(phone.page.locator("[data-chosen]")).to_have_text("Deal 1: solo spar")
    spar = phone.page.locator('[data-game="solo_spar"]')
    expect(spar).to_have_attribute("aria-pressed", "true")
    chip(phone, "tricks", "2")
    phone.end(1, "won")
    phone.all_sent()
    assert Revision.objects.get().record == {
        "dealer": 0, "declarer": 1, "contract": "solo_spar", "tricks": [2, 5, None, 2],
    }  # fmt: skip


@pytest.mark.nightly
@pytest.mark.parametrize("name", MOST_TAPS)
def test_a_sheet_takes_few_taps_under_every_rule_set(phone_of, name):
    # Who must bid is asked whether all passed: that is tapped twice, and counted elsewhere.
    rules = replace(RULESETS[name], spadille_must_bid=False, dealer_must_bid=False)
    lines = {line["id"]: line for line in score_card(rules)["contracts"]}
    phone = phone_of(rules)
    for number, deal in enumerate(deals(rules, "tournament", 40, seed=7), start=1):
        expect(phone.page.locator("h1")).to_have_text(f"Deal {number}")
        line = lines.get(deal.game)
        if line is not None and deal.game != "spil":
            phone.choose(deal.game)
        if line is not None and line["by_cards"]:
            for part, keys in (("laid", "se"), ("suit", "k"), ("rank", "5")):
                chip(phone, part, keys)
        if line is not None and line["per_trick"] and deal.outcome == "kodille":
            phone.tap(phone.act("more"))
            chip(phone, "tricks", "2")
        if line is None:
            phone.all_passed()
        else:
            phone.end(dealt_in(4, (number - 1) % 4)[deal.seat], deal.outcome)
        phone.wait()
    phone.all_sent()
    expect(phone.page.locator("h1")).to_have_text("All deals are entered.")
    sys.stdout.write(f"{name}: {phone.taps / 40} taps a deal\n")
    assert phone.taps / 40 <= MOST_TAPS[name]
