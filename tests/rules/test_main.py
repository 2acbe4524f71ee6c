"""``python -m rules settle``: a line in, a line out."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from rules import RULESETS, RuleSet
from rules import __main__ as command
from tests.shared import shared_lines

ROOT = Path(__file__).resolve().parents[2]
WON = {"players": 4, "dealer": 0, "declarer": 1, "contract": "solo", "outcome": "won"}
SETTLED = {
    "ok": True,
    "passed": False,
    "sitters": [2],
    "declarers": [{"seat": 1, "outcome": "won", "value": 3}],
    "peeked": [],
}


def run(monkeypatch, lines, *argv, name="settle"):
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(lines))))
    monkeypatch.setattr(sys, "stdout", out)
    assert command.main([name, *argv]) == 0
    return [json.loads(line) for line in out.buffer.getvalue().splitlines()]


def encoded(records):
    return [json.dumps(record).encode() for record in records]


def codes(answered):
    return [error["code"] for error in answered["errors"]]


def test_each_line_that_is_not_blank_is_answered_in_order(monkeypatch):
    lines = [b"{", b"", b'{"ruleset": "whist"}', *encoded([WON | {"ruleset": "dlu"}, WON])]
    answered = run(monkeypatch, lines)
    assert [line["ok"] for line in answered] == [False, False, True, False]
    assert [codes(line) for line in answered if not line["ok"]] == [
        ["malformed"], ["ruleset_unknown"], ["malformed"],
    ]  # fmt: skip
    assert answered[2] == SETTLED


def test_the_default_is_for_lines_that_name_no_rule_set(monkeypatch):
    lines = encoded([WON, WON | {"ruleset": "whist"}])
    settled, refused = run(monkeypatch, lines, "--ruleset", "dlu")
    assert settled == SETTLED
    assert codes(refused) == ["ruleset_unknown"]
    assert codes(run(monkeypatch, lines, "--ruleset", "bridge")[0]) == ["ruleset_unknown"]


def test_an_error_is_code_field_and_sentence(monkeypatch):
    (answered,) = run(monkeypatch, encoded([WON | {"declarer": 2}]), "--ruleset", "dlu")
    assert answered == {
        "ok": False,
        "errors": [
            {
                "code": "declarer_sits_out",
                "field": "declarer",
                "message": "Seat 2 sits out when seat 0 deals, and cannot be declarer.",
            }
        ],
    }


def test_the_shared_results(monkeypatch):
    answered = run(monkeypatch, encoded(shared_lines("results.jsonl")))
    assert answered == shared_lines("results.answers.jsonl")
    assert len(answered) == 300


def test_the_shared_refusals(monkeypatch):
    answers = shared_lines("refusals.answers.jsonl")
    answered = run(monkeypatch, encoded(shared_lines("refusals.jsonl")))
    missed = [
        (answer, got)
        for answer, got in zip(answers, answered, strict=True)
        if answer["one_code"] not in codes(got)
    ]
    assert missed == []
    assert len(answered) == 200


@pytest.mark.parametrize("argv", (["settle", "--ruleset", "dlu"], ["settle", "--help"]))
def test_the_command_runs_without_django_or_a_database(argv):
    done = subprocess.run(
        [sys.executable, "-m", "rules", *argv],
        input=json.dumps(WON).encode() + b"\n\xff\n",
        capture_output=True,
        check=True,
        cwd=ROOT,
        env={},
    )
    assert done.stderr == b""
    assert done.stdout
    if "--help" not in argv:
        settled, refused = map(json.loads, done.stdout.splitlines())
        assert settled == SETTLED
        assert codes(refused) == ["malformed"]


def printed(monkeypatch, *argv):
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", out)
    assert command.main(argv) == 0
    return out.buffer.getvalue().decode()


def test_the_rule_sets_are_shown(monkeypatch):
    text = printed(monkeypatch, "rulesets")
    for ruleset in RULESETS.values():
        assert f"{ruleset.id} {ruleset.version}: {ruleset.name}\n" in text
        for terms in ruleset.contracts:
            assert f"\n{terms.contract}" in text
    assert "kaske (kaske)" in text
    assert "dealer_must_bid = False (option)" in text
    assert "cards +0" in text
    assert "-3 and on" in text


def test_the_rule_sets_as_json_are_read_back(monkeypatch):
    lines = printed(monkeypatch, "rulesets", "--json").splitlines()
    assert [RuleSet.from_json(json.loads(line)) for line in lines] == list(RULESETS.values())


def test_what_is_simulated_is_checked(monkeypatch):
    simulated = ("simulate", "--seed", "4", "--deals", "6", "--ruleset", "hoem", "--players", "5")
    text = printed(monkeypatch, *simulated)
    assert printed(monkeypatch, *simulated) == text
    lines = text.encode().splitlines()
    assert len(lines) == 6
    answered = run(monkeypatch, [*lines, b"{", b"{}"], name="check")
    assert [line["ok"] for line in answered] == [True] * 6 + [False] * 2
    assert answered[-1]["violation"]["code"] == "malformed"
    assert answered[-1]["violation"]["at"] == "deal"


def test_a_table_size_that_the_rules_do_not_know_is_refused(monkeypatch, capsys):
    with pytest.raises(SystemExit):
        command.main(["simulate", "--seed", "1", "--deals", "1", "--players", "5"])
    assert "dlu is not played by 5" in capsys.readouterr().err


def test_the_shared_deals(monkeypatch):
    answered = run(monkeypatch, encoded(shared_lines("deals-dlu.jsonl")), name="check")
    for line in answered:
        line.get("violation", {}).pop("message", None)
    assert answered == shared_lines("deals-dlu.answers.jsonl")
    assert len(answered) == 120
