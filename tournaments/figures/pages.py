"""How an event was played, as values for its page and for the room's screen."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar
from uuid import UUID

from django.utils.functional import Promise
from django.utils.text import capfirst, get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules import Outcome, RuleSet, Tout
from tournaments.figures import counted
from tournaments.figures.counted import Best, Own, Tally
from tournaments.figures.queries import Played
from tournaments.words import wording
from tournaments.words.figures import fraction, grouped, short, short_pair, signed, signed_fraction

T = TypeVar("T")
Says: TypeAlias = Callable[[Best, Played], Iterator[str]]
"""Tells how somebody came to an award."""
MOST_TO_SHARE: Final = 3
"""An award that more would share says nothing of anybody."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table: of a contract, or of a player."""

    name: str
    key: str
    """Id of the player; empty for a contract, and for who has no page."""
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Award:
    """What somebody did best."""

    title: str
    who: str
    """One name, or several; empty: it is not given."""
    says: str
    """How he came to it, or why it is not given."""


OUTCOMES: Final = (Outcome.WON, Outcome.BET, Outcome.KODILLE, Outcome.REMIS)


def outcomes(tallies: Iterable[Tally]) -> list[Outcome]:
    """Return how any of the games have ended, in order: the columns of the tables."""
    ended = {outcome for tally in tallies for outcome, many in tally.outcomes.items() if many}
    return [each for each in OUTCOMES if each in ended]


def heads(tallies: Iterable[Tally]) -> list[str]:
    """Return what stands above how games ended, and above their touts where one was announced."""
    every = _all(tallies)
    words = [str(wording.OUTCOMES[each]) for each in outcomes([every])]
    return [*words, _("tout")] if every.touts.total() else words


def _all(tallies: Iterable[Tally]) -> Tally:
    every = Tally()
    for tally in tallies:
        every.outcomes += tally.outcomes
        every.touts += tally.touts
        every.points += tally.points
    return every


def contract_lines(tallies: Mapping[str, Tally], ruleset: RuleSet) -> list[Line]:
    """Return a line for each contract that was played, and one for all of them together."""
    place = {str(terms.contract): place for place, terms in enumerate(ruleset.contracts)}
    order = sorted(tallies, key=lambda contract: place.get(contract, len(place)))
    return tally_lines([(wording.contract(each, ruleset), tallies[each]) for each in order])


def tally_lines(named: Sequence[tuple[str, Tally]]) -> list[Line]:
    """Return a line for each tally with its name, and one for all of them together."""
    every = _all(tally for _name, tally in named)
    lines = [Line(capfirst(name), "", _tally(tally, every)) for name, tally in named]
    return [*lines, Line(_("All"), "", _tally(every, every))]


def table_lines(tallies: Mapping[tuple[int, int], Tally]) -> list[Line]:
    """Return a line for each table of each round, and one for all of them together."""
    said = _("Round %(round)d, table %(table)d")
    named = [(said % {"round": at[0], "table": at[1]}, tally) for at, tally in tallies.items()]
    return tally_lines(named)


def player_lines(own: Mapping[T, Own], names: Mapping[T, str]) -> list[Line]:
    """Return a line for each who has played, the best first."""
    every = _all(own.values())
    best = sorted(own.items(), key=lambda each: (-each[1].total, names[each[0]]))
    return [
        Line(short_pair(names[key]), str(key) if isinstance(key, UUID) else "", _own(each, every))
        for key, each in best
    ]


def _tally(tally: Tally, every: Tally) -> tuple[str, ...]:
    return (grouped(tally.games), *_ended(tally, every), signed(tally.points))


def _own(own: Own, every: Tally) -> tuple[str, ...]:
    parts = (own.total, own.points, own.defended, own.out, own.beside)
    return (*map(signed, parts), grouped(own.held), grouped(own.games), *_ended(own, every))


def _ended(tally: Tally, every: Tally) -> Iterator[str]:
    """Yield the cells below ``heads``, of all that ``every`` has."""
    yield from (grouped(tally.outcomes[each]) for each in outcomes([every]))
    if every.touts.total():
        words = {"made": tally.touts[Tout.MADE], "announced": tally.touts.total()}
        yield _("%(made)d of %(announced)d") % words if words["announced"] else "–"


