"""Who pays whom and why: every deal, explained, is just what was posted."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import RULESETS, check, read_result, ruleset_of, settle, simulate
from scoring.account import read_table
from scoring.sequence import KINDS, SETTINGS, account_rules, fold, move
from scoring.transfers import (
    POT,
    Part,
    Reason,
    Transfer,
    all_pay,
    beside,
    entry_of,
    paid,
)
from tests.scoring.lomber_tables import table_of, tables, values_of
from tests.scoring.make import make_settlement
from tests.scoring.whichline.whichline_sheets import sheets
from tests.shared import shared_lines

WITHOUT_BOWL = [("rasle", True), ("rasle", False), ("pot", False)]


def carried_out(told, players):
    """What the transfers come to, one by one, by seat and then for the pot."""
    moved: Counter[int | None] = Counter()
    for transfer in told:
        assert transfer.parts, "no transfer is empty"
        assert all(part.amount for part in transfer.parts)
        assert transfer.amount == sum(part.amount for part in transfer.parts) >= 0
        assert transfer.payer != transfer.payee
        moved[transfer.payer] -= transfer.amount
        moved[transfer.payee] += transfer.amount
    assert moved.keys() <= {POT, *range(players)}
    return tuple(moved[seat] for seat in range(5)), moved[POT]


def explained(rules, account):
    """The transfers of a deal, which come to its entry."""
    entry = account.entry
    assert carried_out(account.transfers, rules.players) == (entry.seats, entry.pot)
    return account.transfers


def table_told(rules, ruleset, reads):
    """The account of these deals, with what was beside each game told."""
    settled = {number: settle(read, ruleset) for number, read in enumerate(reads, start=1)}
    told = {
        number: beside(read.game, ruleset, settled[number].price)
        for number, read in enumerate(reads, start=1)
    }
    return fold(rules, settled.items(), told)


def one_deal(record, ruleset="dlu", *, accounting="rasle", sitter_pays=False, **settings):
    """The transfers of a table's only deal."""
    rule = RULESETS[ruleset]
    read = read_result({"dealer": 0, "players": 4, **record}, rule)
    rules = account_rules(
        players=read.players, accounting=accounting, sitter_pays=sitter_pays, **settings
    )
    (account,) = table_told(rules, rule, [read])
    return explained(rules, account)


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
        for accounting, sitter_pays in WITHOUT_BOWL:
            rules = account_rules(
                players=read.players, accounting=accounting, sitter_pays=sitter_pays
            )
            (account,) = table_told(rules, ruleset, [read])
            made = explained(rules, account)
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
        for accounting in KINDS:
            if not KINDS[accounting].goes_with(ruleset):
                continue
            rules = account_rules(players=players, accounting=accounting, sitter_pays=True)
            for account in fold(rules, enumerate(played, start=1)):
                explained(rules, account)


@pytest.mark.parametrize("accounting", ("pott", "mixed"))
@given(st.data())
def test_every_table_with_a_pot_is_explained(accounting, data):
    typed = data.draw(tables(accounting))
    read = read_table(typed)
    for account in fold(read.rules, enumerate(read.settlements, start=1)):
        explained(read.rules, account)


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
    tout = deals[-1].get("tout")
    told = parts((Reason.TOUT, 1 if tout == "made" else -1)) if tout else ()
    settled = enumerate(read.settlements, start=1)
    return explained(read.rules, fold(read.rules, settled, {len(deals): told})[-1])


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
    one = lomber("pott", {"declarer": 1, "contract": "solo", "outcome": "remis"}, remis_price="one")
    assert [transfer.parts for transfer in one] == [parts((Reason.GAME, 1))] * 3
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


def test_what_is_beside_the_game_is_told_as_a_whole_unless_said_what_for():
    deal = {"players": 4, "dealer": 0, "declarer": 1, "contract": "spil", "outcome": "won"}
    read = read_result({**deal, "tout": "made"}, RULESETS["dlu"])
    settled = settle(read, RULESETS["dlu"])
    moved = move(account_rules(players=4), settled, 0)
    assert moved.transfers[0].parts == parts((Reason.GAME, 1), (Reason.APART, 1))
    told = move(account_rules(players=4), settled, 0, parts((Reason.TOUT, 1)))
    assert told.entry == moved.entry
    assert told.transfers[0].parts == parts((Reason.GAME, 1), (Reason.TOUT, 1))
    assert beside(None, RULESETS["dlu"], 1) == ()
    for wrong in ((), parts((Reason.TOUT, 2))):
        with pytest.raises(ValueError, match="is not the 1 that is apart"):
            move(account_rules(players=4), settled, 0, wrong)


def test_parts_of_nothing_are_left_out_and_a_transfer_without_any_too():
    kept = parts((Reason.GAME, 2), (Reason.TOUT, 0))
    assert tuple(paid(0, 1, kept, about=1)) == (Transfer(0, 1, 2, kept[:1], about=1),)
    assert tuple(paid(0, 1, kept[1:], about=1)) == tuple(paid(0, 1, (), about=None)) == ()
    turned = parts((Reason.GAME, -1), (Reason.TOUT, -1))
    back = parts((Reason.GAME, 1), (Reason.TOUT, 1))
    assert tuple(paid(POT, 1, turned, about=1)) == (Transfer(1, POT, 2, back, about=1),)


def test_transfers_that_do_not_come_to_the_entry_are_seen():
    """The twin of the tests above: they see a transfer that is missing, and one that is empty."""
    account = fold(account_rules(players=4), [(1, make_settlement("solo"))])[0]
    rules = account_rules(players=4)
    explained(rules, account)
    for wrong in (account.transfers[1:], (*account.transfers, Transfer(0, 1, 0, ()))):
        with pytest.raises(AssertionError):
            explained(rules, replace(account, transfers=wrong))


@given(sheets(), st.data())
def test_the_transfers_of_every_deal_add_up_to_its_entry(sheet, data):
    """For every kind of account, rule set, number of players and setting."""
    chosen = {key: data.draw(values_of(setting)) for key, setting in SETTINGS.items()}
    kinds = [key for key, kind in KINDS.items() if kind.goes_with(sheet.ruleset)]
    rules = account_rules(
        players=sheet.rules.players, accounting=data.draw(st.sampled_from(kinds)), **chosen
    )
    reads = [
        read_result(record, sheet.ruleset, rules.players)
        for _, record in sorted(sheet.records.items())
    ]
    pot = entry_of(all_pay(rules.players, rules.kind.ante(rules), Reason.ANTE)).pot
    for account in table_told(rules, sheet.ruleset, reads):
        explained(rules, account)
        pot += account.entry.pot
        assert account.pot == pot
