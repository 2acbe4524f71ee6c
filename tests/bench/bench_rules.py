"""How fast the rules are, as ratios taken in one run: ``python -m tests.bench.bench_rules``.

A machine's speed changes from minute to minute, so every measure is taken in turn with two
anchors: a floor, 27 look-ups and ANDs for the 27 cards of a deal, and a hand of poker played at
random by pokerkit. Ratios are medians over the rounds, of processor time: waiting for others on
the machine would fall on the longer measures alone.
"""

import statistics
import sys
import time
from collections.abc import Iterator
from random import Random
from typing import Any

from pokerkit import Automation, NoLimitTexasHoldem

from rules import CARDS, RULESETS, TRICKS, Trump, check, read_result, settle, simulate
from rules.cards import mask_of
from rules.deal.play import play_out
from rules.deal.trumps import table_of
from rules.result import settlement

ROUNDS = 9
DEALS = 300
MANY = 6000
"""More than the processor's cache holds, as when a season is recomputed."""
HANDS = 6
DLU = RULESETS["dlu"]
FAMILIE = RULESETS["familie"]
OPTIONS = ("dealer_must_bid", "spadille_must_bid", "several_nolo", "first_five")
PLAIN = {"players": 4, "dealer": 0, "declarer": 1, "contract": "solo", "tricks": [2, 5, None, 2]}
WITHOUT, WITH = "familie read and settled", "the same, an option a deal"


def recorded(number=DEALS, players=3):
    """Simulated deals whose nine tricks are all there, as parsed values."""
    records: Iterator[dict[str, Any]] = simulate(DLU, seed=7, deals=4 * number, players=players)
    return [record for record in records if len(record.get("play", ())) == TRICKS][:number]


def as_values(record):
    """Hands in playing order, tricks, table and the frame of the result."""
    deal = check(record, DLU).deal
    play = deal.required_play()
    hands = [deal.hands[seat] for seat in deal.seats]
    tricks = [[CARDS[name] for name in trick] for trick in record["play"]]
    return hands, tricks, play.table, deal.seats, deal.result()


def floor():
    table, hand = table_of(Trump.NONE).force, mask_of(range(40))
    for _ in range(DEALS):
        for card in range(27):
            if not hand & table[card]:
                raise AssertionError
    return DEALS


def check_and_settle(values):
    for hands, tricks, table, _seats, result in values:
        play_out(hands, tricks, table)
        settle(result, DLU)
    return len(values)


def check_and_settle_anew(values):
    """Different deals, with no split of the tricks remembered from an earlier round."""
    settlement._known.cache_clear()
    return check_and_settle(values)


def whole_check(records):
    for record in records:
        check(record, DLU)
    return len(records)


def read_and_settle(results, ruleset=DLU):
    for result in results:
        settle(read_result(result, ruleset), ruleset)
    return len(results)


def read_and_settle_by_option(results):
    """Each of the deals has an option of its own, as where a table changes its mind."""
    for number, result in enumerate(results):
        options = {OPTIONS[number % len(OPTIONS)]: number % 2 == 0}
        settle(read_result(result | {"options": options}, FAMILIE), FAMILIE)
    return len(results)


def random_deals():
    return sum(1 for _ in simulate(DLU, seed=3, deals=DEALS // 3, players=3))


def poker():
    chance = Random(3)  # noqa: S311 -- a game, and it must replay
    for _ in range(HANDS):
        state = NoLimitTexasHoldem.create_state(
            tuple(Automation),
            True,  # noqa: FBT003 -- its API
            0,
            (1, 2),
            2,
            (200, 200, 200),
            3,
        )
        while state.status:
            drawn = chance.random()
            if drawn < 0.15 and state.can_complete_bet_or_raise_to():
                state.complete_bet_or_raise_to()
            elif drawn < 0.25 and state.can_fold():
                state.fold()
            else:
                state.check_or_call()
    return HANDS


def rate(measured):
    start = time.process_time()
    count = measured()
    return count / (time.process_time() - start)


def main():
    records = recorded()
    values = [as_values(record) for record in records]
    many = [as_values(record) for record in recorded(MANY, players=4)]
    results = [value[4].to_json() for value in values]
    measures = {
        "floor": floor,
        "pokerkit": poker,
        "300 deals checked and settled": lambda: check_and_settle(values),
        "6,000 different, nothing known": lambda: check_and_settle_anew(many),
        "whole record checked": lambda: whole_check(records),
        "result read and settled": lambda: read_and_settle(results),
        WITHOUT: lambda: read_and_settle([PLAIN] * DEALS, FAMILIE),
        WITH: lambda: read_and_settle_by_option([PLAIN] * DEALS),
        "random deal": random_deals,
    }
    taken: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(ROUNDS):
        for name, measured in measures.items():
            taken[name].append(rate(measured))
    for name, rates in taken.items():
        to_floor = statistics.median(a / b for a, b in zip(rates, taken["floor"], strict=True))
        to_poker = statistics.median(a / b for a, b in zip(rates, taken["pokerkit"], strict=True))
        sys.stdout.write(
            f"{name:30} {statistics.median(rates):12,.0f} a second"
            f"   {to_floor:6.3f} of the floor   {to_poker:9.1f} x pokerkit\n"
        )
    slower = statistics.median(a / b for a, b in zip(taken[WITHOUT], taken[WITH], strict=True))
    sys.stdout.write(f"an option a deal takes {slower:.2f} x the time (at most 3)\n")


if __name__ == "__main__":
    main()
