"""The grammar of typed deals (``docs/directors/entering.md``)."""

import itertools
import re

import pytest
from django.conf import settings
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from lhombre_club.refusal import Refusal
from rules import RULESETS, Outcome, score_card
from tests.tournaments.typed.probes import wide
from tournaments.typed import grammar
from tournaments.typed.reasons import KeysReason
from tournaments.words import wording

DLU = RULESETS["dlu"]
ALL = [*RULESETS.values(), *map(wide, RULESETS)]
SEATS_OF = ("nvsø", "nwse")
KEYS = "0123456789nvsøbtkrlpo.+-*=xg"
LONGEST = 5


NAMES = ("Agnes", "Bent", "Dorthe", "Erik")


def read(text, *, dealer=0, players=4):
    return grammar.parse(text, dealer=dealer, names=NAMES[:players], ruleset=DLU, pairs=False)


def code_of(text, **table):
    with pytest.raises(Refusal) as refused:
        read(text, **table)
    return refused.value.reason


def words(players=4):
    """Every word of the grammar at this table, whether the rules allow it or not."""
    seats = sorted({*grammar.seat_keys(players)})
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
        ("wv", {"declarer": 1, "contract": "spil", "outcome": "won"}),
        ("EL-", {"declarer": 3, "contract": "solo", "outcome": "bet"}),
        (
            "25,,-",
            {"declarer": 1, "contract": "tourne_respekt", "outcome": "bet", "tout": "failed"},
        ),
        (" ØBV ", {"declarer": 3, "contract": "bedre_spil", "outcome": "won"}),
    ),
)
def test_a_word_says_a_deal(text, said):
    assert read(text) == {"dealer": 0, **said}


@pytest.mark.parametrize(
    ("text", "contract", "trump"),
    (
        ("2ls+", "solo_spar", None),
        ("2lh+", "solo", "H"),
        ("2ps+", "solo_spar", "S"),
        ("2s+", "spil", None),
        ("2ss+", "bedre_spil", None),
        ("2ts+", "tourne", "S"),
    ),
)
def test_a_game_in_spades_is_the_contract_that_is_played_in_them(text, contract, trump):
    said = read(text)
    assert (said["contract"], said.get("trump")) == (contract, trump)


def test_no_keys_say_a_plain_solo_in_spades_also_where_a_record_does():
    record = {"dealer": 0, "declarer": 1, "contract": "solo", "trump": "S", "outcome": "won"}
    keys = grammar.print_keys(record, ruleset=DLU, players=4, pairs=False)
    assert keys == "26+"
    assert read(keys)["contract"] == "solo"


def test_the_contract_keys_follow_the_order_of_the_table_of_values():
    ids = [line["id"] for line in score_card(DLU)["contracts"]]
    assert [read(f"2{key}+")["contract"] for key in "123456789"] == ids
    assert [read(f"2{key}+")["contract"] for key in "sbtkrlpno"] == ids


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.id)
def test_every_letter_is_one_seat_beside_every_contract_key(rules):
    """A key of a contract may be the letter of a seat: its place in the word tells them apart."""
    expression = re.compile(grammar.pattern(4))
    keys, outcomes = grammar.contract_keys(rules), [*grammar.OUTCOMES]
    for letter in "abcdefghijklmnopqrstuvwxyzæøå":
        seats = {letters.index(letter) for letters in SEATS_OF if letter in letters}
        assert len(seats) <= 1, letter
        for key, end in itertools.product(("", *keys), outcomes):
            match = expression.fullmatch(f"{letter}{key}{end}")
            assert bool(match) == bool(seats), (letter, key, end)
            if match:
                found = grammar.seat_keys(4).index(match["seat"]) % 4
                said = ({found}, match["contract"] or "", match["outcome"])
                assert said == (seats, key, end)
                begun = (f"{letter}{key}{end}"[:at] for at in range(1, len(key) + 2))
                matches = [expression.fullmatch(each) for each in begun]
                assert not any(each and each["outcome"] for each in matches)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_letters_at_the_heads_of_the_columns_are_read(language):
    with translation.override(language):
        letters = [wording.seat_letter(seat).lower() for seat in range(5)]
    read_as = [read(f"{each}+", dealer=seat)["declarer"] for seat, each in enumerate(letters[:4])]
    assert read_as == [0, 1, 2, 3]
    assert letters[4] == "f"


def test_no_word_begins_another():
    whole = set(words())
    assert len(whole) == 1 + 10 * 19 * 3 * 8
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
            except Refusal:
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
        ("", KeysReason.EMPTY),
        ("   ", KeysReason.EMPTY),
        ("5+", KeysReason.SEAT_UNKNOWN),
        ("+", KeysReason.SEAT_UNKNOWN),
        ("q", KeysReason.SEAT_UNKNOWN),
        ("3+", KeysReason.SITS_OUT),
        ("s+", KeysReason.SITS_OUT),
        ("2g+", KeysReason.CONTRACT_UNKNOWN),
        ("20+", KeysReason.CONTRACT_UNKNOWN),
        ("2", KeysReason.OUTCOME_MISSING),
        ("26.", KeysReason.OUTCOME_MISSING),
        ("2+2", KeysReason.UNREADABLE),
        ("00", KeysReason.UNREADABLE),
        ("2...+", KeysReason.UNREADABLE),
        ("17:", KeysReason.UNREADABLE),
        ("2#+", KeysReason.UNREADABLE),
    ),
)
def test_what_cannot_be_read_is_refused_by_name(text, code):
    assert code_of(text) == code


def test_the_seat_opposite_the_dealer_sits_out_and_at_a_table_of_three_nobody():
    assert [code_of(f"{(dealer + 2) % 4 + 1}+", dealer=dealer) for dealer in range(4)] == [
        KeysReason.SITS_OUT
    ] * 4
    for dealer, seat in itertools.product(range(3), repeat=2):
        assert read(f"{seat + 1}+", dealer=dealer, players=3)["declarer"] == seat
    assert code_of("4+", players=3) == KeysReason.SEAT_UNKNOWN
    assert code_of("ø+", players=3) == KeysReason.SEAT_UNKNOWN


def test_the_sentence_names_who_sits_out_and_who_deals():
    with pytest.raises(Refusal) as refused:
        read("3+")
    said = str(refused.value)
    assert "Dorthe" in said
    assert "Agnes" in said


@pytest.mark.parametrize("reason", KeysReason)
def test_every_refusal_has_a_sentence(reason):
    facts = {"typed": "2%", "seat": "Agnes", "dealer": "Erik", "players": 4}
    said = str(Refusal(reason, field="line", **facts))
    assert said.endswith((".", "?"))
    assert "%(" not in said


@given(st.text(alphabet=st.sampled_from(KEYS + KEYS.upper() + " ,/!:?"), max_size=8) | st.text())
def test_whatever_is_typed_is_read_or_refused(text):
    try:
        said = str(read(text)["dealer"])
    except Refusal as refusal:
        said = str(refusal)
    assert said
