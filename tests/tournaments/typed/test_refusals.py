"""A sentence for every refusal."""

from collections import defaultdict

import pytest
from django.utils import translation

from lhombre_club.refusal import Refusal
from rules import Code, Complaint
from tournaments.api.reasons import ApiReason
from tournaments.book.reasons import COMPLAINTS, BookReason
from tournaments.book.results import RefusedError
from tournaments.entry.reasons import EntryReason
from tournaments.review.reasons import ReviewReason
from tournaments.typed.reasons import KeysReason


def refused(*codes, sitters: tuple[int, ...] = (0,)):
    return RefusedError(
        tuple(Complaint(code, "declarer", "English") for code in codes),
        deal=3,
        names=("Agnes", "Aksel", "Birte", "Bent"),
        dealer=2,
        sitters=sitters,
    )


def test_every_complaint_has_its_sentence_and_none_is_left_over():
    assert set(Code) == set(COMPLAINTS)


@pytest.mark.parametrize("code", Code)
@pytest.mark.parametrize("sitters", ((0,), (0, 1), ()))
def test_every_complaint_becomes_a_whole_sentence(code, sitters):
    (said,) = refused(code, sitters=sitters).sentences
    assert "%" not in said
    assert said.endswith((".", "?"))
    assert " ." not in said


@pytest.mark.parametrize("code", (Code.DECLARER_SITS_OUT, Code.DECLARER_MUST_SIT_OUT))
def test_of_five_both_are_named_who_sit_out(code):
    with translation.override("en"):
        assert "Agnes and Aksel" in str(refused(code, sitters=(0, 1)))


@pytest.mark.parametrize(
    "reason", (*ApiReason, *BookReason, *EntryReason, *KeysReason, *ReviewReason)
)
def test_every_other_sentence_is_whole(reason):
    refusal = Refusal(reason)
    refusal.facts = defaultdict(lambda: 1, why="It is a sentence.")
    assert str(refusal).endswith((".", "?"))


def test_the_sitter_out_is_named_and_so_is_the_dealer():
    with translation.override("en"):
        said = str(refused(Code.DECLARER_SITS_OUT))
    assert said == (
        "When Birte deals, as in deal 3, no cards are dealt to Agnes. "
        "Choose one of the others as declarer."
    )


def test_everything_that_is_wrong_is_said():
    said = refused(Code.CONTRACT_UNKNOWN, Code.OUTCOME_UNKNOWN)
    assert said.sentences == (
        str(COMPLAINTS[Code.CONTRACT_UNKNOWN]),
        str(COMPLAINTS[Code.OUTCOME_UNKNOWN]),
    )
