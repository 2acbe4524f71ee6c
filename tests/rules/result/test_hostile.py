"""Whatever bytes ``python -m rules settle`` and ``check`` are given, they answer on one line."""

import io
import json
import sys
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules import RULESETS, RefusedError, read_result
from rules import __main__ as command
from rules.deal.checking import ViolationError, check
from rules.deal.simulate import simulate
from rules.jsonlines import answers
from tests.rules.deal.whole import SOLO, changed, outcome

REPLIES = {"settle": command.answer, "check": command.verdict}
"""What ``python -m rules`` answers a line with, by the name of the command."""
LONG = 100_000
SHORT = 1000
"""Bytes of an answer that repeats nothing long of what it was sent."""

MALFORMED = {
    "an array without end": b"[" * LONG,
    "objects without end": b'{"ruleset":' * LONG,
    "a deep array, whole": b"[" * LONG + b"]" * LONG,
    "a deep value": b'{"ruleset": "hoem", "dealer": ' + b"[" * 400 + b"]" * 400 + b"}",
    "a number of 5,000 digits": b'{"ruleset": "hoem", "dealer": ' + b"9" * 5000 + b"}",
    "a number beyond every float": b'{"ruleset": "hoem", "dealer": 1e999}',
    "a long text for a number": b'{"ruleset": "hoem", "dealer": "' + b"7" * LONG + b'"}',
    "a long key": b'{"ruleset": "hoem", "' + b"k" * LONG + b'": 1}',
    "a long text alone": b'"' + b"x" * LONG + b'"',
    "NaN": b'{"ruleset": "hoem", "dealer": NaN}',
    "NaN where nothing is looked at": b'{"ruleset": "hoem", "round": NaN}',
    "infinity": b'{"ruleset": "hoem", "dealer": Infinity}',
    "less than all": b"[-Infinity]",
    "a key twice": b'{"ruleset": "hoem", "dealer": 0, "dealer": 1}',
    "the rule set twice": b'{"ruleset": "hoem", "ruleset": "hoem"}',
    "a key twice below": b'{"ruleset": "hoem", "tourne": {"laid": [], "laid": []}}',
    "half a pair": rb'{"ruleset": "\ud800"}',
    "the other half": rb'{"ruleset": "hoem", "\udfff": 1}',
    "half a pair in UTF-8": b'{"ruleset": "\xed\xa0\x80"}',
    "no UTF-8": b'{"ruleset": "\xff\xfe"}',
    "cut UTF-8": '{"ruleset": "♠'.encode()[:-1],
    "UTF-16": '{"ruleset": "hoem"}'.encode("utf-16"),
    "NUL": b"\x00",
    "NUL in a text": b'{"ruleset": "hoem\x00"}',
    "NUL after all": b'{"ruleset": "hoem"}\x00',
    "a byte order mark alone": b"\xef\xbb\xbf",
    "no object": b"null",
    "a truth value": b"true",
    "nothing": b"",
    "an empty object": b"{}",
    "two objects": b"{} {}",
    "a text that is no JSON": b"solo",
}  # fmt: skip
"""By what it is."""


def reply(name, line, ruleset=None):
    """The answer of a command to one line, which has one line and is read back."""
    answered = REPLIES[name](line, ruleset)
    (printed,) = answers([b"x"], lambda _: answered)
    assert printed.count(b"\n") == 1
    assert printed.endswith(b"\n")
    return json.loads(printed), len(printed)


def codes(answered):
    """Why a line was refused."""
    if "violation" in answered:
        assert answered["violation"]["at"] == "deal"
        return {answered["violation"]["code"]}
    return {error["code"] for error in answered["errors"]}


@pytest.mark.parametrize("name", REPLIES)
@pytest.mark.parametrize("ruleset", (None, *RULESETS))
@pytest.mark.parametrize("what", MALFORMED)
def test_a_hostile_line_is_malformed(name, ruleset, what):
    answered, size = reply(name, MALFORMED[what], ruleset)
    assert answered["ok"] is False
    assert codes(answered) == {"malformed"}
    assert size < SHORT


@pytest.mark.parametrize("name", REPLIES)
def test_the_command_answers_each_on_its_own_line(name, monkeypatch):
    lines = [line for line in MALFORMED.values() if b"\n" not in line]
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\n".join(lines))))
    monkeypatch.setattr(sys, "stdout", out)
    assert command.main([name]) == 0
    printed = out.buffer.getvalue().split(b"\n")
    assert printed.pop() == b""
    answered = [json.loads(line) for line in printed]
    assert len(answered) == sum(1 for line in lines if line.strip()) == len(lines) - 1
    assert {code for one in answered for code in codes(one)} == {"malformed"}


@pytest.mark.parametrize("line", (b"", b"\n", b"\r\n", b" \t \n"))
def test_a_blank_line_has_no_answer(line):
    assert list(answers([line], lambda _: {"ok": True})) == []


HUGE = 10**4000
"""It is read as a number, and cannot be printed as one without leave."""
RESULT = {
    "ruleset": "hoem", "players": 4, "dealer": 0, "declarer": 1, "contract": "tourne",
    "tourne": {"laid": ["SA"], "turned": ["C5"]}, "outcome": "won",
}  # fmt: skip
DEAL = changed(SOLO, ruleset="hoem")


