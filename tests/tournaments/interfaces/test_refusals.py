"""A sentence for every refusal."""

import pytest
from django.utils import translation

from rules import Code, Complaint
from tournaments.domain.links import LinkRefusal
from tournaments.domain.results import RefusedError
from tournaments.interfaces.refusals import (
    LINKS,
    PROBLEMS,
    RESULTS,
    Problem,
    no_such_deal,
    sentence,
    sentences,
)


def refused(*codes, sitter: int | None = 0):
    return RefusedError(
        tuple(Complaint(code, "declarer", "English") for code in codes),
        deal=3,
        names=("Agnes", "Aksel", "Birte", "Bent"),
        dealer=2,
        sitter=sitter,
    )


@pytest.mark.parametrize(
    ("names", "worded"), ((Code, RESULTS), (LinkRefusal, LINKS), (Problem, PROBLEMS))
)
def test_every_name_has_its_sentence_and_none_is_left_over(names, worded):
    assert set(names) == set(worded)


@pytest.mark.parametrize("code", Code)
@pytest.mark.parametrize("sitter", (0, None))
def test_every_complaint_becomes_a_whole_sentence(code, sitter):
    error = refused(code, sitter=sitter)
    said = sentence(error.complaints[0], error)
    assert (said.code, said.field) == (code.value, "declarer")
    assert "%" not in said.message
    assert said.message.endswith((".", "?"))


@pytest.mark.parametrize("text", (*LINKS.values(), *PROBLEMS.values()))
def test_every_other_sentence_is_whole(text):
    assert str(text).endswith((".", "?"))


def test_the_sitter_out_is_named_and_so_is_the_dealer():
    with translation.override("en"):
        (said,) = sentences(refused(Code.DECLARER_SITS_OUT))
    assert said.message == (
        "Agnes sits out deal 3, because Birte deals. Choose one of the others as declarer."
    )


def test_everything_that_is_wrong_is_said():
    said = sentences(refused(Code.CONTRACT_UNKNOWN, Code.OUTCOME_UNKNOWN))
    assert [each.code for each in said] == ["contract_unknown", "outcome_unknown"]


def test_where_the_sheet_ends():
    with translation.override("en"):
        assert no_such_deal(30).message == "This sheet has the deals 1 to 30."
