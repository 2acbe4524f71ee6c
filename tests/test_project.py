"""The repository keeps its own rules: sizes, locks, settings, nothing private."""

import ast
import re
from pathlib import Path

import pytest

from tests.po import messages_in_source, read_po

ROOT = Path(__file__).resolve().parent.parent
LONGEST_FILE = 400
LONGEST_FUNCTION = 40
LONGEST_STYLE = 140  # a line of CSS; sources of fonts are as long as that
FOLDERS = ("rules", "scoring", "tournaments", "lhombre_club", "tests", "templates", "docs", ".ci")
TOP = (
    "CONTRIBUTING.md", "LICENSE", "README.md", "club", "manage.py", "pyproject.toml",
    "requirements-dev.in", "requirements-dev.txt", "requirements-uv.txt", "requirements.in",
    "requirements.txt",
)  # fmt: skip
TEXT = {".py", ".html", ".css", ".js", ".md", ".sh", ".svg", ".json", ".jsonl", ".po", ".yml", ""}
MADE_BY_PROGRAMS = re.compile(
    r"/migrations/|^docs/(api/schema\.yml|reference\.md)$|^requirements.*\.txt$|^LICENSE$|\.(po|jsonl)$|/OFL\.txt$"
)
SUBJECTS = {
    "A result that the rules refuse", "A word that cannot be read",
    "All passed where somebody must bid", "By hand", "CSV", "JSON Lines",
    "Somebody else was first", "With a phone", "With a scanner", "Without the sheet's code",
}  # fmt: skip
"""What begins with a capital and is bold in the guide, and is no name on a page."""
LOCKS = ("requirements.txt", "requirements-dev.txt", "requirements-uv.txt")


def files():
    """Every text file of the repository, by its path from the root."""
    found = [ROOT / name for name in TOP]
    for folder in FOLDERS:
        found += [path for path in (ROOT / folder).rglob("*") if path.is_file()]
    return {
        path.relative_to(ROOT).as_posix(): path
        for path in found
        if path.suffix in TEXT | {".txt", ".in", ".toml"} and "__pycache__" not in path.parts
    }


def too_long(text):
    """Functions of more than forty lines, as name and length."""
    return [
        (node.name, node.end_lineno - node.lineno + 1)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno + 1 > LONGEST_FUNCTION
    ]


def test_there_is_something_to_look_at():
    found = files()
    assert {"club", "README.md", "rules/__init__.py", "templates/base.html"} <= set(found)


def test_no_line_of_a_style_sheet_is_too_long():
    lines = {
        f"{name}:{number}": len(line)
        for name, path in files().items()
        if path.suffix == ".css"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    }
    assert {at: n for at, n in lines.items() if n > LONGEST_STYLE} == {}


def test_no_hand_written_file_is_too_long():
    lengths = {
        name: path.read_text(encoding="utf-8").count("\n")
        for name, path in files().items()
        if not MADE_BY_PROGRAMS.search(name)
    }
    assert {name: n for name, n in lengths.items() if n > LONGEST_FILE} == {}


def test_no_function_is_too_long():
    found = {
        name: too_long(path.read_text(encoding="utf-8"))
        for name, path in files().items()
        if path.suffix == ".py" and not MADE_BY_PROGRAMS.search(name)
    }
    assert {name: names for name, names in found.items() if names} == {}


def test_a_long_function_would_be_found():
    body = "\n".join(["    pass"] * LONGEST_FUNCTION)
    assert too_long(f"def short():\n{body[:-9]}\n\nasync def long():\n{body}\n") == [("long", 41)]


def settings_of_the_environment():
    text = (ROOT / "lhombre_club" / "settings.py").read_text()
    return set(re.findall(r"env\.\w+\(\s*\"(\w+)\"", text))


def test_every_setting_of_the_environment_is_described():
    read = settings_of_the_environment()
    page = (ROOT / "docs" / "operations.md").read_text()
    described = re.findall(r"^\| `([A-Z_]+)` \|", page, flags=re.MULTILINE)
    assert len(read) >= 10
    assert sorted(described) == sorted(read)


