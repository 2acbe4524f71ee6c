"""What a tourné of seed 003 is worth in hand, and how many cards may be turned."""

TOGETHER = {"SA": 2, "CA": 2, "HA": 8, "D7": 10, "DA": 11, "H7": 15}
ALONE = {"HJ": 30, "DK": 40}


def value_laid(laid):
    """Pinde of the cards laid; both black aces are twelve."""
    total = sum({**TOGETHER, **ALONE}[card] for card in laid)
    return total + 8 if "SA" in laid and "CA" in laid else total


def values_in_hand(hand):
    """What each choice of tourné cards would be worth."""
    choices: list[list[str]] = [[]]
    for card in hand:
        if card in TOGETHER:
            choices += [[*choice, card] for choice in choices]
    choices += [[card] for card in hand if card in ALONE]
    return [value_laid(choice) for choice in choices if choice]


def is_true(value, bid):
    """Worth more than what was bid over, and true to every answer given."""
    if value <= bid["over"]:
        return False
    return all((value > number) == (answer == "yes") for number, answer in bid["said"])


def could_lay(hand, bid):
    return any(is_true(value, bid) for value in values_in_hand(hand))


def is_right_tourne(deal, bid):
    """Whether the declarer may have laid and turned these cards."""
    tourne = deal["tourne"] or {}
    laid, turned = tourne.get("laid", []), tourne.get("turned", [])
    if not laid or len(set(laid)) < len(laid) or not turned:
        return False
    if any(card not in deal["hands"][bid["seat"]] for card in laid):
        return False
    if any(card not in TOGETHER and (card not in ALONE or len(laid) > 1) for card in laid):
        return False
    if turned != deal["talon"][: len(turned)] or not _may_turn(laid, turned):
        return False
    return is_true(value_laid(laid), bid)


def _may_turn(laid, turned):
    if laid[0] in ALONE:
        return len(turned) == 1
    if "D7" in laid:
        return all(card in TOGETHER and card != "D7" for card in turned[2:-1])
    return all(card in TOGETHER for card in turned[:-1])
