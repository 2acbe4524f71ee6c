"""Who pays whom and why: every deal, explained, is just what was posted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import RULESETS, read_result, ruleset_of, settle
from rules.checking import check
from rules.simulate import simulate
from scoring.account import read_table
from scoring.ledger import Entry
from scoring.reasons import POT, Part, Reason, Transfer, beside, transfers
from scoring.sequence import Accounting, AccountRules, fold
from tests.scoring.lomber_tables import table_of, tables
from tests.shared import shared_lines

WITHOUT_BOWL = [
    (Accounting.RASLE, True),
    (Accounting.RASLE, False),
    (Accounting.POT, False),
]


def moved(told, players):
    """What the transfers come to, if each is carried out."""
    seats, pot = [0] * 5, 0
    for transfer in told:
        assert transfer.amount >= 0
        assert transfer.amount == sum(part.amount for part in transfer.parts)
        assert all(part.amount for part in transfer.parts)
        assert transfer.payer != transfer.payee
        for side, amount in ((transfer.payer, -transfer.amount), (transfer.payee, transfer.amount)):
            if side is POT:
                pot += amount
            else:
                assert side < players
                seats[side] += amount
    return seats, pot


def explained(rules, account, told=()):
    """The transfers of a deal, which must come to its entry."""
    made = transfers(
        rules, account.settlement, account.entry, antes=account.antes, beside_game=told
    )
    seats, pot = moved(made, rules.players)
    assert (tuple(seats), pot) == (account.entry.seats, account.entry.pot)
    return made


def one_deal(record, ruleset="dlu", *, accounting=Accounting.RASLE, sitter_pays=False, **settings):
    """The transfers of a table's only deal."""
    rule = RULESETS[ruleset]
    read = read_result({"dealer": 0, "players": 4, **record}, rule)
    rules = AccountRules(
        players=read.players, accounting=accounting, sitter_pays=sitter_pays, **settings
    )
    (account,) = fold(rules, [(1, settle(read, rule))])
    return explained(rules, account, beside(read.game, rule))


def parts(*terms):
    return tuple(Part(reason, amount) for reason, amount in terms)


def test_every_shared_result_is_explained():
    answers = shared_lines("results.answers.jsonl")
    results = [
        record
        for record, answer in zip(shared_lines("results.jsonl"), answers, strict=True)
        if answer["ok"]
    ]
    assert len(results) >= 300
    seen = set()
    for record in results:
        ruleset = ruleset_of(record)
        read = read_result(record, ruleset)
        told = beside(read.game, ruleset)
        for accounting, sitter_pays in WITHOUT_BOWL:
            rules = AccountRules(
                players=read.players, accounting=accounting, sitter_pays=sitter_pays
            )
            (account,) = fold(rules, [(1, settle(read, ruleset))])
            made = explained(rules, account, told)
            seen |= {part.reason for transfer in made for part in transfer.parts}
    assert seen >= {Reason.GAME, Reason.KODILLE, Reason.TOUT, Reason.LOOKED, Reason.EXTRA_CARD}


@pytest.mark.parametrize("name", RULESETS)
def test_every_simulated_deal_is_explained(name):
    ruleset = RULESETS[name]
    for players in ruleset.players:
        played = [
            check(record, ruleset).settlement
            for record in simulate(ruleset, seed=players, deals=60, players=players)
        ]
        for accounting in Accounting:
            if accounting in {Accounting.POTT, Accounting.MIXED} and not ruleset.has_pot:
                continue
            rules = AccountRules(players=players, accounting=accounting, sitter_pays=True)
            for account in fold(rules, enumerate(played, start=1)):
                apart = account.settlement.apart
                explained(rules, account, parts((Reason.TOUT, apart)) if apart else ())


@pytest.mark.parametrize("accounting", ("pott", "mixed"))
@given(st.data())
def test_every_table_with_a_pot_is_explained(accounting, data):
    typed = data.draw(tables(accounting))
    read = read_table(typed)
    for account in fold(read.rules, enumerate(read.settlements, start=1)):
        tout = typed["deals"][account.deal - 1].get("tout")
        told = parts((Reason.TOUT, 1 if tout == "made" else -1)) if tout else ()
        explained(read.rules, account, told)


def test_three_and_one_to_each_of_two():
    """Issue: "Solo in hearts, kodille: 3 + 1 to each of 2"."""
    why = parts((Reason.GAME, 3), (Reason.KODILLE, 1))
    assert one_deal({"declarer": 1, "contract": "solo", "trump": "H", "outcome": "kodille"}) == (
        Transfer(1, 0, 4, why, about=1),
        Transfer(1, 3, 4, why, about=1),
    )


def test_a_failed_tout_takes_back_what_the_game_won():
    why = parts((Reason.GAME, 1), (Reason.TOUT, -1))
    made = one_deal({"declarer": 1, "contract": "spil", "outcome": "won", "tout": "failed"})
    assert made == (Transfer(0, 1, 0, why, about=1), Transfer(3, 1, 0, why, about=1))


def test_a_second_exchange_and_the_first_five_are_apart_from_the_game():
    (one, _, _) = one_deal(
        {
            "declarer": 1, "contract": "koebe_nolo", "tricks": [0, 0, None, 9],
            "bought_again": True, "options": {"nolo_buy_again": True},
        },
        "familie", sitter_pays=True,
    )  # fmt: skip
    assert one.parts == parts((Reason.GAME, 2), (Reason.BOUGHT_AGAIN, -2))
    (one, _, _) = one_deal(
        {
            "declarer": 1, "contract": "spil", "outcome": "bet", "first_five": "failed",
            "options": {"first_five": True},
        },
        "familie", sitter_pays=True,
    )  # fmt: skip
    assert one.parts == parts((Reason.GAME, 1), (Reason.FIRST_FIVE, 1))


