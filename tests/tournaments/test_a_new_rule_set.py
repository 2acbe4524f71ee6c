"""A rule set is one file: with it alone, whole evenings are played, shown and printed by it."""

import gc
import html
import json
import re
import sys
import uuid
from typing import Any

import pytest
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import override

from lhombre_club.members.models import Attendance
from lhombre_club.members.queries import evening
from rules import RULESETS, parent_of, playing, read_result, rulesets, settle
from rules.__main__ import answer
from tests import make
from tests.sizes import few
from tests.tournaments.papers.documents import scene
from tournaments.book.proving.ledger_check import check_event
from tournaments.events.domain.demo_results import results
from tournaments.models import Event, Table
from tournaments.papers.documents.catalogue import DOCUMENTS
from tournaments.papers.documents.document import About
from tournaments.sheets.queries import sheet
from tournaments.standings.queries.standings import standings
from tournaments.typed.grammar import parse, print_keys
from tournaments.words import wording
from tournaments.words.figures import signed

pytestmark = pytest.mark.django_db(transaction=True)
ENGLISH = {"accept-language": "en"}
FILES = {
    "kreds": '''
"""What a circle of friends has made of the family game."""

from dataclasses import replace

from rules.contracts import Contract, Trump
from rules.ruleset import derive
from rules.rulesets.familie import RULESET as FAMILIE

OWN = {
    Contract.SPIL: {"won": 2, "bet": 3},
    Contract.BEDRE_SPIL: {"trump": Trump.NAMED, "won": 7, "bet": 7},
    Contract.SOLO: {"won": 5, "letter": "d"},
}

RULESET = derive(
    FAMILIE, "kreds", name="Kredsens regler", tout_value=4, kaske=True,
    contracts=tuple(
        replace(terms, **OWN.get(terms.contract, {}))
        for terms in FAMILIE.contracts if terms.contract is not Contract.TOURNE
    ),
    options=("spadille_must_bid", "mort"),
)
''',
    "otte": '''
"""Rules of nobody before: neither spil nor solo, and at tables of four alone."""

from dataclasses import replace

from rules.contracts import Contract, Trump, game, nolo
from rules.ruleset import RuleSet

RULESET = RuleSet(
    id="otte", version=1, name="Otte", source="None but this test", players=(4,),
    contracts=(
        replace(game(Contract.BEDRE_SPIL, "h", Trump.NAMED, 2, 3), declarer_buys=1, rank=1),
        replace(nolo(Contract.KOEBE_NOLO, "c", 3, 1), kodille_per_trick=True, rank=2),
        replace(game(Contract.GRANDISSIMO, "g", Trump.ACES, 11, None), least_tricks=5, rank=3),
        replace(nolo(Contract.NOLO_OUVERT, "o", 12, 1), ouvert=True, rank=4),
    ),
)
''',
}
"""The text of each file, by its name."""
TITLES = {"kreds": "Kredsens regler", "otte": "Otte"}
DIFFERING = {
    "kreds": (
        "Spil, won: 2", "Spil, bet: 3", "Bedre spil, trump: named", "Bedre spil, won: 7",
        "Tourné: is not played", "Solo, key: d", "Tout: 4", "Kaske is played: yes",
    ),
}  # fmt: skip
"""What the crib says of a copy."""
TYPED = 6
"""Deals that are typed; the two after them come as records, and the rest by an import."""
DEALS = 12


@pytest.fixture(params=few(FILES, 2))
def ruleset(request, tmp_path, monkeypatch):
    """A rule set as it is found when its file is there at the start."""
    (tmp_path / f"{request.param}.py").write_text(FILES[request.param], encoding="utf-8")
    monkeypatch.setattr(rulesets, "__path__", [*rulesets.__path__, str(tmp_path)])
    (live,) = gc.get_referents(RULESETS)  # the mapping that every importer holds
    monkeypatch.setitem(live, request.param, rulesets.found()[request.param])
    yield RULESETS[request.param]
    del sys.modules[f"rules.rulesets.{request.param}"]
    delattr(rulesets, request.param)


@pytest.fixture
def event(director_client, club, ruleset):
    """An evening of two tables, made and released as a director does it."""
    people = make.make_members(club, 8)
    Attendance.objects.bulk_create(
        Attendance(club=club, person=person, date=evening()) for person in people
    )
    form = {"name": "Kredsen", "date": evening().isoformat(), "rounds": "1", "deals": str(DEALS)}
    chosen = {"ruleset": ruleset.id, "accounting": "rasle", "unit": "1"}
    director_client.post(reverse("tournaments:event-new"), {**form, **chosen})
    event = Event.objects.get()
    director_client.post(reverse("tournaments:release", args=[event.pk]))
    return event


@pytest.fixture
def tables(event):
    return list(Table.objects.filter(round__event=event))


