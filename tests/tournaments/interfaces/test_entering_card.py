"""The card of keys in the directors' handbook is that of the rule sets' score cards."""

import re
import sys
from pathlib import Path

import pytest
from django.utils import translation

from rules import RULESETS, score_card
from tournaments.interfaces import grammar_sentences, wording

PAGE = Path(__file__).resolve().parents[3] / "docs" / "directors" / "entering.md"


def contracts(name: str) -> str:
    """Return the table of a rule set's contracts: keys, and points by outcome."""
    card = score_card(RULESETS[name])["contracts"]
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
        word = wording.CONTRACTS[line["id"]]
        lines.append(f"| {keys} | `{line['letter'].upper()}` | {word} | {' | '.join(cells)} |")
    return "\n".join(lines)


def extras(name: str) -> str:
    """Return the table of what may stand between contract and outcome."""
    rows = grammar_sentences.extras(score_card(RULESETS[name]))
    lines = ["| for example | says |", "| --- | --- |"]
    return "\n".join([*lines, *(f"| `{keys.upper()}` | {text} |" for keys, text in rows)])


def section(name: str) -> str:
    with translation.override("en"):
        return f"{contracts(name)}\n\n{extras(name)}\n"


@pytest.mark.parametrize("name", RULESETS)
def test_the_handbook_has_the_keys_of_each_rule_set(name):
    found = re.search(rf"<!-- keys {name} -->\n(.*?)<!-- end -->", PAGE.read_text(), re.DOTALL)
    assert found, name
    wanted = section(name)
    if found[1] != wanted:
        sys.stdout.write(wanted)
    assert found[1] == wanted
