"""From tricks to the outcome (seed 000, Vinst och förlust)."""

from collections.abc import Iterator, Sequence

from rules.contracts import Aim, ContractTerms, Outcome

TRICKS = 9
"""In a deal."""


def outcome_of(
    terms: ContractTerms, tricks: Sequence[int | None], declarer: int, seats: Sequence[int]
) -> Outcome | None:
    """How the game ended for ``declarer``; None if play stopped before that was certain.

    ``tricks`` are by seat, at most nine in all; ``seats`` are the three who played. In a nolo a
    defender may be left uncounted (None). Then, and once the declarer has taken a trick, his
    number is final.
    """
    own = tricks[declarer]
    defenders = [tricks[seat] for seat in seats if seat != declarer]
    counted = [taken for taken in defenders if taken is not None]
    all_counted = len(counted) == len(defenders)
    if own is None:
        return None
    missing = TRICKS - own - sum(counted)
    if terms.aim is Aim.NO_TRICKS:
        unfinished = own == 0 and all_counted and missing > 0
        return None if unfinished else _by_distance(terms, own)
    if not all_counted:
        return None
    left, right = counted
    possible = {
        _by_distance(terms, max(left + one, right + other) - (own + mine) + 1)
        for mine, one, other in _shares(missing)
    }
    return possible.pop() if len(possible) == 1 else None


def _by_distance(terms: ContractTerms, short: int) -> Outcome:
    """Won if nothing is ``short`` of the aim, bet if one trick is, kodille if more are."""
    if short <= 0:
        return Outcome.WON
    return Outcome.BET if short == 1 or terms.kodille is None else Outcome.KODILLE


def _shares(missing: int) -> Iterator[tuple[int, int, int]]:
    """Every way of sharing the missing tricks among the three who play."""
    for mine in range(missing + 1):
        for one in range(missing - mine + 1):
            yield mine, one, missing - mine - one
