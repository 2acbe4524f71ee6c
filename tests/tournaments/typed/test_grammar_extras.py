"""What a typed word says between the contract and the outcome (``docs/directors/entering.md``)."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lhombre_club.refusal import Refusal
from rules import RULESETS, RefusedError, check, derive, read_result, settle, simulate
from tournaments.typed import grammar
from tournaments.typed.reasons import KeysReason
from tournaments.words.wording import seat_name

MORT = derive(
    RULESETS["familie"], "klub-mort", mort=True, mort_nolo=True, first_five=True, grand=True
)


def read(text, ruleset="dlu", *, dealer=0, players=4, **kwargs):
    rules = RULESETS[ruleset] if isinstance(ruleset, str) else ruleset
    table = {"pairs": False, **kwargs}
    names = [seat_name(seat) for seat in range(players)]
    said = grammar.parse(text, dealer=dealer, names=names, ruleset=rules, **table)
    del said["dealer"]
    return said


def code_of(text, ruleset="dlu", **table):
    with pytest.raises(Refusal) as refused:
        read(text, ruleset, **table)
    assert "%(" not in str(refused.value)
    return refused.value.reason


@pytest.mark.parametrize(
    ("text", "ruleset", "said"),
    (
        ("21h+", "dlu", {"contract": "spil", "trump": "H", "outcome": "won"}),
        ("2lr-", "dlu", {"contract": "solo", "trump": "D", "outcome": "bet"}),
        ("21h53+", "dlu", {"contract": "spil", "trump": "H", "tricks": [1, 5, None, 3]}),
        ("2s90.+", "dlu", {"contract": "spil", "tricks": [0, 9, None, 0], "tout": "made"}),
        ("243*", "familie", {"contract": "koebe_nolo", "tricks": [None, 3, None, None]}),
        ("26-", "lomber", {"contract": "grandissimo", "outcome": "bet"}),
        ("201/", "lomber", {"contract": "nolo_ouvert", "outcome": "remis"}),
        ("21u", "lomber", {"contract": "spil", "outcome": "remis"}),
        ("21g-", "dlu", {"contract": "spil", "abandoned": True}),
        ("22e-", "hoem", {"contract": "koebe_nolo", "extra_card": True, "outcome": "bet"}),
        (
            "220j41p3+",
            "hoem",
            {
                "contract": "koebe_nolo",
                "tricks": [None, 0, None, 1],
                "joined": [{"seat": 3}],
                "peeked": [2],
            },
        ),
        (
            "241ej3g-",
            "familie",
            {
                "contract": "koebe_nolo",
                "tricks": [None, 1, None, None],
                "extra_card": True,
                "joined": [{"seat": 2, "abandoned": True}],
            },
        ),
        (
            "21cse h7 t k5 +",
            "hoem",
            {
                "contract": "tourne",
                "tourne": {"laid": ["SA", "H7"], "turned": ["C5"]},
                "outcome": "won",
            },
        ),
        (
            "2tcrktrqhb-",
            "hoem",
            {
                "contract": "tourne",
                "tourne": {"laid": ["DK"], "turned": ["DQ", "HJ"]},
                "outcome": "bet",
            },
        ),
    ),
)
def test_a_word_says_more(text, ruleset, said):
    assert read(text, ruleset) == {"declarer": 1, **said}


def test_whoever_sat_out_may_play_a_mort_and_nothing_else():
    key = grammar.contract_keys(MORT)["m"]
    assert key == "mort"
    assert read("3m+", MORT) == {"declarer": 2, "contract": "mort", "outcome": "won"}
    assert read("3mi+", MORT)["spadille_in_talon"] is True
    assert read("3mn+", MORT)["nolo"] is True
    assert read("26ff+", MORT)["first_five"] == "failed"
    assert code_of("3+", MORT) == KeysReason.SITS_OUT


def test_from_the_tenth_on_a_contract_has_two_digits():
    keys = grammar.contract_keys(MORT)
    assert list(keys)[::2] == [*"123456789", "01", "02"]
    assert read("302+", MORT) == {"declarer": 2, "contract": "mort", "outcome": "won"}
    assert code_of("203+", MORT) == KeysReason.CONTRACT_UNKNOWN


@pytest.mark.parametrize(
    ("text", "ruleset", "code"),
    (
        ("21w+", "dlu", KeysReason.EXTRAS_UNREADABLE),
        ("216+", "dlu", KeysReason.EXTRAS_UNREADABLE),
        ("2165+", "dlu", KeysReason.EXTRAS_UNREADABLE),
        ("21cse+", "hoem", KeysReason.EXTRAS_UNREADABLE),
        ("22j30+", "hoem", KeysReason.EXTRAS_UNREADABLE),
        ("2299+", "hoem", KeysReason.EXTRAS_UNREADABLE),
        ("2144+", "dlu", KeysReason.OUTCOME_DIFFERS),
        ("243-", "familie", KeysReason.OUTCOME_DIFFERS),
        ("21g+", "dlu", KeysReason.OUTCOME_DIFFERS),
        ("21h53", "dlu", KeysReason.OUTCOME_MISSING),
    ),
)
def test_what_says_nothing_or_contradicts_itself_is_refused(text, ruleset, code):
    assert code_of(text, ruleset) == code


def test_what_the_rules_refuse_is_left_to_them():
    assert read("28e+")["extra_card"] is True


def test_at_a_table_of_five_the_fifth_seat_has_a_letter():
    assert read("f3+", "hoem", players=5, dealer=4)["declarer"] == 4
    assert read("53+", "hoem", players=5, dealer=4)["declarer"] == 4
    assert code_of("f+", "dlu") == KeysReason.SEAT_UNKNOWN


def test_among_partners_the_tricks_go_round_those_who_play():
    """When North deals South sits out, and plays for East when West declares."""
    record = {"declarer": 1, "contract": "spil", "tricks": [2, 5, 2, None]}
    assert read("2152+", pairs=True) == record
    told = {**record, "dealer": 0}
    assert grammar.print_keys(told, ruleset=RULESETS["dlu"], players=4, pairs=True) == "2152+"
    assert grammar.print_keys(told, ruleset=RULESETS["dlu"], players=4, pairs=False) == ""


@pytest.mark.parametrize(
    ("name", "players"),
    [(name, players) for name in RULESETS for players in RULESETS[name].players],
)
def test_what_was_played_is_printed_and_read_back(name, players):
    rules = RULESETS[name]
    for deal in simulate(rules, seed=5, deals=40, players=players):
        played = check(deal, rules).deal.result()
        record = played.to_json()
        del record["players"]
        word = grammar.print_keys(record, ruleset=rules, players=players, pairs=False)
        names = [seat_name(seat) for seat in range(players)]
        said = grammar.parse(word, dealer=played.dealer, names=names, ruleset=rules, pairs=False)
        assert worth(said, rules, players) == worth(record, rules, players), word
        assert grammar.print_keys(said, ruleset=rules, players=players, pairs=False) == word


def worth(record, rules, players):
    return settle(read_result(record, rules, players), rules)


@given(st.text(alphabet="0123456789abdeghijknpqrstcf", max_size=9))
def test_whatever_stands_there_is_read_or_refused(extras):
    for name in ("hoem", "familie"):
        try:
            said = str(read_result({"dealer": 0, **read(f"22{extras}-", name)}, RULESETS[name], 4))
        except Refusal as refusal:
            said = str(refusal)
        except RefusedError as refused:
            said = str(refused.complaints)
        assert said


def test_an_extra_never_ends_a_word():
    expression = re.compile(grammar.pattern(5))
    chance = random.Random(3)  # noqa: S311 -- a test that can be repeated
    for _ in range(300):
        extras = "".join(chance.choices("0123456789hrkseojpctbgnifqda", k=chance.randrange(12)))
        match = expression.fullmatch(f"21{extras}")
        assert match
        assert match["outcome"] is None
