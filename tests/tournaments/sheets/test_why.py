"""The sentences that say who pays whom."""

import pytest
from django.utils.translation import override

from tests.make import enter, make_club, make_released_event
from tests.tournaments.sheets import reason_deals
from tests.tournaments.sheets.reason_deals import told
from tournaments.sheets.queries import sheet
from tournaments.sheets.why import why

PASSED = {"passed": True}
OUVERT = {"declarer": 1, "contract": "nolo_ouvert", "outcome": "won"}
EVERYBODY = {"sitter_pays": True}
POTT = {"accounting": "pott", "players": 3}
MIXED = {"accounting": "mixed", "players": 3}


@pytest.mark.parametrize(
    ("ruleset", "account", "deals", "expected"),
    (
        ("dlu", {}, [PASSED], ["All passed: nothing is paid."]),
        (
            "dlu", {}, [{"declarer": 0, "contract": "solo", "trump": "H", "outcome": "kodille"}],
            ["Solo in hearts by Nora, kodille: Nora pays 3 + 1 to each of Vera and Ø."],
        ),
        (
            "dlu", {}, [{"declarer": 1, "contract": "solo_spar", "trump": "S", "outcome": "won"}],
            ["Solo spar by Vera, won: Nora and Ø each pay 4 to Vera."],
        ),
        (
            "dlu", {},
            [{"declarer": 1, "contract": "tourne", "outcome": "won", "tout": "made"}],
            ["Tourné by Vera, won, tout made: Nora and Ø each pay 2 + 1 (tout) to Vera."],
        ),
        (
            "dlu", {}, [{"declarer": 1, "contract": "spil", "outcome": "won", "tout": "failed"}],
            ["Spil by Vera, won, tout failed: nothing is paid: 1 − 1 (tout)."],
        ),
        (
            "dlu", {}, [{"declarer": 1, "contract": "spil", "outcome": "bet", "pairs": True}],
            ["Spil by Vera, bet: Vera pays 1 to each of Nora and Signe."],
        ),
        (
            "hoem", EVERYBODY,
            [{
                "declarer": 1, "contract": "tourne", "outcome": "won", "trump": "C",
                "tourne": {"laid": ["SA"], "turned": ["C5"]},
            }],
            [("Tourné in clubs by Vera, laid ace of spades, turned 5 of clubs, won: "
              "Nora, Signe and Ø each pay 2 to Vera.")],
        ),
        (
            "hoem", EVERYBODY,
            [{"declarer": 1, "contract": "koebe_nolo", "outcome": "bet", "extra_card": True}],
            [("Købe-nolo by Vera, bet: Vera pays 15 + 15 (extra card) to each of "
             "Nora, Signe and Ø.")],
        ),
        (
            "hoem", EVERYBODY,
            [{
                "declarer": 1, "contract": "ren_nolo", "tricks": [8, 0, None, 1],
                "joined": [{"seat": 3}], "peeked": [2],
            }],
            [
                "Ren nolo by Vera, won: Nora, Signe and Ø each pay 16 to Vera.",
                "Ren nolo by Ø, bet: Ø pays 16 to each of Nora, Vera and Signe.",
                ("Signe looked at the talon and did not join: "
                "Signe pays 3 to each of Nora, Vera and Ø."),
            ],
        ),
        (
            "familie", EVERYBODY,
            [{
                "declarer": 1, "contract": "koebe_nolo", "tricks": [0, 0, None, 9],
                "bought_again": True, "options": {"nolo_buy_again": True},
            }],
            ["Købe-nolo by Vera, won: nothing is paid: 2 − 2 (second exchange)."],
        ),
        (
            "hoem", {"accounting": "pot"},
            [{"declarer": 1, "contract": "koebe_nolo", "outcome": "won"}],
            ["Købe-nolo by Vera, won: Vera takes 15 from the pot."],
        ),
        (
            "hoem", {"accounting": "pot"},
            [{"declarer": 1, "contract": "solo", "outcome": "kodille"}],
            ["Solo by Vera, kodille: Vera puts 15 + 5 into the pot."],
        ),
        ("lomber", POTT, [PASSED], ["All passed: everybody puts 1 into the pot."]),
        (
            "lomber", POTT, [OUVERT, OUVERT],
            [
                "The pot cannot pay: everybody puts 2 into it first.",
                "Hrein yfir by Vera, won: Vera takes 6 from the pot.",
            ],
        ),
        (
            "lomber", POTT, [{"declarer": 1, "contract": "solo", "outcome": "remis"}],
            ["Sóló by Vera, remis: Vera, Nora and Signe each put 2 into the pot."],
        ),
        (
            "lomber", MIXED,
            [{"declarer": 1, "contract": "solo", "outcome": "bet", "tout": "failed"}],
            [("Sóló by Vera, bet, tout failed: Vera pays 2 + 1 (tout) to each of Nora and Signe; "
             "Vera puts 3 (played for the pot) + 1 (tout) into the pot.")],
        ),
        (
            "lomber", MIXED, [PASSED, {"declarer": 1, "contract": "solo", "outcome": "won"}],
            [("Sóló by Vera, won: Nora and Signe each pay 2 to Vera; "
             "Vera takes 3 (played for the pot) from the pot.")],
        ),
    ),
)  # fmt: skip
def test_typical_deals_in_words(ruleset, account, deals, expected):
    with override("en"):
        assert told(ruleset, dict(account), *deals) == expected


