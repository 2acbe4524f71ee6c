"""Every option by every way in: keys, phone, record and sheet say what ``rules settle`` says."""

import json
import re
import uuid
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

import pytest
from django.urls import reverse
from django.utils.html import escape
from django.utils.text import capfirst
from django.utils.translation import override

from rules import RULESETS, RefusedError, RuleSet, Settlement, read_result, score_card, settle
from rules.__main__ import answer
from tests import make
from tests.sizes import sparse
from tournaments.entry.pages.phone import groups
from tournaments.models import Event, Table
from tournaments.papers.documents.crib import values
from tournaments.papers.documents.document import About
from tournaments.sheets.queries import Sheet, sheet
from tournaments.typed import extras as grammar_extras
from tournaments.typed import grammar
from tournaments.words import wording
from tournaments.words.options import OPTIONS, differing

pytestmark = pytest.mark.django_db(transaction=True)
ENGLISH = {"accept-language": "en"}
PLAYERS = 4
MOST = 7
"""Records of an option that are entered: the rest says the same of other seats."""
Record = dict[str, Any]
Options = Mapping[str, Any]
EXTRAS: tuple[Record, ...] = (
    {}, {"tout": "made"}, {"first_five": "made"}, {"first_five": "failed"}, {"extra_card": True},
    {"bought_again": True}, {"nolo": True}, {"spadille_in_talon": True},
)  # fmt: skip
TRICKS = ((9, 0, 0, 0), (5, 2, 2, 0), (3, 3, 3, 0), (1, 4, 4, 0), (5, 2, 1, 1), (0, 3, 3, 3))
"""The declarer's, and then those of the others who play."""


def cases() -> Iterator[tuple[str, Options]]:
    """Every value of every option that a rule set does not have as it is printed."""
    for slug, ruleset in RULESETS.items():
        for option in ruleset.options:
            words, now = OPTIONS[option], getattr(ruleset, option)
            needed = {words.needs: True} if words.needs else {}
            if isinstance(now, bool):
                others: list[Any] = [not now]
            elif isinstance(now, tuple):
                others = [[str(each) for each in words.values]]
            else:
                others = [str(each) for each in words.values if each != now]
            for value in others:
                yield slug, {**needed, option: value}


CASES = list(cases())
TRIED = sparse(CASES, 5, 2)
"""By every way in."""


def candidates(ruleset: RuleSet, dealer: int) -> Iterator[Record]:
    """Results of every contract with everything that a record can say, right or wrong."""
    seats = [(dealer + step) % PLAYERS for step in range(1, PLAYERS + 1)]
    for terms in ruleset.played:
        declarer = seats[1] if terms.by_sitter else seats[0]
        base = {"dealer": dealer, "declarer": declarer, "contract": terms.contract.value}
        others = [seat for seat in seats if seat != declarer]
        yield {**base, "abandoned": True}
        outcomes = [*(each.value for each in terms.outcomes), "remis"]
        yield from ({**base, "outcome": end, **extra} for end, extra in product(outcomes, EXTRAS))
        # Where one was dealt no cards he is counted last, and then not at all.
        idle = None if terms.by_sitter else seats[1]
        order = [declarer, *sorted(others, key=lambda seat: seat == idle)]
        for taken, extra in product(TRICKS, EXTRAS):
            by_seat = dict(zip(order, taken, strict=True)) | ({} if idle is None else {idle: None})
            yield {**base, "tricks": [by_seat[seat] for seat in range(PLAYERS)], **extra}
        yield from joined(base, declarer, others)
    yield {"dealer": dealer, "passed": True}


def joined(base: Record, declarer: int, others: list[int]) -> Iterator[Record]:
    """Results of a game that another has joined, with and without an extra card, or given up."""
    for joiner, own in product(others, (0, 1, 3)):
        tricks = {declarer: own, joiner: 1}
        for extra in ({}, {"extra_card": True}):
            yield {**base, **of(tricks), "joined": [{"seat": joiner, **extra}]}
        yield {**base, **of({declarer: own}), "joined": [{"seat": joiner, "abandoned": True}]}


def of(tricks: Mapping[int, int]) -> Record:
    return {"tricks": [tricks.get(seat) for seat in range(PLAYERS)]}


def settled(ruleset: RuleSet, record: Record) -> Settlement | None:
    try:
        return settle(read_result({**record, "ruleset": ruleset.id}, ruleset, PLAYERS), ruleset)
    except RefusedError:
        return None


def chosen(slug: str, options: Options) -> list[Record]:
    """What the option makes a difference to first, and then something of everything else."""
    return _chosen(slug, json.dumps(options))


