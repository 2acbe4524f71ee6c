"""From tricks to the outcome (dlu 4.1, 5.1; hoem 10.1)."""

from collections.abc import Iterator, Sequence

from rules.cards import TRICKS
from rules.contracts import Aim, ContractTerms, Outcome
from rules.ruleset import RuleSet, is_even

FIRST_FIVE = 5
"""The tricks that first_five is about; who took them all leads on for a tout."""
EVEN_SPLIT = (3, [3, 3])
ONE_FOUR_FOUR = (1, [4, 4])
"""The declarer's tricks and the defenders'."""


def outcome_of(
    ruleset: RuleSet,
    terms: ContractTerms,
    tricks: Sequence[int | None],
    declarer: int,
    seats: Sequence[int],
) -> Outcome | None:
    """How the game ended for ``declarer``; None if play stopped before that was certain.

    ``tricks`` are by seat, at most nine in all; ``seats`` are those who played. In a nolo a
    defender may be left uncounted (None). Then, and once the declarer has taken a trick, his
    number is final, unless every further trick costs.
    """
    own = tricks[declarer]
    others = [tricks[seat] for seat in seats if seat != declarer]
    counted = [taken for taken in others if taken is not None]
    all_counted = len(counted) == len(others)
    if own is None:
        return None
    missing = TRICKS - own - sum(counted)
    if terms.aim is Aim.NO_TRICKS:
        open_price = own == 0 or terms.kodille_per_trick
        unfinished = open_price and all_counted and missing > 0
        return None if unfinished else _by_distance(own, terms)
    if not all_counted:
        return None
    if not missing:
        return _of_trump_game(ruleset, terms, own, counted)
    certain: Outcome | None = None
    for mine, *rest in _shares(missing, len(seats)):
        after = [have + more for have, more in zip(counted, rest, strict=True)]
        outcome = _of_trump_game(ruleset, terms, own + mine, after)
        if certain is not None and outcome is not certain:
            return None
        certain = outcome
    return certain


def _of_trump_game(
    ruleset: RuleSet, terms: ContractTerms, own: int, others: Sequence[int]
) -> Outcome:
    if is_even(terms):
        if (own, others) == EVEN_SPLIT:
            return ruleset.three_each
        if (own, others) == ONE_FOUR_FOUR:
            return ruleset.one_four_four
    if own >= (terms.least_tricks or max(others) + 1):
        return Outcome.WON
    return Outcome.BET if own >= max(others) or terms.kodille is None else Outcome.KODILLE


def _by_distance(own: int, terms: ContractTerms) -> Outcome:
    """A nolo: won without a trick, bet with one, kodille with more, where there is one."""
    if own == 0:
        return Outcome.WON
    return Outcome.BET if own == 1 or terms.kodille is None else Outcome.KODILLE


def _shares(missing: int, players: int) -> Iterator[tuple[int, ...]]:
    """Every way of sharing the missing tricks among those who play."""
    if players == 1:
        yield (missing,)
        return
    for mine in range(missing + 1):
        for rest in _shares(missing - mine, players - 1):
            yield (mine, *rest)
