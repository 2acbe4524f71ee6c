"""One word for one thing: the glossary, the code and the Danish catalogue say the same."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

from tests import po

ROOT = Path(__file__).resolve().parent.parent
STOREYS = ("rules", "scoring", "tournaments", "lhombre_club")
CATALOGUE = ROOT / "lhombre_club" / "locale" / "da" / "LC_MESSAGES" / "django.po"
NONE = "–"


def rows():
    """The glossary's rows: the word, what it means, the Danish words, and what is not said."""
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("| ")
    ]
    return [row for row in cells[1:] if set(row[0]) != {"-"} and not row[0].startswith("---")]


ROWS = rows()


def source():
    return {
        path: path.read_text(encoding="utf-8")
        for storey in STOREYS
        for path in sorted((ROOT / storey).rglob("*.py"))
        if "migrations" not in path.parts
    }


SOURCE = source()
RULES = ROOT / "docs" / "rules"
DANISH = " ".join(said for entry in po.read_po(CATALOGUE) for said in entry.msgstrs).lower()
GAME = " ".join(path.read_text(encoding="utf-8") for path in (RULES / "da").glob("*.md")).lower()
"""Some words of the game no page needs; the rule pages have them all."""


def test_there_are_words():
    assert len(ROWS) > 60
    assert all(len(row) == 4 for row in ROWS)
    assert len({row[0] for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_code_has_the_word(row):
    words = [re.escape(word.strip()).replace(r"\ ", "[ _-]?") for word in row[0].split(",")]
    pattern = re.compile("|".join(words).replace(r"\-", "[-_ ]?"), re.IGNORECASE)
    pages = (path.read_text(encoding="utf-8") for path in RULES.glob("*.md"))
    assert any(pattern.search(text) for text in (*SOURCE.values(), *pages))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_danish_readers_meet_the_danish_word_and_no_other(row):
    said, shunned = row[2], row[3]
    if said != NONE:
        assert any(word.strip() in DANISH + GAME for word in said.lower().split(","))
    for word in shunned.lower().split(",") if shunned else ():
        assert not re.search(rf"\b{re.escape(word.strip())}\b", DANISH), word


def test_a_word_of_the_glossary_names_one_class_of_a_storey():
    named = {"".join(part.title() for part in re.split(r"[ _-]", row[0])) for row in ROWS}
    found = defaultdict(list)
    for path, text in SOURCE.items():
        place = path.relative_to(ROOT)
        for node in ast.parse(text).body:
            if isinstance(node, ast.ClassDef) and node.name in named:
                found[place.parts[0], node.name].append(place.as_posix())
    assert {name: places for name, places in found.items() if len(places) > 1} == {}