@pytest.mark.parametrize("key", ("players", "dealer", "declarer"))
def test_a_huge_number_is_refused_in_few_words(key):
    answered, size = reply("settle", json.dumps(RESULT | {key: HUGE}).encode())
    assert codes(answered) == {f"{key}_invalid"}
    assert size < SHORT


@pytest.mark.parametrize("key", ("contract", "ruleset", "outcome"))
def test_a_huge_text_is_refused_in_few_words(key):
    answered, size = reply("settle", json.dumps(RESULT | {key: "♠\n" * LONG}).encode())
    assert codes(answered) == {f"{key}_unknown"}
    assert size < SHORT


@pytest.mark.parametrize("trump", ([], {}, ["C"], {"suit": "C"}))
def test_a_trump_that_is_no_text_beside_the_card_turned_is_malformed(trump):
    answered, _ = reply("settle", json.dumps(RESULT | {"trump": trump}).encode())
    assert codes(answered) == {"malformed"}


def test_a_tout_before_a_huge_trick_is_refused_at_once():
    assert outcome(changed(DEAL, ruleset="dlu", tout_before_trick=HUGE))[0] == "tout_too_late"
    thrown = changed(DEAL, auction=[[1, "grand"], [3, "pass"], [0, "pass"]], contract="grand")
    thrown |= {"abandoned": True, "exchanges": [], "play": [], "tout_before_trick": HUGE}
    del thrown["trump"]
    assert outcome(thrown)[0] == "tout_too_late"


@given(st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
@example(b'{"ruleset": "hoem", "players": 4, "dealer": 0, "passed": true}')
def test_any_bytes_are_answered(line):
    for name in REPLIES:
        for ruleset in (None, "hoem"):
            assert reply(name, line, ruleset)[0]["ok"] in {True, False}


def samples():
    """A sound result and a sound deal of every rule set."""
    for ruleset in RULESETS.values():
        for record in simulate(ruleset, seed=1, deals=12, players=ruleset.players[-1]):
            checked = check(record, ruleset)
            if checked.deal.said is not None:
                yield "check", record
                yield "settle", checked.deal.result().to_json() | {"ruleset": ruleset.id}


SAMPLES: list[tuple[str, dict[str, Any]]] = list(samples())
KEYS = sorted({key for _, record in SAMPLES for key in record} | {"tout", "peeked", "pairs"})
WORDS = ("S", "SA", "C5", "pass", "tourne", "koebe_nolo", "more 3", "laid", "turned", "seat")
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5)
    | st.sampled_from(WORDS) | st.integers(-1, 9),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
"""What JSON can hold."""


def spoilt(value, data):
    """The same with one value somewhere in it, however deep, become another."""
    if isinstance(value, dict | list) and value and data.draw(st.booleans()):
        place: Any = data.draw(
            st.sampled_from(sorted(value)) if isinstance(value, dict)
            else st.integers(0, len(value) - 1)
        )  # fmt: skip
        copy = value.copy()
        copy[place] = spoilt(value[place], data)
        return copy
    return data.draw(VALUES)


def places(value, path=()):
    """The way to every value in it, from the outside."""
    yield path
    if not isinstance(value, dict | list):
        return
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield from places(inner, (*path, key))


def put(value, path, new):
    """The same with ``new`` in that place."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = put(value[path[0]], path[1:], new)
    return copy


def without_players(record):
    return {k: v for k, v in record.items() if k != "players"} if isinstance(record, dict) else 0


@pytest.mark.strict
@pytest.mark.parametrize(
    "huge", (10**5000, -(10**5000), "♠" * LONG), ids=("number", "negative", "text")
)
def test_nothing_huge_comes_back_from_any_place(huge):
    """Nor is there another error: Python refuses to write a number of 5,000 digits."""
    joined = [{"seat": 2, "extra_card": True}, {"seat": 3}]
    more = [("settle", RESULT | {"joined": joined, "peeked": [2], "tricks": [0, 0, 0, 9]})]
    told = []
    for name, record in (*SAMPLES, *more):
        read: Any = {"check": check, "settle": read_result}[name]
        for path in places(record):
            whole = put(record, path, huge)
            for one in (whole, without_players(whole)):
                try:
                    read(one, RULESETS[record["ruleset"]])
                except (RefusedError, ViolationError) as refused:
                    told.append(str(refused))
    assert told
    assert max(map(len, told)) < SHORT


@given(st.data())
def test_a_record_with_anything_in_it_is_answered(data):
    name, record = data.draw(st.sampled_from(SAMPLES))
    key = data.draw(st.sampled_from(KEYS))
    changed_record = record | {key: spoilt(record.get(key), data)}
    answered, _ = reply(name, json.dumps(changed_record).encode())
    wrong = [answered["violation"]] if "violation" in answered else answered.get("errors", [])
    assert answered["ok"] == (not wrong)
    assert all(one["code"] and one["message"] for one in wrong)


@given(VALUES)
def test_any_json_is_answered(value):
    for name in REPLIES:
        answered, _ = reply(name, json.dumps(value).encode(), "hoem")
        assert "malformed" in codes(answered)
