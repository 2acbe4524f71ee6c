"""Reads a .po file, and finds the texts of the program that one has to hold.

It needs no gettext on the machine: the club's own has none.
"""

import ast
import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from django.utils.translation.template import templatize

SOURCES = ("rules", "scoring", "tournaments", "lhombre_club")
CALLS = {
    "_": ("msgid",),
    "gettext": ("msgid",),
    "gettext_lazy": ("msgid",),
    "gettext_noop": ("msgid",),
    "ngettext": ("msgid",),
    "ngettext_lazy": ("msgid",),
    "pgettext": ("context", "msgid"),
    "pgettext_lazy": ("context", "msgid"),
    "npgettext": ("context", "msgid"),
    "npgettext_lazy": ("context", "msgid"),
}
"""Which arguments of a call say what."""


@dataclass
class Entry:
    """One message of a .po file."""

    context: str = ""
    msgid: str = ""
    plural: str | None = None
    msgstrs: list[str] = field(default_factory=list)
    fuzzy: bool = False


@functools.cache
def read_po(path: Path) -> list[Entry]:
    """Return the entries of a .po file that count: comments and obsolete ones do not."""
    blocks = path.read_text(encoding="utf-8").split("\n\n")
    return [entry for entry in map(_entry, blocks) if entry.msgstrs]


def _parts(block: str) -> Iterator[tuple[str, str]]:
    """Return each keyword of a block with its text, which may go over several lines."""
    keyword, text = "", ""
    for line in block.splitlines():
        if line.startswith("msg"):
            if keyword:
                yield keyword, text
            keyword, _space, literal = line.partition(" ")
            text = ast.literal_eval(literal)
        elif line.startswith('"'):
            text += ast.literal_eval(line)
    if keyword:
        yield keyword, text


def _entry(block: str) -> Entry:
    entry = Entry(fuzzy=bool(re.search(r"^#,.*\bfuzzy\b", block, flags=re.MULTILINE)))
    for keyword, text in _parts(block):
        if keyword == "msgctxt":
            entry.context = text
        elif keyword == "msgid":
            entry.msgid = text
        elif keyword == "msgid_plural":
            entry.plural = text
        else:
            entry.msgstrs.append(text)
    return entry


@functools.cache
def messages_in_source(root: Path) -> set[tuple[str, str]]:
    """Return (context, msgid) of every text marked for translation, in Python and in templates."""
    found: set[tuple[str, str]] = set()
    for folder in SOURCES:
        for path in (root / folder).rglob("*.py"):
            found |= set(_python(path.read_text(encoding="utf-8")))
    for path in (root / "templates").rglob("*.html"):
        found |= set(_template(path.read_text(encoding="utf-8")))
    return found


def strangers_in_source(root: Path) -> set[str]:
    """Return the names under which a gettext is imported that neither we nor makemessages know."""
    return {
        alias.asname
        for folder in SOURCES
        for path in (root / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name in CALLS and alias.asname and alias.asname not in {"_", alias.name}
    }


def _python(code: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
        texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
        wanted = CALLS.get(name, ())
        if wanted and len(texts) >= len(wanted) and all(isinstance(text, str) for text in texts):
            said = dict(zip(wanted, map(str, texts), strict=False))
            yield said.get("context", ""), said["msgid"]


def _template(text: str) -> Iterator[tuple[str, str]]:
    """Django turns a template into code for xgettext; its calls are read like any other."""
    code = templatize(text)
    for start in re.finditer(rf"(?<!\w)(?:{'|'.join(CALLS)})\(", code):
        yield from _python(_call(code[start.start() :]))


def _call(code: str) -> str:
    """Return the call that ``code`` begins with; a bracket may stand in its texts too."""
    for end in re.finditer(r"\)", code):
        call = code[: end.end()]
        try:
            ast.parse(call)
        except SyntaxError:
            continue
        return call
    raise AssertionError(f"cannot read {code[:60]!r}")
