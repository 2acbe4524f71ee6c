"""The plain settling against the answers that came with the project."""

from tests.rules.naive.settling import settle
from tests.shared import shared_lines


def test_results_are_settled_as_answered():
    records = shared_lines("results.jsonl")
    answers = shared_lines("results.answers.jsonl")
    assert len(records) == len(answers)
    for record, answer in zip(records, answers, strict=True):
        assert settle(record) == answer, record


def test_refusals_hold_the_code_asked_for():
    records = shared_lines("refusals.jsonl")
    answers = shared_lines("refusals.answers.jsonl")
    assert len(records) == len(answers)
    for record, answer in zip(records, answers, strict=True):
        settled = settle(record)
        assert not settled["ok"], record
        assert answer["one_code"] in [error["code"] for error in settled["errors"]], record
