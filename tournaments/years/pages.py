"""The years of a club and of one who plays there, as values for their pages."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _

from lhombre_club.members.models import Club, Person
from rules import Outcome, RuleSet
from tournaments.figures.counted import Own, Tally
from tournaments.figures.pages import Line, contract_lines, heads, player_lines, tally_lines
from tournaments.standings.pages.records import record_lines
from tournaments.standings.queries.records import Record
from tournaments.words.charts import Curve, curve
from tournaments.words.figures import grouped, short, signed, signed_fraction
from tournaments.words.hands import HANDS, Hand
from tournaments.years.company import Company
from tournaments.years.queries import Evening, PersonSums, Sums, names_of
from tournaments.years.rated import LEAST_EVENINGS, Rated, Ratings
from tournaments.years.sure import LEAST, Average, mean, share

MOST_EVENINGS: Final = 100
"""Lines of one who plays, the newest, where no year is chosen: twenty years are 250 KB."""


@dataclass(frozen=True, slots=True)
class SureLine:
    """How sure what somebody does is."""

    name: str
    games: str
    won: str
    """How large a share of his own games he wins, and between what he would."""
    brings: str
    """What one of them brings him, and between what it would. Both empty: too few."""


@dataclass(frozen=True, slots=True)
class EveningLine:
    """An evening of somebody."""

    of: Evening
    points: str
    sum: str
    """With all before it."""
    strength: str
    """How strong he was after it; empty: nothing is said."""


@dataclass(frozen=True, slots=True)
class RatingLine:
    """How strong one is."""

    place: int
    name: str
    key: str
    """Id of the person; empty: he has no page."""
    points: str
    """What he would win in an evening of average players, and between what that lies."""
    evenings: int


@dataclass(frozen=True, slots=True)
class CompanyLine:
    """What somebody did in the deals in which one other held cards too."""

    name: str
    key: str
    """Id of the other; empty: he has no page."""
    deals: str
    points: str
    """What one of them brought, and between what it would; empty: too few, as below."""
    won: str
    """How large a share he won of the games that he declared against the other."""
    beaten: str
    """How large a share the other did not win of those that he declared."""
    felled: str
    """How large a share a third did not win against both."""


def of_company(found: Iterable[Company]) -> dict[str, Any]:
    """Return what the page of one who plays in the club shows of the others."""
    return {"company": [_company(each) for each in found]}


def _company(one: Company) -> CompanyLine:
    met = one.met
    points = mean(met.points, met.squares, met.deals)
    return CompanyLine(
        name=short(one.name),
        key=str(one.key) if isinstance(one.key, UUID) else "",
        deals=grouped(met.deals),
        points=_between(points, _points) if points else "",
        won=_share_of(met.won, met.declared),
        beaten=_share_of(met.beaten, met.defended),
        felled=_share_of(met.felled, met.allied),
    )


def _share_of(part: int, games: int) -> str:
    sure = share(part, games)
    return _between(sure, _percent) if sure else ""


def of_records(club: Club, found: Sequence[Record]) -> dict[str, Any]:
    """Return what the page of a club shows of its records, each with whose it is."""
    holders = {each.person or each.name for record in found for each in record.holders}
    names = names_of(club, holders - {""})
    return {"records": record_lines(found, lambda one: names.get(one.person or one.name, ""))}


def of_ratings(found: Ratings | None, person: Person | None) -> dict[str, Any]:
    """Return what a page shows of how strong everybody is, or of one alone."""
    if found is None:
        return {}
    own = [each for each in found.players if person and each.key == person.pk]
    return {
        "rating": {
            "as_of": found.as_of,
            "least": LEAST_EVENINGS,
            "lines": [] if person else list(map(_rating, found.players)),
            "own": _place(own[0], len(found.players)) if own else "",
        }
    }


def _rating(one: Rated) -> RatingLine:
    key = str(one.key) if isinstance(one.key, UUID) else ""
    return RatingLine(one.place, short(one.name), key, _strength(one.points), one.evenings)


def _place(one: Rated, players: int) -> str:
    words = {
        "place": one.place,
        "players": players,
        "strength": _strength(one.points),
        "evenings": one.evenings,
    }
    return _("%(strength)s after %(evenings)d evenings: place %(place)d of %(players)d.") % words


def _strength(points: Average) -> str:
    return _between(points, lambda figure: signed(round(figure)))


def of_club(found: Sums, ruleset: RuleSet) -> dict[str, Any]:
    """Return what the page of a club shows."""
    every = Own()
    for own in found.players.values():
        every.plus(own)
    by_games = sorted(found.players, key=lambda key: (-found.players[key].games, found.names[key]))
    return {
        "evenings": found.evenings,
        "had_help": found.had_help,
        "all_deals": found.deals,
        "outcomes": heads(found.contracts.values()),
        "contracts": contract_lines(found.contracts, ruleset),
        "hands": hand_lines(found.hands),
        "players": player_lines(found.players, found.names),
        "sure": [
            *(_sure(found.players[key], found.names[key]) for key in by_games),
            _sure(every, _("All")),
        ],
        "least": LEAST,
    }


def of_person(
    found: PersonSums,
    ruleset: RuleSet,
    rated: Mapping[UUID, Average],
    *,
    every: Own,
    most: int | None = None,
) -> dict[str, Any]:
    """Return what the page of one who plays in the club shows, the newest evening first.

    ``rated``: how strong he was after some events. ``every``: what the whole club did. ``most``: so
    many evenings have lines of their own; None: all.
    """
    sums = list(accumulate(each.total for each in found.evenings))
    newest = list(zip(found.evenings, sums, strict=True))[::-1][:most]
    told = [each for each in found.evenings if each.event in rated]
    strong = [rated[each.event] for each in told]
    between = [(round(each.low), round(each.high)) for each in strong]
    return {
        "evenings": [
            EveningLine(
                of=each,
                points=signed(each.total),
                sum=signed(sum_),
                strength=_strength(rated[each.event]) if each.event in rated else "",
            )
            for each, sum_ in newest
        ],
        "in_all": len(sums),
        "had_help": any(each.had_help for each in found.evenings),
        "curve": _curve(found.evenings, sums),
        "strength": _curve(told, [round(each.is_) for each in strong], between),
        "outcomes": heads(found.contracts.values()),
        "contracts": contract_lines(found.contracts, ruleset),
        "hands": hand_lines(found.hands),
        "players": player_lines({"": found.own}, {"": found.name}) if sums else [],
        "sure": [_sure(found.own, found.name), _sure(every, _("The club"))],
        "least": LEAST,
    }


def _curve(
    evenings: Sequence[Evening], sums: Sequence[int], around: Sequence[tuple[int, int]] = ()
) -> Curve | None:
    """Return a line over his evenings, with where each year begins; None for less than two."""
    if len(sums) <= 1:
        return None
    years = [str(each.date.year) for each in evenings]
    begins = [(0, years[0])]
    begins += [(at, new) for at, (old, new) in enumerate(pairwise(years), 1) if old != new]
    return curve(sums, begins, around)


def hand_lines(hands: Mapping[Hand, Tally]) -> list[Line]:
    """Return a line for each hand that has declared, and one for all of them together."""
    return tally_lines([(str(HANDS[hand]), hands[hand]) for hand in Hand if hand in hands])


def _sure(own: Own, name: str) -> SureLine:
    won, brings = (
        share(own.outcomes[Outcome.WON], own.games),
        mean(own.points, own.squares, own.games),
    )
    return SureLine(
        name=short(name),
        games=grouped(own.games),
        won=_between(won, _percent) if won else "",
        brings=_between(brings, _points) if brings else "",
    )


def _between(average: Average, say: Callable[[float], str]) -> str:
    words = {"average": say(average.is_), "low": say(average.low), "high": say(average.high)}
    return _("%(average)s (%(low)s to %(high)s)") % words


def _percent(part: float) -> str:
    return _("%(percent)d %%") % {"percent": round(100 * part)}


def _points(points: float) -> str:
    return signed_fraction(Fraction(points))
