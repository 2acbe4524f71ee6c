"""Lines of JSON, whatever the bytes are."""

import json
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules import RefusedError
from rules.jsonlines import answers, parse_line


@pytest.mark.parametrize(
    ("line", "said"),
    (
        (b"solo", "not JSON"),
        (b"{'a': 1}", "not JSON"),
        (b'{"a": 1} {"b": 2}', "not JSON"),
        (b"1" * 5000, "not JSON"),
        (b'"a\x00"', "not JSON"),
        (b'{"a": \xff}', "UTF-8"),
        (b'{"a": "\\ud800"}', "UTF-8"),
        (b'["\\udfff"]', "UTF-8"),
        (b'{"a": NaN}', "NaN"),
        (b'{"a": -Infinity}', "NaN"),
        (b'{"a": 1, "a": 1}', "twice"),
        (b'[{"a": {"b": 1, "b": 2}}]', "twice"),
        (b"[" * 100_000, "deeply"),
    ),
)
def test_what_readers_disagree_about_is_refused(line, said):
    with pytest.raises(RefusedError, match=said) as refused:
        parse_line(line)
    (complaint,) = refused.value.complaints
    assert (complaint.code.value, complaint.field) == ("malformed", "")


@pytest.mark.parametrize(
    ("line", "data"),
    (
        (b'{"a": [1, null]}\r\n', {"a": [1, None]}),
        (b'\xef\xbb\xbf{"a": 1}', {"a": 1}),
        (b'"\\ud83c\\udca1"', "\U0001f0a1"),
        ('"spadille ♠"'.encode(), "spadille ♠"),
    ),
)
def test_the_rest_is_read(line, data):
    assert parse_line(line) == data


@given(st.binary() | st.text().map(str.encode))
@example(b"\xed\xa0\x80")
def test_no_line_raises_but_a_refusal(line):
    try:
        data = parse_line(line)
    except RefusedError:
        return
    json.dumps(data, ensure_ascii=False).encode()


def test_a_line_too_deep_to_look_at_again_is_refused():
    deep = sys.getrecursionlimit() // 2
    line = b"[" * deep + b'"\\u0041"' + b"]" * deep
    try:
        parse_line(line)
    except RefusedError as refused:
        assert "deeply" in str(refused)  # noqa: PT017 -- a deeper machine may read it


def test_blank_lines_have_no_answer():
    lines = [b"\n", b"1\n", b"  \t\r\n", b"2", b""]
    assert list(answers(lines, lambda line: {"got": int(line)})) == [
        b'{"got": 1}\n',
        b'{"got": 2}\n',
    ]


def test_answers_are_utf_8():
    assert list(answers([b"x"], lambda _: {"say": "♠"})) == ['{"say": "♠"}\n'.encode()]
