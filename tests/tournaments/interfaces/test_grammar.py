"""The grammar of typed deals (``docs/directors/entering.md``)."""

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import RULESETS, Outcome, score_card
from tournaments.interfaces import grammar, grammar_sentences
from tournaments.interfaces.grammar import GrammarCode, GrammarError

DLU = RULESETS["dlu"]
KEYS = "0123456789nvsøbtkrlpo.+-*=xg"
LONGEST = 5


def read(text, *, dealer=0, players=4):
    return grammar.parse(text, dealer=dealer, players=players, ruleset=DLU, pairs=False)


def code_of(text, **table):
    with pytest.raises(GrammarError) as refused:
        read(text, **table)
    return refused.value.code


def words(players=4):
    """Every word of the grammar at this table, whether the rules allow it or not."""
    seats = [str(seat + 1) for seat in range(players)] + list(grammar.SEAT_LETTERS[:players])
    contracts = ["", *grammar.contract_keys(DLU)]
    parts = (seats, contracts, ("", *grammar.TOUTS), grammar.OUTCOMES)
    return ["0", *map("".join, itertools.product(*parts))]


@pytest.mark.parametrize(
    ("text", "said"),
    (
        ("0", {"passed": True}),
        ("2+", {"declarer": 1, "contract": "spil", "outcome": "won"}),
        ("2*", {"declarer": 1, "contract": "spil", "outcome": "kodille"}),
        ("46-", {"declarer": 3, "contract": "solo", "outcome": "bet"}),
        ("1.+", {"declarer": 0, "contract": "spil", "outcome": "won", "tout": "made"}),
        ("1..+", {"declarer": 0, "contract": "spil", "outcome": "won", "tout": "failed"}),
        ("nlx", {"declarer": 0, "contract": "solo", "outcome": "kodille"}),
        ("øn=", {"declarer": 3, "contract": "ren_nolo", "outcome": "won"}),
        ("vv", {"declarer": 1, "contract": "spil", "outcome": "won"}),
        (
            "25,,-",
            {"declarer": 1, "contract": "tourne_respekt", "outcome": "bet", "tout": "failed"},
        ),
        (" ØBV ", {"declarer": 3, "contract": "bedre_spil", "outcome": "won"}),
    ),
)
def test_a_word_says_a_deal(text, said):
    assert read(text) == {"dealer": 0, **said}


def test_the_contract_keys_follow_the_order_of_the_table_of_values():
    ids = [line["id"] for line in score_card(DLU)["contracts"]]
    assert [read(f"2{key}+")["contract"] for key in "123456789"] == ids
    assert [read(f"2{key}+")["contract"] for key in "sbtkrlpno"] == ids


def test_no_word_begins_another():
    whole = set(words())
    assert len(whole) == 1 + 8 * 19 * 3 * 8
    assert not [word for word in whole for end in range(1, len(word)) if word[:end] in whole]


def test_the_pattern_knows_every_beginning_and_which_is_complete():
    expression = re.compile(grammar.pattern(4))
    for word in words():
        for end in range(1, len(word) + 1):
            match = expression.fullmatch(word[:end])
            assert match, word[:end]
            assert bool(match["passed"] or match["outcome"]) == (end == len(word)), word


@pytest.mark.parametrize("players", (3, 4))
def test_what_is_printed_is_read_back(players):
    for word in words(players):
        for dealer in range(players):
            try:
                record = read(word, dealer=dealer, players=players)
            except ValueError:
                continue  # the seat sits out
            printed = grammar.print_keys(record, ruleset=DLU, players=players, pairs=False)
            if not printed:
                continue  # the rules refuse the tout, or the outcome
            assert read(printed, dealer=dealer, players=players) == record
            assert len(printed) <= len(word)


def test_every_outcome_has_a_key():
    assert {Outcome(word) for word in grammar.OUTCOMES.values()} == set(Outcome)


@pytest.mark.parametrize(
    ("text", "code"),
    (
        ("", GrammarCode.EMPTY),
        ("   ", GrammarCode.EMPTY),
        ("5+", GrammarCode.SEAT_UNKNOWN),
        ("+", GrammarCode.SEAT_UNKNOWN),
        ("q", GrammarCode.SEAT_UNKNOWN),
        ("3+", GrammarCode.SITS_OUT),
        ("s+", GrammarCode.SITS_OUT),
        ("2g+", GrammarCode.CONTRACT_UNKNOWN),
        ("20+", GrammarCode.CONTRACT_UNKNOWN),
        ("2", GrammarCode.OUTCOME_MISSING),
        ("26.", GrammarCode.OUTCOME_MISSING),
        ("2+2", GrammarCode.UNREADABLE),
        ("00", GrammarCode.UNREADABLE),
        ("2...+", GrammarCode.UNREADABLE),
        ("17:", GrammarCode.UNREADABLE),
        ("2#+", GrammarCode.UNREADABLE),
    ),
)
def test_what_cannot_be_read_is_refused_by_name(text, code):
    assert code_of(text) == code


def test_the_seat_opposite_the_dealer_sits_out_and_at_a_table_of_three_nobody():
    assert [code_of(f"{(dealer + 2) % 4 + 1}+", dealer=dealer) for dealer in range(4)] == [
        GrammarCode.SITS_OUT
    ] * 4
    for dealer, seat in itertools.product(range(3), repeat=2):
        assert read(f"{seat + 1}+", dealer=dealer, players=3)["declarer"] == seat
    assert code_of("4+", players=3) == GrammarCode.SEAT_UNKNOWN
    assert code_of("ø+", players=3) == GrammarCode.SEAT_UNKNOWN


def test_the_sentence_names_who_sits_out_and_who_deals():
    with pytest.raises(GrammarError) as refused:
        read("3+")
    said = grammar_sentences.sentence(refused.value, ("Agnes", "Bent", "Dorthe", "Erik"))
    assert "Dorthe" in said
    assert "Agnes" in said
    assert grammar_sentences.sentence(refused.value) != said


@pytest.mark.parametrize("code", list(GrammarCode))
def test_every_refusal_has_a_sentence(code):
    error = GrammarError(code, "line", "2%", seat=2, dealer=4)
    said = grammar_sentences.sentence(error)
    assert said.endswith((".", "?"))
    assert "%(" not in said


@given(st.text(alphabet=st.sampled_from(KEYS + KEYS.upper() + " ,/!:?"), max_size=8) | st.text())
def test_whatever_is_typed_is_read_or_refused(text):
    try:
        said = str(read(text)["dealer"])
    except GrammarError as error:
        said = grammar_sentences.sentence(error)
    assert said
