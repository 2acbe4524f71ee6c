"""The play, card by card, with the ranks written out."""

from tests.rules.naive.checking_frame import BrokenRuleError, is_nolo
from tests.rules.naive.sets import of

BLACK, RED = "KQJ765432", "KQJA234567"


def trumps(deal):
    """All trumps, the highest first."""
    if is_nolo(deal):
        return []
    if deal["contract"] in ["grand", "grandissimo"]:
        return ["SA", "CA"]
    trump = deal["trump"]
    if trump in ["S", "C"]:
        return ["SA", trump + "2", "CA", *(trump + rank for rank in "KQJ76543")]
    return ["SA", trump + "7", "CA", *(trump + rank for rank in "AKQJ23456")]


def matadors(deal):
    """The three highest trumps; in a grand the two there are."""
    return trumps(deal)[:3]


def suit_order(deal, suit):
    """The cards of a side suit, the highest first."""
    ranks = BLACK + "A" if suit in ["S", "C"] else RED
    return [suit + rank for rank in ranks if suit + rank not in trumps(deal)]


def is_legal(deal, hand, led, card):
    """Whether the card may be added to the one led."""
    if led in trumps(deal):
        if card in trumps(deal):
            return True
        return not any(_must_answer(deal, led, held) for held in hand)
    suit = suit_order(deal, led[0])
    return card in suit or not any(held in suit for held in hand)


def _must_answer(deal, led, held):
    """A trump that is no matador, or a matador lower than the one led."""
    if held not in trumps(deal):
        return False
    if held not in matadors(deal):
        return True
    return led in matadors(deal) and matadors(deal).index(led) < matadors(deal).index(held)


def taker(deal, trick, seats):
    """The seat of the highest card."""
    ranking = trumps(deal) + suit_order(deal, trick[0][0])
    best = min(range(len(trick)), key=lambda place: _place(ranking, trick[place]))
    return seats[best]


def _place(ranking, card):
    return ranking.index(card) if card in ranking else 40


def hold_play(deal, declarer, hands, playing):
    """Tricks by seat, who took them in order, and whose turn it then is."""
    tricks = [None if seat not in playing else 0 for seat in range(deal["players"])]
    takers: list[int] = []
    order = list(playing)
    for number, trick in enumerate(deal["play"], 1):
        judge_tout(deal, declarer, number, takers)
        if number > 9:
            raise BrokenRuleError("play_after_end", f"play {number}.1")
        for place, card in enumerate(trick):
            _card(deal, hands, (order, declarer), trick[:place], card, f"play {number}.{place + 1}")
        if len(trick) < len(order):
            if number < len(deal["play"]):
                at = f"play {number}.{len(trick) + 1}"
                raise BrokenRuleError("play_undecided", at, order[len(trick)])
            return tricks, takers, order[len(trick)]
        taken_by = taker(deal, trick, order)
        tricks[taken_by] += 1
        takers.append(taken_by)
        start = playing.index(taken_by)
        order = playing[start:] + playing[:start]
    return tricks, takers, order[0]


def next_card(deal, playing):
    """Where the next card would stand."""
    last = deal["play"][-1] if deal["play"] else []
    if 0 < len(last) < len(playing):
        return f"play {len(deal['play'])}.{len(last) + 1}"
    return f"play {len(deal['play']) + 1}.1"


def judge_tout(deal, declarer, number, takers):
    """Raise if a tout announced before the lead to this trick may not be."""
    before = deal["tout_before_trick"]
    if before is None or deal["tout_judged"] or max(before, 1) != number:
        return
    deal["tout_judged"] = True
    if not 1 <= before <= 6:
        raise BrokenRuleError("tout_too_late", "tout", declarer)
    impossible = is_nolo(deal) or deal["contract"] == "mort" or not of(deal)["tout"]
    if impossible or deal["abandoned"] or any(seat != declarer for seat in takers):
        raise BrokenRuleError("tout_not_allowed", "tout", declarer)


def _card(deal, hands, who, before, card, at):
    order, declarer = who
    seat = order[len(before)]
    if deal["abandoned"] and _too_late(deal, (order, declarer), before, at):
        raise BrokenRuleError("abandon_too_late", at, declarer)
    if card not in hands[seat]:
        raise BrokenRuleError("card_not_held", at, seat)
    if before and not is_legal(deal, hands[seat], before[0], card):
        raise BrokenRuleError("must_follow_suit", at, seat)
    hands[seat].remove(card)


def _too_late(deal, who, before, at):
    order, declarer = who
    if order[len(before)] == declarer:
        return not (of(deal)["thrown_in_after_first_lead"] and at == "play 1.1")
    before_middlehand = of(deal)["backhand_throws_in_before_middlehand"]
    return before_middlehand and order[-1] == declarer and len(before) == 1
