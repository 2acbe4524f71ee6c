"""Every paragraph of a rule page stands in both languages and has a test."""

import ast
import re
from pathlib import Path

import pytest

from rules import RULESETS

HERE = Path(__file__).resolve().parent
PAGES = HERE.parents[1] / "docs" / "rules"
EVERY = HERE / "test_every_set.py"
"""Its tests name the paragraphs in their docstrings."""
ENGINE = HERE.parents[1] / "rules"
SETS = tuple(path.stem for path in sorted((PAGES / "da").glob("*.md")) if path.stem in RULESETS)
CITED = re.compile(rf"\b({'|'.join(SETS)}) (\d+\.\d+(?:, \d+\.\d+)*)")


def paragraphs(page):
    """The numbers of the paragraphs, as the page has them in order."""
    return re.findall(r"^\*\*(\d+\.\d+)\*\*", page.read_text(encoding="utf-8"), re.MULTILINE)


def with_test(slug):
    """The numbers that the names of the test functions speak of."""
    names = [
        node.name
        for path in (HERE / "sets").glob(f"test_{slug}*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    ]
    found = [re.match(rf"test_{slug}_(\d+)_(\d+)_", name) for name in names]
    own = {f"{match[1]}.{match[2]}" for match in found if match}
    return own | {number for set_, number in cited(EVERY.read_text("utf-8")) if set_ == slug}


@pytest.mark.parametrize("slug", SETS)
def test_both_languages_have_the_same_paragraphs(slug):
    english = paragraphs(PAGES / f"{slug}.md")
    assert len(english) > 20
    assert len(english) == len(set(english))
    assert paragraphs(PAGES / "da" / f"{slug}.md") == english


@pytest.mark.parametrize("slug", SETS)
def test_every_paragraph_has_a_test(slug):
    assert with_test(slug) == set(paragraphs(PAGES / f"{slug}.md"))


def cited(text):
    """The paragraphs that a text names, as ``dlu 7.2``."""
    found = CITED.findall(text)
    return {(slug, number) for slug, numbers in found for number in numbers.split(", ")}


def test_every_paragraph_that_the_engine_cites_is_on_its_page():
    engine = [path.read_text(encoding="utf-8") for path in ENGINE.rglob("*.py")]
    found = set().union(*map(cited, engine))
    assert len(found) > 40
    known = {(slug, number) for slug in SETS for number in paragraphs(PAGES / f"{slug}.md")}
    assert found <= known
    assert cited("see dlu 99.1, hoem 4.1, 4.4") == {
        ("dlu", "99.1"), ("hoem", "4.1"), ("hoem", "4.4"),
    }  # fmt: skip


def test_every_rule_set_has_its_page():
    assert set(SETS) == set(RULESETS)