def page_of(client, name, *args):
    shown = client.get(reverse(f"tournaments:{name}", args=args), headers=ENGLISH)
    assert shown.status_code == 200
    return html.unescape(shown.content.decode())


def data_of(page):
    found = re.search(r'<script id="entry-data"[^>]*>(.*?)</script>', page)
    assert found
    return json.loads(found[1])


def records_of(ruleset, seed="an evening", deals=DEALS):
    return list(results(seed, ruleset=ruleset, players=4, deals=deals, first_dealer=0))


def unbroken(text):
    """A text as it can be looked for on paper, wherever its lines end."""
    return re.sub(r"[\s-]", "", text.lower())


def post(client, table, deal, **said):
    body = {"id": str(uuid.uuid4()), "deal": deal, "base": 0, **said}
    url = f"/api/v1/tables/{table.pk}/results/"
    answered = client.post(url, json.dumps(body), content_type="application/json", headers=ENGLISH)
    assert answered.status_code == 201, answered.content.decode()


def send_sheet(client, table, text):
    """Import a text, as the form does it: shown, then confirmed."""
    address = reverse("tournaments:import", args=[table.pk])
    form = client.get(address, headers=ENGLISH)
    shown = send_form(client, address, form, text=text)
    made = send_form(client, address, shown)
    assert made.status_code == 302, made.content.decode()


def send_form(client, address, page, **filled):
    known = dict(re.findall(r'name="(\w+)"[^>]*?value="([^"]*)"', page.content.decode()))
    data = {key: html.unescape(known.get(key, "")) for key in ("id", "seen", "reason", "text")}
    return client.post(address, {**data, **filled}, headers=ENGLISH)


def play(client, table, ruleset):
    """Enter a table's deals: typed, as records, and imported in words."""
    told = records_of(ruleset, seed=str(table.number))
    for deal, record in enumerate(told[: TYPED + 2], start=1):
        line = print_keys(record, ruleset=ruleset, players=4, pairs=False)
        said = {"line": line} if deal <= TYPED else {"record": record}
        post(client, table, deal, **said, confirmed=True)  # also that all passed
    rows = [
        f"{number},{record['declarer'] + 1},{wording.CONTRACTS[record['contract']]},"
        f"{record['outcome']}"
        for number, record in enumerate(told, start=1)
        if number > TYPED + 2 and "outcome" in record
    ]
    send_sheet(client, table, "\n".join(["deal,declarer,contract,outcome", *rows]))


def paid(ruleset, record, dealer):
    """What each seat has from a deal, from the rules alone."""
    settlement = settle(read_result({**record, "dealer": dealer}, ruleset, 4), ruleset)
    changes = [0] * 4
    for declarer in settlement.declarers:
        cards = playing(4, dealer, declarer.seat, pairs=False)
        for seat in range(4) if ruleset.sitter_pays else cards:
            if seat != declarer.seat:
                changes[seat] -= declarer.value
                changes[declarer.seat] += declarer.value
    return changes


def test_the_forms_offer_it_by_its_title(director_client, ruleset, event):
    for name, args in (("event-new", ()), ("rules", (event.pk,))):
        page = page_of(director_client, name, *args)
        for key, title in {**wording.TITLES, ruleset.id: TITLES[ruleset.id]}.items():
            assert re.search(rf'<option value="{key}"[^>]*>{title}</option>', page)
    assert event.ruleset == ruleset.to_json()
    assert event.sitter_pays is ruleset.sitter_pays


def test_desk_and_phone_have_its_contracts(director_client, ruleset, tables):
    desk = data_of(page_of(director_client, "table", tables[0].pk))
    keys = {terms.letter: terms.contract for terms in ruleset.played}
    assert keys.items() <= desk["grammar"]["contract_keys"].items()
    for terms in ruleset.played:
        assert desk["card"]["games"][terms.contract]["values"]["won"] == terms.won
    phone = page_of(director_client, "phone", tables[0].pk)
    played = [terms.contract for terms in ruleset.played]
    assert re.findall('data-game="([a-z_]*)"', phone) == played


def test_accounts_and_standings_are_what_the_rules_say(director_client, ruleset, event, tables):
    points: dict[uuid.UUID, int] = {}
    for table in tables:
        play(director_client, table, ruleset)
        shown = sheet(table)
        lines = [line for line in shown.lines if line.record]
        assert len(lines) > TYPED + 2
        expected = [paid(ruleset, line.record, line.dealer) for line in lines]
        assert [[*(line.changes or ())] for line in lines] == expected
        assert any(any(changes) for changes in expected)
        sums = [sum(column) for column in zip(*expected, strict=True)]
        points |= dict(zip(table.seats.values_list("participant", flat=True), sums, strict=True))
    assert check_event(event) == []
    assert {row.participant: row.points for row in standings(event).rows} == points
    assert TITLES[ruleset.id] in scene.text(scene.pdf("crib", event))


