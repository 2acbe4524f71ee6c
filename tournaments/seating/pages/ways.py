"""Ways to seat an evening, side by side in words: tables, deals, who sits out, meetings."""

from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from lhombre_club.refusal import Refusal
from tournaments.models import Event, Wish
from tournaments.plans import Cost, Name, amount
from tournaments.review.queries.rounds import Meetings
from tournaments.seating.domain.facts import Dealt, Wished
from tournaments.seating.domain.options import Option, options
from tournaments.seating.pages.words import concern_in_words, costs_in_words
from tournaments.seating.queries.seating import Seating
from tournaments.seating.reasons import SeatingReason

TOLD: Final = frozenset(
    {Name.REPEATS, Name.APART, Name.TOGETHER, Name.FIXED_SEAT, Name.FIRST_ROUND}
)
"""Costs of which there are sentences of their own: of meetings, and of wishes."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to seat an event."""

    key: str
    title: str
    says: tuple[str, ...]
    chosen: bool
    """Whether the plan as it stands is of this kind; then its sentences are about that plan."""


@dataclass(frozen=True, slots=True)
class OneRound:
    """A round as the sentences see it."""

    number: int
    sizes: tuple[int, ...]
    """Players of each table, the largest first."""
    out: tuple[str, ...]
    """Who sits out."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the sentences of a plan are made from, drawn or not."""

    rounds: tuple[OneRound, ...]
    """Those that may still be seated otherwise."""
    deals: Dealt
    meetings: Meetings
    wished: tuple[Wished, ...] = ()
    substitutes: tuple[str, ...] = ()


def ways(event: Event, seating: Seating, found: Sequence[Option]) -> list[Way]:
    """The ways to choose from, the best first; one alone is no choice."""
    made = []
    for option in found if len(found) > 1 else ():
        chosen = _is_drawn(event, option)
        facts = facts_as_drawn(seating) if chosen else facts_of(option)
        known = option.meetings.repeated if chosen else None
        said = tuple(says(facts, known))
        made.append(Way(key=option.key, title=title(facts), says=said, chosen=chosen))
    return made


def options_of(event: Event) -> tuple[Option, ...]:
    """The ways there are; none where too few are left for a table."""
    try:
        return options(event)
    except Refusal as refusal:
        if refusal.reason is not SeatingReason.NOBODY_LEFT:
            raise
        return ()


def _is_drawn(event: Event, option: Option) -> bool:
    return not option.substitutes and sorted(option.tables_of) == sorted(event.tables_of)


def facts_of(option: Option) -> Facts:
    """What is true of a way that is not drawn."""
    return Facts(
        tuple(
            OneRound(one.number, _sizes(names for _, names in one.tables), one.byes)
            for one in option.rounds
        ),
        option.deals,
        option.meetings,
        option.wished,
        tuple(person.name for person in option.substitutes),
    )


def facts_as_drawn(seating: Seating) -> Facts:
    """What is true of the plan as it stands, with every swap that was made by hand."""
    return Facts(
        tuple(
            OneRound(
                one.number,
                _sizes(table.players for table in one.tables),
                tuple(player.name for player in one.byes),
            )
            for one in seating.rounds
            if one.is_open and one.tables
        ),
        seating.deals,
        seating.meetings,
        seating.wished,
    )


def _sizes(tables: Iterable[Sized]) -> tuple[int, ...]:
    return tuple(sorted(map(len, tables), reverse=True))


def title(facts: Facts) -> str:
    """Return what the tables are, such as “2 tables of four, 1 table of three”.

    Where somebody comes later, or leaves, the rounds have other tables, and each says its own.
    """
    alike = [list(group) for _, group in groupby(facts.rounds, key=lambda one: one.sizes)]
    if len(alike) == 1:
        return _tables(alike[0][0].sizes)
    return " · ".join(
        f"{_rounds(group[0].number, group[-1].number)}: {_tables(group[0].sizes)}"
        for group in alike
    )