def awards(played: Played) -> list[Award]:
    """Return the awards of the night, each with how it came about."""
    rare = [each for each in RARE if each[1](played)]
    return [_award(str(title), find(played), says, played) for title, find, says in AWARDS + rare]


def records(evenings: Sequence[tuple[str, Played]]) -> list[Award]:
    """Return who did best of several evenings, each with its name; what nobody earned is left out.

    Points are compared as they are: the evenings are of one rule set.
    """
    found = []
    for title, find, says in AWARDS:
        each = [(best, name, played) for name, played in evenings if (best := find(played))]
        most = max((best.figure for best, _name, _played in each), default=None)
        told = [one for one in each if one[0].figure == most]
        names = list(dict.fromkeys(short(who) for best, *_ in told for _person, who in best.who))
        if names and len(names) <= MOST_TO_SHARE:
            said = (f"{name}: {' '.join(says(best, played))}" for best, name, played in told)
            found.append(Award(str(title), get_text_list(names, _("and")), " ".join(said)))
    return found


def _award(title: str, best: Best | None, says: Says, played: Played) -> Award:
    if best is None:
        return Award(title, "", _("Not given: nobody has earned it."))
    names = list(dict.fromkeys(short(name) for _person, name in best.who))
    if len(names) > MOST_TO_SHARE:
        words = {"players": len(names)}
        return Award(title, "", _("Not given: %(players)d would share it.") % words)
    return Award(title, get_text_list(names, _("and")), " ".join(says(best, played)))


def _in_deals(best: Best, played: Played) -> Iterator[str]:
    for deal, game in best.games:
        words = {
            "round": deal.round,
            "table": deal.table,
            "deal": deal.number,
            "contract": wording.contract(game.contract, played.ruleset),
            "points": signed(deal.moves[game.seat]),
        }
        says = _("Round %(round)d, table %(table)d, deal %(deal)d: %(contract)s, %(points)s.")
        yield says % words


def _in_rounds(best: Best, played: Played) -> Iterator[str]:
    del played
    points = signed(int(best.figure))
    for number in dict.fromkeys(best.rounds):
        words = {"round": number, "points": points}
        yield _("Deals of round %(round)d, antes and penalties aside: %(points)s.") % words


def _in_a_row(best: Best, played: Played) -> Iterator[str]:
    del played
    games = int(best.figure)
    yield ngettext("%(games)d game won.", "%(games)d games in a row.", games) % {"games": games}


def _defending(best: Best, played: Played) -> Iterator[str]:
    del played
    yield _(
        "%(points)s on average in the games of others. Compared are those who defended at least "
        "half as often as whoever did most."
    ) % {"points": signed_fraction(best.figure)}


def _lost(best: Best, played: Played) -> Iterator[str]:
    del played
    words = {"games": int(best.figure), "ended": wording.OUTCOMES[Outcome.KODILLE]}
    yield _("%(games)d %(ended)s.") % words


def _among_the_new(best: Best, played: Played) -> Iterator[str]:
    del played
    yield _("%(points)s on a first evening in the club.") % {"points": signed(int(best.figure))}


def _beyond_others(best: Best, played: Played) -> Iterator[str]:
    yield from _in_deals(best, played)
    yield _("With the same cards others got %(points)s less on average.") % {
        "points": fraction(best.figure)
    }


AWARDS: Final[list[tuple[Promise, Callable[[Played], Best | None], Says]]] = [
    (gettext_lazy("The boldest game won"), counted.boldest, _in_deals),
    (gettext_lazy("The game that brought most"), counted.dearest, _in_deals),
    (gettext_lazy("The longest run of games won"), counted.longest_run, _in_a_row),
    (gettext_lazy("The best round"), counted.best_round, _in_rounds),
    (gettext_lazy("The best defender"), counted.best_defender, _defending),
    (gettext_lazy("The unluckiest"), counted.unluckiest, _lost),
]
"""What is given, to whom, and how that is said."""
RARE: Final = [
    (gettext_lazy("The best folder"), counted.best_folder, _beyond_others),
    (gettext_lazy("The best newcomer"), counted.best_newcomer, _among_the_new),
]
"""The same of what most evenings do not have: nothing is said of it where nobody has earned it."""
