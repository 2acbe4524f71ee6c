"""Whatever is exchanged: hands, talon and what was laid away are the forty cards."""

from dataclasses import replace
from random import Random

import pytest

from rules.cards import cards_of, mask_of
from rules.contracts import Contract
from rules.deal.exchange import Item, Way, open_exchange
from rules.errors import Breach, BreachError
from rules.rulesets import RULESETS

PACK = tuple(range(40))
DECLARER, RIGHT, LEFT, FOURTH = 1, 3, 0, 2

EVERYTHING = [
    (ruleset, terms.contract) for ruleset, rules in RULESETS.items() for terms in rules.contracts
]


def random_exchange(chance, ruleset, contract):
    """A dealt hand at the exchange, with whatever may come with the contract."""
    pack = chance.sample(PACK, 40)
    hands = {
        seat: mask_of(pack[9 * n : 9 * n + 9]) for n, seat in enumerate((LEFT, DECLARER, RIGHT))
    }
    rules = replace(RULESETS[ruleset], nolo_defenders_buy=chance.random() < 0.5)
    terms = next(terms for terms in rules.contracts if terms.contract == contract)
    joined = chance.choice(((), (RIGHT,), (RIGHT, LEFT))) if terms.several else ()
    defenders = tuple(seat for seat in (RIGHT, LEFT) if seat not in joined)
    starve = contract is Contract.KOEBE_NOLO and rules.nolo_defenders_buy
    sells = terms.extra_card_loss is not None
    return open_exchange(
        rules,
        terms,
        FOURTH if terms.by_sitter else DECLARER,
        defenders=defenders,
        joined=joined,
        fourth=FOURTH if terms.several and not starve and chance.random() < 0.5 else None,
        hands=hands,
        talon=tuple(pack[27:]),
        turned=chance.randint(1, 6) if terms.by_cards else 0,
        extra_card=frozenset({DECLARER} if sells and chance.random() < 0.5 else ()),
        promised=chance.choice((0, 4)) if contract is Contract.KOEBE_NOLO else 0,
        bought_again=contract is Contract.KOEBE_NOLO and chance.random() < 0.3,
    )


def random_item(chance, exchange):
    """Something that he whose turn it is may do."""
    buyer = exchange.ahead[0]
    if buyer.way is Way.CHOOSE:
        return Item(buyer.seat, hand=tuple(chance.sample(cards_of(exchange.choice), 9)))
    own = cards_of(exchange.hands[buyer.seat])
    if buyer.way is Way.KASKE:
        return Item(buyer.seat, keeps=chance.choice((None, *own)))
    count = chance.randint(exchange.least, exchange.most)
    discards = tuple(chance.sample(own, count))
    turned = exchange.talon[: buyer.turned]
    fewest = max(0, count - len(exchange.talon) + buyer.turned)
    number = chance.randint(fewest, min(count, buyer.turned)) if buyer.turned else 0
    ten = {*own, *exchange.talon[: count + 1]} - {*discards}
    return Item(
        buyer.seat,
        discards=discards,
        takes=tuple(chance.sample(turned, number)),
        extra_discard=chance.choice(sorted(ten)) if buyer.extra else None,
    )


def assert_partition(exchange):
    parts = [*map(cards_of, exchange.hands.values()), exchange.talon, cards_of(exchange.laid)]
    assert sorted(card for part in parts for card in part) == list(PACK)
    assert not exchange.from_declarers & ~exchange.laid


@pytest.mark.parametrize(("ruleset", "contract"), EVERYTHING)
def test_hands_talon_and_what_was_laid_away_are_always_the_pack(ruleset, contract):
    for seed in range(60):
        chance = Random(seed)  # noqa: S311 - nothing here is a secret
        exchange = random_exchange(chance, ruleset, contract)
        assert_partition(exchange)
        while exchange.turn is not None:
            assert exchange.most >= exchange.least
            exchange = exchange.step(random_item(chance, exchange))
            assert_partition(exchange)
        exchange.finish()
        assert {len(cards_of(hand)) for hand in exchange.hands.values()} == {9}


@pytest.mark.parametrize(("ruleset", "contract"), EVERYTHING)
def test_one_card_too_many_or_too_few_is_refused(ruleset, contract):
    chance = Random(7)  # noqa: S311 - nothing here is a secret
    exchange = random_exchange(chance, ruleset, contract)
    while exchange.turn is not None:
        item = random_item(chance, exchange)
        if exchange.ahead[0].way is Way.BUY and exchange.most < 9:
            own = cards_of(exchange.hands[item.seat])
            many = replace(item, discards=tuple(own)[: exchange.most + 1], takes=())
            with pytest.raises(BreachError) as caught:
                exchange.step(many)
            assert caught.value.breach is Breach.EXCHANGE_TOO_MANY
        if exchange.least:
            few = replace(item, discards=item.discards[: exchange.least - 1])
            with pytest.raises(BreachError) as caught:
                exchange.step(few)
            assert caught.value.breach is Breach.EXCHANGE_TOO_FEW
        exchange = exchange.step(item)
