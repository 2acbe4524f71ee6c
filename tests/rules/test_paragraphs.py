"""Every paragraph of a rule page stands in both languages and has a test."""

import ast
import re
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
PAGES = HERE.parents[1] / "docs" / "rules"
SETS = ("dlu", "klub", "hoem", "familie", "lomber")


def paragraphs(page):
    """The numbers of the paragraphs, as the page has them in order."""
    return re.findall(r"^\*\*(\d+\.\d+)\*\*", page.read_text(encoding="utf-8"), re.MULTILINE)


def with_test(slug):
    """The numbers that the names of the test functions speak of."""
    names = [
        node.name
        for path in HERE.glob(f"test_{slug}*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    ]
    found = [re.match(rf"test_{slug}_(\d+)_(\d+)_", name) for name in names]
    return {f"{match[1]}.{match[2]}" for match in found if match}


@pytest.mark.parametrize("slug", SETS)
def test_both_languages_have_the_same_paragraphs(slug):
    english = paragraphs(PAGES / f"{slug}.md")
    assert len(english) > 20
    assert len(english) == len(set(english))
    assert paragraphs(PAGES / "da" / f"{slug}.md") == english


@pytest.mark.parametrize("slug", SETS)
def test_every_paragraph_has_a_test(slug):
    assert with_test(slug) == set(paragraphs(PAGES / f"{slug}.md"))