def _rounds(first: int, last: int) -> str:
    if first == last:
        return _("Round %(number)d") % {"number": first}
    return _("Rounds %(first)d to %(last)d") % {"first": first, "last": last}


def _tables(sizes: Sequence[int]) -> str:
    words = {3: _threes, 4: _fours, 5: _fives}
    return ", ".join(words[size](len(list(group))) for size, group in groupby(sizes))


def says(facts: Facts, known: int | None = None) -> list[str]:
    """Return what it means for the evening, a sentence for each thing.

    ``known``: with how many repeated meetings it can be drawn anew, where that is known.
    """
    again = met_again(facts.meetings, known)
    return [*_people(facts), *_deals(facts.deals), again, *wishes_said(facts.wished)]


def plan_says(event: Event, seating: Seating, found: Iterable[Option]) -> list[str]:
    """Return what the plan as it stands costs; always how often two meet again."""
    known = next((one for one in found if _is_drawn(event, one)), None)
    again = met_again(seating.meetings, known.meetings.repeated if known else None)
    shared = _is_for_sharing(known, seating) if known else ()
    said = wishes_said(seating.wished) if any(one.tables for one in seating.rounds) else ()
    return [again, *shared, *also_costs(seating.costs), *said]


def _is_for_sharing(known: Option, seating: Seating) -> Iterable[str]:
    """Say that tables of three are shared at the cost of meetings, where this plan shares them."""
    now, drawn = (amount(costs, Name.THREES) for costs in (seating.costs, known.costs))
    if now <= drawn and (known.unshared or 0) < seating.meetings.repeated:
        yield from _unshared(known)


def wishes_said(wished: Sequence[Wished]) -> Iterable[str]:
    """Say of each wish whether it is kept, in one sentence where all are."""
    if wished and not any(one.broken for one in wished):
        yield ngettext(
            "The wish for the seating is kept: %(wishes)s.",
            "All %(count)d wishes for the seating are kept: %(wishes)s.",
            len(wished),
        ) % {"count": len(wished), "wishes": "; ".join(map(_wish, wished))}
        return
    for one in wished:
        words = {"wish": _wish(one), "rounds": ", ".join(map(str, one.broken))}
        if one.broken:
            says = ngettext(
                "The wish is not kept in round %(rounds)s: %(wish)s.",
                "The wish is not kept in rounds %(rounds)s: %(wish)s.",
                len(one.broken),
            )
        else:
            says = _("The wish is kept: %(wish)s.")
        yield says % words


def _wish(wished: Wished) -> str:
    names = ", ".join(wished.names)
    if wished.table:
        return _("%(name)s: table %(table)d") % {"name": names, "table": wished.table}
    return f"{names}: {Wish.Kind(wished.kind).label}"


def also_costs(costs: Iterable[Cost]) -> list[str]:
    """Return what a plan costs beside what ``met_again`` and ``wishes_said`` tell."""
    others = (cost for cost in costs if cost.name not in TOLD)
    return [f"{line}." for line in costs_in_words(others)]


def concerned(seating: Seating) -> list[str]:
    """Return whom it concerns."""
    return [concern_in_words(concern) for concern in seating.concerns]


def met_again(meetings: Meetings, known: int | None = None) -> str:
    """Return how often two players meet twice, and whether that can be helped.

    Another draw is spoken of only where one with fewer is ``known``.
    """
    says = [_how_often(meetings, known)]
    if meetings.stand_ins:
        says.append(_("Whoever plays on the chair of another is not counted there."))
    return " ".join(says)


