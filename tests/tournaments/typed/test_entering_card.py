"""The card of keys in the directors' handbook is that of the rule sets' score cards."""

import html
import itertools
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation

from rules import RULESETS, RuleSet, score_card
from tests import make
from tests.tournaments.typed.probes import is_read, probes, shape, wide
from tournaments.models import Event, Table
from tournaments.papers.documents.crib import CRIB
from tournaments.papers.documents.document import About
from tournaments.typed import examples, grammar
from tournaments.typed.extras import RANKS
from tournaments.words import wording

PAGE = Path(__file__).resolve().parents[3] / "docs" / "directors" / "entering.md"


def contracts(rules: RuleSet) -> str:
    """Return the table of a rule set's contracts: keys, and points by outcome."""
    card = score_card(rules)["contracts"]
    ends = [each for each in wording.OUTCOMES if any(each in line["values"] for line in card)]
    lines = [
        f"| number pad | letter | contract | {' | '.join(ends)} |",
        f"| --- | --- | --- | {' | '.join('--:' for _ in ends)} |",
    ]
    for line in card:
        values = (line["values"].get(each) for each in ends)
        if line["by_cards"]:
            cells = ["by its cards" for _ in ends]
        else:
            cells = [f"{value:+d}".replace("-", "−") if value else "" for value in values]
        keys = f"`{line['digit']}`" + (" or nothing" if line["id"] == "spil" else "")
        word = wording.contract(line["id"], rules)
        lines.append(f"| {keys} | `{line['letter'].upper()}` | {word} | {' | '.join(cells)} |")
    return "\n".join(lines)


def extras(rules: RuleSet) -> str:
    """Return the table of what may stand between contract and outcome."""
    rows = examples.extras(rules)
    lines = ["| for example | says |", "| --- | --- |"]
    return "\n".join([*lines, *(f"| `{keys.upper()}` | {text} |" for keys, text in rows)])


def section(rules: RuleSet) -> str:
    with translation.override("en"):
        return f"{contracts(rules)}\n\n{extras(rules)}\n"


ALL = [*RULESETS.values(), *map(wide, RULESETS)]
WIDEST = pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.id)


def accepted(rules: RuleSet) -> set[str]:
    """Return the kinds of what some word of the rule set can have between contract and outcome."""
    keys = {contract: key for key, contract in grammar.contract_keys(rules).items()}.values()
    return {
        kind
        for kind, words in probes().items()
        if any(
            is_read(f"{seat}{key}{word}{end}", rules, dealer=0)
            for word, seat, key, end in itertools.product(words, "23", keys, "+-*")
        )
    }


@WIDEST
def test_the_card_has_every_key_that_is_read_and_no_other(rules):
    shown = [keys for keys, _text in examples.extras(rules)]
    ranks = [keys for keys in shown if keys.startswith("e k d b")]
    told = {shape(key) for keys in shown if keys not in ranks for key in keys.split()}
    assert told == accepted(rules)
    assert bool(ranks) == ("cards" in told)
    assert {*"".join(ranks).split()} in ({*RANKS, *"765432"} - {*"ajq"}, set())


@pytest.mark.django_db
@WIDEST
def test_the_page_and_the_paper_show_the_keys_of_their_rules(director_client, club, rules):
    event = make.make_released_event(club, tables=1)
    Event.objects.update(ruleset=rules.to_json(), ruleset_digest=rules.digest)
    table = Table.objects.get(round__event=event)
    page = director_client.get(reverse("tournaments:table", args=[table.pk]))
    shown = set(re.findall(r"<kbd>([^<]+)</kbd>", html.unescape(page.content.decode())))
    card = score_card(rules)
    ends = {end for line in card["contracts"] for end in line["values"]}
    keys = {
        *"1234",
        *map(wording.seat_letter, range(4)),
        *grammar.contract_keys(rules),
        *(key for key, end in grammar.OUTCOMES.items() if end in ends),
        *(word for word, *_end in examples.touts(card)),
        *(example for example, _text in examples.extras(rules)),
        *"0/?",
        "17:",
    }
    assert {key.upper() for key in keys} <= shown
    event.refresh_from_db()
    paper: dict[str, Any] = dict(CRIB.values(About(event)))
    printed = {
        key for kind in ("seats", "endings", "more") for each in paper[kind] for key in each.keys
    }
    printed |= {key for game in paper["games"] for key in game.keys}
    assert {key.upper() for key in keys - {*"/?", "17:"}} <= printed


@WIDEST
def test_the_words_shown_by_example_are_results_of_their_rules(rules):
    """Under an empty field stands how to type: where no game goes without a key, it says one."""
    won, lost = examples.ends(score_card(rules))
    assert is_read(f"2{won}", rules, dealer=0)
    assert is_read(f"2{lost}", rules, dealer=0)
    key = lost.removesuffix("-")
    assert grammar.contract_keys(rules)[key] == "solo"


@WIDEST
def test_a_tout_is_shown_in_a_whole_word_that_says_it(rules):
    """A ``3.`` just stands there: a tout is said before the result, and is not one."""
    card = score_card(rules)
    shown = examples.touts(card)
    assert bool(shown) == any(line["tout"] for line in card["contracts"])
    both = {("failed", "won"), ("failed", "bet")}
    assert not shown or both < {(state, outcome) for _word, outcome, state in shown}
    for word, outcome, state in shown:
        assert is_read(word, rules, dealer=3), word
        names = make.NAMES[:4]
        read = grammar.parse(word, dealer=3, names=names, ruleset=rules, pairs=False)
        assert (read["tout"], read["outcome"]) == (state, outcome)


@pytest.mark.parametrize("rules", (*RULESETS.values(), wide("familie")), ids=lambda each: each.id)
def test_the_handbook_has_the_keys_of_each_rule_set(rules):
    found = re.search(rf"<!-- keys {rules.id} -->\n(.*?)<!-- end -->", PAGE.read_text(), re.DOTALL)
    assert found, rules.id
    wanted = section(rules)
    if found[1] != wanted:
        sys.stdout.write(wanted)
    assert found[1] == wanted


def test_tricks_are_asked_for_where_the_rules_ask_for_them_and_nowhere_else():
    """In lomber a hrein that is lost by more is a kodille by itself; a kúpp says its tricks."""
    with translation.override("en"):
        told = dict(examples.extras(RULESETS["lomber"]))
    assert told["3"] == "tricks of the declarer, needed for a kodille in kúpp"
    for key, word in (("4", "14*"), ("43", "143*"), ("9", "19*"), ("01", "101*")):
        assert is_read(word, RULESETS["lomber"], dealer=3) == (key != "4"), word


def test_what_only_a_fourth_can_declare_is_not_offered_to_three():
    rules = wide("familie")
    four, three = (dict(examples.extras(rules, players)) for players in (4, 3))
    assert four.keys() - three.keys() == {"n", "i"}
    games = [line["id"] for line in score_card(rules, 3)["contracts"]]
    assert [line["id"] for line in score_card(rules)["contracts"]] == [*games, "mort"]