@cache
def _chosen(slug: str, written: str) -> list[Record]:
    """Look through thousands of results; both tests of an option ask for the same."""
    options: Options = json.loads(written)
    printed, ruleset = RULESETS[slug], RULESETS[slug].changed(options)
    every = [each for each in candidates(ruleset, 0) if settled(ruleset, each)]
    typed = [each for each in every if keys(each, ruleset)]
    touched = [each for each in typed if settled(printed, each) != settled(ruleset, each)]
    rest = [each for each in typed if each not in touched]
    return [*spread(touched, MOST - 2), *spread(rest, 2)]


def spread(records: list[Record], most: int) -> list[Record]:
    step = max(1, len(records) // most)
    return records[::step][:most]


def keys(record: Record, ruleset: RuleSet) -> str:
    """The keys of a record; none where they say less than it."""
    line = grammar.print_keys(record, ruleset=ruleset, players=PLAYERS, pairs=False)
    if not line:
        return ""
    names, dealer = make.NAMES[:PLAYERS], record["dealer"]
    read = grammar.parse(line, dealer=dealer, names=names, ruleset=ruleset, pairs=False)
    return line if settled(ruleset, read) == settled(ruleset, record) else ""


def lettered(record: Record, ruleset: RuleSet) -> str:
    """The keys with the letter of the contract: its number is another game without the option."""
    terms = ruleset.terms(record["contract"])
    match = re.fullmatch(grammar.pattern(PLAYERS), line := keys(record, ruleset))
    assert terms
    assert match
    at = match.end("contract")
    return line if at < 0 else f"{match['seat']}{terms.letter}{line[at:]}"


def turned(record: Record, deal: int) -> Record:
    """The same with everybody ``deal - 1`` seats on, as the deal moves."""
    by = deal - 1
    moved = {**record, "dealer": (record["dealer"] + by) % PLAYERS}
    if "declarer" in record:
        moved["declarer"] = (record["declarer"] + by) % PLAYERS
    if "tricks" in record:
        moved["tricks"] = [record["tricks"][(seat - by) % PLAYERS] for seat in range(PLAYERS)]
    if "joined" in record:
        moved["joined"] = [
            {**each, "seat": (each["seat"] + by) % PLAYERS} for each in record["joined"]
        ]
    return moved


def paid(slug: str, options: Options, record: Record) -> list[int]:
    """What each seat has by the command: the printed rules, and the option in the record."""
    said = {} if record.get("passed") else {"options": options}
    line = {"ruleset": slug, "players": PLAYERS, **said, **record}
    told: Any = answer(json.dumps(line).encode(), None)
    assert told["ok"], told
    changes = [0] * PLAYERS
    idle = set() if RULESETS[slug].sitter_pays else set(told.get("sitters", ()))
    for declarer in told.get("declarers", ()):
        for seat in {*range(PLAYERS)} - idle - {declarer["seat"]}:
            changes[seat] -= declarer["value"]
            changes[declarer["seat"]] += declarer["value"]
    return changes


def post(client: Any, table: Table, deal: int, **said: Any) -> Any:
    body = {"id": str(uuid.uuid4()), "deal": deal, "base": 0, **said}
    url = f"/api/v1/tables/{table.pk}/results/"
    return client.post(url, json.dumps(body), content_type="application/json", headers=ENGLISH)


def send_sheet(client: Any, table: Table, text: str) -> Any:
    """Import a text, as the form does it: shown, then confirmed."""
    address = reverse("tournaments:import", args=[table.pk])
    page, answered = client.get(address), None
    for _step in range(2):
        known = dict(re.findall(r'name="(\w+)"[^>]*?value="([^"]*)"', page.content.decode()))
        data = {key: known.get(key, "") for key in ("id", "seen", "reason")}
        page = answered = client.post(address, {**data, "text": text}, headers=ENGLISH)
    return answered


def taps(shown: Sheet, record: Record, line: str) -> None:
    """Every part of the typed word is a chip that the phone shows for this contract."""
    card = {each["id"]: each for each in score_card(shown.ruleset)["contracts"]}
    if record.get("passed"):
        return
    terms: Mapping[str, Any] = card[record["contract"]]
    found = re.fullmatch(grammar.pattern(PLAYERS), line)
    assert found
    extras = re.fullmatch(grammar_extras.PATTERN, found["extras"] or "")
    assert extras
    chips = {
        (group.name, chip.keys)
        for group in groups(shown)
        for chip in group.chips
        if has(terms, group.needs) and has(terms, chip.needs)
    }
    said = {"first": extras["first"], "extra": extras["extra"], "tout": found["tout"]}
    assert {(name, key) for name, key in said.items() if key} <= chips
    assert {("flags", flag) for flag in extras["flags"]} <= chips
    assert {("tricks", digit) for digit in extras["tricks"] or ""} <= chips
    for each in record.get("joined", ()):
        is_fourth = each["seat"] == (record["dealer"] + 2) % PLAYERS
        assert terms["fourth_joins" if is_fourth else "players_join"]
        assert not each.get("abandoned") or terms["fourth_gives_up"]
        assert not each.get("extra_card") or terms["extra_card"]


def has(terms: Mapping[str, Any], needs: str) -> bool:
    return needs in {"", "trumps"} or bool(terms[needs])


def titled(case: tuple[str, Options]) -> str:
    slug, options = case
    return f"{slug}-{'-'.join(f'{name}={value}' for name, value in options.items())}"


@pytest.mark.parametrize(("slug", "options"), TRIED, ids=map(titled, TRIED))
def test_every_way_in_says_what_the_command_says(director_client, club, slug, options):
    ruleset = RULESETS[slug].changed(options)
    sits = RULESETS[slug].sitter_pays
    event = make.make_released_event(club, tables=4, ruleset=ruleset, sitter_pays=sits)
    by_keys, by_record, by_json, by_csv = Table.objects.filter(round__event=event)
    records = [turned(each, deal) for deal, each in enumerate(chosen(slug, options), start=1)]
    lines = [keys(record, ruleset) for record in records]
    for deal, (record, line) in enumerate(zip(records, lines, strict=True), start=1):
        asked = {"confirmed": True} if record.get("passed") else {}
        for table, said in ((by_keys, {"line": line}), (by_record, {"record": record})):
            answered = post(director_client, table, deal, **said, **asked)
            assert answered.status_code == 201, answered.content.decode()
    frame = {"ruleset": slug, "players": PLAYERS, "options": options}
    written = "\n".join(json.dumps({**record, **frame}) for record in records)
    assert send_sheet(director_client, by_json, written).status_code == 302
    typed = "\n".join(["deal;keys", *(f"{deal};{line}" for deal, line in enumerate(lines, 1))])
    assert send_sheet(director_client, by_csv, typed).status_code == 302
    expected = [paid(slug, options, record) for record in records]
    for table in (by_keys, by_record, by_json, by_csv):
        shown = sheet(table)
        entered = [[*(line.changes or ())] for line in shown.lines if line.revision]
        assert entered == expected
        for record, line in zip(records, lines, strict=True):
            taps(shown, record, line)
    read_back(director_client, event, by_record, ruleset, records)


def read_back(client: Any, event: Event, table: Table, ruleset: RuleSet, records: Any) -> None:
    """The recap says each deal, and the rules in short what is otherwise than printed."""
    page = client.get(reverse("tournaments:recap", args=[table.pk]), headers=ENGLISH)
    with override("en"):
        for record in records:
            passed = str(wording.PASSED)
            game = wording.contract(record["contract"], ruleset) if "contract" in record else passed
            assert escape(game).lower() in page.content.decode().lower()
        crib: Any = values(About(event, event.rounds.get()))
        games = {game.name for game in crib["games"]}
        assert games == {capfirst(wording.contract(t.contract, ruleset)) for t in ruleset.played}
        said = " ".join(crib["sentences"])
        assert all(point in said for point in differing(ruleset))


@pytest.mark.parametrize(("slug", "options"), TRIED, ids=map(titled, TRIED))
def test_what_the_event_does_not_allow_is_refused_by_every_way_in(
    director_client, club, slug, options
):
    """The twin: the same records where the option is as printed."""
    ruleset = RULESETS[slug].changed(options)
    event = make.make_released_event(club, tables=1, ruleset=slug)
    table = Table.objects.get(round__event=event)
    answered = post(
        director_client,
        table,
        1,
        record={**turned(chosen(slug, options)[-1], 1), "options": options},
    )
    assert [each["code"] for each in answered.json()["complaints"]][-1:] == ["option_unknown"]
    refused = [each for each in chosen(slug, options) if not settled(RULESETS[slug], each)][:2]
    for record in refused:
        line = lettered(record, ruleset)
        for said in ({"line": line}, {"record": record}):
            answered = post(director_client, table, 1, **said)
            assert answered.status_code == 400
            assert all(each["message"] for each in answered.json()["complaints"])
        for text in (json.dumps(record), f"deal;keys\n1;{line}"):
            page = send_sheet(director_client, table, text)
            assert page.status_code == 400
            assert "What is wrong" in page.content.decode()
    assert not table.revisions.exists()
