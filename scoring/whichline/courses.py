"""A sheet's lines in their rows, and what the balances come to at every subtotal.

All that is stated is counted as one whole number, in which each stated balance has digits of its
own: so what a line moves is added and compared at once. With a pot, what a line moves depends on
what the pot holds; from any row on it is worked out once for each such amount.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from rules import Settlement
from scoring.kind import AccountRules
from scoring.ledger import NOTHING, SEATS, Amounts, Entry
from scoring.sequence import move, opening
from scoring.whichline.values import Stated

SPARE_BITS = 64
"""Digits of one balance beyond those of what is stated: more than any sheet moves."""


class Step:
    """What a line is worth. Lines of equal worth have the same one."""

    __slots__ = ("known", "settlement")

    def __init__(self, settlement: Settlement) -> None:
        self.settlement = settlement
        self.known: dict[int, tuple[Amounts, int]] = {}


class Keeper:
    """Keeps the account of a table, and remembers what moves what."""

    def __init__(self, rules: AccountRules) -> None:
        self.rules = rules
        self._steps: dict[Entry | Settlement, Step] = {}
        antes = opening(rules)
        self.opening: Amounts = antes.seats if antes else NOTHING
        self.held: int = antes.pot if antes else 0

    def step(self, settlement: Settlement) -> Step:
        """The step of a settlement.

        Raises ``ValueError`` if a deal like this does not go with the accounting.
        """
        if self.rules.kind.needs_pot:
            great = self.rules.kind.plays_for_pot and settlement.for_pot
            worth: Entry | Settlement = replace(settlement, contract=None, for_pot=great)
        else:
            worth = move(self.rules, settlement, 0).entry
        return self._steps.setdefault(worth, Step(settlement))

    def moved(self, step: Step, held: int) -> tuple[Amounts, int]:
        """What it moves, the pot holding ``held``; and what the pot holds after it.

        Where the pot is no purse to be paid from it counts as empty.
        """
        known = step.known.get(held)
        if known is None:
            entry = move(self.rules, step.settlement, held).entry
            after = held + entry.pot if self.rules.kind.needs_pot else 0
            known = step.known[held] = (entry.seats, after)
        return known


class Tally:
    """Everything stated, as one whole number."""

    def __init__(self, stated: Sequence[Stated]) -> None:
        self._stated = tuple(stated)
        self._ends = [one.deal for one in stated]
        said = [amount for one in stated for amount in one.balances if amount is not None]
        self._bits = SPARE_BITS + max(map(abs, said), default=0).bit_length()
        self._units = [
            [sum(self.unit(place, seat) for place in range(first, len(stated)))
             for seat in range(SEATS)]
            for first in range(len(stated) + 1)
        ]  # fmt: skip
        self._known: dict[tuple[int, Amounts], int] = {}

    def unit(self, place: int, seat: int) -> int:
        """One point more in the subtotal ``place``, counted from 0; 0 if the seat is not stated."""
        balances = self._stated[place].balances
        if seat >= len(balances) or balances[seat] is None:
            return 0
        return 1 << self._bits * (SEATS * place + seat)

    def units_from(self, place: int, seat: int) -> int:
        """One point more in this subtotal and in all that follow."""
        return self._units[place][seat]

    @property
    def stated(self) -> int:
        """What the paper says."""
        return sum(
            amount * self.unit(place, seat)
            for place, one in enumerate(self._stated)
            for seat, amount in enumerate(one.balances)
            if amount is not None
        )

    def counted(self, deal: int, amounts: Amounts) -> int:
        """What these amounts, moved in ``deal``, add to every subtotal from there on."""
        place = bisect_left(self._ends, deal)
        key = (place, amounts)
        known = self._known.get(key)
        if known is None:
            units = self._units[place]
            pairs = zip(amounts, units, strict=True)
            known = self._known[key] = sum(amount * unit for amount, unit in pairs)
        return known


class Course:
    """Lines in their rows, from deal 1."""

    def __init__(self, steps: Sequence[Step | None], keeper: Keeper, tally: Tally) -> None:
        self.steps = tuple(steps)
        self._keeper = keeper
        self._tally = tally
        self._known: dict[tuple[int, int], int] = {}

    def after(self, deal: int, step: Step | None, held: int) -> tuple[int, int]:
        """What a step adds in ``deal``, and what the pot holds after it."""
        if step is None:
            return 0, held
        seats, now = self._keeper.moved(step, held)
        return self._tally.counted(deal, seats), now

    def rest(self, deal: int, held: int) -> int:
        """What this and all later lines add, the pot holding ``held`` before."""
        trail: list[tuple[int, int, int]] = []
        total = 0
        for number in range(deal, len(self.steps) + 1):
            known = self._known.get((number, held))
            if known is not None:
                total = known
                break
            added, now = self.after(number, self.steps[number - 1], held)
            trail.append((number, held, added))
            held = now
        for number, before, added in reversed(trail):
            total += added
            self._known[number, before] = total
        return total
