"""A game that was given up is called the same where it is tapped, typed, told and printed."""

import pytest
from django.utils.translation import override

from rules import RULESETS
from tests import make
from tournaments.entry.pages.phone import FLAGS
from tournaments.models import Table
from tournaments.sheets.explaining import steps
from tournaments.sheets.queries import sheet
from tournaments.typed.examples import EXTRAS
from tournaments.words.deals import BETWEEN_TRICKS, BOUND, WORDS, card_words, record_words


@pytest.mark.parametrize(("language", "word"), (("en", "given up"), ("da", "smidt")))
def test_one_word_for_it(language, word):
    typed = [told for keys, _, told in EXTRAS if keys == "g"]
    tapped = [chip.label for chip in FLAGS if chip.keys == "g"]
    with override(language):
        assert [str(each) for each in (*typed, *tapped, WORDS["given_up"])] == [word] * 3


def test_the_sentence_of_an_account_says_so_too(club):
    table = Table.objects.get(round__event=make.make_released_event(club, tables=1))
    make.enter(table, 1, {"declarer": 1, "contract": "spil", "abandoned": True})
    with override("en"):
        (step,) = [each for each in steps(sheet(table)) if each.number == "1"]
        assert ", given up: " in step.why[0]


def test_a_suit_and_its_rank_stand_on_one_line():
    assert BOUND in card_words("C2")
    assert " " not in card_words("C2")


@pytest.mark.parametrize(
    ("tricks", "said"),
    (
        ([3, 5, None, 1], "Bent: solo, won, 5–1–3"),
        ([4, 4, None, 1], "Bent: solo, bet, 4–1–4"),
        ([4, 5, 0, None], "Bent: solo, won, 5–0–4"),  # the partner of a pair sits out
        ([9, 9, 9, 9], "Bent: solo, 9–9–9–9"),  # no result under any rules
    ),
)
def test_tricks_say_how_a_deal_ended_wherever_it_is_told(tricks, said):
    record = {"dealer": 0, "declarer": 1, "contract": "solo", "tricks": tricks}
    with override("en"):
        names = ("Agnes", "Bent", "Dorthe", "Erik")
        assert record_words(record, names, ruleset=RULESETS["dlu"]) == said.replace(
            "–", BETWEEN_TRICKS
        )