def _how_often(meetings: Meetings, known: int | None) -> str:
    if not meetings.repeated:
        return _("No two players meet twice in this event.")
    again = ngettext(
        "%(repeated)d meeting is a repeated one.",
        "%(repeated)d meetings are repeated ones.",
        meetings.repeated,
    ) % {"repeated": meetings.repeated}
    if meetings.are_proved_best and meetings.stands:
        helped = _("No plan that keeps what is played or locked has fewer.")
    elif meetings.are_proved_best:
        helped = _("No plan for so many tables and rounds has fewer.")
    elif known is not None and known < meetings.repeated:
        helped = _("Another draw may have fewer: one with %(known)d is known.") % {"known": known}
    elif meetings.stands:
        least = {"least": meetings.unavoidable}
        helped = _("No plan that keeps what is played or locked has fewer than %(least)d.") % least
    elif meetings.unavoidable:
        least = {"least": meetings.unavoidable}
        helped = _("No plan for so many tables and rounds has fewer than %(least)d.") % least
    else:
        return again
    return f"{again} {helped}"


def why_again(option: Option) -> Iterable[str]:
    """Say why a plan repeats meetings that need not be repeated, where that is known."""
    if option.unwished is not None:
        yield (
            _("Without the wishes for the seating it would be %(count)d.")
            % {"count": option.unwished}
        )
    yield from _unshared(option)
    if option.fewer is not None:
        yield _(
            "Other tables repeat fewer meetings: %(tables)s, %(count)d. They can be chosen on the "
            "page of the seating."
        ) % {"tables": title(facts_of(option.fewer)), "count": option.fewer.meetings.repeated}


def _unshared(option: Option) -> Iterable[str]:
    if option.unshared is not None:
        yield ngettext(
            "Nobody is to sit at a table of three too often, else there could be %(count)d "
            "repeated meeting.",
            "Nobody is to sit at a table of three too often, else there could be %(count)d "
            "repeated meetings.",
            option.unshared,
        ) % {"count": option.unshared}


def _people(facts: Facts) -> Iterable[str]:
    if facts.substitutes:
        names = ", ".join(facts.substitutes)
        yield _("Substitutes who play: %(names)s.") % {"names": names}
    counts = {len(one.out) for one in facts.rounds}
    first = facts.rounds[0].number if facts.rounds else 1
    if not any(counts):
        nobody = _("Nobody sits a round out.")
        yield (
            nobody
            if first == 1
            else _("Nobody sits a round out from round %(first)d on.") % {"first": first}
        )
    elif len(counts) == 1 and len(facts.rounds) > 1 and first == 1:
        yield _each_round(facts, counts.pop())
    else:
        for one in facts.rounds:
            if one.out:
                yield ngettext(
                    "Round %(number)d: %(count)d player sits out.",
                    "Round %(number)d: %(count)d players sit out.",
                    len(one.out),
                ) % {"number": one.number, "count": len(one.out)}


def _each_round(facts: Facts, out: int) -> str:
    names = [name for one in facts.rounds for name in one.out]
    if len(set(names)) == len(names):
        says = ngettext(
            "%(count)d player sits each round out, in turn.",
            "%(count)d players sit each round out, in turn.",
            out,
        )
    else:
        says = ngettext(
            "%(count)d player sits each round out, somebody more than once.",
            "%(count)d players sit each round out, some more than once.",
            out,
        )
    return says % {"count": out}


def _deals(deals: Dealt) -> Iterable[str]:
    words = {"least": deals.least, "most": deals.most}
    if not deals.most:
        return
    if deals.everybody and deals.least == deals.most:
        yield _("Everybody gets cards in %(most)d deals.") % words
    elif deals.everybody:
        yield _("Everybody gets cards in %(least)d to %(most)d deals.") % words
    elif deals.least == deals.most:
        yield _("Who plays every round gets cards in %(most)d deals.") % words
    else:
        yield _("Who plays every round gets cards in %(least)d to %(most)d deals.") % words


def _threes(count: int) -> str:
    return ngettext("%(count)d table of three", "%(count)d tables of three", count) % {
        "count": count
    }


def _fours(count: int) -> str:
    return ngettext("%(count)d table of four", "%(count)d tables of four", count) % {"count": count}


def _fives(count: int) -> str:
    return ngettext("%(count)d table of five", "%(count)d tables of five", count) % {"count": count}
