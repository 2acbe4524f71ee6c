"""Every verb of the log is declared once, and nothing else is noted."""

import ast
import re
from pathlib import Path

import pytest

import tournaments
from tournaments.book.activity import note
from tournaments.book.verbs import VERBS
from tournaments.models import Activity

HOUSE = Path(str(tournaments.__file__)).parent
DEEDS = sorted(
    {*HOUSE.glob("book/*.py"), *HOUSE.glob("*/domain.py"), *HOUSE.glob("*/domain/*.py")}
    - {HOUSE / "book" / "verbs.py"}
)
NOTED_BY_KIND = {
    *(f"{kind}.{done}" for kind in ("deals", "seats", "rules") for done in ("corrected", "undone")),
    *("final.corrected", "final.undone", "tray.placed", "tray.dismissed"),
    *("entry.penalty", "entry.hand", "entry.transfer"),
}
"""Verbs of which the domain puts a part in."""
COMMON = {"event", "verb", "actor"}


def named_verbs():
    return {
        verb
        for path in DEEDS
        for verb in re.findall(r'(?<!f)"([a-z]+\.[a-z_]+)"', path.read_text(encoding="utf-8"))
    }


def whole_notes():
    """Every call of ``note`` that says its verb and all its facts."""
    for path in DEEDS:
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in {"note", "activity.note"}:
                given = {each.arg: each.value for each in call.keywords}
                if isinstance(verb := given.get("verb"), ast.Constant) and None not in given:
                    yield verb.value, set(given) - COMMON


def test_what_the_domain_notes_is_declared_and_what_is_declared_is_noted():
    verbs = named_verbs()
    assert "round.closed_early" in verbs
    assert verbs | NOTED_BY_KIND == set(VERBS)


def test_each_note_has_the_facts_that_its_verb_declares():
    notes = list(whole_notes())
    assert len(notes) > 20
    assert [(verb, facts) for verb, facts in notes if facts != set(VERBS[verb].facts)] == []


def test_a_sentence_names_nothing_but_the_facts_of_its_verb():
    for verb, declared in VERBS.items():
        named = set(re.findall(r"%\((\w+)\)", str(declared.says)))
        players = {"names"} if "player" in declared.facts else set()
        sits = {"reader"} if "seat" in declared.facts else set()
        together = {"block"} if "last" in declared.facts else set()
        assert named <= {*declared.facts, *players, *sits, *together}, verb


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("verb", "facts"),
    (
        ("moon.rose", {}),
        ("deals.entered", {}),
        ("round.closed", {}),
        ("round.closed", {"round": 1, "reason": "late"}),
        ("round.closed", {"table": 1}),
    ),
)
def test_what_is_not_declared_is_not_noted(event, verb, facts):
    with pytest.raises(ValueError, match=rf"no verb '{verb}' is declared with the facts"):
        note(event=event, verb=verb, actor="user:x", **facts)
    assert not Activity.objects.exists()
    note(event=event, verb="round.closed", actor="user:x", round=1)
    assert Activity.objects.get().facts == {"round": 1}