def test_a_sentence_that_ends_with_a_name_that_is_cut_ends_once(monkeypatch):
    monkeypatch.setattr(reason_deals, "NAMES", ("Nora", "Vera", "Signe J."))
    with override("en"):
        said = told("dlu", {"players": 3}, {"declarer": 1, "contract": "spil", "outcome": "bet"})
    assert said == ["Spil by Vera, bet: Vera pays 1 to each of Nora and Signe J."]


@pytest.mark.django_db
def test_a_sheet_explains_its_deals():
    event = make_released_event(make_club(), tables=1, deals=4)
    table = event.rounds.get().tables.get()
    enter(table, 1, {"declarer": 1, "contract": "solo", "trump": "H", "outcome": "bet"})
    enter(table, 2, {"passed": True})
    shown = sheet(table)
    one, two, _, four = shown.names
    with override("en"):
        assert [why(line, shown) for line in shown.lines] == [
            [f"Solo in hearts by {two}, bet: {two} pays 3 to each of {one} and {four}."],
            ["All passed: nothing is paid."],
            [],
            [],
        ]


@pytest.mark.django_db
def test_a_sheet_with_a_pot_explains_its_antes():
    event = make_released_event(
        make_club(), tables=1, deals=2, ruleset="lomber", accounting="pott", ante=2
    )
    table = event.rounds.get().tables.get()
    for deal in (1, 2):
        enter(table, deal, {"declarer": 0, "contract": "nolo_ouvert", "outcome": "won"})
    shown = sheet(table)
    who = shown.names[0]
    with override("en"):
        assert [why(line, shown) for line in shown.lines] == [
            [f"Hrein yfir by {who}, won: {who} takes 6 from the pot."],
            [
                "The pot cannot pay: everybody puts 2 into it first.",
                f"Hrein yfir by {who}, won: {who} takes 6 from the pot.",
            ],
        ]


@pytest.mark.parametrize(
    ("ruleset", "account", "deals", "expected"),
    (
        ("dlu", {}, [PASSED], ["Alle passede: Der betales intet."]),
        (
            "dlu", {}, [{"declarer": 0, "contract": "solo", "trump": "H", "outcome": "kodille"}],
            ["Solo i hjerter ved Nora, kruk: Nora betaler 3 + 1 til hver af Vera og Ø."],
        ),
        (
            "dlu", {}, [{"declarer": 1, "contract": "solo_spar", "trump": "S", "outcome": "won"}],
            ["Solo spar ved Vera, vundet: Nora og Ø betaler hver 4 til Vera."],
        ),
        (
            "dlu", {}, [{"declarer": 1, "contract": "spil", "outcome": "won", "tout": "failed"}],
            ["Spil ved Vera, vundet, tout tabt: der betales intet: 1 − 1 (tout)."],
        ),
        (
            "hoem", {"accounting": "pot"},
            [{"declarer": 1, "contract": "solo", "outcome": "kodille"}],
            ["Solo ved Vera, kruk: Vera lægger 15 + 5 i potten."],
        ),
        ("lomber", POTT, [PASSED], ["Alle passede: Alle lægger 1 i potten."]),
        (
            "lomber", POTT, [OUVERT, OUVERT],
            [
                "Potten kan ikke betale: Først lægger alle 2 i den.",
                "Hrein yfir ved Vera, vundet: Vera tager 6 fra potten.",
            ],
        ),
        (
            "lomber", POTT, [{"declarer": 1, "contract": "solo", "outcome": "remis"}],
            ["Sóló ved Vera, remis: Vera, Nora og Signe lægger hver 2 i potten."],
        ),
    ),
)  # fmt: skip
def test_typical_deals_in_danish(ruleset, account, deals, expected):
    with override("da"):
        assert told(ruleset, dict(account), *deals) == expected
