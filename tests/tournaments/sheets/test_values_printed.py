"""What sheet, rules in short and entry page say a game is worth is what a settled deal moves."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from lhombre_club.members.models import Club
from rules import RULESETS, CardLine, Contract, RuleSet, read_result, settle
from scoring.card import value_of
from scoring.kind import Pays
from scoring.sequence import KINDS, account_rules, move
from scoring.transfers import Reason
from tests import make
from tests.tournaments.typed.probes import wide
from tournaments.entry.pages import desk
from tournaments.models import Event, Table
from tournaments.papers.documents.crib import CRIB, Game
from tournaments.papers.documents.document import About
from tournaments.papers.queries.blank import blank_sheet
from tournaments.papers.score_sheet import drawing
from tournaments.sheets.keys import card_keys
from tournaments.sheets.queries import sheet
from tournaments.words.figures import signed

PLAYERS = 4
PLENTY = 1000
"""In the pot, so that nobody antes again."""
LAID = {"laid": ["HJ"], "turned": ["C5"]}
BOTH = [
    (rules, accounting)
    for rules in [*RULESETS.values(), *map(wide, RULESETS)]
    for accounting in KINDS
    if KINDS[accounting].goes_with(rules)
]
EACH = pytest.mark.parametrize(
    ("rules", "accounting"), BOTH, ids=lambda each: getattr(each, "id", str(each))
)


def printed(event: Event) -> list[Game]:
    """The lines of the rules in short."""
    paper: dict[str, Any] = dict(CRIB.values(About(event)))
    games: list[Game] = paper["games"]
    return games


def unsaved(rules: RuleSet, accounting: str) -> Event:
    return Event(ruleset=rules.to_json(), ruleset_digest=rules.digest, accounting=accounting)


def record(line: CardLine, outcome: str, tricks: int = 2) -> dict[str, object]:
    """A deal of this game that ends so; the tricks are told where a kodille is paid by them."""
    told: dict[str, object] = {"outcome": outcome}
    if line["id"] == "koebe_nolo" and outcome == "kodille":
        told = {"tricks": [0, tricks, None, 9 - tricks]}
    cards = {"tourne": LAID} if line["by_cards"] else {}
    declarer = 2 if line["by_sitter"] else 1
    return {"dealer": 0, "declarer": declarer, "contract": line["id"], **cards, **told}


def moved(rules: RuleSet, accounting: str, dealt: dict[str, object]) -> int:
    """What each who settles with the declarer pays him, or the pot where it alone does."""
    settled = settle(read_result({"players": PLAYERS, **dealt}, rules), rules)
    account = account_rules(players=PLAYERS, accounting=accounting)
    paid = move(account, settled, PLENTY)
    entry = paid.entry
    declarer = settled.declarers[0].seat
    if account.kind.pays is Pays.POT:
        value = entry.seats[declarer]
    else:
        others = enumerate(entry.seats)
        (value,) = {-points for seat, points in others if seat != declarer and points} or {0}
    assert Reason.ANTE not in {part.reason for each in paid.transfers for part in each.parts}
    assert value == value_of(settled, account)
    return value


def stored(rules: RuleSet, accounting: str, line: CardLine) -> Iterator[tuple[str, str]]:
    """Every outcome of a game, and what is stored for it, as it would be printed."""
    for outcome in line["values"]:
        value = moved(rules, accounting, record(line, outcome))
        price = 30 if line["by_cards"] else 0  # of the knave of hearts, printed apart
        yield outcome, signed(value - (price if outcome == "won" else -price))


@EACH
def test_every_value_on_paper_is_what_a_deal_moves(rules, accounting):
    blank = blank_sheet(unsaved(rules, accounting), PLAYERS)
    games = printed(blank.table.round.event)
    worths = drawing.crib(blank)[: len(games)]
    for line, game, worth in zip(blank.card["contracts"], games, worths, strict=True):
        expected = dict(stored(rules, accounting, line))
        assert [value for value in game.values if value != "–"] == list(expected.values())
        if not line["by_cards"]:
            asked = [expected[end] for end in ("won", "bet", "kodille") if end in expected]
            assert worth.values == " ".join(asked)


@EACH
def test_what_a_tout_is_worth_stands_last_where_there_is_one(rules, accounting):
    blank = blank_sheet(unsaved(rules, accounting), PLAYERS)
    lines = [line for line in blank.card["contracts"] if line["tout"]]
    rest = drawing.crib(blank)[len(blank.card["contracts"]) :]
    assert [worth.contract for worth in rest] == (["Tout"] if lines else [])
    for line, worth in product(lines, rest):
        won = record(line, "won")
        without = moved(rules, accounting, won)
        ends = [moved(rules, accounting, won | {"tout": end}) for end in ("made", "failed")]
        assert worth.values == " ".join(signed(value - without) for value in ends)


@EACH
def test_what_a_kodille_costs_by_the_trick_is_said_where_it_does(rules, accounting):
    blank = blank_sheet(unsaved(rules, accounting), PLAYERS)
    games = printed(blank.table.round.event)
    for line, game in zip(blank.card["contracts"], games, strict=True):
        assert ("efter det andet" in game.notes) == bool(line["per_trick"])
        terms = rules.terms(Contract(line["id"]))
        if terms is not None and terms.kodille_per_trick:
            for tricks in range(2, 10):
                expected = line["values"]["kodille"] + line["per_trick"] * (tricks - 2)
                assert moved(rules, accounting, record(line, "kodille", tricks)) == expected


@pytest.mark.django_db
@pytest.mark.parametrize("accounting", KINDS)
def test_the_entry_page_foresees_what_is_stored(club: Club, accounting: str) -> None:
    event = make.make_released_event(club, tables=1, ruleset="lomber", accounting=accounting)
    table = Table.objects.get(round__event=event)
    make.enter(table, 1, {"declarer": 1, "contract": "nolo_ouvert", "outcome": "kodille"})
    make.enter(table, 2, {"declarer": 2, "contract": "koebe_nolo", "tricks": [3, 4, 2, None]})
    found = sheet(table)
    card = json.loads(json.dumps(desk.page_data(found)))["card"]["games"]
    for line, contract in zip(found.lines, ("nolo_ouvert", "koebe_nolo"), strict=False):
        assert line.value == card[contract]["values"]["kodille"]
    shown = {key.letter: key.values for key in card_keys(found)}
    assert shown["O"][2] == signed(card["nolo_ouvert"]["values"]["kodille"])
    if accounting == "pott":
        own = [line.changes[seat] for seat, line in enumerate(found.lines[:2], 1) if line.changes]
        assert [line.value for line in found.lines[:2]] == own == [-7, -3]


def test_where_pairs_play_the_sheet_hatches_who_sat_out_in_the_end(club, monkeypatch) -> None:
    """North deals and South is to sit out; West declares, and East hands South his cards."""
    event = make.make_released_event(club, tables=1, deals=8, kind="pairs")
    table = Table.objects.get(round__event=event)
    make.enter(table, 1, {"declarer": 1, "contract": "spil", "outcome": "won"})
    hatched: dict[str, Any] = {}
    monkeypatch.setattr(
        "tournaments.papers.score_sheet.grid.grid", lambda *_args, **said: hatched.update(said)
    )
    drawing.ruling(sheet(table), filled=True)
    assert hatched["sitters"][:2] == [[3], [3]]  # the second deal is not played, and East is to
