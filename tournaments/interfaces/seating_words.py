"""The seating in words: what a plan costs, whom that concerns, and why a change is refused."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.domain.queries.seating import Concern, RoundStage
from tournaments.domain.seating import (
    AbsentError,
    BegunError,
    LockedError,
    NobodyLeftError,
    NoRoundLeftError,
    NoSuchRoundError,
    NotInRoundError,
    OptionGoneError,
    SeatingError,
    UnseatedError,
    WishError,
)
from tournaments.seating import Cost, Name

STAGES: Final[Mapping[RoundStage, Promise]] = {
    RoundStage.PLANNED: gettext_lazy("not drawn yet"),
    RoundStage.DRAFT: gettext_lazy("draft"),
    RoundStage.RELEASED: gettext_lazy("released"),
    RoundStage.BEGUN: gettext_lazy("begun"),
    RoundStage.FINAL: gettext_lazy("final"),
}


def cost_in_words(cost: Cost) -> str:
    """Return what a cost counts, such as “2 meetings are repeated”.

    >>> cost_in_words(Cost(Name.BYES, 1, 40))
    '1 time somebody sits a round out'
    """
    return _COSTS[cost.name](cost.amount) % {"count": cost.amount}


def costs_in_words(costs: Iterable[Cost]) -> list[str]:
    """Return a line for each cost that is not nothing."""
    return [cost_in_words(cost) for cost in costs if cost.amount]


def concern_in_words(concern: Concern) -> str:
    """Return a sentence that names whom a cost concerns."""
    return _CONCERNS[concern.name](concern.times) % {
        "one": concern.names[0],
        "other": concern.names[-1],
        "count": concern.times,
    }


def refusal_in_words(error: SeatingError) -> str:
    """Return a sentence that says what is wrong and what to do."""
    return _REFUSALS[type(error)](error)


def _repeats(count: int) -> str:
    return ngettext("%(count)s meeting is repeated", "%(count)s meetings are repeated", count)


def _same_table(count: int) -> str:
    return ngettext(
        "%(count)s time somebody comes back to a table",
        "%(count)s times somebody comes back to a table",
        count,
    )


def _apart(count: int) -> str:
    return ngettext(
        "%(count)s time two sit at one table who wished not to",
        "%(count)s times two sit at one table who wished not to",
        count,
    )


def _together(count: int) -> str:
    return ngettext(
        "%(count)s time two do not sit together who wished to",
        "%(count)s times two do not sit together who wished to",
        count,
    )


def _fixed_seat(count: int) -> str:
    return ngettext(
        "%(count)s time somebody is not at his own seat",
        "%(count)s times somebody is not at his own seat",
        count,
    )


def _first_round(count: int) -> str:
    return ngettext(
        "%(count)s time two meet in the first round who wished not to",
        "%(count)s times two meet in the first round who wished not to",
        count,
    )


def _strength(count: int) -> str:
    return ngettext(
        "%(count)s step of strength between players at one table",
        "%(count)s steps of strength between players at one table",
        count,
    )


def _last_round(count: int) -> str:
    return ngettext(
        "%(count)s place between players at one table in the last round",
        "%(count)s places between players at one table in the last round",
        count,
    )


def _threes(count: int) -> str:
    return ngettext(
        "%(count)s time somebody sits at a table of three too often",
        "%(count)s times somebody sits at a table of three too often",
        count,
    )


def _uneven(count: int) -> str:
    return ngettext(
        "%(count)s seat is not at a table of four",
        "%(count)s seats are not at a table of four",
        count,
    )


def _byes(count: int) -> str:
    return ngettext(
        "%(count)s time somebody sits a round out",
        "%(count)s times somebody sits a round out",
        count,
    )


def _byes_again(count: int) -> str:
    return ngettext(
        "%(count)s time somebody sits out again before others have",
        "%(count)s times somebody sits out again before others have",
        count,
    )


def _substitutes(count: int) -> str:
    return ngettext(
        "%(count)s free person is asked to play",
        "%(count)s free people are asked to play",
        count,
    )


_COSTS: Final[Mapping[Name, Callable[[int], str]]] = {
    Name.REPEATS: _repeats,
    Name.SAME_TABLE: _same_table,
    Name.APART: _apart,
    Name.TOGETHER: _together,
    Name.FIXED_SEAT: _fixed_seat,
    Name.FIRST_ROUND: _first_round,
    Name.STRENGTH: _strength,
    Name.LAST_ROUND: _last_round,
    Name.THREES: _threes,
    Name.UNEVEN: _uneven,
    Name.BYES: _byes,
    Name.BYES_AGAIN: _byes_again,
    Name.SUBSTITUTES: _substitutes,
}
_CONCERNS: Final[Mapping[Name, Callable[[int], str]]] = {
    Name.REPEATS: lambda _times: _("%(one)s and %(other)s meet %(count)s times."),
    Name.APART: lambda _times: _(
        "%(one)s and %(other)s sit at one table, though they wished not to."
    ),
    Name.TOGETHER: lambda times: ngettext(
        "%(one)s and %(other)s do not sit together in %(count)s round, though they wished to.",
        "%(one)s and %(other)s do not sit together in %(count)s rounds, though they wished to.",
        times,
    ),
    Name.FIXED_SEAT: lambda times: ngettext(
        "%(one)s is not at his own seat in %(count)s round.",
        "%(one)s is not at his own seat in %(count)s rounds.",
        times,
    ),
    Name.FIRST_ROUND: lambda _times: _(
        "%(one)s and %(other)s meet in the first round, though they wished not to."
    ),
    Name.BYES: lambda times: ngettext(
        "%(one)s sits %(count)s round out.",
        "%(one)s sits %(count)s rounds out.",
        times,
    ),
}


def _begun(error: SeatingError) -> str:
    return _(
        "Round %(number)s has begun. Its seats stay as they are; choose a later round, or correct "
        "wrong seats on its own page."
    ) % vars(error)


def _locked(error: SeatingError) -> str:
    return _("Table %(table)s is locked. Unlock it first.") % vars(error)


def _nobody_left(error: SeatingError) -> str:
    return _(
        "Round %(number)s would have %(players)s players, too few for a table. Ask somebody in, "
        "or plan fewer rounds: what is played stays, and the evening can be closed."
    ) % vars(error)


def _unseated(error: SeatingError) -> str:
    return _("In round %(number)s these have no seat: %(who)s. Redraw the rest first.") % (
        _with_names(error)
    )


def _absent(error: SeatingError) -> str:
    return _(
        "In round %(number)s these have a seat and do not play: %(who)s. Redraw the rest first."
    ) % _with_names(error)


def _with_names(error: SeatingError) -> dict[str, object]:
    facts = vars(error)
    return {**facts, "who": ", ".join(facts["names"])}


_REFUSALS: Final[Mapping[type[SeatingError], Callable[[SeatingError], str]]] = {
    BegunError: _begun,
    LockedError: _locked,
    NobodyLeftError: _nobody_left,
    NoRoundLeftError: lambda _error: _(
        "Every round has begun, so that nothing is left to draw. Plan another round first."
    ),
    NoSuchRoundError: lambda error: (
        _("There is no round %(number)s in this event. Choose one that is not begun.") % vars(error)
    ),
    NotInRoundError: lambda _error: _(
        "These two cannot change places here. Choose two who play in this round, one of them "
        "at a table."
    ),
    UnseatedError: _unseated,
    AbsentError: _absent,
    OptionGoneError: lambda _error: _(
        "Somebody came or left meanwhile, and this way to seat is none any more. Choose again."
    ),
    WishError: lambda _error: _(
        "This wish cannot be kept like that. Choose two different players, and a table, seat or "
        "strength that there is."
    ),
}
