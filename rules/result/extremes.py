"""The ends between which every deal lies: what it can win or lose whoever plays it, and how."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import TypeAlias

from rules.cards import TRICKS
from rules.contracts import ContractTerms, Outcome
from rules.result.settlement import DeclarerResult, PeekedResult, Settlement
from rules.result.tourne import highest_value
from rules.ruleset import RuleSet
from rules.seats import at_play, dealt_in, fourth, others

Ending: TypeAlias = tuple[Outcome, int, int]
"""How a game ended for a declarer, what it is worth, and how much of that is apart."""


def extremes(ruleset: RuleSet, players: int, dealer: int = 0) -> Iterator[Settlement]:
    """Yield the dearest and the cheapest ways in which a deal can end at a table without pairs.

    Of every contract each who may declare or join it wins the most that it can bring or loses the
    most that it can cost, with all that is apart, in every outcome; or all pass. Whatever is linear
    in these values is greatest and least at one of them. Some of them no cards can give.
    """
    three = dealt_in(players, dealer)
    yield Settlement(sitters=others(players, three), price=int(ruleset.pass_pays))
    out = fourth(players, dealer)
    for played in ruleset.played:
        terms = _dearest(ruleset, played)
        for declarer in out if terms.by_sitter else three:
            yield from _games(ruleset, terms, _Seats(players, dealer, declarer))


class _Seats:
    """Who sits at the table of a deal, and who declares."""

    def __init__(self, players: int, dealer: int, declarer: int) -> None:
        self.players, self.dealer, self.declarer = players, dealer, declarer
        self.out = fourth(players, dealer)

    def joining(self, ruleset: RuleSet, terms: ContractTerms) -> list[int]:
        """Return who may join the declarer."""
        here = [seat for seat in range(self.players) if seat != self.declarer]
        at = {"players": self.players, "dealer": self.dealer}
        return [seat for seat in here if ruleset.may_join(terms, seat, **at)]


def _dearest(ruleset: RuleSet, terms: ContractTerms) -> ContractTerms:
    """Return terms whose price hangs on cards with the highest that it can be."""
    if not terms.by_cards:
        return terms
    worth = highest_value(ruleset.tourne_cards)
    return replace(terms, won=worth, bet=worth)


def _games(ruleset: RuleSet, terms: ContractTerms, at: _Seats) -> Iterator[Settlement]:
    own = list(dict.fromkeys(_endings(ruleset, terms)))
    joining = at.joining(ruleset, terms)
    if joining:  # no pot asks for the outcome where several may declare
        own = [max(own, key=_value), min(own, key=_value)]
    looking = [seat for seat in at.out if terms.peek]
    ways: list[Sequence[Ending | None]] = [(None, *_ends(ruleset, terms)) for _seat in joining]
    for ending, with_it in product(own, product(*ways)):
        joined = [(seat, each) for seat, each in zip(joining, with_it, strict=True) if each]
        also = tuple(seat for seat, _each in joined)
        seats = at_play(at.players, at.dealer, at.declarer, also, pairs=False)
        settled = Settlement(
            sitters=others(at.players, seats),
            declarers=tuple(
                DeclarerResult(seat, outcome, value)
                for seat, (outcome, value, _apart) in [(at.declarer, ending), *joined]
            ),
            contract=terms.contract,
            for_pot=terms.for_pot,
            price=terms.bet,
            apart=ending[2],
        )
        yield settled
        for seat in looking:
            if seat not in also:
                yield replace(settled, peeked=(PeekedResult(seat, -terms.peek),))


def _ends(ruleset: RuleSet, terms: ContractTerms) -> tuple[Ending, Ending]:
    """Return the best and the worst for one who joined; nothing is apart from his game."""
    lost = min(((*each, 0) for each in _lost(ruleset, terms)), key=_value)
    return (Outcome.WON, terms.won, 0), lost


def _value(ending: Ending) -> int:
    return ending[1]


def _lost(ruleset: RuleSet, terms: ContractTerms) -> list[tuple[Outcome, int]]:
    """Return what a game that is not won costs at most, by its outcome."""
    sells = ruleset.sells_extra_card(terms)
    ends = [outcome for outcome in ruleset.outcomes(terms) if outcome is not Outcome.WON]
    return [(outcome, terms.value(outcome, TRICKS, extra_card=sells)) for outcome in ends]


def _endings(ruleset: RuleSet, terms: ContractTerms) -> Iterator[Ending]:
    """Yield each outcome for the declarer, with nothing apart and with all that can be."""
    touts = ruleset.tout_value * (terms.tout + (terms.tout and ruleset.first_five))
    again = terms.bet if ruleset.buys_again(terms) else 0
    for outcome, value in [(Outcome.WON, terms.won), *_lost(ruleset, terms)]:
        for apart in (0, touts if outcome is Outcome.WON else 0, -touts - again):
            yield outcome, value + apart, apart
