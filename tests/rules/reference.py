"""Write ``docs/reference.md`` from the engine itself: ``python -m tests.rules.reference``."""

import ast
import inspect
import sys
import textwrap
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from itertools import pairwise
from pathlib import Path

import rules
from rules import cards, errors, rulesets
from rules.table import table

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference.md"
HEAD = """# The game in Python

What `from rules import …` offers, written by `python -m tests.rules.reference`. Amounts are points
for each opponent, seats count from 0 in playing order, and cards are named suit first, such as
`H7`. A paragraph such as dlu 7.2 is one of [the rule pages](rules/dlu.md).
"""
KINDS = ("Functions", "Values", "Words", "Errors", "Constants")


def page():
    """The whole page."""
    named = {name: inspect.unwrap(getattr(rules, name)) for name in rules.__all__}
    parts = [HEAD]
    for kind in KINDS:
        parts.append(f"## {kind}\n")
        parts += [told(name, it) for name, it in named.items() if kind_of(it) == kind]
    parts.append("## The published rule sets\n")
    parts += [f"```text\n{table(ruleset)}```\n" for ruleset in rules.RULESETS.values()]
    return "\n".join(parts)


def kind_of(it):
    if inspect.isfunction(it):
        return "Functions"
    if not inspect.isclass(it):
        return "Constants"
    if issubclass(it, Enum):
        return "Words"
    return "Errors" if issubclass(it, Exception) else "Values"


def told(name, it):
    """One name with its meaning, and with all that it holds."""
    match kind_of(it):
        case "Functions":
            return f"### `{name}{signature(it)}`\n\n{meaning(it)}\n"
        case "Constants":
            return f"### `{name}`\n\n{flat(CONSTANTS[name])}\n"
        case "Words":
            said = said_of(it)
            rows = [f"| `{word.value}` | {flat(said.get(word.name, ''))} |" for word in it]
            return f"### `{name}`\n\n{meaning(it)}\n\n{rows_of('word', rows)}\n"
        case _:
            return f"### `{name}`\n\n{meaning(it)}\n{holds(it)}{methods(it)}"


def meaning(it):
    """Its docstring, in Markdown; examples stay as they are."""
    text = inspect.cleandoc(it.__doc__ or "")
    before, sign, after = text.partition(">>> ")
    prose = before.replace("``", "`").strip()
    return f"{prose}\n\n```python\n{sign}{after.strip()}\n```" if sign else prose


def holds(it):
    """Its fields, or the keys of a typed dictionary."""
    said = said_of(it)
    names = [field.name for field in fields(it)] if is_dataclass(it) else list(it.__annotations__)
    rows = [f"| `{name}`{default(it, name)} | {flat(said.get(name, ''))} |" for name in names]
    return f"\n{rows_of('field', rows)}\n" if rows else "\n"


def default(it, name):
    known = {field.name: field.default for field in fields(it)} if is_dataclass(it) else {}
    given = known.get(name, MISSING)
    return "" if given is MISSING else f" = `{getattr(given, 'value', given)!r}`"


def methods(it):
    """What may be asked of it, each with the first sentence of its docstring."""
    rows = []
    for name, method in vars(it).items():
        kind = getattr(method, "fget", None) or getattr(method, "__func__", method)
        if name.startswith("_") or not inspect.isfunction(kind):
            continue
        shown = name if isinstance(method, property) else f"{name}{signature(kind)}"
        rows.append(f"| `{shown}` | {flat((kind.__doc__ or '').partition(chr(10) * 2)[0])} |")
    return f"\n{rows_of('asked', rows)}\n" if rows else "\n"


def signature(function):
    """Names alone: the types stand in the code."""
    parts = []
    for one in inspect.signature(function).parameters.values():
        if one.name in {"self", "cls"}:
            continue
        stars = "**" if one.kind is one.VAR_KEYWORD else ""
        given = "=…" if one.default is not one.empty else ""
        named = "=" if one.kind is one.KEYWORD_ONLY else ""
        parts.append(stars + one.name + (given or named))
    return f"({', '.join(parts)})"


def rows_of(head, rows):
    return "\n".join([f"| {head} | |", "| --- | --- |", *rows])


def flat(text):
    return " ".join(text.replace("``", "`").replace("|", "\\|").split())


def said_of(it):
    """What is said of the fields or words of a class."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(it))).body[:1]
    return docstrings(tree.body) if isinstance(tree, ast.ClassDef) else {}


def docstrings(body):
    """The docstrings that stand under assignments, by the name assigned to."""
    found = {}
    for one, after in pairwise(body):
        target = one.targets[0] if isinstance(one, ast.Assign) else getattr(one, "target", None)
        told_of = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        if isinstance(target, ast.Name) and told_of:
            found[target.id] = str(after.value.value)
    return found


CONSTANTS = {
    name: said
    for module in (cards, errors, rulesets)
    for name, said in docstrings(ast.parse(inspect.getsource(module)).body).items()
}


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE}\n")
