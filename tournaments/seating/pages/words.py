"""The seating in words: what a plan costs, and whom that concerns."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.plans import Cost, Name
from tournaments.seating.queries.seating import Concern, RoundStage

STAGES: Final[Mapping[RoundStage, Promise]] = {
    RoundStage.PLANNED: gettext_lazy("not drawn yet"),
    RoundStage.DRAFT: gettext_lazy("draft"),
    RoundStage.RELEASED: gettext_lazy("released"),
    RoundStage.BEGUN: gettext_lazy("begun"),
    RoundStage.FINAL: gettext_lazy("closed"),
}


def cost_in_words(cost: Cost) -> str:
    """Return what a cost counts, such as “2 meetings are repeated”.

    >>> from django.utils import translation
    >>> with translation.override("en"):
    ...     cost_in_words(Cost(Name.BYES, 1, 40))
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


def _repeats(count: int) -> str:
    return ngettext("%(count)s meeting is repeated", "%(count)s meetings are repeated", count)


def _same_table(count: int) -> str:
    return ngettext(
        "%(count)s time somebody has the same table number as in an earlier round",
        "%(count)s times somebody has the same table number as in an earlier round",
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
        "%(count)s time somebody is not at their own seat",
        "%(count)s times somebody is not at their own seat",
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
        "%(count)s seat at a table of three goes to somebody who has had a share of them",
        "%(count)s seats at tables of three go to players who have had their share of them",
        count,
    )


def _uneven(count: int) -> str:
    return ngettext(
        "%(count)s time somebody sits at a table of three or five",
        "%(count)s times somebody sits at a table of three or five",
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
NAMED: Final[Mapping[Name, Promise]] = {
    Name.REPEATS: gettext_lazy("Repeated meetings"),
    Name.SAME_TABLE: gettext_lazy("Times somebody has a table number again"),
    Name.APART: gettext_lazy("Times two sit at one table who wished not to"),
    Name.TOGETHER: gettext_lazy("Times two do not sit together who wished to"),
    Name.FIXED_SEAT: gettext_lazy("Times somebody is not at their own seat"),
    Name.FIRST_ROUND: gettext_lazy("Times two meet in the first round who wished not to"),
    Name.STRENGTH: gettext_lazy("Steps of strength between players at one table"),
    Name.LAST_ROUND: gettext_lazy("Places between players at one table in the last round"),
    Name.THREES: gettext_lazy("Seats at tables of three for those who have had their share"),
    Name.UNEVEN: gettext_lazy("Times somebody sits at a table of three or five"),
    Name.BYES: gettext_lazy("Times somebody sits a round out"),
    Name.BYES_AGAIN: gettext_lazy("Times somebody sits out again before others have"),
    Name.SUBSTITUTES: gettext_lazy("Free people who are asked to play"),
}
"""What a cost counts, before the figures."""
_CONCERNS: Final[Mapping[Name, Callable[[int], str]]] = {
    Name.REPEATS: lambda _times: _("%(one)s and %(other)s meet %(count)s times."),
    Name.SAME_TABLE: lambda times: ngettext(
        "%(one)s comes %(count)s time to a table number again.",
        "%(one)s comes %(count)s times to a table number again.",
        times,
    ),
    Name.APART: lambda _times: _(
        "%(one)s and %(other)s sit at one table, though they wished not to."
    ),
    Name.TOGETHER: lambda times: ngettext(
        "%(one)s and %(other)s do not sit together in %(count)s round, though they wished to.",
        "%(one)s and %(other)s do not sit together in %(count)s rounds, though they wished to.",
        times,
    ),
    Name.FIXED_SEAT: lambda times: ngettext(
        "%(one)s is not at their own seat in %(count)s round.",
        "%(one)s is not at their own seat in %(count)s rounds.",
        times,
    ),
    Name.FIRST_ROUND: lambda _times: _(
        "%(one)s and %(other)s meet in the first round, though they wished not to."
    ),
    Name.THREES: lambda times: ngettext(
        "%(one)s sits at a table of three in %(count)s round.",
        "%(one)s sits at a table of three in %(count)s rounds.",
        times,
    ),
    Name.BYES: lambda times: ngettext(
        "%(one)s sits %(count)s round out.",
        "%(one)s sits %(count)s rounds out.",
        times,
    ),
}