def test_the_account_says_what_was_played(director_client, ruleset, tables):
    """The contract's trump is said where these rules do not fix it."""
    post(director_client, tables[0], 1, record={
        "declarer": 1, "contract": "bedre_spil", "trump": "H", "outcome": "won"
    })  # fmt: skip
    won = ruleset.terms("bedre_spil").won
    page = page_of(director_client, "account", tables[0].pk)
    page = " ".join(re.sub(r"<[^>]+>", "", page).split())
    assert re.search(rf"Bedre spil in hearts by \w+( \w+)?, won: [^.]+ pay {won} ", page)


@pytest.mark.strict
def test_which_line_finds_the_wrong_one(director_client, ruleset, tables):
    table, deal = tables[0], 5
    won = {"declarer": 1, "contract": "bedre_spil", "outcome": "won"}
    for number, record in enumerate(records_of(ruleset), start=1):
        make.enter(table, number, won if number == deal else record)
    paper = {
        f"d{each.deal}s{seat}": str(points)
        for each in sheet(table).subtotals
        for seat, points in enumerate(each.balances)
    }
    make.enter(table, deal, {**won, "outcome": "bet"}, base=1)
    address = reverse("tournaments:which-line", args=[table.pk])
    found = director_client.post(address, paper, headers=ENGLISH).content.decode()
    suspects = found[found.index('class="suspects"') :]
    name = table.seats.get(seat=1).participant.name
    assert f"Deal {deal}: {name}: bedre spil, won, not {name}: bedre spil, bet" in suspects[:600]


@pytest.mark.strict
def test_papers_say_its_title_values_and_differences(ruleset, event):
    (crib,) = [document for document in DOCUMENTS if document.kind == "crib"]
    with override("en"):
        values: Any = crib.values(About(event, event.rounds.get()))
        games = {game.name: game for game in values["games"]}
        assert values["ruleset"] == TITLES[ruleset.id]
        for terms in ruleset.played:
            game = games[capfirst(str(wording.CONTRACTS[terms.contract]))]
            assert terms.letter.upper() in game.keys
            assert game.values[0] == signed(terms.won)
        parent = parent_of(ruleset)
        said = [text for text in values["sentences"] if text.startswith("Differs from")]
        assert len(said) == (parent is not None)
        if parent is not None:
            assert wording.title(parent) in said[0]
            assert all(change in said[0] for change in DIFFERING[ruleset.id])
    for kind in ("crib", "score-sheet"):
        text = unbroken(scene.text(scene.pdf(kind, event)))
        for terms in ruleset.played:
            assert unbroken(str(wording.CONTRACTS[terms.contract])) in text


def test_whatever_reads_a_name_knows_it(ruleset):
    record = {"declarer": 1, "contract": "bedre_spil", "outcome": "bet"}
    line = json.dumps({"ruleset": ruleset.id, "players": 4, "dealer": 0, **record}).encode()
    told: Any = answer(line, None)
    (declarer,) = told["declarers"]
    assert declarer["value"] == -ruleset.terms("bedre_spil").bet
    names = [str(seat) for seat in range(4)]
    typed = print_keys({"dealer": 0, **record}, ruleset=ruleset, players=4, pairs=False)
    assert parse(typed, dealer=0, names=names, ruleset=ruleset, pairs=False) == {
        "dealer": 0, **record
    }  # fmt: skip


def test_a_copy_of_the_same_name_and_version_is_another_rule_set(club, ruleset):
    """What is remembered of one evening's rules is not what the next one has."""
    dear = ruleset.to_json()
    dear["contracts"][0]["won"] += 20
    other = type(ruleset).from_json(dear)
    record = {"declarer": 1, "contract": ruleset.contracts[0].contract.value, "outcome": "won"}
    for rules in (ruleset, other, ruleset):
        made = make.make_released_event(make.make_club(str(uuid.uuid4())), tables=1, ruleset=rules)
        table = Table.objects.get(round__event=made)
        make.enter(table, 1, record)
        assert sheet(table).totals[1] == 2 * rules.contracts[0].won


@pytest.mark.strict
def test_an_evening_keeps_its_rules_when_their_file_is_gone(
    director_client, monkeypatch, ruleset, event, tables
):
    (live,) = gc.get_referents(RULESETS)
    monkeypatch.delitem(live, ruleset.id)
    post(director_client, tables[0], 1, record=records_of(ruleset)[0])
    for name in ("table", "phone", "account"):
        page_of(director_client, name, tables[0].pk)
    assert f'value="{ruleset.id}"' not in page_of(director_client, "rules", event.pk)
    assert TITLES[ruleset.id] in scene.text(scene.pdf("crib", event))