def test_several_declarers_each_have_their_own_and_who_looked_pays():
    made = one_deal(
        {
            "declarer": 1, "contract": "ren_nolo", "tricks": [9, 0, None, 0],
            "joined": [{"seat": 3}], "peeked": [2],
        },
        "hoem", sitter_pays=True,
    )  # fmt: skip
    by_whom = {transfer.about: transfer.parts for transfer in made}
    assert by_whom == {
        1: parts((Reason.GAME, 16)),
        3: parts((Reason.GAME, 16)),
        2: parts((Reason.LOOKED, 3)),
    }
    assert len(made) == 9


def test_the_extra_card_has_its_price():
    (one, *_) = one_deal(
        {"declarer": 1, "contract": "koebe_nolo", "outcome": "bet", "extra_card": True},
        "hoem", sitter_pays=True,
    )  # fmt: skip
    assert one.parts == parts((Reason.GAME, 15), (Reason.EXTRA_CARD, 15))


def lomber(accounting, *deals, **settings):
    """The transfers of the last deal of a table of three, who each ante the least."""
    read = read_table(table_of(accounting, deals, players=3, **settings))
    account = fold(read.rules, enumerate(read.settlements, start=1))[-1]
    tout = deals[-1].get("tout")
    told = parts((Reason.TOUT, 1 if tout == "made" else -1)) if tout else ()
    return explained(read.rules, account, told)


PASSED = {"passed": True}


def test_all_pass():
    assert one_deal({"passed": True}) == lomber("mixed", PASSED, options={"pass_pays": False}) == ()
    each = tuple(Transfer(seat, POT, 1, parts((Reason.PASS, 1))) for seat in range(3))
    assert lomber("pott", PASSED) == lomber("mixed", PASSED) == each


def test_a_pott_that_cannot_pay_is_filled_first():
    made = lomber("pott", {"declarer": 1, "contract": "nolo_ouvert", "outcome": "won"}, ante=2)
    assert made == (Transfer(POT, 1, 6, parts((Reason.GAME, 6)), about=1),)
    twice = [{"declarer": 1, "contract": "nolo_ouvert", "outcome": "won"}] * 2
    ante = tuple(Transfer(seat, POT, 2, parts((Reason.ANTE, 2))) for seat in range(3))
    assert lomber("pott", *twice, ante=2) == (*ante, *made)


def test_remis_and_kodille_into_a_pott():
    made = lomber("pott", {"declarer": 1, "contract": "solo", "outcome": "remis"})
    game = parts((Reason.GAME, 2))
    assert made == tuple(Transfer(seat, POT, 2, game, about=1) for seat in (1, 0, 2))
    kodille = {"declarer": 1, "contract": "koebe_nolo", "tricks": [3, 5, 1]}
    (one,) = lomber("pott", kodille)
    assert one.parts == parts((Reason.GAME, 2), (Reason.KODILLE, 1))


def test_a_mixed_account_says_what_the_pot_had_to_do_with_it():
    great = {"declarer": 1, "contract": "solo"}
    *_, won = lomber("mixed", PASSED, {**great, "outcome": "won", "tout": "made"})
    assert won == Transfer(POT, 1, 3, parts((Reason.POT_PLAYED_FOR, 3)), about=1)
    *_, lost = lomber("mixed", {**great, "outcome": "bet", "tout": "failed"})
    both = parts((Reason.POT_PLAYED_FOR, 3), (Reason.TOUT, 1))
    assert lost == Transfer(1, POT, 4, both, about=1)
    *_, small = lomber("mixed", {"declarer": 1, "contract": "spil", "outcome": "kodille"})
    assert small.parts == parts((Reason.GAME, 1), (Reason.KODILLE, 1))
    made = lomber("mixed", {"declarer": 1, "contract": "spil", "outcome": "won"})
    assert [transfer.payee for transfer in made] == [1, 1]


def test_a_great_game_that_doubles_the_pot_by_just_its_price_is_still_told_apart():
    """Three in the pot, and a solo spar costs three."""
    *_, lost = lomber("mixed", {"declarer": 1, "contract": "solo_spar", "outcome": "bet"})
    assert lost.parts == parts((Reason.POT_PLAYED_FOR, 3))


def test_entries_that_do_not_fit_are_not_explained_away():
    """The twin of the tests above: they see an entry that is off by one."""
    rule = RULESETS["dlu"]
    read = read_result(
        {"players": 4, "dealer": 0, "declarer": 1, "contract": "solo", "outcome": "won"}, rule
    )
    wrong = Entry((-3, 5, 0, -2, 0))
    made = transfers(AccountRules(players=4), settle(read, rule), wrong)
    assert tuple(moved(made, 4)[0]) != wrong.seats


def test_where_no_ante_is_told_none_is_paid():
    rule = RULESETS["lomber"]
    deal = {"players": 4, "dealer": 0, "declarer": 1, "contract": "spil", "outcome": "won"}
    read = read_result(deal, rule)
    rules = AccountRules(players=4, accounting=Accounting.POTT)
    made = transfers(rules, settle(read, rule), Entry((0, 1, 0, 0, 0), -1))
    assert made == (Transfer(POT, 1, 1, parts((Reason.GAME, 1)), about=1),)
