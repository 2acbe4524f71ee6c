"""The engine imports the standard library only, and asks no rule set who it is."""

import ast
import sys
from pathlib import Path

import pytest

from rules import RULESETS, Contract

ENGINE = Path(__file__).resolve().parents[2] / "rules"
FILES = sorted(ENGINE.rglob("*.py"))
IMPURE = {"os", "pathlib", "random", "secrets", "sqlite3", "socket", "time", "datetime", "uuid"}


def imported(source):
    """The top-level names that a source text imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." if node.level else str(node.module).split(".")[0]


def foreign(source):
    allowed = (sys.stdlib_module_names - IMPURE) | {"rules"}
    return {name for name in imported(source) if name not in allowed}


def names_a_rule_set(source):
    """Comparisons of anything with the id of a published rule set."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Compare | ast.MatchValue)
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and part.value in RULESETS
    ]


def names_a_contract(source):
    """Mentions of one contract."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "Contract"
        and node.attr in Contract.__members__
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_engine_is_pure(path):
    source = path.read_text(encoding="utf-8")
    assert foreign(source) == ({"random"} if path.name == "simulate.py" else set())
    assert names_a_rule_set(source) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_contracts_are_named_where_they_are_defined_alone(path):
    """What differs between them is a field of their terms."""
    defines = path.name == "contracts.py" or path.parent.name == "rulesets"
    assert defines or names_a_contract(path.read_text(encoding="utf-8")) == []


def test_the_whole_engine_was_looked_at():
    assert len(FILES) > 15


def test_what_is_impure_would_be_found():
    source = (
        "import django.db, json\nfrom random import choice\nfrom . import x\nimport rules.seats"
    )
    assert foreign(source) == {"django", "random", "."}
    assert names_a_rule_set("if ruleset.id == 'dlu': pass") == [1]
    assert names_a_contract("x is Contract.MORT or Contract(y)") == [1]
