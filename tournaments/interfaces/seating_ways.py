"""Ways to seat an evening, side by side in words: tables, deals, who sits out, meetings."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain import seating as domain
from tournaments.domain.queries.events import Meetings
from tournaments.domain.queries.seating import Seating
from tournaments.domain.seating_plans import Option
from tournaments.interfaces.seating_words import concern_in_words, costs_in_words
from tournaments.models import Event
from tournaments.seating import Name


@dataclass(frozen=True, slots=True)
class Way:
    """A way to seat an event."""

    key: str
    title: str
    says: tuple[str, ...]
    chosen: bool
    """Whether the plan as it stands is of this kind."""


def ways(event: Event) -> list[Way]:
    """The ways to choose from, the best first; one alone is no choice."""
    try:
        found = domain.options(event)
    except domain.NobodyLeftError:
        return []
    allowed = sorted(event.tables_of)
    return [
        Way(
            key=way.key,
            title=title(way),
            says=tuple(says(way)),
            chosen=not way.substitutes and sorted(way.tables_of) == allowed,
        )
        for way in found
        if len(found) > 1
    ]


def title(option: Option) -> str:
    """Return what the tables are, such as “2 tables of four, 1 table of three”."""
    words = {3: _threes, 4: _fours, 5: _fives}
    return ", ".join(words[size](count) for size, count in option.tables.items())


def says(option: Option) -> list[str]:
    """Return what it means for the evening, a sentence for each thing."""
    return [*_people(option), _deals(option), met_again(option.meetings)]


def plan_says(seating: Seating) -> list[str]:
    """Return what the plan as it stands costs; always how often two meet again."""
    others = (cost for cost in seating.costs if cost.name is not Name.REPEATS)
    return [met_again(seating.meetings), *(f"{line}." for line in costs_in_words(others))]


def whom(seating: Seating) -> list[str]:
    """Return whom it concerns."""
    return [concern_in_words(concern) for concern in seating.concerns]


def met_again(meetings: Meetings) -> str:
    """Return how often two players meet twice, and whether that can be helped."""
    if not meetings.repeated:
        return _("No two players meet twice.")
    again = ngettext(
        "%(repeated)d meeting is a repeated one.",
        "%(repeated)d meetings are repeated ones.",
        meetings.repeated,
    ) % {"repeated": meetings.repeated}
    if meetings.are_proved_best:
        helped = _("No plan for so many tables and rounds has fewer.")
    else:
        helped = _("Another draw may have fewer.")
    return f"{again} {helped}"


def _people(option: Option) -> list[str]:
    if option.substitutes:
        names = ", ".join(person.name for person in option.substitutes)
        return [_("Substitutes who play: %(names)s.") % {"names": names}]
    out = max(map(len, option.byes), default=0)
    if not out:
        return [_("Nobody sits a round out.")]
    return [
        ngettext(
            "%(count)d player sits each round out, in turn.",
            "%(count)d players sit each round out, in turn.",
            out,
        )
        % {"count": out}
    ]


def _deals(option: Option) -> str:
    least, most = option.deals
    if least == most:
        return _("Everybody has %(most)d deals.") % {"most": most}
    return _("Everybody has %(least)d to %(most)d deals.") % {"least": least, "most": most}


def _threes(count: int) -> str:
    return ngettext("%(count)d table of three", "%(count)d tables of three", count) % {
        "count": count
    }


def _fours(count: int) -> str:
    return ngettext("%(count)d table of four", "%(count)d tables of four", count) % {"count": count}


def _fives(count: int) -> str:
    return ngettext("%(count)d table of five", "%(count)d tables of five", count) % {"count": count}
