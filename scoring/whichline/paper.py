"""Where the paper's own addition is wrong."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from scoring.whichline.courses import Tally
from scoring.whichline.values import Checked, Sheet, Slip, Stated

MOST_CERTAIN: Final = 2
"""For so many certain slips it is looked for the seat; with more the paper explains nothing."""


def off(sheet: Sheet, stated: Stated) -> int | None:
    """By how much the balances miss the sum they must have.

    Without a pot what the seats have sums to what they began with. None where that says
    nothing: the pot has the rest, or a seat is missing.
    """
    known = [amount for amount in stated.balances if amount is not None]
    if sheet.rules.kind.keeps_pot or len(known) < len(stated.balances):
        return None
    return sum(known) - sheet.start * len(known)


def certain(checked: Sequence[Checked]) -> list[Slip]:
    """The slips that the sums prove, for a seat that they do not tell.

    What is off in one subtotal alone was not carried to the next; what stays off was.
    """
    told = [one for one in checked if one.off is not None]
    slips: list[Slip] = []
    carried = 0
    for place, one in enumerate(told):
        amount = (one.off or 0) - carried
        if amount:
            later = told[place + 1].off if place + 1 < len(told) else carried
            stays = later != carried
            slips.append(Slip(one.stated.deal, None, amount, stays, certain=True))
            carried += amount if stays else 0
    return slips


def by_seat(slips: Sequence[Slip], players: int) -> Iterator[tuple[Slip, ...]]:
    """Every way of laying them to one seat each."""
    for seats in product(range(players), repeat=len(slips)):
        yield tuple(
            Slip(slip.deal, seat, slip.amount, slip.carried, slip.certain)
            for slip, seat in zip(slips, seats, strict=True)
        )


def passing(checked: Sequence[Checked]) -> tuple[Slip, ...]:
    """Subtotals that disagree while a later one agrees: nothing entered need be wrong."""
    return tuple(
        Slip(one.stated.deal, seat, amount, carried=False, certain=False)
        for place, one in enumerate(checked)
        for seat, amount in enumerate(one.differences)
        if amount
        and any(
            later.agrees and later.differences[seat] is not None for later in checked[place + 1 :]
        )
    )


def carried(checked: Sequence[Checked]) -> Iterator[Slip]:
    """One seat's balance is wrong from the first subtotal that disagrees, and ever after."""
    first = next(one for one in checked if not one.agrees)
    for seat, amount in enumerate(first.differences):
        if amount:
            yield Slip(first.stated.deal, seat, amount, carried=True, certain=False)


def weight(slips: Sequence[Slip], checked: Sequence[Checked], tally: Tally) -> int:
    """What the slips add to what is stated."""
    places = {one.stated.deal: place for place, one in enumerate(checked)}
    units = {True: tally.units_from, False: tally.unit}
    return sum(
        slip.amount * units[slip.carried](places[slip.deal], slip.seat)
        for slip in slips
        if slip.seat is not None
    )
