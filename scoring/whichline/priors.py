"""How likely something is before the sums are looked at.

Nobody has counted what goes wrong on paper: these are assumptions, and they only order what all
explains the sums. How often a game is played and how it ends is the assumed mix of
``research/features.md``, 5.1 (62 of 100 games worth 1, 18 worth 2, 13 worth 3, 6 worth 4, 1
ouvert; 62 won, 23 bet, 15 kodille; 8 deals of 100 passed out), shared out among the contracts of
that worth. ``docs/algorithms/which-line.md`` tells how they are used.
"""

from fractions import Fraction
from typing import Final

from rules import Contract, Outcome
from scoring.whichline.lines import PaperLine
from scoring.whichline.values import Kind

RATES: Final = {
    Kind.OUTCOME: 400,
    Kind.SEAT: 240,
    Kind.CONTRACT: 240,
    Kind.TOUT: 20,
    Kind.CARDS: 100,
    Kind.EXTRA: 20,
    Kind.PASSED: 20,
    Kind.LINE: 30,
    Kind.DEALER: 10,
    Kind.SKIPPED: 30,
    Kind.DOUBLED: 20,
    Kind.SWAPPED: 30,
}
"""How often each goes wrong, beside one another."""
OTHERS: Final = {
    Kind.OUTCOME: 2,
    Kind.SEAT: 2,
    Kind.CONTRACT: 8,
    Kind.TOUT: 2,
    Kind.CARDS: 50,
    Kind.EXTRA: 4,
    Kind.DEALER: 2,
}
"""In how many ways about it can be wrong, each as likely as the other; elsewhere one."""
CONTRACTS: Final = {
    Contract.SPIL: 57,
    Contract.BEDRE_SPIL: 5,
    Contract.TOURNE: 10,
    Contract.KOEBE_NOLO: 8,
    Contract.TOURNE_RESPEKT: 3,
    Contract.GRAND: 1,
    Contract.GRANDISSIMO: 1,
    Contract.SOLO: 10,
    Contract.SOLO_SPAR: 3,
    Contract.REN_NOLO: 3,
    Contract.KOEBE_NOLO_OUVERT: 1,
    Contract.NOLO_OUVERT: 1,
    Contract.KASKE: 2,
    Contract.MORT: 1,
}
"""How often of about a hundred games."""
OUTCOMES: Final = {Outcome.WON: 62, Outcome.BET: 23, Outcome.KODILLE: 15, Outcome.REMIS: 10}
"""How often of about a hundred games."""
PASSED: Final = Fraction(8, 100)
SEATS: Final = 3
"""Who may declare."""
TOUT: Final = Fraction(1, 100)
SELDOM: Final = Fraction(1, 50)
"""Each thing beside a game: who joined or looked, an extra card, first five."""
SHORT: Final = Fraction(1, 20)
"""How often a sheet has one deal fewer than it has lines."""


def frequency(line: PaperLine | None) -> Fraction:
    """How often a line is just so, about; for an empty line, how often a sheet is short of one."""
    if line is None:
        return SHORT
    game, declarers = line.result.game, line.settlement.declarers
    if game is None:
        return PASSED
    plain = (1 - PASSED) / SEATS * Fraction(CONTRACTS[game.contract], 100)
    plain *= Fraction(OUTCOMES[declarers[0].outcome], 100)
    if game.tout is not None:
        plain *= TOUT
    if game.tricks is not None and len(declarers) == 1:
        plain /= 1 << (game.tricks[game.declarer] or 0)
    if game.tourne.laid:
        plain /= OTHERS[Kind.CARDS]
    beside = (*game.joined, *game.peeked, game.extra_card, game.bought_again)
    seldom = sum(one is not False for one in (*beside, game.first_five or False))
    return plain * SELDOM**seldom


def odds(kind: Kind, before: PaperLine | None, after: PaperLine | None) -> Fraction:
    """How likely it is that ``after`` was meant and ``before`` was entered, beside other mistakes.

    That is how often the mistake is made, times how often what was meant occurs, divided by how
    often what was entered occurs when nothing is wrong. For lines that only moved that is one.
    """
    rate = Fraction(RATES[kind], OTHERS.get(kind, 1))
    match kind:
        case Kind.DEALER | Kind.SWAPPED:
            return rate
        case Kind.SKIPPED:
            return rate * frequency(after) / SHORT
        case Kind.LINE:
            return rate * frequency(after)
        case Kind.PASSED if before is not None and before.result.game is not None:
            return rate * frequency(after)
        case _:
            return rate * frequency(after) / frequency(before)