def test_what_the_commands_read_is_described():
    page = (ROOT / "docs" / "operations.md").read_text()
    for name in ("PYTHON", "CHROMIUM", "TEST_DATABASE_URL", "TEST_REDIS_URL"):
        assert f"`{name}`" in page


@pytest.mark.parametrize("name", LOCKS)
def test_the_lock_has_a_hash_for_everything_and_no_address(name):
    text = (ROOT / name).read_text()
    assert "://" not in text
    assert "--index-url" not in text
    joined = text.replace("\\\n", " ")
    wanted = [line for line in joined.splitlines() if line and not line.lstrip().startswith("#")]
    assert wanted
    for line in wanted:
        assert re.match(r"[a-z0-9][a-z0-9._-]*==\S+ .*--hash=sha256:[0-9a-f]{64}", line), line


def pins(name):
    found = re.findall(r"^([a-z0-9._-]+)==(\S+)", (ROOT / name).read_text(), flags=re.MULTILINE)
    return set(found)


def test_the_tests_run_on_what_the_club_runs_on():
    assert pins("requirements.txt") <= pins("requirements-dev.txt")


def test_everything_wanted_is_locked():
    for wanted, lock in (("requirements.in", LOCKS[0]), ("requirements-dev.in", LOCKS[1])):
        names = re.findall(r"^([a-z0-9-]+)", (ROOT / wanted).read_text(), flags=re.MULTILINE)
        assert names
        assert set(names) <= {name for name, _version in pins(lock)}


# Spelt in two halves, so that this file does not hold what it looks for.
HOMES = "root|home|work|Users"
REGISTRIES = "|".join(
    rf"{name}\.{end}"
    for name, end in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("deb", "debian"))
)
PRIVATE = {
    "a path of somebody's machine": rf"(?<![\w.])/(?:{HOMES})/\w",
    "a registry's address": REGISTRIES,
}


def private(text):
    return [what for what, pattern in PRIVATE.items() if re.search(pattern, text)]


def test_nothing_in_the_repository_points_to_a_machine_or_a_registry():
    found = {name: private(path.read_text(encoding="utf-8")) for name, path in files().items()}
    assert {name: what for name, what in found.items() if what} == {}


def test_a_machine_path_and_an_address_would_be_found():
    assert private("cd /" + "home/agnes/club") == ["a path of somebody's machine"]
    assert private("https://pypi." + "org/simple") == ["a registry's address"]
    assert private("https://club.example/homework/") == []


def test_every_link_between_the_documents_leads_somewhere():
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    broken = [
        f"{page.name}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#:\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert broken == []


def test_every_button_that_the_guide_names_is_called_so():
    """Bold with a capital is the name of a button or a link in the guide, or begins a subject."""
    danish = read_po(ROOT / "lhombre_club" / "locale" / "da" / "LC_MESSAGES" / "django.po")
    texts = {text.removesuffix(" …") for _context, text in messages_in_source(ROOT)}
    texts |= {each.plural for each in danish if each.plural}
    split = (re.split(r"%%?\(\w+\)[sd]", text) for text in texts)
    named = (parts for parts in split if len(parts) == 1 or len("".join(parts)) > len("Deal "))
    known = re.compile("|".join(".+".join(map(re.escape, parts)) for parts in named))
    strange = {
        name
        for path in (ROOT / "docs" / "directors").glob("*.md")
        for bold in re.findall(r"\*\*([^*]+)\*\*", path.read_text(encoding="utf-8"))
        if (name := " ".join(bold.split()))[0].isupper()
        and not name.endswith((".", "?"))
        and not any(map(known.fullmatch, (name, name.removesuffix(" …"))))
    }
    assert strange == SUBJECTS


def test_no_page_lays_a_style_below_those_of_every_page():
    """The first style that a page names says which layers lie above others: club.css does."""
    first = re.compile(r"{% block (meta|robots|title) %}.*?{% endblock", re.DOTALL)
    for page in (ROOT / "templates").rglob("*.html"):
        for block in first.finditer(page.read_text(encoding="utf-8")):
            assert "stylesheet" not in block.group(), page
